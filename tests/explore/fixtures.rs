//! What the explorer reaches in the six canonical fixtures. What it does not reach is listed here, with the reason why
//! nothing can.

use specc::explore::{Outcome, Target};

use crate::explored::explored;

/// The successes that the walks owe each operation.
const SUCCESSES: u64 = 15;

/// Explores a fixture and compares what is missed with what cannot be reached.
fn check(name: &str, unreachable: &[(&str, &str)]) {
    let explored = explored(name);
    let exploration = &explored.exploration;
    assert!(exploration.violations.is_empty(), "{name}: {:?}", exploration.violations);
    for (operation, count) in explored.service.operations.iter().zip(&exploration.counts) {
        assert!(count.accepted >= SUCCESSES, "{name}: {} succeeded {} times", operation.name, count.accepted);
    }
    let outcomes = exploration.targets.iter().zip(&exploration.outcomes);
    let missed = outcomes.filter(|(_, outcome)| matches!(outcome, Outcome::Missed { .. }));
    let is_beside = |target: &Target| target.kind() == "bystander";
    let (beside, missed): (Vec<&Target>, Vec<&Target>) =
        missed.map(|(target, _)| target).partition(|target| is_beside(target));
    let [beside, missed] = [beside, missed].map(|all| all.into_iter().map(|target| target.name.as_str()).collect());
    let (beside, missed): (Vec<&str>, Vec<&str>) = (beside, missed);
    assert_eq!(beside, without_neighbours(name), "{name}");
    let mut expected: Vec<&str> = unreachable.iter().map(|(target, _)| *target).collect();
    expected.sort_by_key(|name| exploration.targets.iter().position(|target| target.name == *name));
    assert_eq!(missed, expected, "{name}");
    assert!(unreachable.iter().all(|(_, why)| !why.is_empty()), "a proof for each");
}

/// What no neighbour can be there for: what a call keeps cannot be filled where an invariant says that it is empty then. Drafts
/// are not placed, open todos have neither date nor resolution, and only closed samples are retired.
fn without_neighbours(name: &str) -> Vec<&'static str> {
    match name {
        "todo_list" => vec![
            "StartWork keeps `todos.completed_at` filled",
            "StartWork keeps `todos.resolution` filled",
            "PauseWork keeps `todos.completed_at` filled",
            "PauseWork keeps `todos.resolution` filled",
        ],
        "edge_cases" => vec![
            "Reweigh keeps `samples.retired_at` filled",
            "Annotate keeps `samples.retired_at` filled",
            "Activate keeps `samples.retired_at` filled",
        ],
        "ecommerce" => {
            vec!["AddLineItem keeps `orders.placed_at` filled", "RemoveLineItem keeps `orders.placed_at` filled"]
        }
        _ => Vec::new(),
    }
}

#[test]
fn safe_counter() {
    check(
        "safe_counter",
        &[
            (
                "Increment requires 1 `count < ceiling()` above",
                "`neverAboveCeiling` keeps `count <= ceiling()` in every valid state, so it is never one more.",
            ),
            ("Decrement requires 1 `count > 0` below", "`neverNegative` keeps `count >= 0`, so it is never -1."),
        ],
    );
}

#[test]
fn url_shortener() {
    check("url_shortener", &[]);
}

#[test]
fn todo_list() {
    check(
        "todo_list",
        &[
            (
                "AddTag requires 3 `#todos[id].tags < 10` above",
                "`fewTags` keeps `#tags <= 10` in every todo, so there are never eleven.",
            ),
            (
                "Reopen guard DONE -> IN_PROGRESS `completed_at != none` false",
                "The rule's source is DONE, and `doneIsDated` gives every done todo a `completed_at`.",
            ),
        ],
    );
}

#[test]
fn edge_cases() {
    check(
        "edge_cases",
        &[
            (
                "Activate guard DRAFT -> ACTIVE `weight > 0.0` below",
                "The refinement of `Sample.weight` keeps it at 0 or more, so it is never less than 0.",
            ),
            (
                "Revive guard CLOSED -> ACTIVE `retired_at != none` false",
                "The rule's source is CLOSED, and `closedIsDated` gives every closed sample a `retired_at`.",
            ),
            (
                "Unlink requires 1 fails",
                "To fail alone it needs `target in links[source]` without `source in samples`; `linksLead` has every \
                 key of `links` in `samples`, and a key that is not there has no links.",
            ),
        ],
    );
}

#[test]
fn ecommerce() {
    check(
        "ecommerce",
        &[
            (
                "AddLineItem requires 6 `#orders[order_id].items < 20` above",
                "`fewLines` keeps `#items <= 20` in every order, so there are never 21.",
            ),
            (
                "ReturnOrder requires 3 `o.delivered_at != none` false",
                "The clause before it asks for status DELIVERED, and `deliveredIsDated` gives every delivered order a \
                 `delivered_at`.",
            ),
            (
                "RefundPayment requires 2 `orders[payments[payment_id].order_id].status in {OrderStatus.CANCELLED, \
                 OrderStatus.RETURNED}` as DRAFT",
                "`paymentsAreBacked` has no payment of an order that is a draft or only placed.",
            ),
            (
                "RefundPayment requires 2 `orders[payments[payment_id].order_id].status in {OrderStatus.CANCELLED, \
                 OrderStatus.RETURNED}` as PLACED",
                "`paymentsAreBacked` has no payment of an order that is a draft or only placed.",
            ),
        ],
    );
}

#[test]
fn auth_service() {
    let reason = "`Refresh` requires `session_id in sessions`, so there is a session to go over.";
    check(
        "auth_service",
        &[
            (
                "Refresh ensures 1 `some s in ran(sessions) | s.token = token or s.refresh_token = token` without elements",
                reason,
            ),
            (
                "Refresh ensures 2 `some s in ran(sessions) | s.token = token or s.refresh_token = token` without elements",
                reason,
            ),
        ],
    );
}
