"""The operations of EdgeCases, one route for each."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app import operations, schemas, spec, storage
from app.runtime.calls import Operation, respond, respond_empty, service_of
from app.runtime.security import admit
from app.runtime.types import SetOf
from app.types import ITEM_ID, SAMPLE

router = APIRouter()

_CREATE = Operation(
    "Create",
    operations.create,
    loads=storage.CREATE,
    changes=True,
    outputs=(("id", ITEM_ID),),
    headers=lambda given, answer: [("X-Label", given.name)],
)


@router.api_route("/samples", methods=["POST"], status_code=201)
async def create(request: Request) -> Response:
    """Create (edge_cases.spec:102)."""
    admit(request, spec.ROBOT, spec.ADMIN)
    given = await schemas.create_given(request)
    answer, headers = await service_of(request).call(_CREATE, given)
    return respond(201, schemas.create_body(answer), headers)


_SEARCH = Operation("Search", operations.search, loads=storage.SEARCH, outputs=(("found", SetOf(SAMPLE)),))


@router.api_route("/samples", methods=["GET", "HEAD"], status_code=200)
async def search(request: Request) -> Response:
    """Search (edge_cases.spec:155)."""
    given = await schemas.search_given(request)
    answer, headers = await service_of(request).call(_SEARCH, given)
    return respond(200, schemas.search_body(answer), headers)


_NOTE = Operation("Note", operations.note, loads=storage.NOTE, changes=True)


@router.api_route("/log", methods=["POST"], status_code=201)
async def note(request: Request) -> Response:
    """Note (edge_cases.spec:351)."""
    given = await schemas.note_given(request)
    answer, headers = await service_of(request).call(_NOTE, given)
    return respond(201, schemas.note_body(answer), headers)


_CLEAR = Operation("Clear", operations.clear, loads=storage.CLEAR, changes=True)


@router.api_route("/clear", methods=["POST"], status_code=200)
async def clear(request: Request) -> Response:
    """Clear (edge_cases.spec:382)."""
    given = await schemas.clear_given(request)
    answer, headers = await service_of(request).call(_CLEAR, given)
    return respond(200, schemas.clear_body(answer), headers)


_SPEND = Operation("Spend", operations.spend, loads=storage.SPEND, changes=True)


@router.api_route("/spend", methods=["POST"], status_code=200)
async def spend(request: Request) -> Response:
    """Spend (edge_cases.spec:398)."""
    given = await schemas.spend_given(request)
    answer, headers = await service_of(request).call(_SPEND, given)
    return respond(200, schemas.spend_body(answer), headers)


_SET_GRACE = Operation("SetGrace", operations.set_grace, loads=storage.SET_GRACE, changes=True)


@router.api_route("/grace", methods=["PUT"], status_code=200)
async def set_grace(request: Request) -> Response:
    """SetGrace (edge_cases.spec:409)."""
    given = await schemas.set_grace_given(request)
    answer, headers = await service_of(request).call(_SET_GRACE, given)
    return respond(200, schemas.set_grace_body(answer), headers)


_TOGGLE = Operation("Toggle", operations.toggle, loads=storage.TOGGLE, changes=True)


@router.api_route("/toggle", methods=["POST"], status_code=200)
async def toggle(request: Request) -> Response:
    """Toggle (edge_cases.spec:418)."""
    given = await schemas.toggle_given(request)
    answer, headers = await service_of(request).call(_TOGGLE, given)
    return respond(200, schemas.toggle_body(answer), headers)


_REACH = Operation("Reach", operations.reach)


@router.api_route("/reach", methods=["GET", "HEAD"], status_code=200)
async def reach(request: Request) -> Response:
    """Reach (edge_cases.spec:430)."""
    given = await schemas.reach_given(request)
    answer, headers = await service_of(request).call(_REACH, given)
    return respond(200, schemas.reach_body(answer), headers)


_REPORT = Operation("Report", operations.report, loads=storage.REPORT, outputs=(("heavy", SetOf(ITEM_ID)),))


@router.api_route("/report", methods=["GET", "HEAD"], status_code=200)
async def report(request: Request) -> Response:
    """Report (edge_cases.spec:436)."""
    admit(request, spec.READER)
    given = await schemas.report_given(request)
    answer, headers = await service_of(request).call(_REPORT, given)
    return respond(200, schemas.report_body(answer), headers)


_DROP_PREFS = Operation("DropPrefs", operations.drop_prefs, loads=storage.DROP_PREFS, changes=True)


@router.api_route("/prefs/drop", methods=["POST"], status_code=200)
async def drop_prefs(request: Request) -> Response:
    """DropPrefs (edge_cases.spec:370)."""
    given = await schemas.drop_prefs_given(request)
    answer, headers = await service_of(request).call(_DROP_PREFS, given)
    return respond(200, schemas.drop_prefs_body(answer), headers)


_FIND_BY_NAME = Operation(
    "FindByName", operations.find_by_name, loads=storage.FIND_BY_NAME, outputs=(("sample", SAMPLE),)
)


@router.api_route("/samples/by-name/{name}", methods=["GET", "HEAD"], status_code=200)
async def find_by_name(request: Request) -> Response:
    """FindByName (edge_cases.spec:145)."""
    given = await schemas.find_by_name_given(request)
    answer, headers = await service_of(request).call(_FIND_BY_NAME, given)
    return respond(200, schemas.find_by_name_body(answer), headers)


_GET = Operation("Get", operations.get, loads=storage.GET, outputs=(("sample", SAMPLE),))


@router.api_route("/samples/{id}", methods=["GET", "HEAD"], status_code=200)
async def get(request: Request) -> Response:
    """Get (edge_cases.spec:136)."""
    given = await schemas.get_given(request)
    answer, headers = await service_of(request).call(_GET, given)
    return respond(200, schemas.get_body(answer), headers)


_REMOVE = Operation("Remove", operations.remove, loads=storage.REMOVE, changes=True)


@router.api_route("/samples/{id}", methods=["DELETE"], status_code=200)
async def remove(request: Request) -> Response:
    """Remove (edge_cases.spec:232)."""
    admit(request, spec.ADMIN)
    given = await schemas.remove_given(request)
    answer, headers = await service_of(request).call(_REMOVE, given)
    return respond(200, schemas.remove_body(answer), headers)


_SET_PREF = Operation("SetPref", operations.set_pref, loads=storage.SET_PREF, changes=True)


@router.api_route("/prefs/{key}", methods=["PUT"], status_code=200)
async def set_pref(request: Request) -> Response:
    """SetPref (edge_cases.spec:362)."""
    given = await schemas.set_pref_given(request)
    answer, headers = await service_of(request).call(_SET_PREF, given)
    return respond(200, schemas.set_pref_body(answer), headers)


_FOCUS = Operation("Focus", operations.focus, loads=storage.FOCUS, changes=True)


@router.api_route("/focus/{id}", methods=["PUT"], status_code=200)
async def focus(request: Request) -> Response:
    """Focus (edge_cases.spec:390)."""
    given = await schemas.focus_given(request)
    answer, headers = await service_of(request).call(_FOCUS, given)
    return respond(200, schemas.focus_body(answer), headers)


_RENAME = Operation("Rename", operations.rename, loads=storage.RENAME, changes=True)


@router.api_route("/samples/{id}/name", methods=["PUT"], status_code=200)
async def rename(request: Request) -> Response:
    """Rename (edge_cases.spec:166)."""
    given = await schemas.rename_given(request)
    answer, headers = await service_of(request).call(_RENAME, given)
    return respond(200, schemas.rename_body(answer), headers)


_REWEIGH = Operation("Reweigh", operations.reweigh, loads=storage.REWEIGH, changes=True)


@router.api_route("/samples/{id}/weight", methods=["PUT"], status_code=200)
async def reweigh(request: Request) -> Response:
    """Reweigh (edge_cases.spec:178)."""
    given = await schemas.reweigh_given(request)
    answer, headers = await service_of(request).call(_REWEIGH, given)
    return respond(200, schemas.reweigh_body(answer), headers)


_RETAG = Operation("Retag", operations.retag, loads=storage.RETAG, changes=True, outputs=(("sample", SAMPLE),))


@router.api_route("/samples/{id}/tags", methods=["PATCH"], status_code=200)
async def retag(request: Request) -> Response:
    """Retag (edge_cases.spec:192)."""
    given = await schemas.retag_given(request)
    answer, headers = await service_of(request).call(_RETAG, given)
    return respond(200, schemas.retag_body(answer), headers)


_SEAL = Operation("Seal", operations.seal, loads=storage.SEAL, changes=True)


@router.api_route("/samples/{id}/seal", methods=["POST"], status_code=200)
async def seal(request: Request) -> Response:
    """Seal (edge_cases.spec:222)."""
    given = await schemas.seal_given(request)
    answer, headers = await service_of(request).call(_SEAL, given)
    return respond(200, schemas.seal_body(answer), headers)


_ACTIVATE = Operation(
    "Activate", operations.activate, loads=storage.ACTIVATE, changes=True, outputs=(("sample", SAMPLE),)
)


@router.api_route("/samples/{id}/activate", methods=["POST"], status_code=200)
async def activate(request: Request) -> Response:
    """Activate (edge_cases.spec:253)."""
    given = await schemas.activate_given(request)
    answer, headers = await service_of(request).call(_ACTIVATE, given)
    return respond(200, schemas.activate_body(answer), headers)


_CLOSE = Operation("Close", operations.close, loads=storage.CLOSE, changes=True, outputs=(("sample", SAMPLE),))


@router.api_route("/samples/{id}/close", methods=["POST"], status_code=200)
async def close(request: Request) -> Response:
    """Close (edge_cases.spec:267)."""
    given = await schemas.close_given(request)
    answer, headers = await service_of(request).call(_CLOSE, given)
    return respond(200, schemas.close_body(answer), headers)


_REVIVE = Operation("Revive", operations.revive, loads=storage.REVIVE, changes=True, outputs=(("sample", SAMPLE),))


@router.api_route("/samples/{id}/revive", methods=["POST"], status_code=200)
async def revive(request: Request) -> Response:
    """Revive (edge_cases.spec:281)."""
    given = await schemas.revive_given(request)
    answer, headers = await service_of(request).call(_REVIVE, given)
    return respond(200, schemas.revive_body(answer), headers)


_MARK_ROOT = Operation("MarkRoot", operations.mark_root, loads=storage.MARK_ROOT, changes=True)


@router.api_route("/samples/{id}/root", methods=["POST"], status_code=201)
async def mark_root(request: Request) -> Response:
    """MarkRoot (edge_cases.spec:303)."""
    given = await schemas.mark_root_given(request)
    answer, headers = await service_of(request).call(_MARK_ROOT, given)
    return respond(201, schemas.mark_root_body(answer), headers)


_ADD_READING = Operation("AddReading", operations.add_reading, loads=storage.ADD_READING, changes=True)


@router.api_route("/samples/{id}/readings", methods=["POST"], status_code=201)
async def add_reading(request: Request) -> Response:
    """AddReading (edge_cases.spec:312)."""
    given = await schemas.add_reading_given(request)
    answer, headers = await service_of(request).call(_ADD_READING, given)
    return respond(201, schemas.add_reading_body(answer), headers)


_LINK = Operation("Link", operations.link, loads=storage.LINK, changes=True, outputs=(("targets", SetOf(ITEM_ID)),))


@router.api_route("/samples/{source}/links", methods=["POST"], status_code=201)
async def link(request: Request) -> Response:
    """Link (edge_cases.spec:327)."""
    given = await schemas.link_given(request)
    answer, headers = await service_of(request).call(_LINK, given)
    return respond(201, schemas.link_body(answer), headers)


_ANNOTATE = Operation("Annotate", operations.annotate, loads=storage.ANNOTATE, changes=True)


@router.api_route("/samples/{entity}/attributes/{field}", methods=["PUT"], status_code=200)
async def annotate(request: Request) -> Response:
    """Annotate (edge_cases.spec:206)."""
    given = await schemas.annotate_given(request)
    answer, headers = await service_of(request).call(_ANNOTATE, given)
    return respond(200, schemas.annotate_body(answer), headers)


_UNLINK = Operation("Unlink", operations.unlink, loads=storage.UNLINK, changes=True)


@router.api_route("/samples/{source}/links/{target}", methods=["DELETE"], status_code=204)
async def unlink(request: Request) -> Response:
    """Unlink (edge_cases.spec:340)."""
    given = await schemas.unlink_given(request)
    _, headers = await service_of(request).call(_UNLINK, given)
    return respond_empty(204, headers)
