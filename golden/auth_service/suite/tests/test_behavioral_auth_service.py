"""What AuthService promises, clause by clause."""

from tests.harness.checks import Seen, Trace, examples_of, malformed_of, traces_of, unauthorized_of, witnesses_of
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

# Register: POST /users


@examples_of(REGISTER)
def test_register_accepts(seen: Seen) -> None:
    """Register accepts every call whose precondition holds. (auth_service.spec:80)"""
    seen.accepts()


@witnesses_of(REGISTER, "Register accepts witnesses")
def test_register_accepts_witnesses(seen: Seen) -> None:
    """Register accepts the calls that were found for it. (auth_service.spec:80)"""
    seen.accepts()


@examples_of(REGISTER)
def test_register_ensures_0(seen: Seen) -> None:
    """Register ensures: user_id not in users (auth_service.spec:86)"""
    seen.ensures(0)


@examples_of(REGISTER)
def test_register_ensures_1(seen: Seen) -> None:
    """Register ensures: users' = users + {user_id -> User { id = user_id, email = email, display_name =..."""
    seen.ensures(1)


@examples_of(REGISTER)
def test_register_ensures_2(seen: Seen) -> None:
    """Register ensures: #users' = #users + 1 (auth_service.spec:95)"""
    seen.ensures(2)


@examples_of(REGISTER)
def test_register_rejects(seen: Seen) -> None:
    """Register rejects every call whose precondition fails, and changes nothing. (auth_service.spec:80)"""
    seen.rejects()


@witnesses_of(REGISTER, "Register rejects input email")
def test_register_rejects_input_email(seen: Seen) -> None:
    """Register rejects a call that breaks: email: len(value) <= 254 and isValidEmail(value) (auth_service.spec:8)"""
    seen.rejects("Email.where")


@witnesses_of(REGISTER, "Register rejects input password")
def test_register_rejects_input_password(seen: Seen) -> None:
    """Register rejects a call that breaks: password: len(value) >= 10 and len(value) <= 128 (auth_service.spec:12)"""
    seen.rejects("Password.where")


@witnesses_of(REGISTER, "Register rejects input display_name")
def test_register_rejects_input_display_name(seen: Seen) -> None:
    """Register rejects a call that breaks: display_name: len(value) >= 1 and len(value) <= 80 (auth_service.spec:10)"""
    seen.rejects("DisplayName.where")


@witnesses_of(REGISTER, "Register rejects requires 0")
def test_register_rejects_requires_0(seen: Seen) -> None:
    """Register rejects a call that breaks: no u in ran(users) | u.email = email (auth_service.spec:84)"""
    seen.rejects("Register.requires[0]")


@examples_of(REGISTER)
def test_register_invariant_user_keys(seen: Seen) -> None:
    """Register keeps the invariant: all u in users | users[u].id = u (auth_service.spec:268)"""
    seen.invariant(0)


@examples_of(REGISTER)
def test_register_invariant_emails_are_unique(seen: Seen) -> None:
    """Register keeps the invariant: all a in users, b in users | users[a].email = users[b].email implies a = b..."""
    seen.invariant(3)


@examples_of(REGISTER)
def test_register_invariant_sessions_belong_to_active_users(seen: Seen) -> None:
    """Register keeps the invariant: all s in ran(sessions) | s.user_id in users and users[s.user_id].is_active..."""
    seen.invariant(5)


@examples_of(REGISTER)
def test_register_invariant_resets_have_owners(seen: Seen) -> None:
    """Register keeps the invariant: all r in ran(resets) | r.user_id in users (auth_service.spec:285)"""
    seen.invariant(6)


@examples_of(REGISTER)
def test_register_always_sessions_need_accounts(seen: Seen) -> None:
    """Register keeps what always holds: #users = 0 implies #sessions = 0 (auth_service.spec:289)"""
    seen.always(0)


@examples_of(REGISTER)
def test_register_types(seen: Seen) -> None:
    """After Register everything stored has its type, with all refinements. (auth_service.spec:80)"""
    seen.types()


@examples_of(REGISTER)
def test_register_frame(seen: Seen) -> None:
    """Register changes nothing else, and so keeps 3 invariants. (auth_service.spec:80)"""
    seen.frame()


@examples_of(REGISTER)
def test_register_output(seen: Seen) -> None:
    """The answer of Register has the declared outputs, types and headers. (auth_service.spec:80)"""
    seen.output()


@witnesses_of(REGISTER, "Register boundary input email")
def test_register_boundary_input_email(seen: Seen) -> None:
    """Register at the limit, and just beside it: email: len(value) <= 254 (auth_service.spec:8)"""
    seen.total()


@witnesses_of(REGISTER, "Register boundary input email 2")
def test_register_boundary_input_email_2(seen: Seen) -> None:
    """Register at the limit, and just beside it: email: isValidEmail(value) (auth_service.spec:8)"""
    seen.total()


@witnesses_of(REGISTER, "Register boundary input password")
def test_register_boundary_input_password(seen: Seen) -> None:
    """Register at the limit, and just beside it: password: len(value) >= 10 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(REGISTER, "Register boundary input password 2")
def test_register_boundary_input_password_2(seen: Seen) -> None:
    """Register at the limit, and just beside it: password: len(value) <= 128 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(REGISTER, "Register boundary input display_name")
def test_register_boundary_input_display_name(seen: Seen) -> None:
    """Register at the limit, and just beside it: display_name: len(value) >= 1 (auth_service.spec:10)"""
    seen.total()


@witnesses_of(REGISTER, "Register boundary input display_name 2")
def test_register_boundary_input_display_name_2(seen: Seen) -> None:
    """Register at the limit, and just beside it: display_name: len(value) <= 80 (auth_service.spec:10)"""
    seen.total()


@witnesses_of(REGISTER, "Register branches input email")
def test_register_branches_input_email(seen: Seen) -> None:
    """Register both ways: email: len(value) <= 254 (auth_service.spec:8)"""
    seen.total()


@witnesses_of(REGISTER, "Register branches input email 2")
def test_register_branches_input_email_2(seen: Seen) -> None:
    """Register both ways: email: isValidEmail(value) (auth_service.spec:8)"""
    seen.total()


@witnesses_of(REGISTER, "Register branches input password")
def test_register_branches_input_password(seen: Seen) -> None:
    """Register both ways: password: len(value) >= 10 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(REGISTER, "Register branches input password 2")
def test_register_branches_input_password_2(seen: Seen) -> None:
    """Register both ways: password: len(value) <= 128 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(REGISTER, "Register branches input display_name")
def test_register_branches_input_display_name(seen: Seen) -> None:
    """Register both ways: display_name: len(value) >= 1 (auth_service.spec:10)"""
    seen.total()


@witnesses_of(REGISTER, "Register branches input display_name 2")
def test_register_branches_input_display_name_2(seen: Seen) -> None:
    """Register both ways: display_name: len(value) <= 80 (auth_service.spec:10)"""
    seen.total()


@witnesses_of(REGISTER, "Register branches requires 0")
def test_register_branches_requires_0(seen: Seen) -> None:
    """Register both ways: no u in ran(users) | u.email = email (auth_service.spec:84)"""
    seen.total()


@malformed_of(REGISTER, "Register malformed email")
def test_register_malformed_email(seen: Seen) -> None:
    """Register refuses an `email` that is not well-formed. (auth_service.spec:81)"""
    seen.refuses()


@malformed_of(REGISTER, "Register malformed password")
def test_register_malformed_password(seen: Seen) -> None:
    """Register refuses an `password` that is not well-formed. (auth_service.spec:81)"""
    seen.refuses()


@malformed_of(REGISTER, "Register malformed display_name")
def test_register_malformed_display_name(seen: Seen) -> None:
    """Register refuses an `display_name` that is not well-formed. (auth_service.spec:81)"""
    seen.refuses()


@malformed_of(REGISTER, "Register malformed body")
def test_register_malformed_body(seen: Seen) -> None:
    """Register refuses a body that is not well-formed. (auth_service.spec:80)"""
    seen.refuses()


# GetProfile: GET /users/{user_id}


@examples_of(GET_PROFILE)
def test_get_profile_accepts(seen: Seen) -> None:
    """GetProfile accepts every call whose precondition holds. (auth_service.spec:99)"""
    seen.accepts()


@witnesses_of(GET_PROFILE, "GetProfile accepts witnesses")
def test_get_profile_accepts_witnesses(seen: Seen) -> None:
    """GetProfile accepts the calls that were found for it. (auth_service.spec:99)"""
    seen.accepts()


@examples_of(GET_PROFILE)
def test_get_profile_ensures_0(seen: Seen) -> None:
    """GetProfile ensures: email = users[user_id].email (auth_service.spec:106)"""
    seen.ensures(0)


@examples_of(GET_PROFILE)
def test_get_profile_ensures_1(seen: Seen) -> None:
    """GetProfile ensures: display_name = users[user_id].display_name (auth_service.spec:107)"""
    seen.ensures(1)


@examples_of(GET_PROFILE)
def test_get_profile_ensures_2(seen: Seen) -> None:
    """GetProfile ensures: active = users[user_id].is_active (auth_service.spec:108)"""
    seen.ensures(2)


@examples_of(GET_PROFILE)
def test_get_profile_rejects(seen: Seen) -> None:
    """GetProfile rejects every call whose precondition fails, and changes nothing. (auth_service.spec:99)"""
    seen.rejects()


@witnesses_of(GET_PROFILE, "GetProfile rejects input user_id")
def test_get_profile_rejects_input_user_id(seen: Seen) -> None:
    """GetProfile rejects a call that breaks: user_id: value > 0 (auth_service.spec:6)"""
    seen.rejects("UserId.where")


@witnesses_of(GET_PROFILE, "GetProfile rejects requires 0")
def test_get_profile_rejects_requires_0(seen: Seen) -> None:
    """GetProfile rejects a call that breaks: user_id in users (auth_service.spec:104)"""
    seen.rejects("GetProfile.requires[0]")


@examples_of(GET_PROFILE)
def test_get_profile_frame(seen: Seen) -> None:
    """GetProfile changes nothing else, and so keeps 8 invariants. (auth_service.spec:99)"""
    seen.frame()


@examples_of(GET_PROFILE)
def test_get_profile_output(seen: Seen) -> None:
    """The answer of GetProfile has the declared outputs, types and headers. (auth_service.spec:99)"""
    seen.output()


@examples_of(GET_PROFILE)
def test_get_profile_safe(seen: Seen) -> None:
    """GetProfile changes nothing, and says the same when it is asked again. (auth_service.spec:99)"""
    seen.safe(same=True)


@witnesses_of(GET_PROFILE, "GetProfile boundary input user_id")
def test_get_profile_boundary_input_user_id(seen: Seen) -> None:
    """GetProfile at the limit, and just beside it: user_id: value > 0 (auth_service.spec:6)"""
    seen.total()


@malformed_of(GET_PROFILE, "GetProfile malformed user_id")
def test_get_profile_malformed_user_id(seen: Seen) -> None:
    """GetProfile refuses an `user_id` that is not well-formed. (auth_service.spec:100)"""
    seen.refuses()


@unauthorized_of(GET_PROFILE, "GetProfile auth")
def test_get_profile_auth(seen: Seen) -> None:
    """GetProfile asks for credentials, and changes nothing without them. (auth_service.spec:99)"""
    seen.unauthorized()


# ChangePassword: PUT /users/{user_id}/password


@examples_of(CHANGE_PASSWORD)
def test_change_password_accepts(seen: Seen) -> None:
    """ChangePassword accepts every call whose precondition holds. (auth_service.spec:112)"""
    seen.accepts()


@witnesses_of(CHANGE_PASSWORD, "ChangePassword accepts witnesses")
def test_change_password_accepts_witnesses(seen: Seen) -> None:
    """ChangePassword accepts the calls that were found for it. (auth_service.spec:112)"""
    seen.accepts()


@examples_of(CHANGE_PASSWORD)
def test_change_password_ensures_0(seen: Seen) -> None:
    """ChangePassword ensures: users'[user_id].password_hash = hash(new_password) (auth_service.spec:121)"""
    seen.ensures(0)


@examples_of(CHANGE_PASSWORD)
def test_change_password_ensures_1(seen: Seen) -> None:
    """ChangePassword ensures: sessions' = sessions - sessionsOf(user_id) (auth_service.spec:122)"""
    seen.ensures(1)


@witnesses_of(CHANGE_PASSWORD, "ChangePassword ensures 1 branches")
def test_change_password_ensures_1_branches(seen: Seen) -> None:
    """ChangePassword ensures: sessions' = sessions - sessionsOf(user_id) (auth_service.spec:122)"""
    seen.ensures(1)


@examples_of(CHANGE_PASSWORD)
def test_change_password_rejects(seen: Seen) -> None:
    """ChangePassword rejects every call whose precondition fails, and changes nothing. (auth_service.spec:112)"""
    seen.rejects()


@witnesses_of(CHANGE_PASSWORD, "ChangePassword rejects input user_id")
def test_change_password_rejects_input_user_id(seen: Seen) -> None:
    """ChangePassword rejects a call that breaks: user_id: value > 0 (auth_service.spec:6)"""
    seen.rejects("UserId.where")


@witnesses_of(CHANGE_PASSWORD, "ChangePassword rejects input password")
def test_change_password_rejects_input_password(seen: Seen) -> None:
    """ChangePassword rejects a call that breaks: password: len(value) >= 10 and len(value) <= 128..."""
    seen.rejects("Password.where")


@witnesses_of(CHANGE_PASSWORD, "ChangePassword rejects input new_password")
def test_change_password_rejects_input_new_password(seen: Seen) -> None:
    """ChangePassword rejects a call that breaks: new_password: len(value) >= 10 and len(value) <= 128..."""
    seen.rejects("Password.where")


@witnesses_of(CHANGE_PASSWORD, "ChangePassword rejects requires 0")
def test_change_password_rejects_requires_0(seen: Seen) -> None:
    """ChangePassword rejects a call that breaks: user_id in users (auth_service.spec:116)"""
    seen.rejects("ChangePassword.requires[0]")


@witnesses_of(CHANGE_PASSWORD, "ChangePassword rejects requires 1")
def test_change_password_rejects_requires_1(seen: Seen) -> None:
    """ChangePassword rejects a call that breaks: users[user_id].is_active (auth_service.spec:117)"""
    seen.rejects("ChangePassword.requires[1]")


@witnesses_of(CHANGE_PASSWORD, "ChangePassword rejects requires 2")
def test_change_password_rejects_requires_2(seen: Seen) -> None:
    """ChangePassword rejects a call that breaks: users[user_id].password_hash = hash(password)..."""
    seen.rejects("ChangePassword.requires[2]")


@witnesses_of(CHANGE_PASSWORD, "ChangePassword rejects requires 3")
def test_change_password_rejects_requires_3(seen: Seen) -> None:
    """ChangePassword rejects a call that breaks: new_password != password (auth_service.spec:119)"""
    seen.rejects("ChangePassword.requires[3]")


@examples_of(CHANGE_PASSWORD)
def test_change_password_invariant_user_keys(seen: Seen) -> None:
    """ChangePassword keeps the invariant: all u in users | users[u].id = u (auth_service.spec:268)"""
    seen.invariant(0)


@examples_of(CHANGE_PASSWORD)
def test_change_password_invariant_session_keys(seen: Seen) -> None:
    """ChangePassword keeps the invariant: all s in sessions | sessions[s].id = s (auth_service.spec:270)"""
    seen.invariant(1)


@examples_of(CHANGE_PASSWORD)
def test_change_password_invariant_emails_are_unique(seen: Seen) -> None:
    """ChangePassword keeps the invariant: all a in users, b in users | users[a].email = users[b].email implies a..."""
    seen.invariant(3)


@examples_of(CHANGE_PASSWORD)
def test_change_password_invariant_tokens_are_unique(seen: Seen) -> None:
    """ChangePassword keeps the invariant: all a in sessions, b in sessions | sessions[a].token =..."""
    seen.invariant(4)


@examples_of(CHANGE_PASSWORD)
def test_change_password_invariant_sessions_belong_to_active_users(seen: Seen) -> None:
    """ChangePassword keeps the invariant: all s in ran(sessions) | s.user_id in users and..."""
    seen.invariant(5)


@examples_of(CHANGE_PASSWORD)
def test_change_password_invariant_resets_have_owners(seen: Seen) -> None:
    """ChangePassword keeps the invariant: all r in ran(resets) | r.user_id in users (auth_service.spec:285)"""
    seen.invariant(6)


@examples_of(CHANGE_PASSWORD)
def test_change_password_always_sessions_need_accounts(seen: Seen) -> None:
    """ChangePassword keeps what always holds: #users = 0 implies #sessions = 0 (auth_service.spec:289)"""
    seen.always(0)


@examples_of(CHANGE_PASSWORD)
def test_change_password_types(seen: Seen) -> None:
    """After ChangePassword everything stored has its type, with all refinements. (auth_service.spec:112)"""
    seen.types()


@examples_of(CHANGE_PASSWORD)
def test_change_password_frame(seen: Seen) -> None:
    """ChangePassword changes nothing else, and so keeps 1 invariant. (auth_service.spec:112)"""
    seen.frame()


@examples_of(CHANGE_PASSWORD)
def test_change_password_output(seen: Seen) -> None:
    """The answer of ChangePassword has the declared outputs, types and headers. (auth_service.spec:112)"""
    seen.output()


@witnesses_of(CHANGE_PASSWORD, "ChangePassword boundary input user_id")
def test_change_password_boundary_input_user_id(seen: Seen) -> None:
    """ChangePassword at the limit, and just beside it: user_id: value > 0 (auth_service.spec:6)"""
    seen.total()


@witnesses_of(CHANGE_PASSWORD, "ChangePassword boundary input password")
def test_change_password_boundary_input_password(seen: Seen) -> None:
    """ChangePassword at the limit, and just beside it: password: len(value) >= 10 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(CHANGE_PASSWORD, "ChangePassword boundary input password 2")
def test_change_password_boundary_input_password_2(seen: Seen) -> None:
    """ChangePassword at the limit, and just beside it: password: len(value) <= 128 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(CHANGE_PASSWORD, "ChangePassword boundary input new_password")
def test_change_password_boundary_input_new_password(seen: Seen) -> None:
    """ChangePassword at the limit, and just beside it: new_password: len(value) >= 10 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(CHANGE_PASSWORD, "ChangePassword boundary input new_password 2")
def test_change_password_boundary_input_new_password_2(seen: Seen) -> None:
    """ChangePassword at the limit, and just beside it: new_password: len(value) <= 128 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(CHANGE_PASSWORD, "ChangePassword branches input password")
def test_change_password_branches_input_password(seen: Seen) -> None:
    """ChangePassword both ways: password: len(value) >= 10 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(CHANGE_PASSWORD, "ChangePassword branches input password 2")
def test_change_password_branches_input_password_2(seen: Seen) -> None:
    """ChangePassword both ways: password: len(value) <= 128 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(CHANGE_PASSWORD, "ChangePassword branches input new_password")
def test_change_password_branches_input_new_password(seen: Seen) -> None:
    """ChangePassword both ways: new_password: len(value) >= 10 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(CHANGE_PASSWORD, "ChangePassword branches input new_password 2")
def test_change_password_branches_input_new_password_2(seen: Seen) -> None:
    """ChangePassword both ways: new_password: len(value) <= 128 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(CHANGE_PASSWORD, "ChangePassword branches requires 3")
def test_change_password_branches_requires_3(seen: Seen) -> None:
    """ChangePassword both ways: new_password != password (auth_service.spec:119)"""
    seen.total()


@malformed_of(CHANGE_PASSWORD, "ChangePassword malformed user_id")
def test_change_password_malformed_user_id(seen: Seen) -> None:
    """ChangePassword refuses an `user_id` that is not well-formed. (auth_service.spec:113)"""
    seen.refuses()


@malformed_of(CHANGE_PASSWORD, "ChangePassword malformed password")
def test_change_password_malformed_password(seen: Seen) -> None:
    """ChangePassword refuses an `password` that is not well-formed. (auth_service.spec:113)"""
    seen.refuses()


@malformed_of(CHANGE_PASSWORD, "ChangePassword malformed new_password")
def test_change_password_malformed_new_password(seen: Seen) -> None:
    """ChangePassword refuses an `new_password` that is not well-formed. (auth_service.spec:113)"""
    seen.refuses()


@malformed_of(CHANGE_PASSWORD, "ChangePassword malformed body")
def test_change_password_malformed_body(seen: Seen) -> None:
    """ChangePassword refuses a body that is not well-formed. (auth_service.spec:112)"""
    seen.refuses()


@unauthorized_of(CHANGE_PASSWORD, "ChangePassword auth")
def test_change_password_auth(seen: Seen) -> None:
    """ChangePassword asks for credentials, and changes nothing without them. (auth_service.spec:112)"""
    seen.unauthorized()


# Deactivate: POST /users/{user_id}/deactivate


@examples_of(DEACTIVATE)
def test_deactivate_accepts(seen: Seen) -> None:
    """Deactivate accepts every call whose precondition holds. (auth_service.spec:125)"""
    seen.accepts()


@witnesses_of(DEACTIVATE, "Deactivate accepts witnesses")
def test_deactivate_accepts_witnesses(seen: Seen) -> None:
    """Deactivate accepts the calls that were found for it. (auth_service.spec:125)"""
    seen.accepts()


@examples_of(DEACTIVATE)
def test_deactivate_ensures_0(seen: Seen) -> None:
    """Deactivate ensures: users'[user_id].is_active = false (auth_service.spec:132)"""
    seen.ensures(0)


@examples_of(DEACTIVATE)
def test_deactivate_ensures_1(seen: Seen) -> None:
    """Deactivate ensures: sessions' = sessions - sessionsOf(user_id) (auth_service.spec:133)"""
    seen.ensures(1)


@witnesses_of(DEACTIVATE, "Deactivate ensures 1 branches")
def test_deactivate_ensures_1_branches(seen: Seen) -> None:
    """Deactivate ensures: sessions' = sessions - sessionsOf(user_id) (auth_service.spec:133)"""
    seen.ensures(1)


@examples_of(DEACTIVATE)
def test_deactivate_rejects(seen: Seen) -> None:
    """Deactivate rejects every call whose precondition fails, and changes nothing. (auth_service.spec:125)"""
    seen.rejects()


@witnesses_of(DEACTIVATE, "Deactivate rejects input user_id")
def test_deactivate_rejects_input_user_id(seen: Seen) -> None:
    """Deactivate rejects a call that breaks: user_id: value > 0 (auth_service.spec:6)"""
    seen.rejects("UserId.where")


@witnesses_of(DEACTIVATE, "Deactivate rejects requires 0")
def test_deactivate_rejects_requires_0(seen: Seen) -> None:
    """Deactivate rejects a call that breaks: user_id in users (auth_service.spec:129)"""
    seen.rejects("Deactivate.requires[0]")


@witnesses_of(DEACTIVATE, "Deactivate rejects requires 1")
def test_deactivate_rejects_requires_1(seen: Seen) -> None:
    """Deactivate rejects a call that breaks: users[user_id].is_active (auth_service.spec:130)"""
    seen.rejects("Deactivate.requires[1]")


@examples_of(DEACTIVATE)
def test_deactivate_invariant_user_keys(seen: Seen) -> None:
    """Deactivate keeps the invariant: all u in users | users[u].id = u (auth_service.spec:268)"""
    seen.invariant(0)


@examples_of(DEACTIVATE)
def test_deactivate_invariant_session_keys(seen: Seen) -> None:
    """Deactivate keeps the invariant: all s in sessions | sessions[s].id = s (auth_service.spec:270)"""
    seen.invariant(1)


@examples_of(DEACTIVATE)
def test_deactivate_invariant_emails_are_unique(seen: Seen) -> None:
    """Deactivate keeps the invariant: all a in users, b in users | users[a].email = users[b].email implies a = b..."""
    seen.invariant(3)


@examples_of(DEACTIVATE)
def test_deactivate_invariant_tokens_are_unique(seen: Seen) -> None:
    """Deactivate keeps the invariant: all a in sessions, b in sessions | sessions[a].token = sessions[b].token..."""
    seen.invariant(4)


@examples_of(DEACTIVATE)
def test_deactivate_invariant_sessions_belong_to_active_users(seen: Seen) -> None:
    """Deactivate keeps the invariant: all s in ran(sessions) | s.user_id in users and users[s.user_id].is_active..."""
    seen.invariant(5)


@examples_of(DEACTIVATE)
def test_deactivate_invariant_resets_have_owners(seen: Seen) -> None:
    """Deactivate keeps the invariant: all r in ran(resets) | r.user_id in users (auth_service.spec:285)"""
    seen.invariant(6)


@examples_of(DEACTIVATE)
def test_deactivate_always_sessions_need_accounts(seen: Seen) -> None:
    """Deactivate keeps what always holds: #users = 0 implies #sessions = 0 (auth_service.spec:289)"""
    seen.always(0)


@examples_of(DEACTIVATE)
def test_deactivate_types(seen: Seen) -> None:
    """After Deactivate everything stored has its type, with all refinements. (auth_service.spec:125)"""
    seen.types()


@examples_of(DEACTIVATE)
def test_deactivate_frame(seen: Seen) -> None:
    """Deactivate changes nothing else, and so keeps 1 invariant. (auth_service.spec:125)"""
    seen.frame()


@examples_of(DEACTIVATE)
def test_deactivate_output(seen: Seen) -> None:
    """The answer of Deactivate has the declared outputs, types and headers. (auth_service.spec:125)"""
    seen.output()


@witnesses_of(DEACTIVATE, "Deactivate boundary input user_id")
def test_deactivate_boundary_input_user_id(seen: Seen) -> None:
    """Deactivate at the limit, and just beside it: user_id: value > 0 (auth_service.spec:6)"""
    seen.total()


@malformed_of(DEACTIVATE, "Deactivate malformed user_id")
def test_deactivate_malformed_user_id(seen: Seen) -> None:
    """Deactivate refuses an `user_id` that is not well-formed. (auth_service.spec:126)"""
    seen.refuses()


@unauthorized_of(DEACTIVATE, "Deactivate auth")
def test_deactivate_auth(seen: Seen) -> None:
    """Deactivate asks for credentials, and changes nothing without them. (auth_service.spec:125)"""
    seen.unauthorized()


# Reactivate: POST /users/{user_id}/reactivate


@examples_of(REACTIVATE)
def test_reactivate_accepts(seen: Seen) -> None:
    """Reactivate accepts every call whose precondition holds. (auth_service.spec:136)"""
    seen.accepts()


@witnesses_of(REACTIVATE, "Reactivate accepts witnesses")
def test_reactivate_accepts_witnesses(seen: Seen) -> None:
    """Reactivate accepts the calls that were found for it. (auth_service.spec:136)"""
    seen.accepts()


@examples_of(REACTIVATE)
def test_reactivate_ensures_0(seen: Seen) -> None:
    """Reactivate ensures: users'[user_id].is_active = true (auth_service.spec:143)"""
    seen.ensures(0)


@examples_of(REACTIVATE)
def test_reactivate_rejects(seen: Seen) -> None:
    """Reactivate rejects every call whose precondition fails, and changes nothing. (auth_service.spec:136)"""
    seen.rejects()


@witnesses_of(REACTIVATE, "Reactivate rejects input user_id")
def test_reactivate_rejects_input_user_id(seen: Seen) -> None:
    """Reactivate rejects a call that breaks: user_id: value > 0 (auth_service.spec:6)"""
    seen.rejects("UserId.where")


@witnesses_of(REACTIVATE, "Reactivate rejects requires 0")
def test_reactivate_rejects_requires_0(seen: Seen) -> None:
    """Reactivate rejects a call that breaks: user_id in users (auth_service.spec:140)"""
    seen.rejects("Reactivate.requires[0]")


@witnesses_of(REACTIVATE, "Reactivate rejects requires 1")
def test_reactivate_rejects_requires_1(seen: Seen) -> None:
    """Reactivate rejects a call that breaks: not users[user_id].is_active (auth_service.spec:141)"""
    seen.rejects("Reactivate.requires[1]")


@examples_of(REACTIVATE)
def test_reactivate_invariant_user_keys(seen: Seen) -> None:
    """Reactivate keeps the invariant: all u in users | users[u].id = u (auth_service.spec:268)"""
    seen.invariant(0)


@examples_of(REACTIVATE)
def test_reactivate_invariant_emails_are_unique(seen: Seen) -> None:
    """Reactivate keeps the invariant: all a in users, b in users | users[a].email = users[b].email implies a = b..."""
    seen.invariant(3)


@examples_of(REACTIVATE)
def test_reactivate_invariant_sessions_belong_to_active_users(seen: Seen) -> None:
    """Reactivate keeps the invariant: all s in ran(sessions) | s.user_id in users and users[s.user_id].is_active..."""
    seen.invariant(5)


@examples_of(REACTIVATE)
def test_reactivate_invariant_resets_have_owners(seen: Seen) -> None:
    """Reactivate keeps the invariant: all r in ran(resets) | r.user_id in users (auth_service.spec:285)"""
    seen.invariant(6)


@examples_of(REACTIVATE)
def test_reactivate_always_sessions_need_accounts(seen: Seen) -> None:
    """Reactivate keeps what always holds: #users = 0 implies #sessions = 0 (auth_service.spec:289)"""
    seen.always(0)


@examples_of(REACTIVATE)
def test_reactivate_types(seen: Seen) -> None:
    """After Reactivate everything stored has its type, with all refinements. (auth_service.spec:136)"""
    seen.types()


@examples_of(REACTIVATE)
def test_reactivate_frame(seen: Seen) -> None:
    """Reactivate changes nothing else, and so keeps 3 invariants. (auth_service.spec:136)"""
    seen.frame()


@examples_of(REACTIVATE)
def test_reactivate_output(seen: Seen) -> None:
    """The answer of Reactivate has the declared outputs, types and headers. (auth_service.spec:136)"""
    seen.output()


@witnesses_of(REACTIVATE, "Reactivate boundary input user_id")
def test_reactivate_boundary_input_user_id(seen: Seen) -> None:
    """Reactivate at the limit, and just beside it: user_id: value > 0 (auth_service.spec:6)"""
    seen.total()


@malformed_of(REACTIVATE, "Reactivate malformed user_id")
def test_reactivate_malformed_user_id(seen: Seen) -> None:
    """Reactivate refuses an `user_id` that is not well-formed. (auth_service.spec:137)"""
    seen.refuses()


@unauthorized_of(REACTIVATE, "Reactivate auth")
def test_reactivate_auth(seen: Seen) -> None:
    """Reactivate asks for credentials, and changes nothing without them. (auth_service.spec:136)"""
    seen.unauthorized()


# Login: POST /sessions


@examples_of(LOGIN)
def test_login_accepts(seen: Seen) -> None:
    """Login accepts every call whose precondition holds. (auth_service.spec:148)"""
    seen.accepts()


@witnesses_of(LOGIN, "Login accepts witnesses")
def test_login_accepts_witnesses(seen: Seen) -> None:
    """Login accepts the calls that were found for it. (auth_service.spec:148)"""
    seen.accepts()


@examples_of(LOGIN)
def test_login_ensures_0(seen: Seen) -> None:
    """Login ensures: session_id not in sessions (auth_service.spec:155)"""
    seen.ensures(0)


@examples_of(LOGIN)
def test_login_ensures_1(seen: Seen) -> None:
    """Login ensures: not tokenInUse(token) (auth_service.spec:156)"""
    seen.ensures(1)


@witnesses_of(LOGIN, "Login ensures 1 branches")
def test_login_ensures_1_branches(seen: Seen) -> None:
    """Login ensures: not tokenInUse(token) (auth_service.spec:156)"""
    seen.ensures(1)


@examples_of(LOGIN)
def test_login_ensures_2(seen: Seen) -> None:
    """Login ensures: not tokenInUse(refresh_token) (auth_service.spec:157)"""
    seen.ensures(2)


@witnesses_of(LOGIN, "Login ensures 2 branches")
def test_login_ensures_2_branches(seen: Seen) -> None:
    """Login ensures: not tokenInUse(refresh_token) (auth_service.spec:157)"""
    seen.ensures(2)


@examples_of(LOGIN)
def test_login_ensures_3(seen: Seen) -> None:
    """Login ensures: token != refresh_token (auth_service.spec:158)"""
    seen.ensures(3)


@examples_of(LOGIN)
def test_login_ensures_4(seen: Seen) -> None:
    """Login ensures: let user = (the u in ran(users) | u.email = email) in sessions' = sessions + {session_id ->..."""
    seen.ensures(4)


@witnesses_of(LOGIN, "Login ensures 4 branches")
def test_login_ensures_4_branches(seen: Seen) -> None:
    """Login ensures: let user = (the u in ran(users) | u.email = email) in sessions' = sessions + {session_id ->..."""
    seen.ensures(4)


@examples_of(LOGIN)
def test_login_rejects(seen: Seen) -> None:
    """Login rejects every call whose precondition fails, and changes nothing. (auth_service.spec:148)"""
    seen.rejects()


@witnesses_of(LOGIN, "Login rejects input email")
def test_login_rejects_input_email(seen: Seen) -> None:
    """Login rejects a call that breaks: email: len(value) <= 254 and isValidEmail(value) (auth_service.spec:8)"""
    seen.rejects("Email.where")


@witnesses_of(LOGIN, "Login rejects input password")
def test_login_rejects_input_password(seen: Seen) -> None:
    """Login rejects a call that breaks: password: len(value) >= 10 and len(value) <= 128 (auth_service.spec:12)"""
    seen.rejects("Password.where")


@witnesses_of(LOGIN, "Login rejects requires 0")
def test_login_rejects_requires_0(seen: Seen) -> None:
    """Login rejects a call that breaks: recentFailures(email) < maxFailures() (auth_service.spec:152)"""
    seen.rejects("Login.requires[0]")


@witnesses_of(LOGIN, "Login rejects requires 1")
def test_login_rejects_requires_1(seen: Seen) -> None:
    """Login rejects a call that breaks: credentialsMatch(email, password) (auth_service.spec:153)"""
    seen.rejects("Login.requires[1]")


@examples_of(LOGIN)
def test_login_invariant_session_keys(seen: Seen) -> None:
    """Login keeps the invariant: all s in sessions | sessions[s].id = s (auth_service.spec:270)"""
    seen.invariant(1)


@examples_of(LOGIN)
def test_login_invariant_tokens_are_unique(seen: Seen) -> None:
    """Login keeps the invariant: all a in sessions, b in sessions | sessions[a].token = sessions[b].token or..."""
    seen.invariant(4)


@examples_of(LOGIN)
def test_login_invariant_sessions_belong_to_active_users(seen: Seen) -> None:
    """Login keeps the invariant: all s in ran(sessions) | s.user_id in users and users[s.user_id].is_active..."""
    seen.invariant(5)


@examples_of(LOGIN)
def test_login_always_sessions_need_accounts(seen: Seen) -> None:
    """Login keeps what always holds: #users = 0 implies #sessions = 0 (auth_service.spec:289)"""
    seen.always(0)


@examples_of(LOGIN)
def test_login_types(seen: Seen) -> None:
    """After Login everything stored has its type, with all refinements. (auth_service.spec:148)"""
    seen.types()


@examples_of(LOGIN)
def test_login_frame(seen: Seen) -> None:
    """Login changes nothing else, and so keeps 4 invariants. (auth_service.spec:148)"""
    seen.frame()


@examples_of(LOGIN)
def test_login_output(seen: Seen) -> None:
    """The answer of Login has the declared outputs, types and headers. (auth_service.spec:148)"""
    seen.output()


@witnesses_of(LOGIN, "Login boundary input email")
def test_login_boundary_input_email(seen: Seen) -> None:
    """Login at the limit, and just beside it: email: len(value) <= 254 (auth_service.spec:8)"""
    seen.total()


@witnesses_of(LOGIN, "Login boundary input email 2")
def test_login_boundary_input_email_2(seen: Seen) -> None:
    """Login at the limit, and just beside it: email: isValidEmail(value) (auth_service.spec:8)"""
    seen.total()


@witnesses_of(LOGIN, "Login boundary input password")
def test_login_boundary_input_password(seen: Seen) -> None:
    """Login at the limit, and just beside it: password: len(value) >= 10 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(LOGIN, "Login boundary input password 2")
def test_login_boundary_input_password_2(seen: Seen) -> None:
    """Login at the limit, and just beside it: password: len(value) <= 128 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(LOGIN, "Login boundary requires 0")
def test_login_boundary_requires_0(seen: Seen) -> None:
    """Login at the limit, and just beside it: recentFailures(email) < maxFailures() (auth_service.spec:152)"""
    seen.total()


@witnesses_of(LOGIN, "Login boundary requires 0 2")
def test_login_boundary_requires_0_2(seen: Seen) -> None:
    """Login at the limit, and just beside it: now() - f.at < minutes(15) (auth_service.spec:67)"""
    seen.total()


@witnesses_of(LOGIN, "Login branches input email")
def test_login_branches_input_email(seen: Seen) -> None:
    """Login both ways: email: len(value) <= 254 (auth_service.spec:8)"""
    seen.total()


@witnesses_of(LOGIN, "Login branches input email 2")
def test_login_branches_input_email_2(seen: Seen) -> None:
    """Login both ways: email: isValidEmail(value) (auth_service.spec:8)"""
    seen.total()


@witnesses_of(LOGIN, "Login branches input password")
def test_login_branches_input_password(seen: Seen) -> None:
    """Login both ways: password: len(value) >= 10 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(LOGIN, "Login branches input password 2")
def test_login_branches_input_password_2(seen: Seen) -> None:
    """Login both ways: password: len(value) <= 128 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(LOGIN, "Login branches requires 0")
def test_login_branches_requires_0(seen: Seen) -> None:
    """Login both ways: sum(failures, f => if f.email = email and now() - f.at < minutes(15) then 1 else 0)..."""
    seen.total()


@witnesses_of(LOGIN, "Login branches requires 0 2")
def test_login_branches_requires_0_2(seen: Seen) -> None:
    """Login both ways: f.email = email and now() - f.at < minutes(15) (auth_service.spec:67)"""
    seen.total()


@witnesses_of(LOGIN, "Login branches requires 0 3")
def test_login_branches_requires_0_3(seen: Seen) -> None:
    """Login both ways: f.email = email (auth_service.spec:67)"""
    seen.total()


@witnesses_of(LOGIN, "Login branches requires 0 4")
def test_login_branches_requires_0_4(seen: Seen) -> None:
    """Login both ways: now() - f.at < minutes(15) (auth_service.spec:67)"""
    seen.total()


@witnesses_of(LOGIN, "Login branches requires 1")
def test_login_branches_requires_1(seen: Seen) -> None:
    """Login both ways: some u in ran(users) | u.email = email and u.is_active and u.password_hash =..."""
    seen.total()


@witnesses_of(LOGIN, "Login branches requires 1 2")
def test_login_branches_requires_1_2(seen: Seen) -> None:
    """Login both ways: u.email = email and u.is_active (auth_service.spec:70)"""
    seen.total()


@witnesses_of(LOGIN, "Login branches requires 1 3")
def test_login_branches_requires_1_3(seen: Seen) -> None:
    """Login both ways: u.password_hash = hash(password) (auth_service.spec:70)"""
    seen.total()


@witnesses_of(LOGIN, "Login branches requires 1 4")
def test_login_branches_requires_1_4(seen: Seen) -> None:
    """Login both ways: u.email = email (auth_service.spec:70)"""
    seen.total()


@witnesses_of(LOGIN, "Login branches requires 1 5")
def test_login_branches_requires_1_5(seen: Seen) -> None:
    """Login both ways: u.is_active (auth_service.spec:70)"""
    seen.total()


@malformed_of(LOGIN, "Login malformed email")
def test_login_malformed_email(seen: Seen) -> None:
    """Login refuses an `email` that is not well-formed. (auth_service.spec:149)"""
    seen.refuses()


@malformed_of(LOGIN, "Login malformed password")
def test_login_malformed_password(seen: Seen) -> None:
    """Login refuses an `password` that is not well-formed. (auth_service.spec:149)"""
    seen.refuses()


@malformed_of(LOGIN, "Login malformed body")
def test_login_malformed_body(seen: Seen) -> None:
    """Login refuses a body that is not well-formed. (auth_service.spec:148)"""
    seen.refuses()


# LoginFailed: POST /login-failures


@examples_of(LOGIN_FAILED)
def test_login_failed_accepts(seen: Seen) -> None:
    """LoginFailed accepts every call whose precondition holds. (auth_service.spec:171)"""
    seen.accepts()


@witnesses_of(LOGIN_FAILED, "LoginFailed accepts witnesses")
def test_login_failed_accepts_witnesses(seen: Seen) -> None:
    """LoginFailed accepts the calls that were found for it. (auth_service.spec:171)"""
    seen.accepts()


@examples_of(LOGIN_FAILED)
def test_login_failed_ensures_0(seen: Seen) -> None:
    """LoginFailed ensures: failures' = failures + [FailedLogin { email = email, at = now() }]..."""
    seen.ensures(0)


@examples_of(LOGIN_FAILED)
def test_login_failed_ensures_1(seen: Seen) -> None:
    """LoginFailed ensures: recentFailures(email)' = recentFailures(email) + 1 (auth_service.spec:180)"""
    seen.ensures(1)


@witnesses_of(LOGIN_FAILED, "LoginFailed ensures 1 branches")
def test_login_failed_ensures_1_branches(seen: Seen) -> None:
    """LoginFailed ensures: recentFailures(email)' = recentFailures(email) + 1 (auth_service.spec:180)"""
    seen.ensures(1)


@examples_of(LOGIN_FAILED)
def test_login_failed_ensures_2(seen: Seen) -> None:
    """LoginFailed ensures: attempts_left = maxFailures() - recentFailures(email)' (auth_service.spec:181)"""
    seen.ensures(2)


@witnesses_of(LOGIN_FAILED, "LoginFailed ensures 2 branches")
def test_login_failed_ensures_2_branches(seen: Seen) -> None:
    """LoginFailed ensures: attempts_left = maxFailures() - recentFailures(email)' (auth_service.spec:181)"""
    seen.ensures(2)


@examples_of(LOGIN_FAILED)
def test_login_failed_rejects(seen: Seen) -> None:
    """LoginFailed rejects every call whose precondition fails, and changes nothing. (auth_service.spec:171)"""
    seen.rejects()


@witnesses_of(LOGIN_FAILED, "LoginFailed rejects input email")
def test_login_failed_rejects_input_email(seen: Seen) -> None:
    """LoginFailed rejects a call that breaks: email: len(value) <= 254 and isValidEmail(value) (auth_service.spec:8)"""
    seen.rejects("Email.where")


@witnesses_of(LOGIN_FAILED, "LoginFailed rejects input password")
def test_login_failed_rejects_input_password(seen: Seen) -> None:
    """LoginFailed rejects a call that breaks: password: len(value) >= 10 and len(value) <= 128..."""
    seen.rejects("Password.where")


@witnesses_of(LOGIN_FAILED, "LoginFailed rejects requires 0")
def test_login_failed_rejects_requires_0(seen: Seen) -> None:
    """LoginFailed rejects a call that breaks: recentFailures(email) < maxFailures() (auth_service.spec:176)"""
    seen.rejects("LoginFailed.requires[0]")


@witnesses_of(LOGIN_FAILED, "LoginFailed rejects requires 1")
def test_login_failed_rejects_requires_1(seen: Seen) -> None:
    """LoginFailed rejects a call that breaks: not credentialsMatch(email, password) (auth_service.spec:177)"""
    seen.rejects("LoginFailed.requires[1]")


@examples_of(LOGIN_FAILED)
def test_login_failed_types(seen: Seen) -> None:
    """After LoginFailed everything stored has its type, with all refinements. (auth_service.spec:171)"""
    seen.types()


@examples_of(LOGIN_FAILED)
def test_login_failed_frame(seen: Seen) -> None:
    """LoginFailed changes nothing else, and so keeps 8 invariants. (auth_service.spec:171)"""
    seen.frame()


@examples_of(LOGIN_FAILED)
def test_login_failed_output(seen: Seen) -> None:
    """The answer of LoginFailed has the declared outputs, types and headers. (auth_service.spec:171)"""
    seen.output()


@witnesses_of(LOGIN_FAILED, "LoginFailed boundary input email")
def test_login_failed_boundary_input_email(seen: Seen) -> None:
    """LoginFailed at the limit, and just beside it: email: len(value) <= 254 (auth_service.spec:8)"""
    seen.total()


@witnesses_of(LOGIN_FAILED, "LoginFailed boundary input email 2")
def test_login_failed_boundary_input_email_2(seen: Seen) -> None:
    """LoginFailed at the limit, and just beside it: email: isValidEmail(value) (auth_service.spec:8)"""
    seen.total()


@witnesses_of(LOGIN_FAILED, "LoginFailed boundary input password")
def test_login_failed_boundary_input_password(seen: Seen) -> None:
    """LoginFailed at the limit, and just beside it: password: len(value) >= 10 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(LOGIN_FAILED, "LoginFailed boundary input password 2")
def test_login_failed_boundary_input_password_2(seen: Seen) -> None:
    """LoginFailed at the limit, and just beside it: password: len(value) <= 128 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(LOGIN_FAILED, "LoginFailed boundary requires 0")
def test_login_failed_boundary_requires_0(seen: Seen) -> None:
    """LoginFailed at the limit, and just beside it: recentFailures(email) < maxFailures() (auth_service.spec:176)"""
    seen.total()


@witnesses_of(LOGIN_FAILED, "LoginFailed boundary requires 0 2")
def test_login_failed_boundary_requires_0_2(seen: Seen) -> None:
    """LoginFailed at the limit, and just beside it: now() - f.at < minutes(15) (auth_service.spec:67)"""
    seen.total()


@witnesses_of(LOGIN_FAILED, "LoginFailed boundary ensures 1")
def test_login_failed_boundary_ensures_1(seen: Seen) -> None:
    """LoginFailed at the limit, and just beside it: now() - f.at < minutes(15) (auth_service.spec:67)"""
    seen.total()


@witnesses_of(LOGIN_FAILED, "LoginFailed boundary ensures 2")
def test_login_failed_boundary_ensures_2(seen: Seen) -> None:
    """LoginFailed at the limit, and just beside it: now() - f.at < minutes(15) (auth_service.spec:67)"""
    seen.total()


@witnesses_of(LOGIN_FAILED, "LoginFailed branches input email")
def test_login_failed_branches_input_email(seen: Seen) -> None:
    """LoginFailed both ways: email: len(value) <= 254 (auth_service.spec:8)"""
    seen.total()


@witnesses_of(LOGIN_FAILED, "LoginFailed branches input email 2")
def test_login_failed_branches_input_email_2(seen: Seen) -> None:
    """LoginFailed both ways: email: isValidEmail(value) (auth_service.spec:8)"""
    seen.total()


@witnesses_of(LOGIN_FAILED, "LoginFailed branches input password")
def test_login_failed_branches_input_password(seen: Seen) -> None:
    """LoginFailed both ways: password: len(value) >= 10 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(LOGIN_FAILED, "LoginFailed branches input password 2")
def test_login_failed_branches_input_password_2(seen: Seen) -> None:
    """LoginFailed both ways: password: len(value) <= 128 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(LOGIN_FAILED, "LoginFailed branches requires 0")
def test_login_failed_branches_requires_0(seen: Seen) -> None:
    """LoginFailed both ways: sum(failures, f => if f.email = email and now() - f.at < minutes(15) then 1 else 0)..."""
    seen.total()


@witnesses_of(LOGIN_FAILED, "LoginFailed branches requires 0 2")
def test_login_failed_branches_requires_0_2(seen: Seen) -> None:
    """LoginFailed both ways: f.email = email and now() - f.at < minutes(15) (auth_service.spec:67)"""
    seen.total()


@witnesses_of(LOGIN_FAILED, "LoginFailed branches requires 0 3")
def test_login_failed_branches_requires_0_3(seen: Seen) -> None:
    """LoginFailed both ways: f.email = email (auth_service.spec:67)"""
    seen.total()


@witnesses_of(LOGIN_FAILED, "LoginFailed branches requires 0 4")
def test_login_failed_branches_requires_0_4(seen: Seen) -> None:
    """LoginFailed both ways: now() - f.at < minutes(15) (auth_service.spec:67)"""
    seen.total()


@witnesses_of(LOGIN_FAILED, "LoginFailed branches requires 1")
def test_login_failed_branches_requires_1(seen: Seen) -> None:
    """LoginFailed both ways: some u in ran(users) | u.email = email and u.is_active and u.password_hash =..."""
    seen.total()


@witnesses_of(LOGIN_FAILED, "LoginFailed branches requires 1 2")
def test_login_failed_branches_requires_1_2(seen: Seen) -> None:
    """LoginFailed both ways: u.email = email and u.is_active (auth_service.spec:70)"""
    seen.total()


@witnesses_of(LOGIN_FAILED, "LoginFailed branches requires 1 3")
def test_login_failed_branches_requires_1_3(seen: Seen) -> None:
    """LoginFailed both ways: u.password_hash = hash(password) (auth_service.spec:70)"""
    seen.total()


@witnesses_of(LOGIN_FAILED, "LoginFailed branches requires 1 4")
def test_login_failed_branches_requires_1_4(seen: Seen) -> None:
    """LoginFailed both ways: u.email = email (auth_service.spec:70)"""
    seen.total()


@witnesses_of(LOGIN_FAILED, "LoginFailed branches requires 1 5")
def test_login_failed_branches_requires_1_5(seen: Seen) -> None:
    """LoginFailed both ways: u.is_active (auth_service.spec:70)"""
    seen.total()


@malformed_of(LOGIN_FAILED, "LoginFailed malformed email")
def test_login_failed_malformed_email(seen: Seen) -> None:
    """LoginFailed refuses an `email` that is not well-formed. (auth_service.spec:172)"""
    seen.refuses()


@malformed_of(LOGIN_FAILED, "LoginFailed malformed password")
def test_login_failed_malformed_password(seen: Seen) -> None:
    """LoginFailed refuses an `password` that is not well-formed. (auth_service.spec:172)"""
    seen.refuses()


@malformed_of(LOGIN_FAILED, "LoginFailed malformed body")
def test_login_failed_malformed_body(seen: Seen) -> None:
    """LoginFailed refuses a body that is not well-formed. (auth_service.spec:171)"""
    seen.refuses()


@unauthorized_of(LOGIN_FAILED, "LoginFailed auth")
def test_login_failed_auth(seen: Seen) -> None:
    """LoginFailed asks for credentials, and changes nothing without them. (auth_service.spec:171)"""
    seen.unauthorized()


# ClearFailures: DELETE /login-failures


@examples_of(CLEAR_FAILURES)
def test_clear_failures_accepts(seen: Seen) -> None:
    """ClearFailures accepts every call whose precondition holds. (auth_service.spec:185)"""
    seen.accepts()


@witnesses_of(CLEAR_FAILURES, "ClearFailures accepts witnesses")
def test_clear_failures_accepts_witnesses(seen: Seen) -> None:
    """ClearFailures accepts the calls that were found for it. (auth_service.spec:185)"""
    seen.accepts()


@examples_of(CLEAR_FAILURES)
def test_clear_failures_ensures_0(seen: Seen) -> None:
    """ClearFailures ensures: failures' = [] (auth_service.spec:188)"""
    seen.ensures(0)


@examples_of(CLEAR_FAILURES)
def test_clear_failures_types(seen: Seen) -> None:
    """After ClearFailures everything stored has its type, with all refinements. (auth_service.spec:185)"""
    seen.types()


@examples_of(CLEAR_FAILURES)
def test_clear_failures_frame(seen: Seen) -> None:
    """ClearFailures changes nothing else, and so keeps 8 invariants. (auth_service.spec:185)"""
    seen.frame()


@examples_of(CLEAR_FAILURES)
def test_clear_failures_output(seen: Seen) -> None:
    """The answer of ClearFailures has the declared outputs, types and headers. (auth_service.spec:185)"""
    seen.output()


@unauthorized_of(CLEAR_FAILURES, "ClearFailures auth")
def test_clear_failures_auth(seen: Seen) -> None:
    """ClearFailures asks for credentials, and changes nothing without them. (auth_service.spec:185)"""
    seen.unauthorized()


# CheckToken: POST /sessions/{session_id}/check


@examples_of(CHECK_TOKEN)
def test_check_token_accepts(seen: Seen) -> None:
    """CheckToken accepts every call whose precondition holds. (auth_service.spec:192)"""
    seen.accepts()


@witnesses_of(CHECK_TOKEN, "CheckToken accepts witnesses")
def test_check_token_accepts_witnesses(seen: Seen) -> None:
    """CheckToken accepts the calls that were found for it. (auth_service.spec:192)"""
    seen.accepts()


@examples_of(CHECK_TOKEN)
def test_check_token_ensures_0(seen: Seen) -> None:
    """CheckToken ensures: user_id = sessions[session_id].user_id (auth_service.spec:200)"""
    seen.ensures(0)


@examples_of(CHECK_TOKEN)
def test_check_token_ensures_1(seen: Seen) -> None:
    """CheckToken ensures: valid_until = sessions[session_id].expires_at (auth_service.spec:201)"""
    seen.ensures(1)


@examples_of(CHECK_TOKEN)
def test_check_token_rejects(seen: Seen) -> None:
    """CheckToken rejects every call whose precondition fails, and changes nothing. (auth_service.spec:192)"""
    seen.rejects()


@witnesses_of(CHECK_TOKEN, "CheckToken rejects input token")
def test_check_token_rejects_input_token(seen: Seen) -> None:
    """CheckToken rejects a call that breaks: token: value matches /^[A-Za-z0-9_-]{43}$/ (auth_service.spec:17)"""
    seen.rejects("Token.where")


@witnesses_of(CHECK_TOKEN, "CheckToken rejects requires 0")
def test_check_token_rejects_requires_0(seen: Seen) -> None:
    """CheckToken rejects a call that breaks: session_id in sessions (auth_service.spec:196)"""
    seen.rejects("CheckToken.requires[0]")


@witnesses_of(CHECK_TOKEN, "CheckToken rejects requires 1")
def test_check_token_rejects_requires_1(seen: Seen) -> None:
    """CheckToken rejects a call that breaks: sessions[session_id].token = token (auth_service.spec:197)"""
    seen.rejects("CheckToken.requires[1]")


@witnesses_of(CHECK_TOKEN, "CheckToken rejects requires 2")
def test_check_token_rejects_requires_2(seen: Seen) -> None:
    """CheckToken rejects a call that breaks: now() < sessions[session_id].expires_at (auth_service.spec:198)"""
    seen.rejects("CheckToken.requires[2]")


@examples_of(CHECK_TOKEN)
def test_check_token_frame(seen: Seen) -> None:
    """CheckToken changes nothing else, and so keeps 8 invariants. (auth_service.spec:192)"""
    seen.frame()


@examples_of(CHECK_TOKEN)
def test_check_token_output(seen: Seen) -> None:
    """The answer of CheckToken has the declared outputs, types and headers. (auth_service.spec:192)"""
    seen.output()


@examples_of(CHECK_TOKEN)
def test_check_token_safe(seen: Seen) -> None:
    """CheckToken changes nothing, and says the same when it is asked again. (auth_service.spec:192)"""
    seen.safe(same=True)


@witnesses_of(CHECK_TOKEN, "CheckToken boundary input token")
def test_check_token_boundary_input_token(seen: Seen) -> None:
    """CheckToken at the limit, and just beside it: token: value matches /^[A-Za-z0-9_-]{43}$/ (auth_service.spec:17)"""
    seen.total()


@witnesses_of(CHECK_TOKEN, "CheckToken boundary requires 2")
def test_check_token_boundary_requires_2(seen: Seen) -> None:
    """CheckToken at the limit, and just beside it: now() < sessions[session_id].expires_at (auth_service.spec:198)"""
    seen.total()


@malformed_of(CHECK_TOKEN, "CheckToken malformed session_id")
def test_check_token_malformed_session_id(seen: Seen) -> None:
    """CheckToken refuses an `session_id` that is not well-formed. (auth_service.spec:193)"""
    seen.refuses()


@malformed_of(CHECK_TOKEN, "CheckToken malformed token")
def test_check_token_malformed_token(seen: Seen) -> None:
    """CheckToken refuses an `token` that is not well-formed. (auth_service.spec:193)"""
    seen.refuses()


@malformed_of(CHECK_TOKEN, "CheckToken malformed body")
def test_check_token_malformed_body(seen: Seen) -> None:
    """CheckToken refuses a body that is not well-formed. (auth_service.spec:192)"""
    seen.refuses()


# Refresh: POST /sessions/{session_id}/refresh


@examples_of(REFRESH)
def test_refresh_accepts(seen: Seen) -> None:
    """Refresh accepts every call whose precondition holds. (auth_service.spec:205)"""
    seen.accepts()


@witnesses_of(REFRESH, "Refresh accepts witnesses")
def test_refresh_accepts_witnesses(seen: Seen) -> None:
    """Refresh accepts the calls that were found for it. (auth_service.spec:205)"""
    seen.accepts()


@examples_of(REFRESH)
def test_refresh_ensures_0(seen: Seen) -> None:
    """Refresh ensures: not tokenInUse(token) (auth_service.spec:213)"""
    seen.ensures(0)


@witnesses_of(REFRESH, "Refresh ensures 0 branches")
def test_refresh_ensures_0_branches(seen: Seen) -> None:
    """Refresh ensures: not tokenInUse(token) (auth_service.spec:213)"""
    seen.ensures(0)


@examples_of(REFRESH)
def test_refresh_ensures_1(seen: Seen) -> None:
    """Refresh ensures: not tokenInUse(next_refresh_token) (auth_service.spec:214)"""
    seen.ensures(1)


@witnesses_of(REFRESH, "Refresh ensures 1 branches")
def test_refresh_ensures_1_branches(seen: Seen) -> None:
    """Refresh ensures: not tokenInUse(next_refresh_token) (auth_service.spec:214)"""
    seen.ensures(1)


@examples_of(REFRESH)
def test_refresh_ensures_2(seen: Seen) -> None:
    """Refresh ensures: token != next_refresh_token (auth_service.spec:215)"""
    seen.ensures(2)


@examples_of(REFRESH)
def test_refresh_ensures_3(seen: Seen) -> None:
    """Refresh ensures: sessions'[session_id].token = token (auth_service.spec:216)"""
    seen.ensures(3)


@examples_of(REFRESH)
def test_refresh_ensures_4(seen: Seen) -> None:
    """Refresh ensures: sessions'[session_id].refresh_token = next_refresh_token (auth_service.spec:217)"""
    seen.ensures(4)


@examples_of(REFRESH)
def test_refresh_ensures_5(seen: Seen) -> None:
    """Refresh ensures: sessions'[session_id].issued_at = now() (auth_service.spec:218)"""
    seen.ensures(5)


@examples_of(REFRESH)
def test_refresh_ensures_6(seen: Seen) -> None:
    """Refresh ensures: sessions'[session_id].expires_at = now() + minutes(30) (auth_service.spec:219)"""
    seen.ensures(6)


@examples_of(REFRESH)
def test_refresh_ensures_7(seen: Seen) -> None:
    """Refresh ensures: sessions'[session_id].refresh_until = now() + days(7) (auth_service.spec:220)"""
    seen.ensures(7)


@examples_of(REFRESH)
def test_refresh_rejects(seen: Seen) -> None:
    """Refresh rejects every call whose precondition fails, and changes nothing. (auth_service.spec:205)"""
    seen.rejects()


@witnesses_of(REFRESH, "Refresh rejects input refresh_token")
def test_refresh_rejects_input_refresh_token(seen: Seen) -> None:
    """Refresh rejects a call that breaks: refresh_token: value matches /^[A-Za-z0-9_-]{43}$/ (auth_service.spec:17)"""
    seen.rejects("Token.where")


@witnesses_of(REFRESH, "Refresh rejects requires 0")
def test_refresh_rejects_requires_0(seen: Seen) -> None:
    """Refresh rejects a call that breaks: session_id in sessions (auth_service.spec:209)"""
    seen.rejects("Refresh.requires[0]")


@witnesses_of(REFRESH, "Refresh rejects requires 1")
def test_refresh_rejects_requires_1(seen: Seen) -> None:
    """Refresh rejects a call that breaks: sessions[session_id].refresh_token = refresh_token (auth_service.spec:210)"""
    seen.rejects("Refresh.requires[1]")


@witnesses_of(REFRESH, "Refresh rejects requires 2")
def test_refresh_rejects_requires_2(seen: Seen) -> None:
    """Refresh rejects a call that breaks: now() < sessions[session_id].refresh_until (auth_service.spec:211)"""
    seen.rejects("Refresh.requires[2]")


@examples_of(REFRESH)
def test_refresh_invariant_session_keys(seen: Seen) -> None:
    """Refresh keeps the invariant: all s in sessions | sessions[s].id = s (auth_service.spec:270)"""
    seen.invariant(1)


@examples_of(REFRESH)
def test_refresh_invariant_tokens_are_unique(seen: Seen) -> None:
    """Refresh keeps the invariant: all a in sessions, b in sessions | sessions[a].token = sessions[b].token or..."""
    seen.invariant(4)


@examples_of(REFRESH)
def test_refresh_invariant_sessions_belong_to_active_users(seen: Seen) -> None:
    """Refresh keeps the invariant: all s in ran(sessions) | s.user_id in users and users[s.user_id].is_active..."""
    seen.invariant(5)


@examples_of(REFRESH)
def test_refresh_always_sessions_need_accounts(seen: Seen) -> None:
    """Refresh keeps what always holds: #users = 0 implies #sessions = 0 (auth_service.spec:289)"""
    seen.always(0)


@examples_of(REFRESH)
def test_refresh_types(seen: Seen) -> None:
    """After Refresh everything stored has its type, with all refinements. (auth_service.spec:205)"""
    seen.types()


@examples_of(REFRESH)
def test_refresh_frame(seen: Seen) -> None:
    """Refresh changes nothing else, and so keeps 4 invariants. (auth_service.spec:205)"""
    seen.frame()


@examples_of(REFRESH)
def test_refresh_output(seen: Seen) -> None:
    """The answer of Refresh has the declared outputs, types and headers. (auth_service.spec:205)"""
    seen.output()


@witnesses_of(REFRESH, "Refresh boundary input refresh_token")
def test_refresh_boundary_input_refresh_token(seen: Seen) -> None:
    """Refresh at the limit, and just beside it: refresh_token: value matches /^[A-Za-z0-9_-]{43}$/..."""
    seen.total()


@witnesses_of(REFRESH, "Refresh boundary requires 2")
def test_refresh_boundary_requires_2(seen: Seen) -> None:
    """Refresh at the limit, and just beside it: now() < sessions[session_id].refresh_until (auth_service.spec:211)"""
    seen.total()


@malformed_of(REFRESH, "Refresh malformed session_id")
def test_refresh_malformed_session_id(seen: Seen) -> None:
    """Refresh refuses an `session_id` that is not well-formed. (auth_service.spec:206)"""
    seen.refuses()


@malformed_of(REFRESH, "Refresh malformed refresh_token")
def test_refresh_malformed_refresh_token(seen: Seen) -> None:
    """Refresh refuses an `refresh_token` that is not well-formed. (auth_service.spec:206)"""
    seen.refuses()


@malformed_of(REFRESH, "Refresh malformed body")
def test_refresh_malformed_body(seen: Seen) -> None:
    """Refresh refuses a body that is not well-formed. (auth_service.spec:205)"""
    seen.refuses()


# Logout: DELETE /sessions/{session_id}


@examples_of(LOGOUT)
def test_logout_accepts(seen: Seen) -> None:
    """Logout accepts every call whose precondition holds. (auth_service.spec:223)"""
    seen.accepts()


@witnesses_of(LOGOUT, "Logout accepts witnesses")
def test_logout_accepts_witnesses(seen: Seen) -> None:
    """Logout accepts the calls that were found for it. (auth_service.spec:223)"""
    seen.accepts()


@examples_of(LOGOUT)
def test_logout_ensures_0(seen: Seen) -> None:
    """Logout ensures: session_id not in sessions' (auth_service.spec:229)"""
    seen.ensures(0)


@examples_of(LOGOUT)
def test_logout_rejects(seen: Seen) -> None:
    """Logout rejects every call whose precondition fails, and changes nothing. (auth_service.spec:223)"""
    seen.rejects()


@witnesses_of(LOGOUT, "Logout rejects requires 0")
def test_logout_rejects_requires_0(seen: Seen) -> None:
    """Logout rejects a call that breaks: session_id in sessions (auth_service.spec:227)"""
    seen.rejects("Logout.requires[0]")


@examples_of(LOGOUT)
def test_logout_invariant_session_keys(seen: Seen) -> None:
    """Logout keeps the invariant: all s in sessions | sessions[s].id = s (auth_service.spec:270)"""
    seen.invariant(1)


@examples_of(LOGOUT)
def test_logout_invariant_tokens_are_unique(seen: Seen) -> None:
    """Logout keeps the invariant: all a in sessions, b in sessions | sessions[a].token = sessions[b].token or..."""
    seen.invariant(4)


@examples_of(LOGOUT)
def test_logout_invariant_sessions_belong_to_active_users(seen: Seen) -> None:
    """Logout keeps the invariant: all s in ran(sessions) | s.user_id in users and users[s.user_id].is_active..."""
    seen.invariant(5)


@examples_of(LOGOUT)
def test_logout_always_sessions_need_accounts(seen: Seen) -> None:
    """Logout keeps what always holds: #users = 0 implies #sessions = 0 (auth_service.spec:289)"""
    seen.always(0)


@examples_of(LOGOUT)
def test_logout_types(seen: Seen) -> None:
    """After Logout everything stored has its type, with all refinements. (auth_service.spec:223)"""
    seen.types()


@examples_of(LOGOUT)
def test_logout_frame(seen: Seen) -> None:
    """Logout changes nothing else, and so keeps 4 invariants. (auth_service.spec:223)"""
    seen.frame()


@examples_of(LOGOUT)
def test_logout_output(seen: Seen) -> None:
    """The answer of Logout has the declared outputs, types and headers. (auth_service.spec:223)"""
    seen.output()


@malformed_of(LOGOUT, "Logout malformed session_id")
def test_logout_malformed_session_id(seen: Seen) -> None:
    """Logout refuses an `session_id` that is not well-formed. (auth_service.spec:224)"""
    seen.refuses()


@unauthorized_of(LOGOUT, "Logout auth")
def test_logout_auth(seen: Seen) -> None:
    """Logout asks for credentials, and changes nothing without them. (auth_service.spec:223)"""
    seen.unauthorized()


# RequestPasswordReset: POST /password-resets


@examples_of(REQUEST_PASSWORD_RESET)
def test_request_password_reset_accepts(seen: Seen) -> None:
    """RequestPasswordReset accepts every call whose precondition holds. (auth_service.spec:235)"""
    seen.accepts()


@witnesses_of(REQUEST_PASSWORD_RESET, "RequestPasswordReset accepts witnesses")
def test_request_password_reset_accepts_witnesses(seen: Seen) -> None:
    """RequestPasswordReset accepts the calls that were found for it. (auth_service.spec:235)"""
    seen.accepts()


@examples_of(REQUEST_PASSWORD_RESET)
def test_request_password_reset_ensures_0(seen: Seen) -> None:
    """RequestPasswordReset ensures: reset_id not in resets (auth_service.spec:242)"""
    seen.ensures(0)


@examples_of(REQUEST_PASSWORD_RESET)
def test_request_password_reset_ensures_1(seen: Seen) -> None:
    """RequestPasswordReset ensures: let user = (the u in ran(users) | u.email = email) in..."""
    seen.ensures(1)


@witnesses_of(REQUEST_PASSWORD_RESET, "RequestPasswordReset ensures 1 branches")
def test_request_password_reset_ensures_1_branches(seen: Seen) -> None:
    """RequestPasswordReset ensures: let user = (the u in ran(users) | u.email = email) in..."""
    seen.ensures(1)


@examples_of(REQUEST_PASSWORD_RESET)
def test_request_password_reset_ensures_2(seen: Seen) -> None:
    """RequestPasswordReset ensures: resets'[reset_id].id = reset_id (auth_service.spec:245)"""
    seen.ensures(2)


@examples_of(REQUEST_PASSWORD_RESET)
def test_request_password_reset_ensures_3(seen: Seen) -> None:
    """RequestPasswordReset ensures: resets'[reset_id].token_hash = hash(reset_token) (auth_service.spec:246)"""
    seen.ensures(3)


@examples_of(REQUEST_PASSWORD_RESET)
def test_request_password_reset_ensures_4(seen: Seen) -> None:
    """RequestPasswordReset ensures: resets'[reset_id].expires_at = now() + hours(1) (auth_service.spec:247)"""
    seen.ensures(4)


@examples_of(REQUEST_PASSWORD_RESET)
def test_request_password_reset_ensures_5(seen: Seen) -> None:
    """RequestPasswordReset ensures: resets'[reset_id].used = false (auth_service.spec:248)"""
    seen.ensures(5)


@examples_of(REQUEST_PASSWORD_RESET)
def test_request_password_reset_rejects(seen: Seen) -> None:
    """RequestPasswordReset rejects every call whose precondition fails, and changes nothing. (auth_service.spec:235)"""
    seen.rejects()


@witnesses_of(REQUEST_PASSWORD_RESET, "RequestPasswordReset rejects input email")
def test_request_password_reset_rejects_input_email(seen: Seen) -> None:
    """RequestPasswordReset rejects a call that breaks: email: len(value) <= 254 and isValidEmail(value)..."""
    seen.rejects("Email.where")


@witnesses_of(REQUEST_PASSWORD_RESET, "RequestPasswordReset rejects requires 0")
def test_request_password_reset_rejects_requires_0(seen: Seen) -> None:
    """RequestPasswordReset rejects a call that breaks: some u in ran(users) | u.email = email and u.is_active..."""
    seen.rejects("RequestPasswordReset.requires[0]")


@examples_of(REQUEST_PASSWORD_RESET)
def test_request_password_reset_invariant_reset_keys(seen: Seen) -> None:
    """RequestPasswordReset keeps the invariant: all r in resets | resets[r].id = r (auth_service.spec:272)"""
    seen.invariant(2)


@examples_of(REQUEST_PASSWORD_RESET)
def test_request_password_reset_invariant_resets_have_owners(seen: Seen) -> None:
    """RequestPasswordReset keeps the invariant: all r in ran(resets) | r.user_id in users (auth_service.spec:285)"""
    seen.invariant(6)


@examples_of(REQUEST_PASSWORD_RESET)
def test_request_password_reset_types(seen: Seen) -> None:
    """After RequestPasswordReset everything stored has its type, with all refinements. (auth_service.spec:235)"""
    seen.types()


@examples_of(REQUEST_PASSWORD_RESET)
def test_request_password_reset_frame(seen: Seen) -> None:
    """RequestPasswordReset changes nothing else, and so keeps 6 invariants. (auth_service.spec:235)"""
    seen.frame()


@examples_of(REQUEST_PASSWORD_RESET)
def test_request_password_reset_output(seen: Seen) -> None:
    """The answer of RequestPasswordReset has the declared outputs, types and headers. (auth_service.spec:235)"""
    seen.output()


@witnesses_of(REQUEST_PASSWORD_RESET, "RequestPasswordReset boundary input email")
def test_request_password_reset_boundary_input_email(seen: Seen) -> None:
    """RequestPasswordReset at the limit, and just beside it: email: len(value) <= 254 (auth_service.spec:8)"""
    seen.total()


@witnesses_of(REQUEST_PASSWORD_RESET, "RequestPasswordReset boundary input email 2")
def test_request_password_reset_boundary_input_email_2(seen: Seen) -> None:
    """RequestPasswordReset at the limit, and just beside it: email: isValidEmail(value) (auth_service.spec:8)"""
    seen.total()


@witnesses_of(REQUEST_PASSWORD_RESET, "RequestPasswordReset branches input email")
def test_request_password_reset_branches_input_email(seen: Seen) -> None:
    """RequestPasswordReset both ways: email: len(value) <= 254 (auth_service.spec:8)"""
    seen.total()


@witnesses_of(REQUEST_PASSWORD_RESET, "RequestPasswordReset branches input email 2")
def test_request_password_reset_branches_input_email_2(seen: Seen) -> None:
    """RequestPasswordReset both ways: email: isValidEmail(value) (auth_service.spec:8)"""
    seen.total()


@witnesses_of(REQUEST_PASSWORD_RESET, "RequestPasswordReset branches requires 0")
def test_request_password_reset_branches_requires_0(seen: Seen) -> None:
    """RequestPasswordReset both ways: some u in ran(users) | u.email = email and u.is_active (auth_service.spec:240)"""
    seen.total()


@witnesses_of(REQUEST_PASSWORD_RESET, "RequestPasswordReset branches requires 0 2")
def test_request_password_reset_branches_requires_0_2(seen: Seen) -> None:
    """RequestPasswordReset both ways: u.email = email (auth_service.spec:240)"""
    seen.total()


@witnesses_of(REQUEST_PASSWORD_RESET, "RequestPasswordReset branches requires 0 3")
def test_request_password_reset_branches_requires_0_3(seen: Seen) -> None:
    """RequestPasswordReset both ways: u.is_active (auth_service.spec:240)"""
    seen.total()


@malformed_of(REQUEST_PASSWORD_RESET, "RequestPasswordReset malformed email")
def test_request_password_reset_malformed_email(seen: Seen) -> None:
    """RequestPasswordReset refuses an `email` that is not well-formed. (auth_service.spec:236)"""
    seen.refuses()


@malformed_of(REQUEST_PASSWORD_RESET, "RequestPasswordReset malformed body")
def test_request_password_reset_malformed_body(seen: Seen) -> None:
    """RequestPasswordReset refuses a body that is not well-formed. (auth_service.spec:235)"""
    seen.refuses()


@unauthorized_of(REQUEST_PASSWORD_RESET, "RequestPasswordReset auth")
def test_request_password_reset_auth(seen: Seen) -> None:
    """RequestPasswordReset asks for credentials, and changes nothing without them. (auth_service.spec:235)"""
    seen.unauthorized()


# ConfirmPasswordReset: POST /password-resets/{reset_id}/confirm


@examples_of(CONFIRM_PASSWORD_RESET)
def test_confirm_password_reset_accepts(seen: Seen) -> None:
    """ConfirmPasswordReset accepts every call whose precondition holds. (auth_service.spec:251)"""
    seen.accepts()


@witnesses_of(CONFIRM_PASSWORD_RESET, "ConfirmPasswordReset accepts witnesses")
def test_confirm_password_reset_accepts_witnesses(seen: Seen) -> None:
    """ConfirmPasswordReset accepts the calls that were found for it. (auth_service.spec:251)"""
    seen.accepts()


@examples_of(CONFIRM_PASSWORD_RESET)
def test_confirm_password_reset_ensures_0(seen: Seen) -> None:
    """ConfirmPasswordReset ensures: resets'[reset_id].used = true (auth_service.spec:260)"""
    seen.ensures(0)


@examples_of(CONFIRM_PASSWORD_RESET)
def test_confirm_password_reset_ensures_1(seen: Seen) -> None:
    """ConfirmPasswordReset ensures: let owner = resets[reset_id].user_id in users'[owner].password_hash =..."""
    seen.ensures(1)


@examples_of(CONFIRM_PASSWORD_RESET)
def test_confirm_password_reset_ensures_2(seen: Seen) -> None:
    """ConfirmPasswordReset ensures: let owner = resets[reset_id].user_id in sessions' = sessions -..."""
    seen.ensures(2)


@witnesses_of(CONFIRM_PASSWORD_RESET, "ConfirmPasswordReset ensures 2 branches")
def test_confirm_password_reset_ensures_2_branches(seen: Seen) -> None:
    """ConfirmPasswordReset ensures: let owner = resets[reset_id].user_id in sessions' = sessions -..."""
    seen.ensures(2)


@examples_of(CONFIRM_PASSWORD_RESET)
def test_confirm_password_reset_rejects(seen: Seen) -> None:
    """ConfirmPasswordReset rejects every call whose precondition fails, and changes nothing. (auth_service.spec:251)"""
    seen.rejects()


@witnesses_of(CONFIRM_PASSWORD_RESET, "ConfirmPasswordReset rejects input reset_token")
def test_confirm_password_reset_rejects_input_reset_token(seen: Seen) -> None:
    """ConfirmPasswordReset rejects a call that breaks: reset_token: value matches /^[A-Za-z0-9_-]{43}$/..."""
    seen.rejects("Token.where")


@witnesses_of(CONFIRM_PASSWORD_RESET, "ConfirmPasswordReset rejects input new_password")
def test_confirm_password_reset_rejects_input_new_password(seen: Seen) -> None:
    """ConfirmPasswordReset rejects a call that breaks: new_password: len(value) >= 10 and len(value) <= 128..."""
    seen.rejects("Password.where")


@witnesses_of(CONFIRM_PASSWORD_RESET, "ConfirmPasswordReset rejects requires 0")
def test_confirm_password_reset_rejects_requires_0(seen: Seen) -> None:
    """ConfirmPasswordReset rejects a call that breaks: reset_id in resets (auth_service.spec:254)"""
    seen.rejects("ConfirmPasswordReset.requires[0]")


@witnesses_of(CONFIRM_PASSWORD_RESET, "ConfirmPasswordReset rejects requires 1")
def test_confirm_password_reset_rejects_requires_1(seen: Seen) -> None:
    """ConfirmPasswordReset rejects a call that breaks: not resets[reset_id].used (auth_service.spec:255)"""
    seen.rejects("ConfirmPasswordReset.requires[1]")


@witnesses_of(CONFIRM_PASSWORD_RESET, "ConfirmPasswordReset rejects requires 2")
def test_confirm_password_reset_rejects_requires_2(seen: Seen) -> None:
    """ConfirmPasswordReset rejects a call that breaks: resets[reset_id].token_hash = hash(reset_token)..."""
    seen.rejects("ConfirmPasswordReset.requires[2]")


@witnesses_of(CONFIRM_PASSWORD_RESET, "ConfirmPasswordReset rejects requires 3")
def test_confirm_password_reset_rejects_requires_3(seen: Seen) -> None:
    """ConfirmPasswordReset rejects a call that breaks: now() < resets[reset_id].expires_at (auth_service.spec:257)"""
    seen.rejects("ConfirmPasswordReset.requires[3]")


@witnesses_of(CONFIRM_PASSWORD_RESET, "ConfirmPasswordReset rejects requires 4")
def test_confirm_password_reset_rejects_requires_4(seen: Seen) -> None:
    """ConfirmPasswordReset rejects a call that breaks: users[resets[reset_id].user_id].password_hash !=..."""
    seen.rejects("ConfirmPasswordReset.requires[4]")


@examples_of(CONFIRM_PASSWORD_RESET)
def test_confirm_password_reset_invariant_user_keys(seen: Seen) -> None:
    """ConfirmPasswordReset keeps the invariant: all u in users | users[u].id = u (auth_service.spec:268)"""
    seen.invariant(0)


@examples_of(CONFIRM_PASSWORD_RESET)
def test_confirm_password_reset_invariant_session_keys(seen: Seen) -> None:
    """ConfirmPasswordReset keeps the invariant: all s in sessions | sessions[s].id = s (auth_service.spec:270)"""
    seen.invariant(1)


@examples_of(CONFIRM_PASSWORD_RESET)
def test_confirm_password_reset_invariant_reset_keys(seen: Seen) -> None:
    """ConfirmPasswordReset keeps the invariant: all r in resets | resets[r].id = r (auth_service.spec:272)"""
    seen.invariant(2)


@examples_of(CONFIRM_PASSWORD_RESET)
def test_confirm_password_reset_invariant_emails_are_unique(seen: Seen) -> None:
    """ConfirmPasswordReset keeps the invariant: all a in users, b in users | users[a].email = users[b].email..."""
    seen.invariant(3)


@examples_of(CONFIRM_PASSWORD_RESET)
def test_confirm_password_reset_invariant_tokens_are_unique(seen: Seen) -> None:
    """ConfirmPasswordReset keeps the invariant: all a in sessions, b in sessions | sessions[a].token =..."""
    seen.invariant(4)


@examples_of(CONFIRM_PASSWORD_RESET)
def test_confirm_password_reset_invariant_sessions_belong_to_active_users(seen: Seen) -> None:
    """ConfirmPasswordReset keeps the invariant: all s in ran(sessions) | s.user_id in users and..."""
    seen.invariant(5)


@examples_of(CONFIRM_PASSWORD_RESET)
def test_confirm_password_reset_invariant_resets_have_owners(seen: Seen) -> None:
    """ConfirmPasswordReset keeps the invariant: all r in ran(resets) | r.user_id in users (auth_service.spec:285)"""
    seen.invariant(6)


@examples_of(CONFIRM_PASSWORD_RESET)
def test_confirm_password_reset_always_sessions_need_accounts(seen: Seen) -> None:
    """ConfirmPasswordReset keeps what always holds: #users = 0 implies #sessions = 0 (auth_service.spec:289)"""
    seen.always(0)


@examples_of(CONFIRM_PASSWORD_RESET)
def test_confirm_password_reset_types(seen: Seen) -> None:
    """After ConfirmPasswordReset everything stored has its type, with all refinements. (auth_service.spec:251)"""
    seen.types()


@examples_of(CONFIRM_PASSWORD_RESET)
def test_confirm_password_reset_frame(seen: Seen) -> None:
    """ConfirmPasswordReset changes nothing that it does not speak of. (auth_service.spec:251)"""
    seen.frame()


@examples_of(CONFIRM_PASSWORD_RESET)
def test_confirm_password_reset_output(seen: Seen) -> None:
    """The answer of ConfirmPasswordReset has the declared outputs, types and headers. (auth_service.spec:251)"""
    seen.output()


@witnesses_of(CONFIRM_PASSWORD_RESET, "ConfirmPasswordReset boundary input reset_token")
def test_confirm_password_reset_boundary_input_reset_token(seen: Seen) -> None:
    """ConfirmPasswordReset at the limit, and just beside it: reset_token: value matches /^[A-Za-z0-9_-]{43}$/..."""
    seen.total()


@witnesses_of(CONFIRM_PASSWORD_RESET, "ConfirmPasswordReset boundary input new_password")
def test_confirm_password_reset_boundary_input_new_password(seen: Seen) -> None:
    """ConfirmPasswordReset at the limit, and just beside it: new_password: len(value) >= 10 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(CONFIRM_PASSWORD_RESET, "ConfirmPasswordReset boundary input new_password 2")
def test_confirm_password_reset_boundary_input_new_password_2(seen: Seen) -> None:
    """ConfirmPasswordReset at the limit, and just beside it: new_password: len(value) <= 128 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(CONFIRM_PASSWORD_RESET, "ConfirmPasswordReset boundary requires 3")
def test_confirm_password_reset_boundary_requires_3(seen: Seen) -> None:
    """ConfirmPasswordReset at the limit, and just beside it: now() < resets[reset_id].expires_at..."""
    seen.total()


@witnesses_of(CONFIRM_PASSWORD_RESET, "ConfirmPasswordReset branches input new_password")
def test_confirm_password_reset_branches_input_new_password(seen: Seen) -> None:
    """ConfirmPasswordReset both ways: new_password: len(value) >= 10 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(CONFIRM_PASSWORD_RESET, "ConfirmPasswordReset branches input new_password 2")
def test_confirm_password_reset_branches_input_new_password_2(seen: Seen) -> None:
    """ConfirmPasswordReset both ways: new_password: len(value) <= 128 (auth_service.spec:12)"""
    seen.total()


@malformed_of(CONFIRM_PASSWORD_RESET, "ConfirmPasswordReset malformed reset_id")
def test_confirm_password_reset_malformed_reset_id(seen: Seen) -> None:
    """ConfirmPasswordReset refuses an `reset_id` that is not well-formed. (auth_service.spec:252)"""
    seen.refuses()


@malformed_of(CONFIRM_PASSWORD_RESET, "ConfirmPasswordReset malformed reset_token")
def test_confirm_password_reset_malformed_reset_token(seen: Seen) -> None:
    """ConfirmPasswordReset refuses an `reset_token` that is not well-formed. (auth_service.spec:252)"""
    seen.refuses()


@malformed_of(CONFIRM_PASSWORD_RESET, "ConfirmPasswordReset malformed new_password")
def test_confirm_password_reset_malformed_new_password(seen: Seen) -> None:
    """ConfirmPasswordReset refuses an `new_password` that is not well-formed. (auth_service.spec:252)"""
    seen.refuses()


@malformed_of(CONFIRM_PASSWORD_RESET, "ConfirmPasswordReset malformed body")
def test_confirm_password_reset_malformed_body(seen: Seen) -> None:
    """ConfirmPasswordReset refuses a body that is not well-formed. (auth_service.spec:251)"""
    seen.refuses()


# One call after the other


@traces_of(SERVICE, "traces")
def test_traces(trace: Trace) -> None:
    """Every recorded sequence of calls does what it did, call by call. (auth_service.spec)"""
    trace.total()


@traces_of(SERVICE, "eventually someoneLogsIn")
def test_eventually_someone_logs_in(trace: Trace) -> None:
    """Some state satisfies: #sessions > 0 (auth_service.spec:287)"""
    trace.eventually(0)
