"""What a failure says: the clause, the request, the response, what changed, and how to see it again.

Sensitive values never get into a message.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from tests.harness import oracle
from tests.harness.client import Request, Response
from tests.harness.observing import Observation
from tests.harness.service import Operation
from tests.harness.session import Session
from tests.harness.types import Rule
from tests.redaction import mask

MAX_TEXT = 600
_SHOWN = ("why", "state", "request", "response", "changed", "reproduce", "steps")
_REPRODUCE = "  reproduce "
_SENSITIVE = r"(?:\w*_)?(?:password|secret|token|api_key|hash)"
_NAMED = re.compile(rf'(\b{_SENSITIVE}"?\s*(?:=|:|->)\s*)"((?:[^"\\]|\\.)*)"', re.IGNORECASE)
_AUTHORIZATION = re.compile(r"^(authorization|cookie): (.*)$", re.IGNORECASE | re.MULTILINE)


class Deviation(AssertionError):
    """The service does something else than the spec says. Its text is the whole message, `parts` what is in it."""

    def __init__(self, parts: Mapping[str, str]) -> None:
        super().__init__(_message(parts))
        self.parts = dict(parts)


def deviation(run: Session, seen: Observation, headline: str, rule: Rule | None = None, why: str = "") -> Deviation:
    """A failure of one observation."""
    parts = {"headline": headline}
    if rule is not None:
        parts |= {"clause": rule.id, "says": rule.text, "place": rule.place}
    parts |= {"why": why, "state": seen.where}
    if seen.request.method:
        parts |= {"request": request_text(seen.operation, seen.request), "response": _response(seen)}
    parts |= {"changed": changed(seen), "reproduce": reproduce(run)}
    return Deviation({name: redacted(seen.operation, seen.inputs, text) for name, text in parts.items() if text})


def _message(parts: Mapping[str, str]) -> str:
    """The parts of a failure as one text."""
    lines = [parts["headline"]]
    if "clause" in parts:
        lines.append(_line("clause", f"{parts['says']}  ({parts['place']})"))
    lines += [_line(name, parts[name]) for name in _SHOWN if name in parts]
    return "\n".join(lines)


def parts_of(text: str) -> dict[str, str]:
    """The parts of a message that nobody has taken apart: its first line, the line that repeats it, and the rest."""
    headline, _, rest = text.strip().partition("\n")
    lines = rest.split("\n")
    again = [line for line in lines if line.startswith(_REPRODUCE)]
    rest = "\n".join(line for line in lines if line not in again)
    parts = {"headline": headline, "text": rest, "reproduce": again[-1].removeprefix(_REPRODUCE) if again else ""}
    return {name: part for name, part in parts.items() if part}


def reproduce(run: Session, only: str = "") -> str:
    """The line that runs the test again."""
    chosen = f" -k {only}" if only else ""
    return f"SPEC_TEST_PROFILE={run.profile.name} pytest '{run.node}'{chosen} --seed={run.seed}"


def changed(seen: Observation) -> str:
    """What is different in the state after a call."""
    if seen.after_why:
        return seen.after_why
    if seen.before is None or seen.after is None:
        return "unknown"
    return "\n".join(oracle.difference(seen.before, seen.after)) or "nothing"


def request_text(operation: Operation, request: Request) -> str:
    """A request as it is shown: its line, and its body."""
    body = "" if request.body is None else f"\n{cut(_hidden(operation, request.body))}"
    return f"{request.method} {cut(request.target)}{body}"


def _hidden(operation: Operation, body: bytes) -> str:
    """A body with sensitive fields masked."""
    text = body.decode("utf-8", "replace")
    names = {one.name for one in operation.inputs if one.sensitive}
    try:
        found = json.loads(text)
    except ValueError:
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
    return f"{response.status} {cut(response.text)}".rstrip() + headers


def redacted(operation: Operation, inputs: Mapping[str, Any], text: str) -> str:
    """A message without what must not be seen: by value where it was sent, by name where it is stored."""
    for one in operation.inputs:
        if one.sensitive and inputs.get(one.name) is not None:
            value = _text(inputs[one.name])
            text = text.replace(json.dumps(value, ensure_ascii=False), mask(value))
            if len(value) > 3:
                text = text.replace(value, mask(value)).replace(quote(value, safe=""), mask(value))
    text = _NAMED.sub(lambda found: found.group(1) + mask(found.group(2)), text)
    return _AUTHORIZATION.sub(lambda found: f"{found.group(1)}: {mask(found.group(2))}", text)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _line(name: str, text: str) -> str:
    return f"  {name:<10}" + text.replace("\n", "\n" + " " * 12)


def cut(text: str) -> str:
    """A text that is not too long to be shown."""
    return text if len(text) <= MAX_TEXT else f"{text[:MAX_TEXT]}… ({len(text)} characters)"
