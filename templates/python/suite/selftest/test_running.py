"""What a run does around its tests: what it asks again, how it reads a skewed clock, and when it has shown nothing."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import hypothesis
import pytest
from tests.service import CLAIM, DELETE, RESOLVE, SERVICE, SHORTEN

from tests.harness import corpus, machine, plugin, suiting
from tests.harness.admin import Admin
from tests.harness.client import PAUSES, Client, Late, Request, Response
from tests.harness.corpus import Corpus
from tests.harness.ledger import Ledger
from tests.harness.oracle import decode_state
from tests.harness.profiles import PROFILES
from tests.harness.report import Deviation
from tests.harness.session import Session
from tests.harness.skew import COARSE, Skew
from tests.harness.world import World

EMPTY = b'{"store":{},"metadata":{}}'
ENTRY = {
    "code": "abcdef",
    "url": "https://a.example",
    "created_at": {"$at": 0},
    "click_count": 0,
    "last_visited_at": None,
}
HELD = {"store": {"abcdef": "https://a.example"}, "metadata": {"abcdef": ENTRY}}
CLAIMED = {"operation": "Claim", "wait": 0, "inputs": {"code": "abcdef", "url": "https://a.example"}, "outputs": {}}


def recorded(operation: str, state: int, **inputs: str) -> dict[str, Any]:
    """A call that is accepted in the empty state, or in the one with an entry."""
    call = {"operation": operation, "wait": 0, "inputs": inputs}
    return {"state": state, "populated": None, "call": call, "expect": {"accepted": True}}


KNOWN = corpus.parse(
    {
        "version": corpus.VERSION,
        "states": [{"trace": [], "state": {"store": {}, "metadata": {}}}, {"trace": [CLAIMED], "state": HELD}],
        "witnesses": [
            recorded("Shorten", 0, url="https://a.example"),
            recorded("Claim", 0, code="abcdef", url="https://a.example"),
            recorded("Resolve", 1, code="abcdef"),
            recorded("Retarget", 1, code="abcdef", url="https://b.example"),
            recorded("Delete", 1, code="abcdef"),
            recorded("Stats", 1, code="abcdef"),
            recorded("ListAll", 0),
        ],
    }
)
GET, POST = Request("GET", "/x"), Request("POST", "/x")


class Scripted:
    """A service that answers calls from a list, and shows states from another; the last of each again and again."""

    def __init__(self, answers: list[Response], states: list[bytes]) -> None:
        self.answers, self.states = answers, states
        self.sent: list[Request] = []

    def send(self, request: Request) -> Response:
        if request.target.startswith("/__test_admin__"):
            return Response(200, body=self.states.pop(0) if len(self.states) > 1 else self.states[0])
        self.sent.append(request)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]

    def close(self) -> None:
        pass


def busy(status: int = 503) -> Response:
    return Response(status, (("retry-after", "0"),))


def world_of(service: Scripted, known: Corpus | None = None) -> tuple[World, Client]:
    client = Client(service)
    return World(SERVICE, client, Admin(client), known or KNOWN), client


def session_of(known: Corpus) -> Session:
    world, client = world_of(Scripted([Response(200)], [EMPTY]), known)
    return Session(SERVICE, PROFILES["smoke"], 0, "", client, world._admin, world, known, Ledger())


# --- a service that is busy -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_service_is_asked_again_where_nothing_has_changed(status: int) -> None:
    service = Scripted([busy(status), Response(201)], [EMPTY])
    world, client = world_of(service)
    world.look()
    assert world.call(POST)[0].status == 201
    assert (len(service.sent), client.retried) == (2, {status: 1})


def test_a_call_that_had_an_effect_is_not_made_again() -> None:
    other = b'{"store":{"abcdef":"https://a.example"},"metadata":{}}'
    service = Scripted([busy(), Response(201)], [EMPTY, other])
    world, client = world_of(service)
    world.look()
    assert world.call(POST)[0].status == 503
    assert (len(service.sent), client.retried) == (1, {})


def test_what_stays_busy_is_an_answer_after_a_while() -> None:
    service = Scripted([busy(429)], [EMPTY])
    world, client = world_of(service)
    world.look()
    for _ in range(4):
        assert world.call(POST)[0].status == 429
    tries = [1 + len(PAUSES), 1 + len(PAUSES), 1, 1]
    assert len(service.sent) == sum(tries), "twice it is asked again; then that is how this service rejects calls"


def test_admin_routes_are_asked_again() -> None:
    client = Client(Scripted([Response(200)], [EMPTY]))
    answers = [busy(), busy(429), Response(200, body=EMPTY)]
    client.transport = SimpleNamespace(send=lambda _: answers.pop(0))  # type: ignore[assignment]
    assert Admin(client).state() == {"store": {}, "metadata": {}}
    assert client.retried == {503: 1, 429: 1}


def test_when_the_time_is_up_nothing_is_sent() -> None:
    service = Scripted([Response(200)], [EMPTY])
    client = Client(service)
    client.deadline = 0.0
    with pytest.raises(Late):
        client.send(GET)
    assert service.sent == []


# --- clocks -----------------------------------------------------------------------------------------------------------

SECOND = 1_000
NOON = 1_714_564_800_000
DATE = "Wed, 01 May 2024 12:00:00 GMT"


def test_clocks_that_may_agree_are_taken_to_agree() -> None:
    skew = Skew()
    assert skew.window(5, 6) == (5, 6)
    skew.note(DATE, NOON, NOON + 400)
    skew.note(None, 0, 0)
    skew.note("yesterday", 0, 0)
    assert skew.window(5, 6) == (5, 6) and skew.moment(5) == 5


@pytest.mark.parametrize("ahead", [-3_600 * SECOND, 90 * SECOND])
def test_a_skewed_clock_is_within_the_window(ahead: int) -> None:
    skew = Skew()
    for late in (0, 300, 900):
        here = NOON - ahead
        skew.note(DATE, here + late, here + late + 10)
        least, most = skew.window(here, here + 10)
        assert least <= NOON <= most <= NOON + 10 + COARSE
    assert abs(skew.moment(NOON - ahead) - NOON) <= COARSE


def test_a_clock_that_was_set_is_followed() -> None:
    skew = Skew()
    skew.note(DATE, NOON - 60 * SECOND, NOON - 60 * SECOND)
    skew.note(DATE, NOON, NOON)
    assert skew.window(5, 6) == (5, 6)


# --- calls that are accepted ------------------------------------------------------------------------------------------


def test_inputs_are_found_that_suit_the_state() -> None:
    run = session_of(KNOWN)
    empty = decode_state(SERVICE, {"store": {}, "metadata": {}})
    found = suiting.suited(run, CLAIM, empty, {"code": "no code at all", "url": "nowhere"}, 0)
    assert found is not None and found["code"] != "no code at all" and found["url"] != "nowhere"
    fine = {"code": "abcdef", "url": "https://a.example"}
    assert suiting.suited(run, CLAIM, empty, fine, 0) == fine, "what is accepted stays as it was drawn"
    assert suiting.suited(run, RESOLVE, empty, {"code": "abcdef"}, 0) is None, "there is nothing to resolve"
    other = suiting.suited(run, CLAIM, empty, {"code": 7, "url": "https://a.example"}, 0)
    assert other is not None and isinstance(other["code"], str), "what is no code at all is not tried"


def test_an_operation_that_is_never_accepted_makes_a_stateful_run_vacuous() -> None:
    run = session_of(KNOWN)
    for operation in SERVICE.operations:
        if operation is not DELETE:
            run.ledger.called(operation.name, accepted=True)
    run.ledger.called("Delete", accepted=False)
    with pytest.raises(pytest.fail.Exception, match="vacuous: Delete was never accepted"):
        machine._conclude(run)
    run.ledger.called("Delete", accepted=True)
    machine._conclude(run)


def test_an_operation_that_nobody_knows_accepted_is_listed_instead() -> None:
    alive = {number: one for number, one in KNOWN.witnesses.items() if one.operation != "Delete" or not one.accepted}
    run = session_of(Corpus(KNOWN.states, alive))
    for operation in SERVICE.operations:
        run.ledger.called(operation.name, accepted=operation is not DELETE)
    machine._conclude(run)
    told = {one.name: suiting.why_never(run, one) for one in (DELETE, SHORTEN)}
    assert told == {"Delete": "no call of it is known to be accepted", "Shorten": ""}
    document = run.ledger.document("S", 0, "smoke", run.client, told)
    assert document["phases"]["other"]["operations"] == {
        "Delete": {"calls": 1, "accepted": 0, "why": "no call of it is known to be accepted"},
        "Shorten": {"calls": 1, "accepted": 1},
    }


# --- the library that draws examples ----------------------------------------------------------------------------------


def item(*outcomes: Exception | None) -> Any:
    left = list(outcomes)

    def runtest() -> None:
        outcome = left.pop(0)
        if outcome is not None:
            raise outcome

    return SimpleNamespace(runtest=runtest)


def flaky(*inner: Exception) -> Exception:
    if inner:
        return hypothesis.errors.FlakyFailure("it changed its mind", list(inner))
    return hypothesis.errors.FlakyStrategyDefinition("inconsistent data generation")


@pytest.mark.parametrize("second", [None, flaky()])
def test_what_the_library_does_not_understand_is_never_the_services(second: Exception | None) -> None:
    outcome: Callable[[], None] = lambda: plugin._again(item(second), flaky())  # noqa: E731
    if second is None:
        outcome()
    else:
        with pytest.raises(pytest.skip.Exception, match="not about the service: inconsistent"):
            outcome()


def test_what_was_found_by_then_counts() -> None:
    with pytest.raises(pytest.fail.Exception, match="it is broken"):
        plugin._again(item(None), flaky(AssertionError("no finding"), Deviation({"headline": "it is broken"})))
