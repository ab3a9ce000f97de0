"""Relations that are held in part, and values that are not decided."""

import pytest
from tests.harness.values import (
    COUNT,
    GREATEST,
    OPEN,
    WHOLE,
    Like,
    Map,
    Multi,
    Sum,
    Undecided,
    Undefined,
    Wanted,
    grown,
    matches,
    select_in_order,
    some,
    touched,
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
        (lambda: len(relation), COUNT),
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
        (lambda: len(relation), COUNT),
        (lambda: relation == Map(), WHOLE),
        (lambda: {*relation.put(3, "x")}, WHOLE),
    ]:
        with pytest.raises(Wanted) as wanted:
            read()
        assert wanted.value.what is what or wanted.value.what == what
    relation.learn_all({4: "four"})
    assert {*relation} == {4}
    assert len(relation) == 1


def asked(relation: Map[int, str], value: object) -> Map[int, str]:
    return relation.among(("name", lambda: value))  # type: ignore[no-any-return]


def test_entries_are_looked_up_by_what_they_hold() -> None:
    relation = partial()
    with pytest.raises(Wanted) as wanted:
        asked(relation, "a")
    assert wanted.value.what == Like((("name", "a"),))
    relation.learn_like(wanted.value.what, {3: "a"})
    assert {*asked(relation, "a")} == {1, 3}
    # What changed since is among them, and what was not asked for is not.
    assert {*asked(relation.put(2, "a") - {1}, "a")} == {2, 3}
    for other in ("b", None):
        with pytest.raises(Wanted):
            asked(relation, other)


def test_all_is_gone_over_where_a_value_cannot_be_worked_out() -> None:
    relation = partial()
    for value in (lambda: OPEN, lambda: some(None)):
        with pytest.raises(Wanted) as wanted:
            list(relation.among(("name", value)))
        assert wanted.value.what is WHOLE


def test_entries_under_keys_and_with_values_are_all_there_is() -> None:
    relation = partial()
    assert {*relation.at([1, 2, None])} == {1}
    with pytest.raises(Wanted):
        relation.at([1, 5])
    relation.learn_like(Like((("name", "a"),)), {3: "a"})
    assert {*relation.whose("name", ["a"])} == {1, 3}
    with pytest.raises(Wanted):
        relation.whose("name", ["a", "b"])


def test_counts_and_sums_follow_what_changes() -> None:
    relation: Map[int, int] = Map.partial("rel")
    relation.learn([1, 2], {1: 10})
    relation.learn_rest(COUNT, 4)
    relation.learn_rest(Sum("n"), 100)
    assert len(relation) == 5
    changed = relation.put(2, 5).put(1, 7)
    assert len(changed) == 6
    assert changed.total("n", lambda key: changed[key]) == 112
    assert len(changed - {1, 2}) == 4
    # An entry that becomes known is none of the others any more.
    relation.learn([3], {3: 1})
    assert len(relation) == 5
    with pytest.raises(Wanted) as wanted:
        relation.total("n", lambda key: relation[key])
    assert wanted.value.what == Sum("n")


def test_what_a_call_touched_is_what_differs() -> None:
    before = partial()
    after = before.put(2, "two").put(1, "one")
    assert touched(before, after) == [2]
    assert grown(before, after) == 1
    assert touched(before, before.put(1, "eins") - {2}, lambda value: value) == ["one", "eins"]
    assert touched(before, before) == []


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
