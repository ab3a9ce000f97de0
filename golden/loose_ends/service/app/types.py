"""The types of LooseEnds: how their values travel, and which refinements they carry."""

from app import model, rules
from app.runtime.types import INT, STRING, Alias, Entity, Enum, Field, Rule

PARCEL_STATUS = Enum("ParcelStatus", model.PARCEL_STATUS_VALUES)

PARCEL_ID = Alias("ParcelId", INT, Rule("the refinement of `ParcelId`", "value > 0", rules.parcel_id_where))

GRAMS = Alias("Grams", INT, Rule("the refinement of `Grams`", "value >= 1 and value <= 30000", rules.grams_where))

ADDRESS = Alias(
    "Address", STRING, Rule("the refinement of `Address`", "len(value) >= 5 and len(value) <= 200", rules.address_where)
)

PARCEL = Entity(
    "Parcel",
    model.Parcel,
    lambda: (
        Field("id", "id", PARCEL_ID, None),
        Field("address", "address", ADDRESS, None),
        Field("weight", "weight", GRAMS, None),
        Field(
            "postage",
            "postage",
            INT,
            Rule("the refinement of `Parcel.postage`", "value >= 0", rules.parcel_postage_where),
        ),
        Field("status", "status", PARCEL_STATUS, None),
    ),
)
