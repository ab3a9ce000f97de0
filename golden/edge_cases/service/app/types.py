"""The types of EdgeCases: how their values travel, and which refinements they carry."""

from app import model, rules
from app.runtime.types import (
    DATETIME,
    DURATION,
    FLOAT,
    INT,
    STRING,
    UUID,
    Alias,
    Entity,
    Enum,
    Field,
    MapOf,
    Option,
    Rule,
    SeqOf,
    SetOf,
)

PHASE = Enum("Phase", model.PHASE_VALUES)

GRADE = Enum("Grade", model.GRADE_VALUES)

COLOUR = Enum("Colour", model.COLOUR_VALUES)

ITEM_ID = Alias("ItemId", INT, Rule("the refinement of `ItemId`", "value > 0", rules.item_id_where))

NAME = Alias("Name", STRING, Rule("the refinement of `Name`", "len(value) >= 1 and len(value) <= 40", rules.name_where))

LABEL = Alias("Label", NAME, Rule("the refinement of `Label`", "value matches /^[a-z][a-z0-9_-]*$/", rules.label_where))

PATH = Alias(
    "Path", STRING, Rule("the refinement of `Path`", "value matches /^\\/[a-z0-9\\/.-]{0,30}$/", rules.path_where)
)

TEXT = Alias("Text", STRING, Rule("the refinement of `Text`", "len(value) <= 200", rules.text_where))

SECRET = Alias(
    "Secret", STRING, Rule("the refinement of `Secret`", "len(value) >= 8 and len(value) <= 64", rules.secret_where)
)

CONTACT = Alias(
    "Contact",
    STRING,
    Rule(
        "the refinement of `Contact`",
        "len(value) <= 80 and (isValidURI(value) or isValidEmail(value))",
        rules.contact_where,
    ),
)

WEIGHT = Alias(
    "Weight", FLOAT, Rule("the refinement of `Weight`", "value >= 0.0 and value <= 1000.0", rules.weight_where)
)

COST = Alias("Cost", FLOAT, Rule("the refinement of `Cost`", "value > 0.0 and value <= 100.0", rules.cost_where))

READING = Alias(
    "Reading", INT, Rule("the refinement of `Reading`", "value >= -100 and value <= 100", rules.reading_where)
)

GRACE = Alias(
    "Grace", DURATION, Rule("the refinement of `Grace`", "value >= seconds(1) and value <= hours(2)", rules.grace_where)
)

BASE = Entity(
    "Base",
    model.Base,
    lambda: (Field("id", "id", INT, None), Field("created_at", "created_at", DATETIME, None)),
    invariants=(Rule("the invariant `positiveId` of `Base`", "id > 0", rules.base_positive_id),),
)

SAMPLE = Entity(
    "Sample",
    model.Sample,
    lambda: (
        Field("id", "id", INT, None),
        Field("created_at", "created_at", DATETIME, None),
        Field("name", "name", LABEL, None),
        Field("path", "path", PATH, None),
        Field(
            "weight",
            "weight",
            FLOAT,
            Rule("the refinement of `Sample.weight`", "value >= 0.0 and value <= 1000.0", rules.sample_weight_where),
        ),
        Field("type", "type", GRADE, None),
        Field("state", "state", PHASE, None),
        Field("tags", "tags", SetOf(COLOUR), None),
        Field("history", "history", SeqOf(STRING), None),
        Field("attributes", "attributes", MapOf(LABEL, INT), None),
        Field("note", "note", Option(TEXT), None),
        Field("trace", "trace", UUID, None),
        Field("lifetime", "lifetime", DURATION, None),
        Field("retired_at", "retired_at", Option(DATETIME), None),
        Field("seal_hash", "seal_hash", Option(STRING), None),
    ),
    invariants=(
        Rule("the invariant `positiveId` of `Sample`", "id > 0", rules.sample_positive_id),
        Rule("the invariant of `Sample`", "type = gradeOf(weight)", rules.sample_invariant_1),
        Rule(
            "the invariant `closedIsDated` of `Sample`",
            "state = Phase.CLOSED iff retired_at != none",
            rules.sample_closed_is_dated,
        ),
    ),
)
