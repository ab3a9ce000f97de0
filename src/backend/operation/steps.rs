//! The steps of a plan as statements.

use super::body::entry_type;
use super::{Body, BodyBackend, Helper, Statement};
use crate::ir::{EntityId, FieldIndex, ParamIndex, Type};
use crate::plan::service::runs::{entry_of, inlined, is_certain, part_of_entry, run_length};
use crate::plan::service::{PlannedStep, Said};
use crate::plan::{Place, PlaceStep as PathStep, Root, Scope};
use crate::realize::{Action, Case, Collection, Rule};

impl<B: BodyBackend> Body<'_, B> {
    /// Writes all steps.
    pub(super) fn steps(&mut self) {
        self.declare();
        let steps = &self.plan.steps;
        let mut at = 0;
        while let Some(step) = steps.get(at) {
            let run = run_length(self.service, steps.get(at..).unwrap_or_default());
            if run > 1 {
                self.record(steps.get(at..at + run).unwrap_or_default());
                at += run;
            } else {
                self.step(step);
                at += 1;
            }
        }
    }

    /// Outputs that steps give only a part of, or only sometimes, begin as open ones; so do open parts of entries.
    fn declare(&mut self) {
        for (index, output) in self.operation.outputs.iter().enumerate() {
            let index = ParamIndex(index as u32);
            if !begins_whole(&self.plan.steps, index) {
                let (open, name) = (self.open_value(&output.ty.ty), self.output(index));
                self.say(Statement::Begin(name, output.ty.ty.clone(), open));
            }
        }
        for opening in &self.plan.openings {
            let place = &opening.place;
            let open = self.backend.open();
            self.begin_change();
            self.under(&opening.scopes, &mut |this| match this.presence(place) {
                Some(test) => this.inside_if(test, |this| this.assign(place, open.clone())),
                None => this.assign(place, open.clone()),
            });
        }
    }

    /// Whether the entry of a place is there.
    fn presence(&mut self, place: &Place) -> Option<B::Piece> {
        let (id, key) = place.entry()?;
        let key = self.expr(key);
        let (after, name) = (self.after(), self.state_name(id.index()));
        let relation = self.backend.part(after, &name);
        Some(self.backend.is_in(key, relation))
    }

    /// A value of which everything is open.
    fn open_value(&mut self, ty: &Type) -> B::Piece {
        let Type::Entity(id) = ty else { return self.backend.open() };
        let names = self.field_names(*id);
        self.backend.open_record(*id, names)
    }

    fn field_names(&self, id: EntityId) -> Vec<String> {
        let count = self.service.entity(id).fields.len();
        (0..count).map(|at| self.field(&Type::Entity(id), FieldIndex(at as u32)).0).collect()
    }

    fn clauses(&mut self, step: &PlannedStep) {
        for clause in &step.step.clauses {
            if let Some(said) = self.said(*clause) {
                self.say(Statement::Note(format!("ensures {}", said.text)));
            }
        }
    }

    fn step(&mut self, planned: &PlannedStep) {
        self.clauses(planned);
        let Some(Said { title, text, .. }) = planned.partial.and_then(|at| self.said(at)) else {
            return self.act(planned);
        };
        let inside = self.inside(|this| this.act(planned));
        self.say(Statement::Ensuring([title, text], inside));
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
            Action::Insert(place, cases) => self.change(place, cases, B::with_one),
            Action::Remove(place, cases) => self.change(place, cases, B::without_one),
            Action::Create(place, cases) => self.create(place, cases),
            Action::Collect(output, collection) => self.collect(*output, collection),
            Action::Choose(place, _) => {
                if let Some(choice) = &planned.choice {
                    self.choose(place, choice);
                }
            }
        }
    }

    /// The first case that applies is done; one that goes over many is done for all of them.
    fn cases(&mut self, cases: &[Case], work: &mut dyn FnMut(&mut Self, &Case)) {
        self.begin_change_unless_certain(cases);
        let goes_over = |case: &Case| case.scopes.iter().any(|scope| matches!(scope, Scope::Each(_)));
        if cases.len() > 1 && !cases.iter().any(goes_over) {
            return self.first_case(cases, work);
        }
        for case in cases {
            self.under(&case.scopes, &mut |this| work(this, case));
        }
    }

    /// The first case that applies, as one statement.
    fn first_case(&mut self, cases: &[Case], work: &mut dyn FnMut(&mut Self, &Case)) {
        let mut branches = Vec::new();
        let mut otherwise = Vec::new();
        for case in cases {
            let case = inlined(case);
            match self.conditions(&case.scopes) {
                Some(condition) => branches.push((condition, self.inside(|this| work(this, &case)))),
                None if branches.is_empty() => return work(self, &case),
                None => {
                    otherwise = self.inside(|this| work(this, &case));
                    break;
                }
            }
        }
        self.say(Statement::If(branches, otherwise));
    }

    fn begin_change_unless_certain(&mut self, cases: &[Case]) {
        if !cases.iter().all(is_certain) && !self.plan.changes.is_empty() {
            self.begin_change();
        }
    }

    /// What has to hold for what is in some scopes; nothing where it always applies.
    fn conditions(&mut self, scopes: &[Scope]) -> Option<B::Piece> {
        let conditions: Vec<B::Piece> = scopes.iter().filter_map(|scope| self.condition_of(scope)).collect();
        conditions.into_iter().reduce(|one, other| self.backend.both(one, other))
    }

    fn condition_of(&mut self, scope: &Scope) -> Option<B::Piece> {
        match scope {
            Scope::If(condition) => Some(self.condition(condition)),
            Scope::Unless(condition) => {
                let condition = self.condition(condition);
                Some(self.backend.opposite(condition))
            }
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
                self.set(&name.to_string(), value);
                self.under(rest, work);
                self.backend.leave(local);
            }
            Scope::If(condition) => {
                let condition = self.condition(condition);
                self.inside_if(condition, |this| this.under(rest, work));
            }
            Scope::Unless(condition) => {
                let condition = self.condition(condition);
                let condition = self.backend.opposite(condition);
                self.inside_if(condition, |this| this.under(rest, work));
            }
            Scope::Each(binder) => {
                let source = self.lowering.source(binder);
                let source = self.backend.gone_over(&source);
                let name = self.backend.bind(&binder.local);
                let inside = self.inside(|this| this.under(rest, work));
                self.backend.release(&binder.local);
                self.say(Statement::Each(name.to_string(), source, inside));
            }
        }
    }

    /// An element or a key more or less.
    fn change(&mut self, place: &Place, cases: &[Case], changed: fn(&mut B, B::Piece, &Type, B::Piece) -> B::Piece) {
        self.begin_change_unless_certain(cases);
        for case in cases {
            self.under(&case.scopes, &mut |this| {
                let element = this.expr(&case.value);
                let old = this.read(place);
                let new = changed(&mut this.backend, old, &place.ty, element);
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
                let test = this.backend.opposite(test);
                this.inside_if(test, |this| this.assign(place, open));
            });
        }
    }

    fn collect(&mut self, output: ParamIndex, collection: &Collection) {
        let declared = self.operation.outputs.get(output.index());
        let is_seq = declared.is_some_and(|output| matches!(output.ty.ty, Type::Seq(_)));
        let source = self.lowering.candidates(&collection.binder);
        let source = self.backend.gone_over(&source);
        let name = self.backend.bind(&collection.binder.local).to_string();
        let conditions: Vec<B::Piece> = collection.conditions.iter().map(|one| self.condition(one)).collect();
        let element = (!collection.is_selection()).then(|| self.expr(&collection.element));
        self.backend.release(&collection.binder.local);
        let condition = self.all(conditions);
        let condition = self.backend.function(&name, condition);
        let helper = if is_seq { Helper::SelectInOrder } else { Helper::Select };
        let mut found = self.backend.helped(helper, vec![source, condition]);
        if let Some(element) = element {
            let helper = if is_seq { Helper::MadeInOrder } else { Helper::MadeOf };
            let element = self.backend.function(&name, element);
            found = self.backend.helped(helper, vec![found, element]);
        }
        let name = self.output(output);
        self.set(&name, found);
    }

    /// One of the rules that are enabled gives the value.
    fn take_rule(&mut self, place: &Place, cases: &[Case]) {
        let mut arguments = vec![self.backend.named("pick")];
        for case in cases {
            let case = inlined(case);
            let condition = self.conditions(&case.scopes).unwrap_or_else(|| self.backend.truth(true));
            let value = self.expr(&case.value);
            let condition = self.backend.function("", condition);
            arguments.push(self.backend.grouped(vec![value, condition]));
        }
        let value = self.backend.helped(Helper::Enabled, arguments);
        self.assign(place, value);
    }

    /// Several fields of one entry, or a whole new one.
    fn record(&mut self, steps: &[PlannedStep]) {
        let creates = matches!(steps.first().map(|step| &step.step.action), Some(Action::Create(..)));
        let Some(first) = steps.first().and_then(part_of_entry) else { return };
        let mut entry = entry_of(first);
        entry.ty = entry_type(&self.root(entry.root).1);
        let Type::Entity(id) = entry.ty.clone() else { return };
        let old = self.read(&entry);
        let mut fields: Vec<(FieldIndex, (String, B::Piece))> = Vec::new();
        for planned in steps.iter().skip(usize::from(creates)) {
            self.clauses(planned);
            let Action::Assign(place, cases) = &planned.step.action else { continue };
            let Some(PathStep::Field(field)) = place.path.get(1) else { continue };
            let (name, _) = self.field(&entry.ty, *field);
            let before = self.backend.part(old.clone(), &name);
            let value = self.value_of(cases, before);
            fields.push((*field, (name, value)));
        }
        if creates {
            fields.sort_by_key(|(field, _)| field.index());
        }
        let values = fields.into_iter().map(|(_, value)| value).collect();
        let whole = if creates { self.backend.record(id, values) } else { self.backend.replaced(old, values) };
        self.assign(&entry, whole);
    }

    /// The value of the first case that applies, else what was there.
    fn value_of(&mut self, cases: &[Case], old: B::Piece) -> B::Piece {
        let mut parts: Vec<(B::Piece, B::Piece)> = Vec::new();
        let mut otherwise = old;
        for case in cases {
            let case = inlined(case);
            let value = self.expr(&case.value);
            match self.conditions(&case.scopes) {
                Some(condition) => parts.push((condition, value)),
                None => {
                    otherwise = value;
                    break;
                }
            }
        }
        parts.into_iter().rev().fold(otherwise, |no, (condition, yes)| self.backend.chosen(condition, yes, no))
    }
}

/// Whether the first step that touches an output gives all of it, whatever the state.
fn begins_whole(steps: &[PlannedStep], output: ParamIndex) -> bool {
    let root = Root::Output(output);
    let is_whole = |planned: &PlannedStep| match &planned.step.action {
        Action::Assign(place, cases) => place.path.is_empty() && cases.first().is_some_and(is_certain),
        Action::Collect(..) => true,
        Action::Choose(place, _) => place.path.is_empty(),
        Action::Insert(..) | Action::Remove(..) | Action::Create(..) => false,
    };
    let touches = |planned: &&PlannedStep| match &planned.step.action {
        Action::Assign(place, _)
        | Action::Insert(place, _)
        | Action::Remove(place, _)
        | Action::Create(place, _)
        | Action::Choose(place, _) => place.root == root,
        Action::Collect(found, _) => *found == output,
    };
    steps.iter().find(touches).is_some_and(is_whole)
}
