"""Relations that are held in part, and values that are not decided."""

import pytest
from app.runtime.values import (
    GREATEST,
    OPEN,
    WHOLE,
    Map,
    Multi,
    Undecided,
    Undefined,
    Wanted,
    matches,
    select_in_order,
)


def partial() -> Map[int, str]:
    relation: Map[int, str] = Map.partial("rel")
    relation.learn([1, 2], {1: "one"})
    return relation


def test_what_was_loaded_is_known() -> None:
    relation = partial()
    assert relation[1] == "one"
    assert 1 in relation
    assert 2 not in relation
    with pytest.raises(Undefined):
        relation[2]


def test_what_was_not_loaded_is_asked_for() -> None:
    relation = partial()
    for read, what in [
        (lambda: 3 in relation, 3),
        (lambda: relation[3], 3),
        (lambda: relation.put(3, "x"), 3),
        (lambda: relation + Map({3: "x"}), 3),
        (lambda: relation - {3}, 3),
        (lambda: len(relation), WHOLE),
        (lambda: list(relation), WHOLE),
        (lambda: relation == Map(), WHOLE),
        (relation.greatest, GREATEST),
    ]:
        with pytest.raises(Wanted) as wanted:
            read()
        assert wanted.value.name == "rel"
        assert wanted.value.what is what or wanted.value.what == what


def test_some_entries_pass_for_all_only_where_they_are_gone_over() -> None:
    relation = partial()
    relation.learn_those({3: "three"})
    assert {*relation} == {1, 3}
    assert {*relation.values()} == {"one", "three"}
    for read, what in [
        (lambda: 4 in relation, 4),
        (lambda: relation[4], 4),
        (lambda: len(relation), WHOLE),
        (lambda: relation == Map(), WHOLE),
        (lambda: {*relation.put(3, "x")}, WHOLE),
    ]:
        with pytest.raises(Wanted) as wanted:
            read()
        assert wanted.value.what is what or wanted.value.what == what
    relation.learn_all({4: "four"})
    assert {*relation} == {4}
    assert len(relation) == 1


def test_a_collection_in_order_repeats_what_a_sequence_repeats() -> None:
    assert select_in_order(("b", "a", "b"), lambda _: True) == ("b", "a", "b")
    assert select_in_order(Map({2: "b", 1: "a", 3: "b"}).values(), lambda _: True) == ("b", "a")


def test_beyond_the_greatest_key_nothing_is_there() -> None:
    relation = partial()
    relation.learn_greatest(7)
    assert relation.greatest() == 7
    assert 8 not in relation
    with pytest.raises(Wanted):
        _ = 5 in relation
    relation.learn_greatest(None)
    assert -3 not in relation


def test_changes_leave_the_old_one_alone() -> None:
    relation = partial()
    changed = relation.put(2, "two") - {1}
    assert changed.known == {2: "two"}
    assert 1 not in changed
    assert relation.known == {1: "one"}


def test_an_empty_set_takes_its_key_away() -> None:
    relation: Multi[int, int] = Multi({1: frozenset({1})})
    assert relation[5] == frozenset()
    assert 1 not in relation.put(1, frozenset())
    assert 1 not in relation + Map({1: frozenset()})


def test_what_is_open_has_no_value() -> None:
    for read in (
        lambda: OPEN == 1,
        lambda: OPEN < 1,
        lambda: len(OPEN),
        lambda: OPEN + 1,
        lambda: 1 + OPEN,
        lambda: OPEN.name,
        lambda: matches(OPEN, "a"),
    ):
        with pytest.raises(Undecided):
            read()
