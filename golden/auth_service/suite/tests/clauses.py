"""What AuthService promises: one function for each condition of the spec."""

from collections.abc import Iterator

from tests.harness.service import At, Call, Key, Spot
from tests.harness.values import (
    Instant,
    Map,
    days,
    every,
    exists,
    hours,
    i64,
    instant,
    matches,
    minutes,
    none_of,
    ran,
    sha256,
    the,
)
from tests.model import (
    ChangePasswordAnswer,
    ChangePasswordGiven,
    CheckTokenAnswer,
    CheckTokenGiven,
    ClearFailuresAnswer,
    ClearFailuresGiven,
    ConfirmPasswordResetAnswer,
    ConfirmPasswordResetGiven,
    DeactivateAnswer,
    DeactivateGiven,
    FailedLogin,
    GetProfileAnswer,
    GetProfileGiven,
    LoginAnswer,
    LoginFailedAnswer,
    LoginFailedGiven,
    LoginGiven,
    LogoutAnswer,
    LogoutGiven,
    ReactivateAnswer,
    ReactivateGiven,
    RefreshAnswer,
    RefreshGiven,
    RegisterAnswer,
    RegisterGiven,
    RequestPasswordResetAnswer,
    RequestPasswordResetGiven,
    Session,
    State,
    User,
)
from tests.predicates import credentials_match, is_valid_email, max_failures, recent_failures, sessions_of, token_in_use

RegisterCall = Call[State, RegisterGiven, RegisterAnswer]
GetProfileCall = Call[State, GetProfileGiven, GetProfileAnswer]
ChangePasswordCall = Call[State, ChangePasswordGiven, ChangePasswordAnswer]
DeactivateCall = Call[State, DeactivateGiven, DeactivateAnswer]
ReactivateCall = Call[State, ReactivateGiven, ReactivateAnswer]
LoginCall = Call[State, LoginGiven, LoginAnswer]
LoginFailedCall = Call[State, LoginFailedGiven, LoginFailedAnswer]
ClearFailuresCall = Call[State, ClearFailuresGiven, ClearFailuresAnswer]
CheckTokenCall = Call[State, CheckTokenGiven, CheckTokenAnswer]
RefreshCall = Call[State, RefreshGiven, RefreshAnswer]
LogoutCall = Call[State, LogoutGiven, LogoutAnswer]
RequestPasswordResetCall = Call[State, RequestPasswordResetGiven, RequestPasswordResetAnswer]
ConfirmPasswordResetCall = Call[State, ConfirmPasswordResetGiven, ConfirmPasswordResetAnswer]


# Types


def user_id_where(value: int, s: State, now: Instant) -> bool:
    """value > 0"""
    return value > 0


def email_where(value: str, s: State, now: Instant) -> bool:
    """len(value) <= 254 and isValidEmail(value)"""
    return len(value) <= 254 and is_valid_email(value)


def display_name_where(value: str, s: State, now: Instant) -> bool:
    """len(value) >= 1 and len(value) <= 80"""
    return len(value) >= 1 and len(value) <= 80


def password_where(value: str, s: State, now: Instant) -> bool:
    """len(value) >= 10 and len(value) <= 128"""
    return len(value) >= 10 and len(value) <= 128


def digest_where(value: str, s: State, now: Instant) -> bool:
    """len(value) = 64"""
    return len(value) == 64


def token_where(value: str, s: State, now: Instant) -> bool:
    """value matches /^[A-Za-z0-9_-]{43}$/"""
    return matches(value, r"^[A-Za-z0-9_-]{43}\Z")


def session_lives_forward(own: Session, s: State, now: Instant) -> bool:
    """issued_at < expires_at"""
    return own.issued_at < own.expires_at


def session_refresh_outlives(own: Session, s: State, now: Instant) -> bool:
    """expires_at < refresh_until"""
    return own.expires_at < own.refresh_until


def session_tokens_differ(own: Session, s: State, now: Instant) -> bool:
    """token != refresh_token"""
    return own.token != own.refresh_token


# Invariants


def invariant_user_keys(s: State, now: Instant) -> bool:
    """all u in users | users[u].id = u"""
    return every(s.users, lambda u: s.users[u].id == u)


def invariant_user_keys_says(s: State, now: Instant) -> bool:
    """When invariant userKeys says something."""
    return len(s.users) > 0


def invariant_session_keys(s: State, now: Instant) -> bool:
    """all s in sessions | sessions[s].id = s"""
    return every(s.sessions, lambda s2: s.sessions[s2].id == s2)


def invariant_session_keys_says(s: State, now: Instant) -> bool:
    """When invariant sessionKeys says something."""
    return len(s.sessions) > 0


def invariant_reset_keys(s: State, now: Instant) -> bool:
    """all r in resets | resets[r].id = r"""
    return every(s.resets, lambda r: s.resets[r].id == r)


def invariant_reset_keys_says(s: State, now: Instant) -> bool:
    """When invariant resetKeys says something."""
    return len(s.resets) > 0


def invariant_emails_are_unique(s: State, now: Instant) -> bool:
    """all a in users, b in users | users[a].email = users[b].email implies a = b"""
    return every(s.users, lambda a: every(s.users, lambda b: s.users[a].email != s.users[b].email or a == b))


def invariant_emails_are_unique_says(s: State, now: Instant) -> bool:
    """When invariant emailsAreUnique says something."""
    return exists(s.users, lambda a: exists(s.users, lambda b: s.users[a].email == s.users[b].email))


def invariant_tokens_are_unique(s: State, now: Instant) -> bool:
    """all a in sessions, b in sessions | sessions[a].token = sessions[b].token or sessions[a].refresh_token =..."""
    return every(
        s.sessions,
        lambda a: every(
            s.sessions,
            lambda b: (
                not (
                    s.sessions[a].token == s.sessions[b].token
                    or s.sessions[a].refresh_token == s.sessions[b].refresh_token
                )
                or a == b
            ),
        ),
    )


def invariant_tokens_are_unique_says(s: State, now: Instant) -> bool:
    """When invariant tokensAreUnique says something."""
    return exists(
        s.sessions,
        lambda a: exists(
            s.sessions,
            lambda b: (
                s.sessions[a].token == s.sessions[b].token or s.sessions[a].refresh_token == s.sessions[b].refresh_token
            ),
        ),
    )


def invariant_sessions_belong_to_active_users(s: State, now: Instant) -> bool:
    """all s in ran(sessions) | s.user_id in users and users[s.user_id].is_active"""
    return every(ran(s.sessions), lambda s2: s2.user_id in s.users and s.users[s2.user_id].is_active)


def invariant_sessions_belong_to_active_users_says(s: State, now: Instant) -> bool:
    """When invariant sessionsBelongToActiveUsers says something."""
    return len(ran(s.sessions)) > 0


def invariant_resets_have_owners(s: State, now: Instant) -> bool:
    """all r in ran(resets) | r.user_id in users"""
    return every(ran(s.resets), lambda r: r.user_id in s.users)


def invariant_resets_have_owners_says(s: State, now: Instant) -> bool:
    """When invariant resetsHaveOwners says something."""
    return len(ran(s.resets)) > 0


def eventually_someone_logs_in(s: State, now: Instant) -> bool:
    """#sessions > 0"""
    return len(s.sessions) > 0


def always_sessions_need_accounts(s: State, now: Instant) -> bool:
    """#users = 0 implies #sessions = 0"""
    return len(s.users) != 0 or len(s.sessions) == 0


def always_sessions_need_accounts_says(s: State, now: Instant) -> bool:
    """When always sessionsNeedAccounts says something."""
    return len(s.users) == 0


# Register


def register_requires_0(c: RegisterCall) -> bool:
    """no u in ran(users) | u.email = email"""
    return none_of(ran(c.before.users), lambda u: u.email == c.given.email)


def register_ensures_0(c: RegisterCall) -> bool:
    """user_id not in users"""
    return c.answer.user_id not in c.before.users


def register_ensures_1(c: RegisterCall) -> bool:
    """users' = users + {user_id -> User { id = user_id, email = email, display_name = display_name,..."""
    return c.after.users == c.before.users + Map(
        {
            c.answer.user_id: User(
                id=c.answer.user_id,
                email=c.given.email,
                display_name=c.given.display_name,
                password_hash=sha256(c.given.password),
                is_active=True,
                created_at=c.now,
            )
        }
    )


def register_ensures_2(c: RegisterCall) -> bool:
    """#users' = #users + 1"""
    return len(c.after.users) == len(c.before.users) + 1


def register_changes_0(c: RegisterCall) -> Iterator[Spot]:
    """users' = users + {user_id -> User { id = user_id, email = email, display_name = display_name,..."""
    yield Spot("users")


# GetProfile


def get_profile_requires_0(c: GetProfileCall) -> bool:
    """user_id in users"""
    return c.given.user_id in c.before.users


def get_profile_presence_0(c: GetProfileCall) -> bool:
    """user_id in users"""
    return c.given.user_id in c.before.users


def get_profile_ensures_0(c: GetProfileCall) -> bool:
    """email = users[user_id].email"""
    return c.answer.email == c.before.users[c.given.user_id].email


def get_profile_ensures_1(c: GetProfileCall) -> bool:
    """display_name = users[user_id].display_name"""
    return c.answer.display_name == c.before.users[c.given.user_id].display_name


def get_profile_ensures_2(c: GetProfileCall) -> bool:
    """active = users[user_id].is_active"""
    return c.answer.active == c.before.users[c.given.user_id].is_active


# ChangePassword


def change_password_requires_0(c: ChangePasswordCall) -> bool:
    """user_id in users"""
    return c.given.user_id in c.before.users


def change_password_requires_1(c: ChangePasswordCall) -> bool:
    """users[user_id].is_active"""
    return c.before.users[c.given.user_id].is_active


def change_password_requires_2(c: ChangePasswordCall) -> bool:
    """users[user_id].password_hash = hash(password)"""
    return c.before.users[c.given.user_id].password_hash == sha256(c.given.password)


def change_password_requires_3(c: ChangePasswordCall) -> bool:
    """new_password != password"""
    return c.given.new_password != c.given.password


def change_password_presence_0(c: ChangePasswordCall) -> bool:
    """user_id in users"""
    return c.given.user_id in c.before.users


def change_password_ensures_0(c: ChangePasswordCall) -> bool:
    """users'[user_id].password_hash = hash(new_password)"""
    return c.after.users[c.given.user_id].password_hash == sha256(c.given.new_password)


def change_password_ensures_1(c: ChangePasswordCall) -> bool:
    """sessions' = sessions - sessionsOf(user_id)"""
    return c.after.sessions == c.before.sessions - sessions_of(c.given.user_id, c.before)


def change_password_changes_0(c: ChangePasswordCall) -> Iterator[Spot]:
    """users'[user_id].password_hash = hash(new_password)"""
    yield Spot("users", (Key(c.given.user_id), At("password_hash")))


def change_password_changes_1(c: ChangePasswordCall) -> Iterator[Spot]:
    """sessions' = sessions - sessionsOf(user_id)"""
    yield Spot("sessions")


# Deactivate


def deactivate_requires_0(c: DeactivateCall) -> bool:
    """user_id in users"""
    return c.given.user_id in c.before.users


def deactivate_requires_1(c: DeactivateCall) -> bool:
    """users[user_id].is_active"""
    return c.before.users[c.given.user_id].is_active


def deactivate_presence_0(c: DeactivateCall) -> bool:
    """user_id in users"""
    return c.given.user_id in c.before.users


def deactivate_ensures_0(c: DeactivateCall) -> bool:
    """users'[user_id].is_active = false"""
    return not c.after.users[c.given.user_id].is_active


def deactivate_ensures_1(c: DeactivateCall) -> bool:
    """sessions' = sessions - sessionsOf(user_id)"""
    return c.after.sessions == c.before.sessions - sessions_of(c.given.user_id, c.before)


def deactivate_changes_0(c: DeactivateCall) -> Iterator[Spot]:
    """users'[user_id].is_active = false"""
    yield Spot("users", (Key(c.given.user_id), At("is_active")))


def deactivate_changes_1(c: DeactivateCall) -> Iterator[Spot]:
    """sessions' = sessions - sessionsOf(user_id)"""
    yield Spot("sessions")


# Reactivate


def reactivate_requires_0(c: ReactivateCall) -> bool:
    """user_id in users"""
    return c.given.user_id in c.before.users


def reactivate_requires_1(c: ReactivateCall) -> bool:
    """not users[user_id].is_active"""
    return not c.before.users[c.given.user_id].is_active


def reactivate_presence_0(c: ReactivateCall) -> bool:
    """user_id in users"""
    return c.given.user_id in c.before.users


def reactivate_ensures_0(c: ReactivateCall) -> bool:
    """users'[user_id].is_active = true"""
    return c.after.users[c.given.user_id].is_active


def reactivate_changes_0(c: ReactivateCall) -> Iterator[Spot]:
    """users'[user_id].is_active = true"""
    yield Spot("users", (Key(c.given.user_id), At("is_active")))


# Login


def login_requires_0(c: LoginCall) -> bool:
    """recentFailures(email) < maxFailures()"""
    return recent_failures(c.given.email, c.before, c.now) < max_failures()


def login_requires_1(c: LoginCall) -> bool:
    """credentialsMatch(email, password)"""
    return credentials_match(c.given.email, c.given.password, c.before)


def login_ensures_0(c: LoginCall) -> bool:
    """session_id not in sessions"""
    return c.answer.session_id not in c.before.sessions


def login_ensures_1(c: LoginCall) -> bool:
    """not tokenInUse(token)"""
    return not token_in_use(c.answer.token, c.before)


def login_ensures_2(c: LoginCall) -> bool:
    """not tokenInUse(refresh_token)"""
    return not token_in_use(c.answer.refresh_token, c.before)


def login_ensures_3(c: LoginCall) -> bool:
    """token != refresh_token"""
    return c.answer.token != c.answer.refresh_token


def login_ensures_4(c: LoginCall) -> bool:
    """let user = (the u in ran(users) | u.email = email) in sessions' = sessions + {session_id -> Session { id =..."""
    user = the(ran(c.before.users), lambda u: u.email == c.given.email)
    return c.after.sessions == c.before.sessions + Map(
        {
            c.answer.session_id: Session(
                id=c.answer.session_id,
                user_id=user.id,
                token=c.answer.token,
                refresh_token=c.answer.refresh_token,
                issued_at=c.now,
                expires_at=instant(c.now + minutes(30)),
                refresh_until=instant(c.now + days(7)),
            )
        }
    )


def login_changes_0(c: LoginCall) -> Iterator[Spot]:
    """let user = (the u in ran(users) | u.email = email) in sessions' = sessions + {session_id -> Session { id =..."""
    yield Spot("sessions")


# LoginFailed


def login_failed_requires_0(c: LoginFailedCall) -> bool:
    """recentFailures(email) < maxFailures()"""
    return recent_failures(c.given.email, c.before, c.now) < max_failures()


def login_failed_requires_1(c: LoginFailedCall) -> bool:
    """not credentialsMatch(email, password)"""
    return not credentials_match(c.given.email, c.given.password, c.before)


def login_failed_ensures_0(c: LoginFailedCall) -> bool:
    """failures' = failures + [FailedLogin { email = email, at = now() }]"""
    return c.after.failures == c.before.failures + (FailedLogin(email=c.given.email, at=c.now),)


def login_failed_ensures_1(c: LoginFailedCall) -> bool:
    """recentFailures(email)' = recentFailures(email) + 1"""
    return recent_failures(c.given.email, c.after, c.now) == i64(recent_failures(c.given.email, c.before, c.now) + 1)


def login_failed_ensures_2(c: LoginFailedCall) -> bool:
    """attempts_left = maxFailures() - recentFailures(email)'"""
    return c.answer.attempts_left == i64(max_failures() - recent_failures(c.given.email, c.after, c.now))


def login_failed_changes_0(c: LoginFailedCall) -> Iterator[Spot]:
    """failures' = failures + [FailedLogin { email = email, at = now() }]"""
    yield Spot("failures")


# ClearFailures


def clear_failures_ensures_0(c: ClearFailuresCall) -> bool:
    """failures' = []"""
    return c.after.failures == ()


def clear_failures_changes_0(c: ClearFailuresCall) -> Iterator[Spot]:
    """failures' = []"""
    yield Spot("failures")


# CheckToken


def check_token_requires_0(c: CheckTokenCall) -> bool:
    """session_id in sessions"""
    return c.given.session_id in c.before.sessions


def check_token_requires_1(c: CheckTokenCall) -> bool:
    """sessions[session_id].token = token"""
    return c.before.sessions[c.given.session_id].token == c.given.token


def check_token_requires_2(c: CheckTokenCall) -> bool:
    """now() < sessions[session_id].expires_at"""
    return c.now < c.before.sessions[c.given.session_id].expires_at


def check_token_presence_0(c: CheckTokenCall) -> bool:
    """session_id in sessions"""
    return c.given.session_id in c.before.sessions


def check_token_ensures_0(c: CheckTokenCall) -> bool:
    """user_id = sessions[session_id].user_id"""
    return c.answer.user_id == c.before.sessions[c.given.session_id].user_id


def check_token_ensures_1(c: CheckTokenCall) -> bool:
    """valid_until = sessions[session_id].expires_at"""
    return c.answer.valid_until == c.before.sessions[c.given.session_id].expires_at


# Refresh


def refresh_requires_0(c: RefreshCall) -> bool:
    """session_id in sessions"""
    return c.given.session_id in c.before.sessions


def refresh_requires_1(c: RefreshCall) -> bool:
    """sessions[session_id].refresh_token = refresh_token"""
    return c.before.sessions[c.given.session_id].refresh_token == c.given.refresh_token


def refresh_requires_2(c: RefreshCall) -> bool:
    """now() < sessions[session_id].refresh_until"""
    return c.now < c.before.sessions[c.given.session_id].refresh_until


def refresh_presence_0(c: RefreshCall) -> bool:
    """session_id in sessions"""
    return c.given.session_id in c.before.sessions


def refresh_ensures_0(c: RefreshCall) -> bool:
    """not tokenInUse(token)"""
    return not token_in_use(c.answer.token, c.before)


def refresh_ensures_1(c: RefreshCall) -> bool:
    """not tokenInUse(next_refresh_token)"""
    return not token_in_use(c.answer.next_refresh_token, c.before)


def refresh_ensures_2(c: RefreshCall) -> bool:
    """token != next_refresh_token"""
    return c.answer.token != c.answer.next_refresh_token


def refresh_ensures_3(c: RefreshCall) -> bool:
    """sessions'[session_id].token = token"""
    return c.after.sessions[c.given.session_id].token == c.answer.token


def refresh_ensures_4(c: RefreshCall) -> bool:
    """sessions'[session_id].refresh_token = next_refresh_token"""
    return c.after.sessions[c.given.session_id].refresh_token == c.answer.next_refresh_token


def refresh_ensures_5(c: RefreshCall) -> bool:
    """sessions'[session_id].issued_at = now()"""
    return c.after.sessions[c.given.session_id].issued_at == c.now


def refresh_ensures_6(c: RefreshCall) -> bool:
    """sessions'[session_id].expires_at = now() + minutes(30)"""
    return c.after.sessions[c.given.session_id].expires_at == instant(c.now + minutes(30))


def refresh_ensures_7(c: RefreshCall) -> bool:
    """sessions'[session_id].refresh_until = now() + days(7)"""
    return c.after.sessions[c.given.session_id].refresh_until == instant(c.now + days(7))


def refresh_changes_0(c: RefreshCall) -> Iterator[Spot]:
    """sessions'[session_id].token = token"""
    yield Spot("sessions", (Key(c.given.session_id), At("token")))


def refresh_changes_1(c: RefreshCall) -> Iterator[Spot]:
    """sessions'[session_id].refresh_token = next_refresh_token"""
    yield Spot("sessions", (Key(c.given.session_id), At("refresh_token")))


def refresh_changes_2(c: RefreshCall) -> Iterator[Spot]:
    """sessions'[session_id].issued_at = now()"""
    yield Spot("sessions", (Key(c.given.session_id), At("issued_at")))


def refresh_changes_3(c: RefreshCall) -> Iterator[Spot]:
    """sessions'[session_id].expires_at = now() + minutes(30)"""
    yield Spot("sessions", (Key(c.given.session_id), At("expires_at")))


def refresh_changes_4(c: RefreshCall) -> Iterator[Spot]:
    """sessions'[session_id].refresh_until = now() + days(7)"""
    yield Spot("sessions", (Key(c.given.session_id), At("refresh_until")))


# Logout


def logout_requires_0(c: LogoutCall) -> bool:
    """session_id in sessions"""
    return c.given.session_id in c.before.sessions


def logout_presence_0(c: LogoutCall) -> bool:
    """session_id in sessions"""
    return c.given.session_id in c.before.sessions


def logout_ensures_0(c: LogoutCall) -> bool:
    """session_id not in sessions'"""
    return c.given.session_id not in c.after.sessions


def logout_changes_0(c: LogoutCall) -> Iterator[Spot]:
    """session_id not in sessions'"""
    yield Spot("sessions", element=c.given.session_id)


# RequestPasswordReset


def request_password_reset_requires_0(c: RequestPasswordResetCall) -> bool:
    """some u in ran(users) | u.email = email and u.is_active"""
    return exists(ran(c.before.users), lambda u: u.email == c.given.email and u.is_active)


def request_password_reset_ensures_0(c: RequestPasswordResetCall) -> bool:
    """reset_id not in resets"""
    return c.answer.reset_id not in c.before.resets


def request_password_reset_ensures_1(c: RequestPasswordResetCall) -> bool:
    """let user = (the u in ran(users) | u.email = email) in resets'[reset_id].user_id = user.id"""
    user = the(ran(c.before.users), lambda u: u.email == c.given.email)
    return c.after.resets[c.answer.reset_id].user_id == user.id


def request_password_reset_ensures_2(c: RequestPasswordResetCall) -> bool:
    """resets'[reset_id].id = reset_id"""
    return c.after.resets[c.answer.reset_id].id == c.answer.reset_id


def request_password_reset_ensures_3(c: RequestPasswordResetCall) -> bool:
    """resets'[reset_id].token_hash = hash(reset_token)"""
    return c.after.resets[c.answer.reset_id].token_hash == sha256(c.answer.reset_token)


def request_password_reset_ensures_4(c: RequestPasswordResetCall) -> bool:
    """resets'[reset_id].expires_at = now() + hours(1)"""
    return c.after.resets[c.answer.reset_id].expires_at == instant(c.now + hours(1))


def request_password_reset_ensures_5(c: RequestPasswordResetCall) -> bool:
    """resets'[reset_id].used = false"""
    return not c.after.resets[c.answer.reset_id].used


def request_password_reset_changes_0(c: RequestPasswordResetCall) -> Iterator[Spot]:
    """let user = (the u in ran(users) | u.email = email) in resets'[reset_id].user_id = user.id"""
    yield Spot("resets", (Key(c.answer.reset_id), At("user_id")))


def request_password_reset_changes_1(c: RequestPasswordResetCall) -> Iterator[Spot]:
    """resets'[reset_id].id = reset_id"""
    yield Spot("resets", (Key(c.answer.reset_id), At("id")))


def request_password_reset_changes_2(c: RequestPasswordResetCall) -> Iterator[Spot]:
    """resets'[reset_id].token_hash = hash(reset_token)"""
    yield Spot("resets", (Key(c.answer.reset_id), At("token_hash")))


def request_password_reset_changes_3(c: RequestPasswordResetCall) -> Iterator[Spot]:
    """resets'[reset_id].expires_at = now() + hours(1)"""
    yield Spot("resets", (Key(c.answer.reset_id), At("expires_at")))


def request_password_reset_changes_4(c: RequestPasswordResetCall) -> Iterator[Spot]:
    """resets'[reset_id].used = false"""
    yield Spot("resets", (Key(c.answer.reset_id), At("used")))


# ConfirmPasswordReset


def confirm_password_reset_requires_0(c: ConfirmPasswordResetCall) -> bool:
    """reset_id in resets"""
    return c.given.reset_id in c.before.resets


def confirm_password_reset_requires_1(c: ConfirmPasswordResetCall) -> bool:
    """not resets[reset_id].used"""
    return not c.before.resets[c.given.reset_id].used


def confirm_password_reset_requires_2(c: ConfirmPasswordResetCall) -> bool:
    """resets[reset_id].token_hash = hash(reset_token)"""
    return c.before.resets[c.given.reset_id].token_hash == sha256(c.given.reset_token)


def confirm_password_reset_requires_3(c: ConfirmPasswordResetCall) -> bool:
    """now() < resets[reset_id].expires_at"""
    return c.now < c.before.resets[c.given.reset_id].expires_at


def confirm_password_reset_requires_4(c: ConfirmPasswordResetCall) -> bool:
    """users[resets[reset_id].user_id].password_hash != hash(new_password)"""
    return c.before.users[c.before.resets[c.given.reset_id].user_id].password_hash != sha256(c.given.new_password)


def confirm_password_reset_presence_0(c: ConfirmPasswordResetCall) -> bool:
    """reset_id in resets"""
    return c.given.reset_id in c.before.resets


def confirm_password_reset_ensures_0(c: ConfirmPasswordResetCall) -> bool:
    """resets'[reset_id].used = true"""
    return c.after.resets[c.given.reset_id].used


def confirm_password_reset_ensures_1(c: ConfirmPasswordResetCall) -> bool:
    """users'[owner].password_hash = hash(new_password)"""
    owner = c.before.resets[c.given.reset_id].user_id
    return c.after.users[owner].password_hash == sha256(c.given.new_password)


def confirm_password_reset_ensures_2(c: ConfirmPasswordResetCall) -> bool:
    """sessions' = sessions - sessionsOf(owner)"""
    owner = c.before.resets[c.given.reset_id].user_id
    return c.after.sessions == c.before.sessions - sessions_of(owner, c.before)


def confirm_password_reset_changes_0(c: ConfirmPasswordResetCall) -> Iterator[Spot]:
    """resets'[reset_id].used = true"""
    yield Spot("resets", (Key(c.given.reset_id), At("used")))


def confirm_password_reset_changes_1(c: ConfirmPasswordResetCall) -> Iterator[Spot]:
    """let owner = resets[reset_id].user_id in users'[owner].password_hash = hash(new_password)"""
    yield Spot("users", (Key(c.before.resets[c.given.reset_id].user_id), At("password_hash")))


def confirm_password_reset_changes_2(c: ConfirmPasswordResetCall) -> Iterator[Spot]:
    """let owner = resets[reset_id].user_id in sessions' = sessions - sessionsOf(owner)"""
    yield Spot("sessions")
