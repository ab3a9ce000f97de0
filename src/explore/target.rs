//! What an exploration is to reach: the targets that follow from a spec, and no more than the spec gives rise to.

use super::beside::{self, Beside, Neighbour};
use super::pattern::{Probe, Texts};
use super::site::{Aim, Letters, Origin, Position, Side, Site, cases, enum_value, sites};
use crate::convention::{Api, InputPlace};
use crate::interp::{Clause, WayStep};
use crate::ir::{self, EntityId, Expr, Names, OperationId, ParamIndex, Property, ResolvedRule, Service, Type, TypeRef};
use crate::realize::Body;
use crate::source::Span;

/// How deep the types of inputs are looked into.
const MAX_TYPE_DEPTH: usize = 5;

/// A situation to reach.
#[derive(Debug, Clone, PartialEq)]
pub struct Target {
    /// The operation whose call it is about; without one it is about a state.
    pub operation: Option<OperationId>,
    /// What it is about.
    pub root: Root,
    /// What is wanted of it.
    pub goal: Goal,
    /// Where it stands.
    pub span: Span,
    /// The text of the condition.
    pub text: String,
    /// Where it is about one of several values that something can be: which.
    pub case: Option<String>,
    /// A name that no other target of the spec has.
    pub name: String,
    /// The ways from the whole condition to its part; a part inside a function may have several.
    pub(crate) ways: Vec<Vec<WayStep>>,
    /// Where a pattern is probed: texts that do.
    pub(crate) texts: Vec<String>,
}

/// What a target is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Root {
    /// The operation as a whole
    Operation,
    /// A `requires`, by position
    Requires(usize),
    /// An `ensures`, by position
    Ensures(usize),
    /// The guard of a rule, by the positions of its transition and of itself
    Guard(usize, usize),
    /// A rule of a transition
    Rule(usize, usize),
    /// A value from which no rule leads on, by the position of its transition
    Source(usize, u32),
    /// A refinement that binds a part of an input
    Input(ParamIndex, Vec<TypeStep>, Clause),
    /// An invariant of the service
    Invariant(usize),
    /// A temporal property
    Temporal(usize),
    /// An invariant of an entity
    EntityInvariant(EntityId, usize),
    /// What a state has to hold where the operation writes
    Beside(Beside),
}

/// A step from a type to a part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeStep {
    /// The value of an option, or an element of a set or sequence
    Inner,
    /// A key of a map
    Key,
    /// A value of a map
    Value,
    /// A field of an entity
    Field(usize),
}

/// What is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// It holds, with everything else that a call needs
    Holds,
    /// It fails, and nothing else does
    Fails,
    /// A part of it is as it should be
    Part(Aim),
}

impl Target {
    /// What kind of target it is, in a word.
    pub fn kind(&self) -> &'static str {
        match (&self.root, self.goal) {
            (Root::Operation, _) => "accepts",
            (Root::Rule(..), _) => "rule",
            (Root::Source(..), _) => "source",
            (Root::Beside(_), _) => "bystander",
            (Root::Temporal(_), Goal::Holds) => "eventually",
            (Root::Invariant(_) | Root::EntityInvariant(..) | Root::Temporal(_), _) => "antecedent",
            (_, Goal::Holds) => "holds",
            (_, Goal::Fails) => "fails",
            (_, Goal::Part(Aim::Boundary(..) | Aim::Pattern(_))) => "boundary",
            (_, Goal::Part(Aim::Truth(_) | Aim::Elements(_) | Aim::Case(_) | Aim::Other(_))) => "branch",
        }
    }

    /// The clause it belongs to.
    pub fn clause(&self) -> Option<Clause> {
        let operation = self.operation;
        match &self.root {
            Root::Requires(at) => operation.map(|id| Clause::Requires(id, *at)),
            Root::Ensures(at) => operation.map(|id| Clause::Ensures(id, *at)),
            Root::Guard(at, _) | Root::Rule(at, _) | Root::Source(at, _) => Some(Clause::Transition(*at)),
            Root::Input(_, _, clause) => Some(*clause),
            Root::Invariant(at) => Some(Clause::Invariant(*at)),
            Root::EntityInvariant(id, at) => Some(Clause::EntityInvariant(*id, *at)),
            Root::Operation | Root::Temporal(_) | Root::Beside(_) => None,
        }
    }

    /// Whether it is about what stands beside a call: it is not searched for, but put there.
    pub(crate) fn is_beside(&self) -> bool {
        matches!(self.root, Root::Beside(_))
    }
}

/// The condition that a target is about, where it is one.
pub(crate) fn root_expr<'s>(service: &'s Service, operation: Option<OperationId>, root: &Root) -> Option<&'s Expr> {
    match root {
        Root::Requires(at) => Some(&service.operation(operation?).requires[*at].expr),
        Root::Ensures(at) => Some(&service.operation(operation?).ensures[*at].expr),
        Root::Guard(transition, rule) => rule_of(service, *transition, *rule)?.guard.as_ref(),
        Root::Input(_, _, clause) => refinement(service, *clause),
        Root::Invariant(at) => Some(&service.invariants[*at].expr),
        Root::EntityInvariant(id, at) => Some(&service.entity(*id).invariants[*at].expr),
        Root::Temporal(at) => match &service.temporals[*at].property {
            Property::Eventually(expr) | Property::Always(expr) => Some(expr),
            Property::Fairness(_) => None,
        },
        Root::Operation | Root::Rule(..) | Root::Source(..) | Root::Beside(_) => None,
    }
}

/// A rule whose names all stand for something.
pub(crate) fn rule_of(service: &Service, transition: usize, rule: usize) -> Option<&ResolvedRule> {
    service.transitions[transition].rules[rule].resolved.as_ref().ok()
}

fn refinement(service: &Service, clause: Clause) -> Option<&Expr> {
    match clause {
        Clause::Alias(id) => service.aliases[id.index()].refinement.as_ref(),
        Clause::Field(id, at) => service.entity(id).fields[at].refinement.as_ref(),
        Clause::EntityInvariant(id, at) => Some(&service.entity(id).invariants[at].expr),
        Clause::Requires(..)
        | Clause::Ensures(..)
        | Clause::Invariant(_)
        | Clause::Always(_)
        | Clause::State(_)
        | Clause::Transition(_)
        | Clause::Output(..)
        | Clause::Initial(_)
        | Clause::Frame(..) => None,
    }
}

/// The targets of a service.
pub(crate) fn targets(service: &Service, api: &Api, bodies: &[Body], texts: &Texts<'_>) -> Vec<Target> {
    let mut list = List { service, api, texts, found: Vec::new() };
    for index in 0..service.operations.len() {
        list.of_operation(OperationId(index as u32));
        list.of_writes(bodies, &bodies[index]);
    }
    list.of_state();
    list.name_apart();
    list.found
}

/// That what should always hold fails: no state is like that, but one that comes near may be a call away.
pub(crate) fn failures(service: &Service) -> Vec<Target> {
    let mut roots: Vec<Root> = (0..service.invariants.len()).map(Root::Invariant).collect();
    for (index, entity) in service.entities.iter().enumerate() {
        roots.extend((0..entity.invariants.len()).map(|at| Root::EntityInvariant(EntityId(index as u32), at)));
    }
    let always = |at: &usize| matches!(service.temporals[*at].property, Property::Always(_));
    roots.extend((0..service.temporals.len()).filter(always).map(Root::Temporal));
    let failing = |root| Target {
        operation: None,
        root,
        goal: Goal::Fails,
        span: Span::default(),
        text: String::new(),
        case: None,
        name: String::new(),
        ways: Vec::new(),
        texts: Vec::new(),
    };
    roots.into_iter().map(failing).collect()
}

struct List<'s> {
    service: &'s Service,
    api: &'s Api,
    texts: &'s Texts<'s>,
    found: Vec<Target>,
}

impl<'s> List<'s> {
    fn of_operation(&mut self, id: OperationId) {
        let operation = self.service.operation(id);
        self.add(Some(id), Root::Operation, Goal::Holds, operation.span, String::new());
        for at in 0..operation.inputs.len() {
            let param = ParamIndex(at as u32);
            self.of_input(id, param, &operation.inputs[at].ty, &mut Vec::new(), 0);
        }
        for (at, clause) in operation.requires.iter().enumerate() {
            let text = self.text(&clause.expr, Some(id), &Root::Requires(at));
            self.add(Some(id), Root::Requires(at), Goal::Fails, clause.span, text);
            self.parts(Some(id), &Root::Requires(at), Position::Decides);
        }
        self.of_transitions(id);
        for at in 0..operation.ensures.len() {
            self.parts(Some(id), &Root::Ensures(at), Position::Promised(true));
        }
    }

    /// What has to be beside the writes of an operation.
    fn of_writes(&mut self, bodies: &[Body], body: &Body) {
        let id = body.operation;
        let span = self.service.operation(id).span;
        for wish in beside::wanted(self.service, bodies, body) {
            let text = self.written(wish);
            self.add(Some(id), Root::Beside(wish), Goal::Holds, span, text);
            if let (Neighbour::With(value), Some(added)) = (wish.what, self.found.last_mut()) {
                added.case = value_name(self.service, wish, value);
            }
        }
    }

    /// The place that is written, as it is called in the spec.
    fn written(&self, wish: Beside) -> String {
        let state = &self.service.state_field(wish.state).name;
        let field = wish.field.and_then(|field| beside::field_name(self.service, wish.state, field));
        field.map_or_else(|| state.to_string(), |field| format!("{state}.{field}"))
    }

    fn of_transitions(&mut self, id: OperationId) {
        for (at, transition) in self.service.transitions.iter().enumerate() {
            let own = |rule: &usize| rule_of(self.service, at, *rule).is_some_and(|rule| rule.via == id);
            let rules: Vec<usize> = (0..transition.rules.len()).filter(own).collect();
            for rule in &rules {
                self.of_rule(id, at, *rule);
            }
            if !rules.is_empty() {
                self.of_sources(id, at, &rules);
            }
        }
    }

    fn of_rule(&mut self, id: OperationId, at: usize, rule: usize) {
        let written = &self.service.transitions[at].rules[rule];
        let text = format!("{} -> {}", written.from, written.to);
        self.add(Some(id), Root::Rule(at, rule), Goal::Holds, written.span, text);
        let root = Root::Guard(at, rule);
        if let Some(guard) = root_expr(self.service, Some(id), &root) {
            let text = self.text(guard, Some(id), &root);
            self.add(Some(id), root.clone(), Goal::Fails, guard.span, text);
            self.parts(Some(id), &root, Position::Decides);
        }
    }

    /// The values of the field from which this operation leads nowhere.
    fn of_sources(&mut self, id: OperationId, at: usize, rules: &[usize]) {
        let transition = &self.service.transitions[at];
        let field = &self.service.entity(transition.entity).fields[transition.field.index()];
        let Type::Enum(enumeration) = field.ty.ty else { return };
        let from: Vec<u32> =
            rules.iter().filter_map(|rule| rule_of(self.service, at, *rule)).map(|rule| rule.from).collect();
        for (value, declared) in self.service.enumeration(enumeration).values.iter().enumerate() {
            let value = value as u32;
            if !from.contains(&value) {
                let text = declared.name.to_string();
                self.add(Some(id), Root::Source(at, value), Goal::Holds, transition.span, text);
            }
        }
    }

    /// Every refinement that a value of an input's type has to satisfy.
    fn of_input(&mut self, id: OperationId, param: ParamIndex, ty: &'s TypeRef, way: &mut Vec<TypeStep>, depth: usize) {
        if let Some(alias) = ty.alias {
            self.refined(id, param, way, Clause::Alias(alias), Some(ty));
            return self.of_input(id, param, &self.service.aliases[alias.index()].base, way, depth);
        }
        if depth > MAX_TYPE_DEPTH {
            return;
        }
        let steps: &[TypeStep] = match &ty.ty {
            Type::Map(..) | Type::Multi(..) => &[TypeStep::Key, TypeStep::Value],
            Type::Option(_) | Type::Set(_) | Type::Seq(_) => &[TypeStep::Inner],
            Type::Entity(entity) => return self.of_entity(id, param, *entity, way, depth),
            Type::Bool
            | Type::Int
            | Type::Float
            | Type::String
            | Type::DateTime
            | Type::Duration
            | Type::Uuid
            | Type::Enum(_)
            | Type::Unknown => &[],
        };
        for (inner, step) in ty.args.iter().zip(steps) {
            way.push(*step);
            self.of_input(id, param, inner, way, depth + 1);
            way.pop();
        }
    }

    fn of_entity(
        &mut self,
        id: OperationId,
        param: ParamIndex,
        entity: EntityId,
        way: &mut Vec<TypeStep>,
        depth: usize,
    ) {
        for (at, field) in self.service.entity(entity).fields.iter().enumerate() {
            way.push(TypeStep::Field(at));
            if field.refinement.is_some() {
                self.refined(id, param, way, Clause::Field(entity, at), Some(&field.ty));
            }
            self.of_input(id, param, &field.ty, way, depth + 1);
            way.pop();
        }
        for at in 0..self.service.entity(entity).invariants.len() {
            self.refined(id, param, way, Clause::EntityInvariant(entity, at), None);
        }
    }

    fn refined(
        &mut self,
        id: OperationId,
        param: ParamIndex,
        way: &[TypeStep],
        clause: Clause,
        measured: Option<&TypeRef>,
    ) {
        let root = Root::Input(param, way.to_vec(), clause);
        let Some(expr) = root_expr(self.service, Some(id), &root) else { return };
        let text = self.text(expr, Some(id), &root);
        let name = &self.service.operation(id).inputs[param.index()].name;
        self.add(Some(id), root.clone(), Goal::Fails, expr.span, format!("{name}: {text}"));
        let astral = measured.is_some_and(|ty| self.texts.admits_astral(ty));
        for site in sites(self.service, expr, Position::Decides) {
            self.add_site(Some(id), &root, site, astral);
        }
    }

    fn parts(&mut self, id: Option<OperationId>, root: &Root, position: Position) {
        let Some(expr) = root_expr(self.service, id, root) else { return };
        for site in sites(self.service, expr, position) {
            let astral = self.measures_astral(id, site.expr);
            self.add_site(id, root, site, astral);
        }
    }

    /// Whether a comparison measures an input that can hold characters outside the Basic Multilingual Plane.
    fn measures_astral(&self, id: Option<OperationId>, expr: &Expr) -> bool {
        let Some(id) = id else { return false };
        let inputs = &self.service.operation(id).inputs;
        let texts = measured_texts(expr);
        texts.iter().any(
            |text| matches!(text.kind, ir::ExprKind::Input(at) if self.texts.admits_astral(&inputs[at.index()].ty)),
        )
    }

    fn add_site(&mut self, id: Option<OperationId>, root: &Root, site: Site<'s>, astral: bool) {
        let letters: &[Letters] = match site.aim {
            Aim::Boundary(..) if astral && !measured_texts(site.expr).is_empty() => &[Letters::Ascii, Letters::Astral],
            Aim::Boundary(..) | Aim::Truth(_) | Aim::Elements(_) | Aim::Case(_) | Aim::Other(_) => &[Letters::Any],
            Aim::Pattern(_) => return self.add_probes(id, root, &site),
        };
        if self.is_unsendable(id, root, &site) {
            return;
        }
        for letters in letters {
            let aim = match site.aim {
                Aim::Boundary(side, _) if *letters == Letters::Astral && is_empty_text(side, site.expr) => continue,
                Aim::Boundary(side, _) => Aim::Boundary(side, *letters),
                Aim::Truth(_) | Aim::Elements(_) | Aim::Pattern(_) | Aim::Case(_) | Aim::Other(_) => site.aim,
            };
            self.add_part(id, root, &site, aim, Vec::new());
        }
    }

    /// What a pattern is probed with: as far as it can be sent, and in a `requires` only what has the type of the input.
    fn add_probes(&mut self, id: Option<OperationId>, root: &Root, site: &Site<'s>) {
        let (Some(id), Some((pattern, text))) = (id, site.matched) else { return };
        let inputs = &self.service.operation(id).inputs;
        let (param, way, declared) = match (root, &text.kind) {
            (Root::Input(param, way, _), ir::ExprKind::OwnValue) => (*param, &way[..], None),
            (Root::Requires(_), ir::ExprKind::Input(param)) => (*param, &[][..], Some(&inputs[param.index()].ty)),
            (_, _) => return,
        };
        let in_path = way.is_empty() && self.api.route(id).inputs.get(param.index()) == Some(&InputPlace::Path);
        for (probe, mut texts) in self.texts.probes(pattern) {
            texts.retain(|text| !(in_path && text.is_empty()) && declared.is_none_or(|ty| self.texts.fits(ty, text)));
            if !texts.is_empty() {
                self.add_part(Some(id), root, site, Aim::Pattern(probe), texts);
            }
        }
    }

    /// Whether a place asks for an empty text in a path, which nobody can send.
    fn is_unsendable(&self, id: Option<OperationId>, root: &Root, site: &Site<'_>) -> bool {
        let (Some(id), Root::Input(param, way, _)) = (id, root) else { return false };
        let in_path = self.api.route(id).inputs.get(param.index()) == Some(&InputPlace::Path);
        let empty = match site.aim {
            Aim::Boundary(side, _) => is_empty_text(side, site.expr),
            Aim::Truth(false) => only_fails_empty(site.expr),
            Aim::Truth(true) | Aim::Elements(_) | Aim::Pattern(_) | Aim::Case(_) | Aim::Other(_) => false,
        };
        in_path && way.is_empty() && empty && !measured_texts(site.expr).is_empty()
    }

    /// A part inside a function that is called in several places of an operation is one target.
    fn add_part(&mut self, id: Option<OperationId>, root: &Root, site: &Site<'s>, aim: Aim, texts: Vec<String>) {
        let goal = Goal::Part(aim);
        let known = self.found.iter_mut().find(|target| {
            target.operation == id && target.span == site.span() && target.goal == goal && target.root == *root
        });
        if let Some(known) = known {
            known.ways.push(site.way.clone());
            return;
        }
        let text = self.site_text(id, root, site);
        let case = self.case_of(id, root, site);
        self.add(id, root.clone(), goal, site.span(), text);
        if let Some(added) = self.found.last_mut() {
            added.case = case;
            added.ways = vec![site.way.clone()];
            added.texts = texts;
        }
    }

    fn of_state(&mut self) {
        for at in 0..self.service.invariants.len() {
            self.antecedents(&Root::Invariant(at));
        }
        for (index, entity) in self.service.entities.iter().enumerate() {
            (0..entity.invariants.len())
                .for_each(|at| self.antecedents(&Root::EntityInvariant(EntityId(index as u32), at)));
        }
        for (at, temporal) in self.service.temporals.iter().enumerate() {
            match &temporal.property {
                Property::Always(_) => self.antecedents(&Root::Temporal(at)),
                Property::Eventually(expr) => {
                    let text = self.text(expr, None, &Root::Temporal(at));
                    self.add(None, Root::Temporal(at), Goal::Holds, temporal.span, text);
                }
                Property::Fairness(_) => {}
            }
        }
    }

    fn antecedents(&mut self, root: &Root) {
        let Some(expr) = root_expr(self.service, None, root) else { return };
        let wanted = |site: &Site<'_>| {
            site.origin == Origin::Antecedent && site.aim == Aim::Truth(true) && site.function.is_none()
        };
        for site in sites(self.service, expr, Position::Promised(true)).into_iter().filter(wanted) {
            self.add_site(None, root, site, false);
        }
    }

    fn text(&self, expr: &Expr, id: Option<OperationId>, root: &Root) -> String {
        ir::print(expr, self.service, self.names(id, root))
    }

    fn site_text(&self, id: Option<OperationId>, root: &Root, site: &Site<'_>) -> String {
        let text = ir::print(site.expr, self.service, self.names_at(id, root, site));
        match root {
            Root::Input(param, ..) => {
                let name = id.map(|id| &self.service.operation(id).inputs[param.index()].name);
                format!("{}: {text}", name.map_or("", |name| name.as_str()))
            }
            Root::Operation
            | Root::Requires(_)
            | Root::Ensures(_)
            | Root::Guard(..)
            | Root::Rule(..)
            | Root::Source(..)
            | Root::Invariant(_)
            | Root::Temporal(_)
            | Root::EntityInvariant(..)
            | Root::Beside(_) => text,
        }
    }

    /// What the value is that a place is about, where it is about one of several.
    fn case_of(&self, id: Option<OperationId>, root: &Root, site: &Site<'_>) -> Option<String> {
        let ir::ExprKind::Binary(_, left, right) = &site.expr.kind else { return None };
        match site.aim {
            Aim::Case(at) => {
                Some(ir::print(cases(right).get(at as usize)?, self.service, self.names_at(id, root, site)))
            }
            Aim::Other(value) => {
                let compared = if enum_value(left).is_some() { right } else { left };
                let inner = if let Type::Option(inner) = &compared.ty { inner } else { &compared.ty };
                let Type::Enum(id) = inner else { return None };
                Some(self.service.enumeration(*id).values.get(value as usize)?.name.to_string())
            }
            Aim::Truth(_) | Aim::Boundary(..) | Aim::Elements(_) | Aim::Pattern(_) => None,
        }
    }

    fn names_at(&self, id: Option<OperationId>, root: &Root, site: &Site<'_>) -> Names<'s> {
        match site.function {
            Some(function) => Names { params: &self.service.function(function).params, ..Names::default() },
            None => self.names(id, root),
        }
    }

    fn names(&self, id: Option<OperationId>, root: &Root) -> Names<'s> {
        let operation = id.map(|id| self.service.operation(id));
        let entity = match root {
            Root::Guard(at, _) => Some(self.service.transitions[*at].entity),
            Root::EntityInvariant(id, _) => Some(*id),
            Root::Input(_, _, Clause::EntityInvariant(id, _) | Clause::Field(id, _)) => Some(*id),
            Root::Input(..)
            | Root::Operation
            | Root::Requires(_)
            | Root::Ensures(_)
            | Root::Rule(..)
            | Root::Source(..)
            | Root::Invariant(_)
            | Root::Temporal(_)
            | Root::Beside(_) => None,
        };
        Names { operation, entity: entity.map(|id| self.service.entity(id)), ..Names::default() }
    }

    fn add(&mut self, operation: Option<OperationId>, root: Root, goal: Goal, span: Span, text: String) {
        let target = Target {
            operation,
            root,
            goal,
            span,
            text,
            case: None,
            name: String::new(),
            ways: Vec::new(),
            texts: Vec::new(),
        };
        self.found.push(target);
    }

    /// Gives every target a name, with a number where two would be the same.
    fn name_apart(&mut self) {
        let mut seen: std::collections::BTreeMap<String, usize> = std::collections::BTreeMap::new();
        for target in &mut self.found {
            let name = name(self.service, target);
            let count = seen.entry(name.clone()).or_default();
            *count += 1;
            target.name = if *count == 1 { name } else { format!("{name} #{count}") };
        }
    }
}

fn name(service: &Service, target: &Target) -> String {
    let operation = target.operation.map(|id| service.operation(id).name.as_str());
    let about = about(service, target);
    let mut words: Vec<&str> = operation.into_iter().collect();
    words.push(&about);
    let case = target.case.as_ref().filter(|_| !target.is_beside());
    let wanted = case.map_or_else(|| wanted(target.goal), |case| format!("as {case}"));
    if !wanted.is_empty() {
        words.push(&wanted);
    }
    words.join(" ")
}

fn about(service: &Service, target: &Target) -> String {
    let part = matches!(target.goal, Goal::Part(_)).then(|| format!(" `{}`", target.text)).unwrap_or_default();
    match &target.root {
        Root::Operation => "accepts".to_string(),
        Root::Requires(at) => format!("requires {}{part}", at + 1),
        Root::Ensures(at) => format!("ensures {}{part}", at + 1),
        Root::Guard(at, rule) => {
            let written = &service.transitions[*at].rules[*rule];
            format!("guard {} -> {}{part}", written.from, written.to)
        }
        Root::Rule(..) => format!("rule {}", target.text),
        Root::Source(..) => format!("source {}", target.text),
        Root::Input(_, way, _) => {
            let place = if way.is_empty() { "" } else { " inside" };
            format!("input `{}`{place}", target.text)
        }
        Root::Invariant(at) => {
            let name = service.invariants[*at].name.as_deref().map_or(format!("#{}", at + 1), String::from);
            format!("invariant {name}{part}")
        }
        Root::EntityInvariant(id, at) => {
            let entity = service.entity(*id);
            let name = entity.invariants[*at].name.as_deref().map_or(format!("#{}", at + 1), String::from);
            format!("invariant {}.{name}{part}", entity.name)
        }
        Root::Beside(wish) => beside_name(target, *wish),
        Root::Temporal(at) => {
            let temporal = &service.temporals[*at];
            let word = if matches!(temporal.property, Property::Always(_)) { "always" } else { "eventually" };
            format!("{word} {}{part}", temporal.name)
        }
    }
}

fn beside_name(target: &Target, wish: Beside) -> String {
    let place = &target.text;
    match wish.what {
        Neighbour::Changeable => format!("beside another `{place}`"),
        Neighbour::With(_) => format!("beside `{place}` as {}", target.case.as_deref().unwrap_or_default()),
        Neighbour::Filled => format!("beside `{place}` filled"),
        Neighbour::Kept => format!("keeps `{place}` filled"),
        Neighbour::Outside => format!("beside what is not in `{place}`"),
        Neighbour::Inside => format!("beside what stays in `{place}`"),
    }
}

/// The name of a value of the enum at a place that is written.
fn value_name(service: &Service, wish: Beside, value: u32) -> Option<String> {
    let Type::Enum(id) = beside::field(service, wish.state, wish.field?)?.ty.ty else { return None };
    Some(service.enumeration(id).values.get(value as usize)?.name.to_string())
}

fn wanted(goal: Goal) -> String {
    match goal {
        Goal::Holds | Goal::Part(Aim::Case(_) | Aim::Other(_)) => String::new(),
        Goal::Fails => "fails".to_string(),
        Goal::Part(Aim::Truth(truth)) => truth.to_string(),
        Goal::Part(Aim::Elements(any)) => if any { "with elements" } else { "without elements" }.to_string(),
        Goal::Part(Aim::Boundary(side, letters)) => match letters {
            Letters::Any => side.name().to_string(),
            Letters::Ascii => format!("{} in ASCII", side.name()),
            Letters::Astral => format!("{} beyond the BMP", side.name()),
        },
        Goal::Part(Aim::Pattern(probe @ (Probe::Less(at) | Probe::More(at)))) if at > 0 => {
            format!("{} in repetition {}", probe.name(), at + 1)
        }
        Goal::Part(Aim::Pattern(probe)) => probe.name().to_string(),
    }
}

/// The texts whose length a comparison looks at.
pub(crate) fn measured_texts(expr: &Expr) -> Vec<&Expr> {
    let mut found = Vec::new();
    ir::walk(expr, &mut |part| {
        if let ir::ExprKind::Builtin(ir::Builtin::Len, args) = &part.kind
            && let [text] = &**args
            && text.ty == Type::String
        {
            found.push(text);
        }
    });
    found
}

/// Whether a side of a comparison is about an empty text, which has no characters to choose.
fn is_empty_text(side: Side, expr: &Expr) -> bool {
    let ir::ExprKind::Binary(_, left, right) = &expr.kind else { return false };
    let (bound, less, more) = if let ir::ExprKind::Int(bound) = right.kind {
        (bound, Side::Below, Side::Above)
    } else if let ir::ExprKind::Int(bound) = left.kind {
        (bound, Side::Above, Side::Below)
    } else {
        return false;
    };
    let length = match side {
        Side::At => bound,
        side if side == less => bound.saturating_sub(1),
        side if side == more => bound.saturating_add(1),
        Side::Below | Side::Above => bound,
    };
    length <= 0
}

/// Whether a condition is that a text is not empty.
fn only_fails_empty(expr: &Expr) -> bool {
    let ir::ExprKind::Binary(operator, _, right) = &expr.kind else { return false };
    matches!(
        (operator, &right.kind),
        (ir::BinaryOp::Ge, ir::ExprKind::Int(1)) | (ir::BinaryOp::Gt | ir::BinaryOp::Ne, ir::ExprKind::Int(0))
    )
}
