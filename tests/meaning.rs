//! What expressions mean: where they end, what their names stand for, which types they have.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use common::check;
use specc::ir::{Names, Operation, Service, print, type_name};

const CONTEXT: &str = "service Context {
  enum Color { RED, GREEN }
  enum Light { RED, OFF }

  type Small = Int where value > 0

  entity Item {
    id: Small
    name: String
    note: Option[String]
    due: Option[DateTime]
    tags: Set[String]
    price: Float
    color: Color
    next: Option[Item]
  }

  state {
    items: Small -> one Item
    owner: String -> lone Int
    links: Int -> set String
    rows: Int -> some Item
    log: Seq[Int]
    names: Set[String]
    lookup: Map[String, Int]
    count: Int
    light: Light
    due: Option[DateTime]
    open: Bool
    rate: Float
    started: DateTime
    grace: Duration
    @STATE@
  }

  predicate positive(n: Int) = n > 0
  predicate busy() = count > 3
  function price(i: Item): Float = i.price

  operation Op {
    input: a: Int, s: String, o: Option[Int], c: Color, u: UUID
    output: r: Int, found: Set[Item], keys: Set[Int], maybe: Option[Int]
    @CLAUSES@
  }
}
";

fn text(head: &str, clauses: &str) -> String {
    let indented: String = clauses.lines().map(|line| format!("      {line}\n")).collect();
    CONTEXT.replace("@STATE@", "").replace("@CLAUSES@", &format!("{head}:\n{indented}"))
}

fn operation(service: &Service) -> &Operation {
    &service.operations[0]
}

/// The clauses of an `ensures`, printed from the IR.
fn ensures(clauses: &str) -> Vec<String> {
    let outcome = check(&text("ensures", clauses));
    let service = outcome.service.as_ref().unwrap_or_else(|| panic!("{clauses}\n{}", outcome.messages()));
    let names = Names { operation: Some(operation(service)), ..Names::default() };
    operation(service).ensures.iter().map(|clause| print(&clause.expr, service, names)).collect()
}

/// What an expression of any type is typed as, through `let`.
fn type_of(expr: &str) -> String {
    let outcome = check(&text("ensures", &format!("let probe = {expr} in\n  probe = probe")));
    let service = outcome.service.as_ref().unwrap_or_else(|| panic!("{expr}\n{}", outcome.messages()));
    let specc::ir::ExprKind::Let(_, value, _) = &operation(service).ensures[0].expr.kind else { panic!("a let") };
    type_name(&value.ty, &service.enums, &service.entities)
}

/// The codes of what is wrong with an `ensures`.
fn wrong(clauses: &str) -> Vec<&'static str> {
    check(&text("ensures", clauses)).codes()
}

fn same(clauses: &str, expected: &[&str]) {
    assert_eq!(ensures(clauses), expected, "{clauses}");
}

// Layout -----------------------------------------------------------------------------------------------------------

#[test]
fn a_newline_ends_a_clause() {
    same("count = 1\na = 2\nopen", &["count = 1", "a = 2", "open"]);
}

#[test]
fn a_line_that_ends_in_an_operator_goes_on() {
    for word in ["and", "or", "implies", "iff", "=", "+"] {
        let (left, right) = if matches!(word, "=" | "+") { ("1 = count", "a") } else { ("open", "busy()") };
        let left = if word == "=" { "count" } else { left };
        assert_eq!(ensures(&format!("{left} {word}\n{right}\nopen")).len(), 2, "{word}");
    }
    same("count in\n  {1, 2}", &["count in {1, 2}"]);
    same("if open then\n  open else\n  busy()", &["if open then open else busy()"]);
    same("all n in log |\nn > 0", &["all n in log | n > 0"]);
    same("1 = sum(log, n =>\n n)", &["1 = sum(log, n => n)"]);
}

#[test]
fn a_line_that_begins_with_an_operator_goes_on() {
    same("open\nand busy()\nor open", &["open and busy() or open"]);
    same("s\nnot in names", &["s not in names"]);
    same("s\n  in names", &["s in names"]);
    same("if open\nthen busy()\nelse open", &["if open then busy() else open"]);
    same("all n in log\n| n > 0", &["all n in log | n > 0"]);
    same("items[1]\n  .name = s", &["items[1].name = s"]);
    same("open\nimplies busy()", &["open implies busy()"]);
}

#[test]
fn not_begins_a_clause() {
    same("open\nnot busy()", &["open", "not busy()"]);
}

#[test]
fn a_minus_or_bracket_goes_on_only_where_it_is_deeper() {
    same("count = a\n  - 1", &["count = a - 1"]);
    same("r = a\n-1 = r", &["r = a", "-1 = r"]);
    same("open\n(busy())", &["open", "busy()"]);
    same("positive\n  (a)", &["positive(a)"]);
    same("r = log\n  [0]", &["r = log[0]"]);
}

#[test]
fn a_size_or_a_brace_always_begins_a_clause() {
    same("open\n    #log = 1", &["open", "#log = 1"]);
    same("open\n    {1} = keys", &["open", "{1} = keys"]);
}

#[test]
fn comments_and_blank_lines_change_nothing() {
    same("open // not\n\n  /* and */\nand busy()", &["open and busy()"]);
    same("open and // yes\n\n// more\n  busy()\n/* or */\nopen", &["open and busy()", "open"]);
}

#[test]
fn brackets_hold_a_clause_together() {
    same("(open\nand\nbusy())\nkeys = {1,\n2\n}", &["open and busy()", "keys = {1, 2}"]);
}

// let --------------------------------------------------------------------------------------------------------------

#[test]
fn clauses_below_a_let_see_its_binding_and_stay_their_own() {
    same("let x = a + 1 in\n  r = x\n  x > 0\nopen", &["let x = a + 1 in r = x", "let x = a + 1 in x > 0", "open"]);
}

#[test]
fn lets_nest_by_indentation() {
    same(
        "let x = 1 in\n  let y = 2 in\n    r = x + y\n    x < y\n  x > 0\nopen",
        &["let x = 1 in let y = 2 in r = x + y", "let x = 1 in let y = 2 in x < y", "let x = 1 in x > 0", "open"],
    );
}

#[test]
fn a_let_hands_on_what_it_stands_under() {
    same(
        "open implies let x = a in\n  r = x\n  x > 0",
        &["open implies (let x = a in r = x)", "open implies (let x = a in x > 0)"],
    );
}

#[test]
fn an_in_that_ends_a_line_closes_the_let() {
    same("let b = s in names in\n  b = open", &["let b = (s in names) in b = open"]);
    same("let b = (s in names) in b = open", &["let b = (s in names) in b = open"]);
    same("let x = 1 in let y = 2 in x < y", &["let x = 1 in let y = 2 in x < y"]);
    same("let x = let y = 1 in y in r = x", &["let x = (let y = 1 in y) in r = x"]);
    assert_eq!(wrong("let b = s in names in b = open"), ["E126"]);
    assert_eq!(wrong("let x = 1"), ["E126"]);
}

#[test]
fn a_parenthesis_closes_a_let() {
    assert_eq!(wrong("(let x = a in\n  r = x)\n  x > 0"), ["E201"]);
}

// Precedence -------------------------------------------------------------------------------------------------------

#[test]
fn operators_bind_as_the_reference_says() {
    same(
        "not open and busy() or open implies busy() iff open",
        &["not open and busy() or open implies busy() iff open"],
    );
    same("((not open) and busy()) or open", &["not open and busy() or open"]);
    same("open implies (busy() implies open)", &["open implies busy() implies open"]);
    same("(open implies busy()) implies open", &["(open implies busy()) implies open"]);
    same("not (s in names)", &["not s in names"]);
    same("r = (1 + (2 * 3)) - 4", &["r = 1 + 2 * 3 - 4"]);
    same("r = 1 - (2 - 3)", &["r = 1 - (2 - 3)"]);
    same("names = names union (names minus names)", &["names = names union (names minus names)"]);
    same("-#log = -1", &["-(#log) = -1"]);
    assert_eq!(wrong("0 < a < 5"), ["E124"]);
}

// Names and states -------------------------------------------------------------------------------------------------

#[test]
fn a_bare_state_name_is_before_and_a_prime_is_after() {
    same("count' = pre(count) + 1", &["count' = count + 1"]);
    same("#items' = #items", &["#items' = #items"]);
    same("busy()' = busy()", &["busy()' = busy()"]);
    assert_eq!(wrong("positive(a)'"), ["E307"]);
    assert_eq!(wrong("a' = 1"), ["E307"]);
    assert_eq!(wrong("pre(count') = 1"), ["E307"]);
    assert_eq!(check(&text("requires", "count' = 1")).codes(), ["E307"]);
}

#[test]
fn outputs_exist_in_ensures_only() {
    assert!(check(&text("requires", "r = 1")).codes().contains(&"E314"));
}

#[test]
fn shared_enum_values_are_resolved_by_what_is_expected() {
    same("light = RED", &["light = Light.RED"]);
    same("RED = c", &["Color.RED = c"]);
    same("c in {RED, GREEN}", &["c in {Color.RED, Color.GREEN}"]);
    same("c = (if open then RED else GREEN)", &["c = (if open then Color.RED else Color.GREEN)"]);
    same("Light.RED = light", &["Light.RED = light"]);
    assert_eq!(wrong("let x = RED in\n  x = x"), ["E207"]);
    assert_eq!(wrong("Light.GREEN = light"), ["E208"]);
}

#[test]
fn inner_names_win() {
    same("all count in log | count > a", &["all count in log | count > a"]);
    assert_eq!(type_of("count"), "Int");
    assert_eq!(type_of("Item"), "Set[Item]");
}

/// Declaration keywords also name fields, parameters and variables.
#[test]
fn soft_keywords_are_names_wherever_they_can_be() {
    for word in [
        "input",
        "output",
        "field",
        "state",
        "one",
        "lone",
        "set",
        "via",
        "when",
        "where",
        "with",
        "extends",
        "requires",
        "ensures",
        "security",
        "entity",
        "operation",
        "transition",
        "invariant",
        "temporal",
        "fact",
        "conventions",
        "function",
        "predicate",
        "type",
        "enum",
        "import",
        "service",
    ] {
        // In an entity, `invariant:` is an invariant.
        let field = if word == "invariant" { "plain" } else { word };
        let spec = format!(
            "service A {{
  entity E {{
    {field}: Int
    last: Int
  }}
  state {{
    {word}: Int
    es: Int -> one E
  }}
  operation Op {{
    input: {word}: Int, other: Int
    requires:
      {word} > 0
      all {word} in es | {word} > other
    ensures:
      {word}' = {word}
      let {word} = 1 in {word} > 0
      es[1].{field} = {word}
      es' = es + {{1 -> es[1] with {{ {field} = {word} }}}}
  }}
}}
"
        );
        assert_eq!(check(&spec).codes(), [""; 0], "{word}: {}", check(&spec).messages());
    }
}

// Types ------------------------------------------------------------------------------------------------------------

#[test]
fn expressions_have_their_types() {
    for (expr, expected) in [
        ("items", "Map[Int, Item]"),
        ("items[1]", "Item"),
        ("owner[s]", "Int"),
        ("links", "Int -> set String"),
        ("links[a]", "Set[String]"),
        ("rows[a]", "Set[Item]"),
        ("log[0]", "Int"),
        ("dom(items)", "Set[Int]"),
        ("ran(items)", "Set[Item]"),
        ("ran(links)", "Set[String]"),
        ("^names", "Set[Set[String]]"),
        ("#items + len(s) + s.length", "Int"),
        ("started + days(3)", "DateTime"),
        ("days(3) + started", "DateTime"),
        ("now() - started", "Duration"),
        ("grace * 2 / 3", "Duration"),
        ("2 * grace", "Duration"),
        ("s + \"x\"", "String"),
        ("log + [1]", "Seq[Int]"),
        ("names + {s}", "Set[String]"),
        ("items + {1 -> items[2]}", "Map[Int, Item]"),
        ("items - {1}", "Map[Int, Item]"),
        ("lookup - {s}", "Map[String, Int]"),
        ("{ k in items | k > 1 }", "Set[Int]"),
        ("{ t in ran(items) | t.price > 1 }", "Set[Item]"),
        ("the i in ran(items) | i.id = 1", "Item"),
        ("sum(log, n => n)", "Int"),
        ("sum(items, k => items[k].price)", "Float"),
        ("rate * 2", "Float"),
        ("2 * rate", "Float"),
        ("max(rate, 1)", "Float"),
        ("min(log)", "Int"),
        ("abs(-3)", "Int"),
        ("hash(s)", "String"),
        ("some(3)", "Option[Int]"),
        ("items[1] with { name = s }", "Item"),
        ("if open then 1 else 2", "Int"),
        ("{s -> 1}", "Map[String, Int]"),
        ("[{1}, {}]", "Seq[Set[Int]]"),
        ("price(items[1])", "Float"),
        ("busy() and open", "Bool"),
    ] {
        assert_eq!(type_of(expr), expected, "{expr}");
    }
}

#[test]
fn the_context_decides_what_has_no_type_of_its_own() {
    same("keys = {}", &["keys = {}"]);
    same("items' = {}", &["items' = {}"]);
    same("links' = {}", &["links' = {}"]);
    same("log' = []", &["log' = []"]);
    same("maybe = none", &["maybe = none"]);
    same("rate = 3", &["rate = 3.0"]);
    same("-3 < rate", &["-3.0 < rate"]);
    same("links' = links + {1 -> {s}}", &["links' = links + {1 -> {s}}"]);
    for nothing in ["{} = {}", "none = none", "let x = {} in\n  open", "[] = []"] {
        assert!(wrong(nothing).contains(&"E305"), "{nothing}: {:?}", wrong(nothing));
    }
}

#[test]
fn a_comprehension_over_a_relation_takes_keys_unless_only_values_fit() {
    same("keys = { x in items | x > 1 }", &["keys = { x in items | x > 1 }"]);
    assert_eq!(ensures("found = { x in items | x.price > 1 }"), ["found = { x in ran(items) | x.price > 1.0 }"]);
    assert_eq!(wrong("found = { x in items | x.price > 1 }"), ["W608"]);
}

#[test]
fn types_that_do_not_go_together_are_told_apart() {
    for (clause, code) in [
        ("a = s", "E301"),
        ("a = \"x\"", "E302"),
        ("s = 5", "E302"),
        ("a + \"1\" = a", "E302"),
        ("a + rate = rate", "E303"),
        ("open < busy()", "E303"),
        ("c < c", "E303"),
        ("-s = s", "E303"),
        ("#s = 1", "E303"),
        ("count", "E304"),
        ("open and a", "E304"),
        ("a = none", "E302"),
        ("a in s", "E315"),
        ("all x in a | open", "E315"),
        ("all x: Int | open", "E316"),
        ("s[0] = s", "E309"),
        ("s(1) = 2", "E310"),
        ("positive(1, 2)", "E311"),
        ("len() = 1", "E311"),
        ("sum(log) = 1", "E311"),
        ("sum(log, 3) = 1", "E318"),
        ("items[1].nmae = s", "E203"),
        ("a.name = s", "E203"),
        ("a / 0 = 1", "E405"),
        ("positive = open", "E320"),
        ("Color = c", "E320"),
        ("nothing = 1", "E201"),
        ("names subset log", "E303"),
        ("some(some(1)) = maybe", "E306"),
        ("s matches /(?=x)/", "E402"),
        ("s matches /(/", "E401"),
        ("items[s].id = 1", "E301"),
    ] {
        assert_eq!(wrong(clause), [code], "{clause}");
    }
}

#[test]
fn a_field_asked_of_a_key_gets_a_way_out() {
    let outcome = check(&text("ensures", "all t in items | t.name = s"));
    let help = outcome.diagnostics[0].help.clone().unwrap_or_default();
    assert!(help.contains("ran(items)") && help.contains("items[t].name"), "{help}");
}

// Options ----------------------------------------------------------------------------------------------------------

#[test]
fn a_value_beside_an_option_is_lifted() {
    same("maybe = 1", &["maybe = some(1)"]);
    same("1 = maybe", &["some(1) = maybe"]);
    same(
        "items' = items + {1 -> items[1] with { note = s }}",
        &["items' = items + {1 -> items[1] with { note = some(s) }}"],
    );
}

#[test]
fn a_test_makes_an_option_its_value() {
    for clause in [
        "o != none and o + 1 = 2",
        "o = none or o + 1 = 2",
        "o != none implies o + 1 = 2",
        "not (o = none) implies o + 1 = 2",
        "o = 3 implies o + 1 = 2",
        "none != o and o + 1 = 2",
        "if o != none then o + 1 = 2 else open",
        "if o = none then open else o + 1 = 2",
        "o != none\no + 1 = 2",
        "o > 3 implies o + 1 = 2",
        "(o != none and open) implies o + 1 = 2",
        "items[a].due != none and items[a].due > now()",
        "pre(items)[a].due != none and items[a].due > now()",
        "all i in ran(items) | i.due != none implies i.due < now()",
        "let x = o in x != none and x + 1 = 2",
    ] {
        let found = wrong(clause);
        assert!(!found.contains(&"E308"), "{clause}: {found:?}");
        assert!(clause.contains("o > 3") || found.is_empty(), "{clause}: {found:?}");
    }
}

#[test]
fn a_requires_narrows_the_ensures() {
    let clauses = "requires:\n      o != none\n    ensures:\n      r = o + 1";
    let spec = CONTEXT.replace("@STATE@", "").replace("@CLAUSES@", clauses);
    assert_eq!(check(&spec).codes(), [""; 0]);
}

#[test]
fn without_a_test_an_option_is_not_its_value() {
    for clause in [
        "o + 1 = 2",
        "o != none or o + 1 = 2",
        "o = none and o + 1 = 2",
        "o = none implies o + 1 = 2",
        "(o != none implies open) and o + 1 = 2",
        "positive(o)",
        "items[a].due != none and items[r].due + days(1) = now()",
        "items'[a].due != none and items[a].due + days(1) = now()",
    ] {
        assert_eq!(wrong(clause), ["E308"], "{clause}");
    }
}

#[test]
fn comparing_or_opening_an_untested_option_is_a_warning() {
    assert_eq!(wrong("o > 3"), ["W609"]);
    assert_eq!(wrong("items[1].next.name = s"), ["W609"]);
    assert_eq!(wrong("o = 3"), [""; 0]);
}

// Undeclared functions ---------------------------------------------------------------------------------------------

#[test]
fn a_call_of_an_undeclared_function_takes_the_type_it_needs() {
    for clause in
        ["mystery(a)", "r = mystery(a) + 1", "mystery(a) = s", "mystery(a) implies open", "open and not mystery()"]
    {
        assert_eq!(wrong(clause), ["W611"], "{clause}");
    }
}

// Constants --------------------------------------------------------------------------------------------------------

fn state(field: &str) -> Vec<&'static str> {
    check(&format!("service A {{\n  type Low = Int where value < 5\n  state {{\n    {field}\n  }}\n}}\n")).codes()
}

#[test]
fn refinements_that_nothing_satisfies_are_found() {
    for field in [
        "x: Int where value > 5 and value < 3",
        "x: Int where value > 5 and value < 6",
        "x: Int where 5 < value and 3 > value",
        "x: String where len(value) < 0",
        "x: Set[Int] where #value > 3 and #value <= 3",
        "x: Low where value >= 5",
        "x: Float where value > 1 and value < 1",
        "x: Int where value = 3 and value = 4",
        "x: Int where value > 0 and false",
        "x: Duration where value > days(1) and value < hours(24)",
    ] {
        assert_eq!(state(field), ["E403"], "{field}");
    }
    for field in [
        "x: Int where value > 5 and value < 7",
        "x: Int where value > 5 or value < 3",
        "x: Float where value > 1 and value < 1.5",
        "x: String where len(value) <= 0",
        "x: Duration where value >= days(1) and value <= hours(24)",
    ] {
        assert_eq!(state(field), [""; 0], "{field}");
    }
}

#[test]
fn initial_values_are_held_against_their_refinements() {
    for field in [
        "x: Int = 0 where value > 0",
        "x: Low = 7",
        "x: String = \"\" where len(value) > 0",
        "x: String = \"ftp://x\" where isValidURI(value)",
        "x: Float = 2 where value < 1.5",
        "x: Set[Int] = {} where #value > 0",
    ] {
        assert_eq!(state(field), ["E404"], "{field}");
    }
    for field in ["x: Int = 1 where value > 0", "x: Low = 4", "x: String = \"https://x\" where isValidURI(value)"] {
        assert_eq!(state(field), [""; 0], "{field}");
    }
}
