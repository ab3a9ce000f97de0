"""What a failure says: whose it is, what the parts of its clause are, and how somebody can see it again."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import Any

import pytest
from test_running import CLAIMED, HELD, SERVICE, session_of
from tests.service import CLAIM, RESOLVE

from tests.harness import checks, corpus, explaining, naming, observing
from tests.harness.client import Request, Response
from tests.harness.corpus import Corpus
from tests.harness.recording import Recorder
from tests.harness.report import Deviation, Found, deviation
from tests.harness.service import Input
from tests.harness.session import Met, Session
from tests.harness.showing import difference, entries, show
from tests.harness.rules import Part, Rule, Sides
from tests.harness.types import INT, STRING, Entity, Field, WireError
from tests.harness.values import Map, every

# --- the words of the spec --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Gate:
    """An entity whose attributes are not called as in the spec."""

    opened_by: str
    how_often: int


GATE = Entity(
    "Gate",
    Gate,
    lambda: (Field("openedBy", "opened_by", STRING, None), Field("howOften", "how_often", INT, None)),
)


def test_names_are_those_of_the_spec() -> None:
    naming._learn_type(GATE)
    assert difference(Gate("a", 1), Gate("a", 2)) == ["howOften: 1 -> 2"]
    assert show(Gate("a", 1)) == 'Gate { openedBy = "a", howOften = 1 }'


def test_everything_that_is_wrong_with_a_body_is_told() -> None:
    with pytest.raises(WireError) as found:
        GATE.decode({"openedBy": 7, "wide": True, "high": True})
    assert str(found.value) == (
        "openedBy: expected a text without U+0000, found 7; howOften: is missing; "
        "wide: there is no such field; high: there is no such field"
    )
    assert found.value.below("gate").paths() == ["gate.openedBy", "gate.howOften", "gate.wide", "gate.high"]


def test_the_entries_that_matter_are_those_that_are_named_or_changed() -> None:
    @dataclass(frozen=True)
    class State:
        gates: Map[int, str]
        count: int

    before = State(Map({1: "a", 2: "b", 3: "c"}), 3)
    assert entries(before, State(Map({1: "a", 2: "x", 3: "c"}), 3), [1]) == [
        ["gates[1]", '"a"', '"a"'],
        ["gates[2]", '"b"', '"x"'],
    ]
    assert entries(before, replace(before, count=4), []) == [["count", "3", "4"]]


# --- the parts of a clause --------------------------------------------------------------------------------------------


def test_the_parts_of_a_clause_have_values_and_its_sides_differ_somewhere() -> None:
    naming._learn_type(GATE)
    rule = Rule(
        "Open.ensures[0]",
        "gates' = gates + {7 -> Gate { … }}",
        "gate.spec:3",
        lambda one, other: bool(one == other),
        parts=lambda one, other: (
            Sides(Part("gates'", lambda: one), Part("gates + {7 -> Gate { … }}", lambda: other)),
            Part("0", lambda: 0),
        ),
    )
    found = explaining.explain(rule, Map({7: Gate("a", 1)}), Map({7: Gate("a", 2)}))
    assert found.fields == ["gates'[7].howOften"]
    assert found.values[-1] == ("gates'[7].howOften", "1, and 2 on the other side")
    assert ("0", "0") not in found.values, "what is written out needs no telling"


def test_the_element_that_decides_is_known() -> None:
    rule = Rule(
        "invariant small",
        "all x in s | all y in s | x + y < 9",
        "gate.spec:4",
        lambda s: every(s, lambda x: every(s, lambda y: x + y < 9)),
        parts=lambda s: (
            Part("x", lambda x: x),
            Part("x + y", lambda x, y: x + y),
            Part("z", lambda z: z),
            Part("1 / x", lambda x: 1 // (x - x)),
        )[:3],
    )
    assert explaining.explain(rule, (1, 2, 7)).values == [("x", "2"), ("x + y", "9")]


# --- whose failure it is ----------------------------------------------------------------------------------------------

STATS_READ = {"operation": "Stats", "wait": 0, "inputs": {"code": "abcdef"}, "outputs": {}, "idle": True}


def known(*trace: dict[str, Any]) -> Corpus:
    states = [{"trace": [], "state": {"store": {}, "metadata": {}}}, {"trace": list(trace), "state": HELD}]
    call = {"operation": "Resolve", "wait": 0, "inputs": {"code": "abcdef"}}
    witness = {"state": 1, "populated": None, "call": call, "expect": {"accepted": True}}
    return corpus.parse({"version": corpus.VERSION, "states": states, "witnesses": [witness]})


class Service:
    """A service that keeps what is loaded in its own way, and answers each path as it is told."""

    def __init__(self, load: Any = None, **statuses: int) -> None:
        self.state: Any = {"store": {}, "metadata": {}}
        self._load, self._statuses = load, statuses
        self.sent: list[str] = []

    def send(self, request: Request) -> Response:
        self.sent.append(f"{request.method} {request.target}")
        if request.target.endswith("/reset"):
            self.state = {"store": {}, "metadata": {}}
        if request.target.endswith("/state") and request.method == "PUT":
            kept = self._load(json.loads(request.body or b""))
            if isinstance(kept, Response):
                return kept
            self.state = kept
        if request.target.startswith("/__test_admin__"):
            return Response(200, body=json.dumps(self.state).encode())
        if request.method == "PUT":
            entry = {**HELD["metadata"]["abcdef"], "created_at": "2030-01-02T03:04:05.678Z"}  # type: ignore[index]
            self.state = {"store": HELD["store"], "metadata": {"abcdef": entry}}
        return Response(self._statuses.get(request.method, 200), (("content-type", "application/json"),), b"{}")

    def close(self) -> None:
        pass


def session(service: Service, trace: Corpus, *capabilities: str) -> Session:
    run = session_of(trace)
    run.client.transport = service
    run.admin.capabilities = frozenset({"reset", "state", *capabilities})
    run.world.know_first(service.state)
    return run


def test_a_read_is_not_on_the_way_to_a_state() -> None:
    service = Service(PUT=201, GET=500)
    run = session(service, known(CLAIMED, STATS_READ))
    run.world.enter(run.corpus.states[1], 0)
    assert "GET /abcdef/stats" not in service.sent and "PUT /abcdef" in service.sent


def obstructed(run: Session) -> observing.Observation:
    seen = observing.of_witness(run, RESOLVE, run.corpus.witnesses[0], 1)
    assert isinstance(seen, observing.Observation)
    return seen


@pytest.mark.parametrize(("status", "kind"), [(500, "error"), (409, "refused"), (200, "status")])
def test_a_call_on_the_way_is_to_blame_and_that_is_told_once(status: int, kind: str) -> None:
    run = session(Service(PUT=status), known(CLAIMED))
    seen = obstructed(run)
    tally = checks.Tally()
    run.test = "first"
    checks.Seen(run, seen, tally).accepts()
    with pytest.raises(pytest.fail.Exception) as first:
        checks._conclude(run, tally, 0)
    found = first.value.__context__
    assert isinstance(found, Deviation)
    assert (found.parts["kind"], found.parts["operation"], found.parts["clause"]) == (kind, "Claim", "Claim.accepts")
    assert found.parts["answered"] == status
    assert [call["target"] for call in found.parts["setup"]] == ["/__test_admin__/reset"]
    assert found.parts["call"]["target"] == "/abcdef"
    run.test = "second"
    with pytest.raises(pytest.skip.Exception, match=r"^blocked by Claim\.accepts$"):
        checks._conclude(run, tally, 0)
    checks._conclude(run, tally, 3)  # what others have shown counts


def test_a_call_before_is_to_blame_where_the_one_that_fails_is_rightly_rejected() -> None:
    again = {**CLAIMED, "inputs": {"code": "ghijkl", "url": "https://b.example"}}
    service = Service(PUT=201)
    answer = service.send

    def send(request: Request) -> Response:
        # The first claim takes the code that the second one asks for.
        if request.target == "/ghijkl":
            return Response(409)
        found = answer(request)
        if request.target == "/abcdef":
            text = json.dumps(service.state).replace("abcdef", "ghijkl")
            service.state = json.loads(text)
        return found

    service.send = send  # type: ignore[method-assign]
    run = session(service, known(CLAIMED, again))
    tally = checks.Tally()
    run.test = "first"
    checks.Seen(run, obstructed(run), tally).accepts()
    with pytest.raises(pytest.fail.Exception) as first:
        checks._conclude(run, tally, 0)
    found = first.value.__context__
    assert isinstance(found, Deviation)
    assert found.parts["call"]["target"] == "/abcdef", "the second claim has to be rejected in this state"
    run.test = "second"
    with pytest.raises(pytest.skip.Exception, match=f"^blocked by {re.escape(found.parts['clause'])}$"):
        checks._conclude(run, tally, 0)


def clicked(state: Any) -> Any:
    for entry in state["metadata"].values():
        entry["click_count"] += 1
    return state


def refusing(state: Any) -> Any:
    return Response(422, body=b"no metadata, please") if state["metadata"] else state


@pytest.mark.parametrize(
    ("load", "field", "says"),
    [
        (clicked, 'metadata["abcdef"].click_count', 'metadata["abcdef"].click_count: 0 -> 1'),
        (refusing, "metadata", "answered 422 no metadata, please"),
        (lambda state: {"store": {}}, "metadata", "metadata: is missing"),
    ],
)
def test_a_service_that_does_not_load_is_told_the_field_and_reached_by_calls(load: Any, field: str, says: str) -> None:
    service = Service(load, PUT=201, GET=302)
    run = session(service, known(CLAIMED), "load", "clock")
    standing = run.world.enter(run.corpus.states[1], 0)
    assert standing.how == "corpus state 1, reached by its trace" and not standing.loaded
    assert standing.obstacle is not None
    assert field in standing.obstacle.fields and says in standing.obstacle.why
    tally = checks.Tally()
    checks.Seen(run, obstructed(run), tally).accepts()
    assert tally.exercised == 1, "the example was shown all the same"
    with pytest.raises(pytest.fail.Exception) as failed:
        checks._conclude(run, tally, tally.exercised)
    found = failed.value.__context__
    assert isinstance(found, Deviation)
    assert (found.parts["kind"], found.parts["clause"]) == ("load", "load")


def test_what_only_loading_leads_to_is_blocked_by_it() -> None:
    trace = known(CLAIMED)
    alone = Corpus((trace.states[0], replace(trace.states[1], trace=None)), trace.witnesses)
    run = session(Service(refusing), alone, "load", "clock")
    tally = checks.Tally()
    checks.Seen(run, obstructed(run), tally).ensures(0)
    run.obstacles[("load", "")] = Met("another test", "load")
    with pytest.raises(pytest.skip.Exception, match="^blocked by load$"):
        checks._conclude(run, tally, 0)


# --- by hand ----------------------------------------------------------------------------------------------------------


def test_secrets_are_not_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_ADMIN_TOKEN", "open-sesame")
    sensitive = Input("password", "password", "body", STRING, lambda: None, sensitive=True)  # type: ignore[arg-type, return-value]
    operation = replace(CLAIM, inputs=(*CLAIM.inputs, sensitive))
    recorder = Recorder(SERVICE, operation, {"password": "hunter2!"})
    stored = {"users": {"7": {"passwordHash": "c0ffee", "name": "hunter2! or so"}}}
    load = Request(
        "PUT", "/__test_admin__/state", (("Authorization", "Bearer open-sesame"),), json.dumps(stored).encode()
    )
    call = Request("POST", "/login?password=hunter2%21", (("Accept", "*/*"),), b'{"password":"hunter2!"}')
    text = json.dumps([recorder.step(load, Response(200)), recorder.call(call), recorder.secrets])
    for secret in ("hunter2", "c0ffee", "open-sesame"):
        assert secret not in text
    found = recorder.call(call)
    assert found is not None and found["body"] == '{"password":"${SECRET_1}"}' and found["headers"] == []
    assert recorder.secrets["SECRET_1"] == "password, 8 characters that the suite made up"
    assert recorder.secrets["TEST_ADMIN_TOKEN"] == "the token of the admin contract"


def test_a_body_that_is_no_text_is_not_written_down() -> None:
    assert Recorder(SERVICE, None, {}).call(Request("POST", "/x", (), b"\xff")) is None


def test_the_value_of_a_part_that_is_named_like_a_secret_is_masked() -> None:
    run = session(Service(PUT=201, GET=302), known(CLAIMED))
    seen = obstructed(run)
    found = deviation(run, seen, Found("promise", "broken", values=(("users[u].passwordHash", '"c0ffee"'), ("u", "7"))))
    assert found.parts["values"] == [["users[u].passwordHash", "<redacted len=6>"], ["u", "7"]]
    assert "c0ffee" not in str(found)
