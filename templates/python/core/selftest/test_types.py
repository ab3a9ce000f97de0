"""The wire format, against docs/language.md "The wire format"; refinements in the order of src/interp/refine.rs."""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from tests.harness.types import (
    BOOL,
    DATETIME,
    DURATION,
    FLOAT,
    INT,
    STRING,
    UUID,
    Alias,
    Entity,
    Enum,
    Field,
    MapOf,
    MultiOf,
    Option,
    Rule,
    SeqOf,
    SetOf,
    WireError,
    WireType,
    respelled,
    text_of,
)
from tests.harness.values import Instant, Map, Multi, Window

ID = "0b7e1a52-0000-4000-8000-00000000000f"
STATUS = Enum("Status", ("OPEN", "DONE"))
COUNT = Alias("Count", INT, Rule("Count.where", "value > 0", "x:1", lambda value, s, now: value > 0))
SMALL = Alias("Small", COUNT, Rule("Small.where", "value < 9", "x:2", lambda value, s, now: value < 9))
NOW = Instant(0)


@dataclass(frozen=True, slots=True)
class Task:
    id: int
    class_: str
    due: Instant | None
    parts: "tuple[Task, ...]"


TASK: Entity = Entity(
    "Task",
    Task,
    lambda: (
        Field("id", "id", SMALL, Rule("Task.id.where", "", "x:3", lambda value, own, s, now: value != len(own.class_))),
        Field("class", "class_", STRING, None),
        Field("due", "due", Option(DATETIME), Rule("Task.due.where", "", "x:4", lambda v, own, s, now: v > now)),
        Field("parts", "parts", SeqOf(TASK), None),
    ),
    invariants=(Rule("Task.few", "", "x:5", lambda own, s, now: len(own.parts) < 2),),
)


@pytest.mark.parametrize(
    ("declared", "found", "value"),
    [
        (BOOL, True, True),
        (INT, 2**63 - 1, 2**63 - 1),
        (INT, -(2**63), -(2**63)),
        (FLOAT, 1, 1.0),
        (FLOAT, 1.5, 1.5),
        (STRING, "né\U0001f600", "né\U0001f600"),
        (DATETIME, "2024-05-01T12:00:00.000Z", 1_714_564_800_000),
        (DATETIME, "0001-01-01T00:00:00.000Z", -62_135_596_800_000),
        (DATETIME, "9999-12-31T23:59:59.999Z", 253_402_300_799_999),
        (DURATION, -5, -5),
        (UUID, ID, ID),
        (STATUS, "OPEN", "OPEN"),
        (Option(INT), None, None),
        (Option(INT), 3, 3),
        (SeqOf(INT), [2, 1, 2], (2, 1, 2)),
        (SetOf(INT), [1, 2], frozenset({2, 1})),
        (MapOf(INT, STRING), {"-3": "x", "0": "y"}, Map({-3: "x", 0: "y"})),
        (MapOf(STATUS, INT), {"OPEN": 1}, Map({"OPEN": 1})),
        (MapOf(UUID, INT), {ID: 1}, Map({ID: 1})),
        (MapOf(COUNT, INT), {"7": 1}, Map({7: 1})),
        (MapOf(BOOL, INT), [[False, 2], [True, 1]], Map({True: 1, False: 2})),
        (MapOf(DURATION, INT), [[5, 1]], Map({5: 1})),
        (MultiOf(INT, INT), {"1": [2, 3]}, Multi({1: frozenset({2, 3})})),
        (MultiOf(INT, INT, some=True), {}, Multi()),
        (SMALL, 5, 5),
        (
            TASK,
            {"id": 1, "class": "a", "due": None, "parts": [{"id": 2, "class": "", "due": None, "parts": []}]},
            Task(1, "a", None, (Task(2, "", None, ()),)),
        ),
    ],
)
def test_there_and_back(declared: WireType, found: Any, value: Any) -> None:
    decoded = declared.decode(found)
    assert decoded == value and type(decoded) is type(value) or isinstance(decoded, Instant)
    assert declared.encode(decoded) == found
    assert declared.decode(json.loads(json.dumps(declared.encode(decoded)))) == value


@pytest.mark.parametrize(
    ("declared", "found", "path"),
    [
        (BOOL, 1, ""),
        (BOOL, "true", ""),
        (BOOL, None, ""),
        (INT, True, ""),
        (INT, 1.0, ""),
        (INT, "1", ""),
        (INT, 2**63, ""),
        (INT, -(2**63) - 1, ""),
        (INT, None, ""),
        (FLOAT, True, ""),
        (FLOAT, "1.5", ""),
        (FLOAT, float("inf"), ""),
        (FLOAT, float("nan"), ""),
        (FLOAT, 10**400, ""),
        (STRING, "a\0b", ""),
        (STRING, "\ud800", ""),
        (STRING, "a\udc00é", ""),
        (STRING, 1, ""),
        (DATETIME, "2024-05-01T12:00:00", ""),
        (DATETIME, "2024-05-01T12:00:00.000+0000", ""),
        (DATETIME, "2024-05-01T12:00Z", ""),
        (DATETIME, "2024-02-30T12:00:00.000Z", ""),
        (DATETIME, "1714564800000", ""),
        (DATETIME, "2024-02-30T12:00:00.000Z", ""),
        (DATETIME, "2024-05-01T24:00:00.000Z", ""),
        (DATETIME, "2024-05-01T12:00:60.000Z", ""),
        (DATETIME, "0000-05-01T12:00:00.000Z", ""),
        (DATETIME, "2024-05-01T12:00:00.000Z\n", ""),
        (DATETIME, "2024-05-01T12:00:00.00\u0663Z", ""),
        (DATETIME, 1_714_564_800_000, ""),
        (DURATION, 1.0, ""),
        (DURATION, True, ""),
        (UUID, ID.upper(), ""),
        (UUID, ID.replace("-", ""), ""),
        (UUID, f"{{{ID}}}", ""),
        (STATUS, "open", ""),
        (STATUS, "", ""),
        (STATUS, 0, ""),
        (SeqOf(INT), {}, ""),
        (SeqOf(INT), [1, None], "[1]"),
        (SeqOf(SeqOf(INT)), [[1], ["x"]], "[1][0]"),
        (SetOf(INT), [1, 2, 1], "[2]"),
        (SetOf(INT), None, ""),
        (MapOf(INT, INT), {"01": 1}, "[01]"),
        (MapOf(INT, INT), {"+1": 1}, "[+1]"),
        (MapOf(INT, INT), {"-0": 1}, "[-0]"),
        (MapOf(INT, INT), {" 1": 1}, "[ 1]"),
        (MapOf(INT, INT), {"9" * 30: 1}, f"[{'9' * 30}]"),
        (MapOf(INT, INT), {"9223372036854775808": 1}, "[9223372036854775808]"),
        (MapOf(INT, INT), [[1, 1]], ""),
        (MapOf(STRING, INT), {"a\0": 1}, "[a\0]"),
        (MapOf(STRING, INT), {"a": "b"}, "[a]"),
        (MapOf(BOOL, INT), {"true": 1}, ""),
        (MapOf(BOOL, INT), [[True, 1], [True, 2]], "[true]"),
        (MapOf(BOOL, INT), [[True]], "[0]"),
        (MapOf(BOOL, INT), [[1, 1]], "[0][0]"),
        (MultiOf(INT, INT), {"1": [2, 2]}, "[1][1]"),
        (MultiOf(INT, INT, some=True), {"1": []}, "[1]"),
        (SMALL, "5", ""),
        (TASK, [], ""),
        (TASK, None, ""),
        (TASK, {"id": 1, "class": "a", "parts": []}, "due"),
        (TASK, {"id": 1, "class": "a", "due": None, "parts": [], "more": 1}, "more"),
        (TASK, {"id": 1, "class_": "a", "due": None, "parts": []}, "class"),
        (TASK, {"id": 1, "class": "a", "due": None, "parts": [{}]}, "parts[0].id"),
        (MapOf(INT, TASK), {"3": {"id": "x"}}, "[3].id"),
    ],
)
def test_what_is_refused(declared: WireType, found: Any, path: str) -> None:
    with pytest.raises(WireError) as error:
        declared.decode(found)
    assert error.value.path == path
    assert str(error.value).encode()


def test_an_empty_set_is_an_absent_key() -> None:
    assert MultiOf(INT, INT).decode({"1": [], "2": [3]}) == Multi({2: frozenset({3})})


def task(**changes: Any) -> Task:
    return Task(**{"id": 1, "class_": "ab", "due": None, "parts": (), **changes})


@pytest.mark.parametrize(
    ("declared", "value", "rule"),
    [
        (INT, -1, None),
        (SMALL, 5, None),
        (SMALL, 9, "Small.where"),
        (SMALL, 0, "Count.where"),
        (Option(SMALL), None, None),
        (Option(SMALL), 9, "Small.where"),
        (Alias("Maybe", Option(INT), Rule("Maybe.where", "", "", lambda value, s, now: False)), None, None),
        (SeqOf(SMALL), (1, 0), "Count.where"),
        (SetOf(SMALL), frozenset({9}), "Small.where"),
        (MapOf(SMALL, INT), Map({9: 1}), "Small.where"),
        (MapOf(INT, SMALL), Map({9: 0}), "Count.where"),
        (MultiOf(SMALL, COUNT), Multi({1: frozenset({0})}), "Count.where"),
        (TASK, task(), None),
        (TASK, task(id=2), "Task.id.where"),
        (TASK, task(id=9), "Small.where"),
        (TASK, task(due=Instant(0)), "Task.due.where"),
        (TASK, task(due=Instant(1)), None),
        (TASK, task(parts=(task(), task())), "Task.few"),
        (TASK, task(parts=(task(parts=(task(id=0),)),)), "Count.where"),
    ],
)
def test_broken(declared: WireType, value: Any, rule: str | None) -> None:
    broken = declared.broken(value, None, NOW)
    assert (broken.id if broken else None) == rule


def test_what_nobody_can_decide_counts_as_holding() -> None:
    assert TASK.broken(task(due=Instant(5)), None, Window(0, 9)) is None
    assert [rule.id for rule, _ in TASK.doubts(task(due=Instant(5)), None, Window(0, 9))] == ["Task.due.where"]
    assert TASK.broken(task(due=Instant(5)), None, Window(5, 9)) is not None


def test_collecting_by_declared_type() -> None:
    state = MapOf(SMALL, SeqOf(TASK))
    value = Map({3: (task(id=4, parts=(task(id=1),)),), 1: ()})
    assert state.collect(value, SMALL) == [1, 3, 4]
    assert state.collect(value, STRING) == ["ab"]
    assert len(state.collect(value, TASK)) == 2
    assert state.collect(value, DATETIME) == []
    assert state.collect(value, Option(DATETIME)) == [None]


@pytest.mark.parametrize(
    ("declared", "value", "text"),
    [
        (STRING, 'a"b', 'a"b'),
        (INT, -4, "-4"),
        (BOOL, True, "true"),
        (FLOAT, 1.5, "1.5"),
        (STATUS, "OPEN", "OPEN"),
        (DATETIME, Instant(0), "1970-01-01T00:00:00.000Z"),
        (Option(INT), None, "null"),
        (SeqOf(INT), (1, 2), "[1,2]"),
    ],
)
def test_as_text(declared: WireType, value: Any, text: str) -> None:
    assert text_of(declared, value) == text


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("2024-05-01T12:00:00Z", 0),
        ("2024-05-01t12:00:00z", 0),
        ("2024-05-01 12:00:00.5Z", 500),
        ("2024-05-01T12:00:00.678999999Z", 678),
        ("2024-05-01T14:30:00.001+02:30", 1),
        ("2024-05-01T04:00:00.00-08:00", 0),
    ],
)
def test_other_spellings_of_an_instant_are_read(text: str, after: int) -> None:
    assert DATETIME.decode(text) == 1_714_564_800_000 + after
    declared = SeqOf(Option(DATETIME))
    wanted = DATETIME.encode(DATETIME.decode(text))
    assert respelled(declared, [text, None, 7]) == [wanted, None, 7]
