"""How a call becomes a request: the path, the query, the body, the credentials, and what is never sent at all."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any
from urllib.parse import quote

from tests.harness.client import Request, encode_json
from tests.harness.service import Input, Operation, Scheme

JSON = ("Content-Type", "application/json")


class Credentials(Enum):
    """Which credentials a call shows."""

    VALID = "valid"
    MISSING = "missing"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Shown:
    """Credentials on a request."""

    headers: tuple[tuple[str, str], ...] = ()
    query: tuple[tuple[str, str], ...] = ()


def variable(scheme: Scheme) -> str:
    """The environment variable that holds the credential of a scheme."""
    return f"SPEC_AUTH_{scheme.name.upper()}"


def lacking(operation: Operation) -> str | None:
    """The variable that would have to be set for an operation to be called, if none of its schemes can be used."""
    if not operation.auth or any(os.environ.get(variable(scheme)) for scheme in operation.auth):
        return None
    return " or ".join(variable(scheme) for scheme in operation.auth)


def credentials(operation: Operation, which: Credentials) -> Shown:
    """What a call of an operation shows: by the first scheme whose credential is known."""
    if which is Credentials.MISSING or not operation.auth:
        return Shown()
    known = [scheme for scheme in operation.auth if os.environ.get(variable(scheme))]
    scheme = (known or list(operation.auth))[0]
    value = os.environ.get(variable(scheme), "")
    if which is Credentials.WRONG:
        return _shown(scheme, f"{value}-not" if value else "not:valid")
    return _shown(scheme, value) if value else Shown()


def _shown(scheme: Scheme, value: str) -> Shown:
    if scheme.kind == "bearer":
        return Shown(headers=(("Authorization", f"Bearer {value}"),))
    if scheme.kind == "basic":
        return Shown(headers=(("Authorization", f"Basic {base64.b64encode(value.encode()).decode()}"),))
    if scheme.kind == "header":
        return Shown(headers=((scheme.where, value),))
    if scheme.kind == "cookie":
        return Shown(headers=(("Cookie", f"{scheme.where}={quote(value)}"),))
    return Shown(query=((scheme.where, value),))


def request_of(operation: Operation, inputs: Mapping[str, Any], shown: Shown) -> Request:
    """The request of a call with inputs in the wire format."""
    texts = {one.attr: text_of_json(inputs[one.name]) for one in operation.inputs if one.place == "path"}
    target = target_of(operation, texts, [*query_of(operation, inputs), *shown.query])
    if not any(one.place == "body" for one in operation.inputs):
        return Request(operation.method, target, shown.headers)
    fields = {one.name: inputs[one.name] for one in operation.inputs if one.place == "body" and one.name in inputs}
    return Request(operation.method, target, (*shown.headers, JSON), encode_json(fields))


def target_of(operation: Operation, texts: Mapping[str, str], query: list[tuple[str, str]]) -> str:
    """The encoded path with its query; the texts of the path's inputs are given by attribute."""
    segments = (part if isinstance(part, str) else _encoded(texts[part.attr]) for part in operation.path)
    path = "/" + "/".join(segments)
    pairs = "&".join(f"{_encoded(name)}={_encoded(text)}" for name, text in query)
    return f"{path}?{pairs}" if pairs else path


def query_of(operation: Operation, inputs: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The query of a call: a collection repeats its name, and none is absent."""
    return [pair for one in operation.inputs if one.place == "query" for pair in _pairs(one, inputs.get(one.name))]


def _pairs(one: Input, found: Any) -> Iterator[tuple[str, str]]:
    if isinstance(found, list):
        yield from ((one.name, text_of_json(element)) for element in found)
    elif found is not None:
        yield one.name, text_of_json(found)


def text_of_json(found: Any) -> str:
    """JSON in a path or a query: without quotes."""
    return found if isinstance(found, str) else json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def _encoded(text: str) -> str:
    return quote(text, safe="", errors="surrogatepass")


def never_sent(operation: Operation, inputs: Mapping[str, Any]) -> bool:
    """Whether the spec does not say what a call with these inputs means, because of what its path would be."""
    paths = [text_of_json(inputs[one.name]) for one in operation.inputs if one.place == "path"]
    if any(text in ("", ".", "..") or text in operation.siblings for text in paths):
        return True
    return any(_unspeakable(found) for found in inputs.values())


def _unspeakable(found: Any) -> bool:
    """Whether a value holds text that is no Unicode text of the language."""
    if isinstance(found, str):
        return "\0" in found or any("\ud800" <= char <= "\udfff" for char in found)
    if isinstance(found, dict):
        return any(_unspeakable(name) or _unspeakable(one) for name, one in found.items())
    return isinstance(found, list) and any(map(_unspeakable, found))
