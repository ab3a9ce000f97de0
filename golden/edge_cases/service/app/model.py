"""The data of EdgeCases: its entities, its state, and what its operations take and give."""

from dataclasses import dataclass

from app.runtime.values import Instant, Map, Multi

PHASE_VALUES = ("DRAFT", "ACTIVE", "CLOSED")
GRADE_VALUES = ("LOW", "ACTIVE", "HIGH")
COLOUR_VALUES = ("RED", "GREEN", "BLUE", "GREY")


@dataclass(frozen=True, slots=True)
class Base:
    """The entity Base (edge_cases.spec:42)."""

    id: int
    created_at: Instant


@dataclass(frozen=True, slots=True)
class Sample:
    """The entity Sample (edge_cases.spec:49)."""

    id: int
    created_at: Instant
    name: str
    path: str
    weight: float
    type: str
    state: str
    tags: frozenset[str]
    history: tuple[str, ...]
    attributes: Map[str, int]
    note: str | None
    trace: str
    lifetime: int
    retired_at: Instant | None
    seal_hash: str | None


@dataclass(frozen=True, slots=True)
class State:
    """The state of EdgeCases."""

    samples: Map[int, Sample]
    roots: Map[int, Base]
    readings: Multi[int, int]
    links: Multi[int, int]
    total: int
    budget: float
    grace: int
    labels: frozenset[str]
    log: tuple[str, ...]
    prefs: Map[str, int]
    focus: int | None
    paused: bool
    opened_at: Instant
    marker: str


@dataclass(frozen=True, slots=True)
class CreateGiven:
    """What Create takes."""

    name: str
    path: str
    weight: float
    tags: frozenset[str]
    note: str | None


@dataclass(frozen=True, slots=True)
class CreateAnswer:
    """What Create gives."""

    id: int
    ticket: str


@dataclass(frozen=True, slots=True)
class GetGiven:
    """What Get takes."""

    id: int


@dataclass(frozen=True, slots=True)
class GetAnswer:
    """What Get gives."""

    sample: Sample


@dataclass(frozen=True, slots=True)
class FindByNameGiven:
    """What FindByName takes."""

    name: str


@dataclass(frozen=True, slots=True)
class FindByNameAnswer:
    """What FindByName gives."""

    sample: Sample


@dataclass(frozen=True, slots=True)
class SearchGiven:
    """What Search takes."""

    type: str | None
    colours: frozenset[str]
    since: Instant | None


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """What Search gives."""

    found: frozenset[Sample]


@dataclass(frozen=True, slots=True)
class RenameGiven:
    """What Rename takes."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class RenameAnswer:
    """What Rename gives: nothing."""


@dataclass(frozen=True, slots=True)
class ReweighGiven:
    """What Reweigh takes."""

    id: int
    weight: float


@dataclass(frozen=True, slots=True)
class ReweighAnswer:
    """What Reweigh gives."""

    grade: str


@dataclass(frozen=True, slots=True)
class RetagGiven:
    """What Retag takes."""

    id: int
    add: frozenset[str]
    drop: frozenset[str]


@dataclass(frozen=True, slots=True)
class RetagAnswer:
    """What Retag gives."""

    sample: Sample


@dataclass(frozen=True, slots=True)
class AnnotateGiven:
    """What Annotate takes."""

    entity: int
    field: str
    amount: int


@dataclass(frozen=True, slots=True)
class AnnotateAnswer:
    """What Annotate gives."""

    size: int


@dataclass(frozen=True, slots=True)
class SealGiven:
    """What Seal takes."""

    id: int
    secret: str


@dataclass(frozen=True, slots=True)
class SealAnswer:
    """What Seal gives: nothing."""


@dataclass(frozen=True, slots=True)
class RemoveGiven:
    """What Remove takes."""

    id: int


@dataclass(frozen=True, slots=True)
class RemoveAnswer:
    """What Remove gives."""

    left: int


@dataclass(frozen=True, slots=True)
class ActivateGiven:
    """What Activate takes."""

    id: int


@dataclass(frozen=True, slots=True)
class ActivateAnswer:
    """What Activate gives."""

    sample: Sample


@dataclass(frozen=True, slots=True)
class CloseGiven:
    """What Close takes."""

    id: int


@dataclass(frozen=True, slots=True)
class CloseAnswer:
    """What Close gives."""

    sample: Sample


@dataclass(frozen=True, slots=True)
class ReviveGiven:
    """What Revive takes."""

    id: int


@dataclass(frozen=True, slots=True)
class ReviveAnswer:
    """What Revive gives."""

    sample: Sample


@dataclass(frozen=True, slots=True)
class MarkRootGiven:
    """What MarkRoot takes."""

    id: int


@dataclass(frozen=True, slots=True)
class MarkRootAnswer:
    """What MarkRoot gives: nothing."""


@dataclass(frozen=True, slots=True)
class AddReadingGiven:
    """What AddReading takes."""

    id: int
    reading: int


@dataclass(frozen=True, slots=True)
class AddReadingAnswer:
    """What AddReading gives."""

    highest: int
    lowest: int
    spread: int
    middle: int
    clamped: int


@dataclass(frozen=True, slots=True)
class LinkGiven:
    """What Link takes."""

    source: int
    target: int


@dataclass(frozen=True, slots=True)
class LinkAnswer:
    """What Link gives."""

    targets: frozenset[int]


@dataclass(frozen=True, slots=True)
class UnlinkGiven:
    """What Unlink takes."""

    source: int
    target: int


@dataclass(frozen=True, slots=True)
class UnlinkAnswer:
    """What Unlink gives: nothing."""


@dataclass(frozen=True, slots=True)
class NoteGiven:
    """What Note takes."""

    message: str


@dataclass(frozen=True, slots=True)
class NoteAnswer:
    """What Note gives."""

    position: int


@dataclass(frozen=True, slots=True)
class SetPrefGiven:
    """What SetPref takes."""

    key: str
    amount: int


@dataclass(frozen=True, slots=True)
class SetPrefAnswer:
    """What SetPref gives."""

    previous: int | None


@dataclass(frozen=True, slots=True)
class DropPrefsGiven:
    """What DropPrefs takes."""

    keys: frozenset[str]


@dataclass(frozen=True, slots=True)
class DropPrefsAnswer:
    """What DropPrefs gives."""

    dropped: int


@dataclass(frozen=True, slots=True)
class ClearGiven:
    """What Clear takes: nothing."""


@dataclass(frozen=True, slots=True)
class ClearAnswer:
    """What Clear gives: nothing."""


@dataclass(frozen=True, slots=True)
class FocusGiven:
    """What Focus takes."""

    id: int


@dataclass(frozen=True, slots=True)
class FocusAnswer:
    """What Focus gives: nothing."""


@dataclass(frozen=True, slots=True)
class SpendGiven:
    """What Spend takes."""

    cost: float


@dataclass(frozen=True, slots=True)
class SpendAnswer:
    """What Spend gives."""

    rest: float
    fee: float


@dataclass(frozen=True, slots=True)
class SetGraceGiven:
    """What SetGrace takes."""

    span: int
    twice: bool


@dataclass(frozen=True, slots=True)
class SetGraceAnswer:
    """What SetGrace gives."""

    half: int


@dataclass(frozen=True, slots=True)
class ToggleGiven:
    """What Toggle takes."""

    stamp: str


@dataclass(frozen=True, slots=True)
class ToggleAnswer:
    """What Toggle gives."""

    warn_at: Instant


@dataclass(frozen=True, slots=True)
class ReachGiven:
    """What Reach takes."""

    contact: str


@dataclass(frozen=True, slots=True)
class ReachAnswer:
    """What Reach gives."""

    secure: bool


@dataclass(frozen=True, slots=True)
class ReportGiven:
    """What Report takes: nothing."""


@dataclass(frozen=True, slots=True)
class ReportAnswer:
    """What Report gives."""

    entries: int
    lonely: int
    tag_total: int
    heavy: frozenset[int]
    banner: str
    all_grades: bool
    bounds: tuple[int, ...]
