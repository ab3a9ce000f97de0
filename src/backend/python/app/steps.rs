//! The steps of a plan as statements.

use super::super::names::PyIdent;
use super::super::piece::{Argument, Level, PAGE, Piece, named};
use super::body::Body;
use crate::ir::{FieldIndex, ParamIndex, Type};
use crate::plan::service::runs::{entry_of, inlined, is_certain, part_of_entry, run_length};
use crate::plan::service::{PlannedStep, Said};
use crate::plan::{Place, PlaceStep as PathStep, Root, Scope};
use crate::realize::{Action, Case, Collection, Rule};

impl Body<'_> {
    /// Writes all steps.
    pub(super) fn steps(&mut self) {
        self.declare();
        let steps = &self.plan.steps;
        let mut at = 0;
        while let Some(step) = steps.get(at) {
            let run = run_length(self.suite.service, steps.get(at..).unwrap_or_default());
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
            let root = Root::Output(ParamIndex(index as u32));
            let is_whole = |planned: &PlannedStep| match &planned.step.action {
                Action::Assign(place, cases) => {
                    place.root == root && place.path.is_empty() && cases.first().is_some_and(is_certain)
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
            if let Some(said) = self.said(*clause) {
                self.comment(&format!("ensures {}", said.text));
            }
        }
    }

    fn step(&mut self, planned: &PlannedStep) {
        self.clauses(planned);
        let Some(Said { title, text, .. }) = planned.partial.and_then(|at| self.said(at)) else {
            return self.act(planned);
        };
        self.uses().name("app.runtime.clauses", "ensuring");
        let ensuring = Piece::apply("ensuring", [Piece::text(title), Piece::text(text)]);
        self.within("with ", &ensuring, |this| this.act(planned));
    }

    fn act(&mut self, planned: &PlannedStep) {
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
        let state = !cases.iter().all(is_certain);
        if state {
            self.begin_change_if_any();
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

    fn begin_change_if_any(&mut self) {
        if !self.plan.changes.is_empty() {
            self.begin_change();
        }
    }

    fn condition(&mut self, scope: &Scope) -> Option<Piece> {
        match scope {
            Scope::If(condition) => Some(self.backend.condition(&self.lowering, condition)),
            Scope::Unless(condition) => Some(self.backend.condition(&self.lowering, condition).not()),
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
                self.bound(&name, rest, work);
                self.backend.release(local);
            }
            Scope::If(_) | Scope::Unless(_) => {
                let condition = self.condition(scope).unwrap_or_else(|| Piece::atom("True"));
                self.within("if ", &condition, |this| this.under(rest, work));
            }
            Scope::Each(binder) => {
                let source = self.backend.source(&self.lowering, binder);
                let name = self.backend.bind(&binder.local);
                self.within(&format!("for {name} in "), &source, |this| {
                    this.in_loops.push(name.to_string());
                    this.under(rest, work);
                    this.in_loops.pop();
                });
                self.backend.release(&binder.local);
            }
        }
    }

    /// Statements after one that sets a variable.
    fn bound(&mut self, name: &PyIdent, rest: &[Scope], work: &mut dyn FnMut(&mut Self)) {
        let loops = !self.in_loops.is_empty();
        self.in_loops.extend(loops.then(|| name.to_string()));
        self.under(rest, work);
        if loops {
            self.in_loops.pop();
        }
    }

    /// An element or a key more or less.
    fn change(&mut self, place: &Place, cases: &[Case], insert: bool) {
        if !cases.iter().all(is_certain) {
            self.begin_change_if_any();
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
        let source = self.backend.candidates(&self.lowering, &collection.binder);
        let name = self.backend.bind(&collection.binder.local);
        let conditions: Vec<Piece> =
            collection.conditions.iter().map(|one| self.backend.condition(&self.lowering, one)).collect();
        let element = (!collection.is_selection()).then(|| self.backend.expr(&self.lowering, &collection.element));
        self.backend.release(&collection.binder.local);
        let condition = conditions.into_iter().reduce(|a, b| a.chain("and", Level::And, b));
        let condition = condition.unwrap_or_else(|| Piece::atom("True"));
        let helper = if is_seq { "select_in_order" } else { "select" };
        self.value(helper);
        let mut found = Piece::apply(helper, [source, Piece::lambda(name.as_str(), condition)]);
        if let Some(element) = element {
            let helper = if is_seq { "made_in_order" } else { "made_of" };
            self.value(helper);
            found = Piece::apply(helper, [found, Piece::lambda(name.as_str(), element)]);
        }
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

    /// Several fields of one entry, or a whole new one.
    fn record(&mut self, steps: &[PlannedStep]) {
        let creates = matches!(steps.first().map(|s| &s.step.action), Some(Action::Create(..)));
        let Some(first) = steps.first().and_then(part_of_entry) else { return };
        let mut entry = entry_of(first);
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
