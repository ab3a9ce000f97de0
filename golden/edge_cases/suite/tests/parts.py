"""What failures show of the conditions of EdgeCases: their parts, and what these are."""

from tests.clauses import (
    ActivateCall,
    AddReadingCall,
    AnnotateCall,
    ClearCall,
    CloseCall,
    CreateCall,
    DropPrefsCall,
    FindByNameCall,
    FocusCall,
    GetCall,
    LinkCall,
    MarkRootCall,
    NoteCall,
    ReachCall,
    RemoveCall,
    RenameCall,
    ReportCall,
    RetagCall,
    ReviveCall,
    ReweighCall,
    SealCall,
    SearchCall,
    SetGraceCall,
    SetPrefCall,
    SpendCall,
    ToggleCall,
    UnlinkCall,
)
from tests.harness.rules import Part, Parts, Sides
from tests.harness.values import (
    Instant,
    Map,
    days,
    dom,
    element,
    every,
    exists,
    finite,
    float_div,
    floor_div,
    hours,
    i64,
    instant,
    largest,
    let,
    matches,
    powerset,
    ran,
    replace,
    seconds,
    select,
    sha256,
    smallest,
    some,
    the,
    total,
)
from tests.model import GRADE_VALUES, Base, Sample, State
from tests.predicates import grade_of, is_open, is_valid_email, is_valid_uri, palette, population, tag_count


def name_where(value: str, s: State, now: Instant) -> Parts:
    """len(value) >= 1 and len(value) <= 40"""
    return (Part("len(value)", lambda: len(value)), Part("value", lambda: value))


def text_where(value: str, s: State, now: Instant) -> Parts:
    """value.length <= 200"""
    return (Part("value.length", lambda: len(value)), Part("value", lambda: value))


def secret_where(value: str, s: State, now: Instant) -> Parts:
    """len(value) >= 8 and len(value) <= 64"""
    return (Part("len(value)", lambda: len(value)), Part("value", lambda: value))


def contact_where(value: str, s: State, now: Instant) -> Parts:
    """len(value) <= 80 and (isValidURI(value) or isValidEmail(value))"""
    return (
        Part("len(value)", lambda: len(value)),
        Part("value", lambda: value),
        Part("isValidURI(value)", lambda: is_valid_uri(value)),
        Part("isValidEmail(value)", lambda: is_valid_email(value)),
    )


def grace_where(value: int, s: State, now: Instant) -> Parts:
    """value >= seconds(1) and value <= hours(2)"""
    return (Part("value", lambda: value), Part("seconds(1)", lambda: seconds(1)), Part("hours(2)", lambda: hours(2)))


def base_positive_id(own: Base, s: State, now: Instant) -> Parts:
    """id > 0"""
    return (Part("id", lambda: own.id),)


def sample_positive_id(own: Sample, s: State, now: Instant) -> Parts:
    """id > 0"""
    return (Part("id", lambda: own.id),)


def sample_invariant_1(own: Sample, s: State, now: Instant) -> Parts:
    """type = gradeOf(weight)"""
    return (Sides(Part("type", lambda: own.type), Part("gradeOf(weight)", lambda: grade_of(own.weight))),)


def sample_closed_is_dated(own: Sample, s: State, now: Instant) -> Parts:
    """state = CLOSED iff retired_at != none"""
    return (
        Sides(Part("state", lambda: own.state), Part("CLOSED", lambda: "CLOSED")),
        Part("retired_at", lambda: own.retired_at),
    )


def state_grace_where(value: int, s: State, now: Instant) -> Parts:
    """value > seconds(0)"""
    return (Part("value", lambda: value), Part("seconds(0)", lambda: seconds(0)))


def invariant_keys_are_ids(s: State, now: Instant) -> Parts:
    """all one in samples | samples[one].id = one"""
    return (
        Part("one", lambda one: one),
        Sides(Part("samples[one].id", lambda one: s.samples[one].id), Part("one", lambda one: one)),
    )


def invariant_counts_agree(s: State, now: Instant) -> Parts:
    """total = #samples"""
    return (
        Sides(Part("total", lambda: s.total), Part("#samples", lambda: len(s.samples))),
        Part("samples", lambda: s.samples),
    )


def invariant_unique_names(s: State, now: Instant) -> Parts:
    """no a: Sample, b: Sample | a.id != b.id and a.name = b.name"""
    return (
        Part("a", lambda a: a),
        Part("b", lambda b: b),
        Part("a.id", lambda a: a.id),
        Part("b.id", lambda b: b.id),
        Sides(Part("a.name", lambda a: a.name), Part("b.name", lambda b: b.name)),
    )


def invariant_labels_are_names(s: State, now: Instant) -> Parts:
    """(all s in Sample | s.name in labels) and (all l in labels | (some s in ran(samples) | s.name = l))"""
    return (
        Part("s", lambda s2: s2),
        Part("s.name", lambda s2: s2.name),
        Part("labels", lambda: s.labels),
        Part("l", lambda l_: l_),
        Part("ran(samples)", lambda: ran(s.samples)),
        Part("samples", lambda: s.samples),
    )


def invariant_coloured_from_palette(s: State, now: Instant) -> Parts:
    """all s in ran(samples) | s.tags subset palette()"""
    return (Part("s", lambda s2: s2), Part("s.tags", lambda s2: s2.tags), Part("palette()", lambda: palette()))


def invariant_roots_are_samples(s: State, now: Instant) -> Parts:
    """dom(roots) subset dom(samples)"""
    return (
        Part("dom(roots)", lambda: dom(s.roots)),
        Part("roots", lambda: s.roots),
        Part("dom(samples)", lambda: dom(s.samples)),
        Part("samples", lambda: s.samples),
    )


def invariant_every_sample_is_read(s: State, now: Instant) -> Parts:
    """dom(readings) = dom(samples)"""
    return (
        Sides(Part("dom(readings)", lambda: dom(s.readings)), Part("dom(samples)", lambda: dom(s.samples))),
        Part("readings", lambda: s.readings),
        Part("samples", lambda: s.samples),
    )


def invariant_links_lead(s: State, now: Instant) -> Parts:
    """all a in links | a in samples and a not in links[a] and (all b in links[a] | b in samples)"""
    return (
        Part("a", lambda a: a),
        Part("samples", lambda: s.samples),
        Part("links[a]", lambda a: s.links[a]),
        Part("b", lambda b: b),
    )


def invariant_focus_exists(s: State, now: Instant) -> Parts:
    """focus = none or focus in samples"""
    return (Sides(Part("focus", lambda: s.focus), Part("none", lambda: None)), Part("samples", lambda: s.samples))


def invariant_9(s: State, now: Instant) -> Parts:
    """grace <= days(1)"""
    return (Part("grace", lambda: s.grace), Part("days(1)", lambda: days(1)))


def always_never_overspent(s: State, now: Instant) -> Parts:
    """budget >= 0"""
    return (Part("budget", lambda: s.budget),)


def eventually_something_closes(s: State, now: Instant) -> Parts:
    """exists k in samples | samples[k].state = CLOSED"""
    return (Part("samples", lambda: s.samples),)


def create_requires_0(c: CreateCall) -> Parts:
    """name not in labels"""
    return (Part("name", lambda: c.given.name), Part("labels", lambda: c.before.labels))


def create_requires_1(c: CreateCall) -> Parts:
    """name.length + path.length <= 60"""
    return (
        Part("name.length + path.length", lambda: len(c.given.name) + len(c.given.path)),
        Part("name.length", lambda: len(c.given.name)),
        Part("name", lambda: c.given.name),
        Part("path.length", lambda: len(c.given.path)),
        Part("path", lambda: c.given.path),
    )


def create_requires_2(c: CreateCall) -> Parts:
    """tags subset palette()"""
    return (Part("tags", lambda: c.given.tags), Part("palette()", lambda: palette()))


def create_requires_3(c: CreateCall) -> Parts:
    """exists c in palette() | c not in tags"""
    return (Part("palette()", lambda: palette()),)


def create_ensures_0(c: CreateCall) -> Parts:
    """id not in samples"""
    return (Part("id", lambda: c.answer.id), Part("samples", lambda: c.before.samples))


def create_ensures_1(c: CreateCall) -> Parts:
    """samples' = samples + {id -> Sample { id = id, created_at = now(), name = name, path = path, weight =..."""
    return (
        Sides(
            Part("samples'", lambda: c.after.samples),
            Part(
                (
                    "samples + {id -> Sample { id = id, created_at = now(), name = name, path = path, "
                    "weight = weight, type = gradeOf(weight), state = Phase.DRAFT, tags = tags, history "
                    '= ["created"], attributes = {}, note = note, trace = ticket, lifetime = seconds(0) '
                    "}}"
                ),
                lambda: (
                    c.before.samples
                    + Map(
                        {
                            c.answer.id: Sample(
                                id=c.answer.id,
                                created_at=c.now,
                                name=c.given.name,
                                path=c.given.path,
                                weight=c.given.weight,
                                type=grade_of(c.given.weight),
                                state="DRAFT",
                                tags=c.given.tags,
                                history=("created",),
                                attributes=Map(),
                                note=c.given.note,
                                trace=c.answer.ticket,
                                lifetime=seconds(0),
                                retired_at=None,
                                seal_hash=None,
                            )
                        }
                    )
                ),
            ),
        ),
    )


def create_ensures_2(c: CreateCall) -> Parts:
    """readings'[id] = {0}"""
    return (Sides(Part("readings'[id]", lambda: c.after.readings[c.answer.id]), Part("{0}", lambda: frozenset({0}))),)


def create_ensures_3(c: CreateCall) -> Parts:
    """labels' = labels union {name}"""
    return (
        Sides(
            Part("labels'", lambda: c.after.labels),
            Part("labels union {name}", lambda: c.before.labels | frozenset({c.given.name})),
        ),
    )


def create_ensures_4(c: CreateCall) -> Parts:
    """total' = total + 1"""
    return (
        Sides(Part("total'", lambda: c.after.total), Part("total + 1", lambda: i64(c.before.total + 1))),
        Part("total", lambda: c.before.total),
    )


def create_ensures_5(c: CreateCall) -> Parts:
    """let before = #samples in population()' = before + 1"""
    return (
        Part("#samples", lambda: len(c.before.samples)),
        Part("samples", lambda: c.before.samples),
        Sides(
            Part("population()'", lambda: population(c.after)),
            Part("before + 1", lambda: let(len(c.before.samples), lambda before: i64(before + 1))),
        ),
        Part("before", lambda: let(len(c.before.samples), lambda before: before)),
    )


def create_ensures_6(c: CreateCall) -> Parts:
    """tagCount(id)' = #tags"""
    return (
        Sides(Part("tagCount(id)'", lambda: tag_count(c.answer.id, c.after)), Part("#tags", lambda: len(c.given.tags))),
        Part("tags", lambda: c.given.tags),
    )


def get_requires_0(c: GetCall) -> Parts:
    """id in samples"""
    return (Part("id", lambda: c.given.id), Part("samples", lambda: c.before.samples))


def get_ensures_0(c: GetCall) -> Parts:
    """sample = samples[id]"""
    return (Sides(Part("sample", lambda: c.answer.sample), Part("samples[id]", lambda: c.before.samples[c.given.id])),)


def find_by_name_requires_0(c: FindByNameCall) -> Parts:
    """name in labels"""
    return (Part("name", lambda: c.given.name), Part("labels", lambda: c.before.labels))


def find_by_name_ensures_0(c: FindByNameCall) -> Parts:
    """sample = (the s in ran(samples) | s.name = name)"""
    return (
        Sides(
            Part("sample", lambda: c.answer.sample),
            Part(
                "(the s in ran(samples) | s.name = name)",
                lambda: the(ran(c.before.samples), lambda s2: s2.name == c.given.name),
            ),
        ),
    )


def search_ensures_0(c: SearchCall) -> Parts:
    """found = { s in ran(samples) | (type = none or s.type = type) and colours subset s.tags and (since = none..."""
    return (
        Sides(
            Part("found", lambda: c.answer.found),
            Part(
                (
                    "{ s in ran(samples) | (type = none or s.type = type) and colours subset s.tags and "
                    "(since = none or s.created_at >= since) }"
                ),
                lambda: select(
                    ran(c.before.samples),
                    lambda s2: (
                        (c.given.type is None or s2.type == some(c.given.type))
                        and c.given.colours <= s2.tags
                        and (c.given.since is None or s2.created_at >= some(c.given.since))
                    ),
                ),
            ),
        ),
    )


def rename_requires_0(c: RenameCall) -> Parts:
    """id in samples"""
    return (Part("id", lambda: c.given.id), Part("samples", lambda: c.before.samples))


def rename_requires_1(c: RenameCall) -> Parts:
    """name not in labels"""
    return (Part("name", lambda: c.given.name), Part("labels", lambda: c.before.labels))


def rename_requires_2(c: RenameCall) -> Parts:
    """name.length + samples[id].path.length <= 60"""
    return (
        Part(
            "name.length + samples[id].path.length", lambda: len(c.given.name) + len(c.before.samples[c.given.id].path)
        ),
        Part("name.length", lambda: len(c.given.name)),
        Part("name", lambda: c.given.name),
        Part("samples[id].path.length", lambda: len(c.before.samples[c.given.id].path)),
        Part("samples[id].path", lambda: c.before.samples[c.given.id].path),
    )


def rename_ensures_0(c: RenameCall) -> Parts:
    """samples'[id].name = name"""
    return (
        Sides(Part("samples'[id].name", lambda: c.after.samples[c.given.id].name), Part("name", lambda: c.given.name)),
    )


def rename_ensures_1(c: RenameCall) -> Parts:
    """labels' = labels - {samples[id].name} + {name}"""
    return (
        Sides(
            Part("labels'", lambda: c.after.labels),
            Part(
                "labels - {samples[id].name} + {name}",
                lambda: c.before.labels - frozenset({c.before.samples[c.given.id].name}) | frozenset({c.given.name}),
            ),
        ),
    )


def reweigh_requires_0(c: ReweighCall) -> Parts:
    """isOpen(id)"""
    return (Part("isOpen(id)", lambda: is_open(c.given.id, c.before)), Part("id", lambda: c.given.id))


def reweigh_ensures_0(c: ReweighCall) -> Parts:
    """samples' = pre(samples) + {id -> samples[id] with { weight = weight, type = gradeOf(weight) }}"""
    return (
        Sides(
            Part("samples'", lambda: c.after.samples),
            Part(
                "pre(samples) + {id -> samples[id] with { weight = weight, type = gradeOf(weight) }}",
                lambda: (
                    c.before.samples
                    + Map(
                        {
                            c.given.id: replace(
                                c.before.samples[c.given.id], weight=c.given.weight, type=grade_of(c.given.weight)
                            )
                        }
                    )
                ),
            ),
        ),
    )


def reweigh_ensures_1(c: ReweighCall) -> Parts:
    """grade = samples'[id].type"""
    return (
        Sides(
            Part("grade", lambda: c.answer.grade), Part("samples'[id].type", lambda: c.after.samples[c.given.id].type)
        ),
    )


def reweigh_ensures_2(c: ReweighCall) -> Parts:
    """weight > 10 and weight <= 100 implies grade = Grade.ACTIVE"""
    return (
        Part("weight", lambda: c.given.weight),
        Sides(Part("grade", lambda: c.answer.grade), Part("Grade.ACTIVE", lambda: "ACTIVE")),
    )


def retag_requires_0(c: RetagCall) -> Parts:
    """id in samples"""
    return (Part("id", lambda: c.given.id), Part("samples", lambda: c.before.samples))


def retag_requires_1(c: RetagCall) -> Parts:
    """add intersect drop = {}"""
    return (Sides(Part("add intersect drop", lambda: c.given.add & c.given.drop), Part("{}", lambda: frozenset())),)


def retag_requires_2(c: RetagCall) -> Parts:
    """add in ^palette()"""
    return (
        Part("add", lambda: c.given.add),
        Part("^palette()", lambda: powerset(palette())),
        Part("palette()", lambda: palette()),
    )


def retag_ensures_0(c: RetagCall) -> Parts:
    """samples'[id].tags = samples[id].tags union add minus drop"""
    return (
        Sides(
            Part("samples'[id].tags", lambda: c.after.samples[c.given.id].tags),
            Part(
                "samples[id].tags union add minus drop",
                lambda: (c.before.samples[c.given.id].tags | c.given.add) - c.given.drop,
            ),
        ),
    )


def retag_ensures_1(c: RetagCall) -> Parts:
    """sample = samples'[id]"""
    return (Sides(Part("sample", lambda: c.answer.sample), Part("samples'[id]", lambda: c.after.samples[c.given.id])),)


def retag_ensures_2(c: RetagCall) -> Parts:
    """all c: Colour, b: Bool | c in drop and b implies c not in sample.tags"""
    return (
        Part("c", lambda c2: c2),
        Part("b", lambda b: b),
        Part("drop", lambda: c.given.drop),
        Part("sample.tags", lambda: c.answer.sample.tags),
    )


def annotate_requires_0(c: AnnotateCall) -> Parts:
    """entity in samples and samples[entity].state != CLOSED"""
    return (
        Part("entity", lambda: c.given.entity),
        Part("samples", lambda: c.before.samples),
        Part("samples[entity].state", lambda: c.before.samples[c.given.entity].state),
    )


def annotate_requires_1(c: AnnotateCall) -> Parts:
    """#samples[entity].attributes < 8 or field in samples[entity].attributes"""
    return (
        Part("#samples[entity].attributes", lambda: len(c.before.samples[c.given.entity].attributes)),
        Part("samples[entity].attributes", lambda: c.before.samples[c.given.entity].attributes),
        Part("field", lambda: c.given.field),
    )


def annotate_ensures_0(c: AnnotateCall) -> Parts:
    """samples'[entity].attributes = old + {field -> amount}"""
    return (
        Part("samples[entity].attributes", lambda: c.before.samples[c.given.entity].attributes),
        Sides(
            Part("samples'[entity].attributes", lambda: c.after.samples[c.given.entity].attributes),
            Part(
                "old + {field -> amount}",
                lambda: let(
                    c.before.samples[c.given.entity].attributes, lambda old: old + Map({c.given.field: c.given.amount})
                ),
            ),
        ),
    )


def annotate_ensures_1(c: AnnotateCall) -> Parts:
    """size = if field in old then #old else #old + 1"""
    return (
        Part("samples[entity].attributes", lambda: c.before.samples[c.given.entity].attributes),
        Sides(
            Part("size", lambda: c.answer.size),
            Part(
                "if field in old then #old else #old + 1",
                lambda: let(
                    c.before.samples[c.given.entity].attributes,
                    lambda old: len(old) if c.given.field in old else len(old) + 1,
                ),
            ),
        ),
    )


def annotate_ensures_2(c: AnnotateCall) -> Parts:
    """size > 0"""
    return (Part("size", lambda: c.answer.size),)


def seal_requires_0(c: SealCall) -> Parts:
    """id in samples"""
    return (Part("id", lambda: c.given.id), Part("samples", lambda: c.before.samples))


def seal_requires_1(c: SealCall) -> Parts:
    """samples[id].seal_hash = none"""
    return (
        Sides(
            Part("samples[id].seal_hash", lambda: c.before.samples[c.given.id].seal_hash), Part("none", lambda: None)
        ),
    )


def seal_ensures_0(c: SealCall) -> Parts:
    """samples'[id].seal_hash = hash(secret)"""
    return (
        Sides(
            Part("samples'[id].seal_hash", lambda: c.after.samples[c.given.id].seal_hash),
            Part("hash(secret)", lambda: sha256(c.given.secret)),
        ),
        Part("secret", lambda: c.given.secret),
    )


def seal_ensures_1(c: SealCall) -> Parts:
    """samples'[id].history = samples[id].history + ["sealed: \\"\\u{1F512}\\"\\t\\\\o/\\r\\n"]"""
    return (
        Sides(
            Part("samples'[id].history", lambda: c.after.samples[c.given.id].history),
            Part(
                'samples[id].history + ["sealed: \\"\\u{1F512}\\"\\t\\\\o/\\r\\n"]',
                lambda: c.before.samples[c.given.id].history + ('sealed: "\U0001f512"\t\\o/\r\n',),
            ),
        ),
        Part("samples[id].history", lambda: c.before.samples[c.given.id].history),
    )


def remove_requires_0(c: RemoveCall) -> Parts:
    """id in samples"""
    return (Part("id", lambda: c.given.id), Part("samples", lambda: c.before.samples))


def remove_requires_1(c: RemoveCall) -> Parts:
    """no a in links | id in links[a]"""
    return (Part("a", lambda a: a), Part("id", lambda: c.given.id), Part("links[a]", lambda a: c.before.links[a]))


def remove_ensures_0(c: RemoveCall) -> Parts:
    """samples' = samples - {id}"""
    return (
        Sides(
            Part("samples'", lambda: c.after.samples),
            Part("samples - {id}", lambda: c.before.samples - frozenset({c.given.id})),
        ),
    )


def remove_ensures_1(c: RemoveCall) -> Parts:
    """roots' = roots - {id}"""
    return (
        Sides(
            Part("roots'", lambda: c.after.roots),
            Part("roots - {id}", lambda: c.before.roots - frozenset({c.given.id})),
        ),
    )


def remove_ensures_2(c: RemoveCall) -> Parts:
    """readings' = readings - {id}"""
    return (
        Sides(
            Part("readings'", lambda: c.after.readings),
            Part("readings - {id}", lambda: c.before.readings - frozenset({c.given.id})),
        ),
    )


def remove_ensures_3(c: RemoveCall) -> Parts:
    """links' = links - {id}"""
    return (
        Sides(
            Part("links'", lambda: c.after.links),
            Part("links - {id}", lambda: c.before.links - frozenset({c.given.id})),
        ),
    )


def remove_ensures_4(c: RemoveCall) -> Parts:
    """labels' = pre(labels) minus {samples[id].name}"""
    return (
        Sides(
            Part("labels'", lambda: c.after.labels),
            Part(
                "pre(labels) minus {samples[id].name}",
                lambda: c.before.labels - frozenset({c.before.samples[c.given.id].name}),
            ),
        ),
    )


def remove_ensures_5(c: RemoveCall) -> Parts:
    """total' = total - 1"""
    return (
        Sides(Part("total'", lambda: c.after.total), Part("total - 1", lambda: i64(c.before.total - 1))),
        Part("total", lambda: c.before.total),
    )


def remove_ensures_6(c: RemoveCall) -> Parts:
    """focus = id implies focus' = none"""
    return (
        Sides(Part("focus", lambda: c.before.focus), Part("id", lambda: c.given.id)),
        Sides(Part("focus'", lambda: c.after.focus), Part("none", lambda: None)),
    )


def remove_ensures_7(c: RemoveCall) -> Parts:
    """left = #samples'"""
    return (
        Sides(Part("left", lambda: c.answer.left), Part("#samples'", lambda: len(c.after.samples))),
        Part("samples'", lambda: c.after.samples),
    )


def activate_requires_0(c: ActivateCall) -> Parts:
    """id in samples"""
    return (Part("id", lambda: c.given.id), Part("samples", lambda: c.before.samples))


def activate_requires_1(c: ActivateCall) -> Parts:
    """samples[id].state = DRAFT"""
    return (
        Sides(Part("samples[id].state", lambda: c.before.samples[c.given.id].state), Part("DRAFT", lambda: "DRAFT")),
    )


def activate_ensures_0(c: ActivateCall) -> Parts:
    """samples' = samples + {id -> samples[id] with { state = ACTIVE, history = samples[id].history +..."""
    return (
        Sides(
            Part("samples'", lambda: c.after.samples),
            Part(
                'samples + {id -> samples[id] with { state = ACTIVE, history = samples[id].history + ["activated"] }}',
                lambda: (
                    c.before.samples
                    + Map(
                        {
                            c.given.id: replace(
                                c.before.samples[c.given.id],
                                state="ACTIVE",
                                history=c.before.samples[c.given.id].history + ("activated",),
                            )
                        }
                    )
                ),
            ),
        ),
    )


def activate_ensures_1(c: ActivateCall) -> Parts:
    """sample = samples'[id]"""
    return (Sides(Part("sample", lambda: c.answer.sample), Part("samples'[id]", lambda: c.after.samples[c.given.id])),)


def close_requires_0(c: CloseCall) -> Parts:
    """id in samples"""
    return (Part("id", lambda: c.given.id), Part("samples", lambda: c.before.samples))


def close_requires_1(c: CloseCall) -> Parts:
    """samples[id].state = Phase.ACTIVE"""
    return (
        Sides(
            Part("samples[id].state", lambda: c.before.samples[c.given.id].state),
            Part("Phase.ACTIVE", lambda: "ACTIVE"),
        ),
    )


def close_ensures_0(c: CloseCall) -> Parts:
    """samples'[id].state = CLOSED"""
    return (
        Sides(Part("samples'[id].state", lambda: c.after.samples[c.given.id].state), Part("CLOSED", lambda: "CLOSED")),
    )


def close_ensures_1(c: CloseCall) -> Parts:
    """samples'[id].retired_at = now() + grace"""
    return (
        Sides(
            Part("samples'[id].retired_at", lambda: c.after.samples[c.given.id].retired_at),
            Part("now() + grace", lambda: instant(c.now + c.before.grace)),
        ),
        Part("now()", lambda: c.now),
        Part("grace", lambda: c.before.grace),
    )


def close_ensures_2(c: CloseCall) -> Parts:
    """samples'[id].lifetime = now() - samples[id].created_at"""
    return (
        Sides(
            Part("samples'[id].lifetime", lambda: c.after.samples[c.given.id].lifetime),
            Part("now() - samples[id].created_at", lambda: c.now - c.before.samples[c.given.id].created_at),
        ),
        Part("now()", lambda: c.now),
        Part("samples[id].created_at", lambda: c.before.samples[c.given.id].created_at),
    )


def close_ensures_3(c: CloseCall) -> Parts:
    """sample = samples'[id]"""
    return (Sides(Part("sample", lambda: c.answer.sample), Part("samples'[id]", lambda: c.after.samples[c.given.id])),)


def revive_requires_0(c: ReviveCall) -> Parts:
    """id in samples"""
    return (Part("id", lambda: c.given.id), Part("samples", lambda: c.before.samples))


def revive_requires_1(c: ReviveCall) -> Parts:
    """samples[id].state = CLOSED"""
    return (
        Sides(Part("samples[id].state", lambda: c.before.samples[c.given.id].state), Part("CLOSED", lambda: "CLOSED")),
    )


def revive_ensures_0(c: ReviveCall) -> Parts:
    """samples'[id].state = ACTIVE"""
    return (
        Sides(Part("samples'[id].state", lambda: c.after.samples[c.given.id].state), Part("ACTIVE", lambda: "ACTIVE")),
    )


def revive_ensures_1(c: ReviveCall) -> Parts:
    """samples'[id].retired_at = none"""
    return (
        Sides(
            Part("samples'[id].retired_at", lambda: c.after.samples[c.given.id].retired_at), Part("none", lambda: None)
        ),
    )


def revive_ensures_2(c: ReviveCall) -> Parts:
    """sample = samples'[id]"""
    return (Sides(Part("sample", lambda: c.answer.sample), Part("samples'[id]", lambda: c.after.samples[c.given.id])),)


def mark_root_requires_0(c: MarkRootCall) -> Parts:
    """id in samples"""
    return (Part("id", lambda: c.given.id), Part("samples", lambda: c.before.samples))


def mark_root_requires_1(c: MarkRootCall) -> Parts:
    """id not in roots"""
    return (Part("id", lambda: c.given.id), Part("roots", lambda: c.before.roots))


def mark_root_ensures_0(c: MarkRootCall) -> Parts:
    """roots'[id] = Base { id = id, created_at = now() }"""
    return (
        Sides(
            Part("roots'[id]", lambda: c.after.roots[c.given.id]),
            Part("Base { id = id, created_at = now() }", lambda: Base(id=c.given.id, created_at=c.now)),
        ),
    )


def add_reading_requires_0(c: AddReadingCall) -> Parts:
    """id in samples"""
    return (Part("id", lambda: c.given.id), Part("samples", lambda: c.before.samples))


def add_reading_requires_1(c: AddReadingCall) -> Parts:
    """#readings[id] < 10"""
    return (
        Part("#readings[id]", lambda: len(c.before.readings[c.given.id])),
        Part("readings[id]", lambda: c.before.readings[c.given.id]),
    )


def add_reading_ensures_0(c: AddReadingCall) -> Parts:
    """readings'[id] = readings[id] + {reading}"""
    return (
        Sides(
            Part("readings'[id]", lambda: c.after.readings[c.given.id]),
            Part("readings[id] + {reading}", lambda: c.before.readings[c.given.id] | frozenset({c.given.reading})),
        ),
    )


def add_reading_ensures_1(c: AddReadingCall) -> Parts:
    """highest = max(readings'[id])"""
    return (
        Sides(
            Part("highest", lambda: c.answer.highest),
            Part("max(readings'[id])", lambda: largest(c.after.readings[c.given.id])),
        ),
        Part("readings'[id]", lambda: c.after.readings[c.given.id]),
    )


def add_reading_ensures_2(c: AddReadingCall) -> Parts:
    """lowest = min(readings'[id])"""
    return (
        Sides(
            Part("lowest", lambda: c.answer.lowest),
            Part("min(readings'[id])", lambda: smallest(c.after.readings[c.given.id])),
        ),
        Part("readings'[id]", lambda: c.after.readings[c.given.id]),
    )


def add_reading_ensures_3(c: AddReadingCall) -> Parts:
    """spread = abs(lowest - highest)"""
    return (
        Sides(
            Part("spread", lambda: c.answer.spread),
            Part("abs(lowest - highest)", lambda: i64(abs(i64(c.answer.lowest - c.answer.highest)))),
        ),
        Part("lowest - highest", lambda: i64(c.answer.lowest - c.answer.highest)),
        Part("lowest", lambda: c.answer.lowest),
        Part("highest", lambda: c.answer.highest),
    )


def add_reading_ensures_4(c: AddReadingCall) -> Parts:
    """middle = (highest + lowest) / 2"""
    return (
        Sides(
            Part("middle", lambda: c.answer.middle),
            Part("(highest + lowest) / 2", lambda: floor_div(i64(c.answer.highest + c.answer.lowest), 2)),
        ),
        Part("(highest + lowest)", lambda: i64(c.answer.highest + c.answer.lowest)),
        Part("highest", lambda: c.answer.highest),
        Part("lowest", lambda: c.answer.lowest),
    )


def add_reading_ensures_5(c: AddReadingCall) -> Parts:
    """clamped = max(-50, min(50, reading * 2))"""
    return (
        Sides(
            Part("clamped", lambda: c.answer.clamped),
            Part("max(-50, min(50, reading * 2))", lambda: max(-50, min(50, i64(c.given.reading * 2)))),
        ),
        Part("min(50, reading * 2)", lambda: min(50, i64(c.given.reading * 2))),
        Part("reading * 2", lambda: i64(c.given.reading * 2)),
        Part("reading", lambda: c.given.reading),
    )


def link_requires_0(c: LinkCall) -> Parts:
    """source in samples"""
    return (Part("source", lambda: c.given.source), Part("samples", lambda: c.before.samples))


def link_requires_1(c: LinkCall) -> Parts:
    """target in samples"""
    return (Part("target", lambda: c.given.target), Part("samples", lambda: c.before.samples))


def link_requires_2(c: LinkCall) -> Parts:
    """source != target"""
    return (Part("source", lambda: c.given.source), Part("target", lambda: c.given.target))


def link_requires_3(c: LinkCall) -> Parts:
    """target not in links[source]"""
    return (Part("target", lambda: c.given.target), Part("links[source]", lambda: c.before.links[c.given.source]))


def link_ensures_0(c: LinkCall) -> Parts:
    """links' = links + {source -> links[source] + {target}}"""
    return (
        Sides(
            Part("links'", lambda: c.after.links),
            Part(
                "links + {source -> links[source] + {target}}",
                lambda: (
                    c.before.links + Map({c.given.source: c.before.links[c.given.source] | frozenset({c.given.target})})
                ),
            ),
        ),
    )


def link_ensures_1(c: LinkCall) -> Parts:
    """targets = links'[source]"""
    return (
        Sides(Part("targets", lambda: c.answer.targets), Part("links'[source]", lambda: c.after.links[c.given.source])),
    )


def unlink_requires_0(c: UnlinkCall) -> Parts:
    """source in samples"""
    return (Part("source", lambda: c.given.source), Part("samples", lambda: c.before.samples))


def unlink_requires_1(c: UnlinkCall) -> Parts:
    """target in links[source]"""
    return (Part("target", lambda: c.given.target), Part("links[source]", lambda: c.before.links[c.given.source]))


def unlink_ensures_0(c: UnlinkCall) -> Parts:
    """links'[source] = links[source] - {target}"""
    return (
        Sides(
            Part("links'[source]", lambda: c.after.links[c.given.source]),
            Part("links[source] - {target}", lambda: c.before.links[c.given.source] - frozenset({c.given.target})),
        ),
    )


def note_requires_0(c: NoteCall) -> Parts:
    """not (message matches /^\\s*$/)"""
    return (Part("message", lambda: c.given.message),)


def note_ensures_0(c: NoteCall) -> Parts:
    """log' = log + ["- " + message]"""
    return (
        Sides(
            Part("log'", lambda: c.after.log),
            Part('log + ["- " + message]', lambda: c.before.log + ("- " + c.given.message,)),
        ),
        Part("log", lambda: c.before.log),
        Part('["- " + message]', lambda: ("- " + c.given.message,)),
    )


def note_ensures_1(c: NoteCall) -> Parts:
    """position = #log"""
    return (
        Sides(Part("position", lambda: c.answer.position), Part("#log", lambda: len(c.before.log))),
        Part("log", lambda: c.before.log),
    )


def note_ensures_2(c: NoteCall) -> Parts:
    """log'[position] = "- " + message"""
    return (
        Sides(
            Part("log'[position]", lambda: element(c.after.log, c.answer.position)),
            Part('"- " + message', lambda: "- " + c.given.message),
        ),
        Part("message", lambda: c.given.message),
    )


def set_pref_ensures_0(c: SetPrefCall) -> Parts:
    """prefs' = prefs + {key -> amount}"""
    return (
        Sides(
            Part("prefs'", lambda: c.after.prefs),
            Part("prefs + {key -> amount}", lambda: c.before.prefs + Map({c.given.key: c.given.amount})),
        ),
    )


def set_pref_ensures_1(c: SetPrefCall) -> Parts:
    """previous = if key in prefs then some(prefs[key]) else none"""
    return (
        Sides(
            Part("previous", lambda: c.answer.previous),
            Part(
                "if key in prefs then some(prefs[key]) else none",
                lambda: c.before.prefs[c.given.key] if c.given.key in c.before.prefs else None,
            ),
        ),
    )


def drop_prefs_requires_0(c: DropPrefsCall) -> Parts:
    """#keys > 0"""
    return (Part("#keys", lambda: len(c.given.keys)), Part("keys", lambda: c.given.keys))


def drop_prefs_requires_1(c: DropPrefsCall) -> Parts:
    """keys subset dom(prefs)"""
    return (
        Part("keys", lambda: c.given.keys),
        Part("dom(prefs)", lambda: dom(c.before.prefs)),
        Part("prefs", lambda: c.before.prefs),
    )


def drop_prefs_ensures_0(c: DropPrefsCall) -> Parts:
    """prefs' = prefs - keys"""
    return (Sides(Part("prefs'", lambda: c.after.prefs), Part("prefs - keys", lambda: c.before.prefs - c.given.keys)),)


def drop_prefs_ensures_1(c: DropPrefsCall) -> Parts:
    """dropped = #keys"""
    return (
        Sides(Part("dropped", lambda: c.answer.dropped), Part("#keys", lambda: len(c.given.keys))),
        Part("keys", lambda: c.given.keys),
    )


def clear_requires_0(c: ClearCall) -> Parts:
    """#log > 0 or #prefs > 0"""
    return (
        Part("#log", lambda: len(c.before.log)),
        Part("log", lambda: c.before.log),
        Part("#prefs", lambda: len(c.before.prefs)),
        Part("prefs", lambda: c.before.prefs),
    )


def clear_ensures_0(c: ClearCall) -> Parts:
    """log' = []"""
    return (Sides(Part("log'", lambda: c.after.log), Part("[]", lambda: ())),)


def clear_ensures_1(c: ClearCall) -> Parts:
    """prefs' = {}"""
    return (Sides(Part("prefs'", lambda: c.after.prefs), Part("{}", lambda: Map())),)


def focus_requires_0(c: FocusCall) -> Parts:
    """id in samples"""
    return (Part("id", lambda: c.given.id), Part("samples", lambda: c.before.samples))


def focus_ensures_0(c: FocusCall) -> Parts:
    """focus' = some(id)"""
    return (Sides(Part("focus'", lambda: c.after.focus), Part("id", lambda: c.given.id)),)


def spend_requires_0(c: SpendCall) -> Parts:
    """budget >= cost"""
    return (Part("budget", lambda: c.before.budget), Part("cost", lambda: c.given.cost))


def spend_ensures_0(c: SpendCall) -> Parts:
    """budget' = budget - cost"""
    return (
        Sides(
            Part("budget'", lambda: c.after.budget),
            Part("budget - cost", lambda: finite(c.before.budget - c.given.cost)),
        ),
        Part("budget", lambda: c.before.budget),
        Part("cost", lambda: c.given.cost),
    )


def spend_ensures_1(c: SpendCall) -> Parts:
    """rest = budget'"""
    return (Sides(Part("rest", lambda: c.answer.rest), Part("budget'", lambda: c.after.budget)),)


def spend_ensures_2(c: SpendCall) -> Parts:
    """fee = cost * 3 / 4.0"""
    return (
        Sides(
            Part("fee", lambda: c.answer.fee),
            Part("cost * 3 / 4.0", lambda: float_div(finite(c.given.cost * 3.0), 4.0)),
        ),
        Part("cost * 3", lambda: finite(c.given.cost * 3.0)),
        Part("cost", lambda: c.given.cost),
    )


def set_grace_ensures_0(c: SetGraceCall) -> Parts:
    """grace' = if twice then span * 2 else span"""
    return (
        Sides(
            Part("grace'", lambda: c.after.grace),
            Part("if twice then span * 2 else span", lambda: i64(c.given.span * 2) if c.given.twice else c.given.span),
        ),
    )


def set_grace_ensures_1(c: SetGraceCall) -> Parts:
    """half = grace' / 2"""
    return (
        Sides(Part("half", lambda: c.answer.half), Part("grace' / 2", lambda: floor_div(c.after.grace, 2))),
        Part("grace'", lambda: c.after.grace),
    )


def set_grace_ensures_2(c: SetGraceCall) -> Parts:
    """half + half <= grace' and grace' - half >= half"""
    return (
        Part("half + half", lambda: i64(c.answer.half + c.answer.half)),
        Part("half", lambda: c.answer.half),
        Part("grace'", lambda: c.after.grace),
        Part("grace' - half", lambda: i64(c.after.grace - c.answer.half)),
    )


def toggle_requires_0(c: ToggleCall) -> Parts:
    """stamp != marker"""
    return (Part("stamp", lambda: c.given.stamp), Part("marker", lambda: c.before.marker))


def toggle_ensures_0(c: ToggleCall) -> Parts:
    """marker' = stamp"""
    return (Sides(Part("marker'", lambda: c.after.marker), Part("stamp", lambda: c.given.stamp)),)


def toggle_ensures_1(c: ToggleCall) -> Parts:
    """paused' = (not paused)"""
    return (
        Sides(Part("paused'", lambda: c.after.paused), Part("(not paused)", lambda: not c.before.paused)),
        Part("paused", lambda: c.before.paused),
    )


def toggle_ensures_2(c: ToggleCall) -> Parts:
    """opened_at' = if paused then now() else opened_at"""
    return (
        Sides(
            Part("opened_at'", lambda: c.after.opened_at),
            Part("if paused then now() else opened_at", lambda: c.now if c.before.paused else c.before.opened_at),
        ),
    )


def toggle_ensures_3(c: ToggleCall) -> Parts:
    """warn_at = opened_at' - grace"""
    return (
        Sides(
            Part("warn_at", lambda: c.answer.warn_at),
            Part("opened_at' - grace", lambda: instant(c.after.opened_at - c.before.grace)),
        ),
        Part("opened_at'", lambda: c.after.opened_at),
        Part("grace", lambda: c.before.grace),
    )


def reach_ensures_0(c: ReachCall) -> Parts:
    """secure = (contact matches /^https:/)"""
    return (
        Sides(
            Part("secure", lambda: c.answer.secure),
            Part("(contact matches /^https:/)", lambda: matches(c.given.contact, r"^https:")),
        ),
    )


def report_ensures_0(c: ReportCall) -> Parts:
    """entries = log .length"""
    return (
        Sides(Part("entries", lambda: c.answer.entries), Part("log .length", lambda: len(c.before.log))),
        Part("log", lambda: c.before.log),
    )


def report_ensures_1(c: ReportCall) -> Parts:
    """lonely = #samples - #links"""
    return (
        Sides(
            Part("lonely", lambda: c.answer.lonely),
            Part("#samples - #links", lambda: len(c.before.samples) - len(c.before.links)),
        ),
        Part("#samples", lambda: len(c.before.samples)),
        Part("samples", lambda: c.before.samples),
        Part("#links", lambda: len(c.before.links)),
        Part("links", lambda: c.before.links),
    )


def report_ensures_2(c: ReportCall) -> Parts:
    """tag_total = sum(samples, k => #samples[k].tags)"""
    return (
        Sides(
            Part("tag_total", lambda: c.answer.tag_total),
            Part(
                "sum(samples, k => #samples[k].tags)",
                lambda: total(c.before.samples, lambda k: len(c.before.samples[k].tags)),
            ),
        ),
    )


def report_ensures_3(c: ReportCall) -> Parts:
    """heavy = { k in samples | samples[k].weight > 10 }"""
    return (
        Sides(
            Part("heavy", lambda: c.answer.heavy),
            Part(
                "{ k in samples | samples[k].weight > 10 }",
                lambda: select(c.before.samples, lambda k: c.before.samples[k].weight > 10.0),
            ),
        ),
    )


def report_ensures_4(c: ReportCall) -> Parts:
    """banner = if paused then "paused\\n" else "running" """
    return (
        Sides(
            Part("banner", lambda: c.answer.banner),
            Part('if paused then "paused\\n" else "running"', lambda: "paused\n" if c.before.paused else "running"),
        ),
    )


def report_ensures_5(c: ReportCall) -> Parts:
    """all_grades = (all g: Grade | (exists s in ran(samples) | s.type = g))"""
    return (
        Sides(
            Part("all_grades", lambda: c.answer.all_grades),
            Part(
                "(all g: Grade | (exists s in ran(samples) | s.type = g))",
                lambda: every(GRADE_VALUES, lambda g: exists(ran(c.before.samples), lambda s2: s2.type == g)),
            ),
        ),
    )


def report_ensures_6(c: ReportCall) -> Parts:
    """bounds = [-total, total]"""
    return (
        Sides(
            Part("bounds", lambda: c.answer.bounds),
            Part("[-total, total]", lambda: (i64(-c.before.total), c.before.total)),
        ),
    )
