"""The oracle on small specs written by hand: the frame in each of its forms, the precondition, transitions, answers."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from tests.harness import oracle
from tests.harness.oracle import Expectation, expectation
from tests.harness.service import (
    At,
    Call,
    Header,
    Input,
    Key,
    Move,
    MoveRule,
    Operation,
    Output,
    Position,
    Presence,
    Rule,
    Service,
    Slot,
    Spot,
    StateField,
)
from tests.harness.types import (
    DATETIME,
    INT,
    STRING,
    Alias,
    Entity,
    Enum,
    Field,
    MapOf,
    MultiOf,
    Option,
    SeqOf,
    SetOf,
    WireError,
    WireType,
)
from tests.harness.values import Instant, Map, Multi, Outside, Undefined, Window, floor_div, i64, unknown


@dataclass(frozen=True, slots=True)
class Poll:
    question: str
    votes: int
    status: str
    tags: frozenset[str] = frozenset()
    until: Instant | None = None


@dataclass(frozen=True, slots=True)
class State:
    polls: Map[int, Poll]
    voters: frozenset[str] = frozenset()
    total: int = 0
    follows: Multi[int, str] = Multi()
    queue: tuple[int, ...] = ()
    log: frozenset[Instant] = frozenset()
    journal: Map[Instant, str] = Map()


@dataclass(frozen=True, slots=True)
class Given:
    id: int = 1
    voter: str = "v"
    last: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    count: int = 0


POLL = Entity(
    "Poll",
    Poll,
    lambda: (
        Field("question", "question", STRING, None),
        Field("votes", "votes", INT, Rule("Poll.votes.where", "value >= 0", "p:4", lambda v, own, s, now: v >= 0)),
        Field("status", "status", Enum("Status", ("OPEN", "CLOSED", "GONE")), None),
        Field("tags", "tags", SetOf(STRING), None),
        Field("until", "until", Option(DATETIME), None),
    ),
)
FIELDS: tuple[tuple[str, WireType], ...] = (
    ("polls", MapOf(INT, POLL)),
    ("voters", SetOf(STRING)),
    ("total", INT),
    ("follows", MultiOf(INT, STRING)),
    ("queue", SeqOf(INT)),
    ("log", SetOf(DATETIME)),
    ("journal", MapOf(DATETIME, STRING)),
)
SERVICE = Service(
    name="Polls",
    spec="polls.spec",
    state=(
        *(StateField(name, name, declared) for name, declared in FIELDS[:2]),
        StateField("total", "total", INT, Rule("state.total.where", "value < 9", "p:9", lambda v, s, now: v < 9)),
        *(StateField(name, name, declared) for name, declared in FIELDS[3:]),
    ),
    state_type=State,
    operations=(),
)
VOTE = Operation(
    name="Vote", method="POST", path=("polls", Slot("id")), status=200, given=Given, answer=Answer, shape="empty"
)
BEFORE = State(
    polls=Map({1: Poll("a?", 3, "OPEN", frozenset({"x"})), 2: Poll("b?", 0, "OPEN")}),
    voters=frozenset({"u"}),
    follows=Multi({1: frozenset({"p", "q"})}),
    queue=(4, 5, 6),
    log=frozenset({Instant(5)}),
    journal=Map({Instant(5): "five"}),
)
NOW = Window(100, 110)

PollCall = Call[State, Given, Answer]


def poll(state: State, key: int, **changes: Any) -> State:
    return replace(state, polls=state.polls + Map({key: replace(state.polls[key], **changes)}))


def call(after: State, given: Given | None = None) -> PollCall:
    return Call(BEFORE, after, given or Given(), Answer(), NOW)


def framed(after: State, *changes: Callable[[Any], Iterator[Spot]], **more: Any) -> str | None:
    return oracle.frame_problem(SERVICE, replace(VOTE, changes=changes, **more), call(after))


def spots(*found: Spot) -> Callable[[Any], Iterator[Spot]]:
    return lambda c: iter(found)


VOTES = spots(Spot("polls", (Key(1), At("votes"))))


@pytest.mark.parametrize(
    ("after", "changes"),
    [
        (BEFORE, ()),
        # x' = e
        (replace(BEFORE, total=7), (spots(Spot("total")),)),
        # rel'[k] = e: there, new, gone
        (poll(BEFORE, 1, question="new", votes=9), (spots(Spot("polls", (Key(1),))),)),
        (replace(BEFORE, polls=BEFORE.polls + Map({3: Poll("c?", 0, "OPEN")})), (spots(Spot("polls", (Key(3),))),)),
        (replace(BEFORE, polls=BEFORE.polls - frozenset({1})), (spots(Spot("polls", (Key(1),))),)),
        # rel'[k].f = e: a field; an absent entry is created, and all its fields are open
        (poll(BEFORE, 1, votes=9), (VOTES,)),
        (
            replace(BEFORE, polls=BEFORE.polls + Map({3: Poll("c?", 7, "GONE")})),
            (spots(Spot("polls", (Key(3), At("votes")))),),
        ),
        # k not in rel'
        (replace(BEFORE, polls=BEFORE.polls - frozenset({2})), (spots(Spot("polls", element=2)),)),
        # v in set', v not in set'
        (replace(BEFORE, voters=frozenset({"u", "v"})), (spots(Spot("voters", element="v")),)),
        (replace(BEFORE, voters=frozenset[str]()), (spots(Spot("voters", element="u")),)),
        (poll(BEFORE, 1, tags=frozenset({"x", "y"})), (spots(Spot("polls", (Key(1), At("tags")), "y")),)),
        # a relation with several values: one key, one value of a key that is there, absent, or emptied
        (replace(BEFORE, follows=BEFORE.follows - frozenset({1})), (spots(Spot("follows", (Key(1),))),)),
        (replace(BEFORE, follows=Multi({1: frozenset({"p"})})), (spots(Spot("follows", (Key(1),), "q")),)),
        (
            replace(BEFORE, follows=BEFORE.follows + Multi({7: frozenset({"z"})})),
            (spots(Spot("follows", (Key(7),), "z")),),
        ),
        (
            replace(BEFORE, follows=BEFORE.follows - frozenset({1})),
            (spots(Spot("follows", (Key(1),), "p"), Spot("follows", (Key(1),), "q")),),
        ),
        # a position of a sequence
        (replace(BEFORE, queue=(4, 9, 6)), (spots(Spot("queue", (Position(1),))),)),
        # what depends on the moment of the call
        (replace(BEFORE, log=BEFORE.log | {Instant(105)}), (spots(Spot("log", element=NOW)),)),
        (replace(BEFORE, journal=BEFORE.journal + Map({Instant(105): "x"})), (spots(Spot("journal", (Key(NOW),))),)),
    ],
)
def test_frame_allows(after: State, changes: tuple[Any, ...]) -> None:
    assert framed(after, *changes) is None


@pytest.mark.parametrize(
    ("after", "changes", "place"),
    [
        (poll(BEFORE, 2, votes=1), (VOTES,), "polls[2].votes: 0 -> 1"),
        (poll(BEFORE, 1, votes=4, question="?"), (VOTES,), 'polls[1].question: "a?" -> "?"'),
        (replace(BEFORE, polls=BEFORE.polls - frozenset({1})), (VOTES,), "polls[1]: Poll {"),
        (replace(BEFORE, polls=BEFORE.polls - frozenset({2})), (spots(Spot("polls", element=1)),), "-> absent"),
        (
            replace(BEFORE, polls=BEFORE.polls + Map({3: Poll("c?", 7, "GONE")})),
            (VOTES,),
            "polls[3]: absent -> Poll {",
        ),
        (replace(BEFORE, voters=frozenset({"u", "w"})), (spots(Spot("voters", element="v")),), 'voters gained "w"'),
        (replace(BEFORE, voters=frozenset({"v"})), (spots(Spot("voters", element="v")),), 'voters lost "u"'),
        (
            replace(BEFORE, follows=BEFORE.follows - frozenset({1})),
            (spots(Spot("follows", (Key(1),), "q")),),
            'follows[1]: {"p"} -> absent',
        ),
        (
            replace(BEFORE, follows=BEFORE.follows + Multi({8: frozenset({"z"})})),
            (spots(Spot("follows", (Key(7),), "z")),),
            'follows[8]: absent -> {"z"}',
        ),
        (replace(BEFORE, queue=(4, 9, 7)), (spots(Spot("queue", (Position(1),))),), "queue[2]: 6 -> 7"),
        (replace(BEFORE, queue=(4, 5)), (spots(Spot("queue", (Position(9),))),), "queue[2]: 6 -> absent"),
        (replace(BEFORE, log=BEFORE.log | {Instant(111)}), (spots(Spot("log", element=NOW)),), "log gained 1970"),
        (
            replace(BEFORE, journal=BEFORE.journal + Map({Instant(99): "x"})),
            (spots(Spot("journal", (Key(NOW),))),),
            "journal[1970-01-01T00:00:00.099Z]: absent",
        ),
        (
            poll(BEFORE, 1, until=Instant(5)),
            (spots(Spot("polls", (Key(1), At("until"), At("deep")))),),
            "polls[1].until: none -> 1970",
        ),
        (replace(BEFORE, total=1), (), "total: 0 -> 1"),
    ],
)
def test_frame_forbids(after: State, changes: tuple[Any, ...], place: str) -> None:
    problem = framed(after, *changes)
    assert problem is not None and place in problem


def test_frame_under_a_condition_that_nobody_can_decide() -> None:
    def if_late(c: PollCall) -> Iterator[Spot]:
        if c.now > Instant(105):
            yield Spot("total")

    def if_very_late(c: PollCall) -> Iterator[Spot]:
        if c.now > Instant(200) and unknown():
            yield Spot("total")

    assert framed(replace(BEFORE, total=1), if_late) is None
    assert framed(replace(BEFORE, total=1, queue=()), if_late) is not None
    assert framed(replace(BEFORE, total=1), if_very_late) is not None


def test_frame_where_a_condition_has_no_value() -> None:
    def broken(c: PollCall) -> Iterator[Spot]:
        yield Spot("total")
        if c.before.polls[9].votes > 0:
            yield Spot("queue")

    def outside(c: PollCall) -> Iterator[Spot]:
        yield Spot("total", (Position(i64(2**63)),))

    assert framed(replace(BEFORE, total=1), broken) is None
    assert framed(replace(BEFORE, total=1, queue=()), broken) is not None
    with pytest.raises(Outside):
        framed(replace(BEFORE, total=1), outside)


def test_free_fields_and_transitions_are_not_framed() -> None:
    assert framed(replace(BEFORE, total=1), free=frozenset({"total"})) is None
    assert framed(poll(BEFORE, 1, status="CLOSED"), moves=(LIFE,)) is None
    assert framed(poll(BEFORE, 2, status="CLOSED"), moves=(LIFE,)) is not None


LIFE = Move(
    "Life",
    "status",
    "polls",
    "id",
    (
        MoveRule("OPEN", "CLOSED", None, "Life OPEN -> CLOSED via Vote", "p:30"),
        MoveRule("OPEN", "GONE", lambda own, c: floor_div(9, own.votes) == 3, "Life OPEN -> GONE via Vote", "p:31"),
        MoveRule("CLOSED", "GONE", lambda own, c: c.now > own.until, "Life CLOSED -> GONE via Vote", "p:32"),
    ),
)


def test_moves() -> None:
    op = replace(VOTE, moves=(LIFE,))
    closed, gone = poll(BEFORE, 1, status="CLOSED"), poll(BEFORE, 1, status="GONE")
    assert oracle.move_problem(op, call(closed)) is None
    assert oracle.move_problem(op, call(gone)) is None
    assert "OPEN may become CLOSED or GONE" in str(oracle.move_problem(op, call(BEFORE)))
    # The guard of the second poll divides by zero, so it is closed.
    assert oracle.move_problem(op, call(poll(BEFORE, 2, status="CLOSED"), Given(id=2))) is None
    assert oracle.move_problem(op, call(poll(BEFORE, 2, status="GONE"), Given(id=2))) is not None
    away = replace(BEFORE, polls=BEFORE.polls - frozenset({1}))
    assert "polls[1].status is gone" in str(oracle.move_problem(op, call(away)))


POSITIVE = Alias("Id", INT, Rule("Id.where", "value > 0", "p:2", lambda value, s, now: value > 0))
FAR = Alias("Far", INT, Rule("Far.where", "", "p:4", lambda value, s, now: i64(2**63) > 0))
LATER = Alias("Later", INT, Rule("Later.where", "value > now()", "p:3", lambda value, s, now: value > now))


def requires(at: int, holds: Callable[[PollCall], bool]) -> Rule:
    return Rule(f"Vote.requires[{at}]", "", f"p:{40 + at}", holds)


def guarded(*conditions: Callable[[PollCall], bool], declared: WireType = POSITIVE, **more: Any) -> Operation:
    return replace(
        VOTE,
        inputs=(Input("id", "id", "path", declared, lambda: None),),  # type: ignore[arg-type, return-value]
        requires=tuple(requires(at, holds) for at, holds in enumerate(conditions)),
        **more,
    )


def in_polls(c: PollCall) -> bool:
    return c.given.id in c.before.polls


def is_open(c: PollCall) -> bool:
    return c.before.polls[c.given.id].status == "OPEN"


def is_late(c: PollCall) -> bool:
    return c.now > Instant(105)


def overflows(c: PollCall) -> bool:
    return i64(2**63) > 0


PRESENT = Presence("id", 0, in_polls)


@pytest.mark.parametrize(
    ("op", "key", "wanted"),
    [
        (guarded(in_polls, presence=(PRESENT,)), 1, Expectation("accepted")),
        # 422 before everything else, and what comes after is not reached
        (guarded(overflows), 0, Expectation("rejected", 422, ("Id.where",))),
        (guarded(declared=FAR), 1, Expectation("outside")),
        (guarded(declared=Alias("Both", FAR, POSITIVE.rule)), 0, Expectation("rejected", 422, ("Id.where",))),
        # 404 wherever presence stands
        (
            guarded(is_open, in_polls, presence=(PRESENT,)),
            9,
            Expectation("rejected", 404, ("Vote.requires[0]", "Vote.requires[1]")),
        ),
        (guarded(lambda c: False, presence=(PRESENT,)), 1, Expectation("rejected", 409, ("Vote.requires[0]",))),
        # a presence test that fails is nothing by itself: `k in rel or …`
        (guarded(lambda c: True, presence=(PRESENT,)), 9, Expectation("accepted")),
        # what names nothing is not missing
        (
            guarded(lambda c: False, declared=Option(INT), presence=(PRESENT,)),
            None,
            Expectation("rejected", 409, ("Vote.requires[0]",)),
        ),
        # a clause that is not reached cannot overflow; one that is puts the call outside
        (guarded(lambda c: False, overflows), 1, Expectation("rejected", 409, ("Vote.requires[0]",))),
        (guarded(overflows, lambda c: False), 1, Expectation("outside")),
        (guarded(lambda c: False, presence=(Presence("id", 0, overflows),)), 1, Expectation("outside")),
        # transitions come last
        (guarded(in_polls, moves=(LIFE,), presence=(PRESENT,)), 1, Expectation("accepted")),
        (guarded(in_polls, moves=(LIFE,), presence=(PRESENT,)), 4, Expectation("rejected", 409, ("Life from GONE",))),
        (
            guarded(in_polls, moves=(LIFE,), presence=(PRESENT,)),
            5,
            Expectation("either", 409, (), ("Life from CLOSED",)),
        ),
        (
            guarded(in_polls, moves=(LIFE,), presence=(PRESENT,)),
            9,
            Expectation("rejected", 404, ("Vote.requires[0]", "Life from nothing")),
        ),
        # what nobody can decide
        (guarded(is_late), 1, Expectation("either", 409, (), ("Vote.requires[0]",))),
        (
            guarded(is_late, lambda c: False),
            1,
            Expectation("rejected", 409, ("Vote.requires[1]",), ("Vote.requires[0]",)),
        ),
        (
            guarded(lambda c: False, presence=(Presence("id", 0, is_late),)),
            1,
            Expectation("rejected", None, ("Vote.requires[0]",)),
        ),
        (
            guarded(lambda c: False, presence=(Presence("id", 0, is_late), PRESENT)),
            9,
            Expectation("rejected", 404, ("Vote.requires[0]",)),
        ),
        (
            guarded(lambda c: False, declared=LATER),
            105,
            Expectation("rejected", None, ("Vote.requires[0]",), ("Later.where",)),
        ),
        (guarded(lambda c: True, declared=LATER), 105, Expectation("either", None, (), ("Later.where",))),
        (guarded(lambda c: True, declared=LATER), 100, Expectation("rejected", 422, ("Later.where",))),
    ],
)
def test_precondition(op: Operation, key: Any, wanted: Expectation) -> None:
    polls = BEFORE.polls + Map({4: Poll("d?", 0, "GONE"), 5: Poll("e?", 0, "CLOSED", until=Instant(104))})
    assert expectation(SERVICE, op, replace(BEFORE, polls=polls), Given(id=key), NOW) == wanted


def test_a_precondition_cannot_read_the_answer() -> None:
    with pytest.raises(AttributeError):
        expectation(SERVICE, guarded(lambda c: c.answer.count > 0), BEFORE, Given(), NOW)


@dataclass(frozen=True)
class Reply:
    status: int = 200
    body: bytes = b""
    content_type: str | None = "application/json"
    location: str | None = None

    def header(self, name: str, /) -> str | None:
        return {"content-type": self.content_type, "location": self.location}[name.lower()]


@dataclass(frozen=True, slots=True)
class Nothing:
    pass


@dataclass(frozen=True, slots=True)
class Two:
    count: int
    class_: str


COUNT = replace(VOTE, shape="object", outputs=(Output("count", "count", POSITIVE),))
WHOLE = replace(COUNT, shape="whole", outputs=(Output("count", "count", SetOf(INT)),))
TWO = replace(COUNT, answer=Two, outputs=(*COUNT.outputs, Output("class", "class_", STRING)))
EMPTY = replace(VOTE, shape="empty", answer=Nothing)
NO_BODY = replace(VOTE, shape="none", answer=Nothing, status=204)


@pytest.mark.parametrize(
    ("op", "reply", "answer"),
    [
        (COUNT, Reply(body=b'{"count": 3}'), Answer(3)),
        (COUNT, Reply(body=b'{"count": 3}', content_type="Application/JSON; charset=utf-8"), Answer(3)),
        (WHOLE, Reply(body=b"[1, 2]"), Answer(frozenset({1, 2}))),  # type: ignore[arg-type]
        (TWO, Reply(body='{"class": "é", "count": 1}'.encode()), Two(1, "é")),
        (EMPTY, Reply(body=b"{}"), Nothing()),
        (NO_BODY, Reply(content_type=None), Nothing()),
    ],
)
def test_answers(op: Operation, reply: Reply, answer: object) -> None:
    assert oracle.answer_of(op, reply) == answer


@pytest.mark.parametrize(
    ("op", "reply", "why"),
    [
        (COUNT, Reply(body=b'{"count": 3.0}'), "count: expected a 64-bit integer, found 3.0"),
        (COUNT, Reply(body=b'{"count": true}'), "count: expected a 64-bit integer, found true"),
        (COUNT, Reply(body=b'{"count": 3, "more": 1}'), "more: there is no such field"),
        (COUNT, Reply(body=b"{}"), "count: is missing"),
        (COUNT, Reply(body=b"3"), "expected an object of the outputs"),
        (COUNT, Reply(body=b""), "the body is no JSON"),
        (COUNT, Reply(body=b'{"count": 3} x'), "the body is no JSON"),
        (COUNT, Reply(body=b'{"count": NaN}'), "the body is no JSON"),
        (COUNT, Reply(body=b"[" * 100_000), "the body is no JSON"),
        (COUNT, Reply(body=b'{"count": ' + b"9" * 5000 + b"}"), "the body is no JSON"),
        (COUNT, Reply(body=b'{"count": 3}', content_type="text/plain"), "expected application/json, found text/plain"),
        (COUNT, Reply(body=b'{"count": 3}', content_type=None), "found no content type"),
        (TWO, Reply(body=b'{"class": "\xff", "count": 1}'), "the body is no JSON"),
        (TWO, Reply(body=b'{"class": "\\ud800", "count": 1}'), "class: expected a text"),
        (WHOLE, Reply(body=b'{"count": [1]}'), "expected an array"),
        (WHOLE, Reply(body=b"[1, 1]"), "[1]: a set holds each element once"),
        (EMPTY, Reply(body=b'{"x": 1}'), "x: there is no such field"),
        (EMPTY, Reply(body=b"null"), "expected an object"),
        (NO_BODY, Reply(body=b"{}"), "expected no body"),
    ],
)
def test_wrong_answers(op: Operation, reply: Reply, why: str) -> None:
    with pytest.raises(WireError) as error:
        oracle.answer_of(op, reply)
    assert why in str(error.value)


def test_outputs_and_headers() -> None:
    done = replace(call(BEFORE), answer=Answer(0))
    assert "breaks Id.where (p:2): value > 0: count = 0" in str(oracle.output_problem(COUNT, done))
    assert oracle.output_problem(COUNT, replace(done, answer=Answer(1))) is None
    op = replace(COUNT, headers=(Header("Location", lambda c: f"/{c.answer.count}"),))
    assert oracle.header_problem(op, done, Reply(location="/0")) is None
    assert 'must be "/0", and is "/1"' in str(oracle.header_problem(op, done, Reply(location="/1")))
    assert 'must be "/0", and is none' in str(oracle.header_problem(op, done, Reply()))
    wide = replace(COUNT, headers=(Header("Location", lambda c: " /\u00e9\u2192 "),))
    assert oracle.header_problem(wide, done, Reply(location="/\u00e9\u2192".encode().decode("latin-1"))) is None
    assert oracle.header_problem(wide, done, Reply(location="/e")) is not None
    nothing = replace(COUNT, headers=(Header("Location", lambda c: None), Header("Location", _undefined)))
    assert oracle.header_problem(nothing, done, Reply()) is None


def _undefined(c: PollCall) -> str | None:
    raise Undefined("there is no key")


def test_ensures_and_invariants() -> None:
    after = poll(BEFORE, 1, votes=5)
    wrong = Rule("Vote.ensures[0]", "votes'", "p:50", lambda c: c.after.polls[1].votes == 4)
    assert "Changed: polls[1].votes: 3 -> 5" in str(oracle.ensures_problem(wrong, call(after)))
    assert oracle.ensures_problem(wrong, call(poll(BEFORE, 1, votes=4))) is None
    missing = Rule("Vote.ensures[1]", "", "p:51", lambda c: c.after.polls[9].votes == 4)
    assert "(undefined: there is no such key: 9)" in str(oracle.ensures_problem(missing, call(after)))
    late = Rule("invariant late", "", "p:52", lambda s, now: now > Instant(105))
    assert oracle.invariant_problem(late, BEFORE, NOW) is None
    assert "invariant late (p:52)" in str(oracle.invariant_problem(late, BEFORE, Window(90, 99)))
    outside = Rule("invariant far", "", "p:53", lambda s, now: i64(2**63) > 0)
    with pytest.raises(Outside):
        oracle.invariant_problem(outside, BEFORE, NOW)


def test_types_of_what_is_stored() -> None:
    assert oracle.types_problem(SERVICE, BEFORE, NOW) is None
    assert "total breaks state.total.where" in str(oracle.types_problem(SERVICE, replace(BEFORE, total=9), NOW))
    found = oracle.types_problem(SERVICE, poll(BEFORE, 2, votes=-1), NOW)
    assert found is not None and 'polls breaks Poll.votes.where (p:4): value >= 0: Poll { question = "b?"' in found
    assert oracle.stored_rules(SERVICE, BEFORE) == {"state.total.where", "Poll.votes.where"}
    assert oracle.stored_rules(SERVICE, replace(BEFORE, polls=Map())) == {"state.total.where"}


def test_states_there_and_back() -> None:
    encoded = oracle.encode_state(SERVICE, BEFORE)
    assert encoded["follows"] == {"1": ["p", "q"]}
    assert oracle.decode_state(SERVICE, encoded) == BEFORE
    less = {key: encoded[key] for key in encoded if key != "total"}
    wrongs: tuple[Any, ...] = ([], {**encoded, "more": 1}, less)
    for wrong in wrongs:
        with pytest.raises(WireError):
            oracle.decode_state(SERVICE, wrong)


def test_differences_are_bounded() -> None:
    assert oracle.difference(BEFORE, BEFORE) == []
    many = oracle.difference(tuple(range(100)), tuple(range(1, 101)))
    assert len(many) == 12 and many[-1] == "… 89 more" and many[0] == "[0]: 0 -> 1"
    (line,) = oracle.difference("x" * 5000, "y")
    assert len(line) < 250 and "(5002 characters)" in line
    assert oracle.difference(None, Instant(0)) == ["it: none -> 1970-01-01T00:00:00.000Z"]
