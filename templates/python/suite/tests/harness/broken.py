"""Requests that break the OpenAPI document beside their inputs: another media type, another method, a path too long.

They are data of the suite. Everything else in such a request comes from a call that is accepted. A service that
declares the capability `status` answers each as the document says; of any other no more is asked than an answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.harness import observing, planned
from tests.harness.client import Request
from tests.harness.corpus import MissingReference
from tests.harness.observing import Observation
from tests.harness.report import Deviation, Found, deviation, unanswered
from tests.harness.sending import JSON, Credentials, credentials, never_sent, request_of
from tests.harness.service import Operation
from tests.harness.session import Session
from tests.harness.suiting import reachable_of
from tests.harness.world import Unreached


def problem(run: Session, operation: Operation) -> Deviation | None:
    """What is wrong with the first answer that is none of a refusal; nothing where all is well."""
    for one in planned.load()["broken"]:
        if one["operation"] == operation.name:
            seen = _seen(run, operation, one)
            found = None if seen is None else _judged(run, seen, one)
            if found is not None:
                return found
    return None


def _seen(run: Session, operation: Operation, one: Mapping[str, Any]) -> Observation | None:
    """What became of a request; None where no call is known that it could be made from."""
    for witness in reachable_of(run, operation)[:1]:
        try:
            standing = run.world.enter(run.corpus.states[witness.state], witness.wait)
            inputs = observing.witness_inputs(run, operation, witness, standing)
        except (Unreached, MissingReference):
            # Other tests tell that a state cannot be reached.
            continue
        if not never_sent(operation, inputs):
            return observing.send(
                run, operation, standing.before, _request(operation, one, inputs), f"{standing.how}; {one['name']}"
            )
    return None


def _request(operation: Operation, one: Mapping[str, Any], inputs: Mapping[str, Any]) -> Request:
    shown = credentials(operation, Credentials.VALID)
    good = request_of(operation, inputs, shown)
    if "media" in one:
        others = tuple(pair for pair in good.headers if pair != JSON)
        return Request(good.method, good.target, (*others, (JSON[0], one["media"])), good.body)
    if "method" in one:
        return Request(one["method"], good.target, shown.headers)
    path, mark, query = good.target.partition("?")
    return Request(good.method, f"{path.rstrip('/')}/{one['below']}{mark}{query}", good.headers, good.body)


def _judged(run: Session, seen: Observation, one: Mapping[str, Any]) -> Deviation | None:
    status = seen.response.status
    told = f"{seen.operation.name}, sent with {one['name']},"
    if unanswered(status):
        return deviation(run, seen, Found("error", f"{told} is no request of the document", expected="4xx"))
    if not run.has("status"):
        return None
    wanted = str(one["status"])
    if status != one["status"]:
        return deviation(run, seen, Found("document", f"{told} must be refused with {wanted}", expected=wanted))
    if seen.after != seen.before:
        return deviation(run, seen, Found("changed", f"{told} is refused, and changes the state", expected=wanted))
    return None
