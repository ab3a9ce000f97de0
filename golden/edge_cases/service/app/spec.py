"""What EdgeCases is made of, for all that goes over the whole of it."""

from app import rules
from app.model import State
from app.runtime import choices
from app.runtime.security import Scheme
from app.runtime.state import Seed, StateField, decode_state
from app.runtime.types import (
    BOOL,
    DATETIME,
    DURATION,
    FLOAT,
    INT,
    STRING,
    UUID,
    MapOf,
    MultiOf,
    Option,
    Rule,
    SeqOf,
    SetOf,
)
from app.types import BASE, ITEM_ID, LABEL, READING, SAMPLE

NAME = "EdgeCases"

READER = Scheme("reader", "bearer", NAME)

ADMIN = Scheme("admin", "basic", NAME)

ROBOT = Scheme("robot", "header", NAME, "X-Robot-Key")

STATE = (
    StateField("samples", "samples", MapOf(ITEM_ID, SAMPLE)),
    StateField("roots", "roots", MapOf(ITEM_ID, BASE)),
    StateField("readings", "readings", MultiOf(ITEM_ID, READING, some=True)),
    StateField("links", "links", MultiOf(ITEM_ID, ITEM_ID)),
    StateField("total", "total", INT, Rule("the refinement of `total`", "value >= 0", rules.state_total_where)),
    StateField("budget", "budget", FLOAT, Rule("the refinement of `budget`", "value >= 0.0", rules.state_budget_where)),
    StateField(
        "grace", "grace", DURATION, Rule("the refinement of `grace`", "value > seconds(0)", rules.state_grace_where)
    ),
    StateField("labels", "labels", SetOf(LABEL)),
    StateField("log", "log", SeqOf(STRING)),
    StateField("prefs", "prefs", MapOf(LABEL, INT)),
    StateField("focus", "focus", Option(ITEM_ID)),
    StateField("paused", "paused", BOOL),
    StateField("opened_at", "opened_at", DATETIME),
    StateField("marker", "marker", UUID),
)

INVARIANTS: tuple[Rule, ...] = (
    Rule("the invariant `keysAreIds`", "all one in samples | samples[one].id = one", rules.invariant_keys_are_ids),
    Rule("the invariant `countsAgree`", "total = #samples", rules.invariant_counts_agree),
    Rule(
        "the invariant `uniqueNames`",
        "no a: Sample, b: Sample | a.id != b.id and a.name = b.name",
        rules.invariant_unique_names,
    ),
    Rule(
        "the invariant `labelsAreNames`",
        "(all s in Sample | s.name in labels) and (all l in labels | some s in ran(samples) | s.name = l)",
        rules.invariant_labels_are_names,
    ),
    Rule(
        "the invariant `colouredFromPalette`",
        "all s in ran(samples) | s.tags subset palette()",
        rules.invariant_coloured_from_palette,
    ),
    Rule("the invariant `rootsAreSamples`", "dom(roots) subset dom(samples)", rules.invariant_roots_are_samples),
    Rule("the invariant `everySampleIsRead`", "dom(readings) = dom(samples)", rules.invariant_every_sample_is_read),
    Rule(
        "the invariant `linksLead`",
        "all a in links | a in samples and a not in links[a] and (all b in links[a] | b in samples)",
        rules.invariant_links_lead,
    ),
    Rule("the invariant `focusExists`", "focus = none or focus in samples", rules.invariant_focus_exists),
    Rule("the invariant", "grace <= days(1)", rules.invariant_9),
    Rule("the property `neverOverspent`", "budget >= 0.0", rules.always_never_overspent),
)

SEEDS: tuple[Seed, ...] = (Seed("sample", "samples", ITEM_ID, SAMPLE, "id", choices.integers(0)),)

INITIAL: State = decode_state(
    State,
    STATE,
    {
        "samples": {},
        "roots": {},
        "readings": {},
        "links": {},
        "total": 0,
        "budget": 10.5,
        "grace": 300000,
        "labels": [],
        "log": [],
        "prefs": {},
        "focus": None,
        "paused": False,
        "opened_at": "1970-01-01T00:00:00.000Z",
        "marker": "00000000-0000-0000-0000-000000000000",
    },
)

WORDS = frozenset(
    {
        "__test_admin__",
        "activate",
        "attributes",
        "by-name",
        "clear",
        "close",
        "drop",
        "focus",
        "grace",
        "health",
        "links",
        "log",
        "metrics",
        "name",
        "openapi.json",
        "prefs",
        "reach",
        "readings",
        "ready",
        "report",
        "revive",
        "root",
        "samples",
        "seal",
        "spend",
        "tags",
        "toggle",
        "weight",
    }
)


def is_proper(text: str) -> bool:
    """Whether a text can be a part of a path of its own."""
    return text not in {"", ".", ".."} and text not in WORDS
