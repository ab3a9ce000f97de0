"""What EdgeCases promises: one function for each condition of the spec."""

from collections.abc import Iterator

from tests.harness.service import At, Call, Key, Spot
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
    instances,
    instant,
    largest,
    matches,
    none_of,
    ran,
    replace,
    same,
    seconds,
    select,
    sha256,
    smallest,
    some,
    the,
    total,
)
from tests.model import (
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
from tests.predicates import grade_of, is_open, is_valid_email, is_valid_uri, palette, population, tag_count

ActivateCall = Call[State, ActivateGiven, ActivateAnswer]
ReviveCall = Call[State, ReviveGiven, ReviveAnswer]
CreateCall = Call[State, CreateGiven, CreateAnswer]
GetCall = Call[State, GetGiven, GetAnswer]
FindByNameCall = Call[State, FindByNameGiven, FindByNameAnswer]
SearchCall = Call[State, SearchGiven, SearchAnswer]
RenameCall = Call[State, RenameGiven, RenameAnswer]
ReweighCall = Call[State, ReweighGiven, ReweighAnswer]
RetagCall = Call[State, RetagGiven, RetagAnswer]
AnnotateCall = Call[State, AnnotateGiven, AnnotateAnswer]
SealCall = Call[State, SealGiven, SealAnswer]
RemoveCall = Call[State, RemoveGiven, RemoveAnswer]
CloseCall = Call[State, CloseGiven, CloseAnswer]
MarkRootCall = Call[State, MarkRootGiven, MarkRootAnswer]
AddReadingCall = Call[State, AddReadingGiven, AddReadingAnswer]
LinkCall = Call[State, LinkGiven, LinkAnswer]
UnlinkCall = Call[State, UnlinkGiven, UnlinkAnswer]
NoteCall = Call[State, NoteGiven, NoteAnswer]
SetPrefCall = Call[State, SetPrefGiven, SetPrefAnswer]
DropPrefsCall = Call[State, DropPrefsGiven, DropPrefsAnswer]
ClearCall = Call[State, ClearGiven, ClearAnswer]
FocusCall = Call[State, FocusGiven, FocusAnswer]
SpendCall = Call[State, SpendGiven, SpendAnswer]
SetGraceCall = Call[State, SetGraceGiven, SetGraceAnswer]
ToggleCall = Call[State, ToggleGiven, ToggleAnswer]
ReachCall = Call[State, ReachGiven, ReachAnswer]
ReportCall = Call[State, ReportGiven, ReportAnswer]


# Types


def item_id_where(value: int, s: State, now: Instant) -> bool:
    """value > 0"""
    return value > 0


def name_where(value: str, s: State, now: Instant) -> bool:
    """len(value) >= 1 and len(value) <= 40"""
    return len(value) >= 1 and len(value) <= 40


def label_where(value: str, s: State, now: Instant) -> bool:
    """value matches /^[a-z][a-z0-9_-]*$/"""
    return matches(value, r"^[a-z][a-z0-9_-]*\Z")


def path_where(value: str, s: State, now: Instant) -> bool:
    """value matches /^\\/[a-z0-9/.-]{0,30}$/"""
    return matches(value, r"^/[a-z0-9/.-]{0,30}\Z")


def text_where(value: str, s: State, now: Instant) -> bool:
    """value.length <= 200"""
    return len(value) <= 200


def secret_where(value: str, s: State, now: Instant) -> bool:
    """len(value) >= 8 and len(value) <= 64"""
    return len(value) >= 8 and len(value) <= 64


def contact_where(value: str, s: State, now: Instant) -> bool:
    """len(value) <= 80 and (isValidURI(value) or isValidEmail(value))"""
    return len(value) <= 80 and (is_valid_uri(value) or is_valid_email(value))


def weight_where(value: float, s: State, now: Instant) -> bool:
    """value >= 0 and value <= 1000.0"""
    return value >= 0.0 and value <= 1000.0


def cost_where(value: float, s: State, now: Instant) -> bool:
    """value > 0 and value <= 100"""
    return value > 0.0 and value <= 100.0


def reading_where(value: int, s: State, now: Instant) -> bool:
    """value >= -100 and value <= 100"""
    return value >= -100 and value <= 100


def grace_where(value: int, s: State, now: Instant) -> bool:
    """value >= seconds(1) and value <= hours(2)"""
    return value >= seconds(1) and value <= hours(2)


def base_positive_id(own: Base, s: State, now: Instant) -> bool:
    """id > 0"""
    return own.id > 0


def sample_weight_where(value: float, own: Sample, s: State, now: Instant) -> bool:
    """value >= 0 and value <= 1000"""
    return value >= 0.0 and value <= 1000.0


def sample_positive_id(own: Sample, s: State, now: Instant) -> bool:
    """id > 0"""
    return own.id > 0


def sample_invariant_1(own: Sample, s: State, now: Instant) -> bool:
    """type = gradeOf(weight)"""
    return own.type == grade_of(own.weight)


def sample_closed_is_dated(own: Sample, s: State, now: Instant) -> bool:
    """state = CLOSED iff retired_at != none"""
    return (own.state == "CLOSED") == (own.retired_at is not None)


def state_total_where(value: int, s: State, now: Instant) -> bool:
    """value >= 0"""
    return value >= 0


def state_budget_where(value: float, s: State, now: Instant) -> bool:
    """value >= 0"""
    return value >= 0.0


def state_grace_where(value: int, s: State, now: Instant) -> bool:
    """value > seconds(0)"""
    return value > seconds(0)


# Invariants


def invariant_keys_are_ids(s: State, now: Instant) -> bool:
    """all one in samples | samples[one].id = one"""
    return every(s.samples, lambda one: s.samples[one].id == one)


def invariant_keys_are_ids_says(s: State, now: Instant) -> bool:
    """When invariant keysAreIds says something."""
    return len(s.samples) > 0


def invariant_counts_agree(s: State, now: Instant) -> bool:
    """total = #samples"""
    return s.total == len(s.samples)


def invariant_unique_names(s: State, now: Instant) -> bool:
    """no a: Sample, b: Sample | a.id != b.id and a.name = b.name"""
    return none_of(
        instances(s, Sample), lambda a: exists(instances(s, Sample), lambda b: a.id != b.id and a.name == b.name)
    )


def invariant_labels_are_names(s: State, now: Instant) -> bool:
    """(all s in Sample | s.name in labels) and (all l in labels | (some s in ran(samples) | s.name = l))"""
    return every(instances(s, Sample), lambda s2: s2.name in s.labels) and every(
        s.labels, lambda l_: exists(ran(s.samples), lambda s2: s2.name == l_)
    )


def invariant_labels_are_names_says(s: State, now: Instant) -> bool:
    """When invariant labelsAreNames says something."""
    return len(instances(s, Sample)) > 0 or len(s.labels) > 0


def invariant_coloured_from_palette(s: State, now: Instant) -> bool:
    """all s in ran(samples) | s.tags subset palette()"""
    return every(ran(s.samples), lambda s2: s2.tags <= palette())


def invariant_coloured_from_palette_says(s: State, now: Instant) -> bool:
    """When invariant colouredFromPalette says something."""
    return len(ran(s.samples)) > 0


def invariant_roots_are_samples(s: State, now: Instant) -> bool:
    """dom(roots) subset dom(samples)"""
    return dom(s.roots) <= dom(s.samples)


def invariant_every_sample_is_read(s: State, now: Instant) -> bool:
    """dom(readings) = dom(samples)"""
    return dom(s.readings) == dom(s.samples)


def invariant_links_lead(s: State, now: Instant) -> bool:
    """all a in links | a in samples and a not in links[a] and (all b in links[a] | b in samples)"""
    return every(
        s.links, lambda a: a in s.samples and a not in s.links[a] and every(s.links[a], lambda b: b in s.samples)
    )


def invariant_links_lead_says(s: State, now: Instant) -> bool:
    """When invariant linksLead says something."""
    return len(s.links) > 0


def invariant_focus_exists(s: State, now: Instant) -> bool:
    """focus = none or focus in samples"""
    return s.focus is None or some(s.focus) in s.samples


def invariant_9(s: State, now: Instant) -> bool:
    """grace <= days(1)"""
    return s.grace <= days(1)


def always_never_overspent(s: State, now: Instant) -> bool:
    """budget >= 0"""
    return s.budget >= 0.0


def eventually_something_closes(s: State, now: Instant) -> bool:
    """exists k in samples | samples[k].state = CLOSED"""
    return exists(s.samples, lambda k: s.samples[k].state == "CLOSED")


# Guards


def activate_guard_0(own: Sample, c: ActivateCall) -> bool:
    """weight > 0.0 and #tags > 0"""
    return own.weight > 0.0 and len(own.tags) > 0


def revive_guard_0(own: Sample, c: ReviveCall) -> bool:
    """retired_at != none and now() < retired_at"""
    return own.retired_at is not None and c.now < some(own.retired_at)


# Create


def create_requires_0(c: CreateCall) -> bool:
    """name not in labels"""
    return c.given.name not in c.before.labels


def create_requires_1(c: CreateCall) -> bool:
    """name.length + path.length <= 60"""
    return len(c.given.name) + len(c.given.path) <= 60


def create_requires_2(c: CreateCall) -> bool:
    """tags subset palette()"""
    return c.given.tags <= palette()


def create_requires_3(c: CreateCall) -> bool:
    """exists c in palette() | c not in tags"""
    return exists(palette(), lambda c2: c2 not in c.given.tags)


def create_ensures_0(c: CreateCall) -> bool:
    """id not in samples"""
    return c.answer.id not in c.before.samples


def create_ensures_1(c: CreateCall) -> bool:
    """samples' = samples + {id -> Sample { id = id, created_at = now(), name = name, path = path, weight =..."""
    return c.after.samples == c.before.samples + Map(
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


def create_ensures_2(c: CreateCall) -> bool:
    """readings'[id] = {0}"""
    return c.after.readings[c.answer.id] == frozenset({0})


def create_ensures_3(c: CreateCall) -> bool:
    """labels' = labels union {name}"""
    return c.after.labels == c.before.labels | frozenset({c.given.name})


def create_ensures_4(c: CreateCall) -> bool:
    """total' = total + 1"""
    return c.after.total == i64(c.before.total + 1)


def create_ensures_5(c: CreateCall) -> bool:
    """let before = #samples in population()' = before + 1"""
    before = len(c.before.samples)
    return population(c.after) == i64(before + 1)


def create_ensures_6(c: CreateCall) -> bool:
    """tagCount(id)' = #tags"""
    return tag_count(c.answer.id, c.after) == len(c.given.tags)


def create_changes_0(c: CreateCall) -> Iterator[Spot]:
    """samples' = samples + {id -> Sample { id = id, created_at = now(), name = name, path = path, weight =..."""
    yield Spot("samples")


def create_changes_1(c: CreateCall) -> Iterator[Spot]:
    """readings'[id] = {0}"""
    yield Spot("readings", (Key(c.answer.id),))


def create_changes_2(c: CreateCall) -> Iterator[Spot]:
    """labels' = labels union {name}"""
    yield Spot("labels")


def create_changes_3(c: CreateCall) -> Iterator[Spot]:
    """total' = total + 1"""
    yield Spot("total")


def create_header_x_label(c: CreateCall) -> str | None:
    """name"""
    return c.given.name


# Get


def get_requires_0(c: GetCall) -> bool:
    """id in samples"""
    return c.given.id in c.before.samples


def get_presence_0(c: GetCall) -> bool:
    """id in samples"""
    return c.given.id in c.before.samples


def get_ensures_0(c: GetCall) -> bool:
    """sample = samples[id]"""
    return c.answer.sample == c.before.samples[c.given.id]


# FindByName


def find_by_name_requires_0(c: FindByNameCall) -> bool:
    """name in labels"""
    return c.given.name in c.before.labels


def find_by_name_presence_0(c: FindByNameCall) -> bool:
    """name in labels"""
    return c.given.name in c.before.labels


def find_by_name_ensures_0(c: FindByNameCall) -> bool:
    """sample = (the s in ran(samples) | s.name = name)"""
    return c.answer.sample == the(ran(c.before.samples), lambda s2: s2.name == c.given.name)


# Search


def search_ensures_0(c: SearchCall) -> bool:
    """found = { s in ran(samples) | (type = none or s.type = type) and colours subset s.tags and (since = none..."""
    return same(
        c.answer.found,
        select(
            ran(c.before.samples),
            lambda s2: (
                (c.given.type is None or s2.type == some(c.given.type))
                and c.given.colours <= s2.tags
                and (c.given.since is None or s2.created_at >= some(c.given.since))
            ),
        ),
    )


# Rename


def rename_requires_0(c: RenameCall) -> bool:
    """id in samples"""
    return c.given.id in c.before.samples


def rename_requires_1(c: RenameCall) -> bool:
    """name not in labels"""
    return c.given.name not in c.before.labels


def rename_requires_2(c: RenameCall) -> bool:
    """name.length + samples[id].path.length <= 60"""
    return len(c.given.name) + len(c.before.samples[c.given.id].path) <= 60


def rename_presence_0(c: RenameCall) -> bool:
    """id in samples"""
    return c.given.id in c.before.samples


def rename_ensures_0(c: RenameCall) -> bool:
    """samples'[id].name = name"""
    return c.after.samples[c.given.id].name == c.given.name


def rename_ensures_1(c: RenameCall) -> bool:
    """labels' = labels - {samples[id].name} + {name}"""
    return c.after.labels == c.before.labels - frozenset({c.before.samples[c.given.id].name}) | frozenset(
        {c.given.name}
    )


def rename_changes_0(c: RenameCall) -> Iterator[Spot]:
    """samples'[id].name = name"""
    yield Spot("samples", (Key(c.given.id), At("name")))


def rename_changes_1(c: RenameCall) -> Iterator[Spot]:
    """labels' = labels minus {samples[id].name} union {name}"""
    yield Spot("labels")


# Reweigh


def reweigh_requires_0(c: ReweighCall) -> bool:
    """isOpen(id)"""
    return is_open(c.given.id, c.before)


def reweigh_presence_0(c: ReweighCall) -> bool:
    """id in samples"""
    return c.given.id in c.before.samples


def reweigh_ensures_0(c: ReweighCall) -> bool:
    """samples' = pre(samples) + {id -> samples[id] with { weight = weight, type = gradeOf(weight) }}"""
    return c.after.samples == c.before.samples + Map(
        {c.given.id: replace(c.before.samples[c.given.id], weight=c.given.weight, type=grade_of(c.given.weight))}
    )


def reweigh_ensures_1(c: ReweighCall) -> bool:
    """grade = samples'[id].type"""
    return c.answer.grade == c.after.samples[c.given.id].type


def reweigh_ensures_2(c: ReweighCall) -> bool:
    """weight > 10 and weight <= 100 implies grade = Grade.ACTIVE"""
    return not (c.given.weight > 10.0 and c.given.weight <= 100.0) or c.answer.grade == "ACTIVE"


def reweigh_ensures_2_says(c: ReweighCall) -> bool:
    """When Reweigh.ensures[2] says something."""
    return c.given.weight > 10.0 and c.given.weight <= 100.0


def reweigh_changes_0(c: ReweighCall) -> Iterator[Spot]:
    """samples' = samples + {id -> samples[id] with { weight = weight, type = gradeOf(weight) }}"""
    yield Spot("samples")


# Retag


def retag_requires_0(c: RetagCall) -> bool:
    """id in samples"""
    return c.given.id in c.before.samples


def retag_requires_1(c: RetagCall) -> bool:
    """add intersect drop = {}"""
    return c.given.add & c.given.drop == frozenset()


def retag_requires_2(c: RetagCall) -> bool:
    """add in ^palette()"""
    return c.given.add <= palette()


def retag_presence_0(c: RetagCall) -> bool:
    """id in samples"""
    return c.given.id in c.before.samples


def retag_ensures_0(c: RetagCall) -> bool:
    """samples'[id].tags = samples[id].tags union add minus drop"""
    return c.after.samples[c.given.id].tags == (c.before.samples[c.given.id].tags | c.given.add) - c.given.drop


def retag_ensures_1(c: RetagCall) -> bool:
    """sample = samples'[id]"""
    return c.answer.sample == c.after.samples[c.given.id]


def retag_ensures_2(c: RetagCall) -> bool:
    """all c: Colour, b: Bool | c in drop and b implies c not in sample.tags"""
    return every(
        COLOUR_VALUES,
        lambda c2: every((False, True), lambda b: not (c2 in c.given.drop and b) or c2 not in c.answer.sample.tags),
    )


def retag_ensures_2_says(c: RetagCall) -> bool:
    """When Retag.ensures[2] says something."""
    return exists(COLOUR_VALUES, lambda c2: exists((False, True), lambda b: c2 in c.given.drop and b))


def retag_changes_0(c: RetagCall) -> Iterator[Spot]:
    """samples'[id].tags = samples[id].tags union add minus drop"""
    yield Spot("samples", (Key(c.given.id), At("tags")))


# Annotate


def annotate_requires_0(c: AnnotateCall) -> bool:
    """entity in samples and samples[entity].state != CLOSED"""
    return c.given.entity in c.before.samples and c.before.samples[c.given.entity].state != "CLOSED"


def annotate_requires_1(c: AnnotateCall) -> bool:
    """#samples[entity].attributes < 8 or field in samples[entity].attributes"""
    return (
        len(c.before.samples[c.given.entity].attributes) < 8
        or c.given.field in c.before.samples[c.given.entity].attributes
    )


def annotate_presence_0(c: AnnotateCall) -> bool:
    """entity in samples"""
    return c.given.entity in c.before.samples


def annotate_ensures_0(c: AnnotateCall) -> bool:
    """samples'[entity].attributes = old + {field -> amount}"""
    old = c.before.samples[c.given.entity].attributes
    return c.after.samples[c.given.entity].attributes == old + Map({c.given.field: c.given.amount})


def annotate_ensures_1(c: AnnotateCall) -> bool:
    """size = if field in old then #old else #old + 1"""
    old = c.before.samples[c.given.entity].attributes
    return c.answer.size == (len(old) if c.given.field in old else len(old) + 1)


def annotate_ensures_2(c: AnnotateCall) -> bool:
    """size > 0"""
    return c.answer.size > 0


def annotate_changes_0(c: AnnotateCall) -> Iterator[Spot]:
    """let old = samples[entity].attributes in samples'[entity].attributes = old + {field -> amount}"""
    yield Spot("samples", (Key(c.given.entity), At("attributes")))


# Seal


def seal_requires_0(c: SealCall) -> bool:
    """id in samples"""
    return c.given.id in c.before.samples


def seal_requires_1(c: SealCall) -> bool:
    """samples[id].seal_hash = none"""
    return c.before.samples[c.given.id].seal_hash is None


def seal_presence_0(c: SealCall) -> bool:
    """id in samples"""
    return c.given.id in c.before.samples


def seal_ensures_0(c: SealCall) -> bool:
    """samples'[id].seal_hash = hash(secret)"""
    return c.after.samples[c.given.id].seal_hash == sha256(c.given.secret)


def seal_ensures_1(c: SealCall) -> bool:
    """samples'[id].history = samples[id].history + ["sealed: \\"\\u{1F512}\\"\\t\\\\o/\\r\\n"]"""
    return c.after.samples[c.given.id].history == c.before.samples[c.given.id].history + (
        'sealed: "\U0001f512"\t\\o/\r\n',
    )


def seal_changes_0(c: SealCall) -> Iterator[Spot]:
    """samples'[id].seal_hash = some(hash(secret))"""
    yield Spot("samples", (Key(c.given.id), At("seal_hash")))


def seal_changes_1(c: SealCall) -> Iterator[Spot]:
    """samples'[id].history = samples[id].history + ["sealed: \\"\U0001f512\\"\\t\\\\o/\\r\\n"]"""
    yield Spot("samples", (Key(c.given.id), At("history")))


# Remove


def remove_requires_0(c: RemoveCall) -> bool:
    """id in samples"""
    return c.given.id in c.before.samples


def remove_requires_1(c: RemoveCall) -> bool:
    """no a in links | id in links[a]"""
    return none_of(c.before.links, lambda a: c.given.id in c.before.links[a])


def remove_presence_0(c: RemoveCall) -> bool:
    """id in samples"""
    return c.given.id in c.before.samples


def remove_ensures_0(c: RemoveCall) -> bool:
    """samples' = samples - {id}"""
    return c.after.samples == c.before.samples - frozenset({c.given.id})


def remove_ensures_1(c: RemoveCall) -> bool:
    """roots' = roots - {id}"""
    return c.after.roots == c.before.roots - frozenset({c.given.id})


def remove_ensures_2(c: RemoveCall) -> bool:
    """readings' = readings - {id}"""
    return c.after.readings == c.before.readings - frozenset({c.given.id})


def remove_ensures_3(c: RemoveCall) -> bool:
    """links' = links - {id}"""
    return c.after.links == c.before.links - frozenset({c.given.id})


def remove_ensures_4(c: RemoveCall) -> bool:
    """labels' = pre(labels) minus {samples[id].name}"""
    return c.after.labels == c.before.labels - frozenset({c.before.samples[c.given.id].name})


def remove_ensures_5(c: RemoveCall) -> bool:
    """total' = total - 1"""
    return c.after.total == i64(c.before.total - 1)


def remove_ensures_6(c: RemoveCall) -> bool:
    """focus = id implies focus' = none"""
    return c.before.focus != c.given.id or c.after.focus is None


def remove_ensures_6_says(c: RemoveCall) -> bool:
    """When Remove.ensures[6] says something."""
    return c.before.focus == c.given.id


def remove_ensures_7(c: RemoveCall) -> bool:
    """left = #samples'"""
    return c.answer.left == len(c.after.samples)


def remove_changes_0(c: RemoveCall) -> Iterator[Spot]:
    """samples' = samples - {id}"""
    yield Spot("samples")


def remove_changes_1(c: RemoveCall) -> Iterator[Spot]:
    """roots' = roots - {id}"""
    yield Spot("roots")


def remove_changes_2(c: RemoveCall) -> Iterator[Spot]:
    """readings' = readings - {id}"""
    yield Spot("readings")


def remove_changes_3(c: RemoveCall) -> Iterator[Spot]:
    """links' = links - {id}"""
    yield Spot("links")


def remove_changes_4(c: RemoveCall) -> Iterator[Spot]:
    """labels' = labels minus {samples[id].name}"""
    yield Spot("labels")


def remove_changes_5(c: RemoveCall) -> Iterator[Spot]:
    """total' = total - 1"""
    yield Spot("total")


def remove_changes_6(c: RemoveCall) -> Iterator[Spot]:
    """focus = some(id) implies focus' = none"""
    if c.before.focus == c.given.id:
        yield Spot("focus")


# Activate


def activate_requires_0(c: ActivateCall) -> bool:
    """id in samples"""
    return c.given.id in c.before.samples


def activate_requires_1(c: ActivateCall) -> bool:
    """samples[id].state = DRAFT"""
    return c.before.samples[c.given.id].state == "DRAFT"


def activate_presence_0(c: ActivateCall) -> bool:
    """id in samples"""
    return c.given.id in c.before.samples


def activate_ensures_0(c: ActivateCall) -> bool:
    """samples' = samples + {id -> samples[id] with { state = ACTIVE, history = samples[id].history +..."""
    return c.after.samples == c.before.samples + Map(
        {
            c.given.id: replace(
                c.before.samples[c.given.id],
                state="ACTIVE",
                history=c.before.samples[c.given.id].history + ("activated",),
            )
        }
    )


def activate_ensures_1(c: ActivateCall) -> bool:
    """sample = samples'[id]"""
    return c.answer.sample == c.after.samples[c.given.id]


def activate_changes_0(c: ActivateCall) -> Iterator[Spot]:
    """samples' = samples + {id -> samples[id] with { state = Phase.ACTIVE, history = samples[id].history +..."""
    yield Spot("samples")


def activate_changes_1(c: ActivateCall) -> Iterator[Spot]:
    """Moved by the transition SampleLife."""
    yield Spot("samples", (Key(c.given.id), At("state")))


# Close


def close_requires_0(c: CloseCall) -> bool:
    """id in samples"""
    return c.given.id in c.before.samples


def close_requires_1(c: CloseCall) -> bool:
    """samples[id].state = Phase.ACTIVE"""
    return c.before.samples[c.given.id].state == "ACTIVE"


def close_presence_0(c: CloseCall) -> bool:
    """id in samples"""
    return c.given.id in c.before.samples


def close_ensures_0(c: CloseCall) -> bool:
    """samples'[id].state = CLOSED"""
    return c.after.samples[c.given.id].state == "CLOSED"


def close_ensures_1(c: CloseCall) -> bool:
    """samples'[id].retired_at = now() + grace"""
    return c.after.samples[c.given.id].retired_at == instant(c.now + c.before.grace)


def close_ensures_2(c: CloseCall) -> bool:
    """samples'[id].lifetime = now() - samples[id].created_at"""
    return c.after.samples[c.given.id].lifetime == c.now - c.before.samples[c.given.id].created_at


def close_ensures_3(c: CloseCall) -> bool:
    """sample = samples'[id]"""
    return c.answer.sample == c.after.samples[c.given.id]


def close_changes_0(c: CloseCall) -> Iterator[Spot]:
    """samples'[id].state = Phase.CLOSED"""
    yield Spot("samples", (Key(c.given.id), At("state")))


def close_changes_1(c: CloseCall) -> Iterator[Spot]:
    """samples'[id].retired_at = some(now() + grace)"""
    yield Spot("samples", (Key(c.given.id), At("retired_at")))


def close_changes_2(c: CloseCall) -> Iterator[Spot]:
    """samples'[id].lifetime = now() - samples[id].created_at"""
    yield Spot("samples", (Key(c.given.id), At("lifetime")))


# Revive


def revive_requires_0(c: ReviveCall) -> bool:
    """id in samples"""
    return c.given.id in c.before.samples


def revive_requires_1(c: ReviveCall) -> bool:
    """samples[id].state = CLOSED"""
    return c.before.samples[c.given.id].state == "CLOSED"


def revive_presence_0(c: ReviveCall) -> bool:
    """id in samples"""
    return c.given.id in c.before.samples


def revive_ensures_0(c: ReviveCall) -> bool:
    """samples'[id].state = ACTIVE"""
    return c.after.samples[c.given.id].state == "ACTIVE"


def revive_ensures_1(c: ReviveCall) -> bool:
    """samples'[id].retired_at = none"""
    return c.after.samples[c.given.id].retired_at is None


def revive_ensures_2(c: ReviveCall) -> bool:
    """sample = samples'[id]"""
    return c.answer.sample == c.after.samples[c.given.id]


def revive_changes_0(c: ReviveCall) -> Iterator[Spot]:
    """samples'[id].state = Phase.ACTIVE"""
    yield Spot("samples", (Key(c.given.id), At("state")))


def revive_changes_1(c: ReviveCall) -> Iterator[Spot]:
    """samples'[id].retired_at = none"""
    yield Spot("samples", (Key(c.given.id), At("retired_at")))


# MarkRoot


def mark_root_requires_0(c: MarkRootCall) -> bool:
    """id in samples"""
    return c.given.id in c.before.samples


def mark_root_requires_1(c: MarkRootCall) -> bool:
    """id not in roots"""
    return c.given.id not in c.before.roots


def mark_root_presence_0(c: MarkRootCall) -> bool:
    """id in samples"""
    return c.given.id in c.before.samples


def mark_root_ensures_0(c: MarkRootCall) -> bool:
    """roots'[id] = Base { id = id, created_at = now() }"""
    return c.after.roots[c.given.id] == Base(id=c.given.id, created_at=c.now)


def mark_root_changes_0(c: MarkRootCall) -> Iterator[Spot]:
    """roots'[id] = Base { id = id, created_at = now() }"""
    yield Spot("roots", (Key(c.given.id),))


# AddReading


def add_reading_requires_0(c: AddReadingCall) -> bool:
    """id in samples"""
    return c.given.id in c.before.samples


def add_reading_requires_1(c: AddReadingCall) -> bool:
    """#readings[id] < 10"""
    return len(c.before.readings[c.given.id]) < 10


def add_reading_presence_0(c: AddReadingCall) -> bool:
    """id in samples"""
    return c.given.id in c.before.samples


def add_reading_ensures_0(c: AddReadingCall) -> bool:
    """readings'[id] = readings[id] + {reading}"""
    return c.after.readings[c.given.id] == c.before.readings[c.given.id] | frozenset({c.given.reading})


def add_reading_ensures_1(c: AddReadingCall) -> bool:
    """highest = max(readings'[id])"""
    return c.answer.highest == largest(c.after.readings[c.given.id])


def add_reading_ensures_2(c: AddReadingCall) -> bool:
    """lowest = min(readings'[id])"""
    return c.answer.lowest == smallest(c.after.readings[c.given.id])


def add_reading_ensures_3(c: AddReadingCall) -> bool:
    """spread = abs(lowest - highest)"""
    return c.answer.spread == i64(abs(i64(c.answer.lowest - c.answer.highest)))


def add_reading_ensures_4(c: AddReadingCall) -> bool:
    """middle = (highest + lowest) / 2"""
    return c.answer.middle == floor_div(i64(c.answer.highest + c.answer.lowest), 2)


def add_reading_ensures_5(c: AddReadingCall) -> bool:
    """clamped = max(-50, min(50, reading * 2))"""
    return c.answer.clamped == max(-50, min(50, i64(c.given.reading * 2)))


def add_reading_changes_0(c: AddReadingCall) -> Iterator[Spot]:
    """readings'[id] = readings[id] union {reading}"""
    yield Spot("readings", (Key(c.given.id),))


# Link


def link_requires_0(c: LinkCall) -> bool:
    """source in samples"""
    return c.given.source in c.before.samples


def link_requires_1(c: LinkCall) -> bool:
    """target in samples"""
    return c.given.target in c.before.samples


def link_requires_2(c: LinkCall) -> bool:
    """source != target"""
    return c.given.source != c.given.target


def link_requires_3(c: LinkCall) -> bool:
    """target not in links[source]"""
    return c.given.target not in c.before.links[c.given.source]


def link_presence_0(c: LinkCall) -> bool:
    """source in samples"""
    return c.given.source in c.before.samples


def link_presence_1(c: LinkCall) -> bool:
    """target in samples"""
    return c.given.target in c.before.samples


def link_ensures_0(c: LinkCall) -> bool:
    """links' = links + {source -> links[source] + {target}}"""
    return c.after.links == c.before.links + Map(
        {c.given.source: c.before.links[c.given.source] | frozenset({c.given.target})}
    )


def link_ensures_1(c: LinkCall) -> bool:
    """targets = links'[source]"""
    return c.answer.targets == c.after.links[c.given.source]


def link_changes_0(c: LinkCall) -> Iterator[Spot]:
    """links' = links + {source -> links[source] union {target}}"""
    yield Spot("links")


# Unlink


def unlink_requires_0(c: UnlinkCall) -> bool:
    """source in samples"""
    return c.given.source in c.before.samples


def unlink_requires_1(c: UnlinkCall) -> bool:
    """target in links[source]"""
    return c.given.target in c.before.links[c.given.source]


def unlink_presence_0(c: UnlinkCall) -> bool:
    """source in samples"""
    return c.given.source in c.before.samples


def unlink_presence_1(c: UnlinkCall) -> bool:
    """target in links[source]"""
    return c.given.target in c.before.links[c.given.source]


def unlink_ensures_0(c: UnlinkCall) -> bool:
    """links'[source] = links[source] - {target}"""
    return c.after.links[c.given.source] == c.before.links[c.given.source] - frozenset({c.given.target})


def unlink_changes_0(c: UnlinkCall) -> Iterator[Spot]:
    """links'[source] = links[source] minus {target}"""
    yield Spot("links", (Key(c.given.source),))


# Note


def note_requires_0(c: NoteCall) -> bool:
    """not (message matches /^\\s*$/)"""
    return not matches(c.given.message, r"^\s*\Z")


def note_ensures_0(c: NoteCall) -> bool:
    """log' = log + ["- " + message]"""
    return c.after.log == c.before.log + ("- " + c.given.message,)


def note_ensures_1(c: NoteCall) -> bool:
    """position = #log"""
    return c.answer.position == len(c.before.log)


def note_ensures_2(c: NoteCall) -> bool:
    """log'[position] = "- " + message"""
    return element(c.after.log, c.answer.position) == "- " + c.given.message


def note_changes_0(c: NoteCall) -> Iterator[Spot]:
    """log' = log + ["- " + message]"""
    yield Spot("log")


# SetPref


def set_pref_ensures_0(c: SetPrefCall) -> bool:
    """prefs' = prefs + {key -> amount}"""
    return c.after.prefs == c.before.prefs + Map({c.given.key: c.given.amount})


def set_pref_ensures_1(c: SetPrefCall) -> bool:
    """previous = if key in prefs then some(prefs[key]) else none"""
    return c.answer.previous == (c.before.prefs[c.given.key] if c.given.key in c.before.prefs else None)


def set_pref_changes_0(c: SetPrefCall) -> Iterator[Spot]:
    """prefs' = prefs + {key -> amount}"""
    yield Spot("prefs")


# DropPrefs


def drop_prefs_requires_0(c: DropPrefsCall) -> bool:
    """#keys > 0"""
    return len(c.given.keys) > 0


def drop_prefs_requires_1(c: DropPrefsCall) -> bool:
    """keys subset dom(prefs)"""
    return c.given.keys <= dom(c.before.prefs)


def drop_prefs_ensures_0(c: DropPrefsCall) -> bool:
    """prefs' = prefs - keys"""
    return c.after.prefs == c.before.prefs - c.given.keys


def drop_prefs_ensures_1(c: DropPrefsCall) -> bool:
    """dropped = #keys"""
    return c.answer.dropped == len(c.given.keys)


def drop_prefs_changes_0(c: DropPrefsCall) -> Iterator[Spot]:
    """prefs' = prefs - keys"""
    yield Spot("prefs")


# Clear


def clear_requires_0(c: ClearCall) -> bool:
    """#log > 0 or #prefs > 0"""
    return len(c.before.log) > 0 or len(c.before.prefs) > 0


def clear_ensures_0(c: ClearCall) -> bool:
    """log' = []"""
    return c.after.log == ()


def clear_ensures_1(c: ClearCall) -> bool:
    """prefs' = {}"""
    return c.after.prefs == Map()


def clear_changes_0(c: ClearCall) -> Iterator[Spot]:
    """log' = []"""
    yield Spot("log")


def clear_changes_1(c: ClearCall) -> Iterator[Spot]:
    """prefs' = {}"""
    yield Spot("prefs")


# Focus


def focus_requires_0(c: FocusCall) -> bool:
    """id in samples"""
    return c.given.id in c.before.samples


def focus_presence_0(c: FocusCall) -> bool:
    """id in samples"""
    return c.given.id in c.before.samples


def focus_ensures_0(c: FocusCall) -> bool:
    """focus' = some(id)"""
    return c.after.focus == c.given.id


def focus_changes_0(c: FocusCall) -> Iterator[Spot]:
    """focus' = some(id)"""
    yield Spot("focus")


# Spend


def spend_requires_0(c: SpendCall) -> bool:
    """budget >= cost"""
    return c.before.budget >= c.given.cost


def spend_ensures_0(c: SpendCall) -> bool:
    """budget' = budget - cost"""
    return c.after.budget == finite(c.before.budget - c.given.cost)


def spend_ensures_1(c: SpendCall) -> bool:
    """rest = budget'"""
    return c.answer.rest == c.after.budget


def spend_ensures_2(c: SpendCall) -> bool:
    """fee = cost * 3 / 4.0"""
    return c.answer.fee == float_div(finite(c.given.cost * 3.0), 4.0)


def spend_changes_0(c: SpendCall) -> Iterator[Spot]:
    """budget' = budget - cost"""
    yield Spot("budget")


# SetGrace


def set_grace_ensures_0(c: SetGraceCall) -> bool:
    """grace' = if twice then span * 2 else span"""
    return c.after.grace == (i64(c.given.span * 2) if c.given.twice else c.given.span)


def set_grace_ensures_1(c: SetGraceCall) -> bool:
    """half = grace' / 2"""
    return c.answer.half == floor_div(c.after.grace, 2)


def set_grace_ensures_2(c: SetGraceCall) -> bool:
    """half + half <= grace' and grace' - half >= half"""
    return i64(c.answer.half + c.answer.half) <= c.after.grace and i64(c.after.grace - c.answer.half) >= c.answer.half


def set_grace_changes_0(c: SetGraceCall) -> Iterator[Spot]:
    """grace' = (if twice then span * 2 else span)"""
    yield Spot("grace")


# Toggle


def toggle_requires_0(c: ToggleCall) -> bool:
    """stamp != marker"""
    return c.given.stamp != c.before.marker


def toggle_ensures_0(c: ToggleCall) -> bool:
    """marker' = stamp"""
    return c.after.marker == c.given.stamp


def toggle_ensures_1(c: ToggleCall) -> bool:
    """paused' = (not paused)"""
    return c.after.paused == (not c.before.paused)


def toggle_ensures_2(c: ToggleCall) -> bool:
    """opened_at' = if paused then now() else opened_at"""
    return c.after.opened_at == (c.now if c.before.paused else c.before.opened_at)


def toggle_ensures_3(c: ToggleCall) -> bool:
    """warn_at = opened_at' - grace"""
    return c.answer.warn_at == instant(c.after.opened_at - c.before.grace)


def toggle_changes_0(c: ToggleCall) -> Iterator[Spot]:
    """marker' = stamp"""
    yield Spot("marker")


def toggle_changes_1(c: ToggleCall) -> Iterator[Spot]:
    """paused' = (not paused)"""
    yield Spot("paused")


def toggle_changes_2(c: ToggleCall) -> Iterator[Spot]:
    """opened_at' = (if paused then now() else opened_at)"""
    yield Spot("opened_at")


# Reach


def reach_ensures_0(c: ReachCall) -> bool:
    """secure = (contact matches /^https:/)"""
    return c.answer.secure == matches(c.given.contact, r"^https:")


# Report


def report_ensures_0(c: ReportCall) -> bool:
    """entries = log .length"""
    return c.answer.entries == len(c.before.log)


def report_ensures_1(c: ReportCall) -> bool:
    """lonely = #samples - #links"""
    return c.answer.lonely == len(c.before.samples) - len(c.before.links)


def report_ensures_2(c: ReportCall) -> bool:
    """tag_total = sum(samples, k => #samples[k].tags)"""
    return c.answer.tag_total == total(c.before.samples, lambda k: len(c.before.samples[k].tags))


def report_ensures_3(c: ReportCall) -> bool:
    """heavy = { k in samples | samples[k].weight > 10 }"""
    return c.answer.heavy == select(c.before.samples, lambda k: c.before.samples[k].weight > 10.0)


def report_ensures_4(c: ReportCall) -> bool:
    """banner = if paused then "paused\\n" else "running" """
    return c.answer.banner == ("paused\n" if c.before.paused else "running")


def report_ensures_5(c: ReportCall) -> bool:
    """all_grades = (all g: Grade | (exists s in ran(samples) | s.type = g))"""
    return c.answer.all_grades == every(GRADE_VALUES, lambda g: exists(ran(c.before.samples), lambda s2: s2.type == g))


def report_ensures_6(c: ReportCall) -> bool:
    """bounds = [-total, total]"""
    return c.answer.bounds == (i64(-c.before.total), c.before.total)
