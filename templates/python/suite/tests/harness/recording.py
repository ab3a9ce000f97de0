"""Requests as they are written down: without secrets, so that somebody can make them again by hand.

In place of a secret stands `${NAME}`: the variable of the environment that holds a credential, or one of its own for a
value that nobody else may see. `secrets` says what each of these stands for.
"""

from __future__ import annotations

import base64
import json
import os
import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

from tests.harness.client import Request, Response
from tests.harness.sending import variable
from tests.harness.service import Operation, Service
from tests.harness.world import Exchange

# What names of values are, or end in, that are nobody else's business.
SENSITIVE = r"\w*(?:password|secret|token|api_?key|hash)"
_SENSITIVE = re.compile(SENSITIVE, re.IGNORECASE)
# How much of an answer is written down beside a call that leads somewhere.
MAX_ANSWER = 300
# Headers that say nothing about the call.
OF_TRANSPORT = ("accept", "accept-encoding", "connection", "user-agent", "x-schemathesis-testcaseid")
_ADMIN_TOKEN = "TEST_ADMIN_TOKEN"


class Recorder:
    """Writes down the calls of one failure."""

    def __init__(self, service: Service, operation: Operation | None, inputs: Mapping[str, Any]) -> None:
        self.secrets: dict[str, str] = {}
        self._sensitive = {one.name for operation in service.operations for one in operation.inputs if one.sensitive}
        self._known = {value: (name, says) for name, says, value in _credentials(service)}
        for value, (name, says) in list(self._known.items()):
            encoded = base64.b64encode(value.encode()).decode()
            self._known[encoded] = (f"{name}_BASE64", f"{says}, in Base64")
        for one in operation.inputs if operation is not None else ():
            if one.sensitive and isinstance(inputs.get(one.name), str):
                self._hide(one.name, inputs[one.name])

    def call(self, request: Request) -> dict[str, Any] | None:
        """A request; nothing where its body is no text."""
        try:
            body = None if request.body is None else self._body(request.body.decode("utf-8"))
        except UnicodeDecodeError:
            return None
        headers = [[name, self._text(value)] for name, value in request.headers if name.lower() not in OF_TRANSPORT]
        found = {"method": request.method, "target": self._text(request.target), "headers": headers}
        return found if body is None else {**found, "body": body}

    def step(self, request: Request, response: Response) -> dict[str, Any] | None:
        """A call that led somewhere, with what it was answered."""
        found = self.call(request)
        if found is None or request.target.startswith("/__test_admin__"):
            return found
        text = self._body(response.text)
        return {**found, "answered": f"{response.status} {text[:MAX_ANSWER]}".rstrip()}

    def steps(self, way: Iterable[Exchange]) -> list[dict[str, Any]] | None:
        """Calls one after the other; nothing where one of them cannot be written down."""
        found = [self.step(*one) for one in way]
        return None if None in found else [one for one in found if one is not None]

    def _hide(self, name: str, value: str) -> str:
        if value not in self._known:
            number = sum(known.startswith("SECRET_") for known, _ in self._known.values()) + 1
            length = "1 character" if len(value) == 1 else f"{len(value)} characters"
            self._known[value] = (f"SECRET_{number}", f"{name}, {length} that the suite made up")
        known, says = self._known[value]
        self.secrets[known] = says
        return f"${{{known}}}"

    def _text(self, text: str) -> str:
        """A text without the secrets that are known."""
        for value, (name, says) in self._known.items():
            for spelled in {value, quote(value, safe="")}:
                if len(spelled) > 3 and spelled in text:
                    self.secrets[name] = says
                    text = text.replace(spelled, f"${{{name}}}")
        return text

    def _body(self, text: str) -> str:
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            return self._text(text)
        hidden = self._hidden(found)
        return self._text(text if hidden == found else json.dumps(hidden, ensure_ascii=False, separators=(",", ":")))

    def _hidden(self, found: Any) -> Any:
        if isinstance(found, list):
            return [self._hidden(one) for one in found]
        if isinstance(found, dict):
            return {name: self._field(name, one) for name, one in found.items()}
        return found

    def _field(self, name: str, value: Any) -> Any:
        if isinstance(value, str) and value and (name in self._sensitive or _SENSITIVE.fullmatch(name)):
            return self._hide(name, value)
        return self._hidden(value)


def _credentials(service: Service) -> list[tuple[str, str, str]]:
    """The credentials of this run: the variable that holds each, what it is, and its value."""
    schemes = {scheme.name: scheme for operation in service.operations for scheme in operation.auth}
    names = [(variable(schemes[name]), f"the credential for {name}") for name in sorted(schemes)]
    every = [(_ADMIN_TOKEN, "the token of the admin contract"), *names]
    return [(name, says, os.environ[name]) for name, says in every if os.environ.get(name)]
