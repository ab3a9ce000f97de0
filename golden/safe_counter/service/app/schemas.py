"""What requests to SafeCounter look like, and what it answers."""

from typing import Any

from starlette.requests import Request

from app.model import (
    DecrementAnswer,
    DecrementGiven,
    GetCountAnswer,
    GetCountGiven,
    IncrementAnswer,
    IncrementGiven,
    ResetAnswer,
    ResetGiven,
)
from app.runtime.requests import Shape, fields, shaped


class IncrementShape(Shape):
    """What a request for Increment says."""


async def increment_given(request: Request) -> IncrementGiven:
    """The inputs of Increment."""
    await shaped(IncrementShape, await fields(request))
    return IncrementGiven()


def increment_body(answer: IncrementAnswer) -> Any:
    """What Increment gives, as JSON."""
    return {"current": answer.current}


class DecrementShape(Shape):
    """What a request for Decrement says."""


async def decrement_given(request: Request) -> DecrementGiven:
    """The inputs of Decrement."""
    await shaped(DecrementShape, await fields(request))
    return DecrementGiven()


def decrement_body(answer: DecrementAnswer) -> Any:
    """What Decrement gives, as JSON."""
    return {"current": answer.current}


class ResetShape(Shape):
    """What a request for Reset says."""


async def reset_given(request: Request) -> ResetGiven:
    """The inputs of Reset."""
    await shaped(ResetShape, await fields(request))
    return ResetGiven()


def reset_body(answer: ResetAnswer) -> Any:
    """What Reset gives, as JSON."""
    return {}


async def get_count_given(request: Request) -> GetCountGiven:
    """The inputs of GetCount."""
    return GetCountGiven()


def get_count_body(answer: GetCountAnswer) -> Any:
    """What GetCount gives, as JSON."""
    return {"current": answer.current, "room": answer.room}
