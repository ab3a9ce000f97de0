//! Texts and patterns: as the solver's own strings and regexes, or as values of which only some things are known.

use std::str::FromStr;

use regex_syntax::hir::{Class, Hir, HirKind, Look};
use z3::ast::{Ast, Bool, Dynamic, Int, Regexp};
use z3::{FuncDecl, Sort};

use super::Limit;
use super::encode::{Encoded, Encoder, Mode, for_all, integer};
use super::sorts::Texts;
use super::truth::{and, implies, not};
use crate::interp::with_ascii_classes;

/// The last character that the solver knows.
const LAST: char = '\u{2FFFF}';
/// How many characters a hash has.
const HASH_LENGTH: i64 = 64;

impl Encoder<'_> {
    fn is_native(&self) -> bool {
        self.sorts.texts == Texts::Native
    }

    /// A text that is written out.
    pub(super) fn literal(&self, text: &str) -> Encoded<Dynamic> {
        if self.is_native() {
            return native(text);
        }
        if let Some(known) = self.literals.borrow().get(text) {
            return Ok(known.clone());
        }
        let sort = self.sorts.of(&crate::ir::Type::String)?;
        let made = Dynamic::new_const(format!("text!{text}"), &sort);
        let outer = std::mem::take(&mut *self.scope.borrow_mut());
        self.know(self.text_length(&made)?.eq(text.chars().count() as i64), None);
        self.literals.borrow().values().for_each(|other| self.know(not(&made.eq(other)), None));
        *self.scope.borrow_mut() = outer;
        self.literals.borrow_mut().insert(text.to_string(), made.clone());
        Ok(made)
    }

    fn opaque(&self, name: &str, args: &[&Dynamic], range: &Sort) -> Dynamic {
        let sorts: Vec<Sort> = args.iter().map(|arg| arg.get_sort()).collect();
        let domain: Vec<&Sort> = sorts.iter().collect();
        let args: Vec<&dyn Ast> = args.iter().map(|arg| *arg as &dyn Ast).collect();
        FuncDecl::new(name, &domain, range).apply(&args)
    }

    pub(super) fn text_length(&self, text: &Dynamic) -> Encoded<Int> {
        match text.as_string() {
            Some(text) => Ok(text.length()),
            None => {
                let length = |text: &Dynamic| integer(&self.opaque("len", &[text], &Sort::int()));
                let any = Dynamic::fresh_const("t", &text.get_sort());
                let of_any = length(&any)?;
                self.know_once("len", || {
                    for_all(std::slice::from_ref(&any), Some(&of_any.clone().into()), &of_any.ge(0))
                });
                length(text)
            }
        }
    }

    pub(super) fn text_joined(&self, a: &Dynamic, b: &Dynamic) -> Encoded<Dynamic> {
        if let (Some(a), Some(b)) = (a.as_string(), b.as_string()) {
            return Ok(z3::ast::String::concat(&[a, b]).into());
        }
        self.composed.set(true);
        let joined = |a: &Dynamic, b: &Dynamic| self.opaque("join", &[a, b], &a.get_sort());
        let [x, y] = ["x", "y"].map(|name| Dynamic::fresh_const(name, &a.get_sort()));
        let of_any = joined(&x, &y);
        let sum = Int::add(&[self.text_length(&x)?, self.text_length(&y)?]);
        let longer = self.text_length(&of_any)?.eq(sum);
        self.know_once("join", || for_all(&[x, y], Some(&of_any), &longer));
        Ok(joined(a, b))
    }

    /// By code point.
    pub(super) fn text_before(&self, a: &Dynamic, b: &Dynamic) -> Encoded<Bool> {
        match (a.as_string(), b.as_string()) {
            (Some(a), Some(b)) => Ok(a.str_lt(&b)),
            _ => {
                self.composed.set(true);
                super::encode::boolean(&self.opaque("before", &[a, b], &Sort::bool()))
            }
        }
    }

    pub(super) fn hash(&self, text: &Dynamic) -> Encoded<Dynamic> {
        let hashed = self.opaque("hash", &[text], &text.get_sort());
        if self.mode == Mode::Proof {
            let any = Dynamic::fresh_const("t", &text.get_sort());
            let of_any = self.opaque("hash", &[&any], &text.get_sort());
            let long = self.text_length(&of_any)?.eq(HASH_LENGTH);
            self.know_once("hash", || for_all(&[any], Some(&of_any), &long));
        } else {
            self.know(self.text_length(&hashed)?.eq(HASH_LENGTH), None);
            // No text that is hashed is a hash: so each gets a text of its own first.
            self.know(not(&self.text_length(text)?.eq(HASH_LENGTH)), None);
            self.hashes.borrow_mut().push((text.clone(), hashed.clone()));
        }
        Ok(hashed)
    }

    pub(super) fn matches(&self, text: &Dynamic, pattern: &str) -> Encoded<Bool> {
        let Some(native) = text.as_string() else {
            let matched = self.opaque_match(text, pattern)?;
            if self.mode != Mode::Proof {
                self.matched.borrow_mut().push((text.clone(), pattern.to_string()));
                self.know_lengths(text, &matched, pattern)?;
            }
            return Ok(matched);
        };
        Ok(native.regex_matches(&regexp(pattern)?))
    }

    /// Whether an opaque text matches a pattern.
    pub(super) fn opaque_match(&self, text: &Dynamic, pattern: &str) -> Encoded<Bool> {
        super::encode::boolean(&self.opaque(&format!("matches /{pattern}/"), &[text], &Sort::bool()))
    }

    /// What matches a pattern is as long as the pattern says.
    fn know_lengths(&self, text: &Dynamic, matched: &Bool, pattern: &str) -> Encoded<()> {
        let hir = parsed(pattern)?;
        let length = self.text_length(text)?;
        let least = hir.properties().minimum_len().unwrap_or(0);
        let mut bounds = vec![length.ge(least as i64)];
        let prefix = hir.properties().look_set_prefix();
        let suffix = hir.properties().look_set_suffix();
        if let (true, true, Some(most)) =
            (prefix.contains(Look::Start), suffix.contains(Look::End), hir.properties().maximum_len())
        {
            bounds.push(length.le(most as i64));
        }
        self.know(implies(matched, &and(&bounds)), None);
        Ok(())
    }
}

/// A text of the solver's own.
pub(super) fn native(text: &str) -> Encoded<Dynamic> {
    if text.chars().any(|character| character > LAST) {
        return Err(Limit::new("a text with characters beyond U+2FFFF"));
    }
    let mut escaped = String::new();
    for character in text.chars() {
        if character.is_ascii() && !character.is_ascii_control() && character != '\\' {
            escaped.push(character);
        } else {
            escaped.push_str(&format!("\\u{{{:x}}}", character as u32));
        }
    }
    z3::ast::String::from_str(&escaped).map(Dynamic::from).map_err(|_| Limit::new("a text with a NUL"))
}

fn parsed(pattern: &str) -> Encoded<Hir> {
    regex_syntax::parse(&with_ascii_classes(pattern)).map_err(|_| Limit::new("a pattern"))
}

/// A pattern as one of the solver's own.
pub(super) fn regexp(pattern: &str) -> Encoded<Regexp> {
    search(&parsed(pattern)?)
}

/// What a pattern that searches accepts: anything before and after, as far as it is not anchored.
fn search(hir: &Hir) -> Encoded<Regexp> {
    if let HirKind::Capture(inner) = hir.kind() {
        return search(&inner.sub);
    }
    let HirKind::Alternation(parts) = hir.kind() else { return anchored(hir) };
    Ok(Regexp::union(&parts.iter().map(search).collect::<Encoded<Vec<_>>>()?))
}

fn anchored(hir: &Hir) -> Encoded<Regexp> {
    let whole = [hir.clone()];
    let parts: &[Hir] = if let HirKind::Concat(parts) = hir.kind() { parts } else { &whole };
    let starts = matches!(parts.first().map(Hir::kind), Some(HirKind::Look(Look::Start)));
    let ends = matches!(parts.last().map(Hir::kind), Some(HirKind::Look(Look::End)));
    let inner = parts.get(usize::from(starts)..parts.len().saturating_sub(usize::from(ends))).unwrap_or(&[]);
    let mut sequence = Vec::new();
    if !starts {
        sequence.push(Regexp::full());
    }
    for (at, part) in inner.iter().enumerate() {
        // `(\/|$)` at the very end: what follows is anything, or nothing.
        if at + 1 == inner.len() && !ends {
            sequence.push(last(part)?);
        } else {
            sequence.push(plain(part)?);
        }
    }
    if inner.is_empty() && !ends {
        sequence.push(Regexp::full());
    }
    Ok(sequence_of(sequence))
}

/// The last part of a pattern that is not anchored at its end.
fn last(hir: &Hir) -> Encoded<Regexp> {
    if let HirKind::Capture(inner) = hir.kind() {
        return last(&inner.sub);
    }
    if let HirKind::Alternation(parts) = hir.kind() {
        return Ok(Regexp::union(&parts.iter().map(last).collect::<Encoded<Vec<_>>>()?));
    }
    if let HirKind::Look(Look::End) = hir.kind() {
        return Ok(Regexp::literal(""));
    }
    if let HirKind::Concat(parts) = hir.kind()
        && let Some((end, inner)) = parts.split_last()
        && matches!(end.kind(), HirKind::Look(Look::End))
    {
        return Ok(sequence_of(inner.iter().map(plain).collect::<Encoded<Vec<_>>>()?));
    }
    Ok(sequence_of(vec![plain(hir)?, Regexp::full()]))
}

fn sequence_of(parts: Vec<Regexp>) -> Regexp {
    match &*parts {
        [] => Regexp::literal(""),
        [only] => only.clone(),
        _ => Regexp::concat(&parts),
    }
}

fn plain(hir: &Hir) -> Encoded<Regexp> {
    match hir.kind() {
        HirKind::Empty => Ok(Regexp::literal("")),
        HirKind::Literal(literal) => {
            let text = std::str::from_utf8(&literal.0).map_err(|_| Limit::new("a pattern of bytes"))?;
            if text.chars().any(|character| character > LAST) {
                return Err(Limit::new("a pattern with characters beyond U+2FFFF"));
            }
            Ok(sequence_of(text.chars().map(|character| between(character, character)).collect()))
        }
        HirKind::Class(Class::Unicode(class)) => {
            if class.iter().any(|range| range.start() > LAST) {
                return Err(Limit::new("a pattern with characters beyond U+2FFFF"));
            }
            let ranges: Vec<Regexp> = class.iter().map(|range| between(range.start(), range.end())).collect();
            Ok(match &*ranges {
                [] => Regexp::empty(),
                [only] => only.clone(),
                _ => Regexp::union(&ranges),
            })
        }
        HirKind::Class(Class::Bytes(class)) => {
            let ranges: Vec<Regexp> =
                class.iter().map(|range| between(char::from(range.start()), char::from(range.end()))).collect();
            Ok(Regexp::union(&ranges))
        }
        HirKind::Repetition(repetition) => {
            let inner = plain(&repetition.sub)?;
            Ok(match (repetition.min, repetition.max) {
                (0, None) => inner.star(),
                (1, None) => inner.plus(),
                (0, Some(1)) => inner.option(),
                (min, Some(max)) => inner.r#loop(min, max),
                (min, None) => Regexp::concat(&[inner.r#loop(min, min), inner.star()]),
            })
        }
        HirKind::Capture(inner) => plain(&inner.sub),
        HirKind::Concat(parts) => Ok(sequence_of(parts.iter().map(plain).collect::<Encoded<Vec<_>>>()?)),
        HirKind::Alternation(parts) => Ok(Regexp::union(&parts.iter().map(plain).collect::<Encoded<Vec<_>>>()?)),
        HirKind::Look(_) => Err(Limit::new("a pattern with an anchor in its middle")),
    }
}

/// One character of a range. Texts have no U+0000.
fn between(low: char, high: char) -> Regexp {
    let low = if low == '\0' { '\u{1}' } else { low };
    Regexp::range(&low, &high.min(LAST))
}

/// What a native text is in a model.
pub(super) fn unescaped(text: &str) -> String {
    let mut found = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("\\u{") {
        let (before, after) = rest.split_at(at);
        found.push_str(before);
        let body = after.get(3..).unwrap_or("");
        match body.split_once('}').and_then(|(hex, tail)| Some((u32::from_str_radix(hex, 16).ok()?, tail))) {
            Some((code, tail)) => {
                found.push(char::from_u32(code).unwrap_or('\u{FFFD}'));
                rest = tail;
            }
            None => {
                found.push_str("\\u{");
                rest = body;
            }
        }
    }
    found.push_str(rest);
    found
}

/// Nothing of the solver's strings is empty where a text has to have a character.
pub(super) fn valid_text(text: &z3::ast::String) -> Bool {
    let low = Regexp::range(&' ', &'~');
    and(&[text.regex_matches(&low.star())])
}
