"""The types of EdgeCases: how their values travel, and which refinements they carry."""

from tests import clauses, model, parts
from tests.harness.types import (
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

ITEM_ID = Alias("ItemId", INT, Rule("ItemId.where", "value > 0", "edge_cases.spec:6", clauses.item_id_where))

NAME = Alias(
    "Name",
    STRING,
    Rule(
        "Name.where",
        "len(value) >= 1 and len(value) <= 40",
        "edge_cases.spec:8",
        clauses.name_where,
        parts=parts.name_where,
    ),
)

LABEL = Alias(
    "Label", NAME, Rule("Label.where", "value matches /^[a-z][a-z0-9_-]*$/", "edge_cases.spec:11", clauses.label_where)
)

PATH = Alias(
    "Path",
    STRING,
    Rule("Path.where", "value matches /^\\/[a-z0-9/.-]{0,30}$/", "edge_cases.spec:14", clauses.path_where),
)

TEXT = Alias(
    "Text",
    STRING,
    Rule("Text.where", "value.length <= 200", "edge_cases.spec:16", clauses.text_where, parts=parts.text_where),
)

SECRET = Alias(
    "Secret",
    STRING,
    Rule(
        "Secret.where",
        "len(value) >= 8 and len(value) <= 64",
        "edge_cases.spec:18",
        clauses.secret_where,
        parts=parts.secret_where,
    ),
)

CONTACT = Alias(
    "Contact",
    STRING,
    Rule(
        "Contact.where",
        "len(value) <= 80 and (isValidURI(value) or isValidEmail(value))",
        "edge_cases.spec:21",
        clauses.contact_where,
        parts=parts.contact_where,
    ),
)

WEIGHT = Alias(
    "Weight", FLOAT, Rule("Weight.where", "value >= 0 and value <= 1000.0", "edge_cases.spec:23", clauses.weight_where)
)

COST = Alias("Cost", FLOAT, Rule("Cost.where", "value > 0 and value <= 100", "edge_cases.spec:25", clauses.cost_where))

READING = Alias(
    "Reading", INT, Rule("Reading.where", "value >= -100 and value <= 100", "edge_cases.spec:27", clauses.reading_where)
)

GRACE = Alias(
    "Grace",
    DURATION,
    Rule(
        "Grace.where",
        "value >= seconds(1) and value <= hours(2)",
        "edge_cases.spec:29",
        clauses.grace_where,
        parts=parts.grace_where,
    ),
)

BASE = Entity(
    "Base",
    model.Base,
    lambda: (Field("id", "id", INT, None), Field("created_at", "created_at", DATETIME, None)),
    invariants=(
        Rule("Base.positiveId", "id > 0", "edge_cases.spec:45", clauses.base_positive_id, parts=parts.base_positive_id),
    ),
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
            Rule(
                "Sample.weight.where", "value >= 0 and value <= 1000", "edge_cases.spec:52", clauses.sample_weight_where
            ),
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
        Rule(
            "Sample.positiveId",
            "id > 0",
            "edge_cases.spec:45",
            clauses.sample_positive_id,
            parts=parts.sample_positive_id,
        ),
        Rule(
            "Sample.invariant[1]",
            "type = gradeOf(weight)",
            "edge_cases.spec:63",
            clauses.sample_invariant_1,
            parts=parts.sample_invariant_1,
        ),
        Rule(
            "Sample.closedIsDated",
            "state = CLOSED iff retired_at != none",
            "edge_cases.spec:64",
            clauses.sample_closed_is_dated,
            parts=parts.sample_closed_is_dated,
        ),
    ),
)
