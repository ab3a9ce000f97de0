"""The oracle against the reference server: every step of every trace and every witness of the sample's corpus.

Needs the compiler: `SPECC` names it. The server does what the spec says, so every judgement must be that all is well,
what the corpus expects must be what the oracle expects, and a state that is spoilt afterwards must be noticed.
"""

import http.client
import json
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from tests.service import SERVICE

from tests.harness import oracle
from tests.harness.service import Call, Operation, Slot
from tests.harness.types import WireError, text_of
from tests.harness.values import Instant, Map, Outside, between, replace

SPECC = os.environ["SPECC"]
SPEC = Path(__file__).parents[4] / "fixtures" / "spec" / "url_shortener.spec"
MOMENT = 1_700_000_000_000
OPERATIONS = {op.name: op for op in SERVICE.operations}


@dataclass(frozen=True)
class Reply:
    status: int
    headers: dict[str, str]
    body: bytes

    def header(self, name: str, /) -> str | None:
        return self.headers.get(name.lower())


class Server:
    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)

    def send(self, method: str, path: str, body: Any = None) -> Reply:
        text, headers = (None, {}) if body is None else (json.dumps(body), {"content-type": "application/json"})
        self.connection.request(method, path, text, headers)
        answer = self.connection.getresponse()
        return Reply(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())

    def admin(self, method: str, path: str, body: Any = None) -> Any:
        reply = self.send(method, f"/__test_admin__/{path}", body)
        assert reply.status < 300, reply.body
        return json.loads(reply.body) if reply.body else None

    def state(self) -> Any:
        return oracle.decode_state(SERVICE, self.admin("GET", "state"))

    def begin(self, state: Any, moment: int) -> None:
        self.admin("POST", "reset")
        if state is not None:
            self.admin("PUT", "state", state)
        self.freeze(moment)

    def freeze(self, moment: int) -> None:
        self.admin("PUT", "clock", {"now": str(Instant(moment))})


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    command = [SPECC, "serve", "--port", "0", str(SPEC)]
    process = subprocess.Popen(
        command,
        env={**os.environ, "ENABLE_TEST_ADMIN": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    line = next(line for line in process.stdout if "http://" in line)
    yield Server(int(line.split("http://127.0.0.1:")[1].split("/")[0].split()[0]))
    process.terminate()
    process.wait()


@pytest.fixture(scope="module")
def corpus() -> Any:
    command = [SPECC, "explore", "-q", "--corpus", "-", str(SPEC)]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def plain(value: Any, moment: int, answers: list[dict[str, Any]]) -> Any:
    """A value of the corpus with its instants and references resolved."""
    if isinstance(value, list):
        return [plain(one, moment, answers) for one in value]
    if not isinstance(value, dict):
        return value
    if set(value) == {"$at"}:
        return str(Instant(moment + value["$at"]))
    if set(value) == {"$ref"}:
        step, path = value["$ref"]
        found: Any = answers[step]
        for name in path:
            found = found[name]
        return found
    return {name: plain(one, moment, answers) for name, one in value.items()}


def request(server: Server, op: Operation, inputs: dict[str, Any]) -> Reply:
    """Makes a call with decoded inputs."""
    slots = {parameter.attr: parameter for parameter in op.inputs}
    segments = [
        quote(text_of(slots[part.attr].type, inputs[part.attr]), safe="") if isinstance(part, Slot) else part
        for part in op.path
    ]
    body = {p.name: p.type.encode(inputs[p.attr]) for p in op.inputs if p.place == "body"}
    return server.send(op.method, "/" + "/".join(segments), body or None)


def judged(server: Server, op: Operation, raw: dict[str, Any], moment: int, blur: int) -> tuple[str, int, Any]:
    """Makes a call and judges it by everything there is. Gives what was expected, the status and the answer."""
    inputs = {p.attr: p.type.decode(raw[p.name]) for p in op.inputs}
    given, now = op.given(**inputs), between(moment - blur, moment + blur)
    before = server.state()
    expected = oracle.expectation(SERVICE, op, before, given, now)
    reply = request(server, op, inputs)
    after = server.state()
    if expected.outcome == "rejected":
        assert reply.status == expected.status, (op.name, raw, expected, reply)
        assert oracle.difference(before, after) == []
        return expected.outcome, reply.status, None
    assert expected.outcome == "accepted" and reply.status == op.status, (op.name, raw, expected, reply)
    call: Call[Any, Any, Any] = Call(before, after, given, oracle.answer_of(op, reply), now)
    assert list(problems(op, call, reply)) == []
    spoil(op, call)
    return expected.outcome, reply.status, json.loads(reply.body) if reply.body else {}


def problems(op: Operation, call: Call[Any, Any, Any], reply: Reply) -> Iterator[str]:
    found = [
        oracle.output_problem(op, call),
        oracle.header_problem(op, call, reply),
        oracle.types_problem(SERVICE, call.after, call.now),
        oracle.move_problem(op, call),
        oracle.frame_problem(SERVICE, op, call),
        *(oracle.ensures_problem(rule, call) for rule in op.ensures),
        *(oracle.invariant_problem(rule, call.after, call.now) for rule in SERVICE.invariants),
    ]
    return (problem for problem in found if problem is not None)


def spoil(op: Operation, call: Call[Any, Any, Any]) -> None:
    """A counter that went up by one too many is noticed, by the frame or by an ensures."""
    for code, mapping in call.after.metadata.items():
        worse = call.after.metadata + Map({code: replace(mapping, click_count=mapping.click_count + 1)})
        spoilt = replace(call, after=replace(call.after, metadata=worse))
        ensures = [rule for rule in op.ensures if oracle.ensures_problem(rule, spoilt)]
        assert ensures or f'metadata["{code}"].click_count: ' in str(oracle.frame_problem(SERVICE, op, spoilt))


@pytest.mark.parametrize("blur", [0, 3])
def test_traces(server: Server, corpus: Any, blur: int) -> None:
    steps = 0
    for state in corpus["states"]:
        server.begin(None, MOMENT)
        moment = MOMENT
        answers: list[dict[str, Any]] = []
        for step in state["trace"] or ():
            moment += step["wait"]
            server.freeze(moment)
            op = OPERATIONS[step["operation"]]
            outcome, _, answer = judged(server, op, plain(step["inputs"], moment, answers), moment, blur)
            assert outcome == "accepted"
            answers.append(named(op, answer))
            steps += 1
    assert steps > 20


def named(op: Operation, answer: Any) -> dict[str, Any]:
    return {op.outputs[0].name: answer} if op.shape == "whole" else answer


@pytest.mark.parametrize("blur", [0, 3])
def test_witnesses(server: Server, corpus: Any, blur: int) -> None:
    outcomes = {"accepted": 0, "rejected": 0}
    for witness in corpus["witnesses"]:
        step = witness["call"]
        answers = [one["outputs"] for one in corpus["states"][witness["state"]]["trace"] or ()]
        for number in (witness["state"], witness["populated"]):
            if step is None or number is None:
                continue
            # References stand for values, the instants in them are of no use for this spec.
            state = {**corpus["states"][0]["state"], **corpus["states"][number]["state"]}
            server.begin(plain(state, MOMENT, []), MOMENT)
            moment = MOMENT + step["wait"]
            server.freeze(moment)
            raw = plain(step["inputs"], moment, answers)
            outcome, status, _ = judged(server, OPERATIONS[step["operation"]], raw, moment, blur)
            assert (outcome == "accepted", status) == (witness["expect"]["accepted"], witness["expect"]["status"])
            outcomes[outcome] += 1
    assert min(outcomes.values()) > 5, outcomes


def test_the_last_number_is_outside(server: Server) -> None:
    visited = {"code": "abcdef", "url": "http://x", "created_at": str(Instant(0)), "last_visited_at": str(Instant(0))}
    full = {"store": {"abcdef": "http://x"}, "metadata": {"abcdef": {**visited, "click_count": 2**63 - 1}}}
    before = oracle.decode_state(SERVICE, full)
    resolve = OPERATIONS["Resolve"]
    given, answer = resolve.given("abcdef"), resolve.answer("http://x")
    with pytest.raises(Outside):
        oracle.ensures_problem(resolve.ensures[1], Call(before, before, given, answer, Instant(MOMENT)))


def test_states_are_read_strictly(server: Server) -> None:
    with pytest.raises(WireError):
        oracle.decode_state(SERVICE, {"store": {}, "metadata": {}, "more": {}})
