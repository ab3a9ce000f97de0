"""How the state of AuthService lies in its tables, and what each operation loads of it."""

from collections.abc import Sequence
from typing import Any

from app import model, spec, tables
from app.runtime.store import Columns, Load, MapTable, SeqTable, Store, one
from app.runtime.values import Instant


def _read_user(cells: Sequence[Any]) -> model.User:
    """The record that a row holds."""
    return model.User(
        id=cells[0],
        email=cells[1],
        display_name=cells[2],
        password_hash=cells[3],
        is_active=cells[4],
        created_at=Instant(cells[5]),
    )


def _write_user(value: model.User) -> tuple[Any, ...]:
    """The cells of a record."""
    return (value.id, value.email, value.display_name, value.password_hash, value.is_active, value.created_at)


def _read_session(cells: Sequence[Any]) -> model.Session:
    """The record that a row holds."""
    return model.Session(
        id=cells[0],
        user_id=cells[1],
        token=cells[2],
        refresh_token=cells[3],
        issued_at=Instant(cells[4]),
        expires_at=Instant(cells[5]),
        refresh_until=Instant(cells[6]),
    )


def _write_session(value: model.Session) -> tuple[Any, ...]:
    """The cells of a record."""
    return (
        value.id,
        value.user_id,
        value.token,
        value.refresh_token,
        value.issued_at,
        value.expires_at,
        value.refresh_until,
    )


def _read_failed_login(cells: Sequence[Any]) -> model.FailedLogin:
    """The record that a row holds."""
    return model.FailedLogin(email=cells[0], at=Instant(cells[1]))


def _write_failed_login(value: model.FailedLogin) -> tuple[Any, ...]:
    """The cells of a record."""
    return (value.email, value.at)


def _read_password_reset(cells: Sequence[Any]) -> model.PasswordReset:
    """The record that a row holds."""
    return model.PasswordReset(
        id=cells[0], user_id=cells[1], token_hash=cells[2], expires_at=Instant(cells[3]), used=cells[4]
    )


def _write_password_reset(value: model.PasswordReset) -> tuple[Any, ...]:
    """The cells of a record."""
    return (value.id, value.user_id, value.token_hash, value.expires_at, value.used)


STORE = Store(
    model.State,
    spec.INITIAL,
    MapTable(
        "users",
        tables.accounts,
        one("key"),
        Columns(("id", "email", "display_name", "password_hash", "is_active", "created_at"), _read_user, _write_user),
    ),
    MapTable(
        "sessions",
        tables.sessions,
        one("key"),
        Columns(
            ("id", "user_id", "token", "refresh_token", "issued_at", "expires_at", "refresh_until"),
            _read_session,
            _write_session,
        ),
    ),
    SeqTable(
        "failures", tables.failures, Columns(("email", "at"), _read_failed_login, _write_failed_login), "position"
    ),
    MapTable(
        "resets",
        tables.resets,
        one("key"),
        Columns(("id", "user_id", "token_hash", "expires_at", "used"), _read_password_reset, _write_password_reset),
    ),
)

REGISTER = (Load("users", greatest=True), Load("users", count=True), Load("sessions", count=True))

GET_PROFILE = (Load("users", lambda before, given: (given.user_id,)),)

CHANGE_PASSWORD = (
    Load("users", lambda before, given: (given.user_id,)),
    Load("users", count=True),
    Load("sessions", count=True),
)

DEACTIVATE = (
    Load("users", lambda before, given: (given.user_id,)),
    Load("users", count=True),
    Load("sessions", count=True),
)

REACTIVATE = (Load("users", lambda before, given: (given.user_id,)),)

LOGIN = (Load("failures"), Load("sessions"), Load("users", count=True))

LOGIN_FAILED = (Load("failures"),)

CLEAR_FAILURES = (Load("failures"),)

CHECK_TOKEN = (Load("sessions", lambda before, given: (given.session_id,)),)

REFRESH = (Load("sessions"),)

LOGOUT = (
    Load("sessions", lambda before, given: (given.session_id,)),
    Load("users", count=True),
    Load("sessions", count=True),
)

CONFIRM_PASSWORD_RESET = (
    Load("resets", lambda before, given: (given.reset_id,)),
    Load("users", lambda before, given: (before.resets[given.reset_id].user_id,)),
    Load("users", count=True),
    Load("sessions", count=True),
)
