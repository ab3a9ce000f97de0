//! Short codes, two of them taken: one that was visited, one that never was.

use serde_json::{Value, json};

use super::json::gone;
use super::table::{Call, Fixture, conflict, delete, get, limits, missing, ok, patch, post, put};

const NOW: &str = "2024-05-01T12:00:00.000Z";
const CODE: &str = "^[A-Za-z0-9]{6,10}$";

fn base() -> Value {
    json!({
        "store": { "abc123": "https://example.org/a", "xyz789": "http://example.com/?q=1" },
        "metadata": {
            "abc123": { "code": "abc123", "url": "https://example.org/a", "created_at": "2024-04-01T00:00:00.000Z",
                        "click_count": 2, "last_visited_at": "2024-04-02T00:00:00.000Z" },
            "xyz789": { "code": "xyz789", "url": "http://example.com/?q=1", "created_at": "2024-04-03T00:00:00.000Z",
                        "click_count": 0, "last_visited_at": null }
        }
    })
}

pub fn fixture() -> Fixture {
    let shorten = |url: &str| post("/shorten", json!({ "url": url }));
    let claim = |code: &str, url: &str| put("/{code}", json!({ "code": code, "url": url }));
    let retarget = |code: &str, url: &str| patch("/{code}", json!({ "code": code, "url": url }));
    let about = |call: fn(&'static str, Value) -> Call, template, code: &str| call(template, json!({ "code": code }));
    let made = |code: &str, url: &str| {
        let entry = json!({ "code": code, "url": url, "created_at": NOW, "click_count": 0, "last_visited_at": null });
        json!({ "store": { code: url }, "metadata": { code: entry } })
    };
    let new = "https://example.org/new?a=b#c";
    let looping = "not pointsHere(url)";
    let long = |length: usize| json!(format!("https://example.org/{}", "x".repeat(length - 20)));
    Fixture {
        name: "url_shortener",
        base: base(),
        clock: NOW,
        credentials: vec![],
        limits: vec![
            limits(
                "ShortCode",
                [json!("aB3dE6"), json!("aB3dE6gH9j")],
                [json!("aB3dE"), json!("aB3dE6gH9jk"), json!("abc-123"), json!("abc123\n")],
            ),
            limits(
                "LongURL",
                [json!("http://x"), json!("https://x"), long(2048)],
                [json!("http://"), json!("ftp://x"), json!(""), json!("https://a b"), long(2049)],
            ),
        ],
        inseparable: vec![],
        cases: vec![
            ok("Shorten", shorten(new), 201)
                .body(json!({ "code": "$code", "short_url": "https://sho.rt/$code" }))
                .new_key("$code", "store", CODE)
                .after(made("$code", new)),
            conflict("Shorten", shorten("https://sho.rt/abc123"), looping),
            conflict("Shorten", shorten("http://sho.rt"), looping),
            ok("Shorten", shorten("https://sho.rt.example"), 201)
                .body(json!({ "code": "$code", "short_url": "https://sho.rt/$code" }))
                .new_key("$code", "metadata", CODE)
                .after(made("$code", "https://sho.rt.example")),
            ok("Claim", claim("abc124", new), 201).shows("metadata", "abc124").after(made("abc124", new)),
            conflict("Claim", claim("abc123", new), "code not in store"),
            conflict("Claim", claim("abc124", "https://sho.rt/"), looping),
            ok("Resolve", about(get, "/{code}", "abc123"), 302)
                .body(json!({ "url": "https://example.org/a" }))
                .header("location", "https://example.org/a")
                .after(json!({ "metadata": { "abc123": { "click_count": 3, "last_visited_at": NOW } } })),
            ok("Resolve", about(get, "/{code}", "xyz789"), 302)
                .body(json!({ "url": "http://example.com/?q=1" }))
                .header("location", "http://example.com/?q=1")
                .after(json!({ "metadata": { "xyz789": { "click_count": 1, "last_visited_at": NOW } } })),
            missing("Resolve", about(get, "/{code}", "Abc123"), "code in store"),
            ok("Retarget", retarget("abc123", new), 200)
                .after(json!({ "store": { "abc123": new }, "metadata": { "abc123": { "url": new } } })),
            missing("Retarget", retarget("abc124", new), "code in store"),
            conflict("Retarget", retarget("abc123", "http://sho.rt/xyz789"), looping),
            missing("Retarget", retarget("abc124", "http://sho.rt/xyz789"), "code in store").also(looping),
            ok("Delete", about(delete, "/{code}", "abc123"), 204)
                .after(json!({ "store": { "abc123": gone() }, "metadata": { "abc123": gone() } })),
            missing("Delete", about(delete, "/{code}", "abc124"), "code in store"),
            ok("Stats", about(get, "/{code}/stats", "abc123"), 200).shows("metadata", "abc123"),
            missing("Stats", about(get, "/{code}/stats", "abc124"), "code in metadata"),
            ok("ListAll", get("/urls", json!({})), 200).lists("metadata", &["abc123", "xyz789"]),
            ok("TotalClicks", get("/urls/total", json!({})), 200).body(json!({ "codes": 2, "clicks": 2 })),
        ],
    }
}
