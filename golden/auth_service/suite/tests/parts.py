"""What failures show of the conditions of AuthService: their parts, and what these are."""

from tests.clauses import (
    ChangePasswordCall,
    CheckTokenCall,
    ClearFailuresCall,
    ConfirmPasswordResetCall,
    DeactivateCall,
    GetProfileCall,
    LoginCall,
    LoginFailedCall,
    LogoutCall,
    ReactivateCall,
    RefreshCall,
    RegisterCall,
    RequestPasswordResetCall,
)
from tests.harness.rules import Part, Parts, Sides
from tests.harness.values import Instant, Map, days, hours, i64, instant, let, minutes, ran, sha256, the
from tests.model import FailedLogin, Session, State, User
from tests.predicates import credentials_match, is_valid_email, max_failures, recent_failures, sessions_of, token_in_use


def email_where(value: str, s: State, now: Instant) -> Parts:
    """len(value) <= 254 and isValidEmail(value)"""
    return (
        Part("len(value)", lambda: len(value)),
        Part("value", lambda: value),
        Part("isValidEmail(value)", lambda: is_valid_email(value)),
    )


def display_name_where(value: str, s: State, now: Instant) -> Parts:
    """len(value) >= 1 and len(value) <= 80"""
    return (Part("len(value)", lambda: len(value)), Part("value", lambda: value))


def password_where(value: str, s: State, now: Instant) -> Parts:
    """len(value) >= 10 and len(value) <= 128"""
    return (Part("len(value)", lambda: len(value)), Part("value", lambda: value))


def digest_where(value: str, s: State, now: Instant) -> Parts:
    """len(value) = 64"""
    return (Sides(Part("len(value)", lambda: len(value)), Part("64", lambda: 64)), Part("value", lambda: value))


def session_lives_forward(own: Session, s: State, now: Instant) -> Parts:
    """issued_at < expires_at"""
    return (Part("issued_at", lambda: own.issued_at), Part("expires_at", lambda: own.expires_at))


def session_refresh_outlives(own: Session, s: State, now: Instant) -> Parts:
    """expires_at < refresh_until"""
    return (Part("expires_at", lambda: own.expires_at), Part("refresh_until", lambda: own.refresh_until))


def session_tokens_differ(own: Session, s: State, now: Instant) -> Parts:
    """token != refresh_token"""
    return (Part("token", lambda: own.token), Part("refresh_token", lambda: own.refresh_token))


def invariant_user_keys(s: State, now: Instant) -> Parts:
    """all u in users | users[u].id = u"""
    return (Part("u", lambda u: u), Sides(Part("users[u].id", lambda u: s.users[u].id), Part("u", lambda u: u)))


def invariant_session_keys(s: State, now: Instant) -> Parts:
    """all s in sessions | sessions[s].id = s"""
    return (
        Part("s", lambda s2: s2),
        Sides(Part("sessions[s].id", lambda s2: s.sessions[s2].id), Part("s", lambda s2: s2)),
    )


def invariant_reset_keys(s: State, now: Instant) -> Parts:
    """all r in resets | resets[r].id = r"""
    return (Part("r", lambda r: r), Sides(Part("resets[r].id", lambda r: s.resets[r].id), Part("r", lambda r: r)))


def invariant_emails_are_unique(s: State, now: Instant) -> Parts:
    """all a in users, b in users | users[a].email = users[b].email implies a = b"""
    return (
        Part("a", lambda a: a),
        Part("b", lambda b: b),
        Sides(Part("users[a].email", lambda a: s.users[a].email), Part("users[b].email", lambda b: s.users[b].email)),
        Sides(Part("a", lambda a: a), Part("b", lambda b: b)),
    )


def invariant_tokens_are_unique(s: State, now: Instant) -> Parts:
    """all a in sessions, b in sessions | sessions[a].token = sessions[b].token or sessions[a].refresh_token =..."""
    return (
        Part("a", lambda a: a),
        Part("b", lambda b: b),
        Sides(
            Part("sessions[a].token", lambda a: s.sessions[a].token),
            Part("sessions[b].token", lambda b: s.sessions[b].token),
        ),
        Sides(
            Part("sessions[a].refresh_token", lambda a: s.sessions[a].refresh_token),
            Part("sessions[b].refresh_token", lambda b: s.sessions[b].refresh_token),
        ),
        Sides(Part("a", lambda a: a), Part("b", lambda b: b)),
    )


def invariant_sessions_belong_to_active_users(s: State, now: Instant) -> Parts:
    """all s in ran(sessions) | s.user_id in users and users[s.user_id].is_active"""
    return (
        Part("s", lambda s2: s2),
        Part("s.user_id", lambda s2: s2.user_id),
        Part("users", lambda: s.users),
        Part("users[s.user_id].is_active", lambda s2: s.users[s2.user_id].is_active),
    )


def invariant_resets_have_owners(s: State, now: Instant) -> Parts:
    """all r in ran(resets) | r.user_id in users"""
    return (Part("r", lambda r: r), Part("r.user_id", lambda r: r.user_id), Part("users", lambda: s.users))


def eventually_someone_logs_in(s: State, now: Instant) -> Parts:
    """#sessions > 0"""
    return (Part("#sessions", lambda: len(s.sessions)), Part("sessions", lambda: s.sessions))


def always_sessions_need_accounts(s: State, now: Instant) -> Parts:
    """#users = 0 implies #sessions = 0"""
    return (
        Sides(Part("#users", lambda: len(s.users)), Part("0", lambda: 0)),
        Part("users", lambda: s.users),
        Sides(Part("#sessions", lambda: len(s.sessions)), Part("0", lambda: 0)),
        Part("sessions", lambda: s.sessions),
    )


def register_requires_0(c: RegisterCall) -> Parts:
    """no u in ran(users) | u.email = email"""
    return (Part("u", lambda u: u), Sides(Part("u.email", lambda u: u.email), Part("email", lambda: c.given.email)))


def register_ensures_0(c: RegisterCall) -> Parts:
    """user_id not in users"""
    return (Part("user_id", lambda: c.answer.user_id), Part("users", lambda: c.before.users))


def register_ensures_1(c: RegisterCall) -> Parts:
    """users' = users + {user_id -> User { id = user_id, email = email, display_name = display_name,..."""
    return (
        Sides(
            Part("users'", lambda: c.after.users),
            Part(
                (
                    "users + {user_id -> User { id = user_id, email = email, display_name = display_name, "
                    "password_hash = hash(password), is_active = true, created_at = now() }}"
                ),
                lambda: (
                    c.before.users
                    + Map(
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
                ),
            ),
        ),
    )


def register_ensures_2(c: RegisterCall) -> Parts:
    """#users' = #users + 1"""
    return (
        Sides(Part("#users'", lambda: len(c.after.users)), Part("#users + 1", lambda: len(c.before.users) + 1)),
        Part("users'", lambda: c.after.users),
        Part("#users", lambda: len(c.before.users)),
        Part("users", lambda: c.before.users),
    )


def get_profile_requires_0(c: GetProfileCall) -> Parts:
    """user_id in users"""
    return (Part("user_id", lambda: c.given.user_id), Part("users", lambda: c.before.users))


def get_profile_ensures_0(c: GetProfileCall) -> Parts:
    """email = users[user_id].email"""
    return (
        Sides(
            Part("email", lambda: c.answer.email),
            Part("users[user_id].email", lambda: c.before.users[c.given.user_id].email),
        ),
    )


def get_profile_ensures_1(c: GetProfileCall) -> Parts:
    """display_name = users[user_id].display_name"""
    return (
        Sides(
            Part("display_name", lambda: c.answer.display_name),
            Part("users[user_id].display_name", lambda: c.before.users[c.given.user_id].display_name),
        ),
    )


def get_profile_ensures_2(c: GetProfileCall) -> Parts:
    """active = users[user_id].is_active"""
    return (
        Sides(
            Part("active", lambda: c.answer.active),
            Part("users[user_id].is_active", lambda: c.before.users[c.given.user_id].is_active),
        ),
    )


def change_password_requires_0(c: ChangePasswordCall) -> Parts:
    """user_id in users"""
    return (Part("user_id", lambda: c.given.user_id), Part("users", lambda: c.before.users))


def change_password_requires_1(c: ChangePasswordCall) -> Parts:
    """users[user_id].is_active"""
    return (Part("users[user_id].is_active", lambda: c.before.users[c.given.user_id].is_active),)


def change_password_requires_2(c: ChangePasswordCall) -> Parts:
    """users[user_id].password_hash = hash(password)"""
    return (
        Sides(
            Part("users[user_id].password_hash", lambda: c.before.users[c.given.user_id].password_hash),
            Part("hash(password)", lambda: sha256(c.given.password)),
        ),
        Part("password", lambda: c.given.password),
    )


def change_password_requires_3(c: ChangePasswordCall) -> Parts:
    """new_password != password"""
    return (Part("new_password", lambda: c.given.new_password), Part("password", lambda: c.given.password))


def change_password_ensures_0(c: ChangePasswordCall) -> Parts:
    """users'[user_id].password_hash = hash(new_password)"""
    return (
        Sides(
            Part("users'[user_id].password_hash", lambda: c.after.users[c.given.user_id].password_hash),
            Part("hash(new_password)", lambda: sha256(c.given.new_password)),
        ),
        Part("new_password", lambda: c.given.new_password),
    )


def change_password_ensures_1(c: ChangePasswordCall) -> Parts:
    """sessions' = sessions - sessionsOf(user_id)"""
    return (
        Sides(
            Part("sessions'", lambda: c.after.sessions),
            Part("sessions - sessionsOf(user_id)", lambda: c.before.sessions - sessions_of(c.given.user_id, c.before)),
        ),
    )


def deactivate_requires_0(c: DeactivateCall) -> Parts:
    """user_id in users"""
    return (Part("user_id", lambda: c.given.user_id), Part("users", lambda: c.before.users))


def deactivate_requires_1(c: DeactivateCall) -> Parts:
    """users[user_id].is_active"""
    return (Part("users[user_id].is_active", lambda: c.before.users[c.given.user_id].is_active),)


def deactivate_ensures_0(c: DeactivateCall) -> Parts:
    """users'[user_id].is_active = false"""
    return (
        Sides(
            Part("users'[user_id].is_active", lambda: c.after.users[c.given.user_id].is_active),
            Part("false", lambda: False),
        ),
    )


def deactivate_ensures_1(c: DeactivateCall) -> Parts:
    """sessions' = sessions - sessionsOf(user_id)"""
    return (
        Sides(
            Part("sessions'", lambda: c.after.sessions),
            Part("sessions - sessionsOf(user_id)", lambda: c.before.sessions - sessions_of(c.given.user_id, c.before)),
        ),
    )


def reactivate_requires_0(c: ReactivateCall) -> Parts:
    """user_id in users"""
    return (Part("user_id", lambda: c.given.user_id), Part("users", lambda: c.before.users))


def reactivate_requires_1(c: ReactivateCall) -> Parts:
    """not users[user_id].is_active"""
    return (Part("users[user_id].is_active", lambda: c.before.users[c.given.user_id].is_active),)


def reactivate_ensures_0(c: ReactivateCall) -> Parts:
    """users'[user_id].is_active = true"""
    return (
        Sides(
            Part("users'[user_id].is_active", lambda: c.after.users[c.given.user_id].is_active),
            Part("true", lambda: True),
        ),
    )


def login_requires_0(c: LoginCall) -> Parts:
    """recentFailures(email) < maxFailures()"""
    return (
        Part("recentFailures(email)", lambda: recent_failures(c.given.email, c.before, c.now)),
        Part("maxFailures()", lambda: max_failures()),
    )


def login_requires_1(c: LoginCall) -> Parts:
    """credentialsMatch(email, password)"""
    return (
        Part("credentialsMatch(email, password)", lambda: credentials_match(c.given.email, c.given.password, c.before)),
        Part("email", lambda: c.given.email),
        Part("password", lambda: c.given.password),
    )


def login_ensures_0(c: LoginCall) -> Parts:
    """session_id not in sessions"""
    return (Part("session_id", lambda: c.answer.session_id), Part("sessions", lambda: c.before.sessions))


def login_ensures_1(c: LoginCall) -> Parts:
    """not tokenInUse(token)"""
    return (
        Part("tokenInUse(token)", lambda: token_in_use(c.answer.token, c.before)),
        Part("token", lambda: c.answer.token),
    )


def login_ensures_2(c: LoginCall) -> Parts:
    """not tokenInUse(refresh_token)"""
    return (
        Part("tokenInUse(refresh_token)", lambda: token_in_use(c.answer.refresh_token, c.before)),
        Part("refresh_token", lambda: c.answer.refresh_token),
    )


def login_ensures_3(c: LoginCall) -> Parts:
    """token != refresh_token"""
    return (Part("token", lambda: c.answer.token), Part("refresh_token", lambda: c.answer.refresh_token))


def login_ensures_4(c: LoginCall) -> Parts:
    """let user = (the u in ran(users) | u.email = email) in sessions' = sessions + {session_id -> Session { id =..."""
    return (
        Part(
            "(the u in ran(users) | u.email = email)",
            lambda: the(ran(c.before.users), lambda u: u.email == c.given.email),
        ),
        Sides(
            Part("sessions'", lambda: c.after.sessions),
            Part(
                (
                    "sessions + {session_id -> Session { id = session_id, user_id = user.id, token = "
                    "token, refresh_token = refresh_token, issued_at = now(), expires_at = now() + minutes(30), "
                    "refresh_until = now() + days(7) }}"
                ),
                lambda: let(
                    the(ran(c.before.users), lambda u: u.email == c.given.email),
                    lambda user: (
                        c.before.sessions
                        + Map(
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
                    ),
                ),
            ),
        ),
    )


def login_failed_requires_0(c: LoginFailedCall) -> Parts:
    """recentFailures(email) < maxFailures()"""
    return (
        Part("recentFailures(email)", lambda: recent_failures(c.given.email, c.before, c.now)),
        Part("maxFailures()", lambda: max_failures()),
    )


def login_failed_requires_1(c: LoginFailedCall) -> Parts:
    """not credentialsMatch(email, password)"""
    return (
        Part("credentialsMatch(email, password)", lambda: credentials_match(c.given.email, c.given.password, c.before)),
        Part("email", lambda: c.given.email),
        Part("password", lambda: c.given.password),
    )


def login_failed_ensures_0(c: LoginFailedCall) -> Parts:
    """failures' = failures + [FailedLogin { email = email, at = now() }]"""
    return (
        Sides(
            Part("failures'", lambda: c.after.failures),
            Part(
                "failures + [FailedLogin { email = email, at = now() }]",
                lambda: c.before.failures + (FailedLogin(email=c.given.email, at=c.now),),
            ),
        ),
        Part("failures", lambda: c.before.failures),
        Part("[FailedLogin { email = email, at = now() }]", lambda: (FailedLogin(email=c.given.email, at=c.now),)),
    )


def login_failed_ensures_1(c: LoginFailedCall) -> Parts:
    """recentFailures(email)' = recentFailures(email) + 1"""
    return (
        Sides(
            Part("recentFailures(email)'", lambda: recent_failures(c.given.email, c.after, c.now)),
            Part("recentFailures(email) + 1", lambda: i64(recent_failures(c.given.email, c.before, c.now) + 1)),
        ),
        Part("recentFailures(email)", lambda: recent_failures(c.given.email, c.before, c.now)),
    )


def login_failed_ensures_2(c: LoginFailedCall) -> Parts:
    """attempts_left = maxFailures() - recentFailures(email)'"""
    return (
        Sides(
            Part("attempts_left", lambda: c.answer.attempts_left),
            Part(
                "maxFailures() - recentFailures(email)'",
                lambda: i64(max_failures() - recent_failures(c.given.email, c.after, c.now)),
            ),
        ),
        Part("maxFailures()", lambda: max_failures()),
        Part("recentFailures(email)'", lambda: recent_failures(c.given.email, c.after, c.now)),
    )


def clear_failures_ensures_0(c: ClearFailuresCall) -> Parts:
    """failures' = []"""
    return (Sides(Part("failures'", lambda: c.after.failures), Part("[]", lambda: ())),)


def check_token_requires_0(c: CheckTokenCall) -> Parts:
    """session_id in sessions"""
    return (Part("session_id", lambda: c.given.session_id), Part("sessions", lambda: c.before.sessions))


def check_token_requires_1(c: CheckTokenCall) -> Parts:
    """sessions[session_id].token = token"""
    return (
        Sides(
            Part("sessions[session_id].token", lambda: c.before.sessions[c.given.session_id].token),
            Part("token", lambda: c.given.token),
        ),
    )


def check_token_requires_2(c: CheckTokenCall) -> Parts:
    """now() < sessions[session_id].expires_at"""
    return (
        Part("now()", lambda: c.now),
        Part("sessions[session_id].expires_at", lambda: c.before.sessions[c.given.session_id].expires_at),
    )


def check_token_ensures_0(c: CheckTokenCall) -> Parts:
    """user_id = sessions[session_id].user_id"""
    return (
        Sides(
            Part("user_id", lambda: c.answer.user_id),
            Part("sessions[session_id].user_id", lambda: c.before.sessions[c.given.session_id].user_id),
        ),
    )


def check_token_ensures_1(c: CheckTokenCall) -> Parts:
    """valid_until = sessions[session_id].expires_at"""
    return (
        Sides(
            Part("valid_until", lambda: c.answer.valid_until),
            Part("sessions[session_id].expires_at", lambda: c.before.sessions[c.given.session_id].expires_at),
        ),
    )


def refresh_requires_0(c: RefreshCall) -> Parts:
    """session_id in sessions"""
    return (Part("session_id", lambda: c.given.session_id), Part("sessions", lambda: c.before.sessions))


def refresh_requires_1(c: RefreshCall) -> Parts:
    """sessions[session_id].refresh_token = refresh_token"""
    return (
        Sides(
            Part("sessions[session_id].refresh_token", lambda: c.before.sessions[c.given.session_id].refresh_token),
            Part("refresh_token", lambda: c.given.refresh_token),
        ),
    )


def refresh_requires_2(c: RefreshCall) -> Parts:
    """now() < sessions[session_id].refresh_until"""
    return (
        Part("now()", lambda: c.now),
        Part("sessions[session_id].refresh_until", lambda: c.before.sessions[c.given.session_id].refresh_until),
    )


def refresh_ensures_0(c: RefreshCall) -> Parts:
    """not tokenInUse(token)"""
    return (
        Part("tokenInUse(token)", lambda: token_in_use(c.answer.token, c.before)),
        Part("token", lambda: c.answer.token),
    )


def refresh_ensures_1(c: RefreshCall) -> Parts:
    """not tokenInUse(next_refresh_token)"""
    return (
        Part("tokenInUse(next_refresh_token)", lambda: token_in_use(c.answer.next_refresh_token, c.before)),
        Part("next_refresh_token", lambda: c.answer.next_refresh_token),
    )


def refresh_ensures_2(c: RefreshCall) -> Parts:
    """token != next_refresh_token"""
    return (Part("token", lambda: c.answer.token), Part("next_refresh_token", lambda: c.answer.next_refresh_token))


def refresh_ensures_3(c: RefreshCall) -> Parts:
    """sessions'[session_id].token = token"""
    return (
        Sides(
            Part("sessions'[session_id].token", lambda: c.after.sessions[c.given.session_id].token),
            Part("token", lambda: c.answer.token),
        ),
    )


def refresh_ensures_4(c: RefreshCall) -> Parts:
    """sessions'[session_id].refresh_token = next_refresh_token"""
    return (
        Sides(
            Part("sessions'[session_id].refresh_token", lambda: c.after.sessions[c.given.session_id].refresh_token),
            Part("next_refresh_token", lambda: c.answer.next_refresh_token),
        ),
    )


def refresh_ensures_5(c: RefreshCall) -> Parts:
    """sessions'[session_id].issued_at = now()"""
    return (
        Sides(
            Part("sessions'[session_id].issued_at", lambda: c.after.sessions[c.given.session_id].issued_at),
            Part("now()", lambda: c.now),
        ),
    )


def refresh_ensures_6(c: RefreshCall) -> Parts:
    """sessions'[session_id].expires_at = now() + minutes(30)"""
    return (
        Sides(
            Part("sessions'[session_id].expires_at", lambda: c.after.sessions[c.given.session_id].expires_at),
            Part("now() + minutes(30)", lambda: instant(c.now + minutes(30))),
        ),
        Part("now()", lambda: c.now),
        Part("minutes(30)", lambda: minutes(30)),
    )


def refresh_ensures_7(c: RefreshCall) -> Parts:
    """sessions'[session_id].refresh_until = now() + days(7)"""
    return (
        Sides(
            Part("sessions'[session_id].refresh_until", lambda: c.after.sessions[c.given.session_id].refresh_until),
            Part("now() + days(7)", lambda: instant(c.now + days(7))),
        ),
        Part("now()", lambda: c.now),
        Part("days(7)", lambda: days(7)),
    )


def logout_requires_0(c: LogoutCall) -> Parts:
    """session_id in sessions"""
    return (Part("session_id", lambda: c.given.session_id), Part("sessions", lambda: c.before.sessions))


def logout_ensures_0(c: LogoutCall) -> Parts:
    """session_id not in sessions'"""
    return (Part("session_id", lambda: c.given.session_id), Part("sessions'", lambda: c.after.sessions))


def request_password_reset_requires_0(c: RequestPasswordResetCall) -> Parts:
    """some u in ran(users) | u.email = email and u.is_active"""
    return (Part("ran(users)", lambda: ran(c.before.users)), Part("users", lambda: c.before.users))


def request_password_reset_ensures_0(c: RequestPasswordResetCall) -> Parts:
    """reset_id not in resets"""
    return (Part("reset_id", lambda: c.answer.reset_id), Part("resets", lambda: c.before.resets))


def request_password_reset_ensures_1(c: RequestPasswordResetCall) -> Parts:
    """let user = (the u in ran(users) | u.email = email) in resets'[reset_id].user_id = user.id"""
    return (
        Part(
            "(the u in ran(users) | u.email = email)",
            lambda: the(ran(c.before.users), lambda u: u.email == c.given.email),
        ),
        Sides(
            Part("resets'[reset_id].user_id", lambda: c.after.resets[c.answer.reset_id].user_id),
            Part(
                "user.id",
                lambda: let(the(ran(c.before.users), lambda u: u.email == c.given.email), lambda user: user.id),
            ),
        ),
    )


def request_password_reset_ensures_2(c: RequestPasswordResetCall) -> Parts:
    """resets'[reset_id].id = reset_id"""
    return (
        Sides(
            Part("resets'[reset_id].id", lambda: c.after.resets[c.answer.reset_id].id),
            Part("reset_id", lambda: c.answer.reset_id),
        ),
    )


def request_password_reset_ensures_3(c: RequestPasswordResetCall) -> Parts:
    """resets'[reset_id].token_hash = hash(reset_token)"""
    return (
        Sides(
            Part("resets'[reset_id].token_hash", lambda: c.after.resets[c.answer.reset_id].token_hash),
            Part("hash(reset_token)", lambda: sha256(c.answer.reset_token)),
        ),
        Part("reset_token", lambda: c.answer.reset_token),
    )


def request_password_reset_ensures_4(c: RequestPasswordResetCall) -> Parts:
    """resets'[reset_id].expires_at = now() + hours(1)"""
    return (
        Sides(
            Part("resets'[reset_id].expires_at", lambda: c.after.resets[c.answer.reset_id].expires_at),
            Part("now() + hours(1)", lambda: instant(c.now + hours(1))),
        ),
        Part("now()", lambda: c.now),
        Part("hours(1)", lambda: hours(1)),
    )


def request_password_reset_ensures_5(c: RequestPasswordResetCall) -> Parts:
    """resets'[reset_id].used = false"""
    return (
        Sides(
            Part("resets'[reset_id].used", lambda: c.after.resets[c.answer.reset_id].used), Part("false", lambda: False)
        ),
    )


def confirm_password_reset_requires_0(c: ConfirmPasswordResetCall) -> Parts:
    """reset_id in resets"""
    return (Part("reset_id", lambda: c.given.reset_id), Part("resets", lambda: c.before.resets))


def confirm_password_reset_requires_1(c: ConfirmPasswordResetCall) -> Parts:
    """not resets[reset_id].used"""
    return (Part("resets[reset_id].used", lambda: c.before.resets[c.given.reset_id].used),)


def confirm_password_reset_requires_2(c: ConfirmPasswordResetCall) -> Parts:
    """resets[reset_id].token_hash = hash(reset_token)"""
    return (
        Sides(
            Part("resets[reset_id].token_hash", lambda: c.before.resets[c.given.reset_id].token_hash),
            Part("hash(reset_token)", lambda: sha256(c.given.reset_token)),
        ),
        Part("reset_token", lambda: c.given.reset_token),
    )


def confirm_password_reset_requires_3(c: ConfirmPasswordResetCall) -> Parts:
    """now() < resets[reset_id].expires_at"""
    return (
        Part("now()", lambda: c.now),
        Part("resets[reset_id].expires_at", lambda: c.before.resets[c.given.reset_id].expires_at),
    )


def confirm_password_reset_requires_4(c: ConfirmPasswordResetCall) -> Parts:
    """users[resets[reset_id].user_id].password_hash != hash(new_password)"""
    return (
        Part(
            "users[resets[reset_id].user_id].password_hash",
            lambda: c.before.users[c.before.resets[c.given.reset_id].user_id].password_hash,
        ),
        Part("hash(new_password)", lambda: sha256(c.given.new_password)),
        Part("new_password", lambda: c.given.new_password),
    )


def confirm_password_reset_ensures_0(c: ConfirmPasswordResetCall) -> Parts:
    """resets'[reset_id].used = true"""
    return (
        Sides(
            Part("resets'[reset_id].used", lambda: c.after.resets[c.given.reset_id].used), Part("true", lambda: True)
        ),
    )


def confirm_password_reset_ensures_1(c: ConfirmPasswordResetCall) -> Parts:
    """users'[owner].password_hash = hash(new_password)"""
    return (
        Part("resets[reset_id].user_id", lambda: c.before.resets[c.given.reset_id].user_id),
        Sides(
            Part(
                "users'[owner].password_hash",
                lambda: let(
                    c.before.resets[c.given.reset_id].user_id, lambda owner: c.after.users[owner].password_hash
                ),
            ),
            Part("hash(new_password)", lambda: sha256(c.given.new_password)),
        ),
        Part("new_password", lambda: c.given.new_password),
    )


def confirm_password_reset_ensures_2(c: ConfirmPasswordResetCall) -> Parts:
    """sessions' = sessions - sessionsOf(owner)"""
    return (
        Part("resets[reset_id].user_id", lambda: c.before.resets[c.given.reset_id].user_id),
        Sides(
            Part("sessions'", lambda: c.after.sessions),
            Part(
                "sessions - sessionsOf(owner)",
                lambda: let(
                    c.before.resets[c.given.reset_id].user_id,
                    lambda owner: c.before.sessions - sessions_of(owner, c.before),
                ),
            ),
        ),
    )
