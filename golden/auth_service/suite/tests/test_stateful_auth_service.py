"""AuthService under sequences of calls that nobody wrote down."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, consumes, precondition, rule

from tests import strategies
from tests.harness.machine import ConformanceMachine, settled, unasked
from tests.service import (
    CHANGE_PASSWORD,
    CHECK_TOKEN,
    CLEAR_FAILURES,
    CONFIRM_PASSWORD_RESET,
    DEACTIVATE,
    GET_PROFILE,
    LOGIN,
    LOGIN_FAILED,
    LOGOUT,
    REACTIVATE,
    REFRESH,
    REGISTER,
    REQUEST_PASSWORD_RESET,
    SERVICE,
)


class AuthServiceMachine(ConformanceMachine):
    """AuthService, one call after the other. Each is judged by all that the spec says."""

    service = SERVICE
    user_ids: Bundle[Any] = Bundle("user_ids")
    session_ids: Bundle[Any] = Bundle("session_ids")
    password_reset_ids: Bundle[Any] = Bundle("password_reset_ids")

    @rule(
        target=user_ids,
        email=strategies.strategy_register_email(),
        password=strategies.strategy_register_password(),
        display_name=strategies.strategy_register_display_name(),
    )
    def register(self, email: Any, password: Any, display_name: Any) -> Any:
        """Register, with inputs that it accepts where some are found."""
        return self.make(REGISTER, email=email, password=password, display_name=display_name).key("user_id")

    @rule(user_id=user_ids)
    def get_profile(self, user_id: Any) -> None:
        """GetProfile, with keys that are there: it succeeds."""
        self.make(GET_PROFILE, user_id=user_id)

    @rule(
        user_id=user_ids,
        password=strategies.strategy_change_password_password(),
        new_password=strategies.strategy_change_password_new_password(),
    )
    def change_password(self, user_id: Any, password: Any, new_password: Any) -> None:
        """ChangePassword, with inputs that it accepts where some are found."""
        self.make(CHANGE_PASSWORD, user_id=user_id, password=password, new_password=new_password)

    @rule(user_id=user_ids)
    def deactivate(self, user_id: Any) -> None:
        """Deactivate, with inputs that it accepts where some are found."""
        self.make(DEACTIVATE, user_id=user_id)

    @rule(user_id=user_ids)
    def reactivate(self, user_id: Any) -> None:
        """Reactivate, with inputs that it accepts where some are found."""
        self.make(REACTIVATE, user_id=user_id)

    @rule(target=session_ids, email=strategies.strategy_login_email(), password=strategies.strategy_login_password())
    def login(self, email: Any, password: Any) -> Any:
        """Login, with inputs that it accepts where some are found."""
        return self.make(LOGIN, email=email, password=password).key("session_id")

    @rule(email=strategies.strategy_login_failed_email(), password=strategies.strategy_login_failed_password())
    def login_failed(self, email: Any, password: Any) -> None:
        """LoginFailed, with inputs that it accepts where some are found."""
        self.make(LOGIN_FAILED, email=email, password=password)

    @precondition(unasked(CLEAR_FAILURES))
    @rule()
    def clear_failures(self) -> None:
        """ClearFailures, with keys that are there: it succeeds."""
        self.make(CLEAR_FAILURES)

    @rule(session_id=session_ids, token=strategies.strategy_check_token_token())
    def check_token(self, session_id: Any, token: Any) -> None:
        """CheckToken, with inputs that it accepts where some are found."""
        self.make(CHECK_TOKEN, session_id=session_id, token=token)

    @rule(session_id=session_ids, refresh_token=strategies.strategy_refresh_refresh_token())
    def refresh(self, session_id: Any, refresh_token: Any) -> None:
        """Refresh, with inputs that it accepts where some are found."""
        self.make(REFRESH, session_id=session_id, refresh_token=refresh_token)

    @rule(session_id=consumes(session_ids))
    def logout(self, session_id: Any) -> None:
        """Logout, with keys that are there: it succeeds."""
        self.make(LOGOUT, session_id=session_id)

    @rule(target=password_reset_ids, email=strategies.strategy_request_password_reset_email())
    def request_password_reset(self, email: Any) -> Any:
        """RequestPasswordReset, with inputs that it accepts where some are found."""
        return self.make(REQUEST_PASSWORD_RESET, email=email).key("reset_id")

    @rule(
        reset_id=password_reset_ids,
        reset_token=strategies.strategy_confirm_password_reset_reset_token(),
        new_password=strategies.strategy_confirm_password_reset_new_password(),
    )
    def confirm_password_reset(self, reset_id: Any, reset_token: Any, new_password: Any) -> None:
        """ConfirmPasswordReset, with inputs that it accepts where some are found."""
        self.make(CONFIRM_PASSWORD_RESET, reset_id=reset_id, reset_token=reset_token, new_password=new_password)

    @rule(data=st.data())
    def register_anyhow(self, data: st.DataObject) -> None:
        """Register, with keys and values that may be anything."""
        self.anything(REGISTER, data)

    @rule(data=st.data())
    def get_profile_anyhow(self, data: st.DataObject) -> None:
        """GetProfile, with keys and values that may be anything."""
        self.anything(GET_PROFILE, data)

    @rule(data=st.data())
    def change_password_anyhow(self, data: st.DataObject) -> None:
        """ChangePassword, with keys and values that may be anything."""
        self.anything(CHANGE_PASSWORD, data)

    @rule(data=st.data())
    def deactivate_anyhow(self, data: st.DataObject) -> None:
        """Deactivate, with keys and values that may be anything."""
        self.anything(DEACTIVATE, data)

    @rule(data=st.data())
    def reactivate_anyhow(self, data: st.DataObject) -> None:
        """Reactivate, with keys and values that may be anything."""
        self.anything(REACTIVATE, data)

    @rule(data=st.data())
    def login_anyhow(self, data: st.DataObject) -> None:
        """Login, with keys and values that may be anything."""
        self.anything(LOGIN, data)

    @rule(data=st.data())
    def login_failed_anyhow(self, data: st.DataObject) -> None:
        """LoginFailed, with keys and values that may be anything."""
        self.anything(LOGIN_FAILED, data)

    @rule(data=st.data())
    def check_token_anyhow(self, data: st.DataObject) -> None:
        """CheckToken, with keys and values that may be anything."""
        self.anything(CHECK_TOKEN, data)

    @rule(data=st.data())
    def refresh_anyhow(self, data: st.DataObject) -> None:
        """Refresh, with keys and values that may be anything."""
        self.anything(REFRESH, data)

    @rule(data=st.data())
    def logout_anyhow(self, data: st.DataObject) -> None:
        """Logout, with keys and values that may be anything."""
        self.anything(LOGOUT, data)

    @rule(data=st.data())
    def request_password_reset_anyhow(self, data: st.DataObject) -> None:
        """RequestPasswordReset, with keys and values that may be anything."""
        self.anything(REQUEST_PASSWORD_RESET, data)

    @rule(data=st.data())
    def confirm_password_reset_anyhow(self, data: st.DataObject) -> None:
        """ConfirmPasswordReset, with keys and values that may be anything."""
        self.anything(CONFIRM_PASSWORD_RESET, data)


TestStatefulAuthService = settled(AuthServiceMachine)
