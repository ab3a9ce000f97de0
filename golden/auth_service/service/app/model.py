"""The data of AuthService: its entities, its state, and what its operations take and give."""

from dataclasses import dataclass

from app.runtime.values import Instant, Map


@dataclass(frozen=True, slots=True)
class User:
    """The entity User (auth_service.spec:19)."""

    id: int
    email: str
    display_name: str
    password_hash: str
    is_active: bool
    created_at: Instant


@dataclass(frozen=True, slots=True)
class Session:
    """The entity Session (auth_service.spec:28)."""

    id: str
    user_id: int
    token: str
    refresh_token: str
    issued_at: Instant
    expires_at: Instant
    refresh_until: Instant


@dataclass(frozen=True, slots=True)
class FailedLogin:
    """The entity FailedLogin (auth_service.spec:42)."""

    email: str
    at: Instant


@dataclass(frozen=True, slots=True)
class PasswordReset:
    """The entity PasswordReset (auth_service.spec:47)."""

    id: str
    user_id: int
    token_hash: str
    expires_at: Instant
    used: bool


@dataclass(frozen=True, slots=True)
class State:
    """The state of AuthService."""

    users: Map[int, User]
    sessions: Map[str, Session]
    failures: tuple[FailedLogin, ...]
    resets: Map[str, PasswordReset]


@dataclass(frozen=True, slots=True)
class RegisterGiven:
    """What Register takes."""

    email: str
    password: str
    display_name: str


@dataclass(frozen=True, slots=True)
class RegisterAnswer:
    """What Register gives."""

    user_id: int


@dataclass(frozen=True, slots=True)
class GetProfileGiven:
    """What GetProfile takes."""

    user_id: int


@dataclass(frozen=True, slots=True)
class GetProfileAnswer:
    """What GetProfile gives."""

    email: str
    display_name: str
    active: bool


@dataclass(frozen=True, slots=True)
class ChangePasswordGiven:
    """What ChangePassword takes."""

    user_id: int
    password: str
    new_password: str


@dataclass(frozen=True, slots=True)
class ChangePasswordAnswer:
    """What ChangePassword gives: nothing."""


@dataclass(frozen=True, slots=True)
class DeactivateGiven:
    """What Deactivate takes."""

    user_id: int


@dataclass(frozen=True, slots=True)
class DeactivateAnswer:
    """What Deactivate gives: nothing."""


@dataclass(frozen=True, slots=True)
class ReactivateGiven:
    """What Reactivate takes."""

    user_id: int


@dataclass(frozen=True, slots=True)
class ReactivateAnswer:
    """What Reactivate gives: nothing."""


@dataclass(frozen=True, slots=True)
class LoginGiven:
    """What Login takes."""

    email: str
    password: str


@dataclass(frozen=True, slots=True)
class LoginAnswer:
    """What Login gives."""

    session_id: str
    token: str
    refresh_token: str


@dataclass(frozen=True, slots=True)
class LoginFailedGiven:
    """What LoginFailed takes."""

    email: str
    password: str


@dataclass(frozen=True, slots=True)
class LoginFailedAnswer:
    """What LoginFailed gives."""

    attempts_left: int


@dataclass(frozen=True, slots=True)
class ClearFailuresGiven:
    """What ClearFailures takes: nothing."""


@dataclass(frozen=True, slots=True)
class ClearFailuresAnswer:
    """What ClearFailures gives: nothing."""


@dataclass(frozen=True, slots=True)
class CheckTokenGiven:
    """What CheckToken takes."""

    session_id: str
    token: str


@dataclass(frozen=True, slots=True)
class CheckTokenAnswer:
    """What CheckToken gives."""

    user_id: int
    valid_until: Instant


@dataclass(frozen=True, slots=True)
class RefreshGiven:
    """What Refresh takes."""

    session_id: str
    refresh_token: str


@dataclass(frozen=True, slots=True)
class RefreshAnswer:
    """What Refresh gives."""

    token: str
    next_refresh_token: str


@dataclass(frozen=True, slots=True)
class LogoutGiven:
    """What Logout takes."""

    session_id: str


@dataclass(frozen=True, slots=True)
class LogoutAnswer:
    """What Logout gives: nothing."""


@dataclass(frozen=True, slots=True)
class RequestPasswordResetGiven:
    """What RequestPasswordReset takes."""

    email: str


@dataclass(frozen=True, slots=True)
class RequestPasswordResetAnswer:
    """What RequestPasswordReset gives."""

    reset_id: str
    reset_token: str


@dataclass(frozen=True, slots=True)
class ConfirmPasswordResetGiven:
    """What ConfirmPasswordReset takes."""

    reset_id: str
    reset_token: str
    new_password: str


@dataclass(frozen=True, slots=True)
class ConfirmPasswordResetAnswer:
    """What ConfirmPasswordReset gives: nothing."""
