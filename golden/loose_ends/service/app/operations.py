"""What LooseEnds does: each operation as a function from the state before to the state after."""

from __future__ import annotations

from app.model import (
    AcceptAnswer,
    AcceptGiven,
    DispatchAnswer,
    DispatchGiven,
    GetParcelAnswer,
    GetParcelGiven,
    Parcel,
    State,
)
from app.runtime import choices
from app.runtime.choices import Picks
from app.runtime.clauses import fits, inputs_fit, may_move, promised, requires
from app.runtime.values import OPEN, Instant, every, let, replace, touched, unknown
from app.types import ADDRESS, GRAMS, PARCEL, PARCEL_ID

_ACCEPT = (("address", "address", ADDRESS), ("weight", "weight", GRAMS))


def accept(before: State, given: AcceptGiven, now: Instant, pick: Picks) -> tuple[State, AcceptAnswer]:
    """Accept (loose_ends.spec:29)."""
    inputs_fit(_ACCEPT, given, before, now)
    requires(("deliverable(address)", lambda: unknown("deliverable(address)")))
    # ensures id not in parcels
    id = pick.choose(
        ("an ensures of `Accept`", "id not in parcels"),
        (lambda: choices.not_member_of(before.parcels),),
        choices.integers(0),
        lambda id: fits(PARCEL_ID, id, before, now) and id not in before.parcels,
    )
    after = before
    if id not in after.parcels:
        after = replace(
            after, parcels=after.parcels.put(id, Parcel(id=OPEN, address=OPEN, weight=OPEN, postage=OPEN, status=OPEN))
        )
    # ensures parcels'[id].id = id
    # ensures parcels'[id].address = address
    # ensures parcels'[id].weight = weight
    # ensures parcels'[id].status = ParcelStatus.ACCEPTED
    after = replace(
        after,
        parcels=after.parcels.put(
            id, replace(after.parcels[id], id=id, address=given.address, weight=given.weight, status="ACCEPTED")
        ),
    )
    if after.parcels[id].postage is OPEN:
        after = replace(
            after,
            parcels=after.parcels.put(
                id,
                replace(
                    after.parcels[id],
                    postage=pick.choose(
                        ("what `Accept` leaves open", ""),
                        (lambda: [before.parcels[id].postage], lambda: [id]),
                        choices.integers(0),
                        lambda value: let(
                            replace(after, parcels=after.parcels.put(id, replace(after.parcels[id], postage=value))),
                            lambda after: fits(PARCEL, after.parcels[id], after, now),
                        ),
                    ),
                ),
            ),
        )
    promised(
        "an ensures of `Accept`",
        "parcels'[id].postage = postageFor(weight, address)",
        lambda: unknown("parcels'[id].postage = postageFor(weight, address)"),
    )
    answer = AcceptAnswer(id=id)
    pick.settled(after, answer)
    promised(
        "the invariant `keysAreIds`",
        "all k in parcels | parcels[k].id = k",
        lambda: every(after.parcels.at(touched(before.parcels, after.parcels)), lambda k: after.parcels[k].id == k),
    )
    return after, answer


_GET_PARCEL = (("id", "id", PARCEL_ID),)


def get_parcel(before: State, given: GetParcelGiven, now: Instant, pick: Picks) -> tuple[State, GetParcelAnswer]:
    """GetParcel (loose_ends.spec:43)."""
    inputs_fit(_GET_PARCEL, given, before, now)
    requires(
        ("id in parcels", lambda: given.id in before.parcels),
        present=(("id in parcels", lambda: given.id in before.parcels),),
    )
    # ensures parcel = parcels[id]
    parcel = before.parcels[given.id]
    return before, GetParcelAnswer(parcel=parcel)


_DISPATCH = (("id", "id", PARCEL_ID),)


def dispatch(before: State, given: DispatchGiven, now: Instant, pick: Picks) -> tuple[State, DispatchAnswer]:
    """Dispatch (loose_ends.spec:52)."""
    inputs_fit(_DISPATCH, given, before, now)
    requires(
        ("id in parcels", lambda: given.id in before.parcels),
        ("parcels[id].status = ParcelStatus.ACCEPTED", lambda: before.parcels[given.id].status == "ACCEPTED"),
        ("carrierHasRoom(parcels[id].weight)", lambda: unknown("carrierHasRoom(parcels[id].weight)")),
        moves=(("ParcelLife", lambda: may_move(before.parcels, given.id, lambda own: own.status == "ACCEPTED")),),
        present=(("id in parcels", lambda: given.id in before.parcels),),
    )
    # ensures parcels'[id].status = ParcelStatus.SENT
    after = replace(before, parcels=before.parcels.put(given.id, replace(before.parcels[given.id], status="SENT")))
    # ensures parcel = parcels'[id]
    parcel = after.parcels[given.id]
    return after, DispatchAnswer(parcel=parcel)
