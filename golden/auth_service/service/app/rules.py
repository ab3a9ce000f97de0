"""What AuthService promises: one function for each condition of the spec."""

from app.functions import is_valid_email
from app.model import Session, State
from app.runtime.values import Instant, every, matches


def user_id_where(value: int, s: State, now: Instant) -> bool:
    """value > 0"""
    return value > 0


def email_where(value: str, s: State, now: Instant) -> bool:
    """len(value) <= 254 and isValidEmail(value)"""
    return len(value) <= 254 and is_valid_email(value)


def display_name_where(value: str, s: State, now: Instant) -> bool:
    """len(value) >= 1 and len(value) <= 80"""
    return len(value) >= 1 and len(value) <= 80


def password_where(value: str, s: State, now: Instant) -> bool:
    """len(value) >= 10 and len(value) <= 128"""
    return len(value) >= 10 and len(value) <= 128


def digest_where(value: str, s: State, now: Instant) -> bool:
    """len(value) = 64"""
    return len(value) == 64


def token_where(value: str, s: State, now: Instant) -> bool:
    """value matches /^[A-Za-z0-9_-]{43}$/"""
    return matches(value, r"^[A-Za-z0-9_-]{43}\Z")


def session_lives_forward(own: Session, s: State, now: Instant) -> bool:
    """issued_at < expires_at"""
    return own.issued_at < own.expires_at


def session_refresh_outlives(own: Session, s: State, now: Instant) -> bool:
    """expires_at < refresh_until"""
    return own.expires_at < own.refresh_until


def session_tokens_differ(own: Session, s: State, now: Instant) -> bool:
    """token != refresh_token"""
    return own.token != own.refresh_token


# Invariants


def invariant_user_keys(s: State, now: Instant) -> bool:
    """all u in users | users[u].id = u"""
    return every(s.users, lambda u: s.users[u].id == u)


def invariant_session_keys(s: State, now: Instant) -> bool:
    """all s in sessions | sessions[s].id = s"""
    return every(s.sessions, lambda s2: s.sessions[s2].id == s2)


def invariant_reset_keys(s: State, now: Instant) -> bool:
    """all r in resets | resets[r].id = r"""
    return every(s.resets, lambda r: s.resets[r].id == r)


def invariant_emails_are_unique(s: State, now: Instant) -> bool:
    """all a in users, b in users | users[a].email = users[b].email implies a = b"""
    return every(s.users, lambda a: every(s.users, lambda b: s.users[a].email != s.users[b].email or a == b))


def invariant_tokens_are_unique(s: State, now: Instant) -> bool:
    """all a in sessions, b in sessions | sessions[a].token = sessions[b].token or sessions[a].refresh_token =..."""
    return every(
        s.sessions,
        lambda a: every(
            s.sessions,
            lambda b: (
                not (
                    s.sessions[a].token == s.sessions[b].token
                    or s.sessions[a].refresh_token == s.sessions[b].refresh_token
                )
                or a == b
            ),
        ),
    )


def invariant_sessions_belong_to_active_users(s: State, now: Instant) -> bool:
    """all s in ran(sessions) | s.user_id in users and users[s.user_id].is_active"""
    return every(s.sessions.values(), lambda s2: s2.user_id in s.users and s.users[s2.user_id].is_active)


def invariant_resets_have_owners(s: State, now: Instant) -> bool:
    """all r in ran(resets) | r.user_id in users"""
    return every(s.resets.values(), lambda r: r.user_id in s.users)


def eventually_someone_logs_in(s: State, now: Instant) -> bool:
    """#sessions > 0"""
    return len(s.sessions) > 0


def always_sessions_need_accounts(s: State, now: Instant) -> bool:
    """#users = 0 implies #sessions = 0"""
    return len(s.users) != 0 or len(s.sessions) == 0
