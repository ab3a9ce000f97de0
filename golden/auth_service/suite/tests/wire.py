"""The types of AuthService: how their values travel, and which refinements they carry."""

from tests import clauses, model, parts
from tests.harness.types import BOOL, DATETIME, INT, STRING, UUID, Alias, Entity, Field, Rule

USER_ID = Alias("UserId", INT, Rule("UserId.where", "value > 0", "auth_service.spec:6", clauses.user_id_where))

EMAIL = Alias(
    "Email",
    STRING,
    Rule(
        "Email.where",
        "len(value) <= 254 and isValidEmail(value)",
        "auth_service.spec:8",
        clauses.email_where,
        parts=parts.email_where,
    ),
)

DISPLAY_NAME = Alias(
    "DisplayName",
    STRING,
    Rule(
        "DisplayName.where",
        "len(value) >= 1 and len(value) <= 80",
        "auth_service.spec:10",
        clauses.display_name_where,
        parts=parts.display_name_where,
    ),
)

PASSWORD = Alias(
    "Password",
    STRING,
    Rule(
        "Password.where",
        "len(value) >= 10 and len(value) <= 128",
        "auth_service.spec:12",
        clauses.password_where,
        parts=parts.password_where,
    ),
)

DIGEST = Alias(
    "Digest",
    STRING,
    Rule("Digest.where", "len(value) = 64", "auth_service.spec:15", clauses.digest_where, parts=parts.digest_where),
)

TOKEN = Alias(
    "Token",
    STRING,
    Rule("Token.where", "value matches /^[A-Za-z0-9_-]{43}$/", "auth_service.spec:17", clauses.token_where),
)

USER = Entity(
    "User",
    model.User,
    lambda: (
        Field("id", "id", USER_ID, None),
        Field("email", "email", EMAIL, None),
        Field("display_name", "display_name", DISPLAY_NAME, None),
        Field("password_hash", "password_hash", DIGEST, None),
        Field("is_active", "is_active", BOOL, None),
        Field("created_at", "created_at", DATETIME, None),
    ),
)

SESSION = Entity(
    "Session",
    model.Session,
    lambda: (
        Field("id", "id", UUID, None),
        Field("user_id", "user_id", USER_ID, None),
        Field("token", "token", TOKEN, None),
        Field("refresh_token", "refresh_token", TOKEN, None),
        Field("issued_at", "issued_at", DATETIME, None),
        Field("expires_at", "expires_at", DATETIME, None),
        Field("refresh_until", "refresh_until", DATETIME, None),
    ),
    invariants=(
        Rule(
            "Session.livesForward",
            "issued_at < expires_at",
            "auth_service.spec:37",
            clauses.session_lives_forward,
            parts=parts.session_lives_forward,
        ),
        Rule(
            "Session.refreshOutlives",
            "expires_at < refresh_until",
            "auth_service.spec:38",
            clauses.session_refresh_outlives,
            parts=parts.session_refresh_outlives,
        ),
        Rule(
            "Session.tokensDiffer",
            "token != refresh_token",
            "auth_service.spec:39",
            clauses.session_tokens_differ,
            parts=parts.session_tokens_differ,
        ),
    ),
)

FAILED_LOGIN = Entity(
    "FailedLogin", model.FailedLogin, lambda: (Field("email", "email", EMAIL, None), Field("at", "at", DATETIME, None))
)

PASSWORD_RESET = Entity(
    "PasswordReset",
    model.PasswordReset,
    lambda: (
        Field("id", "id", UUID, None),
        Field("user_id", "user_id", USER_ID, None),
        Field("token_hash", "token_hash", DIGEST, None),
        Field("expires_at", "expires_at", DATETIME, None),
        Field("used", "used", BOOL, None),
    ),
)
