//! The body of an operation as a pure function: the steps of its plan as statements, each beside the clauses it is for.

use super::super::Suite;
use super::super::expr::{Locals, PythonExpr, Whose};
use super::super::names::PyIdent;
use super::super::piece::{Argument, Level, PAGE, Piece, named};
use super::super::uses::Uses;
use crate::backend::{ExprBackend, Lowering, View};
use crate::effect::{Place, Root, Scope, Step as PathStep};
use crate::ir::{Expr, ExprKind, FieldIndex, Local, Names, Operation, Range, Type, any, for_each_child_mut, print};
use crate::plan::service::{OperationPlan, PlannedStep};
use crate::realize::{Action, Case, Collection, Rule};

/// What a body is made of while it is written.
pub(super) struct Body<'a> {
    pub(super) suite: &'a Suite<'a>,
    pub(super) operation: &'a Operation,
    pub(super) plan: &'a OperationPlan,
    pub(super) lowering: Lowering<'a>,
    pub(super) backend: PythonExpr<'a>,
    pub(super) outputs: Vec<PyIdent>,
    lines: Vec<String>,
    nesting: usize,
    /// Whether a loop is around the statements.
    loops: usize,
    /// Whether the state after has a name of its own.
    changed: bool,
}

impl<'a> Body<'a> {
    pub(super) fn new(
        suite: &'a Suite<'a>,
        plan: &'a OperationPlan,
        uses: &'a mut Uses,
        outputs: Vec<PyIdent>,
    ) -> Body<'a> {
        let operation = suite.service.operation(plan.operation);
        let names = Names { operation: Some(operation), ..Names::default() };
        let lowering = Lowering { service: suite.service, opaque: &suite.opaque, names, view: View::TwoStates };
        let whose = Whose { operation: Some(plan.operation.index()), ..Whose::default() };
        let mut taken = super::super::names::Namespace::default();
        let taken = super::TAKEN.iter().map(|name| taken.take(name)).collect();
        let locals = Locals { after: "before", outputs: outputs.clone(), taken };
        let backend = PythonExpr::new(suite.service, &suite.names, uses, whose).inside(locals);
        let (lines, nesting, loops, changed) = (Vec::new(), 1, 0, false);
        Body { suite, operation, plan, lowering, backend, outputs, lines, nesting, loops, changed }
    }

    /// The statements.
    pub(super) fn lines(self) -> Vec<String> {
        self.lines
    }

    pub(super) fn expr(&mut self, expr: &Expr) -> Piece {
        self.lowering.expr(&mut self.backend, expr)
    }

    pub(super) fn text(&self, expr: &Expr) -> String {
        print(expr, self.suite.service, self.lowering.names)
    }

    pub(super) fn uses(&mut self) -> &mut Uses {
        self.backend.uses()
    }

    pub(super) fn value(&mut self, name: &str) -> Piece {
        self.uses().value(name);
        Piece::atom(name)
    }

    /// Writes a statement.
    pub(super) fn say(&mut self, words: &str, piece: &Piece) {
        let mut line = piece.statement(words, self.nesting, "");
        if self.loops > 0 && line.contains("lambda") {
            line = line.lines().map(mark).collect::<Vec<_>>().join("\n");
        }
        self.lines.push(line);
    }

    pub(super) fn comment(&mut self, text: &str) {
        let indent = " ".repeat(self.nesting * PAGE.indent);
        let room = PAGE.width - indent.len() - 4;
        let mut line = String::new();
        let mut lines = Vec::new();
        for word in text.split_whitespace() {
            let word: String = word.chars().take(room).collect();
            if !line.is_empty() && line.chars().count() + word.chars().count() + 1 > room {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&word);
        }
        lines.push(line);
        for (at, line) in lines.iter().enumerate() {
            let inner = if at == 0 { "# " } else { "#   " };
            self.lines.push(format!("{indent}{inner}{}", visible(line)));
        }
    }

    /// Writes a statement that is laid out already.
    pub(super) fn raw(&mut self, line: String) {
        self.lines.push(line);
    }

    /// Does something where a condition holds.
    pub(super) fn inside_if(&mut self, condition: &Piece, work: impl FnOnce(&mut Self)) {
        self.within("if ", condition, work);
    }

    /// Does something one level further in.
    fn within(&mut self, head: &str, condition: &Piece, work: impl FnOnce(&mut Self)) {
        self.lines.push(condition.statement(head, self.nesting, ":"));
        self.nesting += 1;
        work(self);
        self.nesting -= 1;
    }

    // Places ------------------------------------------------------------------------------------------------------

    /// The state after has a name of its own from here on.
    pub(super) fn begin_change(&mut self) {
        if !self.changed {
            self.changed = true;
            let before = Piece::atom("before");
            self.say("after = ", &before);
            self.set_after();
        }
    }

    fn set_after(&mut self) {
        if let Some(body) = self.backend.body() {
            body.after = "after";
        }
    }

    pub(super) fn after_name(&self) -> &'static str {
        if self.changed { "after" } else { "before" }
    }

    fn root(&mut self, root: Root) -> (Piece, Type) {
        match root {
            Root::Output(index) => {
                let name = self.outputs.get(index.index()).map_or_else(String::new, PyIdent::to_string);
                let ty = self.operation.outputs.get(index.index()).map_or(Type::Unknown, |output| output.ty.ty.clone());
                (Piece::atom(name), ty)
            }
            Root::State(id) => {
                let name = self.suite.names.state.get(id.index()).map_or_else(String::new, PyIdent::to_string);
                (Piece::atom(self.after_name()).attribute(name), self.suite.service.state_field(id).ty.ty.clone())
            }
        }
    }

    /// A place as it is now.
    pub(super) fn read(&mut self, place: &Place) -> Piece {
        let expr = place.expr(self.suite.service, self.operation, crate::source::Span::default());
        self.expr(&expr)
    }

    /// What the root of a place becomes when a value is put there.
    pub(super) fn rebuilt(&mut self, place: &Place, value: Piece) -> Piece {
        let (base, ty) = self.root(place.root);
        let inside = self.wrapped(base, &ty, &place.path, value);
        match place.root {
            Root::Output(_) => inside,
            Root::State(id) => {
                let name = self.suite.names.state.get(id.index()).map_or_else(String::new, PyIdent::to_string);
                self.value("replace");
                Piece::call("replace", vec![Piece::atom(self.after_name()).into(), named(name, inside)])
            }
        }
    }

    fn wrapped(&mut self, base: Piece, ty: &Type, path: &[PathStep], value: Piece) -> Piece {
        let Some((step, rest)) = path.split_first() else { return value };
        let (base, ty) = if let Type::Option(inner) = ty {
            self.value("some");
            (Piece::apply("some", [base]), (**inner).clone())
        } else {
            (base, ty.clone())
        };
        match step {
            PathStep::Key(key) => {
                let key = self.expr(key);
                let inner = super::entry_type(&ty);
                let whole = self.wrapped(base.clone().item(key.clone()), &inner, rest, value);
                base.attribute("put").called(vec![key, whole])
            }
            PathStep::Field(field) => {
                let (name, inner) = self.field(&ty, *field);
                let whole = self.wrapped(base.clone().attribute(&name), &inner, rest, value);
                self.value("replace");
                Piece::call("replace", vec![base.into(), named(name, whole)])
            }
            PathStep::Position(at) => {
                let at = self.expr(at);
                let inner = ty.element().cloned().unwrap_or(Type::Unknown);
                self.value("element");
                let old = Piece::apply("element", [base.clone(), at.clone()]);
                let whole = self.wrapped(old, &inner, rest, value);
                self.value("with_element");
                Piece::apply("with_element", [base, at, whole])
            }
        }
    }

    fn field(&self, ty: &Type, field: FieldIndex) -> (String, Type) {
        let Type::Entity(id) = ty else { return (String::new(), Type::Unknown) };
        let names = self.suite.names.fields.get(id.index());
        let name = names.and_then(|names| names.get(field.index())).map_or_else(String::new, PyIdent::to_string);
        let declared = self.suite.service.entity(*id).fields.get(field.index());
        (name, declared.map_or(Type::Unknown, |field| field.ty.ty.clone()))
    }

    /// `place := value`
    pub(super) fn assign(&mut self, place: &Place, value: Piece) {
        if let Root::State(_) = place.root {
            let whole = self.rebuilt(place, value);
            self.changed = true;
            self.set_after();
            self.say("after = ", &whole);
        } else {
            let whole = self.rebuilt(place, value);
            let (name, _) = self.root(place.root);
            let words = name.statement("", 0, " = ");
            self.say(&words, &whole);
        }
    }

    // Steps -------------------------------------------------------------------------------------------------------

    /// Writes all steps.
    pub(super) fn steps(&mut self) {
        self.declare();
        let steps = &self.plan.steps;
        let mut at = 0;
        while let Some(step) = steps.get(at) {
            let run = self.run_of(steps.get(at..).unwrap_or_default());
            if run > 1 {
                self.record(steps.get(at..at + run).unwrap_or_default());
                at += run;
            } else {
                self.step(step);
                at += 1;
            }
        }
    }

    /// Outputs that steps give only a part of, or only sometimes, begin as open ones.
    fn declare(&mut self) {
        for (index, output) in self.operation.outputs.iter().enumerate() {
            let root = Root::Output(crate::ir::ParamIndex(index as u32));
            let is_whole = |planned: &PlannedStep| match &planned.step.action {
                Action::Assign(place, cases) => {
                    place.root == root && place.path.is_empty() && cases.first().is_some_and(always)
                }
                Action::Collect(found, _) => Root::Output(*found) == root,
                Action::Choose(place, _) => place.root == root && place.path.is_empty(),
                Action::Insert(..) | Action::Remove(..) | Action::Create(..) => false,
            };
            let touches = |planned: &&PlannedStep| match &planned.step.action {
                Action::Assign(place, _)
                | Action::Insert(place, _)
                | Action::Remove(place, _)
                | Action::Create(place, _)
                | Action::Choose(place, _) => place.root == root,
                Action::Collect(found, _) => Root::Output(*found) == root,
            };
            let first = self.plan.steps.iter().find(touches);
            if first.is_none_or(|first| !is_whole(first)) {
                let open = self.open_value(&output.ty.ty);
                let name = self.outputs.get(index).map_or_else(String::new, PyIdent::to_string);
                self.say(&format!("{name}: Any = "), &open);
                self.uses().name("typing", "Any");
            }
        }
        for opening in &self.plan.openings {
            let open = self.value("OPEN");
            let place = &opening.place;
            self.begin_change();
            self.under(&opening.scopes, &mut |this| {
                let test = this.presence(place);
                if let Some(test) = test {
                    this.within("if ", &test, |this| this.assign(place, open.clone()));
                } else {
                    this.assign(place, open.clone());
                }
            });
        }
    }

    /// Whether the entry of a place is there.
    fn presence(&mut self, place: &Place) -> Option<Piece> {
        let (id, key) = place.entry()?;
        let key = self.expr(key);
        let name = self.suite.names.state.get(id.index()).map_or_else(String::new, PyIdent::to_string);
        Some(key.compare("in", Piece::atom(self.after_name()).attribute(name)))
    }

    /// A value of which everything is open.
    fn open_value(&mut self, ty: &Type) -> Piece {
        let open = self.value("OPEN");
        let Type::Entity(id) = ty else { return open };
        let class = self.suite.names.entities.get(id.index()).map_or_else(String::new, PyIdent::to_string);
        self.uses().model(&class);
        let names = self.suite.names.fields.get(id.index()).cloned().unwrap_or_default();
        Piece::call(&class, names.iter().map(|name| named(name.to_string(), open.clone())).collect())
    }

    fn clauses(&mut self, step: &PlannedStep) {
        for clause in &step.step.clauses {
            if let Some(clause) = self.operation.ensures.get(*clause) {
                let text = format!("ensures {}", self.text(&clause.expr));
                self.comment(&text);
            }
        }
    }

    fn step(&mut self, planned: &PlannedStep) {
        self.clauses(planned);
        match &planned.step.action {
            Action::Assign(place, cases) if planned.step.rule == Rule::Transition => self.take_rule(place, cases),
            Action::Assign(place, cases) => {
                self.cases(cases, &mut |this, case| {
                    let value = this.expr(&case.value);
                    this.assign(place, value);
                });
            }
            Action::Insert(place, cases) => self.change(place, cases, true),
            Action::Remove(place, cases) => self.change(place, cases, false),
            Action::Create(place, cases) => self.create(place, cases),
            Action::Collect(output, collection) => self.collect(output.index(), collection),
            Action::Choose(place, _) => {
                if let Some(choice) = &planned.choice {
                    self.choose(place, choice);
                }
            }
        }
    }

    /// The first case that applies is done; one that goes over many is done for all of them.
    fn cases(&mut self, cases: &[Case], work: &mut dyn FnMut(&mut Self, &Case)) {
        let state = !cases.iter().all(always);
        if state {
            self.begin_change_of(cases);
        }
        let plain =
            cases.len() > 1 && cases.iter().all(|case| !case.scopes.iter().any(|s| matches!(s, Scope::Each(_))));
        if !plain {
            for case in cases {
                self.under(&case.scopes, &mut |this| work(this, case));
            }
            return;
        }
        let mut word = "if ";
        for case in cases {
            let case = inlined(case);
            let conditions: Vec<Piece> = case.scopes.iter().filter_map(|scope| self.condition(scope)).collect();
            let Some(condition) = conditions.into_iter().reduce(|a, b| a.chain("and", Level::And, b)) else {
                if word == "if " {
                    work(self, &case);
                } else {
                    self.lines.push(format!("{}else:", " ".repeat(self.nesting * PAGE.indent)));
                    self.nesting += 1;
                    work(self, &case);
                    self.nesting -= 1;
                }
                return;
            };
            self.within(word, &condition, |this| work(this, &case));
            word = "elif ";
        }
    }

    fn begin_change_of(&mut self, _: &[Case]) {
        if !self.plan.changes.is_empty() {
            self.begin_change();
        }
    }

    fn condition(&mut self, scope: &Scope) -> Option<Piece> {
        match scope {
            Scope::If(condition) => Some(self.lowering.condition(&mut self.backend, condition)),
            Scope::Unless(condition) => Some(self.lowering.condition(&mut self.backend, condition).not()),
            Scope::Let(..) | Scope::Each(_) => None,
        }
    }

    /// Statements under what surrounds them.
    fn under(&mut self, scopes: &[Scope], work: &mut dyn FnMut(&mut Self)) {
        let Some((scope, rest)) = scopes.split_first() else { return work(self) };
        match scope {
            Scope::Let(local, value) => {
                let value = self.expr(value);
                let name = self.backend.bind(local);
                self.say(&format!("{name} = "), &value);
                self.under(rest, work);
                self.backend.release(local);
            }
            Scope::If(_) | Scope::Unless(_) => {
                let condition = self.condition(scope).unwrap_or_else(|| Piece::atom("True"));
                self.within("if ", &condition, |this| this.under(rest, work));
            }
            Scope::Each(binder) => {
                let source = self.lowering.source(&mut self.backend, binder);
                let name = self.backend.bind(&binder.local);
                self.loops += 1;
                self.within(&format!("for {name} in "), &source, |this| this.under(rest, work));
                self.loops -= 1;
                self.backend.release(&binder.local);
            }
        }
    }

    /// An element or a key more or less.
    fn change(&mut self, place: &Place, cases: &[Case], insert: bool) {
        if !cases.iter().all(always) {
            self.begin_change_of(cases);
        }
        for case in cases {
            self.under(&case.scopes, &mut |this| {
                let element = this.expr(&case.value);
                let old = this.read(place);
                let single = Piece::set(vec![element]);
                let new =
                    if insert { old.chain("|", Level::Union, single) } else { old.chain("-", Level::Sum, single) };
                this.assign(place, new);
            });
        }
    }

    /// An entry that is not there is made, with everything open.
    fn create(&mut self, place: &Place, cases: &[Vec<Scope>]) {
        self.begin_change();
        for (at, scopes) in cases.iter().enumerate() {
            if cases.get(..at).is_some_and(|before| before.contains(scopes)) {
                continue;
            }
            self.under(scopes, &mut |this| {
                let open = this.open_value(&place.ty);
                let Some(test) = this.presence(place) else { return };
                this.within("if ", &test.not(), |this| this.assign(place, open));
            });
        }
    }

    fn collect(&mut self, output: usize, collection: &Collection) {
        let is_seq = self.operation.outputs.get(output).is_some_and(|output| matches!(output.ty.ty, Type::Seq(_)));
        let source = self.lowering.candidates(&mut self.backend, &collection.binder);
        let name = self.backend.bind(&collection.binder.local);
        let conditions: Vec<Piece> =
            collection.conditions.iter().map(|one| self.lowering.condition(&mut self.backend, one)).collect();
        self.backend.release(&collection.binder.local);
        let condition = conditions.into_iter().reduce(|a, b| a.chain("and", Level::And, b));
        let condition = condition.unwrap_or_else(|| Piece::atom("True"));
        let helper = if is_seq { "select_in_order" } else { "select" };
        self.value(helper);
        let found = Piece::apply(helper, [source, Piece::lambda(name.as_str(), condition)]);
        let name = self.outputs.get(output).map_or_else(String::new, PyIdent::to_string);
        self.say(&format!("{name} = "), &found);
    }

    /// One of the rules that are enabled gives the value.
    fn take_rule(&mut self, place: &Place, cases: &[Case]) {
        let mut entries = Vec::new();
        for case in cases {
            let case = inlined(case);
            let conditions: Vec<Piece> = case.scopes.iter().filter_map(|scope| self.condition(scope)).collect();
            let condition = conditions.into_iter().reduce(|a, b| a.chain("and", Level::And, b));
            let condition = condition.unwrap_or_else(|| Piece::atom("True"));
            let value = self.expr(&case.value);
            entries.push(Piece::tuple(vec![value, Piece::lambda("", condition)]));
        }
        self.uses().name("app.runtime.clauses", "enabled");
        let mut arguments = vec![Piece::atom("pick")];
        arguments.extend(entries);
        let value = Piece::apply("enabled", arguments);
        self.assign(place, value);
    }

    // Records -----------------------------------------------------------------------------------------------------

    /// How many steps from here on give fields of one entry, which can be written as one.
    fn run_of(&self, steps: &[PlannedStep]) -> usize {
        let Some(first) = steps.first().and_then(part_of_entry) else { return 0 };
        let creates = matches!(steps.first().map(|s| &s.step.action), Some(Action::Create(_, cases)) if cases.iter().all(Vec::is_empty));
        let is_create = matches!(steps.first().map(|s| &s.step.action), Some(Action::Create(..)));
        if is_create && !creates {
            return 0;
        }
        let entry = head(first);
        let mut count = usize::from(is_create);
        let mut given = 0;
        for planned in steps.iter().skip(count) {
            let Action::Assign(place, cases) = &planned.step.action else { break };
            let fits = planned.step.rule != Rule::Transition
                && place.path.len() == 2
                && head(place).is_same(&entry)
                && matches!(place.path.get(1), Some(PathStep::Field(_)))
                && cases.iter().all(|case| single(case) && !reads_after(case, &entry));
            if !fits || (creates && !cases.first().is_some_and(always)) {
                break;
            }
            count += 1;
            given += 1;
        }
        if creates {
            let Type::Entity(id) = &first.ty else { return 0 };
            return if given == self.suite.service.entity(*id).fields.len() { count } else { 0 };
        }
        count
    }

    /// Several fields of one entry, or a whole new one.
    fn record(&mut self, steps: &[PlannedStep]) {
        let creates = matches!(steps.first().map(|s| &s.step.action), Some(Action::Create(..)));
        let Some(first) = steps.first().and_then(part_of_entry) else { return };
        let mut entry = head(first);
        entry.ty = super::entry_type(&self.root(entry.root).1);
        let Type::Entity(id) = entry.ty.clone() else { return };
        let old = self.read(&entry);
        let mut fields: Vec<(FieldIndex, Argument)> = Vec::new();
        for planned in steps.iter().skip(usize::from(creates)) {
            self.clauses(planned);
            let Action::Assign(place, cases) = &planned.step.action else { continue };
            let Some(PathStep::Field(field)) = place.path.get(1) else { continue };
            let (name, _) = self.field(&entry.ty, *field);
            let value = self.chosen(cases, old.clone().attribute(&name));
            fields.push((*field, named(name, value)));
        }
        let whole = if creates {
            fields.sort_by_key(|(field, _)| field.index());
            let class = self.suite.names.entities.get(id.index()).map_or_else(String::new, PyIdent::to_string);
            self.uses().model(&class);
            Piece::call(&class, fields.into_iter().map(|(_, value)| value).collect())
        } else {
            self.value("replace");
            let values = fields.into_iter().map(|(_, value)| value);
            Piece::call("replace", std::iter::once(Argument::from(old)).chain(values).collect())
        };
        self.assign(&entry, whole);
    }

    /// The value of the first case that applies, else what was there.
    fn chosen(&mut self, cases: &[Case], old: Piece) -> Piece {
        let mut parts: Vec<(Piece, Piece)> = Vec::new();
        let mut otherwise = old;
        for case in cases {
            let case = inlined(case);
            let value = self.expr(&case.value);
            let conditions: Vec<Piece> = case.scopes.iter().filter_map(|scope| self.condition(scope)).collect();
            match conditions.into_iter().reduce(|a, b| a.chain("and", Level::And, b)) {
                Some(condition) => parts.push((condition, value)),
                None => {
                    otherwise = value;
                    break;
                }
            }
        }
        parts.into_iter().rev().fold(otherwise, |no, (condition, yes)| Piece::choice(condition, yes, no))
    }
}

/// A line with a lambda inside a loop. It is called at once, so it sees the variable it should see.
fn mark(line: &str) -> String {
    if line.contains("lambda") && line.len() + 14 <= PAGE.width { format!("{line}  # noqa: B023") } else { line.into() }
}

fn visible(text: &str) -> String {
    text.chars().map(|found| if found.is_control() { '?' } else { found }).collect()
}

fn always(case: &Case) -> bool {
    case.scopes.iter().all(|scope| matches!(scope, Scope::Let(..)))
}

fn single(case: &Case) -> bool {
    !case.scopes.iter().any(|scope| matches!(scope, Scope::Each(_)))
}

/// The entry that a place is a part of.
fn head(place: &Place) -> Place {
    Place { root: place.root, path: place.path.iter().take(1).cloned().collect(), ty: place.ty.clone() }
}

fn part_of_entry(planned: &PlannedStep) -> Option<&Place> {
    let place = match &planned.step.action {
        Action::Assign(place, _) | Action::Create(place, _) => place,
        Action::Insert(..) | Action::Remove(..) | Action::Collect(..) | Action::Choose(..) => return None,
    };
    place.entry().map(|_| place)
}

/// Whether a case reads the entry, or its relation, as it is after.
fn reads_after(case: &Case, entry: &Place) -> bool {
    let reads = |expr: &Expr| {
        any(expr, &|part| {
            let place = Place::named(part).is_some_and(|found| found.root == entry.root);
            place || matches!(part.kind, ExprKind::Call(_, _, crate::ir::Moment::After))
        })
    };
    reads(&case.value) || case.scopes.iter().filter_map(Scope::expr).any(reads)
}

/// A case with the values of its variables in their place.
fn inlined(case: &Case) -> Case {
    let mut values: Vec<(u32, Expr)> = Vec::new();
    let mut scopes = Vec::new();
    for scope in &case.scopes {
        match scope {
            Scope::Let(local, value) => values.push((local.id, with_values(value, &values))),
            Scope::If(condition) => scopes.push(Scope::If(with_values(condition, &values))),
            Scope::Unless(condition) => scopes.push(Scope::Unless(with_values(condition, &values))),
            Scope::Each(binder) => {
                let range = match &binder.range {
                    Range::Elements(expr) => Range::Elements(with_values(expr, &values)),
                    Range::Values(expr) => Range::Values(with_values(expr, &values)),
                    Range::All(moment) => Range::All(*moment),
                };
                scopes.push(Scope::Each(crate::ir::Binder { range, ..binder.clone() }));
            }
        }
    }
    Case { clause: case.clause, scopes, value: with_values(&case.value, &values) }
}

pub(super) fn with_values(expr: &Expr, values: &[(u32, Expr)]) -> Expr {
    let mut expr = expr.clone();
    put_in(&mut expr, values);
    expr
}

fn put_in(expr: &mut Expr, values: &[(u32, Expr)]) {
    if let ExprKind::Local(Local { id, .. }) = &expr.kind {
        if let Some((_, value)) = values.iter().find(|(known, _)| known == id) {
            *expr = value.clone();
        }
        return;
    }
    for_each_child_mut(expr, &mut |part| put_in(part, values));
}
