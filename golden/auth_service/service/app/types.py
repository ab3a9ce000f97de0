"""The types of AuthService: how their values travel, and which refinements they carry."""

from app import model, rules
from app.runtime.types import BOOL, DATETIME, INT, STRING, UUID, Alias, Entity, Field, Rule

USER_ID = Alias("UserId", INT, Rule("the refinement of `UserId`", "value > 0", rules.user_id_where))

EMAIL = Alias(
    "Email", STRING, Rule("the refinement of `Email`", "len(value) <= 254 and isValidEmail(value)", rules.email_where)
)

DISPLAY_NAME = Alias(
    "DisplayName",
    STRING,
    Rule("the refinement of `DisplayName`", "len(value) >= 1 and len(value) <= 80", rules.display_name_where),
)

PASSWORD = Alias(
    "Password",
    STRING,
    Rule("the refinement of `Password`", "len(value) >= 10 and len(value) <= 128", rules.password_where),
)

DIGEST = Alias("Digest", STRING, Rule("the refinement of `Digest`", "len(value) = 64", rules.digest_where))

TOKEN = Alias(
    "Token", STRING, Rule("the refinement of `Token`", "value matches /^[A-Za-z0-9_-]{43}$/", rules.token_where)
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
        Rule("the invariant `livesForward` of `Session`", "issued_at < expires_at", rules.session_lives_forward),
        Rule(
            "the invariant `refreshOutlives` of `Session`", "expires_at < refresh_until", rules.session_refresh_outlives
        ),
        Rule("the invariant `tokensDiffer` of `Session`", "token != refresh_token", rules.session_tokens_differ),
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
