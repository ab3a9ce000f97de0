"""The types of TodoList: how their values travel, and which refinements they carry."""

from app import model, rules
from app.runtime.types import DATETIME, INT, STRING, Alias, Entity, Enum, Field, Option, Rule, SetOf

STATUS = Enum("Status", model.STATUS_VALUES)

PRIORITY = Enum("Priority", model.PRIORITY_VALUES)

TODO_ID = Alias("TodoId", INT, Rule("the refinement of `TodoId`", "value > 0", rules.todo_id_where))

TITLE = Alias(
    "Title", STRING, Rule("the refinement of `Title`", "len(value) >= 1 and len(value) <= 200", rules.title_where)
)

TEXT = Alias("Text", STRING, Rule("the refinement of `Text`", "len(value) <= 2000", rules.text_where))

TAG = Alias(
    "Tag", STRING, Rule("the refinement of `Tag`", "value matches /^[a-z0-9][a-z0-9-]{0,29}$/", rules.tag_where)
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
            "the invariant `doneIsDated` of `Todo`",
            "status = Status.DONE implies completed_at != none",
            rules.todo_done_is_dated,
        ),
        Rule(
            "the invariant `openIsUndated` of `Todo`",
            "status in {Status.TODO, Status.IN_PROGRESS} implies completed_at = none",
            rules.todo_open_is_undated,
        ),
        Rule(
            "the invariant `onlyFinishedIsResolved` of `Todo`",
            "resolution != none implies completed_at != none",
            rules.todo_only_finished_is_resolved,
        ),
        Rule("the invariant `fewTags` of `Todo`", "#tags <= 10", rules.todo_few_tags),
    ),
)
