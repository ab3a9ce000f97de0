//! Sizes and sums. A sum over a collection is a number of its own; what is known of it is said by comparing it, point by
//! point, with other sums: equal but for some points, nowhere larger, nowhere negative. A size is a sum of ones.

use std::collections::HashSet;
use std::rc::Rc;

use z3::ast::{Ast, Bool, Dynamic, Int, Real, forall_const};
use z3::{DeclKind, FuncDecl, Pattern, Sort};

use super::Limit;
use super::encode::{Encoded, Encoder, Env, Mode, for_all, integer, is_pattern, mentions};
use super::truth::{and, implies, not, or};
use super::value::{Alt, Members, Out, Val};
use crate::ir::{Binder, Expr, Range, Type};

/// How many elements a collection has at most, where numbers are watched: no machine holds more.
pub(super) const MAX_SIZE: i64 = 1 << 48;
/// How an outcome says that.
pub(super) const SIZE_NOTE: &str = "it assumes that no collection or text has more than 2^48 elements";
/// What an element of a sum adds at most for the sum to stay in its range, however many elements there are.
const MAX_TERM: i64 = 1 << 14;
/// What they add together.
const MAX_SUM: i64 = MAX_SIZE * MAX_TERM;

/// A sum over a collection of unknown size.
pub(super) struct Total {
    /// Names for what it reads of the variables around it.
    args: Vec<Dynamic>,
    /// The sum, as a function of them.
    symbol: FuncDecl,
    /// What each key adds, as a function of the key and them; nothing outside of the collection.
    term: FuncDecl,
    key: Sort,
    /// A variable, which of its values are keys, and what each adds.
    made: (Dynamic, Bool, Dynamic),
    /// A variable, and the term that shows that it is a key.
    shown: Option<(Dynamic, Dynamic)>,
    /// Whether it counts: every term is zero or one.
    counts: bool,
    real: bool,
}

impl Total {
    fn apply(&self, args: &[Dynamic]) -> Number {
        let args: Vec<&dyn Ast> = args.iter().map(|arg| arg as &dyn Ast).collect();
        Number::of(&self.symbol.apply(&args))
    }

    fn at(&self, key: &Dynamic, args: &[Dynamic]) -> Number {
        let mut all: Vec<&dyn Ast> = vec![key];
        all.extend(args.iter().map(|arg| arg as &dyn Ast));
        Number::of(&self.term.apply(&all))
    }
}

/// What a sum reads of the variables around it: of a record whose fields it takes, these fields, so that it is the same in
/// records that differ in others.
struct Given {
    /// Names for what is read.
    names: Vec<Dynamic>,
    /// What they stand for.
    values: Vec<Dynamic>,
    /// Which keys there are, in these names.
    guard: Bool,
    /// What each key adds, in these names.
    term: Dynamic,
}

impl Given {
    fn of(scope: &[Dynamic], guard: &Bool, term: &Dynamic) -> Given {
        let mut given = Given { names: Vec::new(), values: Vec::new(), guard: guard.clone(), term: term.clone() };
        scope.iter().for_each(|var| given.add(var));
        given
    }

    fn add(&mut self, var: &Dynamic) {
        let mut fields = Vec::new();
        let mut seen = HashSet::new();
        [Dynamic::from_ast(&self.guard), self.term.clone()]
            .iter()
            .for_each(|part| fields_of(var, part, &mut seen, &mut fields));
        let names: Vec<Dynamic> = fields.iter().map(|field| Dynamic::fresh_const("part", &field.get_sort())).collect();
        let pairs: Vec<(&Dynamic, &Dynamic)> = fields.iter().zip(&names).collect();
        let (guard, term) = (self.guard.substitute(&pairs), self.term.substitute(&pairs));
        if mentions(&guard.clone().into(), var) || mentions(&term, var) {
            self.names.push(var.clone());
            self.values.push(var.clone());
        } else {
            (self.guard, self.term) = (guard, term);
            self.names.extend(names);
            self.values.extend(fields);
        }
    }
}

/// The fields of a record that a term takes.
fn fields_of(record: &Dynamic, term: &Dynamic, seen: &mut HashSet<Dynamic>, found: &mut Vec<Dynamic>) {
    if !term.is_app() || !seen.insert(term.clone()) {
        return;
    }
    let children = term.children();
    let is_field = term.safe_decl().is_ok_and(|decl| decl.kind() == DeclKind::DtAccessor);
    if is_field && children.first().is_some_and(|child| child.ast_eq(record)) {
        found.push(term.clone());
    }
    children.iter().for_each(|child| fields_of(record, child, seen, found));
}

/// An integer or a real.
#[derive(Clone)]
enum Number {
    Int(Int),
    Real(Real),
}

impl Number {
    fn of(term: &Dynamic) -> Number {
        match (term.as_int(), term.as_real()) {
            (Some(number), _) => Number::Int(number),
            (None, Some(number)) => Number::Real(number),
            (None, None) => Number::Int(Int::from_i64(0)),
        }
    }

    fn zero(real: bool) -> Number {
        if real { Number::Real(Real::from_rational(0, 1)) } else { Number::Int(Int::from_i64(0)) }
    }

    fn term(&self) -> Dynamic {
        match self {
            Number::Int(number) => number.clone().into(),
            Number::Real(number) => number.clone().into(),
        }
    }

    fn plus(&self, other: &Number) -> Number {
        match (self, other) {
            (Number::Int(a), Number::Int(b)) => Number::Int(Int::add(&[a, b])),
            (Number::Real(a), Number::Real(b)) => Number::Real(Real::add(&[a, b])),
            (Number::Int(_), Number::Real(_)) | (Number::Real(_), Number::Int(_)) => self.clone(),
        }
    }

    fn minus(&self, other: &Number) -> Number {
        match (self, other) {
            (Number::Int(a), Number::Int(b)) => Number::Int(Int::sub(&[a, b])),
            (Number::Real(a), Number::Real(b)) => Number::Real(Real::sub(&[a, b])),
            (Number::Int(_), Number::Real(_)) | (Number::Real(_), Number::Int(_)) => self.clone(),
        }
    }

    fn same(&self, other: &Number) -> Bool {
        self.term().eq(other.term())
    }

    fn at_most(&self, other: &Number) -> Bool {
        match (self, other) {
            (Number::Int(a), Number::Int(b)) => a.le(b),
            (Number::Real(a), Number::Real(b)) => a.le(b),
            (Number::Int(_), Number::Real(_)) | (Number::Real(_), Number::Int(_)) => Bool::from_bool(true),
        }
    }
}

impl Encoder<'_> {
    /// The number of elements of a set.
    pub(super) fn cardinality(&self, members: &Members) -> Encoded<Int> {
        let one = |_: &Dynamic| Ok(Number::Int(Int::from_i64(1)));
        let count = match self.added_up(members, &one, false)? {
            Some(total) => total,
            None => self.counted(members)?,
        };
        integer(&count.term())
    }

    /// The size of a set of values is no more than that of the keys, and as much where no two keys share a value.
    fn counted(&self, members: &Members) -> Encoded<Number> {
        let (var, guard) = (members.var.clone(), members.test.clone());
        let one = Number::Int(Int::from_i64(1));
        let size = self.made_total(&var, &guard, &one, true)?;
        if let ([alt], false) = (&*members.alts, members.distinct)
            && let [key] = &*alt.vars
        {
            let keys = self.made_total(key, &alt.guard, &one, true)?;
            let (a, b) = (self.skolem("a", &key.get_sort()), self.skolem("b", &key.get_sort()));
            let at = |value: &Dynamic| {
                let pair = [(key, value)];
                (alt.guard.substitute(&pair), alt.element.substitute(&pair))
            };
            let ((guard_a, value_a), (guard_b, value_b)) = (at(&a), at(&b));
            let shared = and(&[guard_a, guard_b, not(&a.eq(&b)), value_a.eq(&value_b)]);
            self.know(size.at_most(&keys), Some(&size.term()));
            self.know(or(&[shared, size.same(&keys)]), Some(&size.term()));
        }
        Ok(size)
    }

    /// `sum(s, x => e)`.
    pub(super) fn sum(&self, env: &Env, binder: &Binder, body: &Expr, ty: &Type) -> Encoded<Out> {
        if let Some(line) = self.line_of(env, binder)? {
            return self.sum_of_line(env, binder, body, ty, line);
        }
        let (source, defined) = self.source(env, binder)?;
        if self.mode != Mode::Proof {
            return self.sum_of_listed(env, binder, body, ty, (&source, defined));
        }
        let var = Dynamic::fresh_const("s", &self.sorts.of(&source.element)?);
        let element = self.unpacked(&source.element, &var)?;
        let (vars, inside) = (std::slice::from_ref(&var), source.contains(&var));
        let out = self.bound(vars, &inside, || self.value(&env.with(&binder.local, element), body))?;
        let term = Number::of(&self.scalar(&out.val)?);
        let real = *ty == Type::Float;
        let at = |value: &Dynamic| Ok(Number::of(&term.term().substitute(&[(&var, value)])));
        let mut all = vec![defined];
        for alt in source.fresh() {
            let here = out.defined.substitute(&[(&var, &alt.element)]);
            all.push(for_all(&alt.vars, alt.trigger.as_ref(), &implies(&alt.guard, &here)));
        }
        let total = match self.added_up(&source, &at, real)? {
            Some(total) => total,
            None => self.made_total(&var, &source.contains(&var), &term, false)?,
        };
        // So that no part of the sum is more than the whole.
        self.bound(vars, &inside, || self.watch(&Number::zero(real).at_most(&term)));
        self.keep_in_range(ty, &total.term());
        Ok(Out { val: Val::Term(total.term()), defined: and(&all) })
    }

    /// A sum over a small collection, element by element.
    fn sum_of_listed(
        &self,
        env: &Env,
        binder: &Binder,
        body: &Expr,
        ty: &Type,
        (source, defined): (&Members, Bool),
    ) -> Encoded<Out> {
        let at = |value: &Dynamic| {
            let element = self.unpacked(&source.element, value)?;
            self.value(&env.with(&binder.local, element), body)
        };
        let mut all = vec![defined];
        for alt in &source.alts {
            all.push(implies(&alt.guard, &at(&alt.element)?.defined));
        }
        let term = |value: &Dynamic| Ok(Number::of(&self.scalar(&at(value)?.val)?));
        let total = self.added_up(source, &term, *ty == Type::Float)?;
        let total = total.ok_or_else(|| Limit::new("a sum over what cannot be listed"))?;
        self.keep_in_range(ty, &total.term());
        Ok(Out { val: Val::Term(total.term()), defined: and(&all) })
    }

    fn line_of(&self, env: &Env, binder: &Binder) -> Encoded<Option<(super::value::Line, Bool)>> {
        let Range::Elements(expr) = &binder.range else { return Ok(None) };
        if !matches!(expr.ty, Type::Seq(_)) {
            return Ok(None);
        }
        let out = self.value(env, expr)?;
        Ok(if let Val::Seq(line) = out.val { Some((line, out.defined)) } else { None })
    }

    /// A sum over a sequence goes over its positions: equal elements count each time.
    fn sum_of_line(
        &self,
        env: &Env,
        binder: &Binder,
        body: &Expr,
        ty: &Type,
        (line, defined): (super::value::Line, Bool),
    ) -> Encoded<Out> {
        let mut all = vec![defined];
        let mut total = Number::zero(*ty == Type::Float);
        for alt in self.positions(&line) {
            let element = self.unpacked(&line.element, &line.at.select(&alt.element))?;
            let out = self.bound(&alt.vars, &alt.guard, || self.value(&env.with(&binder.local, element), body))?;
            let term = Number::of(&self.scalar(&out.val)?);
            all.push(for_all(&alt.vars, alt.trigger.as_ref(), &implies(&alt.guard, &out.defined)));
            let added = if let [position] = &*alt.vars {
                self.made_total(position, &alt.guard, &term, false)?
            } else {
                let zero = Number::zero(*ty == Type::Float);
                Number::of(&alt.guard.ite(&term.term(), &zero.term()))
            };
            if self.mode == Mode::Proof {
                // So that no part of the sum is more than the whole.
                self.bound(&alt.vars, &alt.guard, || self.watch(&Number::zero(*ty == Type::Float).at_most(&term)));
            }
            total = total.plus(&added);
        }
        self.keep_in_range(ty, &total.term());
        Ok(Out { val: Val::Term(total.term()), defined: and(&all) })
    }

    /// The sum where all elements can be listed.
    fn added_up(
        &self,
        members: &Members,
        term: &dyn Fn(&Dynamic) -> Encoded<Number>,
        real: bool,
    ) -> Encoded<Option<Number>> {
        if members.alts.iter().any(|alt| !alt.vars.is_empty()) {
            return Ok(None);
        }
        let mut total = Number::zero(real);
        for (at, alt) in members.alts.iter().enumerate() {
            let seen = |other: &Alt| and(&[other.guard.clone(), other.element.eq(&alt.element)]);
            let before: Vec<Bool> = members.alts.iter().take(at).map(seen).collect();
            let new = if members.distinct { alt.guard.clone() } else { and(&[alt.guard.clone(), not(&or(&before))]) };
            let added = new.ite(&term(&alt.element)?.term(), &Number::zero(real).term());
            total = total.plus(&Number::of(&added));
        }
        Ok(Some(total))
    }

    /// A sum as a number of its own: `guard` says which keys there are, and `term` what each adds.
    fn made_total(&self, var: &Dynamic, guard: &Bool, term: &Number, counts: bool) -> Encoded<Number> {
        if self.mode != Mode::Proof {
            return Err(Limit::new("a sum over what cannot be listed"));
        }
        if let Some(known) = self.same_total(var, guard, term, counts) {
            return Ok(known);
        }
        let Given { names: args, values, guard, term } = Given::of(&self.scope.borrow(), guard, &term.term());
        let number = self.number();
        let sorts: Vec<Sort> = args.iter().map(|arg| arg.get_sort()).collect();
        let domain: Vec<&Sort> = sorts.iter().collect();
        let key = var.get_sort();
        let mut with_key: Vec<&Sort> = vec![&key];
        with_key.extend(&domain);
        let range = term.get_sort();
        let real = matches!(Number::of(&term), Number::Real(_));
        let total = Rc::new(Total {
            symbol: FuncDecl::new(format!("sum!{number}"), &domain, &range),
            term: FuncDecl::new(format!("term!{number}"), &with_key, &range),
            key,
            made: (var.clone(), guard.clone(), term.clone()),
            shown: is_pattern(&guard.clone().into(), std::slice::from_ref(var))
                .then(|| (var.clone(), guard.clone().into())),
            counts,
            real,
            args: args.clone(),
        });
        let here = total.at(var, &args);
        let held = guard.ite(&term, &Number::zero(real).term());
        let mut bounds = vec![var.clone()];
        bounds.extend(args.iter().cloned());
        let outer = std::mem::take(&mut *self.scope.borrow_mut());
        self.know(for_all(&bounds, Some(&here.term()), &here.same(&Number::of(&held))), None);
        *self.scope.borrow_mut() = outer;
        let result = total.apply(&values);
        self.totals.borrow_mut().push(total);
        Ok(result)
    }

    /// A sum of the same terms over the same keys, if there is one: a clause is looked at more than once.
    fn same_total(&self, var: &Dynamic, guard: &Bool, term: &Number, counts: bool) -> Option<Number> {
        if !self.scope.borrow().is_empty() {
            return None;
        }
        let totals = self.totals.borrow();
        let same = |total: &&Rc<Total>| {
            let (known, its_guard, its_term) = &total.made;
            let there = total.args.is_empty() && total.counts == counts && total.key == var.get_sort();
            let pair = [(var, known)];
            there && guard.substitute(&pair).ast_eq(its_guard) && term.term().substitute(&pair).ast_eq(its_term)
        };
        totals.iter().find(same).map(|total| total.apply(&[]))
    }

    /// What is known of all sums, by themselves and side by side.
    pub(super) fn about_totals(&self) -> Vec<Bool> {
        let totals = self.totals.borrow().clone();
        let mut known = Vec::new();
        for (at, total) in totals.iter().enumerate() {
            self.about_one(total, &mut known);
            for other in totals.iter().take(if self.apart.get() { 0 } else { at }) {
                if total.key == other.key && total.real == other.real {
                    self.about_two(other, total, &mut known);
                }
            }
        }
        known
    }

    fn points_of(&self, key: &Sort) -> Vec<Dynamic> {
        let points = self.points.borrow();
        let fitting = points.iter().filter(|point| point.get_sort() == *key);
        fitting.take(MAX_POINTS).cloned().collect()
    }

    fn about_one(&self, total: &Total, known: &mut Vec<Bool>) {
        let args = renamed(&total.args);
        let sum = total.apply(&args);
        let zero = Number::zero(total.real);
        let witness = |name: &str| skolem(&format!("{name}!{}", self.number()), &total.key, &args);
        let mut facts = Vec::new();
        let other = witness("nonzero");
        facts.push(or(&[not(&total.at(&other, &args).same(&zero)), sum.same(&zero)]));
        let points = self.points_of(&total.key);
        let at_points = distinct_sum(&points, total.real, &|point| total.at(point, &args));
        let negative = not(&zero.at_most(&total.at(&witness("negative"), &args)));
        let negative = if total.counts { Bool::from_bool(false) } else { negative };
        facts.push(or(&[negative.clone(), and(&[at_points.at_most(&sum), zero.at_most(&sum)])]));
        if self.is_watching() && !total.real {
            facts.extend(self.within_machine(total, &sum, &args));
        }
        for fact in facts {
            known.push(quantified(&args, &[&sum.term()], &fact));
        }
        let key = Dynamic::fresh_const("k", &total.key);
        let one = or(&[negative, total.at(&key, &args).at_most(&sum)]);
        let mut bounds = args.clone();
        bounds.push(key.clone());
        known.push(quantified(&bounds, &[&total.at(&key, &args).term(), &sum.term()], &one));
        if let (Some((var, shown)), true) = (&total.shown, args.is_empty()) {
            known.push(quantified(std::slice::from_ref(&key), &[&shown.substitute(&[(var, &key)])], &one));
        }
    }

    /// That a sum of small numbers is not large, since no collection is.
    fn within_machine(&self, total: &Total, sum: &Number, args: &[Dynamic]) -> Vec<Bool> {
        self.sized.set(true);
        let whole = |number: i64| Number::Int(Int::from_i64(number));
        if total.counts {
            return vec![sum.at_most(&whole(MAX_SIZE))];
        }
        let at = |name: &str| total.at(&skolem(&format!("{name}!{}", self.number()), &total.key, args), args);
        let (large, small) =
            (not(&at("large").at_most(&whole(MAX_TERM))), not(&whole(-MAX_TERM).at_most(&at("small"))));
        vec![or(&[large, sum.at_most(&whole(MAX_SUM))]), or(&[small, whole(-MAX_SUM).at_most(sum)])]
    }

    fn about_two(&self, a: &Total, b: &Total, known: &mut Vec<Bool>) {
        let same_shape =
            a.args.len() == b.args.len() && a.args.iter().zip(&b.args).all(|(x, y)| x.get_sort() == y.get_sort());
        let args_a = renamed(&a.args);
        let args_b = if same_shape { args_a.clone() } else { renamed(&b.args) };
        let mut all = args_a.clone();
        if !same_shape {
            all.extend(args_b.iter().cloned());
        }
        let (sum_a, sum_b) = (a.apply(&args_a), b.apply(&args_b));
        let witness = |name: &str| skolem(&format!("{name}!{}", self.number()), &a.key, &all);
        let (at_a, at_b) = (|key: &Dynamic| a.at(key, &args_a), |key: &Dynamic| b.at(key, &args_b));
        let points = self.points_of(&a.key);
        let apart = witness("apart");
        let elsewhere: Vec<Bool> = points.iter().map(|point| not(&apart.eq(point))).collect();
        let differ = and(&[and(&elsewhere), not(&at_a(&apart).same(&at_b(&apart)))]);
        let difference = distinct_sum(&points, a.real, &|point| at_a(point).minus(&at_b(point)));
        let equal = sum_a.same(&sum_b.plus(&difference));
        let above = witness("above");
        let below = witness("below");
        let facts = [
            or(&[differ, equal]),
            or(&[not(&at_a(&above).at_most(&at_b(&above))), sum_a.at_most(&sum_b)]),
            or(&[not(&at_b(&below).at_most(&at_a(&below))), sum_b.at_most(&sum_a)]),
        ];
        for fact in facts {
            known.push(quantified(&all, &[&sum_a.term(), &sum_b.term()], &fact));
        }
    }
}

/// How many points are told apart in a comparison of sums.
const MAX_POINTS: usize = 6;

/// A sum over points, of which some may be the same.
fn distinct_sum(points: &[Dynamic], real: bool, term: &dyn Fn(&Dynamic) -> Number) -> Number {
    let mut total = Number::zero(real);
    for (at, point) in points.iter().enumerate() {
        let repeated: Vec<Bool> = points.iter().take(at).map(|other| other.eq(point)).collect();
        let added = or(&repeated).ite(&Number::zero(real).term(), &term(point).term());
        total = total.plus(&Number::of(&added));
    }
    total
}

fn renamed(args: &[Dynamic]) -> Vec<Dynamic> {
    args.iter().map(|arg| Dynamic::fresh_const("a", &arg.get_sort())).collect()
}

fn skolem(name: &str, sort: &Sort, args: &[Dynamic]) -> Dynamic {
    let sorts: Vec<Sort> = args.iter().map(|arg| arg.get_sort()).collect();
    let domain: Vec<&Sort> = sorts.iter().collect();
    let args: Vec<&dyn Ast> = args.iter().map(|arg| arg as &dyn Ast).collect();
    FuncDecl::new(name, &domain, sort).apply(&args)
}

/// For all variables, wherever all of the terms come up.
fn quantified(vars: &[Dynamic], terms: &[&Dynamic], body: &Bool) -> Bool {
    if vars.is_empty() {
        return body.clone();
    }
    let bounds: Vec<&dyn Ast> = vars.iter().map(|var| var as &dyn Ast).collect();
    let terms: Vec<&dyn Ast> =
        terms.iter().filter(|term| term.num_children() > 0).map(|term| *term as &dyn Ast).collect();
    forall_const(&bounds, &[&Pattern::new(&terms)], body)
}
