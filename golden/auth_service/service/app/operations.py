"""What AuthService does: each operation as a function from the state before to the state after."""

from __future__ import annotations

from app.functions import credentials_match, max_failures, recent_failures, sessions_of, token_in_use
from app.model import (
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
    PasswordReset,
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
from app.runtime import choices
from app.runtime.choices import Picks
from app.runtime.clauses import ensuring, fits, inputs_fit, promised, requires
from app.runtime.values import (
    OPEN,
    Instant,
    Map,
    days,
    every,
    exists,
    grown,
    hours,
    i64,
    instant,
    minutes,
    none_of,
    ran,
    replace,
    sha256,
    the,
    touched,
)
from app.spec import is_proper
from app.types import DISPLAY_NAME, EMAIL, PASSWORD, TOKEN, USER_ID

_REGISTER = (
    ("email", "email", EMAIL),
    ("password", "password", PASSWORD),
    ("display_name", "display_name", DISPLAY_NAME),
)


def register(before: State, given: RegisterGiven, now: Instant, pick: Picks) -> tuple[State, RegisterAnswer]:
    """Register (auth_service.spec:80)."""
    inputs_fit(_REGISTER, given, before, now)
    requires(
        (
            "no u in ran(users) | u.email = email",
            lambda: none_of(
                before.users.among(("email", lambda: given.email)).values(), lambda u: u.email == given.email
            ),
        )
    )
    # ensures user_id not in users
    user_id = pick.choose(
        ("an ensures of `Register`", "user_id not in users"),
        (lambda: choices.not_member_of(before.users),),
        choices.integers(0),
        lambda user_id: fits(USER_ID, user_id, before, now) and user_id not in before.users,
    )
    # ensures users' = users + {user_id -> User { id = user_id, email = email, display_name = display_name,
    #   password_hash = hash(password), is_active = true, created_at = now() }}
    after = replace(
        before,
        users=before.users
        + Map(
            {
                user_id: User(
                    id=user_id,
                    email=given.email,
                    display_name=given.display_name,
                    password_hash=sha256(given.password),
                    is_active=True,
                    created_at=now,
                )
            }
        ),
    )
    promised("an ensures of `Register`", "#users' = #users + 1", lambda: grown(before.users, after.users) == 1)
    answer = RegisterAnswer(user_id=user_id)
    pick.settled(after, answer)
    promised(
        "the invariant `userKeys`",
        "all u in users | users[u].id = u",
        lambda: every(after.users.at(touched(before.users, after.users)), lambda u: after.users[u].id == u),
    )
    promised(
        "the invariant `emailsAreUnique`",
        "all a in users, b in users | users[a].email = users[b].email implies a = b",
        lambda: every(
            after.users.at(touched(before.users, after.users)),
            lambda a: every(
                after.users.among(("email", lambda: after.users[a].email)),
                lambda b: after.users[a].email != after.users[b].email or a == b,
            ),
        ),
    )
    promised(
        "the invariant `sessionsBelongToActiveUsers`",
        "all s in ran(sessions) | s.user_id in users and users[s.user_id].is_active",
        lambda: (
            every(
                after.sessions.whose("user_id", touched(before.users, after.users)).values(),
                lambda s2: s2.user_id in after.users,
            )
            and every(
                after.sessions.whose("user_id", touched(before.users, after.users)).values(),
                lambda s2: after.users[s2.user_id].is_active,
            )
        ),
    )
    promised(
        "the invariant `resetsHaveOwners`",
        "all r in ran(resets) | r.user_id in users",
        lambda: every(
            after.resets.whose("user_id", touched(before.users, after.users)).values(),
            lambda r: r.user_id in after.users,
        ),
    )
    promised(
        "the property `sessionsNeedAccounts`",
        "#users = 0 implies #sessions = 0",
        lambda: len(after.users) != 0 or len(after.sessions) == 0,
    )
    return after, answer


_GET_PROFILE = (("user_id", "user_id", USER_ID),)


def get_profile(before: State, given: GetProfileGiven, now: Instant, pick: Picks) -> tuple[State, GetProfileAnswer]:
    """GetProfile (auth_service.spec:99)."""
    inputs_fit(_GET_PROFILE, given, before, now)
    requires(
        ("user_id in users", lambda: given.user_id in before.users),
        present=(("user_id in users", lambda: given.user_id in before.users),),
    )
    # ensures email = users[user_id].email
    email = before.users[given.user_id].email
    # ensures display_name = users[user_id].display_name
    display_name = before.users[given.user_id].display_name
    # ensures active = users[user_id].is_active
    active = before.users[given.user_id].is_active
    return before, GetProfileAnswer(email=email, display_name=display_name, active=active)


_CHANGE_PASSWORD = (
    ("user_id", "user_id", USER_ID),
    ("password", "password", PASSWORD),
    ("new_password", "new_password", PASSWORD),
)


def change_password(
    before: State, given: ChangePasswordGiven, now: Instant, pick: Picks
) -> tuple[State, ChangePasswordAnswer]:
    """ChangePassword (auth_service.spec:112)."""
    inputs_fit(_CHANGE_PASSWORD, given, before, now)
    requires(
        ("user_id in users", lambda: given.user_id in before.users),
        ("users[user_id].is_active", lambda: before.users[given.user_id].is_active),
        (
            "users[user_id].password_hash = hash(password)",
            lambda: before.users[given.user_id].password_hash == sha256(given.password),
        ),
        ("new_password != password", lambda: given.new_password != given.password),
        present=(("user_id in users", lambda: given.user_id in before.users),),
    )
    # ensures users'[user_id].password_hash = hash(new_password)
    after = replace(
        before,
        users=before.users.put(
            given.user_id, replace(before.users[given.user_id], password_hash=sha256(given.new_password))
        ),
    )
    # ensures sessions' = sessions - sessionsOf(user_id)
    after = replace(after, sessions=before.sessions - sessions_of(given.user_id, before))
    answer = ChangePasswordAnswer()
    pick.settled(after, answer)
    promised(
        "the property `sessionsNeedAccounts`",
        "#users = 0 implies #sessions = 0",
        lambda: len(after.users) != 0 or len(after.sessions) == 0,
    )
    return after, answer


_DEACTIVATE = (("user_id", "user_id", USER_ID),)


def deactivate(before: State, given: DeactivateGiven, now: Instant, pick: Picks) -> tuple[State, DeactivateAnswer]:
    """Deactivate (auth_service.spec:125)."""
    inputs_fit(_DEACTIVATE, given, before, now)
    requires(
        ("user_id in users", lambda: given.user_id in before.users),
        ("users[user_id].is_active", lambda: before.users[given.user_id].is_active),
        present=(("user_id in users", lambda: given.user_id in before.users),),
    )
    # ensures users'[user_id].is_active = false
    after = replace(
        before, users=before.users.put(given.user_id, replace(before.users[given.user_id], is_active=False))
    )
    # ensures sessions' = sessions - sessionsOf(user_id)
    after = replace(after, sessions=before.sessions - sessions_of(given.user_id, before))
    answer = DeactivateAnswer()
    pick.settled(after, answer)
    promised(
        "the invariant `sessionsBelongToActiveUsers`",
        "all s in ran(sessions) | s.user_id in users and users[s.user_id].is_active",
        lambda: every(
            after.sessions.whose("user_id", touched(before.users, after.users)).values(),
            lambda s2: after.users[s2.user_id].is_active,
        ),
    )
    promised(
        "the property `sessionsNeedAccounts`",
        "#users = 0 implies #sessions = 0",
        lambda: len(after.users) != 0 or len(after.sessions) == 0,
    )
    return after, answer


_REACTIVATE = (("user_id", "user_id", USER_ID),)


def reactivate(before: State, given: ReactivateGiven, now: Instant, pick: Picks) -> tuple[State, ReactivateAnswer]:
    """Reactivate (auth_service.spec:136)."""
    inputs_fit(_REACTIVATE, given, before, now)
    requires(
        ("user_id in users", lambda: given.user_id in before.users),
        ("not users[user_id].is_active", lambda: not before.users[given.user_id].is_active),
        present=(("user_id in users", lambda: given.user_id in before.users),),
    )
    # ensures users'[user_id].is_active = true
    after = replace(before, users=before.users.put(given.user_id, replace(before.users[given.user_id], is_active=True)))
    answer = ReactivateAnswer()
    pick.settled(after, answer)
    promised(
        "the invariant `sessionsBelongToActiveUsers`",
        "all s in ran(sessions) | s.user_id in users and users[s.user_id].is_active",
        lambda: every(
            after.sessions.whose("user_id", touched(before.users, after.users)).values(),
            lambda s2: after.users[s2.user_id].is_active,
        ),
    )
    return after, answer


_LOGIN = (("email", "email", EMAIL), ("password", "password", PASSWORD))


def login(before: State, given: LoginGiven, now: Instant, pick: Picks) -> tuple[State, LoginAnswer]:
    """Login (auth_service.spec:148)."""
    inputs_fit(_LOGIN, given, before, now)
    requires(
        ("recentFailures(email) < maxFailures()", lambda: recent_failures(given.email, before, now) < max_failures()),
        ("credentialsMatch(email, password)", lambda: credentials_match(given.email, given.password, before)),
    )
    # ensures session_id not in sessions
    session_id = pick.choose(
        ("an ensures of `Login`", "session_id not in sessions"),
        (),
        choices.uuids(fresh=True),
        lambda session_id: session_id not in before.sessions,
    )
    # ensures not tokenInUse(token)
    token = pick.choose(
        ("an ensures of `Login`", "not tokenInUse(token)"),
        (),
        choices.texts(r"^[A-Za-z0-9_-]{43}\Z", fresh=True),
        lambda token: is_proper(token) and fits(TOKEN, token, before, now) and not token_in_use(token, before),
    )
    # ensures not tokenInUse(refresh_token)
    # ensures token != refresh_token
    refresh_token = pick.choose(
        ("an ensures of `Login`", "not tokenInUse(refresh_token)"),
        (lambda: choices.below(token),),
        choices.texts(r"^[A-Za-z0-9_-]{43}\Z", fresh=True),
        lambda refresh_token: (
            is_proper(refresh_token)
            and fits(TOKEN, refresh_token, before, now)
            and not token_in_use(refresh_token, before)
            and token != refresh_token
        ),
    )
    # ensures let user = (the u in ran(users) | u.email = email) in sessions' = sessions + {session_id -> Session { id
    #   = session_id, user_id = user.id, token = token, refresh_token = refresh_token, issued_at = now(), expires_at =
    #   now() + minutes(30), refresh_until = now() + days(7) }}
    with ensuring(
        "an ensures of `Login`",
        (
            "let user = (the u in ran(users) | u.email = email) in sessions' = sessions + {session_id "
            "-> Session { id = session_id, user_id = user.id, token = token, refresh_token = "
            "refresh_token, issued_at = now(), expires_at = now() + minutes(30), refresh_until "
            "= now() + days(7) }}"
        ),
    ):
        user = the(ran(before.users.among(("email", lambda: given.email))), lambda u: u.email == given.email)
        after = replace(
            before,
            sessions=before.sessions
            + Map(
                {
                    session_id: Session(
                        id=session_id,
                        user_id=user.id,
                        token=token,
                        refresh_token=refresh_token,
                        issued_at=now,
                        expires_at=instant(now + minutes(30)),
                        refresh_until=instant(now + days(7)),
                    )
                }
            ),
        )
    promised("an ensures of `Login`", "token != refresh_token", lambda: token != refresh_token)
    answer = LoginAnswer(session_id=session_id, token=token, refresh_token=refresh_token)
    pick.settled(after, answer)
    promised(
        "the invariant `sessionKeys`",
        "all s in sessions | sessions[s].id = s",
        lambda: every(
            after.sessions.at(touched(before.sessions, after.sessions)), lambda s2: after.sessions[s2].id == s2
        ),
    )
    promised(
        "the invariant `tokensAreUnique`",
        (
            "all a in sessions, b in sessions | sessions[a].token = sessions[b].token or "
            "sessions[a].refresh_token = sessions[b].refresh_token implies a = b"
        ),
        lambda: (
            every(
                after.sessions.at(touched(before.sessions, after.sessions)),
                lambda a: every(
                    after.sessions.among(("token", lambda: after.sessions[a].token)),
                    lambda b: after.sessions[a].token != after.sessions[b].token or a == b,
                ),
            )
            and every(
                after.sessions.at(touched(before.sessions, after.sessions)),
                lambda a: every(
                    after.sessions.among(("refresh_token", lambda: after.sessions[a].refresh_token)),
                    lambda b: after.sessions[a].refresh_token != after.sessions[b].refresh_token or a == b,
                ),
            )
        ),
    )
    promised(
        "the invariant `sessionsBelongToActiveUsers`",
        "all s in ran(sessions) | s.user_id in users and users[s.user_id].is_active",
        lambda: (
            every(
                after.sessions.at(touched(before.sessions, after.sessions)).values(),
                lambda s2: s2.user_id in after.users,
            )
            and every(
                after.sessions.at(touched(before.sessions, after.sessions)).values(),
                lambda s2: after.users[s2.user_id].is_active,
            )
        ),
    )
    promised(
        "the property `sessionsNeedAccounts`",
        "#users = 0 implies #sessions = 0",
        lambda: len(after.users) != 0 or len(after.sessions) == 0,
    )
    return after, answer


_LOGIN_FAILED = (("email", "email", EMAIL), ("password", "password", PASSWORD))


def login_failed(before: State, given: LoginFailedGiven, now: Instant, pick: Picks) -> tuple[State, LoginFailedAnswer]:
    """LoginFailed (auth_service.spec:171)."""
    inputs_fit(_LOGIN_FAILED, given, before, now)
    requires(
        ("recentFailures(email) < maxFailures()", lambda: recent_failures(given.email, before, now) < max_failures()),
        ("not credentialsMatch(email, password)", lambda: not credentials_match(given.email, given.password, before)),
    )
    # ensures failures' = failures + [FailedLogin { email = email, at = now() }]
    after = replace(before, failures=before.failures + (FailedLogin(email=given.email, at=now),))
    # ensures attempts_left = maxFailures() - recentFailures(email)'
    attempts_left = i64(max_failures() - recent_failures(given.email, after, now))
    promised(
        "an ensures of `LoginFailed`",
        "recentFailures(email)' = recentFailures(email) + 1",
        lambda: recent_failures(given.email, after, now) == i64(recent_failures(given.email, before, now) + 1),
    )
    return after, LoginFailedAnswer(attempts_left=attempts_left)


def clear_failures(
    before: State, given: ClearFailuresGiven, now: Instant, pick: Picks
) -> tuple[State, ClearFailuresAnswer]:
    """ClearFailures (auth_service.spec:185)."""
    # ensures failures' = []
    after = replace(before, failures=())
    return after, ClearFailuresAnswer()


_CHECK_TOKEN = (("token", "token", TOKEN),)


def check_token(before: State, given: CheckTokenGiven, now: Instant, pick: Picks) -> tuple[State, CheckTokenAnswer]:
    """CheckToken (auth_service.spec:192)."""
    inputs_fit(_CHECK_TOKEN, given, before, now)
    requires(
        ("session_id in sessions", lambda: given.session_id in before.sessions),
        ("sessions[session_id].token = token", lambda: before.sessions[given.session_id].token == given.token),
        ("now() < sessions[session_id].expires_at", lambda: now < before.sessions[given.session_id].expires_at),
        present=(("session_id in sessions", lambda: given.session_id in before.sessions),),
    )
    # ensures user_id = sessions[session_id].user_id
    user_id = before.sessions[given.session_id].user_id
    # ensures valid_until = sessions[session_id].expires_at
    valid_until = before.sessions[given.session_id].expires_at
    return before, CheckTokenAnswer(user_id=user_id, valid_until=valid_until)


_REFRESH = (("refresh_token", "refresh_token", TOKEN),)


def refresh(before: State, given: RefreshGiven, now: Instant, pick: Picks) -> tuple[State, RefreshAnswer]:
    """Refresh (auth_service.spec:205)."""
    inputs_fit(_REFRESH, given, before, now)
    requires(
        ("session_id in sessions", lambda: given.session_id in before.sessions),
        (
            "sessions[session_id].refresh_token = refresh_token",
            lambda: before.sessions[given.session_id].refresh_token == given.refresh_token,
        ),
        ("now() < sessions[session_id].refresh_until", lambda: now < before.sessions[given.session_id].refresh_until),
        present=(("session_id in sessions", lambda: given.session_id in before.sessions),),
    )
    # ensures sessions'[session_id].issued_at = now()
    # ensures sessions'[session_id].expires_at = now() + minutes(30)
    # ensures sessions'[session_id].refresh_until = now() + days(7)
    after = replace(
        before,
        sessions=before.sessions.put(
            given.session_id,
            replace(
                before.sessions[given.session_id],
                issued_at=now,
                expires_at=instant(now + minutes(30)),
                refresh_until=instant(now + days(7)),
            ),
        ),
    )
    # ensures not tokenInUse(token)
    token = pick.choose(
        ("an ensures of `Refresh`", "not tokenInUse(token)"),
        (),
        choices.texts(r"^[A-Za-z0-9_-]{43}\Z", fresh=True),
        lambda token: is_proper(token) and fits(TOKEN, token, after, now) and not token_in_use(token, before),
    )
    # ensures sessions'[session_id].token = token
    after = replace(
        after, sessions=after.sessions.put(given.session_id, replace(after.sessions[given.session_id], token=token))
    )
    # ensures not tokenInUse(next_refresh_token)
    # ensures token != next_refresh_token
    next_refresh_token = pick.choose(
        ("an ensures of `Refresh`", "not tokenInUse(next_refresh_token)"),
        (lambda: choices.below(token),),
        choices.texts(r"^[A-Za-z0-9_-]{43}\Z", fresh=True),
        lambda next_refresh_token: (
            is_proper(next_refresh_token)
            and fits(TOKEN, next_refresh_token, after, now)
            and not token_in_use(next_refresh_token, before)
            and token != next_refresh_token
        ),
    )
    # ensures sessions'[session_id].refresh_token = next_refresh_token
    after = replace(
        after,
        sessions=after.sessions.put(
            given.session_id, replace(after.sessions[given.session_id], refresh_token=next_refresh_token)
        ),
    )
    promised("an ensures of `Refresh`", "token != next_refresh_token", lambda: token != next_refresh_token)
    answer = RefreshAnswer(token=token, next_refresh_token=next_refresh_token)
    pick.settled(after, answer)
    promised(
        "the invariant `tokensAreUnique`",
        (
            "all a in sessions, b in sessions | sessions[a].token = sessions[b].token or "
            "sessions[a].refresh_token = sessions[b].refresh_token implies a = b"
        ),
        lambda: (
            every(
                after.sessions.at(touched(before.sessions, after.sessions)),
                lambda a: every(
                    after.sessions.among(("token", lambda: after.sessions[a].token)),
                    lambda b: after.sessions[a].token != after.sessions[b].token or a == b,
                ),
            )
            and every(
                after.sessions.at(touched(before.sessions, after.sessions)),
                lambda a: every(
                    after.sessions.among(("refresh_token", lambda: after.sessions[a].refresh_token)),
                    lambda b: after.sessions[a].refresh_token != after.sessions[b].refresh_token or a == b,
                ),
            )
        ),
    )
    return after, answer


def logout(before: State, given: LogoutGiven, now: Instant, pick: Picks) -> tuple[State, LogoutAnswer]:
    """Logout (auth_service.spec:223)."""
    requires(
        ("session_id in sessions", lambda: given.session_id in before.sessions),
        present=(("session_id in sessions", lambda: given.session_id in before.sessions),),
    )
    # ensures session_id not in sessions'
    after = replace(before, sessions=before.sessions - {given.session_id})
    answer = LogoutAnswer()
    pick.settled(after, answer)
    promised(
        "the property `sessionsNeedAccounts`",
        "#users = 0 implies #sessions = 0",
        lambda: len(after.users) != 0 or len(after.sessions) == 0,
    )
    return after, answer


_REQUEST_PASSWORD_RESET = (("email", "email", EMAIL),)


def request_password_reset(
    before: State, given: RequestPasswordResetGiven, now: Instant, pick: Picks
) -> tuple[State, RequestPasswordResetAnswer]:
    """RequestPasswordReset (auth_service.spec:235)."""
    inputs_fit(_REQUEST_PASSWORD_RESET, given, before, now)
    requires(
        (
            "some u in ran(users) | u.email = email and u.is_active",
            lambda: exists(
                before.users.among(("email", lambda: given.email), ("is_active", lambda: True)).values(),
                lambda u: u.email == given.email and u.is_active,
            ),
        )
    )
    # ensures reset_id not in resets
    reset_id = pick.choose(
        ("an ensures of `RequestPasswordReset`", "reset_id not in resets"),
        (),
        choices.uuids(fresh=True),
        lambda reset_id: reset_id not in before.resets,
    )
    after = before
    if reset_id not in after.resets:
        after = replace(
            after,
            resets=after.resets.put(
                reset_id, PasswordReset(id=OPEN, user_id=OPEN, token_hash=OPEN, expires_at=OPEN, used=OPEN)
            ),
        )
    # ensures let user = (the u in ran(users) | u.email = email) in resets'[reset_id].user_id = user.id
    with ensuring(
        "an ensures of `RequestPasswordReset`",
        "let user = (the u in ran(users) | u.email = email) in resets'[reset_id].user_id = user.id",
    ):
        user = the(ran(before.users.among(("email", lambda: given.email))), lambda u: u.email == given.email)
        after = replace(after, resets=after.resets.put(reset_id, replace(after.resets[reset_id], user_id=user.id)))
    # ensures resets'[reset_id].id = reset_id
    # ensures resets'[reset_id].expires_at = now() + hours(1)
    # ensures resets'[reset_id].used = false
    after = replace(
        after,
        resets=after.resets.put(
            reset_id, replace(after.resets[reset_id], id=reset_id, expires_at=instant(now + hours(1)), used=False)
        ),
    )
    reset_token = pick.choose(
        ("what `RequestPasswordReset` leaves open", ""),
        (),
        choices.texts(r"^[A-Za-z0-9_-]{43}\Z", fresh=True),
        lambda reset_token: is_proper(reset_token) and fits(TOKEN, reset_token, after, now),
    )
    # ensures resets'[reset_id].token_hash = hash(reset_token)
    after = replace(
        after, resets=after.resets.put(reset_id, replace(after.resets[reset_id], token_hash=sha256(reset_token)))
    )
    answer = RequestPasswordResetAnswer(reset_id=reset_id, reset_token=reset_token)
    pick.settled(after, answer)
    promised(
        "the invariant `resetKeys`",
        "all r in resets | resets[r].id = r",
        lambda: every(after.resets.at(touched(before.resets, after.resets)), lambda r: after.resets[r].id == r),
    )
    promised(
        "the invariant `resetsHaveOwners`",
        "all r in ran(resets) | r.user_id in users",
        lambda: every(
            after.resets.at(touched(before.resets, after.resets)).values(), lambda r: r.user_id in after.users
        ),
    )
    return after, answer


_CONFIRM_PASSWORD_RESET = (("reset_token", "reset_token", TOKEN), ("new_password", "new_password", PASSWORD))


def confirm_password_reset(
    before: State, given: ConfirmPasswordResetGiven, now: Instant, pick: Picks
) -> tuple[State, ConfirmPasswordResetAnswer]:
    """ConfirmPasswordReset (auth_service.spec:251)."""
    inputs_fit(_CONFIRM_PASSWORD_RESET, given, before, now)
    requires(
        ("reset_id in resets", lambda: given.reset_id in before.resets),
        ("not resets[reset_id].used", lambda: not before.resets[given.reset_id].used),
        (
            "resets[reset_id].token_hash = hash(reset_token)",
            lambda: before.resets[given.reset_id].token_hash == sha256(given.reset_token),
        ),
        ("now() < resets[reset_id].expires_at", lambda: now < before.resets[given.reset_id].expires_at),
        (
            "users[resets[reset_id].user_id].password_hash != hash(new_password)",
            lambda: before.users[before.resets[given.reset_id].user_id].password_hash != sha256(given.new_password),
        ),
        present=(("reset_id in resets", lambda: given.reset_id in before.resets),),
    )
    # ensures resets'[reset_id].used = true
    after = replace(before, resets=before.resets.put(given.reset_id, replace(before.resets[given.reset_id], used=True)))
    # ensures let owner = resets[reset_id].user_id in users'[owner].password_hash = hash(new_password)
    after = replace(
        after,
        users=after.users.put(
            before.resets[given.reset_id].user_id,
            replace(after.users[before.resets[given.reset_id].user_id], password_hash=sha256(given.new_password)),
        ),
    )
    # ensures let owner = resets[reset_id].user_id in sessions' = sessions - sessionsOf(owner)
    owner = before.resets[given.reset_id].user_id
    after = replace(after, sessions=before.sessions - sessions_of(owner, before))
    answer = ConfirmPasswordResetAnswer()
    pick.settled(after, answer)
    promised(
        "the property `sessionsNeedAccounts`",
        "#users = 0 implies #sessions = 0",
        lambda: len(after.users) != 0 or len(after.sessions) == 0,
    )
    return after, answer
