"""The types of TodoList: how their values travel, and which refinements they carry."""

from tests import clauses, model, parts
from tests.harness.types import DATETIME, INT, STRING, Alias, Entity, Enum, Field, Option, Rule, SetOf

STATUS = Enum("Status", model.STATUS_VALUES)

PRIORITY = Enum("Priority", model.PRIORITY_VALUES)

TODO_ID = Alias("TodoId", INT, Rule("TodoId.where", "value > 0", "todo_list.spec:3", clauses.todo_id_where))

TITLE = Alias(
    "Title",
    STRING,
    Rule(
        "Title.where",
        "len(value) >= 1 and len(value) <= 200",
        "todo_list.spec:5",
        clauses.title_where,
        parts=parts.title_where,
    ),
)

TEXT = Alias(
    "Text",
    STRING,
    Rule("Text.where", "len(value) <= 2000", "todo_list.spec:7", clauses.text_where, parts=parts.text_where),
)

TAG = Alias(
    "Tag", STRING, Rule("Tag.where", "value matches /^[a-z0-9][a-z0-9-]{0,29}$/", "todo_list.spec:9", clauses.tag_where)
)

TODO = Entity(
    "Todo",
    model.Todo,
    lambda: (
        Field("id", "id", TODO_ID, None),
        Field("title", "title", TITLE, None),
        Field("description", "description", Option(TEXT), None),
        Field("status", "status", STATUS, None),
        Field("priority", "priority", PRIORITY, None),
        Field("tags", "tags", SetOf(TAG), None),
        Field("due_at", "due_at", Option(DATETIME), None),
        Field("created_at", "created_at", DATETIME, None),
        Field("updated_at", "updated_at", DATETIME, None),
        Field("completed_at", "completed_at", Option(DATETIME), None),
        Field("resolution", "resolution", Option(TEXT), None),
    ),
    invariants=(
        Rule(
            "Todo.doneIsDated",
            "status = DONE implies completed_at != none",
            "todo_list.spec:28",
            clauses.todo_done_is_dated,
            clauses.todo_done_is_dated_says,
            parts=parts.todo_done_is_dated,
        ),
        Rule(
            "Todo.openIsUndated",
            "status in {TODO, IN_PROGRESS} implies completed_at = none",
            "todo_list.spec:29",
            clauses.todo_open_is_undated,
            clauses.todo_open_is_undated_says,
            parts=parts.todo_open_is_undated,
        ),
        Rule(
            "Todo.onlyFinishedIsResolved",
            "resolution != none implies completed_at != none",
            "todo_list.spec:30",
            clauses.todo_only_finished_is_resolved,
            clauses.todo_only_finished_is_resolved_says,
            parts=parts.todo_only_finished_is_resolved,
        ),
        Rule("Todo.fewTags", "#tags <= 10", "todo_list.spec:31", clauses.todo_few_tags, parts=parts.todo_few_tags),
    ),
)
