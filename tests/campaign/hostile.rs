//! Specs that mean harm to whoever prints them: names that mean something in other languages, texts that close strings and
//! comments, numbers and patterns at the ends of what there is, nesting, and conventions with such values. Made from a number.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::common::generate::Random;
use crate::mutate::random;

/// Names with a small letter that mean something to Python, SQL, YAML, a shell, JavaScript, Go, or to what services use.
const SMALL: &str = "\
    class def lambda import from global nonlocal yield async await del raise with self cls id type list dict \
    set int str bytes print open eval exec object super len sum min max hash iter next range map filter zip \
    any input output vars dir property isinstance match case __init__ __class__ __dict__ __slots__ __name__ \
    __eq__ __hash__ _ __ _x select table order group user index primary key check default values where drop \
    limit offset rowid oid ctid xmin yes on off null y n done fi esac do constructor prototype __proto__ \
    hasOwnProperty toString arguments var function undefined delete typeof chan go func defer nil iota \
    model_config model_fields copy json schema validate construct field fields metadata registry request \
    response body session state now given post value settings router app tests service items keys entries get";

/// Names with a capital.
const CAPITAL: &str = "\
    None True False Ellipsis NotImplemented Exception BaseException KeyError Any Enum Base BaseModel Model \
    Field Table Column State Operation Service Given Result Optional Union Literal Instant SELECT TABLE NULL \
    USER Object Array Promise NaN Infinity Symbol Self Generic Protocol Session Request Response \
    HTTPException APIRouter FastAPI Test TestCase Rule Machine";

/// What stands between quotes in a spec, escaped as the language does it.
const TEXTS: [&str; 36] = [
    "",
    "'",
    "\\\"",
    "\\\"\\\"\\\"",
    "'''",
    "\\\\",
    "\\\\\\\"",
    "\\\\n",
    "\\n",
    "\\r\\n",
    "\\t",
    "\\u{0}",
    "\\u{7f}",
    "\\u{1b}[31m",
    "\\u{202e}",
    "\\u{2028}",
    "\\u{feff}",
    "\\u{10ffff}",
    "\\u{e000}",
    "{0}",
    "{{ 7*7 }}",
    "${HOME}",
    "$(id)",
    "`id`",
    "%s%n",
    "*/ x /*",
    "// x",
    "# x",
    "-- x",
    "; DROP TABLE x; --",
    "' OR '1'='1",
    "!!python/object",
    "&a *a: [",
    "<script>1</script>",
    "\\u{1F980}e\\u{301}",
    ":x %(y)s ?",
];

/// Patterns that are hard to print, to match or to make texts for.
const PATTERNS: [&str; 16] = [
    "^[a-z]{1,8}$",
    "^\"+$",
    "^'{1,3}$",
    "^[\\\\\\]]{1,4}$",
    "^\\/{2}$",
    "^(a|aa)+$",
    "^[^\\x00-\\x7f]{1,3}$",
    "^\\d{1,3}$",
    "^a{0,500}$",
    "^(\\w\\s){1,3}$",
    "^[\\[\\]{}()]{2}$",
    "^\\$\\{x\\}$",
    "^#[0-9a-f]{6}$",
    "^%[sd]$",
    "^(x|(y|(z|w)))$",
    "^[\\t\\n]$",
];

const LEAST: [&str; 6] = ["0", "1", "0 - 1", "0 - 9223372036854775807", "2147483648", "0 - 2147483649"];
const MOST: [&str; 5] = ["2147483649", "9007199254740993", "9223372036854775807", "4294967296", "9223372036854775806"];

/// A spec that means harm. Most are accepted; which, the checker says.
pub(crate) fn spec(number: u64) -> String {
    Maker { random: random(number), taken: Vec::new() }.spec()
}

struct Maker {
    random: Random,
    taken: Vec<String>,
}

impl Maker {
    /// A name that is not used yet, seldom a very long one.
    fn name(&mut self, known: &str) -> String {
        loop {
            let mut name = self.word(known);
            if self.random.one_in(40) {
                name.push_str(&"_long".repeat(40));
            }
            if !self.taken.contains(&name.to_lowercase()) || self.random.one_in(6) {
                self.taken.push(name.to_lowercase());
                return name;
            }
        }
    }

    /// One of some words.
    fn word(&mut self, known: &str) -> String {
        let words: Vec<&str> = known.split(' ').collect();
        self.random.pick(&words).to_string()
    }

    fn small(&mut self) -> String {
        self.name(SMALL)
    }

    fn capital(&mut self) -> String {
        self.name(CAPITAL)
    }

    fn text(&mut self) -> String {
        let parts: String = (0..1 + self.random.below(3)).map(|_| self.random.pick(&TEXTS)).collect();
        format!("\"{parts}\"")
    }

    /// A remark that tries to end what it is printed into.
    fn remark(&mut self) -> String {
        let text = self.random.pick(&TEXTS).replace("\\\"", "\"").replace("\\n", " ");
        format!("// {text} \"\"\" ''' \\ {{% x %}}\n")
    }

    fn spec(mut self) -> String {
        let names = Names::new(&mut self);
        let mut out = self.remark();
        let _ = writeln!(out, "service {} {{", names.service);
        self.types(&names, &mut out);
        self.entity(&names, &mut out);
        self.state(&names, &mut out);
        self.operations(&names, &mut out);
        self.invariants(&names, &mut out);
        self.conventions(&names, &mut out);
        out.push_str("}\n");
        out
    }

    fn types(&mut self, names: &Names, out: &mut String) {
        let values = names.values.join(", ");
        let (pattern, least, most) = (self.random.pick(&PATTERNS), self.random.pick(&LEAST), self.random.pick(&MOST));
        let _ = writeln!(out, "  enum {} {{ {values} }}\n", names.kind);
        let _ = writeln!(out, "  type {} = String where value matches /{pattern}/\n", names.shaped);
        let _ = writeln!(out, "  type {} = Int where value >= {least} and value <= {most}\n", names.number);
    }

    fn entity(&mut self, names: &Names, out: &mut String) {
        let _ = writeln!(out, "  {}  entity {} {{", self.remark(), names.entity);
        let _ = writeln!(out, "    {}: {}", names.key, names.number);
        let _ = writeln!(out, "    {}: String where value != {}", names.free, self.text());
        let _ = writeln!(out, "    {}: Option[{}]", names.perhaps, names.shaped);
        let _ = writeln!(out, "    {}: {}", names.chosen, names.kind);
        let _ = writeln!(out, "    {}: Set[String]\n  }}\n", names.many);
    }

    fn state(&mut self, names: &Names, out: &mut String) {
        let _ = writeln!(out, "  state {{\n    {}: {} -> one {}", names.store, names.number, names.entity);
        let _ = writeln!(out, "    {}: Set[String]", names.words);
        let _ = writeln!(out, "    {}: Int = 0\n  }}\n", names.count);
    }

    fn operations(&mut self, names: &Names, out: &mut String) {
        let Names { store, key, free, perhaps, chosen, many, words, count, .. } = names;
        let (text, other) = (self.text(), self.text());
        let _ = writeln!(
            out,
            "  operation {} {{\n    input: {key}: {}, {free}: String, {chosen}: {}\n    requires:\n      {key} not in {store}\n      \
             {free} != {text}\n    ensures:\n      {store}' = {store} + {{{key} -> {} {{ {key} = {key}, {free} = {free}, \
             {perhaps} = none, {chosen} = {chosen}, {many} = {{{other}}} }}}}\n  }}\n",
            names.make, names.number, names.kind, names.entity
        );
        let _ = writeln!(
            out,
            "  operation {} {{\n    input: {key}: {}\n    output: {}: {}\n    requires: {key} in {store}\n    ensures: {} = \
             {store}[{key}]\n  }}\n",
            names.read, names.number, names.found, names.entity, names.found
        );
        let deep = self.deep(count);
        let _ = writeln!(
            out,
            "  operation {} {{\n    input: {free}: String\n    output: {}: String\n    requires: {deep}\n    ensures:\n      \
             {words}' = {words} + {{{free}}}\n      {count}' = {count} + 1\n      {} = {free} + {text}\n  }}\n",
            names.add, names.found, names.found
        );
    }

    /// A condition that few calls break, at the end of a long way down and of a chain.
    fn deep(&mut self, count: &str) -> String {
        let depth = 2 * self.random.below(40);
        let chain: String = (0..self.random.below(8)).map(|_| format!(" and 3 != {count}")).collect();
        format!("{}{count} < 3{}{chain}", "not (".repeat(depth), ")".repeat(depth))
    }

    fn invariants(&mut self, names: &Names, out: &mut String) {
        let Names { store, key, free, count, .. } = names;
        let (text, variable) = (self.text(), self.small());
        let _ = writeln!(out, "  {}  invariant {}: {count} >= 0\n", self.remark(), names.first);
        let _ = writeln!(
            out,
            "  invariant {}: all {variable} in {store} | {store}[{variable}].{key} = {variable} and {store}[{variable}].{free} != {text}\n",
            names.second
        );
    }

    fn conventions(&mut self, names: &Names, out: &mut String) {
        let (header, text) = (self.random.pick(&["X-A", "Location", "Set-Cookie", "Content-Type", "x"]), self.text());
        let condition = self.random.pick(&TEXTS).replace('\'', "''");
        let _ = writeln!(out, "  conventions {{");
        if self.random.one_in(2) {
            let path = self.random.pick(&["/select", "/..~", "/-", "/_", "/a.b/~c", "/docs", "/redoc", "/__proto__"]);
            let _ = writeln!(out, "    {}.http_path = \"{path}\"", names.add);
        }
        if self.random.one_in(3) {
            let _ = writeln!(out, "    {}.http_header \"{header}\" = {text}", names.add);
        }
        if self.random.one_in(2) {
            let table =
                self.random.pick(&["select", "alembic_version", "user", "a-b", "sqlite_master", "x__y", "order"]);
            let _ = writeln!(out, "    {}.db_table = \"{table}\"", names.entity);
        }
        if self.random.one_in(2) {
            let _ = writeln!(
                out,
                "    {}.partial_index \"{}\" = \"\\\"{}\\\" <> '{condition}'\"",
                names.entity, names.free, names.free
            );
        }
        out.push_str("  }\n");
    }
}

/// All names of a spec.
struct Names {
    service: String,
    kind: String,
    values: Vec<String>,
    shaped: String,
    number: String,
    entity: String,
    key: String,
    free: String,
    perhaps: String,
    chosen: String,
    many: String,
    store: String,
    words: String,
    count: String,
    make: String,
    read: String,
    add: String,
    found: String,
    first: String,
    second: String,
}

impl Names {
    fn new(maker: &mut Maker) -> Names {
        let count = if maker.random.one_in(20) { 40 } else { 3 };
        Names {
            service: maker.capital(),
            kind: maker.capital(),
            values: (0..count).map(|_| maker.word(CAPITAL)).collect::<BTreeSet<_>>().into_iter().collect(),
            shaped: maker.capital(),
            number: maker.capital(),
            entity: maker.capital(),
            key: maker.small(),
            free: maker.small(),
            perhaps: maker.small(),
            chosen: maker.small(),
            many: maker.small(),
            store: maker.small(),
            words: maker.small(),
            count: maker.small(),
            make: maker.capital(),
            read: maker.capital(),
            add: maker.capital(),
            found: maker.small(),
            first: maker.small(),
            second: maker.small(),
        }
    }
}
