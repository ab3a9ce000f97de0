//! Kinds, routes, presence tests and tables: the fixtures as a whole, and small specs for each rule.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use common::{check, expect_file, fixtures, root};
use specc::convention::{Api, Match, Method, listing, presence, routes, schema, show};
use specc::ir::{Names, Service, print};

fn service(members: &str) -> Service {
    let found = check(&format!("service T {{\n{members}\n}}"));
    found.service.clone().unwrap_or_else(|| panic!("{}\n{members}", found.messages()))
}

/// One line per operation: kind, method, path, status, and what is not in the path.
fn lines(members: &str) -> Vec<String> {
    let service = service(members);
    let (api, _) = routes(&service);
    let line = |route: &specc::convention::Route| {
        let operation = service.operation(route.operation);
        format!("{}: {} {} {}", route.kind.name(), route.method, route.template.text(operation), route.status)
    };
    api.routes.iter().map(line).collect()
}

/// Operations beside a shop with items and a plain relation.
fn shop(operations: &str) -> Vec<String> {
    lines(&format!(
        "entity Item {{ id: Int\n name: String\n tags: Set[String]\n log: Seq[String] }}
         entity Note {{ item: Int\n text: String }}
         state {{
           items: Int -> one Item
           stock: Int -> one Int
           links: Int -> set Int
           notes: Int -> one Note
           total: Int
         }}
         invariant keys: all k in items | items[k].id = k
         {operations}"
    ))
}

#[test]
fn fixtures_have_the_routes_that_a_reader_expects() {
    for (name, text) in fixtures() {
        let service = check(&text).service.expect("a sound fixture");
        let (api, problems) = routes(&service);
        assert_eq!(problems, [], "{name}");
        let text = show(&listing(&service, &api, &schema(&service)));
        expect_file(&root().join(format!("tests/expected/routes/{name}.txt")), &text);
    }
}

#[test]
fn a_new_key_makes_a_create() {
    let item = "Item { id = k, name = name, tags = {}, log = [] }";
    let create =
        |ensures: &str| shop(&format!("operation Add {{ input: name: String\n output: k: Int\n ensures: {ensures} }}"));
    assert_eq!(create(&format!("items' = items + {{k -> {item}}}")), ["create: POST /items 201"]);
    assert_eq!(create(&format!("k not in items and items'[k] = {item}")), ["create: POST /items 201"]);
    assert_eq!(create("items'[k].name = name"), ["create: POST /items 201"]);
    let picked = "k in items and items'[k].name = name";
    assert_eq!(create(picked), ["side effect: POST /add 200"]);
    let own = "operation Put { input: k: Int\n requires: k not in stock\n ensures: stock'[k] = 1 }";
    assert_eq!(shop(own), ["create: POST /stock 201"]);
    let numbered = |ensures: &str| shop(&format!("operation Put {{ ensures: {ensures} }}"));
    let moved = numbered("stock' = stock + {total -> 1} and total' = total + 1");
    assert_eq!(moved, ["create: POST /stock 201"], "a counter that moves on gives a new key");
    assert_eq!(numbered("stock' = stock + {total -> 1}"), ["side effect: POST /put 200"], "one that stays does not");
}

#[test]
fn what_is_created_below_one_existing_entry_is_a_child() {
    let note = |requires: &str| {
        shop(&format!(
            "operation Write {{ input: item: Int, other: Int, text: String\n output: k: Int\n requires: {requires}
               ensures: k not in notes and notes'[k] = Note {{ item = item, text = text }} }}"
        ))
    };
    assert_eq!(note("item in items"), ["create child: POST /items/{item}/notes 201"]);
    assert_eq!(note("other in items"), ["create: POST /notes 201"], "the note does not name it");
    assert_eq!(note("item in notes"), ["create: POST /notes 201"], "the relation itself");
    let two = "operation Pair { input: a: Int, b: Int\n output: k: Int\n requires: a in items and b in items
      ensures: k not in stock and stock'[k] = a * b }";
    assert_eq!(shop(two), ["create: POST /stock 201"]);
}

#[test]
fn what_joins_a_collection_is_a_child() {
    let tag = |ensures: &str| {
        shop(&format!("operation Tag {{ input: id: Int, tag: String\n requires: id in items\n ensures: {ensures} }}"))
    };
    let child = ["create child: POST /items/{id}/tags 201"];
    assert_eq!(tag("items'[id].tags = items[id].tags + {tag}"), child);
    assert_eq!(tag("tag in items'[id].tags"), child);
    assert_eq!(tag("let old = items[id] in items'[id].tags = old.tags union {tag}"), child);
    assert_eq!(tag("items' = items + {id -> items[id] with { tags = items[id].tags + {tag} }}"), child);
    assert_eq!(tag("items'[id].log = items[id].log + [tag]"), ["create child: POST /items/{id}/log 201"]);
    assert_eq!(tag("items'[id].log = items[id].log + [\"seen\"]"), ["update: PATCH /items/{id} 200"]);
    assert_eq!(tag("items'[id].tags = items[id].tags - {tag}"), ["update: PATCH /items/{id} 200"]);
    let link =
        "operation Link { input: id: Int, to: Int\n requires: id in items\n ensures: links'[id] = links[id] + {to} }";
    assert_eq!(shop(link), ["create child: POST /items/{id}/links 201"]);
}

#[test]
fn all_fields_replace_and_some_fields_update() {
    let change = |requires: &str, ensures: &str| {
        let text =
            format!("operation Set {{ input: id: Int, name: String\n requires: {requires}\n ensures:\n {ensures} }}");
        shop(&text).remove(0)
    };
    assert_eq!(change("id in items", "items'[id].name = name"), "update: PATCH /items/{id} 200");
    let all = "items'[id].name = name\n items'[id].tags = {}\n items'[id].log = []";
    assert_eq!(change("id in items", all), "replace: PUT /items/{id} 200");
    let record = "items'[id] = Item { id = id, name = name, tags = {}, log = [] }";
    assert_eq!(change("id in items", record), "replace: PUT /items/{id} 200");
    assert_eq!(change("id in stock", "stock'[id] = stock[id] + 1"), "replace: PUT /stock/{id} 200");
    assert_eq!(change("true", "stock'[id] = 1"), "replace: PUT /stock/{id} 200", "old or new");
    assert_eq!(change("id in items", "items'[id].name = name\n stock'[id] = 0"), "update: PATCH /items/{id} 200");
}

#[test]
fn a_delete_only_removes_keys() {
    let drop = |ensures: &str| {
        shop(&format!("operation Drop {{ input: id: Int\n requires: id in items\n ensures:\n {ensures} }}")).remove(0)
    };
    assert_eq!(drop("id not in items'"), "delete: DELETE /items/{id} 204");
    assert_eq!(drop("stock' = stock - {id}\n items' = items - {id}"), "delete: DELETE /items/{id} 204");
    assert_eq!(
        drop("items' = items - {id}\n notes' = notes - { n in notes | notes[n].item = id }"),
        "delete: DELETE /items/{id} 204"
    );
    assert_eq!(drop("items' = items - {id}\n total' = total - 1"), "side effect: POST /drop 200");
    assert_eq!(drop("#items > 1 implies id not in items'"), "side effect: POST /drop 200");
}

#[test]
fn a_collection_input_makes_a_batch() {
    let all =
        "operation DropAll { input: ids: Set[Int]\n requires: ids subset dom(items)\n ensures: items' = items - ids }";
    assert_eq!(shop(all), ["batch: POST /items/batch 200"]);
    let scalar = "operation Sum { input: more: Set[Int]\n ensures: total' = total + sum(more, m => m) }";
    assert_eq!(shop(scalar), ["batch: POST /sum 200"]);
}

#[test]
fn what_changes_nothing_reads() {
    assert_eq!(
        shop("operation GetItem { input: id: Int\n output: item: Item\n requires: id in items\n ensures: item = items[id] }
              operation Peek { input: id: Int\n output: item: Item\n requires: id in items\n ensures: item = items[id] and true }
              operation ListItems { output: all_items: Set[Item]\n ensures: all_items = ran(items) }
              operation Level { output: level: Int\n ensures: level = total }
              operation Match { input: like: Item\n output: found: Set[Item]\n ensures: found = { i in ran(items) | i = like } }
              operation Same { output: found: Int\n ensures: found = total and total' = total }"),
        [
            "read: GET /items/{id} 200",
            "read: GET /peek 200",
            "list: GET /items 200",
            "read: GET /level 200",
            "list: POST /match 200",
            "read: GET /same 200"
        ]
    );
}

#[test]
fn rules_apply_property_by_property() {
    let set = |rules: &str| {
        let drop = "operation Drop { input: id: Int\n requires: id in items\n ensures: id not in items' }";
        shop(&format!("{drop}\n conventions {{ {rules} }}")).remove(0)
    };
    assert_eq!(set("Drop.http_method = \"POST\""), "delete: POST /items/{id} 204");
    assert_eq!(set("Drop.http_path = \"/bin/{id}\""), "delete: DELETE /bin/{id} 204");
    assert_eq!(set("Drop.http_status_success = 202"), "delete: DELETE /items/{id} 202");
    assert_eq!(set("Item.plural = \"things\""), "delete: DELETE /things/{id} 204");
    let zero = |rules: &str| {
        shop(&format!(
            "operation Zero {{ output: was: Int\n ensures:\n total' = 0\n was = total }}\n conventions {{ {rules} }}"
        ))
        .remove(0)
    };
    assert_eq!(zero("Zero.http_method = \"DELETE\""), "side effect: DELETE /zero 200");
}

#[test]
fn a_set_route_takes_a_default_one() {
    let found = shop(
        "operation Get { input: id: Int\n output: item: Item\n requires: id in items\n ensures: item = items[id] }
         operation Other { input: key: Int\n output: item: Item\n requires: key in items\n ensures: item = items[key] and true }
         conventions { Other.http_path = \"/items/{key}\" }",
    );
    assert_eq!(found, ["read: GET /get 200", "read: GET /items/{key} 200"]);
}

fn api(members: &str) -> (Service, Api) {
    let service = service(members);
    let (api, _) = routes(&service);
    (service, api)
}

const PATHS: &str = "
  operation One { input: a: String\n output: x: Int\n ensures: x = 1 }
  operation Two { output: x: Int\n ensures: x = 2 }
  operation Three { input: a: String, b: String\n output: x: Int\n ensures: x = 3 }
  operation Four { input: b: String\n output: x: Int\n ensures: x = 4 }
  operation Five { input: a: String\n output: x: Int\n ensures: x = 5 }
  conventions {
    One.http_path = \"/{a}\"
    Two.http_path = \"/urls\"
    Three.http_path = \"/{a}/{b}\"
    Four.http_path = \"/urls/{b}\"
    Five.http_path = \"/{a}\"
    Five.http_method = \"POST\"
  }";

#[test]
fn literals_win_over_parameters_from_the_left() {
    let (service, api) = api(PATHS);
    let find = |method: Method, path: &[&str]| match api.find(method, path) {
        Match::Found { route, params } => {
            let params: Vec<&str> = params.into_iter().map(|(_, text)| text).collect();
            format!("{} {}", service.operation(route.operation).name, params.join(" "))
        }
        Match::WrongMethod { allowed } => format!("{allowed:?}"),
        Match::Unknown => "unknown".into(),
    };
    assert_eq!(find(Method::Get, &["x"]), "One x");
    assert_eq!(find(Method::Get, &["urls"]), "Two ");
    assert_eq!(find(Method::Post, &["urls"]), "Five urls", "the method comes first");
    assert_eq!(find(Method::Get, &["x", "y"]), "Three x y");
    assert_eq!(find(Method::Get, &["urls", "y"]), "Four y");
    assert_eq!(find(Method::Put, &["x"]), "[Get, Post]");
    assert_eq!(find(Method::Get, &["x", "y", "z"]), "unknown");
    assert_eq!(find(Method::Get, &[""]), "unknown");
    assert_eq!(find(Method::Get, &[".."]), "unknown");
    let words: Vec<String> = api.words().into_iter().collect();
    assert_eq!(words, ["__test_admin__", "health", "metrics", "openapi.json", "ready", "urls"]);
}

#[test]
fn presence_tests_are_found_below_let_and_predicates() {
    let service = service(
        "entity Item { id: Int }
         state { items: Int -> one Item\n names: Set[String]\n links: Int -> set Int\n log: Seq[String] }
         predicate known(item: Int, name: String) = item in items and (let n = name in n = name and name in names)
         predicate loop(item: Int) = item in items and loop(item)
         operation Go {
           input: id: Int, name: String, to: Option[Int]
           requires:
             known(id, name)
             to != none and to in links[id]
             let double = id * 2 in
               id in links[double]
             name in log
             id + 1 in items
             id not in items or id in items
             loop(id)
         }",
    );
    let operation = &service.operations[0];
    let names = Names { operation: Some(operation), ..Names::default() };
    let shown =
        |found: &specc::convention::Presence| format!("{} {}", found.clause, print(&found.test, &service, names));
    let found: Vec<String> = presence(&service, operation).iter().map(shown).collect();
    assert_eq!(
        found,
        [
            "0 id in items",
            "0 let n = name in name in names",
            "1 to in links[id]",
            "2 let double = id * 2 in id in links[double]",
            "6 id in items"
        ]
    );
}

/// What a convention names is no more permitted than what a state field does.
#[test]
fn no_table_has_a_name_that_a_database_or_a_tool_keeps_for_itself() {
    let service = service(
        "entity One { n: Int }\nentity Two { n: Int }
         state { a: Int -> one One\n b: Int -> one Two\n sqlite_things: Set[Int]\n goose_db_version: Set[Int] }
         conventions { One.db_table = \"sqlite_master\"\n Two.db_table = \"alembic_version\" }",
    );
    let names: Vec<String> = schema(&service).tables.iter().map(|table| table.name.to_string()).collect();
    assert_eq!(names, ["the_sqlite_master", "alembic_version_2", "the_sqlite_things", "goose_db_version_2"]);
}

#[test]
fn every_table_and_column_has_a_name() {
    let service = service("entity One { _: Int\n __: Int }\nstate { _: Set[One] }");
    let schema = schema(&service);
    let table = schema.tables.first().expect("a table");
    let columns: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!((table.name.as_str(), columns), ("unnamed", vec!["row", "unnamed", "unnamed_2"]));
}

#[test]
fn table_and_column_names_do_not_collide() {
    let service = service(
        "entity Item { key: Int\n fooBar: Int\n foo_bar: Option[Int]\n row: Int }
         state { a: Int -> one Item\n b: Int -> set Item\n scalars: Set[Int]\n items: Int -> one Int\n n: Int }
         conventions { Item.db_table = \"items\" }",
    );
    let schema = schema(&service);
    let tables: Vec<String> = schema
        .tables
        .iter()
        .map(|table| {
            let columns: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
            format!("{}: {} / {:?}", table.name, columns.join(" "), table.primary_key)
        })
        .collect();
    assert_eq!(
        tables,
        [
            "items: key key_2 foo_bar foo_bar_2 row / [0]",
            "b: key row key_2 foo_bar foo_bar_2 row_2 / [1]",
            "scalars: value / [0]",
            "items_2: key value / [0]",
            "scalars_2: row n / [0]"
        ]
    );
}
