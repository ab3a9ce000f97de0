//! Specs made up from a number: well typed, and laid out as wildly as the language allows.

use std::fmt::Write;

/// A small random number generator, so that a number always gives the same spec.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed ^ 0x9e37_79b9_7f4a_7c15)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound.max(1)
    }

    pub fn one_in(&mut self, chance: usize) -> bool {
        self.below(chance) == 0
    }

    pub fn pick<'a, T: ?Sized>(&mut self, items: &[&'a T]) -> &'a T {
        items[self.below(items.len())]
    }
}

/// Where an expression stands, which decides the names it may use.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Requires,
    Ensures,
    Invariant,
    Predicate,
}

/// A generated spec.
pub fn spec(seed: u64) -> String {
    let mut maker = Maker { random: Random::new(seed), variables: Vec::new(), place: Place::Invariant, fresh: 0 };
    maker.spec()
}

struct Maker {
    random: Random,
    /// Integer variables that are bound at the moment.
    variables: Vec<String>,
    place: Place,
    fresh: usize,
}

const HEADER: &str = "  enum Color { RED, GREEN, BLUE }
  type Small = Int where value >= 0 and value <= 100
  entity Item {
    id: Small
    name: String where len(value) <= 20
    color: Color
    note: Option[Int]
    tags: Set[String]
    invariant named: len(name) >= 0
  }
  state {
    items: Small -> one Item
    count: Int = 0 where value >= -5
    names: Set[String]
    links: Int -> set Int
    log: Seq[Int]
  }
";

impl Maker {
    fn spec(&mut self) -> String {
        let mut out = String::new();
        if self.random.one_in(4) {
            out.push_str("// a spec that was made up\n\n\n");
        }
        out.push_str("service Made {\n");
        out.push_str(HEADER);
        for index in 0..self.random.below(3) {
            self.place = Place::Predicate;
            let body = self.clause(3, 4);
            let _ = writeln!(out, "  predicate p{index}(x: Int) = {body}");
        }
        for index in 0..1 + self.random.below(3) {
            self.operation(index, &mut out);
        }
        for index in 0..self.random.below(4) {
            self.place = Place::Invariant;
            let body = self.clause(4, 4);
            let _ = writeln!(out, "{}  invariant i{index}: {body}", self.noise("  "));
        }
        out.push_str("}\n");
        out
    }

    fn operation(&mut self, index: usize, out: &mut String) {
        let _ = writeln!(out, "{}  operation Op{index} {{", self.noise("  "));
        out.push_str("    input: a: Int, k: Small, s: String\n    output: r: Int\n");
        self.place = Place::Requires;
        self.list("requires", out);
        self.place = Place::Ensures;
        self.list("ensures", out);
        out.push_str("  }\n");
    }

    fn list(&mut self, head: &str, out: &mut String) {
        let count = 1 + self.random.below(4);
        if count == 1 && self.random.one_in(2) {
            let _ = writeln!(out, "    {head}: {}", self.clause(3, 8));
            return;
        }
        let _ = writeln!(out, "    {head}:");
        let indent = 5 + self.random.below(4);
        for _ in 0..count {
            if self.random.one_in(5) {
                self.let_block(indent, out);
            } else {
                let _ = writeln!(out, "{}{:indent$}{}", self.noise("      "), "", self.clause(3, indent + 2));
            }
        }
    }

    /// `let x = e in` with several clauses below it, now and then with another `let` among them.
    fn let_block(&mut self, indent: usize, out: &mut String) {
        let name = self.name();
        let value = self.int(2).join(" ");
        let _ = writeln!(out, "{:indent$}let {name} = {value} in", "");
        self.variables.push(name);
        let deeper = indent + 1 + self.random.below(3);
        for _ in 0..1 + self.random.below(3) {
            if self.random.one_in(6) && deeper < 30 {
                self.let_block(deeper, out);
            } else {
                let clause = self.clause(2, deeper + 1);
                // A body that begins with a bracket would carry the line before it on.
                let opening = if clause.starts_with(['(', '-', '[']) { "true and " } else { "" };
                let _ = writeln!(out, "{}{:deeper$}{opening}{clause}", self.noise("    "), "");
            }
        }
        self.variables.pop();
    }

    fn name(&mut self) -> String {
        self.fresh += 1;
        format!("v{}", self.fresh)
    }

    /// Comments and blank lines.
    fn noise(&mut self, indent: &str) -> String {
        match self.random.below(8) {
            0 => "\n\n\n".into(),
            1 => format!("{indent}// a remark\n"),
            2 => format!("   {indent}/* a longer\n remark */\n"),
            _ => String::new(),
        }
    }

    /// A condition, laid out.
    fn clause(&mut self, depth: usize, indent: usize) -> String {
        let tokens = self.condition(depth);
        self.lay_out(&tokens, indent)
    }

    /// Breaks lines where the layout rule lets an expression go on.
    fn lay_out(&mut self, tokens: &[String], indent: usize) -> String {
        let mut out = String::new();
        let mut brackets = 0usize;
        for (index, token) in tokens.iter().enumerate() {
            let before = index.checked_sub(1).and_then(|before| tokens.get(before)).map_or("", String::as_str);
            let open =
                matches!(before, "and" | "or" | "implies" | "=" | "+" | "then" | "else" | "|" | "<=" | "in" | "iff");
            let starts = matches!(token.as_str(), "and" | "or" | "implies" | "+" | "then" | "else" | "|" | "=");
            if index > 0 && before != "in" && (open || starts || brackets > 0 && before == ",") && self.random.one_in(6)
            {
                out.push_str(self.random.pick(&["\n", "  // why\n", "\n\n", " /* so */\n"]));
                out.extend(std::iter::repeat_n(' ', indent + self.random.below(6)));
            } else if index > 0 && !tight(before, token) {
                out.push_str(self.random.pick(&[" ", " ", " ", "  "]));
            }
            out.push_str(token);
            brackets += usize::from(matches!(token.as_str(), "(" | "[" | "{"));
            brackets -= usize::from(matches!(token.as_str(), ")" | "]" | "}"));
        }
        out
    }

    // Expressions ----------------------------------------------------------------------------------------------

    fn condition(&mut self, depth: usize) -> Vec<String> {
        if depth == 0 {
            return self.comparison(0);
        }
        match self.random.below(11) {
            0 => parens(infix(self.condition(depth - 1), "and", self.condition(depth - 1))),
            1 => parens(infix(self.condition(depth - 1), "or", self.condition(depth - 1))),
            2 => infix(parens(self.condition(depth - 1)), "implies", parens(self.condition(depth - 1))),
            3 => words("not").into_iter().chain(parens(self.condition(depth - 1))).collect(),
            4 => self.quantifier(depth),
            5 => self.choice(depth),
            6 => infix(self.comparison(depth - 1), "and", self.comparison(depth - 1)),
            7 => self.one_line_let(depth),
            8 => infix(parens(self.condition(depth - 1)), "iff", parens(self.condition(depth - 1))),
            _ => self.comparison(depth),
        }
    }

    fn quantifier(&mut self, depth: usize) -> Vec<String> {
        let name = self.name();
        let word = self.random.pick(&["all", "some", "exists", "no"]);
        let source = self.random.pick(&["items", "log", "links", "dom ( items )"]);
        let mut out = words(&format!("{word} {name} in {source} |"));
        self.variables.push(name);
        out.extend(self.condition(depth - 1));
        self.variables.pop();
        parens(out)
    }

    fn choice(&mut self, depth: usize) -> Vec<String> {
        let mut out = words("if");
        out.extend(parens(self.condition(depth - 1)));
        out.extend(words("then"));
        out.extend(parens(self.condition(depth - 1)));
        out.extend(words("else"));
        out.extend(parens(self.condition(depth - 1)));
        parens(out)
    }

    fn one_line_let(&mut self, depth: usize) -> Vec<String> {
        let name = self.name();
        let mut out = words(&format!("let {name} ="));
        out.extend(parens(self.int(depth - 1)));
        out.extend(words("in"));
        self.variables.push(name);
        out.extend(parens(self.condition(depth - 1)));
        self.variables.pop();
        parens(out)
    }

    fn comparison(&mut self, depth: usize) -> Vec<String> {
        match self.random.below(9) {
            0 => infix(self.int(depth), "in", words(self.random.pick(&["links", "log", "{ 1 , 2 , 3 }"]))),
            1 => infix(self.text(), "not in", words("names")),
            2 => infix(self.text(), "matches", words("/^[a-z/]+\\/x$/")),
            3 => words("names subset names"),
            4 => words("all i in ran ( items ) | i . note != none implies i . note > 3").pipe(parens),
            5 => words("# { t in items | t > 3 } < 9"),
            6 => infix(words("RED"), "=", words("Color . RED")),
            _ => infix(self.int(depth), self.random.pick(&["=", "!=", "<", "<=", ">", ">="]), self.int(depth)),
        }
    }

    fn int(&mut self, depth: usize) -> Vec<String> {
        if depth == 0 {
            return self.small_int();
        }
        match self.random.below(8) {
            0 => parens(infix(self.int(depth - 1), self.random.pick(&["+", "-", "*"]), self.int(depth - 1))),
            1 => call("abs", &[self.int(depth - 1)]),
            2 => call("max", &[self.int(depth - 1), self.int(depth - 1)]),
            3 => words("# items"),
            4 => words("- 3"),
            5 => words("sum ( log , n => n + 1 )"),
            6 => words("items [ 7 ] . id"),
            _ => self.small_int(),
        }
    }

    fn small_int(&mut self) -> Vec<String> {
        let mut names: Vec<String> = self.variables.clone();
        names.push("count".into());
        match self.place {
            Place::Requires => names.push("a".into()),
            Place::Ensures => names.extend(["a".into(), "r".into(), "count'".into()]),
            Place::Predicate => names.push("x".into()),
            Place::Invariant => {}
        }
        names.push(self.random.below(100).to_string());
        let index = self.random.below(names.len());
        words(&names[index].replace('\'', " '"))
    }

    fn text(&mut self) -> Vec<String> {
        let has_inputs = matches!(self.place, Place::Requires | Place::Ensures);
        if has_inputs && self.random.one_in(2) { words("s") } else { vec!["\"a \\\"b\\\" c\"".into()] }
    }
}

trait Pipe: Sized {
    fn pipe<R>(self, f: impl FnOnce(Self) -> R) -> R {
        f(self)
    }
}

impl Pipe for Vec<String> {}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_string).collect()
}

fn infix(left: Vec<String>, op: &str, right: Vec<String>) -> Vec<String> {
    left.into_iter().chain(words(op)).chain(right).collect()
}

fn parens(inner: Vec<String>) -> Vec<String> {
    words("(").into_iter().chain(inner).chain(words(")")).collect()
}

fn call(name: &str, args: &[Vec<String>]) -> Vec<String> {
    let args: Vec<String> = args.join(&",".to_string());
    words(name).into_iter().chain(parens(args)).collect()
}

/// Pairs that must not be torn apart, or need no space.
fn tight(before: &str, token: &str) -> bool {
    matches!(token, "'" | "," | ")" | "]" | ".") || matches!(before, "(" | "[" | "." | "#")
}

/// A large realistic spec of about so many lines, for measuring.
pub fn large(lines: usize) -> String {
    let mut out =
        String::from("service Large {\n  enum Status { OPEN, BUSY, DONE }\n  type Id = Int where value > 0\n");
    let mut count = 3;
    let mut index = 0;
    while count < lines {
        let block = BLOCK.replace('@', &index.to_string());
        count += block.lines().count();
        out.push_str(&block);
        index += 1;
    }
    out.push_str("}\n");
    out
}

const BLOCK: &str = "
  // Things of kind @, and what happens to them.
  entity Thing@ {
    id: Id
    title: String where len(value) >= 1 and len(value) <= 200
    status: Status
    price: Int where value >= 0
    tags: Set[String]
    created_at: DateTime
    finished_at: Option[DateTime]
    invariant finishedLater: finished_at = none or finished_at >= created_at
  }

  state {
    things@: Id -> one Thing@
    total@: Int = 0 where value >= 0
  }

  operation Create@ {
    input: title: String, price: Int, tags: Set[String]
    output: thing: Thing@
    requires:
      len(title) >= 1 and len(title) <= 200
      price >= 0
    ensures:
      thing.id not in things@
      thing.title = title and thing.price = price and thing.tags = tags
      thing.status = OPEN
      thing.created_at = now() and thing.finished_at = none
      things@' = things@ + {thing.id -> thing}
      total@' = total@ + price
  }

  operation Finish@ {
    input: id: Id
    output: thing: Thing@
    requires:
      id in things@
      things@[id].status in {OPEN, BUSY}
    ensures:
      let before = pre(things@)[id] in
        things@'[id] = before with { status = DONE, finished_at = some(now()) }
        thing = things@'[id]
      #things@' = #pre(things@)
  }

  transition Life@ {
    entity: Thing@
    field: status
    OPEN -> BUSY via Finish@ when price > 10
    BUSY -> DONE via Finish@
  }

  predicate cheap@(thing: Thing@) = thing.price < 100 and \"gold\" not in thing.tags

  function worth@(): Int = sum(things@, k => things@[k].price)

  invariant idsMatch@: all k in things@ | things@[k].id = k
  invariant totalAdds@: total@ >= 0 and (no t in ran(things@) | t.price > 1000 and cheap@(t))
";
