"""The parts of the harness that need no service: values of the corpus, requests, malformed requests, messages."""

from __future__ import annotations

import json

import pytest
from tests.service import CLAIM, RESOLVE, SHORTEN
from tests.wire import SHORT_CODE

from tests.harness import corpus, malformed, sending
from tests.harness.client import Client, Request, SocketTransport
from tests.harness.examples import exchanged, near_miss
from tests.harness.ledger import Ledger, merged
from tests.harness.report import Deviation, parts_of
from tests.harness.sending import Shown
from tests.harness.types import BOOL, DATETIME, INT, STRING, MapOf, Option, SetOf, WireError
from tests.harness.values import Map
from tests.redaction import RedactedStr


def test_instants_count_from_the_moment() -> None:
    assert corpus.plain(Option(DATETIME), {"$at": 1500}, 0, ()) == "1970-01-01T00:00:01.500Z"
    assert corpus.plain(Option(DATETIME), None, 0, ()) is None


def test_references_stand_for_what_was_answered() -> None:
    outputs = [{"todo": {"id": 7}}]
    assert corpus.plain(SetOf(INT), [{"$ref": [0, ["todo", "id"]]}], 0, outputs) == [7]
    assert corpus.plain(MapOf(INT, STRING), [[{"$ref": [0, ["todo", "id"]]}, "a"]], 0, outputs) == {"7": "a"}


def test_a_map_with_such_a_key_is_a_map() -> None:
    assert corpus.plain(MapOf(STRING, INT), {"$at": 3}, 0, ()) == {"$at": 3}


def test_a_request_has_its_inputs_where_they_belong() -> None:
    inputs = {"code": "a/b c", "url": "http://é"}
    request = sending.request_of(CLAIM, inputs, Shown(headers=(("A", "b"),)))
    assert (request.method, request.target) == ("PUT", "/a%2Fb%20c")
    assert request.headers == (("A", "b"), ("Content-Type", "application/json"))
    assert json.loads(request.body or b"") == {"url": "http://é"}


def test_what_is_never_sent() -> None:
    assert sending.never_sent(RESOLVE, {"code": ".."})
    assert sending.never_sent(RESOLVE, {"code": "urls"})
    assert sending.never_sent(SHORTEN, {"url": "a\0"})
    assert not sending.never_sent(RESOLVE, {"code": "abcdef"})


def malformed_requests(test: str) -> dict[str, Request]:
    inputs = {"code": "abcdef", "url": "http://a"}
    ways = malformed.malformations(CLAIM, test)
    return {wrong.name: malformed.request(CLAIM, wrong, inputs, Shown()) for wrong in ways}


def test_malformed_inputs() -> None:
    bodies = {name: request.body for name, request in malformed_requests("Claim malformed url").items()}
    assert bodies["missing"] == b"{}"
    assert bodies["null"] == b'{"url":null}'
    assert bodies["true"] == b'{"url":true}'
    assert "a text" not in bodies


def test_malformed_bodies() -> None:
    requests = malformed_requests("Claim malformed body")
    assert requests["an array"].body == b"[]"
    assert json.loads(requests["an unknown field"].body or b"") == {"url": "http://a", "no_such_field": 1}


def test_near_misses_differ() -> None:
    assert len({near_miss(SHORT_CODE, "abcdef", which) for which in range(7)}) == 7
    assert near_miss(BOOL, True, 0) is True


def test_values_are_exchanged_by_declared_type() -> None:
    declared = MapOf(SHORT_CODE, STRING)
    assert exchanged(declared, Map({"a": "a"}), SHORT_CODE, "a", "b") == Map({"b": "a"})


def test_redacted_texts_show_their_length_alone() -> None:
    assert repr(RedactedStr("secret")) == "<redacted len=6>"
    assert json.dumps(RedactedStr("secret")) == '"secret"'


def test_redacted_texts_are_read_like_others() -> None:
    read = STRING.decode(RedactedStr("secret"))
    assert read == "secret" and repr(read) == "<redacted len=6>"
    with pytest.raises(WireError):
        STRING.decode(RedactedStr("a\0b"))


def test_ledgers_add_up() -> None:
    one = {
        "version": 1,
        "calls": 2,
        "clauses": {"a": 1},
        "tests": {"x": {}},
        "phases": {"p": {}},
        "retried": {"429": 1},
    }
    two = {"version": 1, "calls": 3, "clauses": {"a": 1, "b": 0}, "tests": {"y": {}}, "phases": {"q": {}}}
    both = merged([one, two])
    assert (both["retried"], list(both["phases"])) == ({"429": 1}, ["p", "q"])
    assert (both["calls"], both["clauses"], list(both["tests"])) == (5, {"a": 2, "b": 0}, ["x", "y"])


def test_a_failure_stays_one_and_keeps_what_is_known_of_it() -> None:
    ledger = Ledger()
    ledger.failures["x"] = {"headline": "broken", "clause": "Op.ensures[0]"}
    ledger.failure("x", "broken", {"headline": "broken", "text": "less"})
    ledger.failure("x", "at the end", {"headline": "at the end"})
    ledger.outcome("x", "passed", "")
    ledger.failure("y", "vacuous", {"headline": "vacuous"})
    assert ledger.tests["x"] == {"outcome": "failed", "why": "broken", "failure": ledger.failures["x"]}
    assert ledger.tests["y"]["failure"] == {"headline": "vacuous"}


def test_a_run_that_was_stopped_says_so() -> None:
    ledger = Ledger()
    client = Client(SocketTransport("http://localhost"))
    assert "stopped" not in ledger.document("S", 0, "smoke", client, {})
    ledger.stopped = "the service is gone"
    parts = [one.document("S", 0, "smoke", client, {}) for one in (ledger, Ledger())]
    assert merged(parts)["stopped"] == "the service is gone"


def test_messages_that_nobody_took_apart() -> None:
    text = "it is wrong\n  Response violates schema\n  request   GET /x\n  reproduce pytest 'a'"
    rest = "  Response violates schema\n  request   GET /x"
    assert parts_of(text) == {"headline": "it is wrong", "text": rest, "reproduce": "pytest 'a'"}
    assert parts_of("alone") == {"headline": "alone"}


def test_the_text_of_a_failure_has_all_its_parts() -> None:
    rule = {"clause": "Op.ensures[0]", "says": "x = 1", "place": "a.spec:3"}
    failure = Deviation({"headline": "broken", **rule, "why": "x is\n2", "steps": "0. Op()"})
    lines = ["broken", "  clause    x = 1  (a.spec:3)", "  why       x is", "            2", "  steps     0. Op()"]
    assert str(failure).split("\n") == lines
