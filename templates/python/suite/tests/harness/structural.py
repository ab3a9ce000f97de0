"""Structural tests: Schemathesis makes requests from the OpenAPI document, and every answer has to conform to it.

A service that declares the capability `status` answers as the document says, to the letter. Of any other service no
more is asked than the spec says: which 4xx it answers, and what that looks like, is its own choice. Heuristics about
what resources are, and about credentials, are left out for all: other tests know what the spec says about that.

Recorded calls that have to be accepted come first. Where the service accepts none of them, the test has shown nothing
of what an operation answers then, and fails as `vacuous`.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import hypothesis
import pytest
import requests
import schemathesis
import urllib3
from schemathesis import Case
from schemathesis.config import SchemathesisConfig
from schemathesis.core.errors import NoLinksFound
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.core.transport import Response
from schemathesis.generation.stateful import APIStateMachine
from schemathesis.schemas import BaseSchema

from tests.harness import broken, examples, oracle
from tests.harness import session as running
from tests.harness.admin import Trouble
from tests.harness.checks import hindered
from tests.harness.client import Request, encode_json
from tests.harness.client import Response as Answer
from tests.harness.corpus import MissingReference
from tests.harness.observing import given_of, witness_inputs
from tests.harness.profiles import DEFAULT, MAX_SHRINKS, PROFILES, Profile
from tests.harness.recording import Recorder
from tests.harness.report import Deviation, recorded, redacted, reproduce, unanswered
from tests.harness.sending import Credentials, credentials, never_sent, query_of, text_of_json
from tests.harness.service import Call, Operation, Service
from tests.harness.session import Session, current
from tests.harness.suiting import reachable_of, was_accepted
from tests.harness.types import Rule, WireError, respelled
from tests.harness.values import Outside, Truth
from tests.harness.world import Exchange, Standing, Unreached
from tests.redaction import mask

Check = Callable[..., None]
AnyCase = Case[Any]

# What is said about resources and credentials beyond the document.
HEURISTICS = ("use_after_free", "ensure_resource_availability", "ignored_auth", "object_level_authorization")
# What asks for one of the documented rejections, or looks at it.
EXACT = (
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "response_headers_conformance",
    "missing_required_header",
    "unsupported_method",
    "allow_header_conformance",
)
# Headers that the client writes itself.
OWN_HEADERS = ("Content-Length", "Host")
# How many recorded calls of an operation are made.
MAX_RECORDED = 3
METHODS = ["get", "put", "post", "delete", "patch"]


def schema(service: Service) -> BaseSchema:
    """The OpenAPI document, with what is sent and asked for set to what the service declares."""
    exact = _is_exact()
    excluded = HEURISTICS if exact else (*HEURISTICS, "positive_data_acceptance", "unsupported_method")
    config = SchemathesisConfig.from_dict(
        {
            "base-url": running.base_url(),
            "max-redirects": 0,
            "generation": {
                "allow-x00": False,
                "allow-extra-parameters": False,
                "with-security-parameters": False,
            },
            "checks": {name: {"enabled": False} for name in excluded},
            "phases": {
                "coverage": {
                    "unexpected-methods": METHODS if exact else [],
                    "extra-data-sources": {"responses": False},
                },
                # What other tests were answered must not change what this one sends.
                "fuzzing": {"extra-data-sources": {"responses": False}, "error-feedback": {"enabled": False}},
            },
        }
    )
    loaded = schemathesis.openapi.from_path(running.ROOT / "openapi.yaml", config=config)
    _hide_sensitive(service)
    return loaded


def _is_exact() -> bool:
    return running.is_connected() and current().has("status")


def _hide_sensitive(service: Service) -> None:
    """Sees to it that a case does not show what its sensitive body fields are, wherever it is printed."""
    names = {one.name for operation in service.operations for one in operation.inputs if one.sensitive}
    shown = Case.__repr__

    def hidden(case: AnyCase) -> str:
        text = shown(case)
        body = case.body if isinstance(case.body, dict) else {}
        for value in (value for name, value in body.items() if name in names and isinstance(value, str)):
            text = text.replace(repr(value), mask(value))
        return text

    Case.__repr__ = hidden  # type: ignore[method-assign]


def settings() -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The settings of the property: its size by the profile, its choices by the seed."""
    seed = current().seed_for("structural") if running.is_connected() else 0
    made = examples.settings(_profile().examples, shrinks=True)
    phases = (hypothesis.Phase.explicit, *made.phases)

    def decorate(test: Callable[..., Any]) -> Callable[..., Any]:
        settled: Callable[..., Any] = hypothesis.settings(made, phases=phases)(test)
        return hypothesis.seed(seed)(settled)

    return decorate


def _profile() -> Profile:
    return current().profile if running.is_connected() else PROFILES[DEFAULT]


class _Watch:
    """What one test has found: bounds what it costs to make a failure small."""

    def __init__(self) -> None:
        self.test = ""
        self.recorded: Deviation | None = None
        self.failures: dict[str, Deviation] = {}
        self.left = 0

    def begin(self, run: Session) -> bool:
        """Forgets another test; tells whether there was one."""
        if self.test == run.test:
            return False
        self.test, self.recorded, self.failures, self.left = run.test, None, {}, 0
        return True

    def is_known(self, key: str) -> bool:
        """Whether a case is not to be tried: it failed already, or nothing more may be tried."""
        if key in self.failures or not self.failures:
            return key in self.failures
        self.left -= 1
        return self.left < 0

    def found(self, run: Session, key: str, failure: Deviation) -> None:
        """Notes a failure; the first one says how much may still be tried."""
        if not self.failures:
            self.left = MAX_SHRINKS if run.may_shrink() else 0
            run.shrunk += 1
        self.failures[key] = failure


_watch = _Watch()
_session: requests.Session | None = None
_state: list[Any] = []
# The operation that is called, for the adapter.
_called: list[Operation] = []


def run(service: Service, case: AnyCase, checks: Sequence[Check]) -> None:
    """Sends one request from the initial state, and looks at the answer; before the first one, recorded calls."""
    here = current()
    if _watch.begin(here):
        _watch.recorded = _recorded(here, service, case, checks) or _accepted_though_broken(here, service, case)
    operation = _operation(service, case)
    if operation is None and _is_shadowed(service, case):
        return
    if operation is not None and _is_never_sent(operation, case):
        return
    if _watch.recorded is not None:
        raise _watch.recorded
    key = _key(case)
    if not _watch.is_known(key):
        _reset(here)
        failure = _problem(here, service, case, checks)
        if failure is not None:
            _watch.found(here, key, failure)
    if key in _watch.failures:
        raise _watch.failures[key]


def _recorded(here: Session, service: Service, case: AnyCase, checks: Sequence[Check]) -> Deviation | None:
    """What is wrong with the answers to recorded calls that are accepted: chance alone may never come by one."""
    # A case may try another method than that of its route.
    operation = _routed(service, case.operation.method, case.path)
    if operation is None:
        return None
    refused: list[Deviation] = []
    unreached: list[Unreached] = []
    for witness in reachable_of(here, operation)[:MAX_RECORDED]:
        try:
            standing = here.world.enter(here.corpus.states[witness.state], witness.wait)
            inputs = witness_inputs(here, operation, witness, standing)
        except Unreached as found:
            unreached.append(found)
            continue
        except MissingReference:
            continue
        if not never_sent(operation, inputs):
            recorded_case = _case_of(case, operation, inputs)
            problem = _problem(here, service, recorded_case, checks)
            if problem is not None:
                return problem
            if not was_accepted(here, operation) and _is_acceptable(here, operation, standing, inputs):
                refused.append(_refused(here, service, operation, recorded_case))
    if was_accepted(here, operation) or not (refused or unreached):
        return None
    return refused[0] if refused else hindered(here, operation, unreached[0])


def _is_acceptable(here: Session, operation: Operation, standing: Standing, inputs: Mapping[str, Any]) -> bool:
    """Whether a call had to be accepted: without a stopped clock a recorded one may come too late."""
    given = given_of(operation, inputs)
    expected = oracle.expectation(here.service, operation, standing.before, given, here.world.now())
    return expected.outcome == "accepted"


def _refused(here: Session, service: Service, operation: Operation, case: AnyCase) -> Deviation:
    """That the call which was made last is not accepted, and so shows nothing of what is answered then."""
    made = here.world.way
    answer = made[-1][1] if made else Answer(0)
    parts = {
        "headline": f"vacuous: no recorded call of {operation.name} is accepted, and every one of them has to be",
        "kind": "vacuous",
        "expected": str(operation.status),
        "answered": answer.status,
        "response": f"{answer.status} {recorded(answer.text)}".rstrip(),
    }
    return _deviation(here, service, case, parts, made)


def _accepted_though_broken(here: Session, service: Service, case: AnyCase) -> Deviation | None:
    """What is wrong with the answers to requests that are known to break the document."""
    operation = _routed(service, case.operation.method, case.path)
    return None if operation is None else broken.problem(here, operation)


def _case_of(like: AnyCase, operation: Operation, inputs: Mapping[str, Any]) -> AnyCase:
    """A call as a case of the same operation; the document may name the parameters of a path differently."""
    names = re.findall(r"\{([^}]*)\}", like.path)
    slots = [part.attr for part in operation.path if not isinstance(part, str)]
    by_attr = {one.attr: inputs[one.name] for one in operation.inputs}
    parts = {name: text_of_json(by_attr[attr]) for name, attr in zip(names, slots, strict=True)}
    query: dict[str, list[str]] = {}
    for name, text in query_of(operation, inputs):
        query.setdefault(name, []).append(text)
    fields = {one.name: inputs[one.name] for one in operation.inputs if one.place == "body"}
    more = {"body": fields, "media_type": "application/json"} if fields else {}
    made: AnyCase = like.operation.Case(path_parameters=parts, query=query, **more)
    return made


def _problem(here: Session, service: Service, case: AnyCase, checks: Sequence[Check]) -> Deviation | None:
    """What is wrong with the answer; nothing where all is well."""
    try:
        response = _call(here, service, case)
    except _Unanswered as unanswered:
        return _unanswered(here, service, case, unanswered)
    try:
        _validate(service, case, response, checks)
    except FailureGroup as group:
        return _failure(here, service, case, response, [one for one in group.exceptions if isinstance(one, Failure)])
    except Failure as failure:
        return _failure(here, service, case, response, [failure])
    return None


class _Unanswered(Exception):
    """A request that the service did not answer, although it is there; and the calls that led to it."""

    def __init__(self, why: str, made: tuple[Exchange, ...]) -> None:
        super().__init__(why)
        self.made = made


def _reset(here: Session) -> None:
    try:
        here.world.reset()
    except Trouble as trouble:
        pytest.fail(f"the service cannot be reset: {trouble}", pytrace=False)
    _state.clear()


def _call(here: Session, service: Service, case: AnyCase) -> Response:
    _state.clear()
    operation = _operation(service, case)
    _called[:] = [operation] if operation is not None else []
    try:
        response = case.call(**_kwargs(here, service, case))
    except requests.exceptions.RequestException as error:
        # Ends the run where the service is gone.
        made = here.world.way
        here.world.reset()
        raise _Unanswered(f"{case.method} {case.path} was not answered: {error}", made) from error
    here.world.forget()
    if operation is not None:
        here.ledger.called(operation.name, response.status_code == operation.status)
    return response


def _kwargs(here: Session, service: Service, case: AnyCase) -> dict[str, Any]:
    """How a case is called: over one connection, with the credentials of its operation."""
    operation = _operation(service, case)
    shown = credentials(operation, Credentials.VALID) if operation is not None else None
    kwargs: dict[str, Any] = {"base_url": here.base_url, "session": _connection(here)}
    if shown is not None and shown.headers:
        kwargs["headers"] = dict(shown.headers)
    if shown is not None and shown.query:
        kwargs["params"] = dict(shown.query)
    return kwargs


def _connection(here: Session) -> requests.Session:
    """The suite's own connection, as Schemathesis wants it."""
    global _session
    if _session is None:
        _session = _Session()
        # Neither a proxy nor a password file of the machine has a say in what is tested.
        _session.trust_env = False
        for scheme in ("http://", "https://"):
            _session.mount(scheme, _Adapter(here))
    return _session


class _Session(requests.Session):
    """Never looks at where a redirect leads: requests does so even where it is not to follow."""

    def get_redirect_target(self, resp: requests.Response) -> str | None:
        return None


class _Adapter(requests.adapters.HTTPAdapter):
    """Sends through the suite's own client, so that calls are counted, and kept-alive connections are handled once."""

    def __init__(self, here: Session) -> None:
        super().__init__()
        self._here = here
        self._prefix = urlsplit(here.base_url).path.rstrip("/")

    def send(self, request: requests.PreparedRequest, *_: Any, **__: Any) -> requests.Response:
        target = request.path_url.removeprefix(self._prefix)
        headers = tuple((name, _latin(value)) for name, value in request.headers.items() if name not in OWN_HEADERS)
        body: Any = request.body.encode() if isinstance(request.body, str) else request.body
        if not body:
            # An empty body is none, and nothing has no type.
            body, headers = None, tuple(pair for pair in headers if pair[0].lower() != "content-type")
        answer = self._here.world.call(Request(request.method or "", target, headers, body))[0]
        if not answer.status:
            raise requests.exceptions.ConnectionError(f"the service {answer.why}", request=request)
        return self.build_response(request, _raw(_respelled(answer)))


def _respelled(answer: Answer) -> Answer:
    """An answer with its instants in the spelling of the document. RFC 3339 has others, which mean the same."""
    if not _called or answer.status != _called[0].status or _called[0].shape not in ("whole", "object"):
        return answer
    try:
        found = answer.json()
    except ValueError:
        return answer
    outputs = _called[0].outputs
    if _called[0].shape == "whole":
        meant = respelled(outputs[0].type, found)
    elif isinstance(found, dict):
        types = {one.name: one.type for one in outputs}
        meant = {name: respelled(types[name], one) if name in types else one for name, one in found.items()}
    else:
        return answer
    return answer if meant == found else replace(answer, body=encode_json(meant))


def _latin(value: str | bytes) -> str:
    """A header as the bytes that it stands for, one character each."""
    return (value if isinstance(value, bytes) else value.encode()).decode("latin-1")


def _raw(answer: Answer) -> urllib3.HTTPResponse:
    fields = urllib3.HTTPHeaderDict()
    for name, value in answer.headers:
        # The body is whole and plain by now, however long it was and however it was transferred.
        if name not in ("transfer-encoding", "content-encoding", "content-length"):
            fields.add(name, value)
    body = io.BytesIO(answer.body)
    return urllib3.HTTPResponse(body, fields, answer.status, version=11, preload_content=False)


def _validate(service: Service, case: AnyCase, response: Response, checks: Sequence[Check], **more: Any) -> None:
    case.validate_response(
        response, additional_checks=list(checks), excluded_checks=_excluded(service, case, response), **more
    )


def _excluded(service: Service, case: AnyCase, response: Response) -> list[Any]:
    """The checks that say more than the spec about this answer."""
    if 400 <= response.status_code < 500 and not _is_exact():
        return schemathesis.checks.CHECKS.get_by_names(list(EXACT))
    operation = _operation(service, case)
    if response.status_code == 422 and operation is not None and _breaks_more(operation, case):
        return schemathesis.checks.CHECKS.get_by_names(["positive_data_acceptance"])
    return []


def _breaks_more(operation: Operation, case: AnyCase) -> bool:
    """Whether inputs that the document allows break a refinement that JSON Schema cannot say."""
    found = _inputs(operation, case)
    try:
        given = {one: one.type.decode(found.get(one.name)) for one in operation.inputs}
        now, before = current().world.now(), current().world.state()
        doubts = [truth for one, value in given.items() for _, truth in one.type.doubts(value, before, now)]
        return Truth.NO in doubts or Truth.UNKNOWN in doubts
    except (WireError, Outside, Trouble):
        return True


def _inputs(operation: Operation, case: AnyCase) -> dict[str, Any]:
    parts: list[Any] = [case.path_parameters, case.query, case.body]
    found: dict[str, Any] = {}
    for part in parts:
        if isinstance(part, Mapping):
            found.update(part)
    return {one.name: found[one.name] for one in operation.inputs if one.name in found}


def _is_never_sent(operation: Operation, case: AnyCase) -> bool:
    paths = {one.name: "x" for one in operation.inputs if one.place == "path"}
    return never_sent(operation, {**paths, **_inputs(operation, case)})


def _operation(service: Service, case: AnyCase) -> Operation | None:
    """The operation that a case calls."""
    return _routed(service, case.method, case.path)


def _routed(service: Service, method: str, path: str) -> Operation | None:
    """The operation of a route; the document may name the parameters of a path differently."""
    wanted = re.sub(r"\{[^}]*\}", "{}", path).strip("/")
    for operation in service.operations:
        known = "/".join(part if isinstance(part, str) else "{}" for part in operation.path)
        if operation.method == method.upper() and known == wanted:
            return operation
    return None


def _is_shadowed(service: Service, case: AnyCase) -> bool:
    """Whether a path that has no operation of this method is a value of a parameter for another operation."""
    segments = case.path.strip("/").split("/")
    return any(
        operation.method == case.method.upper()
        and len(operation.path) == len(segments)
        and all(not isinstance(part, str) or part == one for part, one in zip(operation.path, segments, strict=True))
        for operation in service.operations
    )


def invariant(service: Service, number: int) -> Check:
    """A check: an invariant holds after the request, whatever became of it. A 5xx is reported by itself."""
    rule = service.invariants[number]

    def check(ctx: Any, response: Response, case: AnyCase) -> None:
        if response.status_code < 500:
            _judge(rule, lambda: oracle.invariant_problem(rule, _state_after(), current().world.now()))

    return _named(check, rule)


def ensures(service: Service, operation: Operation, number: int) -> Check:
    """A check: a clause that speaks of inputs and outputs alone holds after success."""
    rule = operation.ensures[number]

    def check(ctx: Any, response: Response, case: AnyCase) -> None:
        if response.status_code == operation.status and _operation(service, case) is operation:
            call = _call_of(operation, case, response)
            if call is not None:
                _judge(rule, lambda: oracle.ensures_problem(rule, call))

    return _named(check, rule)


def _named(check: Check, rule: Rule) -> Check:
    """A check under the name of its clause: that is what a failure shows."""
    check.__name__ = "check_" + re.sub(r"\W+", "_", rule.id).strip("_").lower()
    check.__doc__ = f"{rule.id}: {rule.text} ({rule.place})"
    return check


def _judge(rule: Rule, problem: Callable[[], str | None]) -> None:
    try:
        found = problem()
    except Outside:
        return
    except (Trouble, WireError) as trouble:
        raise AssertionError(f"the state cannot be read: {trouble}") from None
    current().ledger.count(rule.id)
    if found is not None:
        raise AssertionError(found)


def _state_after() -> Any:
    """The state after a request, which all checks share."""
    if not _state:
        _state.append(current().world.state())
    return _state[0]


def _call_of(operation: Operation, case: AnyCase, response: Response) -> Call[Any, Any, Any] | None:
    """A call as clauses see it, without states; none where its inputs or outputs are not what their types say."""
    headers = tuple((name.lower(), value) for name, values in response.headers.items() for value in values)
    answer = Answer(response.status_code, headers, response.content)
    try:
        given = given_of(operation, _inputs(operation, case))
        return Call(None, None, given, oracle.answer_of(operation, answer), current().world.now())
    except WireError:
        return None


def links(service: Service, schema: BaseSchema, checks: Sequence[Check]) -> type:
    """The test class that follows the links of the document."""

    class Links:
        """Requests that follow each other by the links of the document."""

        def test_links(self) -> None:
            """Every answer conforms to the document, also after other requests."""
            _follow(current(), service, schema, checks)

    return Links


def _follow(here: Session, service: Service, schema: BaseSchema, checks: Sequence[Check]) -> None:
    machine = hypothesis.seed(here.seed_for("links"))(_machine(here, service, schema, checks))
    made = examples.settings(here.profile.examples, shrinks=False)
    try:
        machine.run(settings=hypothesis.settings(made, stateful_step_count=here.profile.links))
    except NoLinksFound:
        pytest.skip("the document has no links")


def _machine(here: Session, service: Service, schema: BaseSchema, checks: Sequence[Check]) -> type[APIStateMachine]:
    base: Any = schema.as_state_machine()

    class Machine(base):  # type: ignore[misc]
        """Begins in the initial state, and looks at every answer as the other structural tests do."""

        def setup(self) -> None:
            _reset(here)

        def call(self, case: AnyCase, **kwargs: Any) -> Response:
            try:
                # What is known about the state decides whether the call may be made again.
                here.world.look()
                return _call(here, service, case)
            except (Trouble, WireError) as trouble:
                pytest.fail(f"the state cannot be read: {trouble}", pytrace=False)
            except _Unanswered as unanswered:
                raise _unanswered(here, service, case, unanswered) from None

        def get_call_kwargs(self, case: AnyCase) -> dict[str, Any]:
            return _kwargs(here, service, case)

        def validate_response(
            self, response: Response, case: AnyCase, additional_checks: Any = None, **kwargs: Any
        ) -> None:
            try:
                _validate(service, case, response, checks, transport_kwargs=kwargs, recorder=self.recorder)
            except FailureGroup as group:
                found = [one for one in group.exceptions if isinstance(one, Failure)]
                raise _failure(here, service, case, response, found) from None

    made: type[APIStateMachine] = Machine
    return made


def _failure(here: Session, service: Service, case: AnyCase, response: Response, failures: list[Failure]) -> Deviation:
    """What a failing case says."""
    reasons = [f"{failure.title}: {failure.message}".rstrip(": \n") for failure in failures]
    about = f"{case.method} {case.path}"
    parts: dict[str, Any] = {
        "headline": f"{about} does not conform to its document: {failures[0].title}" if failures else about,
        "kind": "error" if unanswered(response.status_code) else "document",
        "answered": response.status_code,
        "why": "\n".join(reasons),
        "response": f"{response.status_code} {recorded(response.text)}".rstrip(),
    }
    return _deviation(here, service, case, parts, here.world.way)


def _unanswered(here: Session, service: Service, case: AnyCase, error: _Unanswered) -> Deviation:
    return _deviation(here, service, case, {"headline": str(error), "kind": "error", "answered": 0}, error.made)


def _deviation(
    here: Session, service: Service, case: AnyCase, parts: dict[str, Any], made: tuple[Exchange, ...]
) -> Deviation:
    """A failure with the request that shows it, and the calls before."""
    operation, inputs = _operation(service, case), {}
    if operation is not None:
        inputs, parts["operation"] = _inputs(operation, case), operation.name
    parts["reproduce"] = reproduce(here, case.method)
    if made:
        *way, (request, _) = made
        body = "" if request.body is None else f"\n{recorded(request.body.decode('utf-8', 'replace'))}"
        parts["request"] = f"{request.method} {recorded(request.target)}{body}"
        recorder = Recorder(service, operation, inputs)
        setup, call = recorder.steps(way), recorder.call(request)
        if setup is not None and call is not None:
            parts |= {"setup": setup, "call": call, "secrets": recorder.secrets}
    if operation is not None:
        for name in ("headline", "why", "request", "response"):
            if name in parts:
                parts[name] = redacted(operation, inputs, parts[name])
    return Deviation({name: part for name, part in parts.items() if part or name == "answered"})


def _key(case: AnyCase) -> str:
    parts = [case.method, case.path, case.path_parameters, case.query, case.headers, case.cookies, case.body]
    return json.dumps([_plain(part) for part in parts], sort_keys=True, default=repr)


def _plain(part: Any) -> Any:
    return dict(part) if isinstance(part, Mapping) else part
