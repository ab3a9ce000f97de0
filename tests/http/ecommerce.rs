//! A shop with an order in each status, numbered in the order of the statuses.

use serde_json::{Value, json};

use super::json::gone;
use super::table::{
    Call, Case, Credential, Fixture, Inseparable, Limits, SAME_AS_RULE, conflict, delete, get, implied, inseparable,
    limits, missing, ok, post, put,
};

const NOW: &str = "2024-05-01T12:00:00.000Z";
const LIFE: &str = "OrderLifecycle";
const ID: &str = "^[1-9][0-9]*$";
const KNOWN: &str = "order_id in orders";
const DRAFT: &str = "orders[order_id].status = OrderStatus.DRAFT";
const PLACED: &str = "orders[order_id].status = OrderStatus.PLACED";
const PAID: &str = "orders[order_id].status = OrderStatus.PAID";
const SHIPPED: &str = "orders[order_id].status = OrderStatus.SHIPPED";
const DELIVERED: &str = "orders[order_id].status = OrderStatus.DELIVERED";
const OPEN: &str = "orders[order_id].status in {OrderStatus.DRAFT, OrderStatus.PLACED, OrderStatus.PAID}";
const RETURNABLE: &str = "returnable(orders[order_id])";

fn product(sku: &str, price: i64, active: bool) -> Value {
    json!({ "sku": sku, "name": format!("The {sku}"), "price": price, "active": active })
}

fn line(sku: &str, quantity: i64, price: i64) -> Value {
    json!({ "sku": sku, "quantity": quantity, "unit_price": price })
}

/// An order of one line, with the dates that its status asks for.
fn order(id: i64, status: &str, (sku, quantity, price): (&str, i64, i64)) -> Value {
    let dated = |is_dated: bool, at: &str| if is_dated { json!(at) } else { Value::Null };
    let shipped = matches!(status, "SHIPPED" | "DELIVERED" | "RETURNED");
    json!({ "id": id, "customer": if id % 2 == 0 { "even@example.org" } else { "odd@example.org" }, "status": status,
            "items": [line(sku, quantity, price)], "total": quantity * price, "created_at": "2024-03-01T00:00:00.000Z",
            "placed_at": dated(status != "DRAFT", "2024-03-02T00:00:00.000Z"),
            "shipped_at": dated(shipped, "2024-03-03T00:00:00.000Z"),
            "tracking": dated(shipped, &format!("AB12345678{id}CD")),
            "delivered_at": dated(shipped && status != "SHIPPED", "2024-04-01T12:00:00.000Z") })
}

fn payment(id: i64, order: i64, amount: i64, refunded: i64) -> Value {
    json!({ "id": id, "order_id": order, "amount": amount, "refunded": refunded, "paid_at": "2024-03-02T01:00:00.000Z" })
}

fn base() -> Value {
    json!({
        "products": { "BOK-0001": product("BOK-0001", 1000, true), "CUP-0002": product("CUP-0002", 500, true),
                      "OLD-0003": product("OLD-0003", 700, false) },
        "inventory": { "BOK-0001": 10, "CUP-0002": 5, "OLD-0003": 3 },
        "orders": {
            "1": order(1, "DRAFT", ("BOK-0001", 2, 1000)), "2": order(2, "PLACED", ("BOK-0001", 1, 1000)),
            "3": order(3, "PAID", ("CUP-0002", 2, 500)), "4": order(4, "SHIPPED", ("CUP-0002", 1, 500)),
            "5": order(5, "DELIVERED", ("BOK-0001", 1, 1000)), "6": order(6, "CANCELLED", ("BOK-0001", 3, 1000)),
            "7": order(7, "RETURNED", ("CUP-0002", 1, 450)) },
        "payments": { "1": payment(1, 3, 1000, 0), "2": payment(2, 4, 500, 0), "3": payment(3, 5, 1000, 0),
                      "4": payment(4, 6, 3000, 1000), "5": payment(5, 7, 450, 0) },
        "refunds": { "1": { "id": 1, "payment_id": 4, "amount": 1000, "issued_at": "2024-03-04T00:00:00.000Z" } }
    })
}

pub fn fixture() -> Fixture {
    let mut cases = catalogue();
    cases.extend(orders());
    cases.extend(lines());
    cases.extend(placing());
    cases.extend(paying());
    cases.extend(sending());
    cases.extend(returning());
    Fixture {
        name: "ecommerce",
        base: base(),
        clock: NOW,
        credentials: vec![Credential {
            scheme: "backoffice",
            value: "office key",
            header: "X-Api-Key",
            valid: "office key",
            invalid: &["office", "Office key", ""],
        }],
        limits: all_limits(),
        inseparable: all_inseparable(),
        cases,
    }
}

fn all_limits() -> Vec<Limits> {
    let email = |length: usize| json!(format!("{}@example.org", "x".repeat(length - 12)));
    vec![
        limits(
            "Sku",
            [json!("ZZZ-9999")],
            ["zzz-9999", "ZZ-9999", "ZZZ-999", "ZZZ-99999", "ZZZ 9999"].map(Value::from),
        ),
        limits("OrderId", [json!(1), json!(999_999)], [json!(0), json!(-1)]),
        limits("PaymentId", [json!(1), json!(999_999)], [json!(0), json!(-1)]),
        implied("Money", "an input in money is an Amount, which is asked first and is above zero"),
        limits("Amount", [json!(1)], [json!(0), json!(-1)]),
        limits("Price", [json!(1), json!(1_000_000)], [json!(1_000_001)]),
        limits("Quantity", [json!(1), json!(100)], [json!(0), json!(101)]),
        limits("ProductName", [json!("x"), json!("x".repeat(120))], [json!(""), json!("x".repeat(121))]),
        limits("Email", [json!("a@b.org"), email(254)], [json!("nobody"), json!("a b@c.org"), email(255)]),
        limits(
            "TrackingNumber",
            [json!("ZZ000000000ZZ")],
            ["Z000000000ZZ", "ZZ00000000ZZ", "ZZ0000000000ZZ", "zz000000000zz"].map(Value::from),
        ),
    ]
}

fn all_inseparable() -> Vec<Inseparable> {
    let same = |operation, clause| inseparable(operation, clause, SAME_AS_RULE);
    vec![
        same("PlaceOrder", DRAFT),
        same("RecordPayment", PLACED),
        same("ShipOrder", PAID),
        same("ConfirmDelivery", SHIPPED),
        same("CancelOrder", OPEN),
        same("ReturnOrder", DELIVERED),
    ]
}

/// A call that only names an order.
fn about(template: &'static str, id: i64) -> Call {
    post(template, json!({ "order_id": id }))
}

fn catalogue() -> Vec<Case> {
    let add = |sku: &str| post("/products", json!({ "sku": sku, "name": "New", "price": 1_000_000 }));
    let list = |inputs: Value| get("/products", inputs);
    let price = |sku: &str| put("/products/{sku}/price", json!({ "sku": sku, "price": 1001 }));
    let discontinue = |sku: &str| post("/products/{sku}/discontinue", json!({ "sku": sku }));
    let restock = |sku: &str, quantity: i64| post("/products/{sku}/stock", json!({ "sku": sku, "quantity": quantity }));
    let available = |sku: &str| get("/products/{sku}/availability", json!({ "sku": sku }));
    let read = |sku: &str| get("/products/{sku}", json!({ "sku": sku }));
    vec![
        ok("AddProduct", add("NEW-0004"), 201).shows("products", "NEW-0004").after(json!({
            "products": { "NEW-0004": { "sku": "NEW-0004", "name": "New", "price": 1_000_000, "active": true } },
            "inventory": { "NEW-0004": 0 } })),
        conflict("AddProduct", add("OLD-0003"), "sku not in products"),
        ok("GetProduct", read("OLD-0003"), 200).shows("products", "OLD-0003"),
        missing("GetProduct", read("NEW-0004"), "sku in products"),
        ok("ListProducts", list(json!({ "only_active": true, "max_price": 999 })), 200)
            .lists("products", &["CUP-0002"]),
        ok("ListProducts", list(json!({ "only_active": false })), 200)
            .lists("products", &["BOK-0001", "CUP-0002", "OLD-0003"]),
        ok("ListProducts", list(json!({ "only_active": true })), 200).lists("products", &["BOK-0001", "CUP-0002"]),
        ok("ListProducts", list(json!({ "only_active": false, "max_price": 700 })), 200)
            .lists("products", &["CUP-0002", "OLD-0003"]),
        ok("ListProducts", list(json!({ "only_active": false, "max_price": 699 })), 200)
            .lists("products", &["CUP-0002"]),
        // The lines of orders keep the price they were added with.
        ok("ChangePrice", price("BOK-0001"), 200)
            .shows("products", "BOK-0001")
            .after(json!({ "products": { "BOK-0001": { "price": 1001 } } })),
        missing("ChangePrice", price("NEW-0004"), "sku in products"),
        conflict("ChangePrice", price("OLD-0003"), "products[sku].active"),
        ok("Discontinue", discontinue("BOK-0001"), 200)
            .shows("products", "BOK-0001")
            .after(json!({ "products": { "BOK-0001": { "active": false } } })),
        missing("Discontinue", discontinue("NEW-0004"), "sku in products"),
        conflict("Discontinue", discontinue("OLD-0003"), "products[sku].active"),
        ok("Restock", restock("BOK-0001", 5), 200)
            .body(json!({ "on_hand": 13 }))
            .after(json!({ "inventory": { "BOK-0001": 15 } })),
        missing("Restock", restock("NEW-0004", 5), "sku in inventory"),
        ok("GetAvailability", available("BOK-0001"), 200).body(json!({ "on_hand": 8, "held": 2 })),
        ok("GetAvailability", available("CUP-0002"), 200).body(json!({ "on_hand": 2, "held": 3 })),
        ok("GetAvailability", available("OLD-0003"), 200).body(json!({ "on_hand": 3, "held": 0 })),
        missing("GetAvailability", available("NEW-0004"), "sku in inventory"),
    ]
}

fn orders() -> Vec<Case> {
    let create = post("/orders", json!({ "customer": "new@example.org" }));
    let read = |id: i64| get("/orders/{order_id}", json!({ "order_id": id }));
    let list = |inputs: Value| get("/orders", inputs);
    let remove = |id: i64| delete("/orders/{order_id}", json!({ "order_id": id }));
    let payments = |id: i64| get("/orders/{order_id}/payments", json!({ "order_id": id }));
    let mut cases = vec![
        ok("CreateOrder", create, 201).body(json!({ "order_id": "$id" })).new_key("$id", "orders", ID).after(
            json!({ "orders": { "$id": {
                "id": "$id", "customer": "new@example.org", "status": "DRAFT", "items": [], "total": 0,
                "created_at": NOW, "placed_at": null, "shipped_at": null, "tracking": null, "delivered_at": null } } }),
        ),
        ok("GetOrder", read(5), 200).shows("orders", "5"),
        missing("GetOrder", read(9), KNOWN),
        ok("ListOrders", list(json!({ "customer": "odd@example.org", "status": "PAID" })), 200).lists("orders", &["3"]),
        ok("ListOrders", list(json!({})), 200).lists("orders", &["1", "2", "3", "4", "5", "6", "7"]),
        ok("ListOrders", list(json!({ "customer": "even@example.org" })), 200).lists("orders", &["2", "4", "6"]),
        ok("ListOrders", list(json!({ "status": "RETURNED" })), 200).lists("orders", &["7"]),
        ok("ListOrders", list(json!({ "customer": "no@example.org" })), 200).lists("orders", &[]),
        ok("DeleteDraft", remove(1), 204).after(json!({ "orders": { "1": gone() } })),
        missing("DeleteDraft", remove(9), KNOWN),
        ok("ListPayments", payments(3), 200).lists("payments", &["1"]),
        ok("ListPayments", payments(1), 200).lists("payments", &[]),
        missing("ListPayments", payments(9), KNOWN),
    ];
    cases.extend((2..=7).map(|id| conflict("DeleteDraft", remove(id), DRAFT)));
    cases
}

/// So many products, and as many lines in the first order.
fn full(count: usize) -> Value {
    let sku = |at: usize| format!("PRD-{at:04}");
    let every = |value: &dyn Fn(String) -> Value| -> Value {
        Value::Object((0..count).map(|at| (sku(at), value(sku(at)))).collect())
    };
    json!({ "products": every(&|sku| product(&sku, 10, true)), "inventory": every(&|_| json!(1)),
            "orders": { "1": { "items": (0..count).map(|at| line(&sku(at), 1, 10)).collect::<Vec<Value>>(),
                               "total": 10 * count } } })
}

fn lines() -> Vec<Case> {
    let add =
        |id: i64, sku: &str| post("/orders/{order_id}/items", json!({ "order_id": id, "sku": sku, "quantity": 3 }));
    let remove = |id: i64, sku: &str| delete("/orders/{order_id}/items/{sku}", json!({ "order_id": id, "sku": sku }));
    let mut twenty = full(19)["orders"]["1"]["items"].as_array().expect("lines").clone();
    twenty.insert(0, line("CUP-0002", 3, 500));
    vec![
        ok("AddLineItem", add(1, "CUP-0002"), 201).shows("orders", "1").after(json!({ "orders": { "1": {
            "items": [line("BOK-0001", 2, 1000), line("CUP-0002", 3, 500)], "total": 3500 } } })),
        ok("AddLineItem", add(1, "CUP-0002"), 201)
            .given(full(19))
            .shows("orders", "1")
            .after(json!({ "orders": { "1": { "items": twenty, "total": 1690 } } })),
        missing("AddLineItem", add(9, "CUP-0002"), KNOWN),
        conflict("AddLineItem", add(2, "CUP-0002"), DRAFT),
        missing("AddLineItem", add(1, "NEW-0004"), "sku in products"),
        // What is not there comes before what is not allowed.
        missing("AddLineItem", add(2, "NEW-0004"), "sku in products").also(DRAFT),
        conflict("AddLineItem", add(1, "OLD-0003"), "products[sku].active"),
        conflict("AddLineItem", add(1, "BOK-0001"), "no i in orders[order_id].items | i.sku = sku"),
        conflict("AddLineItem", add(1, "CUP-0002"), "#orders[order_id].items < 20").given(full(20)),
        ok("RemoveLineItem", remove(1, "BOK-0001"), 204)
            .after(json!({ "orders": { "1": { "items": [], "total": 0 } } })),
        ok("RemoveLineItem", remove(1, "CUP-0002"), 204)
            .given(json!({ "orders": { "1": {
                "items": [line("BOK-0001", 2, 900), line("CUP-0002", 3, 400)], "total": 3000 } } }))
            .after(json!({ "orders": { "1": { "items": [line("BOK-0001", 2, 900)], "total": 1800 } } })),
        missing("RemoveLineItem", remove(9, "BOK-0001"), KNOWN),
        conflict("RemoveLineItem", remove(2, "BOK-0001"), DRAFT),
        conflict("RemoveLineItem", remove(1, "CUP-0002"), "some i in orders[order_id].items | i.sku = sku"),
    ]
}

fn placing() -> Vec<Case> {
    let place = |id: i64| about("/orders/{order_id}/place", id);
    let cancel = |id: i64| about("/orders/{order_id}/cancel", id);
    let items = |sku: &str, quantity: i64, price: i64| json!({ "orders": { "1": { "items": [line(sku, quantity, price)], "total": quantity * price } } });
    let placed = || json!({ "orders": { "1": { "status": "PLACED", "placed_at": NOW } } });
    let stocked = "all i in orders[order_id].items | i.quantity <= available(i.sku)";
    let mut cases = vec![
        ok("PlaceOrder", place(1), 200).shows("orders", "1").after(placed()),
        ok("PlaceOrder", place(1), 200).given(items("BOK-0001", 8, 5)).shows("orders", "1").after(placed()),
        missing("PlaceOrder", place(9), KNOWN),
        conflict("PlaceOrder", place(1), "#orders[order_id].items > 0")
            .given(json!({ "orders": { "1": { "items": [], "total": 0 } } })),
        conflict("PlaceOrder", place(1), "all i in orders[order_id].items | products[i.sku].active")
            .given(items("OLD-0003", 3, 700)),
        conflict("PlaceOrder", place(1), stocked).given(items("BOK-0001", 9, 5)),
        missing("CancelOrder", cancel(9), KNOWN),
    ];
    cases.extend((2..=7).map(|id| conflict("PlaceOrder", place(id), DRAFT).without_rule(LIFE)));
    cases.extend([(1, "1"), (2, "2"), (3, "3")].map(|(id, key)| {
        ok("CancelOrder", cancel(id), 200)
            .shows("orders", key)
            .after(json!({ "orders": { key: { "status": "CANCELLED" } } }))
    }));
    cases.extend((4..=7).map(|id| conflict("CancelOrder", cancel(id), OPEN).without_rule(LIFE)));
    cases
}

fn paying() -> Vec<Case> {
    let pay = |id: i64, amount: i64| post("/orders/{order_id}/payments", json!({ "order_id": id, "amount": amount }));
    let refund =
        |id: i64, amount: i64| post("/payments/{payment_id}/refunds", json!({ "payment_id": id, "amount": amount }));
    let refunded = |id: i64, amount: i64, open: i64, total: i64| {
        ok("RefundPayment", refund(id, amount), 201)
            .body(json!({ "refund_id": "$id", "open_amount": open }))
            .new_key("$id", "refunds", ID)
            .after(json!({
                "refunds": { "$id": { "id": "$id", "payment_id": id, "amount": amount, "issued_at": NOW } },
                "payments": { id.to_string(): { "refunded": total } } }))
    };
    let exact = "amount = orders[order_id].total";
    let ended = "orders[payments[payment_id].order_id].status in {OrderStatus.CANCELLED, OrderStatus.RETURNED}";
    let covered = "amount <= payments[payment_id].amount - payments[payment_id].refunded";
    let mut cases = vec![
        ok("RecordPayment", pay(2, 1000), 201)
            .body(json!({ "payment_id": "$id" }))
            .new_key("$id", "payments", ID)
            .after(json!({
                "payments": { "$id": {
                    "id": "$id", "order_id": 2, "amount": 1000, "refunded": 0, "paid_at": NOW } },
                "orders": { "2": { "status": "PAID" } } })),
        missing("RecordPayment", pay(9, 1000), KNOWN),
        conflict("RecordPayment", pay(2, 999), exact),
        conflict("RecordPayment", pay(2, 1001), exact),
        refunded(4, 1999, 1, 2999),
        refunded(4, 2000, 0, 3000),
        refunded(5, 1, 449, 1),
        missing("RefundPayment", refund(9, 1), "payment_id in payments"),
        conflict("RefundPayment", refund(4, 2001), covered),
    ];
    cases.extend([1, 2, 3].map(|id| conflict("RefundPayment", refund(id, 500), ended)));
    let totals = [(1, 2000), (3, 1000), (4, 500), (5, 1000), (6, 3000), (7, 450)];
    cases.extend(totals.map(|(id, total)| conflict("RecordPayment", pay(id, total), PLACED).without_rule(LIFE)));
    cases
}

fn sending() -> Vec<Case> {
    let ship =
        |id: i64, tracking: &str| post("/orders/{order_id}/ship", json!({ "order_id": id, "tracking": tracking }));
    let deliver = |id: i64| about("/orders/{order_id}/deliver", id);
    let free = "XY000000001ZZ";
    let mut cases = vec![
        ok("ShipOrder", ship(3, free), 200).shows("orders", "3").after(json!({ "orders": { "3": {
            "status": "SHIPPED", "shipped_at": NOW, "tracking": free } } })),
        missing("ShipOrder", ship(9, free), KNOWN),
        conflict("ShipOrder", ship(3, "AB123456784CD"), "no o in ran(orders) | o.tracking = some(tracking)"),
        ok("ConfirmDelivery", deliver(4), 200).shows("orders", "4").after(json!({ "orders": { "4": {
            "status": "DELIVERED", "delivered_at": NOW } } })),
        missing("ConfirmDelivery", deliver(9), KNOWN),
    ];
    let not = |id: i64| (1..=7).filter(move |other| *other != id);
    cases.extend(not(3).map(|id| conflict("ShipOrder", ship(id, free), PAID).without_rule(LIFE)));
    cases.extend(not(4).map(|id| conflict("ConfirmDelivery", deliver(id), SHIPPED).without_rule(LIFE)));
    cases
}

/// Thirty days, to the millisecond.
fn returning() -> Vec<Case> {
    let give_back = |id: i64| about("/orders/{order_id}/return", id);
    let delivered = |id: i64, at: &str| json!({ "orders": { id.to_string(): { "delivered_at": at } } });
    let returned = || json!({ "orders": { "5": { "status": "RETURNED" } } });
    let mut cases = vec![
        ok("ReturnOrder", give_back(5), 200).shows("orders", "5").after(returned()),
        ok("ReturnOrder", give_back(5), 200)
            .given(delivered(5, "2024-04-01T12:00:00.001Z"))
            .at("2024-05-01T12:00:00.001Z")
            .shows("orders", "5")
            .after(returned()),
        ok("ReturnOrder", give_back(5), 200).given(delivered(5, NOW)).shows("orders", "5").after(returned()),
        conflict("ReturnOrder", give_back(5), RETURNABLE).at("2024-05-01T12:00:00.001Z"),
        conflict("ReturnOrder", give_back(5), RETURNABLE).given(delivered(5, "2024-04-01T11:59:59.999Z")),
        missing("ReturnOrder", give_back(9), KNOWN),
    ];
    let others = (1..=7).filter(|id| *id != 5);
    cases.extend(
        others.map(|id| conflict("ReturnOrder", give_back(id), DELIVERED).given(delivered(id, NOW)).without_rule(LIFE)),
    );
    cases
}
