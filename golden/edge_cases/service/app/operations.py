"""What EdgeCases does: each operation as a function from the state before to the state after."""

from __future__ import annotations

from app.functions import grade_of, is_open, palette, population, tag_count
from app.model import (
    COLOUR_VALUES,
    GRADE_VALUES,
    ActivateAnswer,
    ActivateGiven,
    AddReadingAnswer,
    AddReadingGiven,
    AnnotateAnswer,
    AnnotateGiven,
    Base,
    ClearAnswer,
    ClearGiven,
    CloseAnswer,
    CloseGiven,
    CreateAnswer,
    CreateGiven,
    DropPrefsAnswer,
    DropPrefsGiven,
    FindByNameAnswer,
    FindByNameGiven,
    FocusAnswer,
    FocusGiven,
    GetAnswer,
    GetGiven,
    LinkAnswer,
    LinkGiven,
    MarkRootAnswer,
    MarkRootGiven,
    NoteAnswer,
    NoteGiven,
    ReachAnswer,
    ReachGiven,
    RemoveAnswer,
    RemoveGiven,
    RenameAnswer,
    RenameGiven,
    ReportAnswer,
    ReportGiven,
    RetagAnswer,
    RetagGiven,
    ReviveAnswer,
    ReviveGiven,
    ReweighAnswer,
    ReweighGiven,
    Sample,
    SealAnswer,
    SealGiven,
    SearchAnswer,
    SearchGiven,
    SetGraceAnswer,
    SetGraceGiven,
    SetPrefAnswer,
    SetPrefGiven,
    SpendAnswer,
    SpendGiven,
    State,
    ToggleAnswer,
    ToggleGiven,
    UnlinkAnswer,
    UnlinkGiven,
)
from app.runtime import choices
from app.runtime.choices import Picks
from app.runtime.clauses import ensuring, fits, inputs_fit, may_move, moved, promised, requires
from app.runtime.types import Option, SetOf
from app.runtime.values import (
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
    i64,
    instances,
    instant,
    largest,
    let,
    matches,
    none_of,
    ran,
    replace,
    seconds,
    select,
    sha256,
    smallest,
    some,
    the,
    total,
    touched,
)
from app.types import CONTACT, COST, GRACE, ITEM_ID, LABEL, PATH, READING, SECRET, TEXT, WEIGHT

_CREATE = (
    ("name", "name", LABEL),
    ("path", "path", PATH),
    ("weight", "weight", WEIGHT),
    ("note", "note", Option(TEXT)),
)


def create(before: State, given: CreateGiven, now: Instant, pick: Picks) -> tuple[State, CreateAnswer]:
    """Create (edge_cases.spec:102)."""
    inputs_fit(_CREATE, given, before, now)
    requires(
        ("name not in labels", lambda: given.name not in before.labels),
        ("len(name) + len(path) <= 60", lambda: len(given.name) + len(given.path) <= 60),
        ("tags subset palette()", lambda: given.tags <= palette()),
        ("some c in palette() | c not in tags", lambda: exists(palette(), lambda c2: c2 not in given.tags)),
    )
    # ensures labels' = labels union {name}
    after = replace(before, labels=before.labels | frozenset({given.name}))
    # ensures total' = total + 1
    after = replace(after, total=i64(before.total + 1))
    # ensures id not in samples
    id = pick.choose(
        ("an ensures of `Create`", "id not in samples"),
        (lambda: choices.not_member_of(before.samples),),
        choices.integers(0),
        lambda id: fits(ITEM_ID, id, after, now) and id not in before.samples,
    )
    # ensures readings'[id] = {0}
    after = replace(after, readings=after.readings.put(id, frozenset({0})))
    ticket = pick.choose(("what `Create` leaves open", ""), (), choices.uuids(fresh=True), lambda ticket: True)
    # ensures samples' = samples + {id -> Sample { id = id, created_at = now(), name = name, path = path, weight =
    #   weight, type = gradeOf(weight), state = Phase.DRAFT, tags = tags, history = ["created"], attributes = {}, note =
    #   note, trace = ticket, lifetime = seconds(0), retired_at = none, seal_hash = none }}
    after = replace(
        after,
        samples=before.samples
        + Map(
            {
                id: Sample(
                    id=id,
                    created_at=now,
                    name=given.name,
                    path=given.path,
                    weight=given.weight,
                    type=grade_of(given.weight),
                    state="DRAFT",
                    tags=given.tags,
                    history=("created",),
                    attributes=Map(),
                    note=given.note,
                    trace=ticket,
                    lifetime=seconds(0),
                    retired_at=None,
                    seal_hash=None,
                )
            }
        ),
    )
    promised(
        "an ensures of `Create`",
        "let before = #samples in population()' = before + 1",
        lambda: let(len(before.samples), lambda before2: population(after) == i64(before2 + 1)),
    )
    promised("an ensures of `Create`", "tagCount(id)' = #tags", lambda: tag_count(id, after) == len(given.tags))
    answer = CreateAnswer(id=id, ticket=ticket)
    pick.settled(after, answer)
    promised(
        "the invariant `keysAreIds`",
        "all one in samples | samples[one].id = one",
        lambda: every(
            after.samples.at(touched(before.samples, after.samples)), lambda one: after.samples[one].id == one
        ),
    )
    promised("the invariant `countsAgree`", "total = #samples", lambda: after.total == len(after.samples))
    promised(
        "the invariant `uniqueNames`",
        "no a: Sample, b: Sample | a.id != b.id and a.name = b.name",
        lambda: none_of(
            instances(after, Sample),
            lambda a: exists(instances(after, Sample), lambda b: a.id != b.id and a.name == b.name),
        ),
    )
    promised(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        lambda: every(instances(after, Sample), lambda s2: s2.name in after.labels),
    )
    promised(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        lambda: every(
            after.labels,
            lambda l_: exists(after.samples.among(("name", lambda: l_)).values(), lambda s2: s2.name == l_),
        ),
    )
    promised(
        "the invariant `colouredFromPalette`",
        "all s in ran(samples) | s.tags subset palette()",
        lambda: every(
            after.samples.at(touched(before.samples, after.samples)).values(), lambda s2: s2.tags <= palette()
        ),
    )
    promised(
        "the invariant `rootsAreSamples`",
        "dom(roots) subset dom(samples)",
        lambda: every(after.roots.at(touched(before.samples, after.samples)), lambda key: key in after.samples),
    )
    promised(
        "the invariant `everySampleIsRead`",
        "dom(readings) = dom(samples)",
        lambda: (
            every(after.readings.at(touched(before.readings, after.readings)), lambda key: key in after.samples)
            and every(after.readings.at(touched(before.samples, after.samples)), lambda key: key in after.samples)
            and every(after.samples.at(touched(before.samples, after.samples)), lambda key: key in after.readings)
            and every(after.samples.at(touched(before.readings, after.readings)), lambda key: key in after.readings)
        ),
    )
    promised(
        "the invariant `linksLead`",
        "all a in links | a in samples and a not in links[a] and (all b in links[a] | b in samples)",
        lambda: every(after.links, lambda a: every(after.links[a], lambda b: b in after.samples)),
    )
    promised(
        "the invariant `linksLead`",
        "all a in links | a in samples and a not in links[a] and (all b in links[a] | b in samples)",
        lambda: every(after.links.at(touched(before.samples, after.samples)), lambda a: a in after.samples),
    )
    promised(
        "the invariant `focusExists`",
        "focus = none or focus in samples",
        lambda: after.focus is None or some(after.focus) in after.samples,
    )
    return after, answer


_GET = (("id", "id", ITEM_ID),)


def get(before: State, given: GetGiven, now: Instant, pick: Picks) -> tuple[State, GetAnswer]:
    """Get (edge_cases.spec:136)."""
    inputs_fit(_GET, given, before, now)
    requires(
        ("id in samples", lambda: given.id in before.samples),
        present=(("id in samples", lambda: given.id in before.samples),),
    )
    # ensures sample = samples[id]
    sample = before.samples[given.id]
    return before, GetAnswer(sample=sample)


_FIND_BY_NAME = (("name", "name", LABEL),)


def find_by_name(before: State, given: FindByNameGiven, now: Instant, pick: Picks) -> tuple[State, FindByNameAnswer]:
    """FindByName (edge_cases.spec:145)."""
    inputs_fit(_FIND_BY_NAME, given, before, now)
    requires(
        ("name in labels", lambda: given.name in before.labels),
        present=(("name in labels", lambda: given.name in before.labels),),
    )
    # ensures sample = (the s in ran(samples) | s.name = name)
    with ensuring("an ensures of `FindByName`", "sample = (the s in ran(samples) | s.name = name)"):
        sample = the(ran(before.samples), lambda s2: s2.name == given.name)
    return before, FindByNameAnswer(sample=sample)


def search(before: State, given: SearchGiven, now: Instant, pick: Picks) -> tuple[State, SearchAnswer]:
    """Search (edge_cases.spec:155)."""
    # ensures found = { s in ran(samples) | (type = none or s.type = type) and colours subset s.tags and (since = none
    #   or s.created_at >= since) }
    found = select(
        before.samples.values(),
        lambda s2: (
            (given.type is None or s2.type == some(given.type))
            and given.colours <= s2.tags
            and (given.since is None or s2.created_at >= some(given.since))
        ),
    )
    return before, SearchAnswer(found=found)


_RENAME = (("id", "id", ITEM_ID), ("name", "name", LABEL))


def rename(before: State, given: RenameGiven, now: Instant, pick: Picks) -> tuple[State, RenameAnswer]:
    """Rename (edge_cases.spec:166)."""
    inputs_fit(_RENAME, given, before, now)
    requires(
        ("id in samples", lambda: given.id in before.samples),
        ("name not in labels", lambda: given.name not in before.labels),
        ("len(name) + len(samples[id].path) <= 60", lambda: len(given.name) + len(before.samples[given.id].path) <= 60),
        present=(("id in samples", lambda: given.id in before.samples),),
    )
    # ensures samples'[id].name = name
    after = replace(before, samples=before.samples.put(given.id, replace(before.samples[given.id], name=given.name)))
    # ensures labels' = labels minus {samples[id].name} union {name}
    after = replace(after, labels=before.labels - frozenset({before.samples[given.id].name}) | frozenset({given.name}))
    answer = RenameAnswer()
    pick.settled(after, answer)
    promised(
        "the invariant `uniqueNames`",
        "no a: Sample, b: Sample | a.id != b.id and a.name = b.name",
        lambda: none_of(
            instances(after, Sample),
            lambda a: exists(instances(after, Sample), lambda b: a.id != b.id and a.name == b.name),
        ),
    )
    promised(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        lambda: every(instances(after, Sample), lambda s2: s2.name in after.labels),
    )
    promised(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        lambda: every(
            after.labels,
            lambda l_: exists(after.samples.among(("name", lambda: l_)).values(), lambda s2: s2.name == l_),
        ),
    )
    return after, answer


_REWEIGH = (("id", "id", ITEM_ID), ("weight", "weight", WEIGHT))


def reweigh(before: State, given: ReweighGiven, now: Instant, pick: Picks) -> tuple[State, ReweighAnswer]:
    """Reweigh (edge_cases.spec:178)."""
    inputs_fit(_REWEIGH, given, before, now)
    requires(
        ("isOpen(id)", lambda: is_open(given.id, before)), present=(("isOpen(id)", lambda: given.id in before.samples),)
    )
    # ensures samples' = samples + {id -> samples[id] with { weight = weight, type = gradeOf(weight) }}
    with ensuring(
        "an ensures of `Reweigh`",
        "samples' = samples + {id -> samples[id] with { weight = weight, type = gradeOf(weight) }}",
    ):
        after = replace(
            before,
            samples=before.samples
            + Map({given.id: replace(before.samples[given.id], weight=given.weight, type=grade_of(given.weight))}),
        )
    # ensures grade = samples'[id].type
    with ensuring("an ensures of `Reweigh`", "grade = samples'[id].type"):
        grade = after.samples[given.id].type
    promised(
        "an ensures of `Reweigh`",
        "weight > 10.0 and weight <= 100.0 implies grade = Grade.ACTIVE",
        lambda: not (given.weight > 10.0 and given.weight <= 100.0) or grade == "ACTIVE",
    )
    answer = ReweighAnswer(grade=grade)
    pick.settled(after, answer)
    promised(
        "the invariant `keysAreIds`",
        "all one in samples | samples[one].id = one",
        lambda: every(
            after.samples.at(touched(before.samples, after.samples)), lambda one: after.samples[one].id == one
        ),
    )
    promised("the invariant `countsAgree`", "total = #samples", lambda: after.total == len(after.samples))
    promised(
        "the invariant `uniqueNames`",
        "no a: Sample, b: Sample | a.id != b.id and a.name = b.name",
        lambda: none_of(
            instances(after, Sample),
            lambda a: exists(instances(after, Sample), lambda b: a.id != b.id and a.name == b.name),
        ),
    )
    promised(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        lambda: every(instances(after, Sample), lambda s2: s2.name in after.labels),
    )
    promised(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        lambda: every(
            after.labels,
            lambda l_: exists(after.samples.among(("name", lambda: l_)).values(), lambda s2: s2.name == l_),
        ),
    )
    promised(
        "the invariant `colouredFromPalette`",
        "all s in ran(samples) | s.tags subset palette()",
        lambda: every(
            after.samples.at(touched(before.samples, after.samples)).values(), lambda s2: s2.tags <= palette()
        ),
    )
    promised(
        "the invariant `rootsAreSamples`",
        "dom(roots) subset dom(samples)",
        lambda: every(after.roots.at(touched(before.samples, after.samples)), lambda key: key in after.samples),
    )
    promised(
        "the invariant `everySampleIsRead`",
        "dom(readings) = dom(samples)",
        lambda: (
            every(after.readings.at(touched(before.samples, after.samples)), lambda key: key in after.samples)
            and every(after.samples.at(touched(before.samples, after.samples)), lambda key: key in after.readings)
        ),
    )
    promised(
        "the invariant `linksLead`",
        "all a in links | a in samples and a not in links[a] and (all b in links[a] | b in samples)",
        lambda: every(after.links, lambda a: every(after.links[a], lambda b: b in after.samples)),
    )
    promised(
        "the invariant `linksLead`",
        "all a in links | a in samples and a not in links[a] and (all b in links[a] | b in samples)",
        lambda: every(after.links.at(touched(before.samples, after.samples)), lambda a: a in after.samples),
    )
    promised(
        "the invariant `focusExists`",
        "focus = none or focus in samples",
        lambda: after.focus is None or some(after.focus) in after.samples,
    )
    return after, answer


_RETAG = (("id", "id", ITEM_ID),)


def retag(before: State, given: RetagGiven, now: Instant, pick: Picks) -> tuple[State, RetagAnswer]:
    """Retag (edge_cases.spec:192)."""
    inputs_fit(_RETAG, given, before, now)
    requires(
        ("id in samples", lambda: given.id in before.samples),
        ("add intersect drop = {}", lambda: given.add & given.drop == frozenset()),
        ("add in ^palette()", lambda: given.add <= palette()),
        present=(("id in samples", lambda: given.id in before.samples),),
    )
    # ensures samples'[id].tags = samples[id].tags union add minus drop
    after = replace(
        before,
        samples=before.samples.put(
            given.id, replace(before.samples[given.id], tags=(before.samples[given.id].tags | given.add) - given.drop)
        ),
    )
    # ensures sample = samples'[id]
    sample = after.samples[given.id]
    promised(
        "an ensures of `Retag`",
        "all c: Colour, b: Bool | c in drop and b implies c not in sample.tags",
        lambda: every(
            COLOUR_VALUES,
            lambda c2: every((False, True), lambda b: not (c2 in given.drop and b) or c2 not in sample.tags),
        ),
    )
    answer = RetagAnswer(sample=sample)
    pick.settled(after, answer)
    promised(
        "the invariant `uniqueNames`",
        "no a: Sample, b: Sample | a.id != b.id and a.name = b.name",
        lambda: none_of(
            instances(after, Sample),
            lambda a: exists(instances(after, Sample), lambda b: a.id != b.id and a.name == b.name),
        ),
    )
    promised(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        lambda: every(instances(after, Sample), lambda s2: s2.name in after.labels),
    )
    promised(
        "the invariant `colouredFromPalette`",
        "all s in ran(samples) | s.tags subset palette()",
        lambda: every(
            after.samples.at(touched(before.samples, after.samples)).values(), lambda s2: s2.tags <= palette()
        ),
    )
    return after, answer


_ANNOTATE = (("entity", "entity", ITEM_ID), ("field", "field", LABEL), ("amount", "amount", READING))


def annotate(before: State, given: AnnotateGiven, now: Instant, pick: Picks) -> tuple[State, AnnotateAnswer]:
    """Annotate (edge_cases.spec:206)."""
    inputs_fit(_ANNOTATE, given, before, now)
    requires(
        (
            "entity in samples and samples[entity].state != Phase.CLOSED",
            lambda: given.entity in before.samples and before.samples[given.entity].state != "CLOSED",
        ),
        (
            "#samples[entity].attributes < 8 or field in samples[entity].attributes",
            lambda: (
                len(before.samples[given.entity].attributes) < 8
                or given.field in before.samples[given.entity].attributes
            ),
        ),
        present=(
            ("entity in samples and samples[entity].state != Phase.CLOSED", lambda: given.entity in before.samples),
        ),
    )
    # ensures let old = samples[entity].attributes in samples'[entity].attributes = old + {field -> amount}
    old = before.samples[given.entity].attributes
    after = replace(
        before,
        samples=before.samples.put(
            given.entity, replace(before.samples[given.entity], attributes=old + Map({given.field: given.amount}))
        ),
    )
    # ensures let old = samples[entity].attributes in size = (if field in old then #old else #old + 1)
    old = before.samples[given.entity].attributes
    size = len(old) if given.field in old else len(old) + 1
    promised("an ensures of `Annotate`", "size > 0", lambda: size > 0)
    answer = AnnotateAnswer(size=size)
    pick.settled(after, answer)
    promised(
        "the invariant `uniqueNames`",
        "no a: Sample, b: Sample | a.id != b.id and a.name = b.name",
        lambda: none_of(
            instances(after, Sample),
            lambda a: exists(instances(after, Sample), lambda b: a.id != b.id and a.name == b.name),
        ),
    )
    promised(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        lambda: every(instances(after, Sample), lambda s2: s2.name in after.labels),
    )
    return after, answer


_SEAL = (("id", "id", ITEM_ID), ("secret", "secret", SECRET))


def seal(before: State, given: SealGiven, now: Instant, pick: Picks) -> tuple[State, SealAnswer]:
    """Seal (edge_cases.spec:222)."""
    inputs_fit(_SEAL, given, before, now)
    requires(
        ("id in samples", lambda: given.id in before.samples),
        ("samples[id].seal_hash = none", lambda: before.samples[given.id].seal_hash is None),
        present=(("id in samples", lambda: given.id in before.samples),),
    )
    # ensures samples'[id].seal_hash = some(hash(secret))
    # ensures samples'[id].history = samples[id].history + ["sealed: \"🔒\"\t\\o/\r\n"]
    after = replace(
        before,
        samples=before.samples.put(
            given.id,
            replace(
                before.samples[given.id],
                seal_hash=sha256(given.secret),
                history=before.samples[given.id].history + ('sealed: "\U0001f512"\t\\o/\r\n',),
            ),
        ),
    )
    answer = SealAnswer()
    pick.settled(after, answer)
    promised(
        "the invariant `uniqueNames`",
        "no a: Sample, b: Sample | a.id != b.id and a.name = b.name",
        lambda: none_of(
            instances(after, Sample),
            lambda a: exists(instances(after, Sample), lambda b: a.id != b.id and a.name == b.name),
        ),
    )
    promised(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        lambda: every(instances(after, Sample), lambda s2: s2.name in after.labels),
    )
    return after, answer


_REMOVE = (("id", "id", ITEM_ID),)


def remove(before: State, given: RemoveGiven, now: Instant, pick: Picks) -> tuple[State, RemoveAnswer]:
    """Remove (edge_cases.spec:232)."""
    inputs_fit(_REMOVE, given, before, now)
    requires(
        ("id in samples", lambda: given.id in before.samples),
        ("no a in links | id in links[a]", lambda: none_of(before.links, lambda a: given.id in before.links[a])),
        present=(("id in samples", lambda: given.id in before.samples),),
    )
    # ensures samples' = samples - {id}
    after = replace(before, samples=before.samples - frozenset({given.id}))
    # ensures roots' = roots - {id}
    after = replace(after, roots=before.roots - frozenset({given.id}))
    # ensures readings' = readings - {id}
    after = replace(after, readings=before.readings - frozenset({given.id}))
    # ensures links' = links - {id}
    after = replace(after, links=before.links - frozenset({given.id}))
    # ensures labels' = labels minus {samples[id].name}
    after = replace(after, labels=before.labels - frozenset({before.samples[given.id].name}))
    # ensures total' = total - 1
    after = replace(after, total=i64(before.total - 1))
    # ensures focus = some(id) implies focus' = none
    if before.focus == given.id:
        after = replace(after, focus=None)
    # ensures left = #samples'
    left = len(after.samples)
    answer = RemoveAnswer(left=left)
    pick.settled(after, answer)
    promised("the invariant `countsAgree`", "total = #samples", lambda: after.total == len(after.samples))
    promised(
        "the invariant `uniqueNames`",
        "no a: Sample, b: Sample | a.id != b.id and a.name = b.name",
        lambda: none_of(
            instances(after, Sample),
            lambda a: exists(instances(after, Sample), lambda b: a.id != b.id and a.name == b.name),
        ),
    )
    promised(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        lambda: every(instances(after, Sample), lambda s2: s2.name in after.labels),
    )
    promised(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        lambda: every(
            after.labels,
            lambda l_: exists(after.samples.among(("name", lambda: l_)).values(), lambda s2: s2.name == l_),
        ),
    )
    promised(
        "the invariant `rootsAreSamples`",
        "dom(roots) subset dom(samples)",
        lambda: every(after.roots.at(touched(before.samples, after.samples)), lambda key: key in after.samples),
    )
    promised(
        "the invariant `everySampleIsRead`",
        "dom(readings) = dom(samples)",
        lambda: (
            every(after.readings.at(touched(before.samples, after.samples)), lambda key: key in after.samples)
            and every(after.samples.at(touched(before.readings, after.readings)), lambda key: key in after.readings)
        ),
    )
    promised(
        "the invariant `linksLead`",
        "all a in links | a in samples and a not in links[a] and (all b in links[a] | b in samples)",
        lambda: every(after.links, lambda a: every(after.links[a], lambda b: b in after.samples)),
    )
    promised(
        "the invariant `linksLead`",
        "all a in links | a in samples and a not in links[a] and (all b in links[a] | b in samples)",
        lambda: every(after.links.at(touched(before.samples, after.samples)), lambda a: a in after.samples),
    )
    promised(
        "the invariant `focusExists`",
        "focus = none or focus in samples",
        lambda: after.focus is None or some(after.focus) in after.samples,
    )
    return after, answer


_ACTIVATE = (("id", "id", ITEM_ID),)


def activate(before: State, given: ActivateGiven, now: Instant, pick: Picks) -> tuple[State, ActivateAnswer]:
    """Activate (edge_cases.spec:253)."""
    inputs_fit(_ACTIVATE, given, before, now)
    requires(
        ("id in samples", lambda: given.id in before.samples),
        ("samples[id].state = Phase.DRAFT", lambda: before.samples[given.id].state == "DRAFT"),
        moves=(
            (
                "SampleLife",
                lambda: may_move(
                    before.samples,
                    given.id,
                    lambda own: own.state == "DRAFT" and own.weight > 0.0 and len(own.tags) > 0,
                ),
            ),
        ),
        present=(("id in samples", lambda: given.id in before.samples),),
    )
    # ensures samples' = samples + {id -> samples[id] with { state = Phase.ACTIVE, history = samples[id].history +
    #   ["activated"] }}
    after = replace(
        before,
        samples=before.samples
        + Map(
            {
                given.id: replace(
                    before.samples[given.id], state="ACTIVE", history=before.samples[given.id].history + ("activated",)
                )
            }
        ),
    )
    # ensures sample = samples'[id]
    sample = after.samples[given.id]
    answer = ActivateAnswer(sample=sample)
    pick.settled(after, answer)
    promised(
        "the invariant `keysAreIds`",
        "all one in samples | samples[one].id = one",
        lambda: every(
            after.samples.at(touched(before.samples, after.samples)), lambda one: after.samples[one].id == one
        ),
    )
    promised("the invariant `countsAgree`", "total = #samples", lambda: after.total == len(after.samples))
    promised(
        "the invariant `uniqueNames`",
        "no a: Sample, b: Sample | a.id != b.id and a.name = b.name",
        lambda: none_of(
            instances(after, Sample),
            lambda a: exists(instances(after, Sample), lambda b: a.id != b.id and a.name == b.name),
        ),
    )
    promised(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        lambda: every(instances(after, Sample), lambda s2: s2.name in after.labels),
    )
    promised(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        lambda: every(
            after.labels,
            lambda l_: exists(after.samples.among(("name", lambda: l_)).values(), lambda s2: s2.name == l_),
        ),
    )
    promised(
        "the invariant `colouredFromPalette`",
        "all s in ran(samples) | s.tags subset palette()",
        lambda: every(
            after.samples.at(touched(before.samples, after.samples)).values(), lambda s2: s2.tags <= palette()
        ),
    )
    promised(
        "the invariant `rootsAreSamples`",
        "dom(roots) subset dom(samples)",
        lambda: every(after.roots.at(touched(before.samples, after.samples)), lambda key: key in after.samples),
    )
    promised(
        "the invariant `everySampleIsRead`",
        "dom(readings) = dom(samples)",
        lambda: (
            every(after.readings.at(touched(before.samples, after.samples)), lambda key: key in after.samples)
            and every(after.samples.at(touched(before.samples, after.samples)), lambda key: key in after.readings)
        ),
    )
    promised(
        "the invariant `linksLead`",
        "all a in links | a in samples and a not in links[a] and (all b in links[a] | b in samples)",
        lambda: every(after.links, lambda a: every(after.links[a], lambda b: b in after.samples)),
    )
    promised(
        "the invariant `linksLead`",
        "all a in links | a in samples and a not in links[a] and (all b in links[a] | b in samples)",
        lambda: every(after.links.at(touched(before.samples, after.samples)), lambda a: a in after.samples),
    )
    promised(
        "the invariant `focusExists`",
        "focus = none or focus in samples",
        lambda: after.focus is None or some(after.focus) in after.samples,
    )
    promised(
        "the transition `SampleLife`",
        "",
        lambda: moved(
            before.samples,
            after.samples,
            given.id,
            lambda own: own.state,
            (lambda own: own.state == "DRAFT" and own.weight > 0.0 and len(own.tags) > 0, "ACTIVE"),
        ),
    )
    return after, answer


_CLOSE = (("id", "id", ITEM_ID),)


def close(before: State, given: CloseGiven, now: Instant, pick: Picks) -> tuple[State, CloseAnswer]:
    """Close (edge_cases.spec:267)."""
    inputs_fit(_CLOSE, given, before, now)
    requires(
        ("id in samples", lambda: given.id in before.samples),
        ("samples[id].state = Phase.ACTIVE", lambda: before.samples[given.id].state == "ACTIVE"),
        moves=(("SampleLife", lambda: may_move(before.samples, given.id, lambda own: own.state == "ACTIVE")),),
        present=(("id in samples", lambda: given.id in before.samples),),
    )
    # ensures samples'[id].state = Phase.CLOSED
    # ensures samples'[id].retired_at = some(now() + grace)
    # ensures samples'[id].lifetime = now() - samples[id].created_at
    after = replace(
        before,
        samples=before.samples.put(
            given.id,
            replace(
                before.samples[given.id],
                state="CLOSED",
                retired_at=instant(now + before.grace),
                lifetime=now - before.samples[given.id].created_at,
            ),
        ),
    )
    # ensures sample = samples'[id]
    sample = after.samples[given.id]
    answer = CloseAnswer(sample=sample)
    pick.settled(after, answer)
    promised(
        "the invariant `uniqueNames`",
        "no a: Sample, b: Sample | a.id != b.id and a.name = b.name",
        lambda: none_of(
            instances(after, Sample),
            lambda a: exists(instances(after, Sample), lambda b: a.id != b.id and a.name == b.name),
        ),
    )
    promised(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        lambda: every(instances(after, Sample), lambda s2: s2.name in after.labels),
    )
    return after, answer


_REVIVE = (("id", "id", ITEM_ID),)


def revive(before: State, given: ReviveGiven, now: Instant, pick: Picks) -> tuple[State, ReviveAnswer]:
    """Revive (edge_cases.spec:281)."""
    inputs_fit(_REVIVE, given, before, now)
    requires(
        ("id in samples", lambda: given.id in before.samples),
        ("samples[id].state = Phase.CLOSED", lambda: before.samples[given.id].state == "CLOSED"),
        moves=(
            (
                "SampleLife",
                lambda: may_move(
                    before.samples,
                    given.id,
                    lambda own: own.state == "CLOSED" and own.retired_at is not None and now < some(own.retired_at),
                ),
            ),
        ),
        present=(("id in samples", lambda: given.id in before.samples),),
    )
    # ensures samples'[id].state = Phase.ACTIVE
    # ensures samples'[id].retired_at = none
    after = replace(
        before, samples=before.samples.put(given.id, replace(before.samples[given.id], state="ACTIVE", retired_at=None))
    )
    # ensures sample = samples'[id]
    sample = after.samples[given.id]
    answer = ReviveAnswer(sample=sample)
    pick.settled(after, answer)
    promised(
        "the invariant `uniqueNames`",
        "no a: Sample, b: Sample | a.id != b.id and a.name = b.name",
        lambda: none_of(
            instances(after, Sample),
            lambda a: exists(instances(after, Sample), lambda b: a.id != b.id and a.name == b.name),
        ),
    )
    promised(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        lambda: every(instances(after, Sample), lambda s2: s2.name in after.labels),
    )
    return after, answer


_MARK_ROOT = (("id", "id", ITEM_ID),)


def mark_root(before: State, given: MarkRootGiven, now: Instant, pick: Picks) -> tuple[State, MarkRootAnswer]:
    """MarkRoot (edge_cases.spec:303)."""
    inputs_fit(_MARK_ROOT, given, before, now)
    requires(
        ("id in samples", lambda: given.id in before.samples),
        ("id not in roots", lambda: given.id not in before.roots),
        present=(("id in samples", lambda: given.id in before.samples),),
    )
    # ensures roots'[id] = Base { id = id, created_at = now() }
    after = replace(before, roots=before.roots.put(given.id, Base(id=given.id, created_at=now)))
    answer = MarkRootAnswer()
    pick.settled(after, answer)
    promised(
        "the invariant `uniqueNames`",
        "no a: Sample, b: Sample | a.id != b.id and a.name = b.name",
        lambda: none_of(
            instances(after, Sample),
            lambda a: exists(instances(after, Sample), lambda b: a.id != b.id and a.name == b.name),
        ),
    )
    promised(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        lambda: every(instances(after, Sample), lambda s2: s2.name in after.labels),
    )
    promised(
        "the invariant `rootsAreSamples`",
        "dom(roots) subset dom(samples)",
        lambda: every(after.roots.at(touched(before.roots, after.roots)), lambda key: key in after.samples),
    )
    return after, answer


_ADD_READING = (("id", "id", ITEM_ID), ("reading", "reading", READING))


def add_reading(before: State, given: AddReadingGiven, now: Instant, pick: Picks) -> tuple[State, AddReadingAnswer]:
    """AddReading (edge_cases.spec:312)."""
    inputs_fit(_ADD_READING, given, before, now)
    requires(
        ("id in samples", lambda: given.id in before.samples),
        ("#readings[id] < 10", lambda: len(before.readings[given.id]) < 10),
        present=(("id in samples", lambda: given.id in before.samples),),
    )
    # ensures readings'[id] = readings[id] union {reading}
    after = replace(
        before, readings=before.readings.put(given.id, before.readings[given.id] | frozenset({given.reading}))
    )
    # ensures highest = max(readings'[id])
    with ensuring("an ensures of `AddReading`", "highest = max(readings'[id])"):
        highest = largest(after.readings[given.id])
    # ensures lowest = min(readings'[id])
    with ensuring("an ensures of `AddReading`", "lowest = min(readings'[id])"):
        lowest = smallest(after.readings[given.id])
    # ensures spread = abs(lowest - highest)
    spread = i64(abs(i64(lowest - highest)))
    # ensures middle = (highest + lowest) / 2
    middle = floor_div(i64(highest + lowest), 2)
    # ensures clamped = max(-50, min(50, reading * 2))
    clamped = max(-50, min(50, i64(given.reading * 2)))
    answer = AddReadingAnswer(highest=highest, lowest=lowest, spread=spread, middle=middle, clamped=clamped)
    pick.settled(after, answer)
    promised(
        "the invariant `uniqueNames`",
        "no a: Sample, b: Sample | a.id != b.id and a.name = b.name",
        lambda: none_of(
            instances(after, Sample),
            lambda a: exists(instances(after, Sample), lambda b: a.id != b.id and a.name == b.name),
        ),
    )
    promised(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        lambda: every(instances(after, Sample), lambda s2: s2.name in after.labels),
    )
    promised(
        "the invariant `everySampleIsRead`",
        "dom(readings) = dom(samples)",
        lambda: (
            every(after.readings.at(touched(before.readings, after.readings)), lambda key: key in after.samples)
            and every(after.samples.at(touched(before.readings, after.readings)), lambda key: key in after.readings)
        ),
    )
    return after, answer


_LINK = (("source", "source", ITEM_ID), ("target", "target", ITEM_ID))


def link(before: State, given: LinkGiven, now: Instant, pick: Picks) -> tuple[State, LinkAnswer]:
    """Link (edge_cases.spec:327)."""
    inputs_fit(_LINK, given, before, now)
    requires(
        ("source in samples", lambda: given.source in before.samples),
        ("target in samples", lambda: given.target in before.samples),
        ("source != target", lambda: given.source != given.target),
        ("target not in links[source]", lambda: given.target not in before.links[given.source]),
        present=(
            ("source in samples", lambda: given.source in before.samples),
            ("target in samples", lambda: given.target in before.samples),
        ),
    )
    # ensures links' = links + {source -> links[source] union {target}}
    after = replace(
        before, links=before.links + Map({given.source: before.links[given.source] | frozenset({given.target})})
    )
    # ensures targets = links'[source]
    targets = after.links[given.source]
    answer = LinkAnswer(targets=targets)
    pick.settled(after, answer)
    promised(
        "the invariant `uniqueNames`",
        "no a: Sample, b: Sample | a.id != b.id and a.name = b.name",
        lambda: none_of(
            instances(after, Sample),
            lambda a: exists(instances(after, Sample), lambda b: a.id != b.id and a.name == b.name),
        ),
    )
    promised(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        lambda: every(instances(after, Sample), lambda s2: s2.name in after.labels),
    )
    promised(
        "the invariant `linksLead`",
        "all a in links | a in samples and a not in links[a] and (all b in links[a] | b in samples)",
        lambda: (
            every(after.links.at(touched(before.links, after.links)), lambda a: a in after.samples)
            and every(after.links.at(touched(before.links, after.links)), lambda a: a not in after.links[a])
            and every(
                after.links.at(touched(before.links, after.links)),
                lambda a: every(after.links[a], lambda b: b in after.samples),
            )
        ),
    )
    return after, answer


_UNLINK = (("source", "source", ITEM_ID), ("target", "target", ITEM_ID))


def unlink(before: State, given: UnlinkGiven, now: Instant, pick: Picks) -> tuple[State, UnlinkAnswer]:
    """Unlink (edge_cases.spec:340)."""
    inputs_fit(_UNLINK, given, before, now)
    requires(
        ("source in samples", lambda: given.source in before.samples),
        ("target in links[source]", lambda: given.target in before.links[given.source]),
        present=(
            ("source in samples", lambda: given.source in before.samples),
            ("target in links[source]", lambda: given.target in before.links[given.source]),
        ),
    )
    # ensures links'[source] = links[source] minus {target}
    after = replace(
        before, links=before.links.put(given.source, before.links[given.source] - frozenset({given.target}))
    )
    answer = UnlinkAnswer()
    pick.settled(after, answer)
    promised(
        "the invariant `uniqueNames`",
        "no a: Sample, b: Sample | a.id != b.id and a.name = b.name",
        lambda: none_of(
            instances(after, Sample),
            lambda a: exists(instances(after, Sample), lambda b: a.id != b.id and a.name == b.name),
        ),
    )
    promised(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        lambda: every(instances(after, Sample), lambda s2: s2.name in after.labels),
    )
    promised(
        "the invariant `linksLead`",
        "all a in links | a in samples and a not in links[a] and (all b in links[a] | b in samples)",
        lambda: (
            every(after.links.at(touched(before.links, after.links)), lambda a: a in after.samples)
            and every(after.links.at(touched(before.links, after.links)), lambda a: a not in after.links[a])
            and every(
                after.links.at(touched(before.links, after.links)),
                lambda a: every(after.links[a], lambda b: b in after.samples),
            )
        ),
    )
    return after, answer


_NOTE = (("message", "message", TEXT),)


def note(before: State, given: NoteGiven, now: Instant, pick: Picks) -> tuple[State, NoteAnswer]:
    """Note (edge_cases.spec:351)."""
    inputs_fit(_NOTE, given, before, now)
    requires(("not message matches /^\\s*$/", lambda: not matches(given.message, r"^\s*\Z")))
    # ensures log' = log + ["- " + message]
    after = replace(before, log=before.log + ("- " + given.message,))
    # ensures position = #log
    position = len(before.log)
    promised(
        "an ensures of `Note`",
        'log\'[position] = "- " + message',
        lambda: element(after.log, position) == "- " + given.message,
    )
    answer = NoteAnswer(position=position)
    pick.settled(after, answer)
    promised(
        "the invariant `uniqueNames`",
        "no a: Sample, b: Sample | a.id != b.id and a.name = b.name",
        lambda: none_of(
            instances(after, Sample),
            lambda a: exists(instances(after, Sample), lambda b: a.id != b.id and a.name == b.name),
        ),
    )
    promised(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        lambda: every(instances(after, Sample), lambda s2: s2.name in after.labels),
    )
    return after, answer


_SET_PREF = (("key", "key", LABEL), ("amount", "amount", READING))


def set_pref(before: State, given: SetPrefGiven, now: Instant, pick: Picks) -> tuple[State, SetPrefAnswer]:
    """SetPref (edge_cases.spec:362)."""
    inputs_fit(_SET_PREF, given, before, now)
    # ensures prefs' = prefs + {key -> amount}
    after = replace(before, prefs=before.prefs + Map({given.key: given.amount}))
    # ensures previous = (if key in prefs then some(prefs[key]) else none)
    with ensuring("an ensures of `SetPref`", "previous = (if key in prefs then some(prefs[key]) else none)"):
        previous = before.prefs[given.key] if given.key in before.prefs else None
    answer = SetPrefAnswer(previous=previous)
    pick.settled(after, answer)
    promised(
        "the invariant `uniqueNames`",
        "no a: Sample, b: Sample | a.id != b.id and a.name = b.name",
        lambda: none_of(
            instances(after, Sample),
            lambda a: exists(instances(after, Sample), lambda b: a.id != b.id and a.name == b.name),
        ),
    )
    promised(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        lambda: every(instances(after, Sample), lambda s2: s2.name in after.labels),
    )
    return after, answer


_DROP_PREFS = (("keys", "keys", SetOf(LABEL)),)


def drop_prefs(before: State, given: DropPrefsGiven, now: Instant, pick: Picks) -> tuple[State, DropPrefsAnswer]:
    """DropPrefs (edge_cases.spec:370)."""
    inputs_fit(_DROP_PREFS, given, before, now)
    requires(
        ("#keys > 0", lambda: len(given.keys) > 0), ("keys subset dom(prefs)", lambda: given.keys <= dom(before.prefs))
    )
    # ensures prefs' = prefs - keys
    after = replace(before, prefs=before.prefs - given.keys)
    # ensures dropped = #keys
    dropped = len(given.keys)
    answer = DropPrefsAnswer(dropped=dropped)
    pick.settled(after, answer)
    promised(
        "the invariant `uniqueNames`",
        "no a: Sample, b: Sample | a.id != b.id and a.name = b.name",
        lambda: none_of(
            instances(after, Sample),
            lambda a: exists(instances(after, Sample), lambda b: a.id != b.id and a.name == b.name),
        ),
    )
    promised(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        lambda: every(instances(after, Sample), lambda s2: s2.name in after.labels),
    )
    return after, answer


def clear(before: State, given: ClearGiven, now: Instant, pick: Picks) -> tuple[State, ClearAnswer]:
    """Clear (edge_cases.spec:382)."""
    requires(("#log > 0 or #prefs > 0", lambda: len(before.log) > 0 or len(before.prefs) > 0))
    # ensures log' = []
    after = replace(before, log=())
    # ensures prefs' = {}
    after = replace(after, prefs=Map())
    answer = ClearAnswer()
    pick.settled(after, answer)
    promised(
        "the invariant `uniqueNames`",
        "no a: Sample, b: Sample | a.id != b.id and a.name = b.name",
        lambda: none_of(
            instances(after, Sample),
            lambda a: exists(instances(after, Sample), lambda b: a.id != b.id and a.name == b.name),
        ),
    )
    promised(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        lambda: every(instances(after, Sample), lambda s2: s2.name in after.labels),
    )
    return after, answer


_FOCUS = (("id", "id", ITEM_ID),)


def focus(before: State, given: FocusGiven, now: Instant, pick: Picks) -> tuple[State, FocusAnswer]:
    """Focus (edge_cases.spec:390)."""
    inputs_fit(_FOCUS, given, before, now)
    requires(
        ("id in samples", lambda: given.id in before.samples),
        present=(("id in samples", lambda: given.id in before.samples),),
    )
    # ensures focus' = some(id)
    after = replace(before, focus=given.id)
    answer = FocusAnswer()
    pick.settled(after, answer)
    promised(
        "the invariant `uniqueNames`",
        "no a: Sample, b: Sample | a.id != b.id and a.name = b.name",
        lambda: none_of(
            instances(after, Sample),
            lambda a: exists(instances(after, Sample), lambda b: a.id != b.id and a.name == b.name),
        ),
    )
    promised(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        lambda: every(instances(after, Sample), lambda s2: s2.name in after.labels),
    )
    promised(
        "the invariant `focusExists`",
        "focus = none or focus in samples",
        lambda: after.focus is None or some(after.focus) in after.samples,
    )
    return after, answer


_SPEND = (("cost", "cost", COST),)


def spend(before: State, given: SpendGiven, now: Instant, pick: Picks) -> tuple[State, SpendAnswer]:
    """Spend (edge_cases.spec:398)."""
    inputs_fit(_SPEND, given, before, now)
    requires(("budget >= cost", lambda: before.budget >= given.cost))
    # ensures budget' = budget - cost
    after = replace(before, budget=finite(before.budget - given.cost))
    # ensures rest = budget'
    rest = after.budget
    # ensures fee = cost * 3.0 / 4.0
    with ensuring("an ensures of `Spend`", "fee = cost * 3.0 / 4.0"):
        fee = float_div(finite(given.cost * 3.0), 4.0)
    answer = SpendAnswer(rest=rest, fee=fee)
    pick.settled(after, answer)
    promised(
        "the invariant `uniqueNames`",
        "no a: Sample, b: Sample | a.id != b.id and a.name = b.name",
        lambda: none_of(
            instances(after, Sample),
            lambda a: exists(instances(after, Sample), lambda b: a.id != b.id and a.name == b.name),
        ),
    )
    promised(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        lambda: every(instances(after, Sample), lambda s2: s2.name in after.labels),
    )
    promised("the property `neverOverspent`", "budget >= 0.0", lambda: after.budget >= 0.0)
    return after, answer


_SET_GRACE = (("span", "span", GRACE),)


def set_grace(before: State, given: SetGraceGiven, now: Instant, pick: Picks) -> tuple[State, SetGraceAnswer]:
    """SetGrace (edge_cases.spec:409)."""
    inputs_fit(_SET_GRACE, given, before, now)
    # ensures grace' = (if twice then span * 2 else span)
    after = replace(before, grace=i64(given.span * 2) if given.twice else given.span)
    # ensures half = grace' / 2
    half = floor_div(after.grace, 2)
    promised(
        "an ensures of `SetGrace`",
        "half + half <= grace' and grace' - half >= half",
        lambda: i64(half + half) <= after.grace and i64(after.grace - half) >= half,
    )
    answer = SetGraceAnswer(half=half)
    pick.settled(after, answer)
    promised(
        "the invariant `uniqueNames`",
        "no a: Sample, b: Sample | a.id != b.id and a.name = b.name",
        lambda: none_of(
            instances(after, Sample),
            lambda a: exists(instances(after, Sample), lambda b: a.id != b.id and a.name == b.name),
        ),
    )
    promised(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        lambda: every(instances(after, Sample), lambda s2: s2.name in after.labels),
    )
    promised("the invariant", "grace <= days(1)", lambda: after.grace <= days(1))
    return after, answer


def toggle(before: State, given: ToggleGiven, now: Instant, pick: Picks) -> tuple[State, ToggleAnswer]:
    """Toggle (edge_cases.spec:418)."""
    requires(("stamp != marker", lambda: given.stamp != before.marker))
    # ensures marker' = stamp
    after = replace(before, marker=given.stamp)
    # ensures paused' = (not paused)
    after = replace(after, paused=not before.paused)
    # ensures opened_at' = (if paused then now() else opened_at)
    after = replace(after, opened_at=now if before.paused else before.opened_at)
    # ensures warn_at = opened_at' - grace
    warn_at = instant(after.opened_at - before.grace)
    answer = ToggleAnswer(warn_at=warn_at)
    pick.settled(after, answer)
    promised(
        "the invariant `uniqueNames`",
        "no a: Sample, b: Sample | a.id != b.id and a.name = b.name",
        lambda: none_of(
            instances(after, Sample),
            lambda a: exists(instances(after, Sample), lambda b: a.id != b.id and a.name == b.name),
        ),
    )
    promised(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        lambda: every(instances(after, Sample), lambda s2: s2.name in after.labels),
    )
    return after, answer


_REACH = (("contact", "contact", CONTACT),)


def reach(before: State, given: ReachGiven, now: Instant, pick: Picks) -> tuple[State, ReachAnswer]:
    """Reach (edge_cases.spec:430)."""
    inputs_fit(_REACH, given, before, now)
    # ensures secure = (contact matches /^https:/)
    secure = matches(given.contact, r"^https:")
    return before, ReachAnswer(secure=secure)


def report(before: State, given: ReportGiven, now: Instant, pick: Picks) -> tuple[State, ReportAnswer]:
    """Report (edge_cases.spec:436)."""
    # ensures entries = len(log)
    entries = len(before.log)
    # ensures lonely = #samples - #links
    lonely = len(before.samples) - len(before.links)
    # ensures tag_total = sum(samples, k => #samples[k].tags)
    tag_total = total(before.samples, lambda k: len(before.samples[k].tags))
    # ensures heavy = { k in samples | samples[k].weight > 10.0 }
    heavy = select(before.samples, lambda k: before.samples[k].weight > 10.0)
    # ensures banner = (if paused then "paused\n" else "running")
    banner = "paused\n" if before.paused else "running"
    # ensures all_grades = (all g: Grade | some s in ran(samples) | s.type = g)
    all_grades = every(GRADE_VALUES, lambda g: exists(before.samples.values(), lambda s2: s2.type == g))
    # ensures bounds = [-total, total]
    bounds = (i64(-before.total), before.total)
    return (
        before,
        ReportAnswer(
            entries=entries,
            lonely=lonely,
            tag_total=tag_total,
            heavy=heavy,
            banner=banner,
            all_grades=all_grades,
            bounds=bounds,
        ),
    )
