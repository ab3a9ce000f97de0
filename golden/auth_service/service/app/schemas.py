"""What requests to AuthService look like, and what it answers."""

from typing import Annotated, Any

from starlette.requests import Request

from app.model import (
    ChangePasswordGiven,
    CheckTokenAnswer,
    CheckTokenGiven,
    ClearFailuresGiven,
    ConfirmPasswordResetAnswer,
    ConfirmPasswordResetGiven,
    DeactivateAnswer,
    DeactivateGiven,
    GetProfileAnswer,
    GetProfileGiven,
    LoginAnswer,
    LoginFailedAnswer,
    LoginFailedGiven,
    LoginGiven,
    LogoutGiven,
    ReactivateAnswer,
    ReactivateGiven,
    RefreshAnswer,
    RefreshGiven,
    RegisterAnswer,
    RegisterGiven,
    RequestPasswordResetAnswer,
    RequestPasswordResetGiven,
)
from app.runtime.requests import Shape, fields, in_path, read_as, read_text_as, shaped
from app.runtime.types import DATETIME, UUID
from app.types import DISPLAY_NAME, EMAIL, PASSWORD, TOKEN, USER_ID


class RegisterShape(Shape):
    """What a request for Register says."""

    email: Annotated[str, read_as(EMAIL)]
    password: Annotated[str, read_as(PASSWORD)]
    display_name: Annotated[str, read_as(DISPLAY_NAME)]


async def register_given(request: Request) -> RegisterGiven:
    """The inputs of Register."""
    shape = await shaped(RegisterShape, await fields(request))
    return RegisterGiven(email=shape.email, password=shape.password, display_name=shape.display_name)


def register_body(answer: RegisterAnswer) -> Any:
    """What Register gives, as JSON."""
    return {"user_id": answer.user_id}


class GetProfileShape(Shape):
    """What a request for GetProfile says."""

    user_id: Annotated[int, read_text_as(USER_ID)]


async def get_profile_given(request: Request) -> GetProfileGiven:
    """The inputs of GetProfile."""
    shape = await shaped(GetProfileShape, {}, in_path(request))
    return GetProfileGiven(user_id=shape.user_id)


def get_profile_body(answer: GetProfileAnswer) -> Any:
    """What GetProfile gives, as JSON."""
    return {"email": answer.email, "display_name": answer.display_name, "active": answer.active}


class ChangePasswordShape(Shape):
    """What a request for ChangePassword says."""

    user_id: Annotated[int, read_text_as(USER_ID)]
    password: Annotated[str, read_as(PASSWORD)]
    new_password: Annotated[str, read_as(PASSWORD)]


async def change_password_given(request: Request) -> ChangePasswordGiven:
    """The inputs of ChangePassword."""
    shape = await shaped(ChangePasswordShape, await fields(request), in_path(request))
    return ChangePasswordGiven(user_id=shape.user_id, password=shape.password, new_password=shape.new_password)


class DeactivateShape(Shape):
    """What a request for Deactivate says."""

    user_id: Annotated[int, read_text_as(USER_ID)]


async def deactivate_given(request: Request) -> DeactivateGiven:
    """The inputs of Deactivate."""
    shape = await shaped(DeactivateShape, await fields(request), in_path(request))
    return DeactivateGiven(user_id=shape.user_id)


def deactivate_body(answer: DeactivateAnswer) -> Any:
    """What Deactivate gives, as JSON."""
    return {}


class ReactivateShape(Shape):
    """What a request for Reactivate says."""

    user_id: Annotated[int, read_text_as(USER_ID)]


async def reactivate_given(request: Request) -> ReactivateGiven:
    """The inputs of Reactivate."""
    shape = await shaped(ReactivateShape, await fields(request), in_path(request))
    return ReactivateGiven(user_id=shape.user_id)


def reactivate_body(answer: ReactivateAnswer) -> Any:
    """What Reactivate gives, as JSON."""
    return {}


class LoginShape(Shape):
    """What a request for Login says."""

    email: Annotated[str, read_as(EMAIL)]
    password: Annotated[str, read_as(PASSWORD)]


async def login_given(request: Request) -> LoginGiven:
    """The inputs of Login."""
    shape = await shaped(LoginShape, await fields(request))
    return LoginGiven(email=shape.email, password=shape.password)


def login_body(answer: LoginAnswer) -> Any:
    """What Login gives, as JSON."""
    return {"session_id": answer.session_id, "token": answer.token, "refresh_token": answer.refresh_token}


class LoginFailedShape(Shape):
    """What a request for LoginFailed says."""

    email: Annotated[str, read_as(EMAIL)]
    password: Annotated[str, read_as(PASSWORD)]


async def login_failed_given(request: Request) -> LoginFailedGiven:
    """The inputs of LoginFailed."""
    shape = await shaped(LoginFailedShape, await fields(request))
    return LoginFailedGiven(email=shape.email, password=shape.password)


def login_failed_body(answer: LoginFailedAnswer) -> Any:
    """What LoginFailed gives, as JSON."""
    return {"attempts_left": answer.attempts_left}


class ClearFailuresShape(Shape):
    """What a request for ClearFailures says."""


async def clear_failures_given(request: Request) -> ClearFailuresGiven:
    """The inputs of ClearFailures."""
    await shaped(ClearFailuresShape, await fields(request))
    return ClearFailuresGiven()


class CheckTokenShape(Shape):
    """What a request for CheckToken says."""

    session_id: Annotated[str, read_text_as(UUID)]
    token: Annotated[str, read_as(TOKEN)]


async def check_token_given(request: Request) -> CheckTokenGiven:
    """The inputs of CheckToken."""
    shape = await shaped(CheckTokenShape, await fields(request), in_path(request))
    return CheckTokenGiven(session_id=shape.session_id, token=shape.token)


def check_token_body(answer: CheckTokenAnswer) -> Any:
    """What CheckToken gives, as JSON."""
    return {"user_id": answer.user_id, "valid_until": DATETIME.encode(answer.valid_until)}


class RefreshShape(Shape):
    """What a request for Refresh says."""

    session_id: Annotated[str, read_text_as(UUID)]
    refresh_token: Annotated[str, read_as(TOKEN)]


async def refresh_given(request: Request) -> RefreshGiven:
    """The inputs of Refresh."""
    shape = await shaped(RefreshShape, await fields(request), in_path(request))
    return RefreshGiven(session_id=shape.session_id, refresh_token=shape.refresh_token)


def refresh_body(answer: RefreshAnswer) -> Any:
    """What Refresh gives, as JSON."""
    return {"token": answer.token, "next_refresh_token": answer.next_refresh_token}


class LogoutShape(Shape):
    """What a request for Logout says."""

    session_id: Annotated[str, read_text_as(UUID)]


async def logout_given(request: Request) -> LogoutGiven:
    """The inputs of Logout."""
    shape = await shaped(LogoutShape, await fields(request), in_path(request))
    return LogoutGiven(session_id=shape.session_id)


class RequestPasswordResetShape(Shape):
    """What a request for RequestPasswordReset says."""

    email: Annotated[str, read_as(EMAIL)]


async def request_password_reset_given(request: Request) -> RequestPasswordResetGiven:
    """The inputs of RequestPasswordReset."""
    shape = await shaped(RequestPasswordResetShape, await fields(request))
    return RequestPasswordResetGiven(email=shape.email)


def request_password_reset_body(answer: RequestPasswordResetAnswer) -> Any:
    """What RequestPasswordReset gives, as JSON."""
    return {"reset_id": answer.reset_id, "reset_token": answer.reset_token}


class ConfirmPasswordResetShape(Shape):
    """What a request for ConfirmPasswordReset says."""

    reset_id: Annotated[str, read_text_as(UUID)]
    reset_token: Annotated[str, read_as(TOKEN)]
    new_password: Annotated[str, read_as(PASSWORD)]


async def confirm_password_reset_given(request: Request) -> ConfirmPasswordResetGiven:
    """The inputs of ConfirmPasswordReset."""
    shape = await shaped(ConfirmPasswordResetShape, await fields(request), in_path(request))
    return ConfirmPasswordResetGiven(
        reset_id=shape.reset_id, reset_token=shape.reset_token, new_password=shape.new_password
    )


def confirm_password_reset_body(answer: ConfirmPasswordResetAnswer) -> Any:
    """What ConfirmPasswordReset gives, as JSON."""
    return {}
