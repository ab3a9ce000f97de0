"""Values, windows and everything that goes over a collection, against docs/semantics.md."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from tests.harness.values import (
    EARLIEST,
    LATEST,
    Instant,
    Map,
    Multi,
    Outside,
    Truth,
    Undefined,
    Window,
    between,
    choose,
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
    let,
    matches,
    member,
    minutes,
    none_of,
    powerset,
    ran,
    ran_multi,
    reason,
    same,
    seconds,
    select,
    sha256,
    smallest,
    some,
    the,
    total,
    total_float,
    unknown,
    verdict,
)

YES, NO, UNKNOWN = Truth.YES, Truth.NO, Truth.UNKNOWN


@dataclass(frozen=True, slots=True)
class Event:
    name: str
    at: Instant


@dataclass(frozen=True, slots=True)
class User:
    active: bool


NOW = Window(100, 110)


@pytest.mark.parametrize(
    ("condition", "truth"),
    [
        (lambda: NOW > 99, YES),
        (lambda: NOW > 100, UNKNOWN),
        (lambda: NOW >= 100, YES),
        (lambda: NOW >= 110, UNKNOWN),
        (lambda: NOW > 110, NO),
        (lambda: NOW < 100, NO),
        (lambda: NOW <= 100, UNKNOWN),
        (lambda: NOW <= 110, YES),
        (lambda: NOW < 111, YES),
        (lambda: Instant(99) < NOW, YES),
        (lambda: Instant(105) < NOW, UNKNOWN),
        (lambda: Instant(105) == NOW, UNKNOWN),
        (lambda: Instant(105) != NOW, UNKNOWN),
        (lambda: Instant(99) == NOW, NO),
        (lambda: Instant(99) != NOW, YES),
        (lambda: NOW == None, NO),  # noqa: E711
        (lambda: instant(NOW + 5) == Instant(105), UNKNOWN),
        (lambda: instant(NOW + 5) == Instant(104), NO),
        (lambda: i64(NOW - Instant(100)) <= 10, YES),
        (lambda: i64(Instant(100) - NOW) > 0, NO),
        (lambda: i64(Instant(100) - NOW) >= 0, UNKNOWN),
        (lambda: abs(Instant(105) - NOW) <= 5, YES),
        (lambda: i64(-(NOW - Instant(0))) == -105, UNKNOWN),
        (lambda: floor_div(i64(NOW - Instant(0)), 20) == 5, YES),
        (lambda: i64((NOW - Instant(0)) * -2) <= -200, YES),
        (lambda: Window(7, 7) == 7, YES),
        (lambda: NOW > 105 and NOW > 200, NO),
        (lambda: NOW > 105 or NOW > 50, YES),
        (lambda: NOW > 105 and NOW > 50, UNKNOWN),
        (lambda: not NOW > 105, UNKNOWN),
        (lambda: max(NOW, Instant(105)) >= 105, UNKNOWN),
        (lambda: total([1, 2], lambda _: NOW - Instant(100)) <= 20, YES),
    ],
)
def test_windows(condition: Callable[[], bool], truth: Truth) -> None:
    assert verdict(condition) is truth


def test_a_window_inside_a_record_is_compared_like_a_field() -> None:
    seen, early, other = Event("a", Instant(105)), Event("a", Instant(99)), Event("b", Instant(105))
    assert verdict(lambda: seen == Event("a", NOW)) is UNKNOWN
    assert verdict(lambda: early == Event("a", NOW)) is NO
    assert verdict(lambda: other == Event("a", NOW)) is NO
    assert verdict(lambda: Map({1: seen}) == Map({1: Event("a", NOW)})) is UNKNOWN
    assert verdict(lambda: Map({1: seen, 2: seen}) == Map({1: Event("a", NOW)})) is NO
    assert verdict(lambda: (seen,) == (Event("a", NOW),)) is UNKNOWN


@pytest.mark.parametrize(
    ("a", "b", "truth"),
    [
        (frozenset({Event("a", Instant(105))}), frozenset({Event("a", NOW)}), UNKNOWN),
        (frozenset({Event("a", Instant(99))}), frozenset({Event("a", NOW)}), NO),
        (frozenset({Event("b", Instant(105))}), frozenset({Event("a", NOW)}), NO),
        (frozenset({Event("a", Instant(1)), Event("b", Instant(105))}), frozenset({Event("a", NOW)}), NO),
        (
            frozenset({Event("a", Instant(1)), Event("b", Instant(105))}),
            frozenset({Event("b", NOW), Event("a", Instant(1))}),
            UNKNOWN,
        ),
        # Both windows want the one element that fits: no way to pair them.
        (frozenset({Instant(105), Instant(205)}), frozenset({NOW, Window(101, 109)}), NO),
        (frozenset({Instant(105), Instant(100)}), frozenset({Window(101, 109), NOW}), UNKNOWN),
        (Map({Instant(105): "x"}), Map({NOW: "x"}), UNKNOWN),
        (Map({Instant(105): "x"}), Map({NOW: "y"}), NO),
        (Multi({Instant(105): frozenset({1})}), Multi({NOW: frozenset({1})}), UNKNOWN),
        ((frozenset({Instant(105)}), 1), (frozenset({NOW}), 1), UNKNOWN),
        ((frozenset({Instant(105)}), 1), (frozenset({NOW}), 2), NO),
        (frozenset({1, 2}), frozenset({2, 1}), YES),
        (frozenset({1, 2}), frozenset({2}), NO),
        (None, frozenset({NOW}), NO),
    ],
)
def test_same(a: object, b: object, truth: Truth) -> None:
    assert verdict(lambda: same(a, b)) is truth
    assert verdict(lambda: same(b, a)) is truth


def test_member() -> None:
    log = frozenset({Event("a", Instant(1)), Event("a", Instant(105))})
    assert verdict(lambda: member(Event("a", NOW), log)) is UNKNOWN
    assert verdict(lambda: member(Event("b", NOW), log)) is NO
    assert verdict(lambda: member(Event("a", Instant(1)), log)) is YES
    assert verdict(lambda: member(2, frozenset({2, 3}))) is YES


def test_a_key_that_is_the_moment_of_the_call() -> None:
    log = Map({Instant(105): "x"})
    assert verdict(lambda: log[NOW] == "x") is UNKNOWN
    assert verdict(lambda: log[Window(200, 300)] == "x") is NO


def test_a_known_moment_is_a_plain_instant() -> None:
    assert type(between(5, 5)) is Instant
    assert type(between(5, 6)) is Window


def test_choosing_outside_of_a_verdict_is_a_defect() -> None:
    with pytest.raises(RuntimeError):
        choose()


def test_verdicts_nest_and_give_up() -> None:
    assert verdict(lambda: choose() and verdict(choose) is UNKNOWN) is UNKNOWN
    tried = []

    def long() -> bool:
        tried.append(1)
        return all([choose() for _ in range(20)]) or True

    assert verdict(long) is UNKNOWN
    assert len(tried) == 256


def test_unknown_functions() -> None:
    assert verdict(lambda: unknown("address")) is UNKNOWN
    assert verdict(lambda: unknown() and False) is NO
    assert verdict(lambda: unknown() or True) is YES
    assert verdict(lambda: unknown(floor_div(1, 0))) is NO
    assert verdict(lambda: exists((0, 1), lambda x: unknown(x))) is UNKNOWN
    assert verdict(lambda: unknown() or floor_div(1, 0) == 1) is UNKNOWN


USERS: Map[int, User] = Map({1: User(True)})


def _not_active() -> bool:
    return not USERS[9].active


@pytest.mark.parametrize(
    ("condition", "truth"),
    [
        (lambda n: n == 0 or floor_div(10, n) > 3, YES),
        (lambda n: floor_div(10, n) > 3 or n == 0, NO),
        (lambda n: 9 in USERS and USERS[9].active, NO),
        (lambda n: _not_active(), NO),
        (lambda n: exists(frozenset({0, 5}), lambda x: floor_div(10, x) == 2), YES),
        (lambda n: every(frozenset({0, 5}), lambda x: floor_div(10, x) == 2), NO),
        (lambda n: every(frozenset({0, 5}), lambda x: floor_div(10, x) == 3), NO),
        (lambda n: not every(frozenset({0, 5}), lambda x: floor_div(10, x) == 2), NO),
        (lambda n: not every(frozenset({0, 5}), lambda x: floor_div(10, x) == 3), YES),
        (lambda n: none_of(frozenset({0, 5}), lambda x: floor_div(10, x) == 2), NO),
        (lambda n: none_of(frozenset({0, 5}), lambda x: floor_div(10, x) == 3), NO),
        (lambda n: let(floor_div(10, n), lambda r: True), NO),
    ],
)
def test_undefined(condition: Callable[[int], bool], truth: Truth) -> None:
    assert verdict(lambda: condition(0)) is truth


def _raises(stop: type[Exception], value: Callable[[], object]) -> None:
    with pytest.raises(stop):
        value()


@pytest.mark.parametrize(
    "value",
    [
        lambda: USERS[9],
        lambda: element((1, 2), 2),
        lambda: element((1, 2), -1),
        lambda: floor_div(1, 0),
        lambda: float_div(1.0, 0.0),
        lambda: the((1, 2), lambda x: x > 2),
        lambda: the((1, 2), lambda x: x > 0),
        lambda: the((2, 2), lambda x: True),
        lambda: largest(()),
        lambda: smallest(frozenset[int]()),
        lambda: some(None),
        lambda: select((0, 1), lambda x: floor_div(1, x) == 1),
        lambda: total((0, 1), lambda x: floor_div(1, x)),
        lambda: the((0, 1), lambda x: floor_div(1, x) == 1),
    ],
)
def test_what_is_undefined(value: Callable[[], object]) -> None:
    _raises(Undefined, value)
    assert reason(value)


@pytest.mark.parametrize(
    "value",
    [
        lambda: i64(2**63),
        lambda: i64(-(2**63) - 1),
        lambda: i64(abs(-(2**63))),
        lambda: floor_div(-(2**63), -1),
        lambda: finite(1e308 * 10),
        lambda: instant(Instant(LATEST) + 1),
        lambda: instant(EARLIEST - 1),
        lambda: instant(Window(LATEST, LATEST + 1)),
        lambda: days(2**62),
        lambda: powerset(frozenset(range(15))),
        lambda: total((1, 2), lambda x: 2**62),
        # An overflow counts for more than what is undefined, wherever it stands.
        lambda: total((0, 1), lambda x: floor_div(1, x) if x == 0 else i64(2**63)),
        lambda: every((0, 1), lambda x: (floor_div(1, x) if x == 0 else i64(2**63)) == 1),
        lambda: select((1, 0), lambda x: (floor_div(1, x) if x == 0 else i64(2**63)) == 1),
    ],
)
def test_what_is_outside(value: Callable[[], object]) -> None:
    _raises(Outside, value)
    _raises(Outside, lambda: verdict(lambda: bool(value())))


def test_what_is_not_reached_does_not_overflow() -> None:
    assert verdict(lambda: True or i64(2**63) == 0) is YES
    assert verdict(lambda: exists((1, 2), lambda x: x == 2 or i64(2**63) == 0)) is YES


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        (lambda: floor_div(-7, 2), -4),
        (lambda: floor_div(7, -2), -4),
        (lambda: floor_div(-7, -2), 3),
        (lambda: str(finite(-0.0)), "0.0"),
        (lambda: days(1) + hours(1) + minutes(1) + seconds(1), 90_061_000),
        (lambda: the((1, 2), lambda x: x > 1), 2),
        (lambda: total({1: 5, 2: 5}, lambda k: 5), 10),
        (lambda: total_float((1, 2), lambda x: x / 4), 0.75),
        (lambda: len(powerset(frozenset({1, 2, 3}))), 8),
        (lambda: largest(("a", "\uff5e", "\U0001f600")), "\U0001f600"),
        (lambda: smallest(Map({3: "x", 2: "y"})), 2),
        (lambda: sha256("abc")[:8], "ba7816bf"),
        (lambda: element((1, 2), 1), 2),
        (lambda: select((1, 2, 2), lambda x: x > 1), frozenset({2})),
        (lambda: str(Instant(EARLIEST)), "0001-01-01T00:00:00.000Z"),
        (lambda: str(Instant(LATEST)), "9999-12-31T23:59:59.999Z"),
        (lambda: str(Instant(-1)), "1969-12-31T23:59:59.999Z"),
    ],
)
def test_functions(value: Callable[[], Any], wanted: object) -> None:
    assert value() == wanted


@pytest.mark.parametrize(
    ("text", "pattern", "found"),
    [
        ("ab", "^[a-z]+$", True),
        ("ab\n", "^[a-z]+$", False),
        ("a$", r"a\$$", True),
        ("$", "[$]", True),
        ("]$", r"^[\]$]+$", True),
        ("]$", r"^[^a$]$", False),
        ("٣", r"\d", False),
        ("é", r"\w", False),
        ("xaby", "ab", True),
        ("", "^$", True),
        ("sho.rt", r"^sho\.rt(\/|$)", True),
        ("sho.rt\n", r"^sho\.rt(\/|$)", False),
    ],
)
def test_matches(text: str, pattern: str, found: bool) -> None:
    assert matches(text, pattern) is found


def test_a_function_that_does_not_end_is_outside() -> None:
    def turn(n: int) -> bool:
        return turn(n + 1)

    _raises(Outside, lambda: verdict(turn, 0))


def test_maps() -> None:
    a, b = Map({1: "x", 2: "y"}), Map([(2, "z")])
    assert a + b == Map({1: "x", 2: "z"})
    assert a - frozenset({1, 7}) == Map({2: "y"})
    assert dom(a) == frozenset({1, 2}) and ran(a + Map({3: "x"})) == frozenset({"x", "y"})
    assert 1 in a and 3 not in a and len(a) == 2 and list(a) == [1, 2]
    assert a.get(3) is None and a.get(3, "none") == "none"
    assert hash(a) == hash(Map({2: "y", 1: "x"})) and len({a, Map({2: "y", 1: "x"})}) == 1
    assert a != Multi({1: frozenset({"x"}), 2: frozenset({"y"})})


def test_multis_do_not_store_what_is_empty() -> None:
    a = Multi({1: frozenset({"x"}), 2: frozenset[str]()})
    assert a == Multi({1: frozenset({"x"})}) and 2 not in a and len(a) == 1
    assert a[2] == frozenset() and a[1] == frozenset({"x"})
    assert a + Map({1: frozenset[str]()}) == Multi()
    assert a + Multi({1: frozenset[str]()}) == a
    assert a + Multi({2: frozenset({"y"})}) - frozenset({1}) == Multi({2: frozenset({"y"})})
    assert ran_multi(a + Multi({2: frozenset({"x", "y"})})) == frozenset({"x", "y"})


def test_instances() -> None:
    a, b = Event("a", Instant(1)), Event("b", Instant(2))
    assert instances((Map({1: a}), frozenset({(b, a)}), None), Event) == frozenset({a, b})
