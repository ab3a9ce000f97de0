//! A counter between zero and ten.

use serde_json::json;

use super::table::{Fixture, conflict, get, ok, post};

pub fn fixture() -> Fixture {
    let increment = || post("/increment", json!({}));
    let decrement = || post("/decrement", json!({}));
    let reset = || post("/reset", json!({}));
    let count = || get("/count", json!({}));
    Fixture {
        name: "safe_counter",
        base: json!({ "count": 3 }),
        clock: "2024-05-01T12:00:00.000Z",
        credentials: vec![],
        limits: vec![],
        inseparable: vec![],
        cases: vec![
            ok("Increment", increment(), 200).body(json!({ "current": 4 })).after(json!({ "count": 4 })),
            ok("Increment", increment(), 200)
                .given(json!({ "count": 9 }))
                .body(json!({ "current": 10 }))
                .after(json!({ "count": 10 })),
            conflict("Increment", increment(), "count < ceiling()").given(json!({ "count": 10 })),
            ok("Decrement", decrement(), 200).body(json!({ "current": 2 })).after(json!({ "count": 2 })),
            ok("Decrement", decrement(), 200)
                .given(json!({ "count": 1 }))
                .body(json!({ "current": 0 }))
                .after(json!({ "count": 0 })),
            conflict("Decrement", decrement(), "count > 0").given(json!({ "count": 0 })),
            ok("Reset", reset(), 200).after(json!({ "count": 0 })),
            ok("Reset", reset(), 200).given(json!({ "count": 0 })),
            ok("GetCount", count(), 200).body(json!({ "current": 3, "room": 7 })),
            ok("GetCount", count(), 200).given(json!({ "count": 10 })).body(json!({ "current": 10, "room": 0 })),
        ],
    }
}
