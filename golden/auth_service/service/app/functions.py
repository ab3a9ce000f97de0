"""The functions and predicates of AuthService."""

from app.model import State
from app.runtime.values import Instant, exists, matches, minutes, select, sha256, total


def max_failures() -> int:
    """5"""
    return 5


def recent_failures(email: str, s: State, now: Instant) -> int:
    """sum(failures, f => if f.email = email and now() - f.at < minutes(15) then 1 else 0)"""
    return total(s.failures, lambda f: 1 if f.email == email and now - f.at < minutes(15) else 0)


def credentials_match(email: str, password: str, s: State) -> bool:
    """some u in ran(users) | u.email = email and u.is_active and u.password_hash = hash(password)"""
    return exists(
        s.users.among(
            ("email", lambda: email), ("is_active", lambda: True), ("password_hash", lambda: sha256(password))
        ).values(),
        lambda u: u.email == email and u.is_active and u.password_hash == sha256(password),
    )


def token_in_use(token: str, s: State) -> bool:
    """some s in ran(sessions) | s.token = token or s.refresh_token = token"""
    return exists(s.sessions.values(), lambda s2: s2.token == token or s2.refresh_token == token)


def sessions_of(user_id: int, s: State) -> frozenset[str]:
    """{ s in sessions | sessions[s].user_id = user_id }"""
    return select(s.sessions.among(("user_id", lambda: user_id)), lambda s2: s.sessions[s2].user_id == user_id)


def is_valid_email(s: str) -> bool:
    """s matches /^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$/"""
    return matches(s, r"^[^@\s]+@[^@\s]+\.[^@\s]+\Z")
