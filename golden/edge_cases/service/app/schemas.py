"""What requests to EdgeCases look like, and what it answers."""

from typing import Annotated, Any

from starlette.requests import Request

from app.model import (
    ActivateAnswer,
    ActivateGiven,
    AddReadingAnswer,
    AddReadingGiven,
    AnnotateAnswer,
    AnnotateGiven,
    ClearAnswer,
    ClearGiven,
    CloseAnswer,
    CloseGiven,
    CreateAnswer,
    CreateGiven,
    DropPrefsAnswer,
    DropPrefsGiven,
    FindByNameAnswer,
    FindByNameGiven,
    FocusAnswer,
    FocusGiven,
    GetAnswer,
    GetGiven,
    LinkAnswer,
    LinkGiven,
    MarkRootAnswer,
    MarkRootGiven,
    NoteAnswer,
    NoteGiven,
    ReachAnswer,
    ReachGiven,
    RemoveAnswer,
    RemoveGiven,
    RenameAnswer,
    RenameGiven,
    ReportAnswer,
    ReportGiven,
    RetagAnswer,
    RetagGiven,
    ReviveAnswer,
    ReviveGiven,
    ReweighAnswer,
    ReweighGiven,
    SealAnswer,
    SealGiven,
    SearchAnswer,
    SearchGiven,
    SetGraceAnswer,
    SetGraceGiven,
    SetPrefAnswer,
    SetPrefGiven,
    SpendAnswer,
    SpendGiven,
    ToggleAnswer,
    ToggleGiven,
    UnlinkGiven,
)
from app.runtime.requests import Shape, fields, in_path, in_query, read_as, read_text_as, read_texts_as, shaped
from app.runtime.types import BOOL, DATETIME, INT, UUID, Option, SeqOf, SetOf
from app.runtime.values import Instant
from app.types import COLOUR, CONTACT, COST, GRACE, GRADE, ITEM_ID, LABEL, PATH, READING, SAMPLE, SECRET, TEXT, WEIGHT

_SEARCH_FOUND = SetOf(SAMPLE)

_LINK_TARGETS = SetOf(ITEM_ID)

_REPORT_HEAVY = SetOf(ITEM_ID)

_REPORT_BOUNDS = SeqOf(INT)


class CreateShape(Shape):
    """What a request for Create says."""

    name: Annotated[str, read_as(LABEL)]
    path: Annotated[str, read_as(PATH)]
    weight: Annotated[float, read_as(WEIGHT)]
    tags: Annotated[frozenset[str], read_as(SetOf(COLOUR))]
    note: Annotated[str | None, read_as(Option(TEXT))] = None


async def create_given(request: Request) -> CreateGiven:
    """The inputs of Create."""
    shape = await shaped(CreateShape, await fields(request))
    return CreateGiven(name=shape.name, path=shape.path, weight=shape.weight, tags=shape.tags, note=shape.note)


def create_body(answer: CreateAnswer) -> Any:
    """What Create gives, as JSON."""
    return {"id": answer.id, "ticket": answer.ticket}


class GetShape(Shape):
    """What a request for Get says."""

    id: Annotated[int, read_text_as(ITEM_ID)]


async def get_given(request: Request) -> GetGiven:
    """The inputs of Get."""
    shape = await shaped(GetShape, {}, in_path(request))
    return GetGiven(id=shape.id)


def get_body(answer: GetAnswer) -> Any:
    """What Get gives, as JSON."""
    return SAMPLE.encode(answer.sample)


class FindByNameShape(Shape):
    """What a request for FindByName says."""

    name: Annotated[str, read_text_as(LABEL)]


async def find_by_name_given(request: Request) -> FindByNameGiven:
    """The inputs of FindByName."""
    shape = await shaped(FindByNameShape, {}, in_path(request))
    return FindByNameGiven(name=shape.name)


def find_by_name_body(answer: FindByNameAnswer) -> Any:
    """What FindByName gives, as JSON."""
    return SAMPLE.encode(answer.sample)


class SearchShape(Shape):
    """What a request for Search says."""

    type: Annotated[str | None, read_texts_as(Option(GRADE))]
    colours: Annotated[frozenset[str], read_texts_as(SetOf(COLOUR))]
    since: Annotated[Instant | None, read_texts_as(Option(DATETIME))]


async def search_given(request: Request) -> SearchGiven:
    """The inputs of Search."""
    shape = await shaped(SearchShape, {}, in_query(request, "type", "colours", "since"))
    return SearchGiven(type=shape.type, colours=shape.colours, since=shape.since)


def search_body(answer: SearchAnswer) -> Any:
    """What Search gives, as JSON."""
    return _SEARCH_FOUND.encode(answer.found)


class RenameShape(Shape):
    """What a request for Rename says."""

    id: Annotated[int, read_text_as(ITEM_ID)]
    name: Annotated[str, read_as(LABEL)]


async def rename_given(request: Request) -> RenameGiven:
    """The inputs of Rename."""
    shape = await shaped(RenameShape, await fields(request), in_path(request))
    return RenameGiven(id=shape.id, name=shape.name)


def rename_body(answer: RenameAnswer) -> Any:
    """What Rename gives, as JSON."""
    return {}


class ReweighShape(Shape):
    """What a request for Reweigh says."""

    id: Annotated[int, read_text_as(ITEM_ID)]
    weight: Annotated[float, read_as(WEIGHT)]


async def reweigh_given(request: Request) -> ReweighGiven:
    """The inputs of Reweigh."""
    shape = await shaped(ReweighShape, await fields(request), in_path(request))
    return ReweighGiven(id=shape.id, weight=shape.weight)


def reweigh_body(answer: ReweighAnswer) -> Any:
    """What Reweigh gives, as JSON."""
    return {"grade": answer.grade}


class RetagShape(Shape):
    """What a request for Retag says."""

    id: Annotated[int, read_text_as(ITEM_ID)]
    add: Annotated[frozenset[str], read_as(SetOf(COLOUR))]
    drop: Annotated[frozenset[str], read_as(SetOf(COLOUR))]


async def retag_given(request: Request) -> RetagGiven:
    """The inputs of Retag."""
    shape = await shaped(RetagShape, await fields(request), in_path(request))
    return RetagGiven(id=shape.id, add=shape.add, drop=shape.drop)


def retag_body(answer: RetagAnswer) -> Any:
    """What Retag gives, as JSON."""
    return SAMPLE.encode(answer.sample)


class AnnotateShape(Shape):
    """What a request for Annotate says."""

    entity: Annotated[int, read_text_as(ITEM_ID)]
    field: Annotated[str, read_text_as(LABEL)]
    amount: Annotated[int, read_as(READING)]


async def annotate_given(request: Request) -> AnnotateGiven:
    """The inputs of Annotate."""
    shape = await shaped(AnnotateShape, await fields(request), in_path(request))
    return AnnotateGiven(entity=shape.entity, field=shape.field, amount=shape.amount)


def annotate_body(answer: AnnotateAnswer) -> Any:
    """What Annotate gives, as JSON."""
    return {"size": answer.size}


class SealShape(Shape):
    """What a request for Seal says."""

    id: Annotated[int, read_text_as(ITEM_ID)]
    secret: Annotated[str, read_as(SECRET)]


async def seal_given(request: Request) -> SealGiven:
    """The inputs of Seal."""
    shape = await shaped(SealShape, await fields(request), in_path(request))
    return SealGiven(id=shape.id, secret=shape.secret)


def seal_body(answer: SealAnswer) -> Any:
    """What Seal gives, as JSON."""
    return {}


class RemoveShape(Shape):
    """What a request for Remove says."""

    id: Annotated[int, read_text_as(ITEM_ID)]


async def remove_given(request: Request) -> RemoveGiven:
    """The inputs of Remove."""
    shape = await shaped(RemoveShape, await fields(request), in_path(request))
    return RemoveGiven(id=shape.id)


def remove_body(answer: RemoveAnswer) -> Any:
    """What Remove gives, as JSON."""
    return {"left": answer.left}


class ActivateShape(Shape):
    """What a request for Activate says."""

    id: Annotated[int, read_text_as(ITEM_ID)]


async def activate_given(request: Request) -> ActivateGiven:
    """The inputs of Activate."""
    shape = await shaped(ActivateShape, await fields(request), in_path(request))
    return ActivateGiven(id=shape.id)


def activate_body(answer: ActivateAnswer) -> Any:
    """What Activate gives, as JSON."""
    return SAMPLE.encode(answer.sample)


class CloseShape(Shape):
    """What a request for Close says."""

    id: Annotated[int, read_text_as(ITEM_ID)]


async def close_given(request: Request) -> CloseGiven:
    """The inputs of Close."""
    shape = await shaped(CloseShape, await fields(request), in_path(request))
    return CloseGiven(id=shape.id)


def close_body(answer: CloseAnswer) -> Any:
    """What Close gives, as JSON."""
    return SAMPLE.encode(answer.sample)


class ReviveShape(Shape):
    """What a request for Revive says."""

    id: Annotated[int, read_text_as(ITEM_ID)]


async def revive_given(request: Request) -> ReviveGiven:
    """The inputs of Revive."""
    shape = await shaped(ReviveShape, await fields(request), in_path(request))
    return ReviveGiven(id=shape.id)


def revive_body(answer: ReviveAnswer) -> Any:
    """What Revive gives, as JSON."""
    return SAMPLE.encode(answer.sample)


class MarkRootShape(Shape):
    """What a request for MarkRoot says."""

    id: Annotated[int, read_text_as(ITEM_ID)]


async def mark_root_given(request: Request) -> MarkRootGiven:
    """The inputs of MarkRoot."""
    shape = await shaped(MarkRootShape, await fields(request), in_path(request))
    return MarkRootGiven(id=shape.id)


def mark_root_body(answer: MarkRootAnswer) -> Any:
    """What MarkRoot gives, as JSON."""
    return {}


class AddReadingShape(Shape):
    """What a request for AddReading says."""

    id: Annotated[int, read_text_as(ITEM_ID)]
    reading: Annotated[int, read_as(READING)]


async def add_reading_given(request: Request) -> AddReadingGiven:
    """The inputs of AddReading."""
    shape = await shaped(AddReadingShape, await fields(request), in_path(request))
    return AddReadingGiven(id=shape.id, reading=shape.reading)


def add_reading_body(answer: AddReadingAnswer) -> Any:
    """What AddReading gives, as JSON."""
    return {
        "highest": answer.highest,
        "lowest": answer.lowest,
        "spread": answer.spread,
        "middle": answer.middle,
        "clamped": answer.clamped,
    }


class LinkShape(Shape):
    """What a request for Link says."""

    source: Annotated[int, read_text_as(ITEM_ID)]
    target: Annotated[int, read_as(ITEM_ID)]


async def link_given(request: Request) -> LinkGiven:
    """The inputs of Link."""
    shape = await shaped(LinkShape, await fields(request), in_path(request))
    return LinkGiven(source=shape.source, target=shape.target)


def link_body(answer: LinkAnswer) -> Any:
    """What Link gives, as JSON."""
    return _LINK_TARGETS.encode(answer.targets)


class UnlinkShape(Shape):
    """What a request for Unlink says."""

    source: Annotated[int, read_text_as(ITEM_ID)]
    target: Annotated[int, read_text_as(ITEM_ID)]


async def unlink_given(request: Request) -> UnlinkGiven:
    """The inputs of Unlink."""
    shape = await shaped(UnlinkShape, await fields(request), in_path(request))
    return UnlinkGiven(source=shape.source, target=shape.target)


class NoteShape(Shape):
    """What a request for Note says."""

    message: Annotated[str, read_as(TEXT)]


async def note_given(request: Request) -> NoteGiven:
    """The inputs of Note."""
    shape = await shaped(NoteShape, await fields(request))
    return NoteGiven(message=shape.message)


def note_body(answer: NoteAnswer) -> Any:
    """What Note gives, as JSON."""
    return {"position": answer.position}


class SetPrefShape(Shape):
    """What a request for SetPref says."""

    key: Annotated[str, read_text_as(LABEL)]
    amount: Annotated[int, read_as(READING)]


async def set_pref_given(request: Request) -> SetPrefGiven:
    """The inputs of SetPref."""
    shape = await shaped(SetPrefShape, await fields(request), in_path(request))
    return SetPrefGiven(key=shape.key, amount=shape.amount)


def set_pref_body(answer: SetPrefAnswer) -> Any:
    """What SetPref gives, as JSON."""
    return {"previous": answer.previous}


class DropPrefsShape(Shape):
    """What a request for DropPrefs says."""

    keys: Annotated[frozenset[str], read_as(SetOf(LABEL))]


async def drop_prefs_given(request: Request) -> DropPrefsGiven:
    """The inputs of DropPrefs."""
    shape = await shaped(DropPrefsShape, await fields(request))
    return DropPrefsGiven(keys=shape.keys)


def drop_prefs_body(answer: DropPrefsAnswer) -> Any:
    """What DropPrefs gives, as JSON."""
    return {"dropped": answer.dropped}


class ClearShape(Shape):
    """What a request for Clear says."""


async def clear_given(request: Request) -> ClearGiven:
    """The inputs of Clear."""
    await shaped(ClearShape, await fields(request))
    return ClearGiven()


def clear_body(answer: ClearAnswer) -> Any:
    """What Clear gives, as JSON."""
    return {}


class FocusShape(Shape):
    """What a request for Focus says."""

    id: Annotated[int, read_text_as(ITEM_ID)]


async def focus_given(request: Request) -> FocusGiven:
    """The inputs of Focus."""
    shape = await shaped(FocusShape, await fields(request), in_path(request))
    return FocusGiven(id=shape.id)


def focus_body(answer: FocusAnswer) -> Any:
    """What Focus gives, as JSON."""
    return {}


class SpendShape(Shape):
    """What a request for Spend says."""

    cost: Annotated[float, read_as(COST)]


async def spend_given(request: Request) -> SpendGiven:
    """The inputs of Spend."""
    shape = await shaped(SpendShape, await fields(request))
    return SpendGiven(cost=shape.cost)


def spend_body(answer: SpendAnswer) -> Any:
    """What Spend gives, as JSON."""
    return {"rest": answer.rest, "fee": answer.fee}


class SetGraceShape(Shape):
    """What a request for SetGrace says."""

    span: Annotated[int, read_as(GRACE)]
    twice: Annotated[bool, read_as(BOOL)]


async def set_grace_given(request: Request) -> SetGraceGiven:
    """The inputs of SetGrace."""
    shape = await shaped(SetGraceShape, await fields(request))
    return SetGraceGiven(span=shape.span, twice=shape.twice)


def set_grace_body(answer: SetGraceAnswer) -> Any:
    """What SetGrace gives, as JSON."""
    return {"half": answer.half}


class ToggleShape(Shape):
    """What a request for Toggle says."""

    stamp: Annotated[str, read_as(UUID)]


async def toggle_given(request: Request) -> ToggleGiven:
    """The inputs of Toggle."""
    shape = await shaped(ToggleShape, await fields(request))
    return ToggleGiven(stamp=shape.stamp)


def toggle_body(answer: ToggleAnswer) -> Any:
    """What Toggle gives, as JSON."""
    return {"warn_at": DATETIME.encode(answer.warn_at)}


class ReachShape(Shape):
    """What a request for Reach says."""

    contact: Annotated[str, read_texts_as(CONTACT)]


async def reach_given(request: Request) -> ReachGiven:
    """The inputs of Reach."""
    shape = await shaped(ReachShape, {}, in_query(request, "contact"))
    return ReachGiven(contact=shape.contact)


def reach_body(answer: ReachAnswer) -> Any:
    """What Reach gives, as JSON."""
    return {"secure": answer.secure}


async def report_given(request: Request) -> ReportGiven:
    """The inputs of Report."""
    return ReportGiven()


def report_body(answer: ReportAnswer) -> Any:
    """What Report gives, as JSON."""
    return {
        "entries": answer.entries,
        "lonely": answer.lonely,
        "tag_total": answer.tag_total,
        "heavy": _REPORT_HEAVY.encode(answer.heavy),
        "banner": answer.banner,
        "all_grades": answer.all_grades,
        "bounds": _REPORT_BOUNDS.encode(answer.bounds),
    }
