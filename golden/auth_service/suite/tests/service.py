"""AuthService: its state, its operations, and the rules about them, as a table."""

from tests import clauses, model, parts, strategies
from tests.harness.service import Input, Operation, Output, Presence, Scheme, Service, Slot, StateField
from tests.harness.types import BOOL, DATETIME, INT, UUID, MapOf, Rule, SeqOf
from tests.wire import DISPLAY_NAME, EMAIL, FAILED_LOGIN, PASSWORD, PASSWORD_RESET, SESSION, TOKEN, USER, USER_ID

REGISTER = Operation(
    name="Register",
    method="POST",
    path=("users",),
    status=201,
    given=model.RegisterGiven,
    answer=model.RegisterAnswer,
    inputs=(
        Input("email", "email", "body", EMAIL, strategies.strategy_register_email),
        Input("password", "password", "body", PASSWORD, strategies.strategy_register_password),
        Input("display_name", "display_name", "body", DISPLAY_NAME, strategies.strategy_register_display_name),
    ),
    outputs=(Output("user_id", "user_id", USER_ID),),
    requires=(
        Rule(
            "Register.requires[0]",
            "no u in ran(users) | u.email = email",
            "auth_service.spec:84",
            clauses.register_requires_0,
            parts=parts.register_requires_0,
        ),
    ),
    ensures=(
        Rule(
            "Register.ensures[0]",
            "user_id not in users",
            "auth_service.spec:86",
            clauses.register_ensures_0,
            parts=parts.register_ensures_0,
        ),
        Rule(
            "Register.ensures[1]",
            (
                "users' = users + {user_id -> User { id = user_id, email = email, display_name = "
                "display_name, password_hash = hash(password), is_active = true, created_at = now() "
                "}}"
            ),
            "auth_service.spec:87",
            clauses.register_ensures_1,
            parts=parts.register_ensures_1,
        ),
        Rule(
            "Register.ensures[2]",
            "#users' = #users + 1",
            "auth_service.spec:95",
            clauses.register_ensures_2,
            parts=parts.register_ensures_2,
        ),
    ),
    changes=(clauses.register_changes_0,),
    shape="object",
)

GET_PROFILE = Operation(
    name="GetProfile",
    method="GET",
    path=("users", Slot("user_id")),
    status=200,
    given=model.GetProfileGiven,
    answer=model.GetProfileAnswer,
    inputs=(Input("user_id", "user_id", "path", USER_ID, strategies.strategy_get_profile_user_id),),
    outputs=(
        Output("email", "email", EMAIL),
        Output("display_name", "display_name", DISPLAY_NAME),
        Output("active", "active", BOOL),
    ),
    requires=(
        Rule(
            "GetProfile.requires[0]",
            "user_id in users",
            "auth_service.spec:104",
            clauses.get_profile_requires_0,
            parts=parts.get_profile_requires_0,
        ),
    ),
    presence=(Presence("user_id", 0, clauses.get_profile_presence_0),),
    ensures=(
        Rule(
            "GetProfile.ensures[0]",
            "email = users[user_id].email",
            "auth_service.spec:106",
            clauses.get_profile_ensures_0,
            parts=parts.get_profile_ensures_0,
        ),
        Rule(
            "GetProfile.ensures[1]",
            "display_name = users[user_id].display_name",
            "auth_service.spec:107",
            clauses.get_profile_ensures_1,
            parts=parts.get_profile_ensures_1,
        ),
        Rule(
            "GetProfile.ensures[2]",
            "active = users[user_id].is_active",
            "auth_service.spec:108",
            clauses.get_profile_ensures_2,
            parts=parts.get_profile_ensures_2,
        ),
    ),
    auth=(Scheme("member", "bearer"), Scheme("operator", "basic")),
    shape="object",
    read_only=True,
)

CHANGE_PASSWORD = Operation(
    name="ChangePassword",
    method="PUT",
    path=("users", Slot("user_id"), "password"),
    status=204,
    given=model.ChangePasswordGiven,
    answer=model.ChangePasswordAnswer,
    inputs=(
        Input("user_id", "user_id", "path", USER_ID, strategies.strategy_change_password_user_id),
        Input("password", "password", "body", PASSWORD, strategies.strategy_change_password_password, sensitive=True),
        Input(
            "new_password",
            "new_password",
            "body",
            PASSWORD,
            strategies.strategy_change_password_new_password,
            sensitive=True,
        ),
    ),
    requires=(
        Rule(
            "ChangePassword.requires[0]",
            "user_id in users",
            "auth_service.spec:116",
            clauses.change_password_requires_0,
            parts=parts.change_password_requires_0,
        ),
        Rule(
            "ChangePassword.requires[1]",
            "users[user_id].is_active",
            "auth_service.spec:117",
            clauses.change_password_requires_1,
            parts=parts.change_password_requires_1,
        ),
        Rule(
            "ChangePassword.requires[2]",
            "users[user_id].password_hash = hash(password)",
            "auth_service.spec:118",
            clauses.change_password_requires_2,
            parts=parts.change_password_requires_2,
        ),
        Rule(
            "ChangePassword.requires[3]",
            "new_password != password",
            "auth_service.spec:119",
            clauses.change_password_requires_3,
            parts=parts.change_password_requires_3,
        ),
    ),
    presence=(Presence("user_id", 0, clauses.change_password_presence_0),),
    ensures=(
        Rule(
            "ChangePassword.ensures[0]",
            "users'[user_id].password_hash = hash(new_password)",
            "auth_service.spec:121",
            clauses.change_password_ensures_0,
            parts=parts.change_password_ensures_0,
        ),
        Rule(
            "ChangePassword.ensures[1]",
            "sessions' = sessions - sessionsOf(user_id)",
            "auth_service.spec:122",
            clauses.change_password_ensures_1,
            parts=parts.change_password_ensures_1,
        ),
    ),
    changes=(clauses.change_password_changes_0, clauses.change_password_changes_1),
    auth=(Scheme("member", "bearer"),),
    shape="none",
)

DEACTIVATE = Operation(
    name="Deactivate",
    method="POST",
    path=("users", Slot("user_id"), "deactivate"),
    status=200,
    given=model.DeactivateGiven,
    answer=model.DeactivateAnswer,
    inputs=(Input("user_id", "user_id", "path", USER_ID, strategies.strategy_deactivate_user_id),),
    requires=(
        Rule(
            "Deactivate.requires[0]",
            "user_id in users",
            "auth_service.spec:129",
            clauses.deactivate_requires_0,
            parts=parts.deactivate_requires_0,
        ),
        Rule(
            "Deactivate.requires[1]",
            "users[user_id].is_active",
            "auth_service.spec:130",
            clauses.deactivate_requires_1,
            parts=parts.deactivate_requires_1,
        ),
    ),
    presence=(Presence("user_id", 0, clauses.deactivate_presence_0),),
    ensures=(
        Rule(
            "Deactivate.ensures[0]",
            "users'[user_id].is_active = false",
            "auth_service.spec:132",
            clauses.deactivate_ensures_0,
            parts=parts.deactivate_ensures_0,
        ),
        Rule(
            "Deactivate.ensures[1]",
            "sessions' = sessions - sessionsOf(user_id)",
            "auth_service.spec:133",
            clauses.deactivate_ensures_1,
            parts=parts.deactivate_ensures_1,
        ),
    ),
    changes=(clauses.deactivate_changes_0, clauses.deactivate_changes_1),
    auth=(Scheme("operator", "basic"),),
    shape="empty",
)

REACTIVATE = Operation(
    name="Reactivate",
    method="POST",
    path=("users", Slot("user_id"), "reactivate"),
    status=200,
    given=model.ReactivateGiven,
    answer=model.ReactivateAnswer,
    inputs=(Input("user_id", "user_id", "path", USER_ID, strategies.strategy_reactivate_user_id),),
    requires=(
        Rule(
            "Reactivate.requires[0]",
            "user_id in users",
            "auth_service.spec:140",
            clauses.reactivate_requires_0,
            parts=parts.reactivate_requires_0,
        ),
        Rule(
            "Reactivate.requires[1]",
            "not users[user_id].is_active",
            "auth_service.spec:141",
            clauses.reactivate_requires_1,
            parts=parts.reactivate_requires_1,
        ),
    ),
    presence=(Presence("user_id", 0, clauses.reactivate_presence_0),),
    ensures=(
        Rule(
            "Reactivate.ensures[0]",
            "users'[user_id].is_active = true",
            "auth_service.spec:143",
            clauses.reactivate_ensures_0,
            parts=parts.reactivate_ensures_0,
        ),
    ),
    changes=(clauses.reactivate_changes_0,),
    auth=(Scheme("operator", "basic"),),
    shape="empty",
)

LOGIN = Operation(
    name="Login",
    method="POST",
    path=("sessions",),
    status=201,
    given=model.LoginGiven,
    answer=model.LoginAnswer,
    inputs=(
        Input("email", "email", "body", EMAIL, strategies.strategy_login_email),
        Input("password", "password", "body", PASSWORD, strategies.strategy_login_password, sensitive=True),
    ),
    outputs=(
        Output("session_id", "session_id", UUID),
        Output("token", "token", TOKEN),
        Output("refresh_token", "refresh_token", TOKEN),
    ),
    requires=(
        Rule(
            "Login.requires[0]",
            "recentFailures(email) < maxFailures()",
            "auth_service.spec:152",
            clauses.login_requires_0,
            parts=parts.login_requires_0,
        ),
        Rule(
            "Login.requires[1]",
            "credentialsMatch(email, password)",
            "auth_service.spec:153",
            clauses.login_requires_1,
            parts=parts.login_requires_1,
        ),
    ),
    ensures=(
        Rule(
            "Login.ensures[0]",
            "session_id not in sessions",
            "auth_service.spec:155",
            clauses.login_ensures_0,
            parts=parts.login_ensures_0,
        ),
        Rule(
            "Login.ensures[1]",
            "not tokenInUse(token)",
            "auth_service.spec:156",
            clauses.login_ensures_1,
            parts=parts.login_ensures_1,
        ),
        Rule(
            "Login.ensures[2]",
            "not tokenInUse(refresh_token)",
            "auth_service.spec:157",
            clauses.login_ensures_2,
            parts=parts.login_ensures_2,
        ),
        Rule(
            "Login.ensures[3]",
            "token != refresh_token",
            "auth_service.spec:158",
            clauses.login_ensures_3,
            parts=parts.login_ensures_3,
        ),
        Rule(
            "Login.ensures[4]",
            (
                "let user = (the u in ran(users) | u.email = email) in sessions' = sessions + {session_id "
                "-> Session { id = session_id, user_id = user.id, token = token, refresh_token = "
                "refresh_token, issued_at = now(), expires_at = now() + minutes(30), refresh_until "
                "= now() + days(7) }}"
            ),
            "auth_service.spec:159",
            clauses.login_ensures_4,
            parts=parts.login_ensures_4,
        ),
    ),
    changes=(clauses.login_changes_0,),
    shape="object",
)

LOGIN_FAILED = Operation(
    name="LoginFailed",
    method="POST",
    path=("login-failures",),
    status=200,
    given=model.LoginFailedGiven,
    answer=model.LoginFailedAnswer,
    inputs=(
        Input("email", "email", "body", EMAIL, strategies.strategy_login_failed_email),
        Input("password", "password", "body", PASSWORD, strategies.strategy_login_failed_password, sensitive=True),
    ),
    outputs=(Output("attempts_left", "attempts_left", INT),),
    requires=(
        Rule(
            "LoginFailed.requires[0]",
            "recentFailures(email) < maxFailures()",
            "auth_service.spec:176",
            clauses.login_failed_requires_0,
            parts=parts.login_failed_requires_0,
        ),
        Rule(
            "LoginFailed.requires[1]",
            "not credentialsMatch(email, password)",
            "auth_service.spec:177",
            clauses.login_failed_requires_1,
            parts=parts.login_failed_requires_1,
        ),
    ),
    ensures=(
        Rule(
            "LoginFailed.ensures[0]",
            "failures' = failures + [FailedLogin { email = email, at = now() }]",
            "auth_service.spec:179",
            clauses.login_failed_ensures_0,
            parts=parts.login_failed_ensures_0,
        ),
        Rule(
            "LoginFailed.ensures[1]",
            "recentFailures(email)' = recentFailures(email) + 1",
            "auth_service.spec:180",
            clauses.login_failed_ensures_1,
            parts=parts.login_failed_ensures_1,
        ),
        Rule(
            "LoginFailed.ensures[2]",
            "attempts_left = maxFailures() - recentFailures(email)'",
            "auth_service.spec:181",
            clauses.login_failed_ensures_2,
            parts=parts.login_failed_ensures_2,
        ),
    ),
    changes=(clauses.login_failed_changes_0,),
    auth=(Scheme("gateway", "header", "X-Gateway-Key"),),
    shape="object",
)

CLEAR_FAILURES = Operation(
    name="ClearFailures",
    method="DELETE",
    path=("login-failures",),
    status=204,
    given=model.ClearFailuresGiven,
    answer=model.ClearFailuresAnswer,
    ensures=(
        Rule(
            "ClearFailures.ensures[0]",
            "failures' = []",
            "auth_service.spec:188",
            clauses.clear_failures_ensures_0,
            parts=parts.clear_failures_ensures_0,
        ),
    ),
    changes=(clauses.clear_failures_changes_0,),
    auth=(Scheme("operator", "basic"),),
    shape="none",
)

CHECK_TOKEN = Operation(
    name="CheckToken",
    method="POST",
    path=("sessions", Slot("session_id"), "check"),
    status=200,
    given=model.CheckTokenGiven,
    answer=model.CheckTokenAnswer,
    inputs=(
        Input("session_id", "session_id", "path", UUID, strategies.strategy_check_token_session_id),
        Input("token", "token", "body", TOKEN, strategies.strategy_check_token_token, sensitive=True),
    ),
    outputs=(Output("user_id", "user_id", USER_ID), Output("valid_until", "valid_until", DATETIME)),
    requires=(
        Rule(
            "CheckToken.requires[0]",
            "session_id in sessions",
            "auth_service.spec:196",
            clauses.check_token_requires_0,
            parts=parts.check_token_requires_0,
        ),
        Rule(
            "CheckToken.requires[1]",
            "sessions[session_id].token = token",
            "auth_service.spec:197",
            clauses.check_token_requires_1,
            parts=parts.check_token_requires_1,
        ),
        Rule(
            "CheckToken.requires[2]",
            "now() < sessions[session_id].expires_at",
            "auth_service.spec:198",
            clauses.check_token_requires_2,
            parts=parts.check_token_requires_2,
        ),
    ),
    presence=(Presence("session_id", 0, clauses.check_token_presence_0),),
    ensures=(
        Rule(
            "CheckToken.ensures[0]",
            "user_id = sessions[session_id].user_id",
            "auth_service.spec:200",
            clauses.check_token_ensures_0,
            parts=parts.check_token_ensures_0,
        ),
        Rule(
            "CheckToken.ensures[1]",
            "valid_until = sessions[session_id].expires_at",
            "auth_service.spec:201",
            clauses.check_token_ensures_1,
            parts=parts.check_token_ensures_1,
        ),
    ),
    shape="object",
    read_only=True,
)

REFRESH = Operation(
    name="Refresh",
    method="POST",
    path=("sessions", Slot("session_id"), "refresh"),
    status=200,
    given=model.RefreshGiven,
    answer=model.RefreshAnswer,
    inputs=(
        Input("session_id", "session_id", "path", UUID, strategies.strategy_refresh_session_id),
        Input(
            "refresh_token", "refresh_token", "body", TOKEN, strategies.strategy_refresh_refresh_token, sensitive=True
        ),
    ),
    outputs=(Output("token", "token", TOKEN), Output("next_refresh_token", "next_refresh_token", TOKEN)),
    requires=(
        Rule(
            "Refresh.requires[0]",
            "session_id in sessions",
            "auth_service.spec:209",
            clauses.refresh_requires_0,
            parts=parts.refresh_requires_0,
        ),
        Rule(
            "Refresh.requires[1]",
            "sessions[session_id].refresh_token = refresh_token",
            "auth_service.spec:210",
            clauses.refresh_requires_1,
            parts=parts.refresh_requires_1,
        ),
        Rule(
            "Refresh.requires[2]",
            "now() < sessions[session_id].refresh_until",
            "auth_service.spec:211",
            clauses.refresh_requires_2,
            parts=parts.refresh_requires_2,
        ),
    ),
    presence=(Presence("session_id", 0, clauses.refresh_presence_0),),
    ensures=(
        Rule(
            "Refresh.ensures[0]",
            "not tokenInUse(token)",
            "auth_service.spec:213",
            clauses.refresh_ensures_0,
            parts=parts.refresh_ensures_0,
        ),
        Rule(
            "Refresh.ensures[1]",
            "not tokenInUse(next_refresh_token)",
            "auth_service.spec:214",
            clauses.refresh_ensures_1,
            parts=parts.refresh_ensures_1,
        ),
        Rule(
            "Refresh.ensures[2]",
            "token != next_refresh_token",
            "auth_service.spec:215",
            clauses.refresh_ensures_2,
            parts=parts.refresh_ensures_2,
        ),
        Rule(
            "Refresh.ensures[3]",
            "sessions'[session_id].token = token",
            "auth_service.spec:216",
            clauses.refresh_ensures_3,
            parts=parts.refresh_ensures_3,
        ),
        Rule(
            "Refresh.ensures[4]",
            "sessions'[session_id].refresh_token = next_refresh_token",
            "auth_service.spec:217",
            clauses.refresh_ensures_4,
            parts=parts.refresh_ensures_4,
        ),
        Rule(
            "Refresh.ensures[5]",
            "sessions'[session_id].issued_at = now()",
            "auth_service.spec:218",
            clauses.refresh_ensures_5,
            parts=parts.refresh_ensures_5,
        ),
        Rule(
            "Refresh.ensures[6]",
            "sessions'[session_id].expires_at = now() + minutes(30)",
            "auth_service.spec:219",
            clauses.refresh_ensures_6,
            parts=parts.refresh_ensures_6,
        ),
        Rule(
            "Refresh.ensures[7]",
            "sessions'[session_id].refresh_until = now() + days(7)",
            "auth_service.spec:220",
            clauses.refresh_ensures_7,
            parts=parts.refresh_ensures_7,
        ),
    ),
    changes=(
        clauses.refresh_changes_0,
        clauses.refresh_changes_1,
        clauses.refresh_changes_2,
        clauses.refresh_changes_3,
        clauses.refresh_changes_4,
    ),
    shape="object",
)

LOGOUT = Operation(
    name="Logout",
    method="DELETE",
    path=("sessions", Slot("session_id")),
    status=204,
    given=model.LogoutGiven,
    answer=model.LogoutAnswer,
    inputs=(Input("session_id", "session_id", "path", UUID, strategies.strategy_logout_session_id),),
    requires=(
        Rule(
            "Logout.requires[0]",
            "session_id in sessions",
            "auth_service.spec:227",
            clauses.logout_requires_0,
            parts=parts.logout_requires_0,
        ),
    ),
    presence=(Presence("session_id", 0, clauses.logout_presence_0),),
    ensures=(
        Rule(
            "Logout.ensures[0]",
            "session_id not in sessions'",
            "auth_service.spec:229",
            clauses.logout_ensures_0,
            parts=parts.logout_ensures_0,
        ),
    ),
    changes=(clauses.logout_changes_0,),
    auth=(Scheme("member", "bearer"),),
    shape="none",
)

REQUEST_PASSWORD_RESET = Operation(
    name="RequestPasswordReset",
    method="POST",
    path=("password-resets",),
    status=201,
    given=model.RequestPasswordResetGiven,
    answer=model.RequestPasswordResetAnswer,
    inputs=(Input("email", "email", "body", EMAIL, strategies.strategy_request_password_reset_email),),
    outputs=(Output("reset_id", "reset_id", UUID), Output("reset_token", "reset_token", TOKEN)),
    requires=(
        Rule(
            "RequestPasswordReset.requires[0]",
            "some u in ran(users) | u.email = email and u.is_active",
            "auth_service.spec:240",
            clauses.request_password_reset_requires_0,
            parts=parts.request_password_reset_requires_0,
        ),
    ),
    ensures=(
        Rule(
            "RequestPasswordReset.ensures[0]",
            "reset_id not in resets",
            "auth_service.spec:242",
            clauses.request_password_reset_ensures_0,
            parts=parts.request_password_reset_ensures_0,
        ),
        Rule(
            "RequestPasswordReset.ensures[1]",
            "let user = (the u in ran(users) | u.email = email) in resets'[reset_id].user_id = user.id",
            "auth_service.spec:243",
            clauses.request_password_reset_ensures_1,
            parts=parts.request_password_reset_ensures_1,
        ),
        Rule(
            "RequestPasswordReset.ensures[2]",
            "resets'[reset_id].id = reset_id",
            "auth_service.spec:245",
            clauses.request_password_reset_ensures_2,
            parts=parts.request_password_reset_ensures_2,
        ),
        Rule(
            "RequestPasswordReset.ensures[3]",
            "resets'[reset_id].token_hash = hash(reset_token)",
            "auth_service.spec:246",
            clauses.request_password_reset_ensures_3,
            parts=parts.request_password_reset_ensures_3,
        ),
        Rule(
            "RequestPasswordReset.ensures[4]",
            "resets'[reset_id].expires_at = now() + hours(1)",
            "auth_service.spec:247",
            clauses.request_password_reset_ensures_4,
            parts=parts.request_password_reset_ensures_4,
        ),
        Rule(
            "RequestPasswordReset.ensures[5]",
            "resets'[reset_id].used = false",
            "auth_service.spec:248",
            clauses.request_password_reset_ensures_5,
            parts=parts.request_password_reset_ensures_5,
        ),
    ),
    changes=(
        clauses.request_password_reset_changes_0,
        clauses.request_password_reset_changes_1,
        clauses.request_password_reset_changes_2,
        clauses.request_password_reset_changes_3,
        clauses.request_password_reset_changes_4,
    ),
    auth=(Scheme("gateway", "header", "X-Gateway-Key"),),
    shape="object",
)

CONFIRM_PASSWORD_RESET = Operation(
    name="ConfirmPasswordReset",
    method="POST",
    path=("password-resets", Slot("reset_id"), "confirm"),
    status=200,
    given=model.ConfirmPasswordResetGiven,
    answer=model.ConfirmPasswordResetAnswer,
    inputs=(
        Input("reset_id", "reset_id", "path", UUID, strategies.strategy_confirm_password_reset_reset_id),
        Input(
            "reset_token",
            "reset_token",
            "body",
            TOKEN,
            strategies.strategy_confirm_password_reset_reset_token,
            sensitive=True,
        ),
        Input(
            "new_password",
            "new_password",
            "body",
            PASSWORD,
            strategies.strategy_confirm_password_reset_new_password,
            sensitive=True,
        ),
    ),
    requires=(
        Rule(
            "ConfirmPasswordReset.requires[0]",
            "reset_id in resets",
            "auth_service.spec:254",
            clauses.confirm_password_reset_requires_0,
            parts=parts.confirm_password_reset_requires_0,
        ),
        Rule(
            "ConfirmPasswordReset.requires[1]",
            "not resets[reset_id].used",
            "auth_service.spec:255",
            clauses.confirm_password_reset_requires_1,
            parts=parts.confirm_password_reset_requires_1,
        ),
        Rule(
            "ConfirmPasswordReset.requires[2]",
            "resets[reset_id].token_hash = hash(reset_token)",
            "auth_service.spec:256",
            clauses.confirm_password_reset_requires_2,
            parts=parts.confirm_password_reset_requires_2,
        ),
        Rule(
            "ConfirmPasswordReset.requires[3]",
            "now() < resets[reset_id].expires_at",
            "auth_service.spec:257",
            clauses.confirm_password_reset_requires_3,
            parts=parts.confirm_password_reset_requires_3,
        ),
        Rule(
            "ConfirmPasswordReset.requires[4]",
            "users[resets[reset_id].user_id].password_hash != hash(new_password)",
            "auth_service.spec:258",
            clauses.confirm_password_reset_requires_4,
            parts=parts.confirm_password_reset_requires_4,
        ),
    ),
    presence=(Presence("reset_id", 0, clauses.confirm_password_reset_presence_0),),
    ensures=(
        Rule(
            "ConfirmPasswordReset.ensures[0]",
            "resets'[reset_id].used = true",
            "auth_service.spec:260",
            clauses.confirm_password_reset_ensures_0,
            parts=parts.confirm_password_reset_ensures_0,
        ),
        Rule(
            "ConfirmPasswordReset.ensures[1]",
            "users'[owner].password_hash = hash(new_password)",
            "auth_service.spec:262",
            clauses.confirm_password_reset_ensures_1,
            parts=parts.confirm_password_reset_ensures_1,
        ),
        Rule(
            "ConfirmPasswordReset.ensures[2]",
            "sessions' = sessions - sessionsOf(owner)",
            "auth_service.spec:263",
            clauses.confirm_password_reset_ensures_2,
            parts=parts.confirm_password_reset_ensures_2,
        ),
    ),
    changes=(
        clauses.confirm_password_reset_changes_0,
        clauses.confirm_password_reset_changes_1,
        clauses.confirm_password_reset_changes_2,
    ),
    shape="empty",
)

SERVICE = Service(
    name="AuthService",
    spec="auth_service.spec",
    state=(
        StateField("users", "users", MapOf(USER_ID, USER)),
        StateField("sessions", "sessions", MapOf(UUID, SESSION)),
        StateField("failures", "failures", SeqOf(FAILED_LOGIN)),
        StateField("resets", "resets", MapOf(UUID, PASSWORD_RESET)),
    ),
    state_type=model.State,
    operations=(
        REGISTER,
        GET_PROFILE,
        CHANGE_PASSWORD,
        DEACTIVATE,
        REACTIVATE,
        LOGIN,
        LOGIN_FAILED,
        CLEAR_FAILURES,
        CHECK_TOKEN,
        REFRESH,
        LOGOUT,
        REQUEST_PASSWORD_RESET,
        CONFIRM_PASSWORD_RESET,
    ),
    invariants=(
        Rule(
            "invariant userKeys",
            "all u in users | users[u].id = u",
            "auth_service.spec:268",
            clauses.invariant_user_keys,
            clauses.invariant_user_keys_says,
            parts=parts.invariant_user_keys,
        ),
        Rule(
            "invariant sessionKeys",
            "all s in sessions | sessions[s].id = s",
            "auth_service.spec:270",
            clauses.invariant_session_keys,
            clauses.invariant_session_keys_says,
            parts=parts.invariant_session_keys,
        ),
        Rule(
            "invariant resetKeys",
            "all r in resets | resets[r].id = r",
            "auth_service.spec:272",
            clauses.invariant_reset_keys,
            clauses.invariant_reset_keys_says,
            parts=parts.invariant_reset_keys,
        ),
        Rule(
            "invariant emailsAreUnique",
            "all a in users, b in users | users[a].email = users[b].email implies a = b",
            "auth_service.spec:274",
            clauses.invariant_emails_are_unique,
            clauses.invariant_emails_are_unique_says,
            parts=parts.invariant_emails_are_unique,
        ),
        Rule(
            "invariant tokensAreUnique",
            (
                "all a in sessions, b in sessions | sessions[a].token = sessions[b].token or "
                "sessions[a].refresh_token = sessions[b].refresh_token implies a = b"
            ),
            "auth_service.spec:277",
            clauses.invariant_tokens_are_unique,
            clauses.invariant_tokens_are_unique_says,
            parts=parts.invariant_tokens_are_unique,
        ),
        Rule(
            "invariant sessionsBelongToActiveUsers",
            "all s in ran(sessions) | s.user_id in users and users[s.user_id].is_active",
            "auth_service.spec:282",
            clauses.invariant_sessions_belong_to_active_users,
            clauses.invariant_sessions_belong_to_active_users_says,
            parts=parts.invariant_sessions_belong_to_active_users,
        ),
        Rule(
            "invariant resetsHaveOwners",
            "all r in ran(resets) | r.user_id in users",
            "auth_service.spec:285",
            clauses.invariant_resets_have_owners,
            clauses.invariant_resets_have_owners_says,
            parts=parts.invariant_resets_have_owners,
        ),
    ),
    always=(
        Rule(
            "always sessionsNeedAccounts",
            "#users = 0 implies #sessions = 0",
            "auth_service.spec:289",
            clauses.always_sessions_need_accounts,
            clauses.always_sessions_need_accounts_says,
            parts=parts.always_sessions_need_accounts,
        ),
    ),
    eventually=(
        Rule(
            "eventually someoneLogsIn",
            "#sessions > 0",
            "auth_service.spec:287",
            clauses.eventually_someone_logs_in,
            parts=parts.eventually_someone_logs_in,
        ),
    ),
)
