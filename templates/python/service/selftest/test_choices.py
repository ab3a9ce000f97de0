"""Candidates, and the search among them."""

import re

import pytest
from app.runtime import choices
from app.runtime.choices import Picks, Source, search
from app.runtime.clauses import Broken
from app.runtime.patterns import growing, sample
from app.runtime.values import UNDECIDED, Instant, Map, Outside

NOW = Instant(1_700_000_000_000)
CLAUSE = ("a clause", "x")


def test_the_first_that_fits_is_taken() -> None:
    pick = Picks(NOW)
    assert pick.choose(CLAUSE, (), choices.integers(), lambda value: value > 3) == 4
    assert pick.choose(CLAUSE, (lambda: [9],), choices.integers(), lambda value: value > 3) == 9
    with pytest.raises(Broken):
        pick.choose(CLAUSE, (), choices.values(1, 2), lambda value: value > 3)


def test_a_new_key_follows_the_greatest() -> None:
    assert choices.not_member_of(Map({3: "", 7: ""})) == [8]
    assert choices.not_member_of(Map()) == []


def test_later_promises_change_earlier_choices() -> None:
    pick = Picks(NOW)

    def attempt() -> tuple[int, int]:
        first = pick.choose(CLAUSE, (), choices.values(1, 2, 3), lambda value: True)
        second = pick.choose(CLAUSE, (), choices.values(1, 2, 3), lambda value: True)
        if (first, second) != (3, 2):
            raise Broken("together", "")
        return first, second

    assert search(pick, attempt) == (3, 2)


def test_where_nothing_fits_the_first_failure_is_told() -> None:
    pick = Picks(NOW)

    def attempt() -> None:
        raise Broken(f"with {pick.choose(CLAUSE, (), choices.values(1, 2), lambda value: True)}", "")

    with pytest.raises(Broken, match="with 1"):
        search(pick, attempt)


def test_an_overflow_counts_only_where_every_attempt_ends_in_one() -> None:
    def attempt(pick: Picks, fine: tuple[int, ...]) -> int:
        found: int = pick.choose(CLAUSE, (), choices.values(1, 2, 3), lambda value: True)
        if found not in fine:
            raise Outside("too much") if found != 2 else Broken("two", "")
        return found

    pick = Picks(NOW)
    assert search(pick, lambda: attempt(pick, (3,))) == 3
    again = Picks(NOW)
    with pytest.raises(Broken, match="two"):
        search(again, lambda: attempt(again, ()))


def test_a_clause_without_a_value_may_have_one_that_was_not_found() -> None:
    title = "an ensures of `Draw`"
    assert Broken(title, "x = 1").problem().status == 500
    assert Broken(title, "x = 1", UNDECIDED).problem().status == 501
    assert Broken(title, "x = 1").problem(("x = 1",)).status == 501
    assert Broken("the invariant `x`", "x = 1", UNDECIDED).problem(("x = 1",)).status == 500


def test_random_values_stay_the_same_while_a_call_is_tried() -> None:
    source = Source(NOW)
    values = choices.texts(r"^[a-z]{8}$", fresh=True)
    first = next(values(source.rewind()))
    assert next(values(source.rewind())) == first
    assert re.fullmatch("[a-z]{8}", first)


@pytest.mark.parametrize("pattern", [r"^[A-Z]{3}-[0-9]{4}$", r"^https?:\/\/[!-~]+$", r"^(ab|c)+d?$", r"^[^x]{2}$"])
def test_texts_of_patterns(pattern: str) -> None:
    import random

    source = random.Random(7)
    for text in [*growing(pattern), *(sample(pattern, source) for _ in range(50))]:
        assert re.search(pattern, text), text


def test_uuids_are_of_version_4() -> None:
    made = next(choices.uuids(fresh=True)(Source(NOW)))
    assert re.fullmatch("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", made)
