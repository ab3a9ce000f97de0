//! The lints, through the text of specs: what each reports and where, and what it leaves alone.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use specc::diag::{Code, Diagnostic, Page};
use specc::lint;

/// What the lints say about a service with these members, and the sources the places lead to.
fn lint(members: &str) -> (Vec<Diagnostic>, specc::project::Project) {
    lint_text(&format!("service T {{\n{members}\n}}"))
}

fn lint_text(text: &str) -> (Vec<Diagnostic>, specc::project::Project) {
    let project = specc::project::open("t.spec", text.as_bytes(), &specc::project::NoFiles);
    assert_eq!(project.diagnostics, [], "{text}");
    let checked = specc::sema::check(&project.files, true);
    assert_eq!(checked.diagnostics, [], "{text}");
    (lint::run(&checked.service.expect("no errors, so a service")), project)
}

/// Checks what is reported: codes, and the text under the primary place.
fn check(members: &str, expected: &[(&str, &str)]) {
    let (found, project) = lint(members);
    let shown: Vec<(&str, &str)> =
        found.iter().map(|found| (found.code.text(), project.sources.text(found.primary.span))).collect();
    assert_eq!(shown, expected, "{found:#?}");
    for diagnostic in &found {
        assert!(!diagnostic.message.contains('\n') && !diagnostic.primary.text.is_empty(), "{diagnostic:#?}");
        assert!(diagnostic.help.is_some(), "{diagnostic:#?}");
    }
}

/// The help lines, in order.
fn helps(members: &str) -> Vec<String> {
    lint(members).0.into_iter().filter_map(|found| found.help).collect()
}

/// A shop with an enum, a relation and an operation that opens orders, for the lints about transitions.
fn shop(members: &str) -> String {
    format!(
        "enum Status {{ OPEN, PAID }}
        entity Order {{ status: Status }}
        state {{ orders: Int -> one Order }}
        operation Open {{
          input: id: Int
          requires: id not in orders
          ensures: orders' = orders + {{id -> Order {{ status = OPEN }}}}
        }}
        {members}"
    )
}

const PAY: &str = "operation Pay {
  input: id: Int
  requires: id in orders
  ensures: orders'[id].status = PAID
}";

fn life(rules: &str) -> String {
    format!("transition Life {{\n entity: Order\n field: status\n {rules}\n }}")
}

#[test]
fn every_lint_code_has_one_lint() {
    let in_lints: Vec<Code> = Code::ALL.iter().copied().filter(|code| code.page() == Page::InLint).collect();
    let lints: Vec<Code> = lint::ALL.iter().map(|lint| lint.code).collect();
    assert_eq!(lints, in_lints);
    assert_eq!(lint::page(Code::UnknownName), None);
}

#[test]
fn pages_say_what_the_lints_do() {
    for lint in lint::ALL {
        let page = lint::page(lint.code).expect("a lint has a page");
        let wrong = example(&page, "Wrong:");
        let (found, _) = lint_text(wrong);
        let codes: Vec<Code> = found.iter().map(|found| found.code).collect();
        assert_eq!(codes, [lint.code], "{found:#?}");
        let (found, _) = lint_text(example(&page, "Right:"));
        assert_eq!(found, [], "{}", lint.code);
    }
}

#[test]
fn pages_are_markdown_that_starts_with_a_sentence() {
    for lint in lint::ALL {
        let page = lint::page(lint.code).expect("a lint has a page");
        assert!(page.starts_with(|first: char| first.is_alphabetic() || first == '`'), "{page}");
        assert!(page.ends_with("}\n```\n"), "{page}");
        assert!(page.lines().all(|line| line.chars().count() <= 102 && !line.contains("//!")), "{page}");
    }
}

/// The text of the fence after a heading of a page.
fn example<'p>(page: &'p str, heading: &str) -> &'p str {
    let (_, rest) = page.split_once(&format!("\n{heading}\n\n```spec\n")).expect("a page has the heading and a fence");
    rest.split_once("```\n").expect("the fence ends").0
}

#[test]
fn fixtures_are_clean() {
    let mut count = 0;
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/spec")).expect("the fixtures") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "spec") || path.ends_with("loose_ends.spec") {
            continue;
        }
        let (found, _) = lint_text(&std::fs::read_to_string(&path).expect("a fixture"));
        assert_eq!(found, [], "{}", path.display());
        count += 1;
    }
    assert!(count > 0);
}

#[test]
fn loose_ends_are_all_found() {
    let text = include_str!("../fixtures/spec/loose_ends.spec");
    let codes: Vec<&str> = lint_text(text).0.iter().map(|found| found.code.text()).collect();
    assert_eq!(codes, ["W612", "W612", "W611", "W606", "W615"]);
}

#[test]
fn outputs_without_ensures() {
    check("operation Read { output: level: Int, unit: String }", &[("W601", "Read")]);
    check("operation Read { output: level: Int\n ensures: level > 0 }", &[]);
    check("operation Ping { }", &[]);
}

#[test]
fn two_operations_that_say_the_same() {
    let pair = |first: &str, second: &str| {
        format!(
            "state {{ count: Int }}
            operation Add {{ {first}\n ensures: count' = count + 1 }}
            operation Sub {{ {second}\n ensures: count' = count - 1 }}"
        )
    };
    check(&pair("input: n: Int\n requires: n > 0", "input: n: Int\n requires: n > 0"), &[("W602", "Sub")]);
    let either_order = pair("input: n: Int\n requires:\n n > 0\n n < 9", "input: n: Int\n requires:\n n < 9\n n > 0");
    check(&either_order, &[("W602", "Sub")]);
    check(&pair("input: n: Int\n requires: n > 0", "input: n: Int\n requires: n > 1"), &[]);
    check(&pair("input: n: Int\n requires: n > 0", "input: m: Int\n requires: m > 0"), &[]);
    check(&pair("input: n: Int", "input: n: Int"), &[]);
    check(&pair("requires: count > 0", "requires: count > 0"), &[]);
    check(&pair("", ""), &[]);
}

#[test]
fn aliases_auth_and_rules_tell_operations_apart() {
    check(
        "type Small = Int where value < 9
        operation A { input: n: Set[Small]\n requires: #n > 0 }
        operation B { input: n: Set[Int]\n requires: #n > 0 }",
        &[],
    );
    check(
        "security { a: Basic\n b: Bearer }
        operation A { input: n: Int\n requires_auth: a\n requires: n > 0 }
        operation B { input: n: Int\n requires_auth: b\n requires: n > 0 }",
        &[],
    );
    let reopen = "operation Reopen { input: id: Int\n requires: id in orders\n ensures: orders'[id].status = OPEN }";
    let rules = life("OPEN -> PAID via Pay\n PAID -> OPEN via Reopen");
    check(&shop(&format!("{PAY}\n{reopen}\n{rules}")), &[]);
    check(&shop(&format!("{PAY}\n{reopen}")), &[("W602", "Reopen")]);
}

#[test]
fn unused_entities() {
    check("entity A { n: Int }", &[("W603", "A")]);
    check("entity A { b: B }\n entity B { n: Int }", &[("W603", "A"), ("W603", "B")]);
    check("entity A { b: Set[B] }\n entity B { n: Int }\n state { a: Option[A] }", &[]);
    check("entity A { n: Int }\n entity B extends A { m: Int }\n state { b: Set[B] }", &[]);
    check("entity A { n: Int }\n type As = Seq[A]", &[]);
    check("entity A { n: Int }\n predicate small(a: A) = a.n < 3", &[]);
    check("entity A { n: Int }\n invariant: no a: A | a.n < 3", &[]);
    check("entity A { n: Int }\n invariant: #A < 3", &[]);
    check("entity A { n: Int }\n invariant: A { n = 1 }.n = 1", &[]);
    check(
        "entity A { n: Int }\n entity B { n: Int }\n conventions { B.plural = \"bs\" }\n state { a: Set[A] }",
        &[("W603", "B")],
    );
}

#[test]
fn recursive_functions() {
    check("function f(n: Int): Int = if n < 1 then 0 else f(n - 1) + f(n - 2)", &[("W604", "f")]);
    check(
        "predicate even(n: Int) = n = 0 or odd(n - 1)
        predicate odd(n: Int) = n != 0 and even(n - 1)
        predicate both(n: Int) = even(n) and odd(n)",
        &[("W604", "even"), ("W604", "odd")],
    );
    check("function f(n: Int): Int = g(n)\n function g(n: Int): Int = n", &[]);
}

#[test]
fn outputs_that_a_204_drops() {
    let delete = |ensures: &str, more: &str| {
        format!(
            "state {{ stock: Int -> one String\n total: Int\n prefs: Map[Int, Int]\n marks: Set[Int] }}
            operation Drop {{
              input: k: Int
              output: left: Int
              requires: k in stock
              ensures:
                {ensures}
                left = #stock'
            }}
            {more}"
        )
    };
    let dropped = &[("W605", "left")];
    check(&delete("k not in stock'", ""), dropped);
    check(&delete("stock' = stock - {k}", ""), dropped);
    check(&delete("k not in stock' and #stock' < #stock", ""), dropped);
    check(&delete("let one = k in\n                  one not in stock'", ""), dropped);
    check(&delete("stock' = stock - {k}\n total' = total - 1", ""), &[]);
    check(&delete("k not in stock'\n total > 0 implies total' = total - 1", ""), &[]);
    check(&delete("k not in stock'\n k in marks'", ""), &[]);
    check(&delete("k not in stock'\n k not in marks'", ""), dropped);
    check(&delete("k not in marks'", ""), &[]);
    check(&delete("prefs' = prefs - {k}", ""), &[]);
    check(&delete("stock' = stock - marks", ""), &[]);
    check(&delete("stock' = stock + {k -> \"\"}", ""), &[]);
    check(&delete("k not in stock'", "conventions { Drop.http_status_success = 200 }"), &[]);
    check(&delete("k not in stock'", "conventions { Drop.http_method = \"DELETE\" }"), &[]);
    check(&delete("total' = 1", "conventions { Drop.http_status_success = 204 }"), dropped);
    check(
        "state { n: Int }\n operation Zero { ensures: n' = 0 }\n conventions { Zero.http_status_success = 204 }",
        &[],
    );
}

#[test]
fn a_via_of_a_transition_is_no_delete() {
    let end = "operation End {
      input: id: Int
      output: left: Int
      requires: id in orders
      ensures:
        id not in orders'
        left = #orders'
    }";
    check(&shop(&format!("{PAY}\n{end}")), &[("W605", "left")]);
    check(&shop(&format!("{PAY}\n{end}\n{}", life("OPEN -> PAID via End"))), &[]);
}

#[test]
fn vias_that_name_no_operation() {
    let rules = life("OPEN -> PAID via Pya\n PAID -> OPEN via Refund\n OPEN -> PAID via Pay");
    let spec = shop(&format!("{PAY}\n{rules}"));
    check(&spec, &[("W606", "OPEN -> PAID via Pya"), ("W606", "PAID -> OPEN via Refund")]);
    assert_eq!(helps(&spec), ["did you mean `Pay`?", "declare `operation Refund { … }`, or remove the rule"]);
}

#[test]
fn values_that_nothing_leads_to() {
    let lost = |more: &str| {
        format!(
            "enum Status {{ OPEN, PAID, LOST }}
            entity Order {{ status: Status }}
            state {{ orders: Int -> one Order }}
            operation Open {{
              input: id: Int
              requires: id not in orders
              ensures: orders' = orders + {{id -> Order {{ status = OPEN }}}}
            }}
            {PAY}
            {more}"
        )
    };
    let pay = life("OPEN -> PAID via Pay");
    let nothing = &[("W607", "LOST")];
    check(&lost(&pay), nothing);
    check(&lost(""), &[]);
    check(&lost(&life("OPEN -> PAID via Pay\n PAID -> LOST via Pay")), &[]);
    check(&lost(&format!("{pay}\n operation Lose {{ input: o: Int\n ensures: orders'[o].status = LOST }}")), &[]);
    check(
        &lost(&format!("{pay}\n operation Put {{ input: o: Int, s: Status\n ensures: orders'[o].status = s }}")),
        &[],
    );
    check(
        &lost(&format!("{pay}\n operation Put {{ input: o: Int, order: Order\n ensures: orders'[o] = order }}")),
        &[],
    );
    let list =
        "operation List { input: s: Status\n output: n: Int\n ensures: n = #{ o in orders | orders[o].status = s } }";
    check(&lost(&format!("{pay}\n {list}")), nothing);
    check(&lost(&format!("{pay}\n invariant: no o in orders | orders[o].status = LOST")), nothing);
    let next = "function next(s: Status): Status = if s = OPEN then PAID else LOST";
    check(
        &lost(&format!(
            "{pay}\n {next}\n operation Go {{ input: o: Int\n ensures: orders'[o].status = next(orders[o].status) }}"
        )),
        &[],
    );
    check(&lost(&format!("{pay}\n {next}")), nothing);
    check(&lost(&format!("{pay}\n state {{ fallback: Status = LOST }}")), &[]);
    let any = "operation Any { input: o: Int\n ensures: some s: Status | orders'[o].status = s }";
    check(&lost(&format!("{pay}\n {any}")), &[]);
}

#[test]
fn relations_iterated_for_their_values() {
    let spec = |range: &str| {
        format!(
            "entity Item {{ price: Int }}
            state {{ items: String -> one Item }}
            operation List {{ output: cheap: Set[Item]\n ensures: cheap = {{ i in {range} | i.price < 10 }} }}"
        )
    };
    check(&spec("items"), &[("W608", "items")]);
    assert_eq!(helps(&spec("items")), ["write `i in ran(items)`"]);
    check(&spec("ran(items)"), &[]);
}

#[test]
fn options_without_a_test() {
    let book = "entity Book { pages: Int\n next: Option[Int] }\n state { best: Option[Book]\n limit: Option[Int] }";
    check(&format!("{book}\n invariant: best.pages > 10"), &[("W609", "best")]);
    check(&format!("{book}\n invariant: 3 < limit"), &[("W609", "limit")]);
    check(&format!("{book}\n invariant: best != none and best.pages > 10"), &[]);
    check(&format!("{book}\n invariant: limit = none or 3 < limit"), &[]);
    check(&format!("{book}\n invariant: limit = 3"), &[]);
    let both = format!("{book}\n invariant: best.next < limit");
    check(&both, &[("W609", "best"), ("W609", "best.next"), ("W609", "limit")]);
    assert_eq!(helps(&both)[0], "test it first: `best != none and …`, or `best = none or …`");
}

#[test]
fn an_inherited_invariant_is_reported_once() {
    check(
        "entity A { n: Option[Int]\n invariant: n > 1 }
        entity B extends A { m: Int }
        state { b: Set[B] }",
        &[("W609", "n")],
    );
}

#[test]
fn undeclared_functions() {
    let spec = "state { tags: Int -> set String\n n: Int }
      operation Use { input: s: String\n requires: isDecent(s, tags) and n < level(1) and n = lne(s) }";
    check(spec, &[("W611", "isDecent(s, tags)"), ("W611", "level(1)"), ("W611", "lne(s)")]);
    assert_eq!(
        helps(spec),
        [
            "declare it, with a body or as `extern predicate isDecent(a: String, b: Map[Int, Set[String]])`",
            "declare it, with a body or as `extern function level(a: Int): Int`",
            "did you mean `len`? Else declare it, with a body or as `extern function lne(a: String): Int`",
        ]
    );
    check("predicate p(s: String) = len(s) > 0 and isValidURI(s)", &[]);
}

#[test]
fn externs_without_a_body() {
    let spec = "type Name = String\n extern predicate isDecent(name: Name)\n extern function level(n: Int): Int
      operation Use { input: s: String\n requires:\n isDecent(s)\n level(1) > 2 }";
    check(spec, &[("W612", "isDecent(s)"), ("W612", "level(1)")]);
    assert_eq!(
        helps(spec),
        [
            "where the spec can say what it does, define it: `predicate isDecent(name: Name) = …`",
            "where the spec can say what it does, define it: `function level(n: Int): Int = …`",
        ]
    );
    check("extern predicate unused(name: String)", &[]);
}

#[test]
fn transitions_over_other_fields() {
    let spec = |ty: &str| {
        format!(
            "enum Status {{ OPEN, PAID }}
            entity Order {{ status: {ty}\n other: Status }}
            state {{ orders: Int -> one Order }}
            operation Pay {{ input: id: Int\n requires: id in orders\n ensures: orders'[id].other = OPEN }}
            {}",
            life("OPEN -> PAID via Pay\n PAID -> OPEN via Pay")
        )
    };
    check(&spec("String"), &[("W613", "Life")]);
    assert_eq!(helps(&spec("String")), ["declare an enum `{ OPEN, PAID }` and make it the type of `status`"]);
    check(&spec("Status"), &[]);
}

#[test]
fn transitions_without_a_clear_entry() {
    let pay = |inputs: &str, requires: &str, more: &str| {
        shop(&format!(
            "operation Pay {{ input: {inputs}\n requires: {requires}\n ensures: orders'[id].status = PAID }}
            {more}\n{}",
            life("OPEN -> PAID via Pay\n PAID -> PAID via Pay")
        ))
    };
    let unclear = &[("W614", "OPEN -> PAID via Pay")];
    check(&pay("id: Int", "id > 0", ""), unclear);
    assert_eq!(helps(&pay("s: String, id: Int", "id > 0", "")), ["add `id in orders` to the `requires` of `Pay`"]);
    let two = pay("id: Int, to: Int", "id in orders and to in orders", "");
    check(&two, unclear);
    assert_eq!(helps(&two), ["keep `id in orders` and write `to in dom(orders)`, or the other way round"]);
    check(&pay("id: Int", "id in orders and id in old", "state { old: Int -> one Order }"), unclear);
    check(&pay("id: Int, to: Int", "id in orders and to in dom(orders)", ""), &[]);
}

#[test]
fn fairness_is_not_checked() {
    let operation = "state { n: Int }\n operation Grow { ensures: n' = n + 1 }";
    check(&format!("{operation}\n temporal grows: fairness(Grow)"), &[("W615", "grows")]);
    check(&format!("{operation}\n temporal grows: eventually(n > 3)"), &[]);
}
