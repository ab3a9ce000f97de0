"""What AuthService is made of, for all that goes over the whole of it."""

from app import rules
from app.model import State
from app.runtime.security import Scheme
from app.runtime.state import Seed, StateField, decode_state
from app.runtime.types import UUID, MapOf, Rule, SeqOf
from app.types import FAILED_LOGIN, PASSWORD_RESET, SESSION, USER, USER_ID

NAME = "AuthService"

MEMBER = Scheme("member", "bearer", NAME)

OPERATOR = Scheme("operator", "basic", NAME)

GATEWAY = Scheme("gateway", "header", NAME, "X-Gateway-Key")

STATE = (
    StateField("users", "users", MapOf(USER_ID, USER)),
    StateField("sessions", "sessions", MapOf(UUID, SESSION)),
    StateField("failures", "failures", SeqOf(FAILED_LOGIN)),
    StateField("resets", "resets", MapOf(UUID, PASSWORD_RESET)),
)

INVARIANTS: tuple[Rule, ...] = (
    Rule("the invariant `userKeys`", "all u in users | users[u].id = u", rules.invariant_user_keys),
    Rule("the invariant `sessionKeys`", "all s in sessions | sessions[s].id = s", rules.invariant_session_keys),
    Rule("the invariant `resetKeys`", "all r in resets | resets[r].id = r", rules.invariant_reset_keys),
    Rule(
        "the invariant `emailsAreUnique`",
        "all a in users, b in users | users[a].email = users[b].email implies a = b",
        rules.invariant_emails_are_unique,
    ),
    Rule(
        "the invariant `tokensAreUnique`",
        (
            "all a in sessions, b in sessions | sessions[a].token = sessions[b].token or "
            "sessions[a].refresh_token = sessions[b].refresh_token implies a = b"
        ),
        rules.invariant_tokens_are_unique,
    ),
    Rule(
        "the invariant `sessionsBelongToActiveUsers`",
        "all s in ran(sessions) | s.user_id in users and users[s.user_id].is_active",
        rules.invariant_sessions_belong_to_active_users,
    ),
    Rule(
        "the invariant `resetsHaveOwners`",
        "all r in ran(resets) | r.user_id in users",
        rules.invariant_resets_have_owners,
    ),
    Rule(
        "the property `sessionsNeedAccounts`", "#users = 0 implies #sessions = 0", rules.always_sessions_need_accounts
    ),
)

SEEDS: tuple[Seed, ...] = ()

INITIAL: State = decode_state(State, STATE, {"users": {}, "sessions": {}, "failures": [], "resets": {}})

WORDS = frozenset(
    {
        "__test_admin__",
        "check",
        "confirm",
        "deactivate",
        "health",
        "login-failures",
        "metrics",
        "openapi.json",
        "password",
        "password-resets",
        "reactivate",
        "ready",
        "refresh",
        "sessions",
        "users",
    }
)


def is_proper(text: str) -> bool:
    """Whether a text can be a part of a path of its own."""
    return text not in {"", ".", ".."} and text not in WORDS
