"""What a failure says: the clause, the request, the response, what changed, and how to see it again.

Sensitive values never get into a message. What sort of failure it is, and which places differ, is recorded as data:
which failures have one cause is decided by whoever reads the results.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import quote

from tests.harness import oracle
from tests.harness.client import Request, Response
from tests.harness.observing import Observation
from tests.harness.recording import SENSITIVE, Recorder
from tests.harness.service import Operation
from tests.harness.session import Session
from tests.harness.types import Rule
from tests.redaction import mask

Kind = Literal[
    "error", "accepted", "refused", "status", "answer", "promise", "changed", "setup", "load", "document", "vacuous"
]
"""What sort of failure: a 5xx or no answer; accepted although forbidden; rejected although allowed; another status than
the spec says; an answer that is not what it should be; a clause that does not hold; a change where nothing may change;
no way into a state; a state that cannot be loaded; an answer that the document does not describe; nothing shown."""

# How much of a text a message shows, and how much of it is written down.
MAX_TEXT = 600
MAX_RECORDED = 50_000
_SHOWN = ("expected", "why", "state", "request", "response", "changed", "reproduce", "steps")
_REPRODUCE = "  reproduce "
# What sort of failure a message is that nobody has taken apart.
_KINDS: dict[str, Kind] = {"vacuous: ": "vacuous", "the service cannot be ": "setup"}
# What says something where it is empty, or 0.
_KEPT = ("answered", "says", "place")
_NAMED = re.compile(rf'(\b{SENSITIVE}"?\s*(?:=|:|->)\s*)"((?:[^"\\]|\\.)*)"', re.IGNORECASE)
_SECRET = re.compile(rf"\b{SENSITIVE}$", re.IGNORECASE)
_AUTHORIZATION = re.compile(r"^(authorization|cookie): (.*)$", re.IGNORECASE | re.MULTILINE)


class Deviation(AssertionError):
    """The service does something else than the spec says. Its text is the whole message, `parts` what is in it."""

    def __init__(self, parts: Mapping[str, Any]) -> None:
        super().__init__(_message(parts))
        self.parts = dict(parts)


@dataclass(frozen=True, slots=True)
class Found:
    """What is wrong with an observation."""

    kind: Kind
    headline: str
    rule: Rule | None = None
    expected: str = ""
    """What the spec allows."""
    why: str = ""
    fields: tuple[str, ...] = ()
    """The places that differ from what they should be."""
    values: tuple[tuple[str, str], ...] = ()
    """Parts of the clause, and what they are here."""


def deviation(run: Session, seen: Observation, found: Found) -> Deviation:
    """A failure of one observation."""
    texts = {"headline": found.headline, "expected": found.expected, "why": found.why, "state": seen.where}
    if found.rule is not None:
        texts |= {"clause": found.rule.id, "says": found.rule.text, "place": found.rule.place}
    if seen.request.method:
        texts |= {"request": request_text(seen.operation, seen.request), "response": _response(seen)}
    texts |= {"changed": "" if seen.trouble else changed(seen), "reproduce": reproduce(run)}

    def hidden(text: str) -> str:
        return redacted(seen.operation, seen.inputs, text)

    parts: dict[str, Any] = {name: hidden(text) for name, text in texts.items()}
    operation = seen.obstacle.operation if seen.trouble and seen.obstacle is not None else seen.operation
    parts["kind"] = found.kind
    if operation is not None:
        parts["operation"] = operation.name
    if seen.request.method:
        parts["answered"] = seen.response.status
    parts["fields"] = [hidden(place) for place in found.fields]
    parts["values"] = [[text, _masked(text, hidden(value))] for text, value in found.values]
    parts["entries"] = [[hidden(text) for text in entry] for entry in _entries(seen)]
    parts |= _exchange(run, seen)
    return Deviation({name: part for name, part in parts.items() if part or name in _KEPT})


def _exchange(run: Session, seen: Observation) -> dict[str, Any]:
    """The calls that show it again."""
    if not seen.request.method:
        return {}
    recorder = Recorder(run.service, seen.operation, seen.inputs)
    setup, call = recorder.steps(seen.way), recorder.call(seen.request)
    if setup is None or call is None:
        return {}
    return {"setup": setup, "call": call, "secrets": recorder.secrets}


def _entries(seen: Observation) -> list[list[str]]:
    """The entries that matter: those that the call names, and those that it changed; before and after."""
    if seen.before is None or seen.trouble:
        return []
    return oracle.entries(seen.before, seen.after, list(seen.inputs.values()))


def _masked(text: str, value: str) -> str:
    """The value of a part of a clause, unless the part is named like a secret."""
    return mask(value.strip('"')) if _SECRET.search(text) and value.startswith('"') else value


def unanswered(status: int) -> bool:
    """Whether an answer is an error of the service, or none at all."""
    return status >= 500 or status == 0


def _message(parts: Mapping[str, Any]) -> str:
    """The parts of a failure as one text."""
    lines = [parts["headline"]]
    if "clause" in parts:
        place = f"  ({parts['place']})" if parts["place"] else ""
        lines.append(_line("clause", f"{parts['says']}{place}"))
    lines += [_line("where", f"{text} = {cut(value)}") for text, value in parts.get("values", ())]
    lines += [_line(name, cut(parts[name]) if name in _CUT else parts[name]) for name in _SHOWN if name in parts]
    return "\n".join(lines)


_CUT = ("request", "response")


def parts_of(text: str) -> dict[str, Any]:
    """The parts of a message that nobody has taken apart: its first line, the line that repeats it, and the rest."""
    headline, _, rest = text.strip().partition("\n")
    lines = rest.split("\n")
    again = [line for line in lines if line.startswith(_REPRODUCE)]
    rest = "\n".join(line for line in lines if line not in again)
    parts = {"headline": headline, "text": rest, "reproduce": again[-1].removeprefix(_REPRODUCE) if again else ""}
    kind = next((kind for start, kind in _KINDS.items() if headline.startswith(start)), "")
    return {name: part for name, part in {**parts, "kind": kind}.items() if part}


def reproduce(run: Session, only: str = "") -> str:
    """The line that runs the test again."""
    chosen = f" -k {only}" if only else ""
    return f"SPEC_TEST_PROFILE={run.profile.name} pytest '{run.node}'{chosen} --seed={run.seed}"


def changed(seen: Observation) -> str:
    """What is different in the state after a call."""
    if seen.after_why:
        return seen.after_why
    if seen.before is None or seen.after is None:
        return "unknown: the state could not be read"
    return "\n".join(oracle.difference(seen.before, seen.after)) or "the state is the same as before"


def request_text(operation: Operation, request: Request) -> str:
    """A request as it is shown: its line, and its body."""
    body = "" if request.body is None else f"\n{recorded(_hidden(operation, request.body))}"
    return f"{request.method} {recorded(request.target)}{body}"


def _hidden(operation: Operation, body: bytes) -> str:
    """A body with sensitive fields masked."""
    text = body.decode("utf-8", "replace")
    names = {one.name for one in operation.inputs if one.sensitive}
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return text
    if not names or not isinstance(found, dict):
        return text
    shown = {name: mask(_text(value)) if name in names else value for name, value in found.items()}
    return json.dumps(shown, ensure_ascii=False)


def _response(seen: Observation) -> str:
    response: Response = seen.response
    if not response.status:
        return f"none: the service {response.why}"
    headers = "".join(f"\n{one.name}: {response.header(one.name)}" for one in seen.operation.headers)
    return f"{response.status} {recorded(response.text)}".rstrip() + headers


def redacted(operation: Operation, inputs: Mapping[str, Any], text: str) -> str:
    """A message without what must not be seen: by value where it was sent, by name where it is stored."""
    for one in operation.inputs:
        if one.sensitive and inputs.get(one.name) is not None:
            value = _text(inputs[one.name])
            text = text.replace(json.dumps(value, ensure_ascii=False), mask(value))
            if len(value) > 3:
                text = text.replace(value, mask(value)).replace(quote(value, safe=""), mask(value))
    text = _NAMED.sub(lambda found: found.group(1) + _once(found.group(2)), text)
    return _AUTHORIZATION.sub(lambda found: f"{found.group(1)}: {mask(found.group(2))}", text)


def _once(text: str) -> str:
    """A text masked, unless it is by now."""
    return text if text.startswith("<redacted len=") else mask(text)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _line(name: str, text: str) -> str:
    return f"  {name:<10}" + text.replace("\n", "\n" + " " * 12)


def cut(text: str, most: int = MAX_TEXT) -> str:
    """A text that is not too long to be shown."""
    return text if len(text) <= most else f"{text[:most]}… ({len(text)} characters)"


def recorded(text: str) -> str:
    """A text that is not too long to be written down."""
    return cut(text, MAX_RECORDED)
