"""What AuthService promises, clause by clause."""

from tests.harness.checks import (
    Seen,
    Trace,
    examples_of,
    limits_of,
    malformed_of,
    states_of,
    traces_of,
    unauthorized_of,
    witnesses_of,
)
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


@witnesses_of(REGISTER, 0)
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


@witnesses_of(REGISTER, 16)
def test_register_rejects_input_email(seen: Seen) -> None:
    """Register rejects a call that breaks: email: len(value) <= 254 and isValidEmail(value) (auth_service.spec:8)"""
    seen.rejects("Email.where")


@witnesses_of(REGISTER, 1)
def test_register_rejects_input_password(seen: Seen) -> None:
    """Register rejects a call that breaks: password: len(value) >= 10 and len(value) <= 128 (auth_service.spec:12)"""
    seen.rejects("Password.where")


@witnesses_of(REGISTER, 138)
def test_register_rejects_input_display_name(seen: Seen) -> None:
    """Register rejects a call that breaks: display_name: len(value) >= 1 and len(value) <= 80 (auth_service.spec:10)"""
    seen.rejects("DisplayName.where")


@witnesses_of(REGISTER, 53, 198, 286, 317)
def test_register_rejects_requires_0(seen: Seen) -> None:
    """Register rejects a call that breaks: no u in ran(users) | u.email = email (auth_service.spec:84)"""
    seen.rejects("Register.requires[0]")


@examples_of(REGISTER)
def test_register_invariant_user_keys(seen: Seen) -> None:
    """Register keeps the invariant: all u in users | users[u].id = u (auth_service.spec:268)"""
    seen.invariant(0)


@examples_of(REGISTER)
def test_register_invariant_session_keys(seen: Seen) -> None:
    """Register keeps the invariant: all s in sessions | sessions[s].id = s (auth_service.spec:270)"""
    seen.invariant(1)


@examples_of(REGISTER)
def test_register_invariant_reset_keys(seen: Seen) -> None:
    """Register keeps the invariant: all r in resets | resets[r].id = r (auth_service.spec:272)"""
    seen.invariant(2)


@examples_of(REGISTER)
def test_register_invariant_emails_are_unique(seen: Seen) -> None:
    """Register keeps the invariant: all a in users, b in users | users[a].email = users[b].email implies a = b..."""
    seen.invariant(3)


@examples_of(REGISTER)
def test_register_invariant_tokens_are_unique(seen: Seen) -> None:
    """Register keeps the invariant: all a in sessions, b in sessions | sessions[a].token = sessions[b].token or..."""
    seen.invariant(4)


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
    """Register changes nothing that it does not speak of. (auth_service.spec:80)"""
    seen.frame()


@examples_of(REGISTER)
def test_register_output(seen: Seen) -> None:
    """The answer of Register has the declared outputs, types and headers. (auth_service.spec:80)"""
    seen.output()


@witnesses_of(REGISTER, 49, 73, 150, 182, 196, 243)
def test_register_boundary_input_email(seen: Seen) -> None:
    """Register at the limit, and just beside it: email: len(value) <= 254 (auth_service.spec:8)"""
    seen.total()


@witnesses_of(REGISTER, 50, 51, 74, 98, 99, 151, 213, 225)
def test_register_boundary_input_email_2(seen: Seen) -> None:
    """Register at the limit, and just beside it: email: isValidEmail(value) (auth_service.spec:8)"""
    seen.total()


@witnesses_of(REGISTER, 0, 2, 3, 17, 75, 100)
def test_register_boundary_input_password(seen: Seen) -> None:
    """Register at the limit, and just beside it: password: len(value) >= 10 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(REGISTER, 76, 101, 136, 137, 214, 263)
def test_register_boundary_input_password_2(seen: Seen) -> None:
    """Register at the limit, and just beside it: password: len(value) <= 128 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(REGISTER, 0, 4, 77, 121, 226)
def test_register_boundary_input_display_name(seen: Seen) -> None:
    """Register at the limit, and just beside it: display_name: len(value) >= 1 (auth_service.spec:10)"""
    seen.total()


@witnesses_of(REGISTER, 5, 78, 122, 152, 197, 215)
def test_register_boundary_input_display_name_2(seen: Seen) -> None:
    """Register at the limit, and just beside it: display_name: len(value) <= 80 (auth_service.spec:10)"""
    seen.total()


@witnesses_of(REGISTER, 73)
def test_register_branches_input_email(seen: Seen) -> None:
    """Register both ways: email: len(value) <= 254 (auth_service.spec:8)"""
    seen.total()


@witnesses_of(REGISTER, 242)
def test_register_branches_input_email_2(seen: Seen) -> None:
    """Register both ways: email: isValidEmail(value) (auth_service.spec:8)"""
    seen.total()


@witnesses_of(REGISTER, 52)
def test_register_branches_input_password(seen: Seen) -> None:
    """Register both ways: password: len(value) >= 10 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(REGISTER, 136)
def test_register_branches_input_password_2(seen: Seen) -> None:
    """Register both ways: password: len(value) <= 128 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(REGISTER, 183)
def test_register_branches_input_display_name(seen: Seen) -> None:
    """Register both ways: display_name: len(value) >= 1 (auth_service.spec:10)"""
    seen.total()


@witnesses_of(REGISTER, 78)
def test_register_branches_input_display_name_2(seen: Seen) -> None:
    """Register both ways: display_name: len(value) <= 80 (auth_service.spec:10)"""
    seen.total()


@limits_of(REGISTER, 0, 198, 317)
def test_register_branches_requires_0(seen: Seen) -> None:
    """Register both ways: no u in ran(users) | u.email = email (auth_service.spec:84)"""
    seen.total()


@malformed_of(REGISTER, "email")
def test_register_malformed_email(seen: Seen) -> None:
    """Register refuses an `email` that is not well-formed. (auth_service.spec:81)"""
    seen.refuses()


@malformed_of(REGISTER, "password")
def test_register_malformed_password(seen: Seen) -> None:
    """Register refuses an `password` that is not well-formed. (auth_service.spec:81)"""
    seen.refuses()


@malformed_of(REGISTER, "display_name")
def test_register_malformed_display_name(seen: Seen) -> None:
    """Register refuses an `display_name` that is not well-formed. (auth_service.spec:81)"""
    seen.refuses()


@malformed_of(REGISTER, None)
def test_register_malformed_body(seen: Seen) -> None:
    """Register refuses a body that is not well-formed. (auth_service.spec:80)"""
    seen.refuses()


# GetProfile: GET /users/{user_id}


@examples_of(GET_PROFILE)
def test_get_profile_accepts(seen: Seen) -> None:
    """GetProfile accepts every call whose precondition holds. (auth_service.spec:99)"""
    seen.accepts()


@witnesses_of(GET_PROFILE, 18, 277)
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


@witnesses_of(GET_PROFILE, 19)
def test_get_profile_rejects_input_user_id(seen: Seen) -> None:
    """GetProfile rejects a call that breaks: user_id: value > 0 (auth_service.spec:6)"""
    seen.rejects("UserId.where")


@witnesses_of(GET_PROFILE, 21, 251)
def test_get_profile_rejects_requires_0(seen: Seen) -> None:
    """GetProfile rejects a call that breaks: user_id in users (auth_service.spec:104)"""
    seen.rejects("GetProfile.requires[0]")


@examples_of(GET_PROFILE)
def test_get_profile_invariant_user_keys(seen: Seen) -> None:
    """GetProfile keeps the invariant: all u in users | users[u].id = u (auth_service.spec:268)"""
    seen.invariant(0)


@examples_of(GET_PROFILE)
def test_get_profile_invariant_session_keys(seen: Seen) -> None:
    """GetProfile keeps the invariant: all s in sessions | sessions[s].id = s (auth_service.spec:270)"""
    seen.invariant(1)


@examples_of(GET_PROFILE)
def test_get_profile_invariant_reset_keys(seen: Seen) -> None:
    """GetProfile keeps the invariant: all r in resets | resets[r].id = r (auth_service.spec:272)"""
    seen.invariant(2)


@examples_of(GET_PROFILE)
def test_get_profile_invariant_emails_are_unique(seen: Seen) -> None:
    """GetProfile keeps the invariant: all a in users, b in users | users[a].email = users[b].email implies a = b..."""
    seen.invariant(3)


@examples_of(GET_PROFILE)
def test_get_profile_invariant_tokens_are_unique(seen: Seen) -> None:
    """GetProfile keeps the invariant: all a in sessions, b in sessions | sessions[a].token = sessions[b].token..."""
    seen.invariant(4)


@examples_of(GET_PROFILE)
def test_get_profile_invariant_sessions_belong_to_active_users(seen: Seen) -> None:
    """GetProfile keeps the invariant: all s in ran(sessions) | s.user_id in users and users[s.user_id].is_active..."""
    seen.invariant(5)


@examples_of(GET_PROFILE)
def test_get_profile_invariant_resets_have_owners(seen: Seen) -> None:
    """GetProfile keeps the invariant: all r in ran(resets) | r.user_id in users (auth_service.spec:285)"""
    seen.invariant(6)


@examples_of(GET_PROFILE)
def test_get_profile_always_sessions_need_accounts(seen: Seen) -> None:
    """GetProfile keeps what always holds: #users = 0 implies #sessions = 0 (auth_service.spec:289)"""
    seen.always(0)


@examples_of(GET_PROFILE)
def test_get_profile_types(seen: Seen) -> None:
    """After GetProfile everything stored has its type, with all refinements. (auth_service.spec:99)"""
    seen.types()


@examples_of(GET_PROFILE)
def test_get_profile_frame(seen: Seen) -> None:
    """GetProfile changes nothing that it does not speak of. (auth_service.spec:99)"""
    seen.frame()


@examples_of(GET_PROFILE)
def test_get_profile_output(seen: Seen) -> None:
    """The answer of GetProfile has the declared outputs, types and headers. (auth_service.spec:99)"""
    seen.output()


@examples_of(GET_PROFILE)
def test_get_profile_safe(seen: Seen) -> None:
    """GetProfile changes nothing, and says the same when it is asked again. (auth_service.spec:99)"""
    seen.safe(same=True)


@witnesses_of(GET_PROFILE, 19, 20, 21)
def test_get_profile_boundary_input_user_id(seen: Seen) -> None:
    """GetProfile at the limit, and just beside it: user_id: value > 0 (auth_service.spec:6)"""
    seen.total()


@malformed_of(GET_PROFILE, "user_id")
def test_get_profile_malformed_user_id(seen: Seen) -> None:
    """GetProfile refuses an `user_id` that is not well-formed. (auth_service.spec:100)"""
    seen.refuses()


@unauthorized_of(GET_PROFILE)
def test_get_profile_auth(seen: Seen) -> None:
    """GetProfile asks for credentials, and changes nothing without them. (auth_service.spec:99)"""
    seen.unauthorized()


# ChangePassword: PUT /users/{user_id}/password


@examples_of(CHANGE_PASSWORD)
def test_change_password_accepts(seen: Seen) -> None:
    """ChangePassword accepts every call whose precondition holds. (auth_service.spec:112)"""
    seen.accepts()


@witnesses_of(CHANGE_PASSWORD, 22, 278)
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


@witnesses_of(CHANGE_PASSWORD, 104, 230)
def test_change_password_ensures_1_branches(seen: Seen) -> None:
    """ChangePassword ensures: sessions' = sessions - sessionsOf(user_id) (auth_service.spec:122)"""
    seen.ensures(1)


@examples_of(CHANGE_PASSWORD)
def test_change_password_rejects(seen: Seen) -> None:
    """ChangePassword rejects every call whose precondition fails, and changes nothing. (auth_service.spec:112)"""
    seen.rejects()


@witnesses_of(CHANGE_PASSWORD, 23)
def test_change_password_rejects_input_user_id(seen: Seen) -> None:
    """ChangePassword rejects a call that breaks: user_id: value > 0 (auth_service.spec:6)"""
    seen.rejects("UserId.where")


@witnesses_of(CHANGE_PASSWORD, 184)
def test_change_password_rejects_input_password(seen: Seen) -> None:
    """ChangePassword rejects a call that breaks: password: len(value) >= 10 and len(value) <= 128..."""
    seen.rejects("Password.where")


@witnesses_of(CHANGE_PASSWORD, 154)
def test_change_password_rejects_input_new_password(seen: Seen) -> None:
    """ChangePassword rejects a call that breaks: new_password: len(value) >= 10 and len(value) <= 128..."""
    seen.rejects("Password.where")


@witnesses_of(CHANGE_PASSWORD, 6, 24)
def test_change_password_rejects_requires_0(seen: Seen) -> None:
    """ChangePassword rejects a call that breaks: user_id in users (auth_service.spec:116)"""
    seen.rejects("ChangePassword.requires[0]")


@witnesses_of(CHANGE_PASSWORD, 201, 318)
def test_change_password_rejects_requires_1(seen: Seen) -> None:
    """ChangePassword rejects a call that breaks: users[user_id].is_active (auth_service.spec:117)"""
    seen.rejects("ChangePassword.requires[1]")


@witnesses_of(CHANGE_PASSWORD, 26, 57, 102, 280, 287)
def test_change_password_rejects_requires_2(seen: Seen) -> None:
    """ChangePassword rejects a call that breaks: users[user_id].password_hash = hash(password)..."""
    seen.rejects("ChangePassword.requires[2]")


@witnesses_of(CHANGE_PASSWORD, 82, 294)
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
def test_change_password_invariant_reset_keys(seen: Seen) -> None:
    """ChangePassword keeps the invariant: all r in resets | resets[r].id = r (auth_service.spec:272)"""
    seen.invariant(2)


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
    """ChangePassword changes nothing that it does not speak of. (auth_service.spec:112)"""
    seen.frame()


@examples_of(CHANGE_PASSWORD)
def test_change_password_output(seen: Seen) -> None:
    """The answer of ChangePassword has the declared outputs, types and headers. (auth_service.spec:112)"""
    seen.output()


@witnesses_of(CHANGE_PASSWORD, 23, 24, 54)
def test_change_password_boundary_input_user_id(seen: Seen) -> None:
    """ChangePassword at the limit, and just beside it: user_id: value > 0 (auth_service.spec:6)"""
    seen.total()


@witnesses_of(CHANGE_PASSWORD, 26, 56, 79, 80, 216, 217, 280, 293)
def test_change_password_boundary_input_password(seen: Seen) -> None:
    """ChangePassword at the limit, and just beside it: password: len(value) >= 10 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(CHANGE_PASSWORD, 102, 139, 153, 185, 227, 270)
def test_change_password_boundary_input_password_2(seen: Seen) -> None:
    """ChangePassword at the limit, and just beside it: password: len(value) <= 128 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(CHANGE_PASSWORD, 56, 155, 156, 157, 199, 228, 311)
def test_change_password_boundary_input_new_password(seen: Seen) -> None:
    """ChangePassword at the limit, and just beside it: new_password: len(value) >= 10 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(CHANGE_PASSWORD, 81, 140, 141, 158, 200, 229)
def test_change_password_boundary_input_new_password_2(seen: Seen) -> None:
    """ChangePassword at the limit, and just beside it: new_password: len(value) <= 128 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(CHANGE_PASSWORD, 55)
def test_change_password_branches_input_password(seen: Seen) -> None:
    """ChangePassword both ways: password: len(value) >= 10 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(CHANGE_PASSWORD, 25, 279)
def test_change_password_branches_input_password_2(seen: Seen) -> None:
    """ChangePassword both ways: password: len(value) <= 128 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(CHANGE_PASSWORD, 154)
def test_change_password_branches_input_new_password(seen: Seen) -> None:
    """ChangePassword both ways: new_password: len(value) >= 10 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(CHANGE_PASSWORD, 103, 298)
def test_change_password_branches_input_new_password_2(seen: Seen) -> None:
    """ChangePassword both ways: new_password: len(value) <= 128 (auth_service.spec:12)"""
    seen.total()


@limits_of(CHANGE_PASSWORD, 56, 82, 294)
def test_change_password_branches_requires_3(seen: Seen) -> None:
    """ChangePassword both ways: new_password != password (auth_service.spec:119)"""
    seen.total()


@malformed_of(CHANGE_PASSWORD, "user_id")
def test_change_password_malformed_user_id(seen: Seen) -> None:
    """ChangePassword refuses an `user_id` that is not well-formed. (auth_service.spec:113)"""
    seen.refuses()


@malformed_of(CHANGE_PASSWORD, "password")
def test_change_password_malformed_password(seen: Seen) -> None:
    """ChangePassword refuses an `password` that is not well-formed. (auth_service.spec:113)"""
    seen.refuses()


@malformed_of(CHANGE_PASSWORD, "new_password")
def test_change_password_malformed_new_password(seen: Seen) -> None:
    """ChangePassword refuses an `new_password` that is not well-formed. (auth_service.spec:113)"""
    seen.refuses()


@malformed_of(CHANGE_PASSWORD, None)
def test_change_password_malformed_body(seen: Seen) -> None:
    """ChangePassword refuses a body that is not well-formed. (auth_service.spec:112)"""
    seen.refuses()


@unauthorized_of(CHANGE_PASSWORD)
def test_change_password_auth(seen: Seen) -> None:
    """ChangePassword asks for credentials, and changes nothing without them. (auth_service.spec:112)"""
    seen.unauthorized()


# Deactivate: POST /users/{user_id}/deactivate


@examples_of(DEACTIVATE)
def test_deactivate_accepts(seen: Seen) -> None:
    """Deactivate accepts every call whose precondition holds. (auth_service.spec:125)"""
    seen.accepts()


@witnesses_of(DEACTIVATE, 27, 281)
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


@witnesses_of(DEACTIVATE, 123, 203, 303)
def test_deactivate_ensures_1_branches(seen: Seen) -> None:
    """Deactivate ensures: sessions' = sessions - sessionsOf(user_id) (auth_service.spec:133)"""
    seen.ensures(1)


@examples_of(DEACTIVATE)
def test_deactivate_rejects(seen: Seen) -> None:
    """Deactivate rejects every call whose precondition fails, and changes nothing. (auth_service.spec:125)"""
    seen.rejects()


@witnesses_of(DEACTIVATE, 28)
def test_deactivate_rejects_input_user_id(seen: Seen) -> None:
    """Deactivate rejects a call that breaks: user_id: value > 0 (auth_service.spec:6)"""
    seen.rejects("UserId.where")


@witnesses_of(DEACTIVATE, 7, 30)
def test_deactivate_rejects_requires_0(seen: Seen) -> None:
    """Deactivate rejects a call that breaks: user_id in users (auth_service.spec:129)"""
    seen.rejects("Deactivate.requires[0]")


@witnesses_of(DEACTIVATE, 202, 319)
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
def test_deactivate_invariant_reset_keys(seen: Seen) -> None:
    """Deactivate keeps the invariant: all r in resets | resets[r].id = r (auth_service.spec:272)"""
    seen.invariant(2)


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
    """Deactivate changes nothing that it does not speak of. (auth_service.spec:125)"""
    seen.frame()


@examples_of(DEACTIVATE)
def test_deactivate_output(seen: Seen) -> None:
    """The answer of Deactivate has the declared outputs, types and headers. (auth_service.spec:125)"""
    seen.output()


@witnesses_of(DEACTIVATE, 28, 29, 30)
def test_deactivate_boundary_input_user_id(seen: Seen) -> None:
    """Deactivate at the limit, and just beside it: user_id: value > 0 (auth_service.spec:6)"""
    seen.total()


@malformed_of(DEACTIVATE, "user_id")
def test_deactivate_malformed_user_id(seen: Seen) -> None:
    """Deactivate refuses an `user_id` that is not well-formed. (auth_service.spec:126)"""
    seen.refuses()


@unauthorized_of(DEACTIVATE)
def test_deactivate_auth(seen: Seen) -> None:
    """Deactivate asks for credentials, and changes nothing without them. (auth_service.spec:125)"""
    seen.unauthorized()


# Reactivate: POST /users/{user_id}/reactivate


@examples_of(REACTIVATE)
def test_reactivate_accepts(seen: Seen) -> None:
    """Reactivate accepts every call whose precondition holds. (auth_service.spec:136)"""
    seen.accepts()


@witnesses_of(REACTIVATE, 58, 288)
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


@witnesses_of(REACTIVATE, 31)
def test_reactivate_rejects_input_user_id(seen: Seen) -> None:
    """Reactivate rejects a call that breaks: user_id: value > 0 (auth_service.spec:6)"""
    seen.rejects("UserId.where")


@witnesses_of(REACTIVATE, 8, 33)
def test_reactivate_rejects_requires_0(seen: Seen) -> None:
    """Reactivate rejects a call that breaks: user_id in users (auth_service.spec:140)"""
    seen.rejects("Reactivate.requires[0]")


@witnesses_of(REACTIVATE, 124, 304)
def test_reactivate_rejects_requires_1(seen: Seen) -> None:
    """Reactivate rejects a call that breaks: not users[user_id].is_active (auth_service.spec:141)"""
    seen.rejects("Reactivate.requires[1]")


@examples_of(REACTIVATE)
def test_reactivate_invariant_user_keys(seen: Seen) -> None:
    """Reactivate keeps the invariant: all u in users | users[u].id = u (auth_service.spec:268)"""
    seen.invariant(0)


@examples_of(REACTIVATE)
def test_reactivate_invariant_session_keys(seen: Seen) -> None:
    """Reactivate keeps the invariant: all s in sessions | sessions[s].id = s (auth_service.spec:270)"""
    seen.invariant(1)


@examples_of(REACTIVATE)
def test_reactivate_invariant_reset_keys(seen: Seen) -> None:
    """Reactivate keeps the invariant: all r in resets | resets[r].id = r (auth_service.spec:272)"""
    seen.invariant(2)


@examples_of(REACTIVATE)
def test_reactivate_invariant_emails_are_unique(seen: Seen) -> None:
    """Reactivate keeps the invariant: all a in users, b in users | users[a].email = users[b].email implies a = b..."""
    seen.invariant(3)


@examples_of(REACTIVATE)
def test_reactivate_invariant_tokens_are_unique(seen: Seen) -> None:
    """Reactivate keeps the invariant: all a in sessions, b in sessions | sessions[a].token = sessions[b].token..."""
    seen.invariant(4)


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
    """Reactivate changes nothing that it does not speak of. (auth_service.spec:136)"""
    seen.frame()


@examples_of(REACTIVATE)
def test_reactivate_output(seen: Seen) -> None:
    """The answer of Reactivate has the declared outputs, types and headers. (auth_service.spec:136)"""
    seen.output()


@witnesses_of(REACTIVATE, 31, 32, 33)
def test_reactivate_boundary_input_user_id(seen: Seen) -> None:
    """Reactivate at the limit, and just beside it: user_id: value > 0 (auth_service.spec:6)"""
    seen.total()


@malformed_of(REACTIVATE, "user_id")
def test_reactivate_malformed_user_id(seen: Seen) -> None:
    """Reactivate refuses an `user_id` that is not well-formed. (auth_service.spec:137)"""
    seen.refuses()


@unauthorized_of(REACTIVATE)
def test_reactivate_auth(seen: Seen) -> None:
    """Reactivate asks for credentials, and changes nothing without them. (auth_service.spec:136)"""
    seen.unauthorized()


# Login: POST /sessions


@examples_of(LOGIN)
def test_login_accepts(seen: Seen) -> None:
    """Login accepts every call whose precondition holds. (auth_service.spec:148)"""
    seen.accepts()


@witnesses_of(LOGIN, 34, 282)
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


@witnesses_of(LOGIN, 86, 129, 295)
def test_login_ensures_1_branches(seen: Seen) -> None:
    """Login ensures: not tokenInUse(token) (auth_service.spec:156)"""
    seen.ensures(1)


@examples_of(LOGIN)
def test_login_ensures_2(seen: Seen) -> None:
    """Login ensures: not tokenInUse(refresh_token) (auth_service.spec:157)"""
    seen.ensures(2)


@witnesses_of(LOGIN, 34, 129, 282)
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


@witnesses_of(LOGIN, 86, 164, 295)
def test_login_ensures_4_branches(seen: Seen) -> None:
    """Login ensures: let user = (the u in ran(users) | u.email = email) in sessions' = sessions + {session_id ->..."""
    seen.ensures(4)


@examples_of(LOGIN)
def test_login_rejects(seen: Seen) -> None:
    """Login rejects every call whose precondition fails, and changes nothing. (auth_service.spec:148)"""
    seen.rejects()


@witnesses_of(LOGIN, 59)
def test_login_rejects_input_email(seen: Seen) -> None:
    """Login rejects a call that breaks: email: len(value) <= 254 and isValidEmail(value) (auth_service.spec:8)"""
    seen.rejects("Email.where")


@witnesses_of(LOGIN, 106)
def test_login_rejects_input_password(seen: Seen) -> None:
    """Login rejects a call that breaks: password: len(value) >= 10 and len(value) <= 128 (auth_service.spec:12)"""
    seen.rejects("Password.where")


@witnesses_of(LOGIN, 204, 274, 320)
def test_login_rejects_requires_0(seen: Seen) -> None:
    """Login rejects a call that breaks: recentFailures(email) < maxFailures() (auth_service.spec:152)"""
    seen.rejects("Login.requires[0]")


@witnesses_of(LOGIN, 60, 61, 88, 109, 125, 127, 128, 163, 218, 244, 266, 312, 326)
def test_login_rejects_requires_1(seen: Seen) -> None:
    """Login rejects a call that breaks: credentialsMatch(email, password) (auth_service.spec:153)"""
    seen.rejects("Login.requires[1]")


@examples_of(LOGIN)
def test_login_invariant_user_keys(seen: Seen) -> None:
    """Login keeps the invariant: all u in users | users[u].id = u (auth_service.spec:268)"""
    seen.invariant(0)


@examples_of(LOGIN)
def test_login_invariant_session_keys(seen: Seen) -> None:
    """Login keeps the invariant: all s in sessions | sessions[s].id = s (auth_service.spec:270)"""
    seen.invariant(1)


@examples_of(LOGIN)
def test_login_invariant_reset_keys(seen: Seen) -> None:
    """Login keeps the invariant: all r in resets | resets[r].id = r (auth_service.spec:272)"""
    seen.invariant(2)


@examples_of(LOGIN)
def test_login_invariant_emails_are_unique(seen: Seen) -> None:
    """Login keeps the invariant: all a in users, b in users | users[a].email = users[b].email implies a = b..."""
    seen.invariant(3)


@examples_of(LOGIN)
def test_login_invariant_tokens_are_unique(seen: Seen) -> None:
    """Login keeps the invariant: all a in sessions, b in sessions | sessions[a].token = sessions[b].token or..."""
    seen.invariant(4)


@examples_of(LOGIN)
def test_login_invariant_sessions_belong_to_active_users(seen: Seen) -> None:
    """Login keeps the invariant: all s in ran(sessions) | s.user_id in users and users[s.user_id].is_active..."""
    seen.invariant(5)


@examples_of(LOGIN)
def test_login_invariant_resets_have_owners(seen: Seen) -> None:
    """Login keeps the invariant: all r in ran(resets) | r.user_id in users (auth_service.spec:285)"""
    seen.invariant(6)


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
    """Login changes nothing that it does not speak of. (auth_service.spec:148)"""
    seen.frame()


@examples_of(LOGIN)
def test_login_output(seen: Seen) -> None:
    """The answer of Login has the declared outputs, types and headers. (auth_service.spec:148)"""
    seen.output()


@witnesses_of(LOGIN, 60, 83, 105, 125, 218, 252)
def test_login_boundary_input_email(seen: Seen) -> None:
    """Login at the limit, and just beside it: email: len(value) <= 254 (auth_service.spec:8)"""
    seen.total()


@witnesses_of(LOGIN, 84, 85, 86, 159, 160, 219, 253, 254, 295)
def test_login_boundary_input_email_2(seen: Seen) -> None:
    """Login at the limit, and just beside it: email: isValidEmail(value) (auth_service.spec:8)"""
    seen.total()


@witnesses_of(LOGIN, 36, 37, 86, 87, 126, 127, 295)
def test_login_boundary_input_password(seen: Seen) -> None:
    """Login at the limit, and just beside it: password: len(value) >= 10 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(LOGIN, 38, 39, 88, 107, 128, 161)
def test_login_boundary_input_password_2(seen: Seen) -> None:
    """Login at the limit, and just beside it: password: len(value) <= 128 (auth_service.spec:12)"""
    seen.total()


@limits_of(LOGIN, 204, 272, 274, 320)
def test_login_boundary_requires_0(seen: Seen) -> None:
    """Login at the limit, and just beside it: recentFailures(email) < maxFailures() (auth_service.spec:152)"""
    seen.total()


@limits_of(LOGIN, 108, 162, 231)
def test_login_boundary_requires_0_2(seen: Seen) -> None:
    """Login at the limit, and just beside it: now() - f.at < minutes(15) (auth_service.spec:67)"""
    seen.total()


@witnesses_of(LOGIN, 105)
def test_login_branches_input_email(seen: Seen) -> None:
    """Login both ways: email: len(value) <= 254 (auth_service.spec:8)"""
    seen.total()


@witnesses_of(LOGIN, 59)
def test_login_branches_input_email_2(seen: Seen) -> None:
    """Login both ways: email: isValidEmail(value) (auth_service.spec:8)"""
    seen.total()


@witnesses_of(LOGIN, 106)
def test_login_branches_input_password(seen: Seen) -> None:
    """Login both ways: password: len(value) >= 10 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(LOGIN, 35)
def test_login_branches_input_password_2(seen: Seen) -> None:
    """Login both ways: password: len(value) <= 128 (auth_service.spec:12)"""
    seen.total()


@limits_of(LOGIN, 89)
def test_login_branches_requires_0(seen: Seen) -> None:
    """Login both ways: sum(failures, f => if f.email = email and now() - f.at < minutes(15) then 1 else 0)..."""
    seen.total()


@limits_of(LOGIN, 89, 264)
def test_login_branches_requires_0_2(seen: Seen) -> None:
    """Login both ways: f.email = email and now() - f.at < minutes(15) (auth_service.spec:67)"""
    seen.total()


@limits_of(LOGIN, 89)
def test_login_branches_requires_0_3(seen: Seen) -> None:
    """Login both ways: f.email = email (auth_service.spec:67)"""
    seen.total()


@limits_of(LOGIN, 162)
def test_login_branches_requires_0_4(seen: Seen) -> None:
    """Login both ways: now() - f.at < minutes(15) (auth_service.spec:67)"""
    seen.total()


@limits_of(LOGIN, 61, 86, 295)
def test_login_branches_requires_1(seen: Seen) -> None:
    """Login both ways: some u in ran(users) | u.email = email and u.is_active and u.password_hash =..."""
    seen.total()


@limits_of(LOGIN, 163, 312)
def test_login_branches_requires_1_2(seen: Seen) -> None:
    """Login both ways: u.email = email and u.is_active (auth_service.spec:70)"""
    seen.total()


@limits_of(LOGIN, 244)
def test_login_branches_requires_1_3(seen: Seen) -> None:
    """Login both ways: u.password_hash = hash(password) (auth_service.spec:70)"""
    seen.total()


@limits_of(LOGIN, 163, 312)
def test_login_branches_requires_1_4(seen: Seen) -> None:
    """Login both ways: u.email = email (auth_service.spec:70)"""
    seen.total()


@limits_of(LOGIN, 266, 326)
def test_login_branches_requires_1_5(seen: Seen) -> None:
    """Login both ways: u.is_active (auth_service.spec:70)"""
    seen.total()


@malformed_of(LOGIN, "email")
def test_login_malformed_email(seen: Seen) -> None:
    """Login refuses an `email` that is not well-formed. (auth_service.spec:149)"""
    seen.refuses()


@malformed_of(LOGIN, "password")
def test_login_malformed_password(seen: Seen) -> None:
    """Login refuses an `password` that is not well-formed. (auth_service.spec:149)"""
    seen.refuses()


@malformed_of(LOGIN, None)
def test_login_malformed_body(seen: Seen) -> None:
    """Login refuses a body that is not well-formed. (auth_service.spec:148)"""
    seen.refuses()


# LoginFailed: POST /login-failures


@examples_of(LOGIN_FAILED)
def test_login_failed_accepts(seen: Seen) -> None:
    """LoginFailed accepts every call whose precondition holds. (auth_service.spec:171)"""
    seen.accepts()


@witnesses_of(LOGIN_FAILED, 9)
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


@witnesses_of(LOGIN_FAILED, 41, 191, 208)
def test_login_failed_ensures_1_branches(seen: Seen) -> None:
    """LoginFailed ensures: recentFailures(email)' = recentFailures(email) + 1 (auth_service.spec:180)"""
    seen.ensures(1)


@examples_of(LOGIN_FAILED)
def test_login_failed_ensures_2(seen: Seen) -> None:
    """LoginFailed ensures: attempts_left = maxFailures() - recentFailures(email)' (auth_service.spec:181)"""
    seen.ensures(2)


@witnesses_of(LOGIN_FAILED, 41, 191, 208)
def test_login_failed_ensures_2_branches(seen: Seen) -> None:
    """LoginFailed ensures: attempts_left = maxFailures() - recentFailures(email)' (auth_service.spec:181)"""
    seen.ensures(2)


@examples_of(LOGIN_FAILED)
def test_login_failed_rejects(seen: Seen) -> None:
    """LoginFailed rejects every call whose precondition fails, and changes nothing. (auth_service.spec:171)"""
    seen.rejects()


@witnesses_of(LOGIN_FAILED, 142)
def test_login_failed_rejects_input_email(seen: Seen) -> None:
    """LoginFailed rejects a call that breaks: email: len(value) <= 254 and isValidEmail(value) (auth_service.spec:8)"""
    seen.rejects("Email.where")


@witnesses_of(LOGIN_FAILED, 205)
def test_login_failed_rejects_input_password(seen: Seen) -> None:
    """LoginFailed rejects a call that breaks: password: len(value) >= 10 and len(value) <= 128..."""
    seen.rejects("Password.where")


@witnesses_of(LOGIN_FAILED, 207, 275, 321)
def test_login_failed_rejects_requires_0(seen: Seen) -> None:
    """LoginFailed rejects a call that breaks: recentFailures(email) < maxFailures() (auth_service.spec:176)"""
    seen.rejects("LoginFailed.requires[0]")


@witnesses_of(LOGIN_FAILED, 66, 145, 289, 308)
def test_login_failed_rejects_requires_1(seen: Seen) -> None:
    """LoginFailed rejects a call that breaks: not credentialsMatch(email, password) (auth_service.spec:177)"""
    seen.rejects("LoginFailed.requires[1]")


@examples_of(LOGIN_FAILED)
def test_login_failed_invariant_user_keys(seen: Seen) -> None:
    """LoginFailed keeps the invariant: all u in users | users[u].id = u (auth_service.spec:268)"""
    seen.invariant(0)


@examples_of(LOGIN_FAILED)
def test_login_failed_invariant_session_keys(seen: Seen) -> None:
    """LoginFailed keeps the invariant: all s in sessions | sessions[s].id = s (auth_service.spec:270)"""
    seen.invariant(1)


@examples_of(LOGIN_FAILED)
def test_login_failed_invariant_reset_keys(seen: Seen) -> None:
    """LoginFailed keeps the invariant: all r in resets | resets[r].id = r (auth_service.spec:272)"""
    seen.invariant(2)


@examples_of(LOGIN_FAILED)
def test_login_failed_invariant_emails_are_unique(seen: Seen) -> None:
    """LoginFailed keeps the invariant: all a in users, b in users | users[a].email = users[b].email implies a =..."""
    seen.invariant(3)


@examples_of(LOGIN_FAILED)
def test_login_failed_invariant_tokens_are_unique(seen: Seen) -> None:
    """LoginFailed keeps the invariant: all a in sessions, b in sessions | sessions[a].token = sessions[b].token..."""
    seen.invariant(4)


@examples_of(LOGIN_FAILED)
def test_login_failed_invariant_sessions_belong_to_active_users(seen: Seen) -> None:
    """LoginFailed keeps the invariant: all s in ran(sessions) | s.user_id in users and..."""
    seen.invariant(5)


@examples_of(LOGIN_FAILED)
def test_login_failed_invariant_resets_have_owners(seen: Seen) -> None:
    """LoginFailed keeps the invariant: all r in ran(resets) | r.user_id in users (auth_service.spec:285)"""
    seen.invariant(6)


@examples_of(LOGIN_FAILED)
def test_login_failed_always_sessions_need_accounts(seen: Seen) -> None:
    """LoginFailed keeps what always holds: #users = 0 implies #sessions = 0 (auth_service.spec:289)"""
    seen.always(0)


@examples_of(LOGIN_FAILED)
def test_login_failed_types(seen: Seen) -> None:
    """After LoginFailed everything stored has its type, with all refinements. (auth_service.spec:171)"""
    seen.types()


@examples_of(LOGIN_FAILED)
def test_login_failed_frame(seen: Seen) -> None:
    """LoginFailed changes nothing that it does not speak of. (auth_service.spec:171)"""
    seen.frame()


@examples_of(LOGIN_FAILED)
def test_login_failed_output(seen: Seen) -> None:
    """The answer of LoginFailed has the declared outputs, types and headers. (auth_service.spec:171)"""
    seen.output()


@witnesses_of(LOGIN_FAILED, 40, 143, 144, 166, 187, 255)
def test_login_failed_boundary_input_email(seen: Seen) -> None:
    """LoginFailed at the limit, and just beside it: email: len(value) <= 254 (auth_service.spec:8)"""
    seen.total()


@witnesses_of(LOGIN_FAILED, 41, 110, 111, 112, 167, 188, 189, 256)
def test_login_failed_boundary_input_email_2(seen: Seen) -> None:
    """LoginFailed at the limit, and just beside it: email: isValidEmail(value) (auth_service.spec:8)"""
    seen.total()


@witnesses_of(LOGIN_FAILED, 41, 43, 62, 63, 90, 220)
def test_login_failed_boundary_input_password(seen: Seen) -> None:
    """LoginFailed at the limit, and just beside it: password: len(value) >= 10 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(LOGIN_FAILED, 10, 64, 65, 91, 206, 232)
def test_login_failed_boundary_input_password_2(seen: Seen) -> None:
    """LoginFailed at the limit, and just beside it: password: len(value) <= 128 (auth_service.spec:12)"""
    seen.total()


@limits_of(LOGIN_FAILED, 190, 207, 275, 321)
def test_login_failed_boundary_requires_0(seen: Seen) -> None:
    """LoginFailed at the limit, and just beside it: recentFailures(email) < maxFailures() (auth_service.spec:176)"""
    seen.total()


@limits_of(LOGIN_FAILED, 208, 209, 245)
def test_login_failed_boundary_requires_0_2(seen: Seen) -> None:
    """LoginFailed at the limit, and just beside it: now() - f.at < minutes(15) (auth_service.spec:67)"""
    seen.total()


@limits_of(LOGIN_FAILED, 208, 209, 245)
def test_login_failed_boundary_ensures_1(seen: Seen) -> None:
    """LoginFailed at the limit, and just beside it: now() - f.at < minutes(15) (auth_service.spec:67)"""
    seen.total()


@limits_of(LOGIN_FAILED, 208, 209, 245)
def test_login_failed_boundary_ensures_2(seen: Seen) -> None:
    """LoginFailed at the limit, and just beside it: now() - f.at < minutes(15) (auth_service.spec:67)"""
    seen.total()


@witnesses_of(LOGIN_FAILED, 165)
def test_login_failed_branches_input_email(seen: Seen) -> None:
    """LoginFailed both ways: email: len(value) <= 254 (auth_service.spec:8)"""
    seen.total()


@witnesses_of(LOGIN_FAILED, 186)
def test_login_failed_branches_input_email_2(seen: Seen) -> None:
    """LoginFailed both ways: email: isValidEmail(value) (auth_service.spec:8)"""
    seen.total()


@witnesses_of(LOGIN_FAILED, 42)
def test_login_failed_branches_input_password(seen: Seen) -> None:
    """LoginFailed both ways: password: len(value) >= 10 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(LOGIN_FAILED, 91)
def test_login_failed_branches_input_password_2(seen: Seen) -> None:
    """LoginFailed both ways: password: len(value) <= 128 (auth_service.spec:12)"""
    seen.total()


@limits_of(LOGIN_FAILED, 113)
def test_login_failed_branches_requires_0(seen: Seen) -> None:
    """LoginFailed both ways: sum(failures, f => if f.email = email and now() - f.at < minutes(15) then 1 else 0)..."""
    seen.total()


@limits_of(LOGIN_FAILED, 113, 208)
def test_login_failed_branches_requires_0_2(seen: Seen) -> None:
    """LoginFailed both ways: f.email = email and now() - f.at < minutes(15) (auth_service.spec:67)"""
    seen.total()


@limits_of(LOGIN_FAILED, 191)
def test_login_failed_branches_requires_0_3(seen: Seen) -> None:
    """LoginFailed both ways: f.email = email (auth_service.spec:67)"""
    seen.total()


@limits_of(LOGIN_FAILED, 208)
def test_login_failed_branches_requires_0_4(seen: Seen) -> None:
    """LoginFailed both ways: now() - f.at < minutes(15) (auth_service.spec:67)"""
    seen.total()


@limits_of(LOGIN_FAILED, 41, 145, 308)
def test_login_failed_branches_requires_1(seen: Seen) -> None:
    """LoginFailed both ways: some u in ran(users) | u.email = email and u.is_active and u.password_hash =..."""
    seen.total()


@limits_of(LOGIN_FAILED, 44, 283)
def test_login_failed_branches_requires_1_2(seen: Seen) -> None:
    """LoginFailed both ways: u.email = email and u.is_active (auth_service.spec:70)"""
    seen.total()


@limits_of(LOGIN_FAILED, 114)
def test_login_failed_branches_requires_1_3(seen: Seen) -> None:
    """LoginFailed both ways: u.password_hash = hash(password) (auth_service.spec:70)"""
    seen.total()


@limits_of(LOGIN_FAILED, 45, 284)
def test_login_failed_branches_requires_1_4(seen: Seen) -> None:
    """LoginFailed both ways: u.email = email (auth_service.spec:70)"""
    seen.total()


@limits_of(LOGIN_FAILED, 210)
def test_login_failed_branches_requires_1_5(seen: Seen) -> None:
    """LoginFailed both ways: u.is_active (auth_service.spec:70)"""
    seen.total()


@malformed_of(LOGIN_FAILED, "email")
def test_login_failed_malformed_email(seen: Seen) -> None:
    """LoginFailed refuses an `email` that is not well-formed. (auth_service.spec:172)"""
    seen.refuses()


@malformed_of(LOGIN_FAILED, "password")
def test_login_failed_malformed_password(seen: Seen) -> None:
    """LoginFailed refuses an `password` that is not well-formed. (auth_service.spec:172)"""
    seen.refuses()


@malformed_of(LOGIN_FAILED, None)
def test_login_failed_malformed_body(seen: Seen) -> None:
    """LoginFailed refuses a body that is not well-formed. (auth_service.spec:171)"""
    seen.refuses()


@unauthorized_of(LOGIN_FAILED)
def test_login_failed_auth(seen: Seen) -> None:
    """LoginFailed asks for credentials, and changes nothing without them. (auth_service.spec:171)"""
    seen.unauthorized()


# ClearFailures: DELETE /login-failures


@examples_of(CLEAR_FAILURES)
def test_clear_failures_accepts(seen: Seen) -> None:
    """ClearFailures accepts every call whose precondition holds. (auth_service.spec:185)"""
    seen.accepts()


@witnesses_of(CLEAR_FAILURES, 11, 276, 329)
def test_clear_failures_accepts_witnesses(seen: Seen) -> None:
    """ClearFailures accepts the calls that were found for it. (auth_service.spec:185)"""
    seen.accepts()


@examples_of(CLEAR_FAILURES)
def test_clear_failures_ensures_0(seen: Seen) -> None:
    """ClearFailures ensures: failures' = [] (auth_service.spec:188)"""
    seen.ensures(0)


@examples_of(CLEAR_FAILURES)
def test_clear_failures_invariant_user_keys(seen: Seen) -> None:
    """ClearFailures keeps the invariant: all u in users | users[u].id = u (auth_service.spec:268)"""
    seen.invariant(0)


@examples_of(CLEAR_FAILURES)
def test_clear_failures_invariant_session_keys(seen: Seen) -> None:
    """ClearFailures keeps the invariant: all s in sessions | sessions[s].id = s (auth_service.spec:270)"""
    seen.invariant(1)


@examples_of(CLEAR_FAILURES)
def test_clear_failures_invariant_reset_keys(seen: Seen) -> None:
    """ClearFailures keeps the invariant: all r in resets | resets[r].id = r (auth_service.spec:272)"""
    seen.invariant(2)


@examples_of(CLEAR_FAILURES)
def test_clear_failures_invariant_emails_are_unique(seen: Seen) -> None:
    """ClearFailures keeps the invariant: all a in users, b in users | users[a].email = users[b].email implies a..."""
    seen.invariant(3)


@examples_of(CLEAR_FAILURES)
def test_clear_failures_invariant_tokens_are_unique(seen: Seen) -> None:
    """ClearFailures keeps the invariant: all a in sessions, b in sessions | sessions[a].token =..."""
    seen.invariant(4)


@examples_of(CLEAR_FAILURES)
def test_clear_failures_invariant_sessions_belong_to_active_users(seen: Seen) -> None:
    """ClearFailures keeps the invariant: all s in ran(sessions) | s.user_id in users and..."""
    seen.invariant(5)


@examples_of(CLEAR_FAILURES)
def test_clear_failures_invariant_resets_have_owners(seen: Seen) -> None:
    """ClearFailures keeps the invariant: all r in ran(resets) | r.user_id in users (auth_service.spec:285)"""
    seen.invariant(6)


@examples_of(CLEAR_FAILURES)
def test_clear_failures_always_sessions_need_accounts(seen: Seen) -> None:
    """ClearFailures keeps what always holds: #users = 0 implies #sessions = 0 (auth_service.spec:289)"""
    seen.always(0)


@examples_of(CLEAR_FAILURES)
def test_clear_failures_types(seen: Seen) -> None:
    """After ClearFailures everything stored has its type, with all refinements. (auth_service.spec:185)"""
    seen.types()


@examples_of(CLEAR_FAILURES)
def test_clear_failures_frame(seen: Seen) -> None:
    """ClearFailures changes nothing that it does not speak of. (auth_service.spec:185)"""
    seen.frame()


@examples_of(CLEAR_FAILURES)
def test_clear_failures_output(seen: Seen) -> None:
    """The answer of ClearFailures has the declared outputs, types and headers. (auth_service.spec:185)"""
    seen.output()


@unauthorized_of(CLEAR_FAILURES)
def test_clear_failures_auth(seen: Seen) -> None:
    """ClearFailures asks for credentials, and changes nothing without them. (auth_service.spec:185)"""
    seen.unauthorized()


# CheckToken: POST /sessions/{session_id}/check


@examples_of(CHECK_TOKEN)
def test_check_token_accepts(seen: Seen) -> None:
    """CheckToken accepts every call whose precondition holds. (auth_service.spec:192)"""
    seen.accepts()


@witnesses_of(CHECK_TOKEN, 67, 290)
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


@witnesses_of(CHECK_TOKEN, 130)
def test_check_token_rejects_input_token(seen: Seen) -> None:
    """CheckToken rejects a call that breaks: token: value matches /^[A-Za-z0-9_-]{43}$/ (auth_service.spec:17)"""
    seen.rejects("Token.where")


@witnesses_of(CHECK_TOKEN, 12)
def test_check_token_rejects_requires_0(seen: Seen) -> None:
    """CheckToken rejects a call that breaks: session_id in sessions (auth_service.spec:196)"""
    seen.rejects("CheckToken.requires[0]")


@witnesses_of(CHECK_TOKEN, 259, 325)
def test_check_token_rejects_requires_1(seen: Seen) -> None:
    """CheckToken rejects a call that breaks: sessions[session_id].token = token (auth_service.spec:197)"""
    seen.rejects("CheckToken.requires[1]")


@witnesses_of(CHECK_TOKEN, 192, 193, 234, 315)
def test_check_token_rejects_requires_2(seen: Seen) -> None:
    """CheckToken rejects a call that breaks: now() < sessions[session_id].expires_at (auth_service.spec:198)"""
    seen.rejects("CheckToken.requires[2]")


@examples_of(CHECK_TOKEN)
def test_check_token_invariant_user_keys(seen: Seen) -> None:
    """CheckToken keeps the invariant: all u in users | users[u].id = u (auth_service.spec:268)"""
    seen.invariant(0)


@examples_of(CHECK_TOKEN)
def test_check_token_invariant_session_keys(seen: Seen) -> None:
    """CheckToken keeps the invariant: all s in sessions | sessions[s].id = s (auth_service.spec:270)"""
    seen.invariant(1)


@examples_of(CHECK_TOKEN)
def test_check_token_invariant_reset_keys(seen: Seen) -> None:
    """CheckToken keeps the invariant: all r in resets | resets[r].id = r (auth_service.spec:272)"""
    seen.invariant(2)


@examples_of(CHECK_TOKEN)
def test_check_token_invariant_emails_are_unique(seen: Seen) -> None:
    """CheckToken keeps the invariant: all a in users, b in users | users[a].email = users[b].email implies a = b..."""
    seen.invariant(3)


@examples_of(CHECK_TOKEN)
def test_check_token_invariant_tokens_are_unique(seen: Seen) -> None:
    """CheckToken keeps the invariant: all a in sessions, b in sessions | sessions[a].token = sessions[b].token..."""
    seen.invariant(4)


@examples_of(CHECK_TOKEN)
def test_check_token_invariant_sessions_belong_to_active_users(seen: Seen) -> None:
    """CheckToken keeps the invariant: all s in ran(sessions) | s.user_id in users and users[s.user_id].is_active..."""
    seen.invariant(5)


@examples_of(CHECK_TOKEN)
def test_check_token_invariant_resets_have_owners(seen: Seen) -> None:
    """CheckToken keeps the invariant: all r in ran(resets) | r.user_id in users (auth_service.spec:285)"""
    seen.invariant(6)


@examples_of(CHECK_TOKEN)
def test_check_token_always_sessions_need_accounts(seen: Seen) -> None:
    """CheckToken keeps what always holds: #users = 0 implies #sessions = 0 (auth_service.spec:289)"""
    seen.always(0)


@examples_of(CHECK_TOKEN)
def test_check_token_types(seen: Seen) -> None:
    """After CheckToken everything stored has its type, with all refinements. (auth_service.spec:192)"""
    seen.types()


@examples_of(CHECK_TOKEN)
def test_check_token_frame(seen: Seen) -> None:
    """CheckToken changes nothing that it does not speak of. (auth_service.spec:192)"""
    seen.frame()


@examples_of(CHECK_TOKEN)
def test_check_token_output(seen: Seen) -> None:
    """The answer of CheckToken has the declared outputs, types and headers. (auth_service.spec:192)"""
    seen.output()


@examples_of(CHECK_TOKEN)
def test_check_token_safe(seen: Seen) -> None:
    """CheckToken changes nothing, and says the same when it is asked again. (auth_service.spec:192)"""
    seen.safe(same=True)


@witnesses_of(CHECK_TOKEN, 67, 115, 131, 168, 233, 257, 258, 290, 299, 305)
def test_check_token_boundary_input_token(seen: Seen) -> None:
    """CheckToken at the limit, and just beside it: token: value matches /^[A-Za-z0-9_-]{43}$/ (auth_service.spec:17)"""
    seen.total()


@limits_of(CHECK_TOKEN, 193, 234, 265)
def test_check_token_boundary_requires_2(seen: Seen) -> None:
    """CheckToken at the limit, and just beside it: now() < sessions[session_id].expires_at (auth_service.spec:198)"""
    seen.total()


@malformed_of(CHECK_TOKEN, "session_id")
def test_check_token_malformed_session_id(seen: Seen) -> None:
    """CheckToken refuses an `session_id` that is not well-formed. (auth_service.spec:193)"""
    seen.refuses()


@malformed_of(CHECK_TOKEN, "token")
def test_check_token_malformed_token(seen: Seen) -> None:
    """CheckToken refuses an `token` that is not well-formed. (auth_service.spec:193)"""
    seen.refuses()


@malformed_of(CHECK_TOKEN, None)
def test_check_token_malformed_body(seen: Seen) -> None:
    """CheckToken refuses a body that is not well-formed. (auth_service.spec:192)"""
    seen.refuses()


# Refresh: POST /sessions/{session_id}/refresh


@examples_of(REFRESH)
def test_refresh_accepts(seen: Seen) -> None:
    """Refresh accepts every call whose precondition holds. (auth_service.spec:205)"""
    seen.accepts()


@witnesses_of(REFRESH, 92, 296)
def test_refresh_accepts_witnesses(seen: Seen) -> None:
    """Refresh accepts the calls that were found for it. (auth_service.spec:205)"""
    seen.accepts()


@examples_of(REFRESH)
def test_refresh_ensures_0(seen: Seen) -> None:
    """Refresh ensures: not tokenInUse(token) (auth_service.spec:213)"""
    seen.ensures(0)


@witnesses_of(REFRESH, 92, 296)
def test_refresh_ensures_0_branches(seen: Seen) -> None:
    """Refresh ensures: not tokenInUse(token) (auth_service.spec:213)"""
    seen.ensures(0)


@examples_of(REFRESH)
def test_refresh_ensures_1(seen: Seen) -> None:
    """Refresh ensures: not tokenInUse(next_refresh_token) (auth_service.spec:214)"""
    seen.ensures(1)


@witnesses_of(REFRESH, 92, 296)
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


@witnesses_of(REFRESH, 116, 300)
def test_refresh_rejects_input_refresh_token(seen: Seen) -> None:
    """Refresh rejects a call that breaks: refresh_token: value matches /^[A-Za-z0-9_-]{43}$/ (auth_service.spec:17)"""
    seen.rejects("Token.where")


@witnesses_of(REFRESH, 13)
def test_refresh_rejects_requires_0(seen: Seen) -> None:
    """Refresh rejects a call that breaks: session_id in sessions (auth_service.spec:209)"""
    seen.rejects("Refresh.requires[0]")


@witnesses_of(REFRESH, 247, 324)
def test_refresh_rejects_requires_1(seen: Seen) -> None:
    """Refresh rejects a call that breaks: sessions[session_id].refresh_token = refresh_token (auth_service.spec:210)"""
    seen.rejects("Refresh.requires[1]")


@witnesses_of(REFRESH, 170, 171, 248, 313)
def test_refresh_rejects_requires_2(seen: Seen) -> None:
    """Refresh rejects a call that breaks: now() < sessions[session_id].refresh_until (auth_service.spec:211)"""
    seen.rejects("Refresh.requires[2]")


@examples_of(REFRESH)
def test_refresh_invariant_user_keys(seen: Seen) -> None:
    """Refresh keeps the invariant: all u in users | users[u].id = u (auth_service.spec:268)"""
    seen.invariant(0)


@examples_of(REFRESH)
def test_refresh_invariant_session_keys(seen: Seen) -> None:
    """Refresh keeps the invariant: all s in sessions | sessions[s].id = s (auth_service.spec:270)"""
    seen.invariant(1)


@examples_of(REFRESH)
def test_refresh_invariant_reset_keys(seen: Seen) -> None:
    """Refresh keeps the invariant: all r in resets | resets[r].id = r (auth_service.spec:272)"""
    seen.invariant(2)


@examples_of(REFRESH)
def test_refresh_invariant_emails_are_unique(seen: Seen) -> None:
    """Refresh keeps the invariant: all a in users, b in users | users[a].email = users[b].email implies a = b..."""
    seen.invariant(3)


@examples_of(REFRESH)
def test_refresh_invariant_tokens_are_unique(seen: Seen) -> None:
    """Refresh keeps the invariant: all a in sessions, b in sessions | sessions[a].token = sessions[b].token or..."""
    seen.invariant(4)


@examples_of(REFRESH)
def test_refresh_invariant_sessions_belong_to_active_users(seen: Seen) -> None:
    """Refresh keeps the invariant: all s in ran(sessions) | s.user_id in users and users[s.user_id].is_active..."""
    seen.invariant(5)


@examples_of(REFRESH)
def test_refresh_invariant_resets_have_owners(seen: Seen) -> None:
    """Refresh keeps the invariant: all r in ran(resets) | r.user_id in users (auth_service.spec:285)"""
    seen.invariant(6)


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
    """Refresh changes nothing that it does not speak of. (auth_service.spec:205)"""
    seen.frame()


@examples_of(REFRESH)
def test_refresh_output(seen: Seen) -> None:
    """The answer of Refresh has the declared outputs, types and headers. (auth_service.spec:205)"""
    seen.output()


@witnesses_of(REFRESH, 92, 117, 169, 194, 246, 260, 267, 296, 316)
def test_refresh_boundary_input_refresh_token(seen: Seen) -> None:
    """Refresh at the limit, and just beside it: refresh_token: value matches /^[A-Za-z0-9_-]{43}$/..."""
    seen.total()


@limits_of(REFRESH, 170, 171, 235, 313)
def test_refresh_boundary_requires_2(seen: Seen) -> None:
    """Refresh at the limit, and just beside it: now() < sessions[session_id].refresh_until (auth_service.spec:211)"""
    seen.total()


@malformed_of(REFRESH, "session_id")
def test_refresh_malformed_session_id(seen: Seen) -> None:
    """Refresh refuses an `session_id` that is not well-formed. (auth_service.spec:206)"""
    seen.refuses()


@malformed_of(REFRESH, "refresh_token")
def test_refresh_malformed_refresh_token(seen: Seen) -> None:
    """Refresh refuses an `refresh_token` that is not well-formed. (auth_service.spec:206)"""
    seen.refuses()


@malformed_of(REFRESH, None)
def test_refresh_malformed_body(seen: Seen) -> None:
    """Refresh refuses a body that is not well-formed. (auth_service.spec:205)"""
    seen.refuses()


# Logout: DELETE /sessions/{session_id}


@examples_of(LOGOUT)
def test_logout_accepts(seen: Seen) -> None:
    """Logout accepts every call whose precondition holds. (auth_service.spec:223)"""
    seen.accepts()


@witnesses_of(LOGOUT, 93, 297)
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


@witnesses_of(LOGOUT, 236)
def test_logout_rejects_requires_0(seen: Seen) -> None:
    """Logout rejects a call that breaks: session_id in sessions (auth_service.spec:227)"""
    seen.rejects("Logout.requires[0]")


@examples_of(LOGOUT)
def test_logout_invariant_user_keys(seen: Seen) -> None:
    """Logout keeps the invariant: all u in users | users[u].id = u (auth_service.spec:268)"""
    seen.invariant(0)


@examples_of(LOGOUT)
def test_logout_invariant_session_keys(seen: Seen) -> None:
    """Logout keeps the invariant: all s in sessions | sessions[s].id = s (auth_service.spec:270)"""
    seen.invariant(1)


@examples_of(LOGOUT)
def test_logout_invariant_reset_keys(seen: Seen) -> None:
    """Logout keeps the invariant: all r in resets | resets[r].id = r (auth_service.spec:272)"""
    seen.invariant(2)


@examples_of(LOGOUT)
def test_logout_invariant_emails_are_unique(seen: Seen) -> None:
    """Logout keeps the invariant: all a in users, b in users | users[a].email = users[b].email implies a = b..."""
    seen.invariant(3)


@examples_of(LOGOUT)
def test_logout_invariant_tokens_are_unique(seen: Seen) -> None:
    """Logout keeps the invariant: all a in sessions, b in sessions | sessions[a].token = sessions[b].token or..."""
    seen.invariant(4)


@examples_of(LOGOUT)
def test_logout_invariant_sessions_belong_to_active_users(seen: Seen) -> None:
    """Logout keeps the invariant: all s in ran(sessions) | s.user_id in users and users[s.user_id].is_active..."""
    seen.invariant(5)


@examples_of(LOGOUT)
def test_logout_invariant_resets_have_owners(seen: Seen) -> None:
    """Logout keeps the invariant: all r in ran(resets) | r.user_id in users (auth_service.spec:285)"""
    seen.invariant(6)


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
    """Logout changes nothing that it does not speak of. (auth_service.spec:223)"""
    seen.frame()


@examples_of(LOGOUT)
def test_logout_output(seen: Seen) -> None:
    """The answer of Logout has the declared outputs, types and headers. (auth_service.spec:223)"""
    seen.output()


@malformed_of(LOGOUT, "session_id")
def test_logout_malformed_session_id(seen: Seen) -> None:
    """Logout refuses an `session_id` that is not well-formed. (auth_service.spec:224)"""
    seen.refuses()


@unauthorized_of(LOGOUT)
def test_logout_auth(seen: Seen) -> None:
    """Logout asks for credentials, and changes nothing without them. (auth_service.spec:223)"""
    seen.unauthorized()


# RequestPasswordReset: POST /password-resets


@examples_of(REQUEST_PASSWORD_RESET)
def test_request_password_reset_accepts(seen: Seen) -> None:
    """RequestPasswordReset accepts every call whose precondition holds. (auth_service.spec:235)"""
    seen.accepts()


@witnesses_of(REQUEST_PASSWORD_RESET, 46, 285)
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


@witnesses_of(REQUEST_PASSWORD_RESET, 46, 176, 285)
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


@witnesses_of(REQUEST_PASSWORD_RESET, 94)
def test_request_password_reset_rejects_input_email(seen: Seen) -> None:
    """RequestPasswordReset rejects a call that breaks: email: len(value) <= 254 and isValidEmail(value)..."""
    seen.rejects("Email.where")


@witnesses_of(REQUEST_PASSWORD_RESET, 71, 97, 146, 175, 291, 314)
def test_request_password_reset_rejects_requires_0(seen: Seen) -> None:
    """RequestPasswordReset rejects a call that breaks: some u in ran(users) | u.email = email and u.is_active..."""
    seen.rejects("RequestPasswordReset.requires[0]")


@examples_of(REQUEST_PASSWORD_RESET)
def test_request_password_reset_invariant_user_keys(seen: Seen) -> None:
    """RequestPasswordReset keeps the invariant: all u in users | users[u].id = u (auth_service.spec:268)"""
    seen.invariant(0)


@examples_of(REQUEST_PASSWORD_RESET)
def test_request_password_reset_invariant_session_keys(seen: Seen) -> None:
    """RequestPasswordReset keeps the invariant: all s in sessions | sessions[s].id = s (auth_service.spec:270)"""
    seen.invariant(1)


@examples_of(REQUEST_PASSWORD_RESET)
def test_request_password_reset_invariant_reset_keys(seen: Seen) -> None:
    """RequestPasswordReset keeps the invariant: all r in resets | resets[r].id = r (auth_service.spec:272)"""
    seen.invariant(2)


@examples_of(REQUEST_PASSWORD_RESET)
def test_request_password_reset_invariant_emails_are_unique(seen: Seen) -> None:
    """RequestPasswordReset keeps the invariant: all a in users, b in users | users[a].email = users[b].email..."""
    seen.invariant(3)


@examples_of(REQUEST_PASSWORD_RESET)
def test_request_password_reset_invariant_tokens_are_unique(seen: Seen) -> None:
    """RequestPasswordReset keeps the invariant: all a in sessions, b in sessions | sessions[a].token =..."""
    seen.invariant(4)


@examples_of(REQUEST_PASSWORD_RESET)
def test_request_password_reset_invariant_sessions_belong_to_active_users(seen: Seen) -> None:
    """RequestPasswordReset keeps the invariant: all s in ran(sessions) | s.user_id in users and..."""
    seen.invariant(5)


@examples_of(REQUEST_PASSWORD_RESET)
def test_request_password_reset_invariant_resets_have_owners(seen: Seen) -> None:
    """RequestPasswordReset keeps the invariant: all r in ran(resets) | r.user_id in users (auth_service.spec:285)"""
    seen.invariant(6)


@examples_of(REQUEST_PASSWORD_RESET)
def test_request_password_reset_always_sessions_need_accounts(seen: Seen) -> None:
    """RequestPasswordReset keeps what always holds: #users = 0 implies #sessions = 0 (auth_service.spec:289)"""
    seen.always(0)


@examples_of(REQUEST_PASSWORD_RESET)
def test_request_password_reset_types(seen: Seen) -> None:
    """After RequestPasswordReset everything stored has its type, with all refinements. (auth_service.spec:235)"""
    seen.types()


@examples_of(REQUEST_PASSWORD_RESET)
def test_request_password_reset_frame(seen: Seen) -> None:
    """RequestPasswordReset changes nothing that it does not speak of. (auth_service.spec:235)"""
    seen.frame()


@examples_of(REQUEST_PASSWORD_RESET)
def test_request_password_reset_output(seen: Seen) -> None:
    """The answer of RequestPasswordReset has the declared outputs, types and headers. (auth_service.spec:235)"""
    seen.output()


@witnesses_of(REQUEST_PASSWORD_RESET, 68, 96, 118, 195, 237, 271, 301)
def test_request_password_reset_boundary_input_email(seen: Seen) -> None:
    """RequestPasswordReset at the limit, and just beside it: email: len(value) <= 254 (auth_service.spec:8)"""
    seen.total()


@witnesses_of(REQUEST_PASSWORD_RESET, 46, 69, 70, 172, 173, 174, 238, 239, 285)
def test_request_password_reset_boundary_input_email_2(seen: Seen) -> None:
    """RequestPasswordReset at the limit, and just beside it: email: isValidEmail(value) (auth_service.spec:8)"""
    seen.total()


@witnesses_of(REQUEST_PASSWORD_RESET, 95)
def test_request_password_reset_branches_input_email(seen: Seen) -> None:
    """RequestPasswordReset both ways: email: len(value) <= 254 (auth_service.spec:8)"""
    seen.total()


@witnesses_of(REQUEST_PASSWORD_RESET, 47)
def test_request_password_reset_branches_input_email_2(seen: Seen) -> None:
    """RequestPasswordReset both ways: email: isValidEmail(value) (auth_service.spec:8)"""
    seen.total()


@limits_of(REQUEST_PASSWORD_RESET, 46, 97, 285)
def test_request_password_reset_branches_requires_0(seen: Seen) -> None:
    """RequestPasswordReset both ways: some u in ran(users) | u.email = email and u.is_active (auth_service.spec:240)"""
    seen.total()


@limits_of(REQUEST_PASSWORD_RESET, 175, 314)
def test_request_password_reset_branches_requires_0_2(seen: Seen) -> None:
    """RequestPasswordReset both ways: u.email = email (auth_service.spec:240)"""
    seen.total()


@limits_of(REQUEST_PASSWORD_RESET, 71, 291)
def test_request_password_reset_branches_requires_0_3(seen: Seen) -> None:
    """RequestPasswordReset both ways: u.is_active (auth_service.spec:240)"""
    seen.total()


@malformed_of(REQUEST_PASSWORD_RESET, "email")
def test_request_password_reset_malformed_email(seen: Seen) -> None:
    """RequestPasswordReset refuses an `email` that is not well-formed. (auth_service.spec:236)"""
    seen.refuses()


@malformed_of(REQUEST_PASSWORD_RESET, None)
def test_request_password_reset_malformed_body(seen: Seen) -> None:
    """RequestPasswordReset refuses a body that is not well-formed. (auth_service.spec:235)"""
    seen.refuses()


@unauthorized_of(REQUEST_PASSWORD_RESET)
def test_request_password_reset_auth(seen: Seen) -> None:
    """RequestPasswordReset asks for credentials, and changes nothing without them. (auth_service.spec:235)"""
    seen.unauthorized()


# ConfirmPasswordReset: POST /password-resets/{reset_id}/confirm


@examples_of(CONFIRM_PASSWORD_RESET)
def test_confirm_password_reset_accepts(seen: Seen) -> None:
    """ConfirmPasswordReset accepts every call whose precondition holds. (auth_service.spec:251)"""
    seen.accepts()


@witnesses_of(CONFIRM_PASSWORD_RESET, 72, 292)
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


@witnesses_of(CONFIRM_PASSWORD_RESET, 119, 135, 302)
def test_confirm_password_reset_ensures_2_branches(seen: Seen) -> None:
    """ConfirmPasswordReset ensures: let owner = resets[reset_id].user_id in sessions' = sessions -..."""
    seen.ensures(2)


@examples_of(CONFIRM_PASSWORD_RESET)
def test_confirm_password_reset_rejects(seen: Seen) -> None:
    """ConfirmPasswordReset rejects every call whose precondition fails, and changes nothing. (auth_service.spec:251)"""
    seen.rejects()


@witnesses_of(CONFIRM_PASSWORD_RESET, 132, 306)
def test_confirm_password_reset_rejects_input_reset_token(seen: Seen) -> None:
    """ConfirmPasswordReset rejects a call that breaks: reset_token: value matches /^[A-Za-z0-9_-]{43}$/..."""
    seen.rejects("Token.where")


@witnesses_of(CONFIRM_PASSWORD_RESET, 178)
def test_confirm_password_reset_rejects_input_new_password(seen: Seen) -> None:
    """ConfirmPasswordReset rejects a call that breaks: new_password: len(value) >= 10 and len(value) <= 128..."""
    seen.rejects("Password.where")


@witnesses_of(CONFIRM_PASSWORD_RESET, 14)
def test_confirm_password_reset_rejects_requires_0(seen: Seen) -> None:
    """ConfirmPasswordReset rejects a call that breaks: reset_id in resets (auth_service.spec:254)"""
    seen.rejects("ConfirmPasswordReset.requires[0]")


@witnesses_of(CONFIRM_PASSWORD_RESET, 273, 328)
def test_confirm_password_reset_rejects_requires_1(seen: Seen) -> None:
    """ConfirmPasswordReset rejects a call that breaks: not resets[reset_id].used (auth_service.spec:255)"""
    seen.rejects("ConfirmPasswordReset.requires[1]")


@witnesses_of(CONFIRM_PASSWORD_RESET, 269, 327)
def test_confirm_password_reset_rejects_requires_2(seen: Seen) -> None:
    """ConfirmPasswordReset rejects a call that breaks: resets[reset_id].token_hash = hash(reset_token)..."""
    seen.rejects("ConfirmPasswordReset.requires[2]")


@witnesses_of(CONFIRM_PASSWORD_RESET, 149, 223, 224, 310)
def test_confirm_password_reset_rejects_requires_3(seen: Seen) -> None:
    """ConfirmPasswordReset rejects a call that breaks: now() < resets[reset_id].expires_at (auth_service.spec:257)"""
    seen.rejects("ConfirmPasswordReset.requires[3]")


@witnesses_of(CONFIRM_PASSWORD_RESET, 241, 323)
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


@witnesses_of(CONFIRM_PASSWORD_RESET, 72, 177, 211, 240, 249, 250, 261, 292, 322)
def test_confirm_password_reset_boundary_input_reset_token(seen: Seen) -> None:
    """ConfirmPasswordReset at the limit, and just beside it: reset_token: value matches /^[A-Za-z0-9_-]{43}$/..."""
    seen.total()


@witnesses_of(CONFIRM_PASSWORD_RESET, 72, 147, 148, 212, 221, 268, 292, 309)
def test_confirm_password_reset_boundary_input_new_password(seen: Seen) -> None:
    """ConfirmPasswordReset at the limit, and just beside it: new_password: len(value) >= 10 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(CONFIRM_PASSWORD_RESET, 133, 134, 179, 180, 181, 262, 307)
def test_confirm_password_reset_boundary_input_new_password_2(seen: Seen) -> None:
    """ConfirmPasswordReset at the limit, and just beside it: new_password: len(value) <= 128 (auth_service.spec:12)"""
    seen.total()


@limits_of(CONFIRM_PASSWORD_RESET, 222, 223, 224)
def test_confirm_password_reset_boundary_requires_3(seen: Seen) -> None:
    """ConfirmPasswordReset at the limit, and just beside it: now() < resets[reset_id].expires_at..."""
    seen.total()


@witnesses_of(CONFIRM_PASSWORD_RESET, 178)
def test_confirm_password_reset_branches_input_new_password(seen: Seen) -> None:
    """ConfirmPasswordReset both ways: new_password: len(value) >= 10 (auth_service.spec:12)"""
    seen.total()


@witnesses_of(CONFIRM_PASSWORD_RESET, 133, 307)
def test_confirm_password_reset_branches_input_new_password_2(seen: Seen) -> None:
    """ConfirmPasswordReset both ways: new_password: len(value) <= 128 (auth_service.spec:12)"""
    seen.total()


@malformed_of(CONFIRM_PASSWORD_RESET, "reset_id")
def test_confirm_password_reset_malformed_reset_id(seen: Seen) -> None:
    """ConfirmPasswordReset refuses an `reset_id` that is not well-formed. (auth_service.spec:252)"""
    seen.refuses()


@malformed_of(CONFIRM_PASSWORD_RESET, "reset_token")
def test_confirm_password_reset_malformed_reset_token(seen: Seen) -> None:
    """ConfirmPasswordReset refuses an `reset_token` that is not well-formed. (auth_service.spec:252)"""
    seen.refuses()


@malformed_of(CONFIRM_PASSWORD_RESET, "new_password")
def test_confirm_password_reset_malformed_new_password(seen: Seen) -> None:
    """ConfirmPasswordReset refuses an `new_password` that is not well-formed. (auth_service.spec:252)"""
    seen.refuses()


@malformed_of(CONFIRM_PASSWORD_RESET, None)
def test_confirm_password_reset_malformed_body(seen: Seen) -> None:
    """ConfirmPasswordReset refuses a body that is not well-formed. (auth_service.spec:251)"""
    seen.refuses()


# One call after the other


@traces_of(SERVICE)
def test_traces(trace: Trace) -> None:
    """Every recorded sequence of calls does what it did, call by call. (auth_service.spec)"""
    trace.total()


@states_of(SERVICE, 5)
def test_eventually_someone_logs_in(trace: Trace) -> None:
    """Some state satisfies: #sessions > 0 (auth_service.spec:287)"""
    trace.eventually(0)
