"""The operations of LooseEnds, one route for each."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app import operations, schemas, storage
from app.runtime.calls import Operation, respond, service_of
from app.types import PARCEL, PARCEL_ID

router = APIRouter()

_ACCEPT = Operation("Accept", operations.accept, loads=storage.ACCEPT, changes=True, outputs=(("id", PARCEL_ID),))


@router.api_route("/parcels", methods=["POST"], status_code=201)
async def accept(request: Request) -> Response:
    """Accept (loose_ends.spec:29)."""
    given = await schemas.accept_given(request)
    answer, headers = await service_of(request).call(_ACCEPT, given)
    return respond(201, schemas.accept_body(answer), headers)


_GET_PARCEL = Operation("GetParcel", operations.get_parcel, loads=storage.GET_PARCEL, outputs=(("parcel", PARCEL),))


@router.api_route("/parcels/{id}", methods=["GET", "HEAD"], status_code=200)
async def get_parcel(request: Request) -> Response:
    """GetParcel (loose_ends.spec:43)."""
    given = await schemas.get_parcel_given(request)
    answer, headers = await service_of(request).call(_GET_PARCEL, given)
    return respond(200, schemas.get_parcel_body(answer), headers)


_DISPATCH = Operation(
    "Dispatch", operations.dispatch, loads=storage.DISPATCH, changes=True, outputs=(("parcel", PARCEL),)
)


@router.api_route("/parcels/{id}/dispatch", methods=["POST"], status_code=200)
async def dispatch(request: Request) -> Response:
    """Dispatch (loose_ends.spec:52)."""
    given = await schemas.dispatch_given(request)
    answer, headers = await service_of(request).call(_DISPATCH, given)
    return respond(200, schemas.dispatch_body(answer), headers)
