"""Requests that are no calls: an input that is missing or of another type, a body that is no object.

What is wrong in each is data of the suite. Everything else in such a request comes from a call that is accepted, so
that nothing but the defect can be the reason for its rejection.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.harness import planned
from tests.harness.client import Request, encode_json
from tests.harness.sending import JSON, Shown, query_of, request_of, target_of, text_of_json
from tests.harness.service import Input, Operation


@dataclass(frozen=True, slots=True)
class Malformation:
    """One way to get an input, or the body as a whole, wrong.

    `defect` has one of `missing`, `value` (another JSON value), `text` (in a path or query), `body` (all of it) and
    `unknown` (further fields).
    """

    name: str
    input: Input | None
    defect: Mapping[str, Any]


def malformations(operation: Operation, test: str) -> list[Malformation]:
    """The ways of a test to get an input wrong, or the body as a whole."""
    found = planned.test(test)
    one = next((one for one in operation.inputs if one.name == found["input"]), None)
    return [Malformation(case["name"], one, case) for case in found["cases"]]


def request(operation: Operation, wrong: Malformation, inputs: Mapping[str, Any], shown: Shown) -> Request:
    """The malformed request, with all else from accepted inputs."""
    good = request_of(operation, inputs, shown)
    one, defect = wrong.input, wrong.defect
    if "body" in defect:
        return Request(good.method, good.target, good.headers, defect["body"].encode())
    if one is None or one.place == "body":
        return Request(good.method, good.target, (*shown.headers, JSON), encode_json(_fields(operation, wrong, inputs)))
    texts = {each.attr: text_of_json(inputs[each.name]) for each in operation.inputs if each.place == "path"}
    query = [pair for pair in query_of(operation, inputs) if pair[0] != one.name]
    if one.place == "path":
        texts[one.attr] = defect["text"]
    elif "text" in defect:
        query.append((one.name, defect["text"]))
    return Request(good.method, target_of(operation, texts, [*query, *shown.query]), good.headers, good.body)


def _fields(operation: Operation, wrong: Malformation, inputs: Mapping[str, Any]) -> dict[str, Any]:
    fields = {one.name: inputs.get(one.name) for one in operation.inputs if one.place == "body"}
    if wrong.input is None:
        return {**fields, **wrong.defect["unknown"]}
    if "missing" in wrong.defect:
        del fields[wrong.input.name]
        return fields
    return {**fields, wrong.input.name: wrong.defect["value"]}
