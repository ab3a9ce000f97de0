"""Getting the service into a state of the corpus, by loading it or by calls that lead there, and making calls in it.

The world remembers which state the service holds, so that examples in the same state do not set it up again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tests.harness import corpus
from tests.harness.admin import PREFIX, Admin, Fatal, Trouble
from tests.harness.client import PAUSES, Client, Request, Response, Unreachable
from tests.harness.corpus import Corpus, CorpusState, MissingReference, Outputs
from tests.harness.oracle import decode_state, difference, encode_state, fits
from tests.harness.sending import Credentials, credentials, lacking, request_of
from tests.harness.service import Operation, Service
from tests.harness.skew import Skew
from tests.harness.types import WireError
from tests.harness.values import Instant, between

# 2030-01-02T03:04:05.678Z: where clocks are stopped. Far from the present, so that reading the real time instead shows,
# and not on a whole second, so that rounding shows.
MOMENT = 1_893_553_445_678
# How many answers are remembered with the states they stand for.
MAX_READ = 1_000
# How long the waits of a trace may be in all where the clock cannot be set, in milliseconds.
MAX_WAIT = 500
# What a service that can be loaded promises, and the name of that.
LOADING = "load"
LOADING_SAYS = "A state that is loaded is the one that the service holds then."


Exchange = tuple[Request, Response]
"""A request, and what was answered."""


@dataclass(frozen=True, slots=True, eq=False)
class Obstacle:
    """What keeps a state from being reached: the promise of the service that is broken, and the call that shows it."""

    why: str
    clause: str = ""
    """The promise; empty where it is none of those that tests are about."""
    says: str = ""
    operation: Operation | None = None
    made: Exchange | None = None
    way: tuple[Exchange, ...] = ()
    """The calls before."""
    fields: tuple[str, ...] = ()
    """The places of the state that are wrong."""
    state: CorpusState | None = None
    """The state that calls should have led to."""

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from another one. What one call is answered, others are answered, too."""
        status = str(self.made[1].status) if self.made is not None and self.operation is not None else ""
        return self.clause or self.why, status


class Unreached(Exception):
    """A state could not be reached, and it is the service's fault."""

    def __init__(self, obstacle: Obstacle) -> None:
        super().__init__(obstacle.why)
        self.obstacle = obstacle


class _Busy(Exception):
    """The service was too busy for a call whose state before is not known."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the service stands before a call: its state, and what references stand for."""

    before: Any
    outputs: Outputs
    moment: int
    """When the call is made, as far as it is known: instants among its inputs count from here."""
    exact: bool
    """Whether the state is the one of the corpus, value for value."""
    how: str
    loaded: bool = False
    obstacle: Obstacle | None = None
    """What kept it from being loaded, where calls led there instead."""


class World:
    """The service, its state as far as it is known, and its clock."""

    def __init__(self, service: Service, client: Client, admin: Admin, known: Corpus) -> None:
        self.service = service
        self.corpus = known
        self._client = client
        self._admin = admin
        self._operations = {operation.name: operation for operation in service.operations}
        self._held: Any = None
        self._initial: Any = None
        self._skew = Skew()
        self._clock: int | None = None
        # The replayed state that the service stands in: its number, and what the steps answered.
        self._replayed: tuple[int, Outputs] | None = None
        self._loads: dict[int, tuple[Any, Any]] = {}
        # What the service did instead of loading a state, by its number.
        self._unloadable: dict[int, Obstacle] = {}
        # The calls that lead from nothing to where the service stands, those left out that changed nothing.
        self._way: list[Exchange] = []
        # The states that answers stand for. Most calls change nothing, and then the answer is the same text as before.
        self._read: dict[bytes, Any] = {}

    def has(self, *capabilities: str) -> bool:
        """Whether the service has all of these capabilities."""
        return self._admin.has(*capabilities)

    def know_first(self, found: Any) -> None:
        """Takes a state from the wire for the one after a reset, if it is one."""
        try:
            self._initial = self.decode(found)
        except WireError:
            # The first test that looks at it tells.
            self._initial = None

    # --- states -------------------------------------------------------------------------------------------------------

    def lacks(self, state: CorpusState, wait: int = 0) -> str | None:
        """What the service would need for this state to be reached, if it is something that it does not have."""
        return None if self.has("load") else self.lacks_for_trace(state, wait)

    @property
    def way(self) -> tuple[Exchange, ...]:
        """The calls that lead to where the service stands."""
        return tuple(self._way)

    def lacks_for_trace(self, state: CorpusState, wait: int = 0) -> str | None:
        """The same, for the calls that lead there."""
        if state.trace is None:
            return "load"
        for step in state.trace:
            if name := lacking(self._operations[step.operation]):
                return name
        if not self.has("clock") and state.waits + wait > MAX_WAIT:
            return "clock"
        return None

    def enter(self, state: CorpusState, wait: int) -> Standing:
        """Gets into a state, and to a moment so many milliseconds later."""
        if not self.has("load"):
            return self._entered(self._replay, state, wait)
        if state.number not in self._unloadable:
            try:
                return self._entered(self._load, state, wait)
            except Unreached as unreached:
                if unreached.obstacle.clause != LOADING:
                    raise
                self._unloadable[state.number] = unreached.obstacle
        return self._around(self._unloadable[state.number], state, wait)

    def _around(self, obstacle: Obstacle, state: CorpusState, wait: int) -> Standing:
        """Gets by calls into a state that could not be loaded."""
        if self.lacks_for_trace(state, wait):
            raise Unreached(obstacle)
        return replace(self._entered(self._replay, state, wait), obstacle=obstacle)

    def enter_by_calls(self, state: CorpusState, wait: int) -> Standing:
        """The same, by the calls that lead there."""
        return self._entered(self._replay, state, wait)

    def _entered(self, way: Callable[[CorpusState, int], Standing], state: CorpusState, wait: int) -> Standing:
        try:
            return way(state, wait)
        except Trouble as trouble:
            self.forget()
            raise Unreached(Obstacle(str(trouble))) from trouble

    def at_moment(self, state: CorpusState) -> Any:
        """A state of the corpus as it is loaded where the clock can be stopped."""
        return self._rebased(state, MOMENT, True)[1]

    def enter_value(self, value: Any, how: str, wait: int) -> Standing:
        """Loads a state that is not in the corpus; only where the clock can be stopped."""
        try:
            if self._held != value:
                self.stop_clock(MOMENT)
                self._put(how, encode_state(self.service, value), value)
            self.stop_clock(MOMENT + wait)
        except Trouble as trouble:
            self.forget()
            raise Unreached(Obstacle(str(trouble))) from trouble
        self._replayed = None
        return Standing(value, (), MOMENT + wait, False, f"{how}, loaded", loaded=True)

    def begin(self) -> Any:
        """The initial state, with the clock stopped where that is possible."""
        self.reset()
        if self.has("clock"):
            self.stop_clock(MOMENT)
        self._held = self.look()
        return self._held

    def look(self) -> Any:
        """The state that the service is in, as far as it is not known."""
        if self._held is None:
            self._held = self.state()
        return self._held

    def reset(self) -> None:
        """The initial state, in real time. It is not looked at."""
        self._admin.reset()
        self._clock, self._replayed, self._held = None, None, None
        self._way = [(self._admin.request("POST", "/reset"), Response(200))]

    def pass_time(self, wait: int) -> int:
        """Lets so many milliseconds pass; the moment that it is then."""
        return self._arrive(MOMENT if self._clock is None else self._clock, wait)

    def forget(self) -> None:
        """Nothing is known any more about what the service holds."""
        self._held, self._replayed = None, None

    def state(self) -> Any:
        """The state that the service shows; raises WireError where it is none."""
        return self._state_in(self._admin.shown_state(), "GET /state")

    def _state_in(self, response: Response, what: str) -> Any:
        """The state that an answer stands for: the same object where it is the same text."""
        known = self._read.get(response.body)
        return self._remember(response, self.decode(self._admin.json(response, what))) if known is None else known

    def _remember(self, response: Response, state: Any) -> Any:
        if len(self._read) >= MAX_READ:
            self._read.clear()
        self._read[response.body] = state
        return state

    def decode(self, found: Any) -> Any:
        """A state from the wire."""
        return decode_state(self.service, found)

    def _load(self, state: CorpusState, wait: int) -> Standing:
        frozen = self.has("clock")
        moment = MOMENT if frozen else self.moment() - wait
        sent, wanted = self._rebased(state, moment, frozen)
        if not (frozen and self._held == wanted):
            # Some invariants speak of the clock: it has to stand at the moment of the state when that is loaded.
            if frozen:
                self.stop_clock(moment)
            self._put(f"corpus state {state.number}", sent, wanted)
        if frozen:
            self.stop_clock(moment + wait)
        self._replayed = None
        return Standing(wanted, state.outputs, moment + wait, True, f"corpus state {state.number}, loaded", loaded=True)

    def _rebased(self, state: CorpusState, moment: int, frozen: bool) -> tuple[Any, Any]:
        if frozen and state.number in self._loads:
            return self._loads[state.number]
        sent = corpus.state_json(self.service, state, moment)
        pair = sent, self.decode(sent)
        if frozen:
            self._loads[state.number] = pair
        return pair

    def _put(self, name: str, sent: Any, wanted: Any) -> None:
        self._held = None
        response = self._admin.load(sent)
        before = tuple(one for one in self._way if one[0].target.endswith("/clock"))[-1:]
        made = self._admin.request("PUT", "/state", sent), response
        self._way = [*before, made]

        def unloaded(why: str, fields: Iterable[str] = ()) -> Unreached:
            text = f"loading does not work: PUT /state of {name} {why}"
            return Unreached(Obstacle(text, LOADING, LOADING_SAYS, made=made, way=before, fields=tuple(fields)))

        if response.status != 200:
            got = f"{response.status} {response.text[:500]}" if response.status else response.why
            fields = self._refused(wanted)
            because = f"; it loads with {' and '.join(fields)} as after a reset" if fields else ""
            raise unloaded(f"answered {got}{because}", fields)
        try:
            found = self._state_in(response, "PUT /state")
        except WireError as error:
            raise unloaded(f"answered something that is no state: {error}", error.paths()) from error
        except Trouble as trouble:
            raise unloaded(f"answered something that is no state: {trouble}") from trouble
        if found != wanted:
            places = difference(wanted, found)
            raise unloaded(f"made something else of it: {'; '.join(places)}", (one.split(": ")[0] for one in places))
        self._held = self._remember(response, wanted)

    def _refused(self, wanted: Any) -> list[str]:
        """The fields of a state that the service refuses: each of them alone, or all that are not as after a reset."""
        initial = self._initial
        if initial is None:
            return []
        differing = [one for one in self.service.state if getattr(wanted, one.attr) != getattr(initial, one.attr)]
        alone = [one.name for one in differing if self._loads_without(wanted, one.attr)]
        return alone or [one.name for one in differing]

    def _loads_without(self, wanted: Any, attr: str) -> bool:
        """Whether a state is taken with one field as after a reset, where the spec allows that."""
        other = replace(wanted, **{attr: getattr(self._initial, attr)})
        if not fits(self.service, other, self.now()):
            return False
        return self._admin.load(encode_state(self.service, other)).status == 200

    def _replay(self, state: CorpusState, wait: int) -> Standing:
        if self._replayed is None or self._replayed[0] != state.number or self._held is None:
            outputs = self._steps(state)
            self._held = self._decoded_state(state)
            self._replayed = state.number, outputs
        outputs = self._replayed[1]
        moment = self._arrive(MOMENT + state.waits, wait)
        how = f"corpus state {state.number}, reached by its trace"
        return Standing(self._held, outputs, moment, not state.trace, how)

    def _arrive(self, moment: int, wait: int) -> int:
        if self.has("clock"):
            self.stop_clock(moment + wait)
            return moment + wait
        time.sleep(wait / 1000)
        return self.moment()

    def _decoded_state(self, state: CorpusState) -> Any:
        try:
            return self.state()
        except WireError as error:
            raise Unreached(self._undecodable(state, error)) from error

    def _undecodable(self, state: CorpusState, error: WireError) -> Obstacle:
        """Whose call left something behind that is no state: the calls are made once more, one at a time."""
        why = f"after the calls that lead to corpus state {state.number} GET /state is no state: {error}"
        culprit: Operation | None = None
        self.reset()
        answered: list[Mapping[str, Any]] = []
        for number, step, moment in self._needed(state):
            answered += [{}] * (number - len(answered))
            culprit = self._operations[step.operation]
            answered.append(self._step(state, number, culprit, moment, answered, False))
            try:
                self.state()
            except WireError:
                break
        if culprit is None:
            return Obstacle(why, fields=tuple(error.paths()))
        says = f"After {culprit.name} everything stored has its type."
        *way, made = self._way
        return Obstacle(why, f"{culprit.name}.types", says, culprit, made, tuple(way), tuple(error.paths()))

    def _steps(self, state: CorpusState) -> Outputs:
        """Makes the calls of a trace; what they answer."""
        try:
            return self._walked(state, careful=False)
        except _Busy:
            return self._walked(state, careful=True)

    def _walked(self, state: CorpusState, careful: bool) -> Outputs:
        """The same; with care, so that a call which the service was too busy for can be made again."""
        self.reset()
        answered: list[Mapping[str, Any]] = []
        for number, step, moment in self._needed(state):
            # What nobody refers to has no answer here.
            answered += [{}] * (number - len(answered))
            operation = self._operations[step.operation]
            answered.append(self._step(state, number, operation, moment, answered, careful))
        return answered

    def _needed(self, state: CorpusState) -> Iterator[tuple[int, corpus.Step, int]]:
        """The calls that a state cannot be reached without, each at its moment; what only reads is left out."""
        moment = MOMENT
        for number, step in enumerate(state.trace or ()):
            moment = self._arrive(moment, step.wait)
            if not step.idle:
                yield number, step, moment

    def _step(
        self, state: CorpusState, number: int, operation: Operation, moment: int, answered: Outputs, careful: bool
    ) -> Mapping[str, Any]:
        assert state.trace is not None
        where = f"step {number} ({operation.name}) of the trace of corpus state {state.number}"
        try:
            inputs = corpus.inputs_json(operation, state.trace[number].inputs, moment, answered)
        except MissingReference as error:
            raise Unreached(self._unanswered(state, where, error)) from error
        request = request_of(operation, inputs, credentials(operation, Credentials.VALID))
        way = self.way
        response = self._careful(request) if careful else self._sent(request)[0]
        self._way = [*way, (request, response)]
        if self._client.is_busy(response) and not careful:
            self._client.pause(response, 0)
            raise _Busy
        if response.status != operation.status:
            got = f"{response.status} {response.text[:300]}" if response.status else response.why
            why = f"{where} should answer {operation.status} and answered {got}"
            says = f"{operation.name} accepts every call whose precondition holds."
            clause = f"{operation.name}.accepts"
            raise Unreached(Obstacle(why, clause, says, operation, (request, response), way, state=state))
        return outputs_json(operation, response)

    def _unanswered(self, state: CorpusState, where: str, error: MissingReference) -> Obstacle:
        """The call before is to blame that did not answer what a later one needs."""
        why = f"{where} cannot be made: {error}"
        # Calls of the contract set the clock; every other one is a step that is needed.
        made = [at for at, (request, _) in enumerate(self._way) if not request.target.startswith(PREFIX)]
        needed = [number for number, step in enumerate(state.trace or ()) if not step.idle]
        steps = dict(zip(needed, made, strict=False))
        if state.trace is None or error.step not in steps:
            return Obstacle(why)
        culprit, at = self._operations[state.trace[error.step].operation], steps[error.step]
        says = f"The answer of {culprit.name} has the declared outputs, types and headers."
        return Obstacle(why, f"{culprit.name}.output", says, culprit, self._way[at], tuple(self._way[:at]))

    def _careful(self, request: Request) -> Response:
        """Makes a call of a trace with the state before it in view."""
        self._held = None
        try:
            self.look()
        except WireError:
            # Then the call cannot be made again; whether the state is one is told after the trace.
            self._held = None
        return self.call(request)[0]

    # --- calls and the clock ------------------------------------------------------------------------------------------

    def call(self, request: Request) -> tuple[Response, Instant]:
        """Makes a call; the answer, and the instants at which the service may have looked at its clock.

        Where the service was too busy, and its state shows that nothing has come of the call, it is made again.
        """
        response, now = self._insisted(request)
        self._way.append((request, response))
        return response, now

    def _insisted(self, request: Request) -> tuple[Response, Instant]:
        before = self._held
        response, now = self._sent(request)
        for attempt in range(len(PAUSES)):
            if not self._client.is_busy(response) or not self._is_untouched(before):
                return response, now
            self._client.pause(response, attempt)
            response, now = self._sent(request)
        return self._client.settle(response), now

    def _is_untouched(self, before: Any) -> bool:
        """Whether the state is what it was before a call, as far as that is known: after a reset, the first one."""
        known = self._initial if before is None else before
        try:
            return known is not None and self.state() == known
        except (Trouble, WireError):
            return False

    def _sent(self, request: Request) -> tuple[Response, Instant]:
        earliest = time.time_ns()
        try:
            response = self._client.send(request)
        except Unreachable as error:
            raise Fatal(str(error)) from error
        latest = time.time_ns()
        if self._clock is not None:
            return response, Instant(self._clock)
        first, last = earliest // 1_000_000, -(-latest // 1_000_000)
        self._skew.note(response.header("date"), first, last)
        return response, between(*self._skew.window(first, last))

    def settle(self) -> Any:
        """Looks at the state after a call; raises WireError where it is none, Trouble where it cannot be seen."""
        before, self._held = self._held, None
        after = self.state()
        self._held = after
        if before is None or after != before:
            self._replayed = None
        elif self._way:
            self._way.pop()
        return after

    def stop_clock(self, moment: int) -> None:
        """Stops the clock at a moment, unless it stands there."""
        if self._clock != moment:
            self._admin.stop_clock(str(Instant(moment)))
            self._clock = moment
            if self._way and self._way[-1][0].target.endswith("/clock"):
                self._way.pop()
            self._way.append((self._admin.request("PUT", "/clock", {"now": str(Instant(moment))}), Response(200)))

    def now(self) -> Instant:
        """About now, for a first look at a call that is still to be made."""
        if self._clock is not None:
            return Instant(self._clock)
        return between(*self._skew.window(_milliseconds(), _milliseconds() + 1))

    def moment(self) -> int:
        """The same as a number, for what is counted from it."""
        return self._skew.moment(_milliseconds()) if self._clock is None else self._clock

    @property
    def clock(self) -> int | None:
        """Where the clock stands, if it was stopped."""
        return self._clock


def outputs_json(operation: Operation, response: Response) -> Mapping[str, Any]:
    """The outputs of an answer by name, in the wire format; nothing where there are none to be read."""
    if operation.shape not in ("whole", "object"):
        return {}
    try:
        found = response.json()
    except ValueError:
        return {}
    if operation.shape == "whole":
        return {operation.outputs[0].name: found}
    return found if isinstance(found, dict) else {}


def _milliseconds() -> int:
    return time.time_ns() // 1_000_000
