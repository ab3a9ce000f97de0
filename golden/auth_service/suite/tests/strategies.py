"""How values of the types and inputs of AuthService are drawn."""

from hypothesis.strategies import SearchStrategy

from tests.harness.generate import ints, texts, uuids
from tests.redaction import redact


def strategy_user_id() -> SearchStrategy[int]:
    """UserId = Int where value > 0"""
    return ints(1)


def strategy_email() -> SearchStrategy[str]:
    """Email = String where len(value) <= 254 and isValidEmail(value)"""
    return texts(0, 254, r"^[^@\s]+@[^@\s]+\.[^@\s]+\Z")


def strategy_display_name() -> SearchStrategy[str]:
    """DisplayName = String where len(value) >= 1 and len(value) <= 80"""
    return texts(1, 80)


def strategy_password() -> SearchStrategy[str]:
    """Password = String where len(value) >= 10 and len(value) <= 128"""
    return texts(10, 128)


def strategy_digest() -> SearchStrategy[str]:
    """Digest = String where len(value) = 64"""
    return texts(64, 64)


def strategy_token() -> SearchStrategy[str]:
    """Token = String where value matches /^[A-Za-z0-9_-]{43}$/"""
    return texts(0, None, r"^[A-Za-z0-9_-]{43}\Z")


def strategy_register_email() -> SearchStrategy[str]:
    """The input email of Register."""
    return strategy_email()


def strategy_register_password() -> SearchStrategy[str]:
    """The input password of Register."""
    return strategy_password()


def strategy_register_display_name() -> SearchStrategy[str]:
    """The input display_name of Register."""
    return strategy_display_name()


def strategy_get_profile_user_id() -> SearchStrategy[int]:
    """The input user_id of GetProfile."""
    return strategy_user_id()


def strategy_change_password_user_id() -> SearchStrategy[int]:
    """The input user_id of ChangePassword."""
    return strategy_user_id()


def strategy_change_password_password() -> SearchStrategy[str]:
    """The input password of ChangePassword."""
    return redact(strategy_password())


def strategy_change_password_new_password() -> SearchStrategy[str]:
    """The input new_password of ChangePassword."""
    return redact(strategy_password())


def strategy_deactivate_user_id() -> SearchStrategy[int]:
    """The input user_id of Deactivate."""
    return strategy_user_id()


def strategy_reactivate_user_id() -> SearchStrategy[int]:
    """The input user_id of Reactivate."""
    return strategy_user_id()


def strategy_login_email() -> SearchStrategy[str]:
    """The input email of Login."""
    return strategy_email()


def strategy_login_password() -> SearchStrategy[str]:
    """The input password of Login."""
    return redact(strategy_password())


def strategy_login_failed_email() -> SearchStrategy[str]:
    """The input email of LoginFailed."""
    return strategy_email()


def strategy_login_failed_password() -> SearchStrategy[str]:
    """The input password of LoginFailed."""
    return redact(strategy_password())


def strategy_check_token_session_id() -> SearchStrategy[str]:
    """The input session_id of CheckToken."""
    return uuids()


def strategy_check_token_token() -> SearchStrategy[str]:
    """The input token of CheckToken."""
    return redact(strategy_token())


def strategy_refresh_session_id() -> SearchStrategy[str]:
    """The input session_id of Refresh."""
    return uuids()


def strategy_refresh_refresh_token() -> SearchStrategy[str]:
    """The input refresh_token of Refresh."""
    return redact(strategy_token())


def strategy_logout_session_id() -> SearchStrategy[str]:
    """The input session_id of Logout."""
    return uuids()


def strategy_request_password_reset_email() -> SearchStrategy[str]:
    """The input email of RequestPasswordReset."""
    return strategy_email()


def strategy_confirm_password_reset_reset_id() -> SearchStrategy[str]:
    """The input reset_id of ConfirmPasswordReset."""
    return uuids()


def strategy_confirm_password_reset_reset_token() -> SearchStrategy[str]:
    """The input reset_token of ConfirmPasswordReset."""
    return redact(strategy_token())


def strategy_confirm_password_reset_new_password() -> SearchStrategy[str]:
    """The input new_password of ConfirmPasswordReset."""
    return redact(strategy_password())
