"""EdgeCases: its state, its operations, and the rules about them, as a table."""

from tests import clauses, model, strategies
from tests.harness.service import (
    Header,
    Input,
    Move,
    MoveRule,
    Operation,
    Output,
    Presence,
    Scheme,
    Service,
    Slot,
    StateField,
)
from tests.harness.types import (
    BOOL,
    DATETIME,
    DURATION,
    FLOAT,
    INT,
    STRING,
    UUID,
    MapOf,
    MultiOf,
    Option,
    Rule,
    SeqOf,
    SetOf,
)
from tests.wire import (
    BASE,
    COLOUR,
    CONTACT,
    COST,
    GRACE,
    GRADE,
    ITEM_ID,
    LABEL,
    PATH,
    READING,
    SAMPLE,
    SECRET,
    TEXT,
    WEIGHT,
)

CREATE = Operation(
    name="Create",
    method="POST",
    path=("samples",),
    status=201,
    given=model.CreateGiven,
    answer=model.CreateAnswer,
    inputs=(
        Input("name", "name", "body", LABEL, strategies.strategy_create_name),
        Input("path", "path", "body", PATH, strategies.strategy_create_path),
        Input("weight", "weight", "body", WEIGHT, strategies.strategy_create_weight),
        Input("tags", "tags", "body", SetOf(COLOUR), strategies.strategy_create_tags),
        Input("note", "note", "body", Option(TEXT), strategies.strategy_create_note),
    ),
    outputs=(Output("id", "id", ITEM_ID), Output("ticket", "ticket", UUID)),
    headers=(Header("X-Label", clauses.create_header_x_label),),
    requires=(
        Rule("Create.requires[0]", "name not in labels", "edge_cases.spec:108", clauses.create_requires_0),
        Rule("Create.requires[1]", "name.length + path.length <= 60", "edge_cases.spec:109", clauses.create_requires_1),
        Rule("Create.requires[2]", "tags subset palette()", "edge_cases.spec:110", clauses.create_requires_2),
        Rule(
            "Create.requires[3]",
            "exists c in palette() | c not in tags",
            "edge_cases.spec:111",
            clauses.create_requires_3,
        ),
    ),
    ensures=(
        Rule("Create.ensures[0]", "id not in samples", "edge_cases.spec:113", clauses.create_ensures_0),
        Rule(
            "Create.ensures[1]",
            (
                "samples' = samples + {id -> Sample { id = id, created_at = now(), name = name, path "
                "= path, weight = weight, type = gradeOf(weight), state = Phase.DRAFT, tags = tags, "
                'history = ["created"], attributes = {}, note = note, trace = ticket, lifetime '
                "= seconds(0) }}"
            ),
            "edge_cases.spec:114",
            clauses.create_ensures_1,
        ),
        Rule("Create.ensures[2]", "readings'[id] = {0}", "edge_cases.spec:129", clauses.create_ensures_2),
        Rule("Create.ensures[3]", "labels' = labels union {name}", "edge_cases.spec:130", clauses.create_ensures_3),
        Rule("Create.ensures[4]", "total' = total + 1", "edge_cases.spec:131", clauses.create_ensures_4),
        Rule(
            "Create.ensures[5]",
            "let before = #samples in population()' = before + 1",
            "edge_cases.spec:132",
            clauses.create_ensures_5,
        ),
        Rule("Create.ensures[6]", "tagCount(id)' = #tags", "edge_cases.spec:133", clauses.create_ensures_6),
    ),
    changes=(clauses.create_changes_0, clauses.create_changes_1, clauses.create_changes_2, clauses.create_changes_3),
    auth=(Scheme("robot", "header", "X-Robot-Key"), Scheme("admin", "basic")),
    shape="object",
)

GET = Operation(
    name="Get",
    method="GET",
    path=("samples", Slot("id")),
    status=200,
    given=model.GetGiven,
    answer=model.GetAnswer,
    inputs=(Input("id", "id", "path", ITEM_ID, strategies.strategy_get_id),),
    outputs=(Output("sample", "sample", SAMPLE),),
    requires=(Rule("Get.requires[0]", "id in samples", "edge_cases.spec:140", clauses.get_requires_0),),
    presence=(Presence("id", 0, clauses.get_presence_0),),
    ensures=(Rule("Get.ensures[0]", "sample = samples[id]", "edge_cases.spec:142", clauses.get_ensures_0),),
    shape="whole",
    read_only=True,
    siblings=frozenset({"by-name", "drop"}),
)

FIND_BY_NAME = Operation(
    name="FindByName",
    method="GET",
    path=("samples", "by-name", Slot("name")),
    status=200,
    given=model.FindByNameGiven,
    answer=model.FindByNameAnswer,
    inputs=(Input("name", "name", "path", LABEL, strategies.strategy_find_by_name_name),),
    outputs=(Output("sample", "sample", SAMPLE),),
    requires=(
        Rule("FindByName.requires[0]", "name in labels", "edge_cases.spec:149", clauses.find_by_name_requires_0),
    ),
    presence=(Presence("name", 0, clauses.find_by_name_presence_0),),
    ensures=(
        Rule(
            "FindByName.ensures[0]",
            "sample = (the s in ran(samples) | s.name = name)",
            "edge_cases.spec:151",
            clauses.find_by_name_ensures_0,
        ),
    ),
    shape="whole",
    read_only=True,
    siblings=frozenset(
        {"activate", "attributes", "close", "links", "name", "readings", "revive", "root", "seal", "tags", "weight"}
    ),
)

SEARCH = Operation(
    name="Search",
    method="GET",
    path=("samples",),
    status=200,
    given=model.SearchGiven,
    answer=model.SearchAnswer,
    inputs=(
        Input("type", "type", "query", Option(GRADE), strategies.strategy_search_type),
        Input("colours", "colours", "query", SetOf(COLOUR), strategies.strategy_search_colours),
        Input("since", "since", "query", Option(DATETIME), strategies.strategy_search_since),
    ),
    outputs=(Output("found", "found", SetOf(SAMPLE)),),
    ensures=(
        Rule(
            "Search.ensures[0]",
            (
                "found = { s in ran(samples) | (type = none or s.type = type) and colours subset "
                "s.tags and (since = none or s.created_at >= since) }"
            ),
            "edge_cases.spec:159",
            clauses.search_ensures_0,
        ),
    ),
    shape="whole",
    read_only=True,
)

RENAME = Operation(
    name="Rename",
    method="PUT",
    path=("samples", Slot("id"), "name"),
    status=200,
    given=model.RenameGiven,
    answer=model.RenameAnswer,
    inputs=(
        Input("id", "id", "path", ITEM_ID, strategies.strategy_rename_id),
        Input("name", "name", "body", LABEL, strategies.strategy_rename_name),
    ),
    requires=(
        Rule("Rename.requires[0]", "id in samples", "edge_cases.spec:169", clauses.rename_requires_0),
        Rule("Rename.requires[1]", "name not in labels", "edge_cases.spec:170", clauses.rename_requires_1),
        Rule(
            "Rename.requires[2]",
            "name.length + samples[id].path.length <= 60",
            "edge_cases.spec:171",
            clauses.rename_requires_2,
        ),
    ),
    presence=(Presence("id", 0, clauses.rename_presence_0),),
    ensures=(
        Rule("Rename.ensures[0]", "samples'[id].name = name", "edge_cases.spec:174", clauses.rename_ensures_0),
        Rule(
            "Rename.ensures[1]",
            "labels' = labels - {samples[id].name} + {name}",
            "edge_cases.spec:175",
            clauses.rename_ensures_1,
        ),
    ),
    changes=(clauses.rename_changes_0, clauses.rename_changes_1),
    shape="empty",
    siblings=frozenset({"by-name", "drop"}),
)

REWEIGH = Operation(
    name="Reweigh",
    method="PUT",
    path=("samples", Slot("id"), "weight"),
    status=200,
    given=model.ReweighGiven,
    answer=model.ReweighAnswer,
    inputs=(
        Input("id", "id", "path", ITEM_ID, strategies.strategy_reweigh_id),
        Input("weight", "weight", "body", WEIGHT, strategies.strategy_reweigh_weight),
    ),
    outputs=(Output("grade", "grade", GRADE),),
    requires=(Rule("Reweigh.requires[0]", "isOpen(id)", "edge_cases.spec:182", clauses.reweigh_requires_0),),
    presence=(Presence("id", 0, clauses.reweigh_presence_0),),
    ensures=(
        Rule(
            "Reweigh.ensures[0]",
            "samples' = pre(samples) + {id -> samples[id] with { weight = weight, type = gradeOf(weight) }}",
            "edge_cases.spec:184",
            clauses.reweigh_ensures_0,
        ),
        Rule("Reweigh.ensures[1]", "grade = samples'[id].type", "edge_cases.spec:188", clauses.reweigh_ensures_1),
        Rule(
            "Reweigh.ensures[2]",
            "weight > 10 and weight <= 100 implies grade = Grade.ACTIVE",
            "edge_cases.spec:189",
            clauses.reweigh_ensures_2,
            clauses.reweigh_ensures_2_says,
        ),
    ),
    changes=(clauses.reweigh_changes_0,),
    shape="object",
    siblings=frozenset({"by-name", "drop"}),
)

RETAG = Operation(
    name="Retag",
    method="PATCH",
    path=("samples", Slot("id"), "tags"),
    status=200,
    given=model.RetagGiven,
    answer=model.RetagAnswer,
    inputs=(
        Input("id", "id", "path", ITEM_ID, strategies.strategy_retag_id),
        Input("add", "add", "body", SetOf(COLOUR), strategies.strategy_retag_add),
        Input("drop", "drop", "body", SetOf(COLOUR), strategies.strategy_retag_drop),
    ),
    outputs=(Output("sample", "sample", SAMPLE),),
    requires=(
        Rule("Retag.requires[0]", "id in samples", "edge_cases.spec:196", clauses.retag_requires_0),
        Rule("Retag.requires[1]", "add intersect drop = {}", "edge_cases.spec:197", clauses.retag_requires_1),
        Rule("Retag.requires[2]", "add in ^palette()", "edge_cases.spec:198", clauses.retag_requires_2),
    ),
    presence=(Presence("id", 0, clauses.retag_presence_0),),
    ensures=(
        Rule(
            "Retag.ensures[0]",
            "samples'[id].tags = samples[id].tags union add minus drop",
            "edge_cases.spec:200",
            clauses.retag_ensures_0,
        ),
        Rule("Retag.ensures[1]", "sample = samples'[id]", "edge_cases.spec:201", clauses.retag_ensures_1),
        Rule(
            "Retag.ensures[2]",
            "all c: Colour, b: Bool | c in drop and b implies c not in sample.tags",
            "edge_cases.spec:202",
            clauses.retag_ensures_2,
            clauses.retag_ensures_2_says,
        ),
    ),
    changes=(clauses.retag_changes_0,),
    shape="whole",
    siblings=frozenset({"by-name", "drop"}),
)

ANNOTATE = Operation(
    name="Annotate",
    method="PUT",
    path=("samples", Slot("entity"), "attributes", Slot("field")),
    status=200,
    given=model.AnnotateGiven,
    answer=model.AnnotateAnswer,
    inputs=(
        Input("entity", "entity", "path", ITEM_ID, strategies.strategy_annotate_entity),
        Input("field", "field", "path", LABEL, strategies.strategy_annotate_field),
        Input("amount", "amount", "body", READING, strategies.strategy_annotate_amount),
    ),
    outputs=(Output("size", "size", INT),),
    requires=(
        Rule(
            "Annotate.requires[0]",
            "entity in samples and samples[entity].state != CLOSED",
            "edge_cases.spec:210",
            clauses.annotate_requires_0,
        ),
        Rule(
            "Annotate.requires[1]",
            "#samples[entity].attributes < 8 or field in samples[entity].attributes",
            "edge_cases.spec:212",
            clauses.annotate_requires_1,
        ),
    ),
    presence=(Presence("entity", 0, clauses.annotate_presence_0),),
    ensures=(
        Rule(
            "Annotate.ensures[0]",
            "samples'[entity].attributes = old + {field -> amount}",
            "edge_cases.spec:215",
            clauses.annotate_ensures_0,
        ),
        Rule(
            "Annotate.ensures[1]",
            "size = if field in old then #old else #old + 1",
            "edge_cases.spec:216",
            clauses.annotate_ensures_1,
        ),
        Rule("Annotate.ensures[2]", "size > 0", "edge_cases.spec:219", clauses.annotate_ensures_2),
    ),
    changes=(clauses.annotate_changes_0,),
    shape="object",
    siblings=frozenset({"by-name", "drop"}),
)

SEAL = Operation(
    name="Seal",
    method="POST",
    path=("samples", Slot("id"), "seal"),
    status=200,
    given=model.SealGiven,
    answer=model.SealAnswer,
    inputs=(
        Input("id", "id", "path", ITEM_ID, strategies.strategy_seal_id),
        Input("secret", "secret", "body", SECRET, strategies.strategy_seal_secret),
    ),
    requires=(
        Rule("Seal.requires[0]", "id in samples", "edge_cases.spec:225", clauses.seal_requires_0),
        Rule("Seal.requires[1]", "samples[id].seal_hash = none", "edge_cases.spec:226", clauses.seal_requires_1),
    ),
    presence=(Presence("id", 0, clauses.seal_presence_0),),
    ensures=(
        Rule("Seal.ensures[0]", "samples'[id].seal_hash = hash(secret)", "edge_cases.spec:228", clauses.seal_ensures_0),
        Rule(
            "Seal.ensures[1]",
            'samples\'[id].history = samples[id].history + ["sealed: \\"\\u{1F512}\\"\\t\\\\o/\\r\\n"]',
            "edge_cases.spec:229",
            clauses.seal_ensures_1,
        ),
    ),
    changes=(clauses.seal_changes_0, clauses.seal_changes_1),
    shape="empty",
    siblings=frozenset({"by-name", "drop"}),
)

REMOVE = Operation(
    name="Remove",
    method="DELETE",
    path=("samples", Slot("id")),
    status=200,
    given=model.RemoveGiven,
    answer=model.RemoveAnswer,
    inputs=(Input("id", "id", "path", ITEM_ID, strategies.strategy_remove_id),),
    outputs=(Output("left", "left", INT),),
    requires=(
        Rule("Remove.requires[0]", "id in samples", "edge_cases.spec:237", clauses.remove_requires_0),
        Rule("Remove.requires[1]", "no a in links | id in links[a]", "edge_cases.spec:238", clauses.remove_requires_1),
    ),
    presence=(Presence("id", 0, clauses.remove_presence_0),),
    ensures=(
        Rule("Remove.ensures[0]", "samples' = samples - {id}", "edge_cases.spec:240", clauses.remove_ensures_0),
        Rule("Remove.ensures[1]", "roots' = roots - {id}", "edge_cases.spec:241", clauses.remove_ensures_1),
        Rule("Remove.ensures[2]", "readings' = readings - {id}", "edge_cases.spec:242", clauses.remove_ensures_2),
        Rule("Remove.ensures[3]", "links' = links - {id}", "edge_cases.spec:243", clauses.remove_ensures_3),
        Rule(
            "Remove.ensures[4]",
            "labels' = pre(labels) minus {samples[id].name}",
            "edge_cases.spec:244",
            clauses.remove_ensures_4,
        ),
        Rule("Remove.ensures[5]", "total' = total - 1", "edge_cases.spec:245", clauses.remove_ensures_5),
        Rule(
            "Remove.ensures[6]",
            "focus = id implies focus' = none",
            "edge_cases.spec:246",
            clauses.remove_ensures_6,
            clauses.remove_ensures_6_says,
        ),
        Rule("Remove.ensures[7]", "left = #samples'", "edge_cases.spec:248", clauses.remove_ensures_7),
    ),
    changes=(
        clauses.remove_changes_0,
        clauses.remove_changes_1,
        clauses.remove_changes_2,
        clauses.remove_changes_3,
        clauses.remove_changes_4,
        clauses.remove_changes_5,
        clauses.remove_changes_6,
    ),
    auth=(Scheme("admin", "basic"),),
    shape="object",
    siblings=frozenset({"by-name", "drop"}),
)

ACTIVATE = Operation(
    name="Activate",
    method="POST",
    path=("samples", Slot("id"), "activate"),
    status=200,
    given=model.ActivateGiven,
    answer=model.ActivateAnswer,
    inputs=(Input("id", "id", "path", ITEM_ID, strategies.strategy_activate_id),),
    outputs=(Output("sample", "sample", SAMPLE),),
    requires=(
        Rule("Activate.requires[0]", "id in samples", "edge_cases.spec:257", clauses.activate_requires_0),
        Rule("Activate.requires[1]", "samples[id].state = DRAFT", "edge_cases.spec:258", clauses.activate_requires_1),
    ),
    presence=(Presence("id", 0, clauses.activate_presence_0),),
    moves=(
        Move(
            "SampleLife",
            "state",
            "samples",
            "id",
            (
                MoveRule(
                    "DRAFT",
                    "ACTIVE",
                    clauses.activate_guard_0,
                    "SampleLife DRAFT -> ACTIVE via Activate",
                    "edge_cases.spec:296",
                ),
            ),
        ),
    ),
    ensures=(
        Rule(
            "Activate.ensures[0]",
            (
                "samples' = samples + {id -> samples[id] with { state = ACTIVE, history = samples[id].history "
                '+ ["activated"] }}'
            ),
            "edge_cases.spec:260",
            clauses.activate_ensures_0,
        ),
        Rule("Activate.ensures[1]", "sample = samples'[id]", "edge_cases.spec:264", clauses.activate_ensures_1),
    ),
    changes=(clauses.activate_changes_0, clauses.activate_changes_1),
    shape="whole",
    siblings=frozenset({"by-name", "drop"}),
)

CLOSE = Operation(
    name="Close",
    method="POST",
    path=("samples", Slot("id"), "close"),
    status=200,
    given=model.CloseGiven,
    answer=model.CloseAnswer,
    inputs=(Input("id", "id", "path", ITEM_ID, strategies.strategy_close_id),),
    outputs=(Output("sample", "sample", SAMPLE),),
    requires=(
        Rule("Close.requires[0]", "id in samples", "edge_cases.spec:271", clauses.close_requires_0),
        Rule("Close.requires[1]", "samples[id].state = Phase.ACTIVE", "edge_cases.spec:272", clauses.close_requires_1),
    ),
    presence=(Presence("id", 0, clauses.close_presence_0),),
    moves=(
        Move(
            "SampleLife",
            "state",
            "samples",
            "id",
            (MoveRule("ACTIVE", "CLOSED", None, "SampleLife ACTIVE -> CLOSED via Close", "edge_cases.spec:297"),),
        ),
    ),
    ensures=(
        Rule("Close.ensures[0]", "samples'[id].state = CLOSED", "edge_cases.spec:274", clauses.close_ensures_0),
        Rule(
            "Close.ensures[1]",
            "samples'[id].retired_at = now() + grace",
            "edge_cases.spec:275",
            clauses.close_ensures_1,
        ),
        Rule(
            "Close.ensures[2]",
            "samples'[id].lifetime = now() - samples[id].created_at",
            "edge_cases.spec:276",
            clauses.close_ensures_2,
        ),
        Rule("Close.ensures[3]", "sample = samples'[id]", "edge_cases.spec:277", clauses.close_ensures_3),
    ),
    changes=(clauses.close_changes_0, clauses.close_changes_1, clauses.close_changes_2),
    shape="whole",
    siblings=frozenset({"by-name", "drop"}),
)

REVIVE = Operation(
    name="Revive",
    method="POST",
    path=("samples", Slot("id"), "revive"),
    status=200,
    given=model.ReviveGiven,
    answer=model.ReviveAnswer,
    inputs=(Input("id", "id", "path", ITEM_ID, strategies.strategy_revive_id),),
    outputs=(Output("sample", "sample", SAMPLE),),
    requires=(
        Rule("Revive.requires[0]", "id in samples", "edge_cases.spec:285", clauses.revive_requires_0),
        Rule("Revive.requires[1]", "samples[id].state = CLOSED", "edge_cases.spec:286", clauses.revive_requires_1),
    ),
    presence=(Presence("id", 0, clauses.revive_presence_0),),
    moves=(
        Move(
            "SampleLife",
            "state",
            "samples",
            "id",
            (
                MoveRule(
                    "CLOSED",
                    "ACTIVE",
                    clauses.revive_guard_0,
                    "SampleLife CLOSED -> ACTIVE via Revive",
                    "edge_cases.spec:298",
                ),
            ),
        ),
    ),
    ensures=(
        Rule("Revive.ensures[0]", "samples'[id].state = ACTIVE", "edge_cases.spec:288", clauses.revive_ensures_0),
        Rule("Revive.ensures[1]", "samples'[id].retired_at = none", "edge_cases.spec:289", clauses.revive_ensures_1),
        Rule("Revive.ensures[2]", "sample = samples'[id]", "edge_cases.spec:290", clauses.revive_ensures_2),
    ),
    changes=(clauses.revive_changes_0, clauses.revive_changes_1),
    shape="whole",
    siblings=frozenset({"by-name", "drop"}),
)

MARK_ROOT = Operation(
    name="MarkRoot",
    method="POST",
    path=("samples", Slot("id"), "root"),
    status=201,
    given=model.MarkRootGiven,
    answer=model.MarkRootAnswer,
    inputs=(Input("id", "id", "path", ITEM_ID, strategies.strategy_mark_root_id),),
    requires=(
        Rule("MarkRoot.requires[0]", "id in samples", "edge_cases.spec:306", clauses.mark_root_requires_0),
        Rule("MarkRoot.requires[1]", "id not in roots", "edge_cases.spec:307", clauses.mark_root_requires_1),
    ),
    presence=(Presence("id", 0, clauses.mark_root_presence_0),),
    ensures=(
        Rule(
            "MarkRoot.ensures[0]",
            "roots'[id] = Base { id = id, created_at = now() }",
            "edge_cases.spec:309",
            clauses.mark_root_ensures_0,
        ),
    ),
    changes=(clauses.mark_root_changes_0,),
    shape="empty",
    siblings=frozenset({"by-name", "drop"}),
)

ADD_READING = Operation(
    name="AddReading",
    method="POST",
    path=("samples", Slot("id"), "readings"),
    status=201,
    given=model.AddReadingGiven,
    answer=model.AddReadingAnswer,
    inputs=(
        Input("id", "id", "path", ITEM_ID, strategies.strategy_add_reading_id),
        Input("reading", "reading", "body", READING, strategies.strategy_add_reading_reading),
    ),
    outputs=(
        Output("highest", "highest", INT),
        Output("lowest", "lowest", INT),
        Output("spread", "spread", INT),
        Output("middle", "middle", INT),
        Output("clamped", "clamped", INT),
    ),
    requires=(
        Rule("AddReading.requires[0]", "id in samples", "edge_cases.spec:316", clauses.add_reading_requires_0),
        Rule("AddReading.requires[1]", "#readings[id] < 10", "edge_cases.spec:317", clauses.add_reading_requires_1),
    ),
    presence=(Presence("id", 0, clauses.add_reading_presence_0),),
    ensures=(
        Rule(
            "AddReading.ensures[0]",
            "readings'[id] = readings[id] + {reading}",
            "edge_cases.spec:319",
            clauses.add_reading_ensures_0,
        ),
        Rule(
            "AddReading.ensures[1]",
            "highest = max(readings'[id])",
            "edge_cases.spec:320",
            clauses.add_reading_ensures_1,
        ),
        Rule(
            "AddReading.ensures[2]", "lowest = min(readings'[id])", "edge_cases.spec:321", clauses.add_reading_ensures_2
        ),
        Rule(
            "AddReading.ensures[3]",
            "spread = abs(lowest - highest)",
            "edge_cases.spec:322",
            clauses.add_reading_ensures_3,
        ),
        Rule(
            "AddReading.ensures[4]",
            "middle = (highest + lowest) / 2",
            "edge_cases.spec:323",
            clauses.add_reading_ensures_4,
        ),
        Rule(
            "AddReading.ensures[5]",
            "clamped = max(-50, min(50, reading * 2))",
            "edge_cases.spec:324",
            clauses.add_reading_ensures_5,
        ),
    ),
    changes=(clauses.add_reading_changes_0,),
    shape="object",
    siblings=frozenset({"by-name", "drop"}),
)

LINK = Operation(
    name="Link",
    method="POST",
    path=("samples", Slot("source"), "links"),
    status=201,
    given=model.LinkGiven,
    answer=model.LinkAnswer,
    inputs=(
        Input("source", "source", "path", ITEM_ID, strategies.strategy_link_source),
        Input("target", "target", "body", ITEM_ID, strategies.strategy_link_target),
    ),
    outputs=(Output("targets", "targets", SetOf(ITEM_ID)),),
    requires=(
        Rule("Link.requires[0]", "source in samples", "edge_cases.spec:331", clauses.link_requires_0),
        Rule("Link.requires[1]", "target in samples", "edge_cases.spec:332", clauses.link_requires_1),
        Rule("Link.requires[2]", "source != target", "edge_cases.spec:333", clauses.link_requires_2),
        Rule("Link.requires[3]", "target not in links[source]", "edge_cases.spec:334", clauses.link_requires_3),
    ),
    presence=(Presence("source", 0, clauses.link_presence_0), Presence("target", 1, clauses.link_presence_1)),
    ensures=(
        Rule(
            "Link.ensures[0]",
            "links' = links + {source -> links[source] + {target}}",
            "edge_cases.spec:336",
            clauses.link_ensures_0,
        ),
        Rule("Link.ensures[1]", "targets = links'[source]", "edge_cases.spec:337", clauses.link_ensures_1),
    ),
    changes=(clauses.link_changes_0,),
    shape="whole",
    siblings=frozenset({"by-name", "drop"}),
)

UNLINK = Operation(
    name="Unlink",
    method="DELETE",
    path=("samples", Slot("source"), "links", Slot("target")),
    status=204,
    given=model.UnlinkGiven,
    answer=model.UnlinkAnswer,
    inputs=(
        Input("source", "source", "path", ITEM_ID, strategies.strategy_unlink_source),
        Input("target", "target", "path", ITEM_ID, strategies.strategy_unlink_target),
    ),
    requires=(
        Rule("Unlink.requires[0]", "source in samples", "edge_cases.spec:343", clauses.unlink_requires_0),
        Rule("Unlink.requires[1]", "target in links[source]", "edge_cases.spec:344", clauses.unlink_requires_1),
    ),
    presence=(Presence("source", 0, clauses.unlink_presence_0), Presence("target", 1, clauses.unlink_presence_1)),
    ensures=(
        Rule(
            "Unlink.ensures[0]",
            "links'[source] = links[source] - {target}",
            "edge_cases.spec:346",
            clauses.unlink_ensures_0,
        ),
    ),
    changes=(clauses.unlink_changes_0,),
    shape="none",
    siblings=frozenset({"by-name", "drop"}),
)

NOTE = Operation(
    name="Note",
    method="POST",
    path=("log",),
    status=201,
    given=model.NoteGiven,
    answer=model.NoteAnswer,
    inputs=(Input("message", "message", "body", TEXT, strategies.strategy_note_message),),
    outputs=(Output("position", "position", INT),),
    requires=(
        Rule("Note.requires[0]", "not (message matches /^\\s*$/)", "edge_cases.spec:355", clauses.note_requires_0),
    ),
    ensures=(
        Rule("Note.ensures[0]", 'log\' = log + ["- " + message]', "edge_cases.spec:357", clauses.note_ensures_0),
        Rule("Note.ensures[1]", "position = #log", "edge_cases.spec:358", clauses.note_ensures_1),
        Rule("Note.ensures[2]", 'log\'[position] = "- " + message', "edge_cases.spec:359", clauses.note_ensures_2),
    ),
    changes=(clauses.note_changes_0,),
    shape="object",
)

SET_PREF = Operation(
    name="SetPref",
    method="PUT",
    path=("prefs", Slot("key")),
    status=200,
    given=model.SetPrefGiven,
    answer=model.SetPrefAnswer,
    inputs=(
        Input("key", "key", "path", LABEL, strategies.strategy_set_pref_key),
        Input("amount", "amount", "body", READING, strategies.strategy_set_pref_amount),
    ),
    outputs=(Output("previous", "previous", Option(INT)),),
    ensures=(
        Rule(
            "SetPref.ensures[0]", "prefs' = prefs + {key -> amount}", "edge_cases.spec:366", clauses.set_pref_ensures_0
        ),
        Rule(
            "SetPref.ensures[1]",
            "previous = if key in prefs then some(prefs[key]) else none",
            "edge_cases.spec:367",
            clauses.set_pref_ensures_1,
        ),
    ),
    changes=(clauses.set_pref_changes_0,),
    shape="object",
    siblings=frozenset({"by-name", "drop"}),
)

DROP_PREFS = Operation(
    name="DropPrefs",
    method="POST",
    path=("prefs", "drop"),
    status=200,
    given=model.DropPrefsGiven,
    answer=model.DropPrefsAnswer,
    inputs=(Input("keys", "keys", "body", SetOf(LABEL), strategies.strategy_drop_prefs_keys),),
    outputs=(Output("dropped", "dropped", INT),),
    requires=(
        Rule("DropPrefs.requires[0]", "#keys > 0", "edge_cases.spec:374", clauses.drop_prefs_requires_0),
        Rule("DropPrefs.requires[1]", "keys subset dom(prefs)", "edge_cases.spec:375", clauses.drop_prefs_requires_1),
    ),
    ensures=(
        Rule("DropPrefs.ensures[0]", "prefs' = prefs - keys", "edge_cases.spec:377", clauses.drop_prefs_ensures_0),
        Rule("DropPrefs.ensures[1]", "dropped = #keys", "edge_cases.spec:378", clauses.drop_prefs_ensures_1),
    ),
    changes=(clauses.drop_prefs_changes_0,),
    shape="object",
)

CLEAR = Operation(
    name="Clear",
    method="POST",
    path=("clear",),
    status=200,
    given=model.ClearGiven,
    answer=model.ClearAnswer,
    requires=(Rule("Clear.requires[0]", "#log > 0 or #prefs > 0", "edge_cases.spec:384", clauses.clear_requires_0),),
    ensures=(
        Rule("Clear.ensures[0]", "log' = []", "edge_cases.spec:386", clauses.clear_ensures_0),
        Rule("Clear.ensures[1]", "prefs' = {}", "edge_cases.spec:387", clauses.clear_ensures_1),
    ),
    changes=(clauses.clear_changes_0, clauses.clear_changes_1),
    shape="empty",
)

FOCUS = Operation(
    name="Focus",
    method="PUT",
    path=("focus", Slot("id")),
    status=200,
    given=model.FocusGiven,
    answer=model.FocusAnswer,
    inputs=(Input("id", "id", "path", ITEM_ID, strategies.strategy_focus_id),),
    requires=(Rule("Focus.requires[0]", "id in samples", "edge_cases.spec:393", clauses.focus_requires_0),),
    presence=(Presence("id", 0, clauses.focus_presence_0),),
    ensures=(Rule("Focus.ensures[0]", "focus' = some(id)", "edge_cases.spec:395", clauses.focus_ensures_0),),
    changes=(clauses.focus_changes_0,),
    shape="empty",
    siblings=frozenset({"by-name", "drop"}),
)

SPEND = Operation(
    name="Spend",
    method="POST",
    path=("spend",),
    status=200,
    given=model.SpendGiven,
    answer=model.SpendAnswer,
    inputs=(Input("cost", "cost", "body", COST, strategies.strategy_spend_cost),),
    outputs=(Output("rest", "rest", FLOAT), Output("fee", "fee", FLOAT)),
    requires=(Rule("Spend.requires[0]", "budget >= cost", "edge_cases.spec:402", clauses.spend_requires_0),),
    ensures=(
        Rule("Spend.ensures[0]", "budget' = budget - cost", "edge_cases.spec:404", clauses.spend_ensures_0),
        Rule("Spend.ensures[1]", "rest = budget'", "edge_cases.spec:405", clauses.spend_ensures_1),
        Rule("Spend.ensures[2]", "fee = cost * 3 / 4.0", "edge_cases.spec:406", clauses.spend_ensures_2),
    ),
    changes=(clauses.spend_changes_0,),
    shape="object",
)

SET_GRACE = Operation(
    name="SetGrace",
    method="PUT",
    path=("grace",),
    status=200,
    given=model.SetGraceGiven,
    answer=model.SetGraceAnswer,
    inputs=(
        Input("span", "span", "body", GRACE, strategies.strategy_set_grace_span),
        Input("twice", "twice", "body", BOOL, strategies.strategy_set_grace_twice),
    ),
    outputs=(Output("half", "half", DURATION),),
    ensures=(
        Rule(
            "SetGrace.ensures[0]",
            "grace' = if twice then span * 2 else span",
            "edge_cases.spec:413",
            clauses.set_grace_ensures_0,
        ),
        Rule("SetGrace.ensures[1]", "half = grace' / 2", "edge_cases.spec:414", clauses.set_grace_ensures_1),
        Rule(
            "SetGrace.ensures[2]",
            "half + half <= grace' and grace' - half >= half",
            "edge_cases.spec:415",
            clauses.set_grace_ensures_2,
        ),
    ),
    changes=(clauses.set_grace_changes_0,),
    shape="object",
)

TOGGLE = Operation(
    name="Toggle",
    method="POST",
    path=("toggle",),
    status=200,
    given=model.ToggleGiven,
    answer=model.ToggleAnswer,
    inputs=(Input("stamp", "stamp", "body", UUID, strategies.strategy_toggle_stamp),),
    outputs=(Output("warn_at", "warn_at", DATETIME),),
    requires=(Rule("Toggle.requires[0]", "stamp != marker", "edge_cases.spec:422", clauses.toggle_requires_0),),
    ensures=(
        Rule("Toggle.ensures[0]", "marker' = stamp", "edge_cases.spec:424", clauses.toggle_ensures_0),
        Rule("Toggle.ensures[1]", "paused' = (not paused)", "edge_cases.spec:425", clauses.toggle_ensures_1),
        Rule(
            "Toggle.ensures[2]",
            "opened_at' = if paused then now() else opened_at",
            "edge_cases.spec:426",
            clauses.toggle_ensures_2,
        ),
        Rule("Toggle.ensures[3]", "warn_at = opened_at' - grace", "edge_cases.spec:427", clauses.toggle_ensures_3),
    ),
    changes=(clauses.toggle_changes_0, clauses.toggle_changes_1, clauses.toggle_changes_2),
    shape="object",
)

REACH = Operation(
    name="Reach",
    method="GET",
    path=("reach",),
    status=200,
    given=model.ReachGiven,
    answer=model.ReachAnswer,
    inputs=(Input("contact", "contact", "query", CONTACT, strategies.strategy_reach_contact),),
    outputs=(Output("secure", "secure", BOOL),),
    ensures=(
        Rule(
            "Reach.ensures[0]", "secure = (contact matches /^https:/)", "edge_cases.spec:433", clauses.reach_ensures_0
        ),
    ),
    shape="object",
    read_only=True,
)

REPORT = Operation(
    name="Report",
    method="GET",
    path=("report",),
    status=200,
    given=model.ReportGiven,
    answer=model.ReportAnswer,
    outputs=(
        Output("entries", "entries", INT),
        Output("lonely", "lonely", INT),
        Output("tag_total", "tag_total", INT),
        Output("heavy", "heavy", SetOf(ITEM_ID)),
        Output("banner", "banner", STRING),
        Output("all_grades", "all_grades", BOOL),
        Output("bounds", "bounds", SeqOf(INT)),
    ),
    ensures=(
        Rule("Report.ensures[0]", "entries = log .length", "edge_cases.spec:441", clauses.report_ensures_0),
        Rule("Report.ensures[1]", "lonely = #samples - #links", "edge_cases.spec:443", clauses.report_ensures_1),
        Rule(
            "Report.ensures[2]",
            "tag_total = sum(samples, k => #samples[k].tags)",
            "edge_cases.spec:445",
            clauses.report_ensures_2,
        ),
        Rule(
            "Report.ensures[3]",
            "heavy = { k in samples | samples[k].weight > 10 }",
            "edge_cases.spec:446",
            clauses.report_ensures_3,
        ),
        Rule(
            "Report.ensures[4]",
            'banner = if paused then "paused\\n" else "running"',
            "edge_cases.spec:447",
            clauses.report_ensures_4,
        ),
        Rule(
            "Report.ensures[5]",
            "all_grades = (all g: Grade | (exists s in ran(samples) | s.type = g))",
            "edge_cases.spec:450",
            clauses.report_ensures_5,
        ),
        Rule("Report.ensures[6]", "bounds = [-total, total]", "edge_cases.spec:451", clauses.report_ensures_6),
    ),
    auth=(Scheme("reader", "bearer"),),
    shape="object",
    read_only=True,
)

SERVICE = Service(
    name="EdgeCases",
    spec="edge_cases.spec",
    state=(
        StateField("samples", "samples", MapOf(ITEM_ID, SAMPLE)),
        StateField("roots", "roots", MapOf(ITEM_ID, BASE)),
        StateField("readings", "readings", MultiOf(ITEM_ID, READING, some=True)),
        StateField("links", "links", MultiOf(ITEM_ID, ITEM_ID)),
        StateField(
            "total",
            "total",
            INT,
            Rule("state.total.where", "value >= 0", "edge_cases.spec:72", clauses.state_total_where),
        ),
        StateField(
            "budget",
            "budget",
            FLOAT,
            Rule("state.budget.where", "value >= 0", "edge_cases.spec:73", clauses.state_budget_where),
        ),
        StateField(
            "grace",
            "grace",
            DURATION,
            Rule("state.grace.where", "value > seconds(0)", "edge_cases.spec:74", clauses.state_grace_where),
        ),
        StateField("labels", "labels", SetOf(LABEL)),
        StateField("log", "log", SeqOf(STRING)),
        StateField("prefs", "prefs", MapOf(LABEL, INT)),
        StateField("focus", "focus", Option(ITEM_ID)),
        StateField("paused", "paused", BOOL),
        StateField("opened_at", "opened_at", DATETIME),
        StateField("marker", "marker", UUID),
    ),
    state_type=model.State,
    operations=(
        CREATE,
        GET,
        FIND_BY_NAME,
        SEARCH,
        RENAME,
        REWEIGH,
        RETAG,
        ANNOTATE,
        SEAL,
        REMOVE,
        ACTIVATE,
        CLOSE,
        REVIVE,
        MARK_ROOT,
        ADD_READING,
        LINK,
        UNLINK,
        NOTE,
        SET_PREF,
        DROP_PREFS,
        CLEAR,
        FOCUS,
        SPEND,
        SET_GRACE,
        TOGGLE,
        REACH,
        REPORT,
    ),
    invariants=(
        Rule(
            "invariant keysAreIds",
            "all one in samples | samples[one].id = one",
            "edge_cases.spec:457",
            clauses.invariant_keys_are_ids,
            clauses.invariant_keys_are_ids_says,
        ),
        Rule("invariant countsAgree", "total = #samples", "edge_cases.spec:459", clauses.invariant_counts_agree),
        Rule(
            "invariant uniqueNames",
            "no a: Sample, b: Sample | a.id != b.id and a.name = b.name",
            "edge_cases.spec:461",
            clauses.invariant_unique_names,
        ),
        Rule(
            "invariant labelsAreNames",
            "(all s in Sample | s.name in labels) and (all l in labels | (some s in ran(samples) | s.name = l))",
            "edge_cases.spec:464",
            clauses.invariant_labels_are_names,
            clauses.invariant_labels_are_names_says,
        ),
        Rule(
            "invariant colouredFromPalette",
            "all s in ran(samples) | s.tags subset palette()",
            "edge_cases.spec:467",
            clauses.invariant_coloured_from_palette,
            clauses.invariant_coloured_from_palette_says,
        ),
        Rule(
            "invariant rootsAreSamples",
            "dom(roots) subset dom(samples)",
            "edge_cases.spec:470",
            clauses.invariant_roots_are_samples,
        ),
        Rule(
            "invariant everySampleIsRead",
            "dom(readings) = dom(samples)",
            "edge_cases.spec:472",
            clauses.invariant_every_sample_is_read,
        ),
        Rule(
            "invariant linksLead",
            "all a in links | a in samples and a not in links[a] and (all b in links[a] | b in samples)",
            "edge_cases.spec:474",
            clauses.invariant_links_lead,
            clauses.invariant_links_lead_says,
        ),
        Rule(
            "invariant focusExists",
            "focus = none or focus in samples",
            "edge_cases.spec:477",
            clauses.invariant_focus_exists,
        ),
        Rule("invariant[9]", "grace <= days(1)", "edge_cases.spec:480", clauses.invariant_9),
    ),
    always=(Rule("always neverOverspent", "budget >= 0", "edge_cases.spec:482", clauses.always_never_overspent),),
    eventually=(
        Rule(
            "eventually somethingCloses",
            "exists k in samples | samples[k].state = CLOSED",
            "edge_cases.spec:484",
            clauses.eventually_something_closes,
        ),
    ),
    seeds=("Sample",),
)
