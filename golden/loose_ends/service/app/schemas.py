"""What requests to LooseEnds look like, and what it answers."""

from typing import Annotated, Any

from starlette.requests import Request

from app.model import AcceptAnswer, AcceptGiven, DispatchAnswer, DispatchGiven, GetParcelAnswer, GetParcelGiven
from app.runtime.requests import Shape, fields, in_path, read_as, read_text_as, shaped
from app.types import ADDRESS, GRAMS, PARCEL, PARCEL_ID


class AcceptShape(Shape):
    """What a request for Accept says."""

    address: Annotated[str, read_as(ADDRESS)]
    weight: Annotated[int, read_as(GRAMS)]


async def accept_given(request: Request) -> AcceptGiven:
    """The inputs of Accept."""
    shape = await shaped(AcceptShape, await fields(request))
    return AcceptGiven(address=shape.address, weight=shape.weight)


def accept_body(answer: AcceptAnswer) -> Any:
    """What Accept gives, as JSON."""
    return {"id": answer.id}


class GetParcelShape(Shape):
    """What a request for GetParcel says."""

    id: Annotated[int, read_text_as(PARCEL_ID)]


async def get_parcel_given(request: Request) -> GetParcelGiven:
    """The inputs of GetParcel."""
    shape = await shaped(GetParcelShape, {}, in_path(request))
    return GetParcelGiven(id=shape.id)


def get_parcel_body(answer: GetParcelAnswer) -> Any:
    """What GetParcel gives, as JSON."""
    return PARCEL.encode(answer.parcel)


class DispatchShape(Shape):
    """What a request for Dispatch says."""

    id: Annotated[int, read_text_as(PARCEL_ID)]


async def dispatch_given(request: Request) -> DispatchGiven:
    """The inputs of Dispatch."""
    shape = await shaped(DispatchShape, await fields(request), in_path(request))
    return DispatchGiven(id=shape.id)


def dispatch_body(answer: DispatchAnswer) -> Any:
    """What Dispatch gives, as JSON."""
    return PARCEL.encode(answer.parcel)
