//! Three accounts, one of them closed; sessions and resets of the others.

use serde_json::{Value, json};

use super::json::gone;
use super::table::{Case, Credential, Fixture, Limits, conflict, delete, get, limits, missing, ok, post, put};

const NOW: &str = "2024-05-01T12:00:00.000Z";
const UUID: &str = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";
const TOKEN: &str = "^[A-Za-z0-9_-]{43}$";
const ALICE: &str = "alice@example.org";
const BOB: &str = "bob@example.org";
const CAROL: &str = "carol@example.org";
const NOBODY: &str = "nobody@example.org";
/// The passwords of the accounts, and one that is nobody's, with their hashes.
const HORSE: &str = "correct horse";
const HORSE_HASH: &str = "4104d36f8da2c254349f85836793ebe029e0c957063a34c91c2e9203187b5631";
const STAPLE: &str = "other horse staple";
const STAPLE_HASH: &str = "6e513d5c80c4f71421ca4d8f37daf96a856502f8365bfa46fdd73daffa3f5cbc";
const SESAME: &str = "open sesame";
const SESAME_HASH: &str = "41ef4bb0b23661e66301aac36066912dac037827b4ae63a7b1165a5aa93ed4eb";
const NEW: &str = "new correct horse";
const NEW_HASH: &str = "7c8946a969ac2d9f94226b51593b8d6b4f6c2f409d8788b7e950febd922d22ce";
/// The token of every reset, with its hash.
const RESET: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
const RESET_HASH: &str = "0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a";
/// Two sessions of Alice and one of Bob; a session that is not there.
const FIRST: &str = "00000000-0000-4000-8000-000000000001";
const SECOND: &str = "00000000-0000-4000-8000-000000000002";
const OF_BOB: &str = "00000000-0000-4000-8000-000000000003";
const UNKNOWN: &str = "00000000-0000-4000-8000-000000000009";
/// A reset that is open, and one that was used.
const OPEN: &str = "00000000-0000-4000-8000-00000000000a";
const USED: &str = "00000000-0000-4000-8000-00000000000b";

/// Forty-three times the same letter.
fn token(letter: &str) -> String {
    letter.repeat(43)
}

fn user(id: i64, email: &str, hash: &str, is_active: bool) -> Value {
    json!({ "id": id, "email": email, "display_name": format!("User {id}"), "password_hash": hash,
            "is_active": is_active, "created_at": "2024-01-01T00:00:00.000Z" })
}

fn session(id: &str, user: i64, access: &str, refresh: &str) -> Value {
    json!({ "id": id, "user_id": user, "token": token(access), "refresh_token": token(refresh),
            "issued_at": "2024-05-01T11:30:00.001Z", "expires_at": "2024-05-01T12:00:00.001Z",
            "refresh_until": "2024-05-08T11:30:00.001Z" })
}

fn reset(id: &str, user: i64, used: bool) -> Value {
    json!({ "id": id, "user_id": user, "token_hash": RESET_HASH, "expires_at": "2024-05-01T12:00:00.001Z",
            "used": used })
}

fn failure(email: &str, at: &str) -> Value {
    json!({ "email": email, "at": at })
}

fn base() -> Value {
    json!({
        "users": { "1": user(1, ALICE, HORSE_HASH, true), "2": user(2, BOB, STAPLE_HASH, true),
                   "3": user(3, CAROL, SESAME_HASH, false) },
        "sessions": { FIRST: session(FIRST, 1, "a", "b"), SECOND: session(SECOND, 1, "c", "d"),
                      OF_BOB: session(OF_BOB, 2, "e", "f") },
        "failures": [failure(ALICE, "2024-05-01T11:50:00.000Z"), failure(NOBODY, "2024-05-01T11:58:00.000Z")],
        "resets": { OPEN: reset(OPEN, 1, false), USED: reset(USED, 2, true) }
    })
}

pub fn fixture() -> Fixture {
    let mut cases = accounts();
    cases.extend(passwords());
    cases.extend(logins());
    cases.extend(failures());
    cases.extend(sessions());
    cases.extend(resets());
    Fixture {
        name: "auth_service",
        base: base(),
        clock: NOW,
        credentials: credentials(),
        limits: all_limits(),
        inseparable: vec![],
        cases,
    }
}

fn credentials() -> Vec<Credential> {
    vec![
        Credential {
            scheme: "member",
            value: "member-token",
            header: "authorization",
            valid: "Bearer member-token",
            invalid: &["Bearer other-token", "Bearer member-token2", "Bearer", "Basic member-token"],
        },
        Credential {
            scheme: "operator",
            value: "root:s3cret:x",
            header: "authorization",
            valid: "Basic cm9vdDpzM2NyZXQ6eA==",
            invalid: &["Basic cm9vdDp3cm9uZw==", "Basic root:s3cret:x", "Bearer cm9vdDpzM2NyZXQ6eA=="],
        },
        Credential {
            scheme: "gateway",
            value: "gate",
            header: "X-Gateway-Key",
            valid: "gate",
            invalid: &["Gate", "gates", ""],
        },
    ]
}

fn all_limits() -> Vec<Limits> {
    let email = |length: usize| json!(format!("{}@example.org", "x".repeat(length - 12)));
    vec![
        limits("UserId", [json!(1), json!(999_999)], [json!(0), json!(-1)]),
        limits("Email", [json!("a@b.c"), email(254)], [json!("nobody"), json!("a@b"), json!("a@b@c.d"), email(255)]),
        limits("DisplayName", [json!("x"), json!("x".repeat(80))], [json!(""), json!("x".repeat(81))]),
        limits(
            "Password",
            [json!("x".repeat(10)), json!("\u{1F512}".repeat(128))],
            [json!("x".repeat(9)), json!("\u{1F512}".repeat(9)), json!("x".repeat(129))],
        ),
        limits(
            "Token",
            [json!(token("-")), json!(token("_"))],
            [json!("a".repeat(42)), json!("a".repeat(44)), json!(token("+")), json!(format!("{}\n", token("a")))],
        ),
    ]
}

fn accounts() -> Vec<Case> {
    let register = |email: &str| post("/users", json!({ "email": email, "password": NEW, "display_name": "Somebody" }));
    let registered = |email: &str| {
        ok("Register", register(email), 201)
            .body(json!({ "user_id": "$id" }))
            .new_key("$id", "users", "^[1-9][0-9]*$")
            .after(json!({ "users": { "$id": {
                "id": "$id", "email": email, "display_name": "Somebody", "password_hash": NEW_HASH,
                "is_active": true, "created_at": NOW } } }))
    };
    let profile = |id: i64| get("/users/{user_id}", json!({ "user_id": id }));
    let close = |id: i64| post("/users/{user_id}/deactivate", json!({ "user_id": id }));
    let reopen = |id: i64| post("/users/{user_id}/reactivate", json!({ "user_id": id }));
    vec![
        registered(NOBODY),
        registered("Alice@example.org"),
        conflict("Register", register(ALICE), "no u in ran(users) | u.email = email"),
        conflict("Register", register(CAROL), "no u in ran(users) | u.email = email"),
        ok("GetProfile", profile(1), 200).body(json!({ "email": ALICE, "display_name": "User 1", "active": true })),
        ok("GetProfile", profile(3), 200).body(json!({ "email": CAROL, "display_name": "User 3", "active": false })),
        missing("GetProfile", profile(4), "user_id in users"),
        ok("Deactivate", close(1), 200).after(json!({
            "users": { "1": { "is_active": false } }, "sessions": { FIRST: gone(), SECOND: gone() } })),
        missing("Deactivate", close(4), "user_id in users"),
        conflict("Deactivate", close(3), "users[user_id].is_active"),
        ok("Reactivate", reopen(3), 200).after(json!({ "users": { "3": { "is_active": true } } })),
        missing("Reactivate", reopen(4), "user_id in users"),
        conflict("Reactivate", reopen(1), "not users[user_id].is_active"),
    ]
}

fn passwords() -> Vec<Case> {
    let change = |id: i64, old: &str, new: &str| {
        put("/users/{user_id}/password", json!({ "user_id": id, "password": old, "new_password": new }))
    };
    vec![
        ok("ChangePassword", change(1, HORSE, NEW), 204).after(json!({
            "users": { "1": { "password_hash": NEW_HASH } }, "sessions": { FIRST: gone(), SECOND: gone() } })),
        // Without sessions there are none to end.
        ok("ChangePassword", change(2, STAPLE, NEW), 204)
            .given(json!({ "sessions": { OF_BOB: gone() } }))
            .after(json!({ "users": { "2": { "password_hash": NEW_HASH } } })),
        missing("ChangePassword", change(4, HORSE, NEW), "user_id in users"),
        conflict("ChangePassword", change(3, SESAME, NEW), "users[user_id].is_active"),
        conflict("ChangePassword", change(1, STAPLE, NEW), "users[user_id].password_hash = hash(password)"),
        conflict("ChangePassword", change(1, HORSE, HORSE), "new_password != password"),
    ]
}

/// Five failures in the last quarter of an hour are too many; the oldest of Alice's five is at this instant.
fn five(oldest: &str) -> Value {
    json!({ "failures": [
        failure(ALICE, oldest), failure(ALICE, "2024-05-01T11:50:00.000Z"), failure(BOB, "2024-05-01T11:51:00.000Z"),
        failure(ALICE, "2024-05-01T11:52:00.000Z"), failure(ALICE, "2024-05-01T11:53:00.000Z"),
        failure(ALICE, NOW)] })
}

const IN_TIME: &str = "2024-05-01T11:45:00.001Z";
const TOO_OLD: &str = "2024-05-01T11:45:00.000Z";
const FEW: &str = "recentFailures(email) < maxFailures()";

fn logins() -> Vec<Case> {
    let login = |email: &str, password: &str| post("/sessions", json!({ "email": email, "password": password }));
    let logged_in = |email: &str, password: &str, id: i64, until: (&str, &str), now: &str| {
        ok("Login", login(email, password), 201)
            .body(json!({ "session_id": "$session", "token": "$token", "refresh_token": "$refresh" }))
            .new_key("$session", "sessions", UUID)
            .new_text("$token", TOKEN)
            .new_text("$refresh", TOKEN)
            .after(json!({ "sessions": { "$session": {
                "id": "$session", "user_id": id, "token": "$token", "refresh_token": "$refresh", "issued_at": now,
                "expires_at": until.0, "refresh_until": until.1 } } }))
    };
    let until = ("2024-05-01T12:30:00.000Z", "2024-05-08T12:00:00.000Z");
    let later = "2024-05-01T12:00:00.001Z";
    let matching = "credentialsMatch(email, password)";
    vec![
        logged_in(ALICE, HORSE, 1, until, NOW),
        logged_in(BOB, STAPLE, 2, until, NOW).given(five(IN_TIME)),
        // The oldest failure leaves the window as it becomes fifteen minutes old.
        logged_in(ALICE, HORSE, 1, until, NOW).given(five(TOO_OLD)),
        logged_in(ALICE, HORSE, 1, ("2024-05-01T12:30:00.001Z", "2024-05-08T12:00:00.001Z"), later)
            .given(five(IN_TIME))
            .at(later),
        conflict("Login", login(ALICE, HORSE), FEW).given(five(IN_TIME)),
        conflict("Login", login(ALICE, HORSE), FEW).given(five(TOO_OLD)).at("2024-05-01T11:59:59.999Z"),
        conflict("Login", login(ALICE, STAPLE), matching),
        conflict("Login", login(NOBODY, HORSE), matching),
        conflict("Login", login(CAROL, SESAME), matching),
    ]
}

fn failures() -> Vec<Case> {
    let fail = |email: &str, password: &str| post("/login-failures", json!({ "email": email, "password": password }));
    let failed = |given: Value, email: &str, password: &str, left: i64| {
        let old = super::json::patched(&base(), &given)["failures"].as_array().expect("failures").clone();
        let new: Vec<Value> = old.into_iter().chain([failure(email, NOW)]).collect();
        ok("LoginFailed", fail(email, password), 200)
            .given(given)
            .body(json!({ "attempts_left": left }))
            .after(json!({ "failures": new }))
    };
    let clear = || delete("/login-failures", json!({}));
    vec![
        failed(json!({}), ALICE, STAPLE, 3),
        failed(json!({}), BOB, HORSE, 4),
        failed(json!({}), CAROL, SESAME, 4),
        failed(json!({}), NOBODY, HORSE, 3),
        failed(five(TOO_OLD), ALICE, STAPLE, 0),
        conflict("LoginFailed", fail(ALICE, STAPLE), FEW).given(five(IN_TIME)),
        conflict("LoginFailed", fail(ALICE, HORSE), "not credentialsMatch(email, password)"),
        ok("ClearFailures", clear(), 204).after(json!({ "failures": [] })),
        ok("ClearFailures", clear(), 204).given(json!({ "failures": [] })),
    ]
}

fn sessions() -> Vec<Case> {
    let check = |id: &str, letter: &str| {
        post("/sessions/{session_id}/check", json!({ "session_id": id, "token": token(letter) }))
    };
    let refresh = |id: &str, letter: &str| {
        post("/sessions/{session_id}/refresh", json!({ "session_id": id, "refresh_token": token(letter) }))
    };
    let refreshed = |at: &'static str, expires: &str, until: &str| {
        ok("Refresh", refresh(FIRST, "b"), 200)
            .at(at)
            .body(json!({ "token": "$token", "next_refresh_token": "$next" }))
            .new_text("$token", TOKEN)
            .new_text("$next", TOKEN)
            .after(json!({ "sessions": { FIRST: {
                "token": "$token", "refresh_token": "$next", "issued_at": at, "expires_at": expires,
                "refresh_until": until } } }))
    };
    let logout = |id: &str| delete("/sessions/{session_id}", json!({ "session_id": id }));
    let known = "session_id in sessions";
    let access = "sessions[session_id].token = token";
    let again = "sessions[session_id].refresh_token = refresh_token";
    let fresh = "now() < sessions[session_id].expires_at";
    let renewable = "now() < sessions[session_id].refresh_until";
    vec![
        // The last millisecond of a token, and the first without it.
        ok("CheckToken", check(FIRST, "a"), 200)
            .body(json!({ "user_id": 1, "valid_until": "2024-05-01T12:00:00.001Z" })),
        conflict("CheckToken", check(FIRST, "a"), fresh).at("2024-05-01T12:00:00.001Z"),
        conflict("CheckToken", check(FIRST, "a"), fresh).at("2024-05-01T12:00:00.002Z"),
        missing("CheckToken", check(UNKNOWN, "a"), known),
        conflict("CheckToken", check(FIRST, "b"), access),
        conflict("CheckToken", check(FIRST, "c"), access),
        refreshed(NOW, "2024-05-01T12:30:00.000Z", "2024-05-08T12:00:00.000Z"),
        refreshed("2024-05-08T11:30:00.000Z", "2024-05-08T12:00:00.000Z", "2024-05-15T11:30:00.000Z"),
        conflict("Refresh", refresh(FIRST, "b"), renewable).at("2024-05-08T11:30:00.001Z"),
        missing("Refresh", refresh(UNKNOWN, "b"), known),
        conflict("Refresh", refresh(FIRST, "a"), again),
        conflict("Refresh", refresh(FIRST, "d"), again),
        ok("Logout", logout(FIRST), 204).after(json!({ "sessions": { FIRST: gone() } })),
        missing("Logout", logout(UNKNOWN), known),
    ]
}

fn resets() -> Vec<Case> {
    let request = |email: &str| post("/password-resets", json!({ "email": email }));
    let confirm = |id: &str, token: &str, password: &str| {
        post(
            "/password-resets/{reset_id}/confirm",
            json!({ "reset_id": id, "reset_token": token, "new_password": password }),
        )
    };
    let has_account = "some u in ran(users) | u.email = email and u.is_active";
    let fresh = "now() < resets[reset_id].expires_at";
    vec![
        ok("RequestPasswordReset", request(BOB), 201)
            .body(json!({ "reset_id": "$reset", "reset_token": "$token" }))
            .new_key("$reset", "resets", UUID)
            .new_text("$token", TOKEN)
            .after(json!({ "resets": { "$reset": {
                "id": "$reset", "user_id": 2, "token_hash": "$hash $token", "expires_at": "2024-05-01T13:00:00.000Z",
                "used": false } } })),
        conflict("RequestPasswordReset", request(NOBODY), has_account),
        conflict("RequestPasswordReset", request(CAROL), has_account),
        // The last millisecond of a reset, and the first without it.
        ok("ConfirmPasswordReset", confirm(OPEN, RESET, NEW), 200).after(json!({
            "resets": { OPEN: { "used": true } }, "users": { "1": { "password_hash": NEW_HASH } },
            "sessions": { FIRST: gone(), SECOND: gone() } })),
        conflict("ConfirmPasswordReset", confirm(OPEN, RESET, NEW), fresh).at("2024-05-01T12:00:00.001Z"),
        conflict("ConfirmPasswordReset", confirm(OPEN, RESET, NEW), fresh).at("2024-05-01T12:00:00.002Z"),
        missing("ConfirmPasswordReset", confirm(UNKNOWN, RESET, NEW), "reset_id in resets"),
        conflict("ConfirmPasswordReset", confirm(USED, RESET, NEW), "not resets[reset_id].used"),
        conflict(
            "ConfirmPasswordReset",
            confirm(OPEN, &token("B"), NEW),
            "resets[reset_id].token_hash = hash(reset_token)",
        ),
        conflict(
            "ConfirmPasswordReset",
            confirm(OPEN, RESET, HORSE),
            "users[resets[reset_id].user_id].password_hash != hash(new_password)",
        ),
    ]
}
