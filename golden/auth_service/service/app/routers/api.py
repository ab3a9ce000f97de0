"""The operations of AuthService, one route for each."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app import operations, schemas, spec, storage
from app.runtime.calls import Operation, respond, respond_empty, service_of
from app.runtime.security import admit
from app.types import DISPLAY_NAME, EMAIL, TOKEN, USER_ID

router = APIRouter()

_REGISTER = Operation(
    "Register", operations.register, loads=storage.REGISTER, changes=True, outputs=(("user_id", USER_ID),)
)


@router.api_route("/users", methods=["POST"], status_code=201)
async def register(request: Request) -> Response:
    """Register (auth_service.spec:80)."""
    given = await schemas.register_given(request)
    answer, headers = await service_of(request).call(_REGISTER, given)
    return respond(201, schemas.register_body(answer), headers)


_LOGIN = Operation(
    "Login", operations.login, loads=storage.LOGIN, changes=True, outputs=(("token", TOKEN), ("refresh_token", TOKEN))
)


@router.api_route("/sessions", methods=["POST"], status_code=201)
async def login(request: Request) -> Response:
    """Login (auth_service.spec:148)."""
    given = await schemas.login_given(request)
    answer, headers = await service_of(request).call(_LOGIN, given)
    return respond(201, schemas.login_body(answer), headers)


_LOGIN_FAILED = Operation("LoginFailed", operations.login_failed, loads=storage.LOGIN_FAILED, changes=True)


@router.api_route("/login-failures", methods=["POST"], status_code=200)
async def login_failed(request: Request) -> Response:
    """LoginFailed (auth_service.spec:171)."""
    admit(request, spec.GATEWAY)
    given = await schemas.login_failed_given(request)
    answer, headers = await service_of(request).call(_LOGIN_FAILED, given)
    return respond(200, schemas.login_failed_body(answer), headers)


_CLEAR_FAILURES = Operation("ClearFailures", operations.clear_failures, loads=storage.CLEAR_FAILURES, changes=True)


@router.api_route("/login-failures", methods=["DELETE"], status_code=204)
async def clear_failures(request: Request) -> Response:
    """ClearFailures (auth_service.spec:185)."""
    admit(request, spec.OPERATOR)
    given = await schemas.clear_failures_given(request)
    _, headers = await service_of(request).call(_CLEAR_FAILURES, given)
    return respond_empty(204, headers)


_REQUEST_PASSWORD_RESET = Operation(
    "RequestPasswordReset", operations.request_password_reset, changes=True, outputs=(("reset_token", TOKEN),)
)


@router.api_route("/password-resets", methods=["POST"], status_code=201)
async def request_password_reset(request: Request) -> Response:
    """RequestPasswordReset (auth_service.spec:235)."""
    admit(request, spec.GATEWAY)
    given = await schemas.request_password_reset_given(request)
    answer, headers = await service_of(request).call(_REQUEST_PASSWORD_RESET, given)
    return respond(201, schemas.request_password_reset_body(answer), headers)


_GET_PROFILE = Operation(
    "GetProfile",
    operations.get_profile,
    loads=storage.GET_PROFILE,
    outputs=(("email", EMAIL), ("display_name", DISPLAY_NAME)),
)


@router.api_route("/users/{user_id}", methods=["GET", "HEAD"], status_code=200)
async def get_profile(request: Request) -> Response:
    """GetProfile (auth_service.spec:99)."""
    admit(request, spec.MEMBER, spec.OPERATOR)
    given = await schemas.get_profile_given(request)
    answer, headers = await service_of(request).call(_GET_PROFILE, given)
    return respond(200, schemas.get_profile_body(answer), headers)


_LOGOUT = Operation("Logout", operations.logout, loads=storage.LOGOUT, changes=True)


@router.api_route("/sessions/{session_id}", methods=["DELETE"], status_code=204)
async def logout(request: Request) -> Response:
    """Logout (auth_service.spec:223)."""
    admit(request, spec.MEMBER)
    given = await schemas.logout_given(request)
    _, headers = await service_of(request).call(_LOGOUT, given)
    return respond_empty(204, headers)


_CHANGE_PASSWORD = Operation("ChangePassword", operations.change_password, loads=storage.CHANGE_PASSWORD, changes=True)


@router.api_route("/users/{user_id}/password", methods=["PUT"], status_code=204)
async def change_password(request: Request) -> Response:
    """ChangePassword (auth_service.spec:112)."""
    admit(request, spec.MEMBER)
    given = await schemas.change_password_given(request)
    _, headers = await service_of(request).call(_CHANGE_PASSWORD, given)
    return respond_empty(204, headers)


_DEACTIVATE = Operation("Deactivate", operations.deactivate, loads=storage.DEACTIVATE, changes=True)


@router.api_route("/users/{user_id}/deactivate", methods=["POST"], status_code=200)
async def deactivate(request: Request) -> Response:
    """Deactivate (auth_service.spec:125)."""
    admit(request, spec.OPERATOR)
    given = await schemas.deactivate_given(request)
    answer, headers = await service_of(request).call(_DEACTIVATE, given)
    return respond(200, schemas.deactivate_body(answer), headers)


_REACTIVATE = Operation("Reactivate", operations.reactivate, loads=storage.REACTIVATE, changes=True)


@router.api_route("/users/{user_id}/reactivate", methods=["POST"], status_code=200)
async def reactivate(request: Request) -> Response:
    """Reactivate (auth_service.spec:136)."""
    admit(request, spec.OPERATOR)
    given = await schemas.reactivate_given(request)
    answer, headers = await service_of(request).call(_REACTIVATE, given)
    return respond(200, schemas.reactivate_body(answer), headers)


_CHECK_TOKEN = Operation(
    "CheckToken", operations.check_token, loads=storage.CHECK_TOKEN, outputs=(("user_id", USER_ID),)
)


@router.api_route("/sessions/{session_id}/check", methods=["POST"], status_code=200)
async def check_token(request: Request) -> Response:
    """CheckToken (auth_service.spec:192)."""
    given = await schemas.check_token_given(request)
    answer, headers = await service_of(request).call(_CHECK_TOKEN, given)
    return respond(200, schemas.check_token_body(answer), headers)


_REFRESH = Operation(
    "Refresh",
    operations.refresh,
    loads=storage.REFRESH,
    changes=True,
    outputs=(("token", TOKEN), ("next_refresh_token", TOKEN)),
)


@router.api_route("/sessions/{session_id}/refresh", methods=["POST"], status_code=200)
async def refresh(request: Request) -> Response:
    """Refresh (auth_service.spec:205)."""
    given = await schemas.refresh_given(request)
    answer, headers = await service_of(request).call(_REFRESH, given)
    return respond(200, schemas.refresh_body(answer), headers)


_CONFIRM_PASSWORD_RESET = Operation(
    "ConfirmPasswordReset", operations.confirm_password_reset, loads=storage.CONFIRM_PASSWORD_RESET, changes=True
)


@router.api_route("/password-resets/{reset_id}/confirm", methods=["POST"], status_code=200)
async def confirm_password_reset(request: Request) -> Response:
    """ConfirmPasswordReset (auth_service.spec:251)."""
    given = await schemas.confirm_password_reset_given(request)
    answer, headers = await service_of(request).call(_CONFIRM_PASSWORD_RESET, given)
    return respond(200, schemas.confirm_password_reset_body(answer), headers)
