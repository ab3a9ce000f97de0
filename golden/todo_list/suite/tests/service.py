"""TodoList: its state, its operations, and the rules about them, as a table."""

from tests import clauses, model, parts, strategies
from tests.harness.service import Input, Move, MoveRule, Operation, Output, Presence, Service, Slot, StateField
from tests.harness.types import DATETIME, MapOf, Option, Rule, SetOf
from tests.wire import PRIORITY, STATUS, TAG, TEXT, TITLE, TODO, TODO_ID

CREATE_TODO = Operation(
    name="CreateTodo",
    method="POST",
    path=("todos",),
    status=201,
    given=model.CreateTodoGiven,
    answer=model.CreateTodoAnswer,
    inputs=(
        Input("title", "title", "body", TITLE, strategies.strategy_create_todo_title),
        Input("description", "description", "body", Option(TEXT), strategies.strategy_create_todo_description),
        Input("priority", "priority", "body", PRIORITY, strategies.strategy_create_todo_priority),
        Input("tags", "tags", "body", SetOf(TAG), strategies.strategy_create_todo_tags),
        Input("due_at", "due_at", "body", Option(DATETIME), strategies.strategy_create_todo_due_at),
    ),
    outputs=(Output("id", "id", TODO_ID),),
    requires=(
        Rule(
            "CreateTodo.requires[0]",
            "#tags <= 10",
            "todo_list.spec:51",
            clauses.create_todo_requires_0,
            parts=parts.create_todo_requires_0,
        ),
        Rule(
            "CreateTodo.requires[1]",
            "due_at = none or due_at > now()",
            "todo_list.spec:52",
            clauses.create_todo_requires_1,
            parts=parts.create_todo_requires_1,
        ),
    ),
    ensures=(
        Rule(
            "CreateTodo.ensures[0]",
            "id not in todos",
            "todo_list.spec:54",
            clauses.create_todo_ensures_0,
            parts=parts.create_todo_ensures_0,
        ),
        Rule(
            "CreateTodo.ensures[1]",
            "todos'[id].id = id",
            "todo_list.spec:55",
            clauses.create_todo_ensures_1,
            parts=parts.create_todo_ensures_1,
        ),
        Rule(
            "CreateTodo.ensures[2]",
            "todos'[id].title = title",
            "todo_list.spec:56",
            clauses.create_todo_ensures_2,
            parts=parts.create_todo_ensures_2,
        ),
        Rule(
            "CreateTodo.ensures[3]",
            "todos'[id].description = description",
            "todo_list.spec:57",
            clauses.create_todo_ensures_3,
            parts=parts.create_todo_ensures_3,
        ),
        Rule(
            "CreateTodo.ensures[4]",
            "todos'[id].status = TODO",
            "todo_list.spec:58",
            clauses.create_todo_ensures_4,
            parts=parts.create_todo_ensures_4,
        ),
        Rule(
            "CreateTodo.ensures[5]",
            "todos'[id].priority = priority",
            "todo_list.spec:59",
            clauses.create_todo_ensures_5,
            parts=parts.create_todo_ensures_5,
        ),
        Rule(
            "CreateTodo.ensures[6]",
            "todos'[id].tags = tags",
            "todo_list.spec:60",
            clauses.create_todo_ensures_6,
            parts=parts.create_todo_ensures_6,
        ),
        Rule(
            "CreateTodo.ensures[7]",
            "todos'[id].due_at = due_at",
            "todo_list.spec:61",
            clauses.create_todo_ensures_7,
            parts=parts.create_todo_ensures_7,
        ),
        Rule(
            "CreateTodo.ensures[8]",
            "todos'[id].created_at = now()",
            "todo_list.spec:62",
            clauses.create_todo_ensures_8,
            parts=parts.create_todo_ensures_8,
        ),
        Rule(
            "CreateTodo.ensures[9]",
            "todos'[id].updated_at = now()",
            "todo_list.spec:63",
            clauses.create_todo_ensures_9,
            parts=parts.create_todo_ensures_9,
        ),
        Rule(
            "CreateTodo.ensures[10]",
            "todos'[id].completed_at = none",
            "todo_list.spec:64",
            clauses.create_todo_ensures_10,
            parts=parts.create_todo_ensures_10,
        ),
        Rule(
            "CreateTodo.ensures[11]",
            "todos'[id].resolution = none",
            "todo_list.spec:65",
            clauses.create_todo_ensures_11,
            parts=parts.create_todo_ensures_11,
        ),
        Rule(
            "CreateTodo.ensures[12]",
            "#todos' = #todos + 1",
            "todo_list.spec:66",
            clauses.create_todo_ensures_12,
            parts=parts.create_todo_ensures_12,
        ),
    ),
    changes=(
        clauses.create_todo_changes_0,
        clauses.create_todo_changes_1,
        clauses.create_todo_changes_2,
        clauses.create_todo_changes_3,
        clauses.create_todo_changes_4,
        clauses.create_todo_changes_5,
        clauses.create_todo_changes_6,
        clauses.create_todo_changes_7,
        clauses.create_todo_changes_8,
        clauses.create_todo_changes_9,
        clauses.create_todo_changes_10,
    ),
    shape="object",
)

GET_TODO = Operation(
    name="GetTodo",
    method="GET",
    path=("todos", Slot("id")),
    status=200,
    given=model.GetTodoGiven,
    answer=model.GetTodoAnswer,
    inputs=(Input("id", "id", "path", TODO_ID, strategies.strategy_get_todo_id),),
    outputs=(Output("todo", "todo", TODO),),
    requires=(
        Rule(
            "GetTodo.requires[0]",
            "id in todos",
            "todo_list.spec:73",
            clauses.get_todo_requires_0,
            parts=parts.get_todo_requires_0,
        ),
    ),
    presence=(Presence("id", 0, clauses.get_todo_presence_0),),
    ensures=(
        Rule(
            "GetTodo.ensures[0]",
            "todo = todos[id]",
            "todo_list.spec:75",
            clauses.get_todo_ensures_0,
            parts=parts.get_todo_ensures_0,
        ),
    ),
    shape="whole",
    read_only=True,
)

LIST_TODOS = Operation(
    name="ListTodos",
    method="GET",
    path=("todos",),
    status=200,
    given=model.ListTodosGiven,
    answer=model.ListTodosAnswer,
    inputs=(
        Input("status", "status", "query", Option(STATUS), strategies.strategy_list_todos_status),
        Input("priority", "priority", "query", Option(PRIORITY), strategies.strategy_list_todos_priority),
        Input("tag", "tag", "query", Option(TAG), strategies.strategy_list_todos_tag),
    ),
    outputs=(Output("items", "items", SetOf(TODO)),),
    ensures=(
        Rule(
            "ListTodos.ensures[0]",
            "all t in items | t in ran(todos) and selected(t, status, priority, tag)",
            "todo_list.spec:82",
            clauses.list_todos_ensures_0,
            clauses.list_todos_ensures_0_says,
            parts=parts.list_todos_ensures_0,
        ),
        Rule(
            "ListTodos.ensures[1]",
            "all t in ran(todos) | selected(t, status, priority, tag) implies t in items",
            "todo_list.spec:83",
            clauses.list_todos_ensures_1,
            clauses.list_todos_ensures_1_says,
            parts=parts.list_todos_ensures_1,
        ),
    ),
    shape="whole",
    read_only=True,
)

UPDATE_TODO = Operation(
    name="UpdateTodo",
    method="PATCH",
    path=("todos", Slot("id")),
    status=200,
    given=model.UpdateTodoGiven,
    answer=model.UpdateTodoAnswer,
    inputs=(
        Input("id", "id", "path", TODO_ID, strategies.strategy_update_todo_id),
        Input("title", "title", "body", Option(TITLE), strategies.strategy_update_todo_title),
        Input("description", "description", "body", Option(TEXT), strategies.strategy_update_todo_description),
        Input("priority", "priority", "body", Option(PRIORITY), strategies.strategy_update_todo_priority),
        Input("due_at", "due_at", "body", Option(DATETIME), strategies.strategy_update_todo_due_at),
    ),
    outputs=(Output("todo", "todo", TODO),),
    requires=(
        Rule(
            "UpdateTodo.requires[0]",
            "id in todos",
            "todo_list.spec:92",
            clauses.update_todo_requires_0,
            parts=parts.update_todo_requires_0,
        ),
        Rule(
            "UpdateTodo.requires[1]",
            "todos[id].status != ARCHIVED",
            "todo_list.spec:93",
            clauses.update_todo_requires_1,
            parts=parts.update_todo_requires_1,
        ),
        Rule(
            "UpdateTodo.requires[2]",
            "title != none or description != none or priority != none or due_at != none",
            "todo_list.spec:94",
            clauses.update_todo_requires_2,
            parts=parts.update_todo_requires_2,
        ),
    ),
    presence=(Presence("id", 0, clauses.update_todo_presence_0),),
    ensures=(
        Rule(
            "UpdateTodo.ensures[0]",
            "title != none implies todos'[id].title = title",
            "todo_list.spec:96",
            clauses.update_todo_ensures_0,
            clauses.update_todo_ensures_0_says,
            parts=parts.update_todo_ensures_0,
        ),
        Rule(
            "UpdateTodo.ensures[1]",
            "description != none implies todos'[id].description = description",
            "todo_list.spec:97",
            clauses.update_todo_ensures_1,
            clauses.update_todo_ensures_1_says,
            parts=parts.update_todo_ensures_1,
        ),
        Rule(
            "UpdateTodo.ensures[2]",
            "priority != none implies todos'[id].priority = priority",
            "todo_list.spec:98",
            clauses.update_todo_ensures_2,
            clauses.update_todo_ensures_2_says,
            parts=parts.update_todo_ensures_2,
        ),
        Rule(
            "UpdateTodo.ensures[3]",
            "due_at != none implies todos'[id].due_at = due_at",
            "todo_list.spec:99",
            clauses.update_todo_ensures_3,
            clauses.update_todo_ensures_3_says,
            parts=parts.update_todo_ensures_3,
        ),
        Rule(
            "UpdateTodo.ensures[4]",
            "todos'[id].updated_at = now()",
            "todo_list.spec:100",
            clauses.update_todo_ensures_4,
            parts=parts.update_todo_ensures_4,
        ),
        Rule(
            "UpdateTodo.ensures[5]",
            "todo = todos'[id]",
            "todo_list.spec:101",
            clauses.update_todo_ensures_5,
            parts=parts.update_todo_ensures_5,
        ),
    ),
    changes=(
        clauses.update_todo_changes_0,
        clauses.update_todo_changes_1,
        clauses.update_todo_changes_2,
        clauses.update_todo_changes_3,
        clauses.update_todo_changes_4,
    ),
    shape="whole",
)

DELETE_TODO = Operation(
    name="DeleteTodo",
    method="DELETE",
    path=("todos", Slot("id")),
    status=204,
    given=model.DeleteTodoGiven,
    answer=model.DeleteTodoAnswer,
    inputs=(Input("id", "id", "path", TODO_ID, strategies.strategy_delete_todo_id),),
    requires=(
        Rule(
            "DeleteTodo.requires[0]",
            "id in todos",
            "todo_list.spec:108",
            clauses.delete_todo_requires_0,
            parts=parts.delete_todo_requires_0,
        ),
        Rule(
            "DeleteTodo.requires[1]",
            "todos[id].status != IN_PROGRESS",
            "todo_list.spec:109",
            clauses.delete_todo_requires_1,
            parts=parts.delete_todo_requires_1,
        ),
    ),
    presence=(Presence("id", 0, clauses.delete_todo_presence_0),),
    ensures=(
        Rule(
            "DeleteTodo.ensures[0]",
            "id not in todos'",
            "todo_list.spec:111",
            clauses.delete_todo_ensures_0,
            parts=parts.delete_todo_ensures_0,
        ),
        Rule(
            "DeleteTodo.ensures[1]",
            "#todos' = #todos - 1",
            "todo_list.spec:112",
            clauses.delete_todo_ensures_1,
            parts=parts.delete_todo_ensures_1,
        ),
    ),
    changes=(clauses.delete_todo_changes_0,),
    shape="none",
)

ADD_TAG = Operation(
    name="AddTag",
    method="POST",
    path=("todos", Slot("id"), "tags"),
    status=201,
    given=model.AddTagGiven,
    answer=model.AddTagAnswer,
    inputs=(
        Input("id", "id", "path", TODO_ID, strategies.strategy_add_tag_id),
        Input("tag", "tag", "body", TAG, strategies.strategy_add_tag_tag),
    ),
    outputs=(Output("todo", "todo", TODO),),
    requires=(
        Rule(
            "AddTag.requires[0]",
            "id in todos",
            "todo_list.spec:119",
            clauses.add_tag_requires_0,
            parts=parts.add_tag_requires_0,
        ),
        Rule(
            "AddTag.requires[1]",
            "todos[id].status != ARCHIVED",
            "todo_list.spec:120",
            clauses.add_tag_requires_1,
            parts=parts.add_tag_requires_1,
        ),
        Rule(
            "AddTag.requires[2]",
            "tag in todos[id].tags or #todos[id].tags < 10",
            "todo_list.spec:121",
            clauses.add_tag_requires_2,
            parts=parts.add_tag_requires_2,
        ),
    ),
    presence=(Presence("id", 0, clauses.add_tag_presence_0),),
    ensures=(
        Rule(
            "AddTag.ensures[0]",
            "todos'[id].tags = todos[id].tags + {tag}",
            "todo_list.spec:123",
            clauses.add_tag_ensures_0,
            parts=parts.add_tag_ensures_0,
        ),
        Rule(
            "AddTag.ensures[1]",
            "todos'[id].updated_at = now()",
            "todo_list.spec:124",
            clauses.add_tag_ensures_1,
            parts=parts.add_tag_ensures_1,
        ),
        Rule(
            "AddTag.ensures[2]",
            "todo = todos'[id]",
            "todo_list.spec:125",
            clauses.add_tag_ensures_2,
            parts=parts.add_tag_ensures_2,
        ),
    ),
    changes=(clauses.add_tag_changes_0, clauses.add_tag_changes_1),
    shape="whole",
)

REMOVE_TAG = Operation(
    name="RemoveTag",
    method="DELETE",
    path=("todos", Slot("id"), "tags", Slot("tag")),
    status=204,
    given=model.RemoveTagGiven,
    answer=model.RemoveTagAnswer,
    inputs=(
        Input("id", "id", "path", TODO_ID, strategies.strategy_remove_tag_id),
        Input("tag", "tag", "path", TAG, strategies.strategy_remove_tag_tag),
    ),
    requires=(
        Rule(
            "RemoveTag.requires[0]",
            "id in todos",
            "todo_list.spec:131",
            clauses.remove_tag_requires_0,
            parts=parts.remove_tag_requires_0,
        ),
        Rule(
            "RemoveTag.requires[1]",
            "todos[id].status != ARCHIVED",
            "todo_list.spec:132",
            clauses.remove_tag_requires_1,
            parts=parts.remove_tag_requires_1,
        ),
        Rule(
            "RemoveTag.requires[2]",
            "tag in todos[id].tags",
            "todo_list.spec:133",
            clauses.remove_tag_requires_2,
            parts=parts.remove_tag_requires_2,
        ),
    ),
    presence=(Presence("id", 0, clauses.remove_tag_presence_0),),
    ensures=(
        Rule(
            "RemoveTag.ensures[0]",
            "todos'[id].tags = todos[id].tags - {tag}",
            "todo_list.spec:135",
            clauses.remove_tag_ensures_0,
            parts=parts.remove_tag_ensures_0,
        ),
        Rule(
            "RemoveTag.ensures[1]",
            "todos'[id].updated_at = now()",
            "todo_list.spec:136",
            clauses.remove_tag_ensures_1,
            parts=parts.remove_tag_ensures_1,
        ),
    ),
    changes=(clauses.remove_tag_changes_0, clauses.remove_tag_changes_1),
    shape="none",
)

START_WORK = Operation(
    name="StartWork",
    method="POST",
    path=("todos", Slot("id"), "start"),
    status=200,
    given=model.StartWorkGiven,
    answer=model.StartWorkAnswer,
    inputs=(Input("id", "id", "path", TODO_ID, strategies.strategy_start_work_id),),
    outputs=(Output("todo", "todo", TODO),),
    requires=(
        Rule(
            "StartWork.requires[0]",
            "id in todos",
            "todo_list.spec:143",
            clauses.start_work_requires_0,
            parts=parts.start_work_requires_0,
        ),
        Rule(
            "StartWork.requires[1]",
            "todos[id].status = TODO",
            "todo_list.spec:144",
            clauses.start_work_requires_1,
            parts=parts.start_work_requires_1,
        ),
    ),
    presence=(Presence("id", 0, clauses.start_work_presence_0),),
    moves=(
        Move(
            "TodoLifecycle",
            "status",
            "todos",
            "id",
            (
                MoveRule(
                    "TODO", "IN_PROGRESS", None, "TodoLifecycle TODO -> IN_PROGRESS via StartWork", "todo_list.spec:207"
                ),
            ),
        ),
    ),
    ensures=(
        Rule(
            "StartWork.ensures[0]",
            "todos'[id].status = IN_PROGRESS",
            "todo_list.spec:146",
            clauses.start_work_ensures_0,
            parts=parts.start_work_ensures_0,
        ),
        Rule(
            "StartWork.ensures[1]",
            "todos'[id].updated_at = now()",
            "todo_list.spec:147",
            clauses.start_work_ensures_1,
            parts=parts.start_work_ensures_1,
        ),
        Rule(
            "StartWork.ensures[2]",
            "todo = todos'[id]",
            "todo_list.spec:148",
            clauses.start_work_ensures_2,
            parts=parts.start_work_ensures_2,
        ),
    ),
    changes=(clauses.start_work_changes_0, clauses.start_work_changes_1),
    shape="whole",
)

PAUSE_WORK = Operation(
    name="PauseWork",
    method="POST",
    path=("todos", Slot("id"), "pause"),
    status=200,
    given=model.PauseWorkGiven,
    answer=model.PauseWorkAnswer,
    inputs=(Input("id", "id", "path", TODO_ID, strategies.strategy_pause_work_id),),
    outputs=(Output("todo", "todo", TODO),),
    requires=(
        Rule(
            "PauseWork.requires[0]",
            "id in todos",
            "todo_list.spec:155",
            clauses.pause_work_requires_0,
            parts=parts.pause_work_requires_0,
        ),
        Rule(
            "PauseWork.requires[1]",
            "todos[id].status = IN_PROGRESS",
            "todo_list.spec:156",
            clauses.pause_work_requires_1,
            parts=parts.pause_work_requires_1,
        ),
    ),
    presence=(Presence("id", 0, clauses.pause_work_presence_0),),
    moves=(
        Move(
            "TodoLifecycle",
            "status",
            "todos",
            "id",
            (
                MoveRule(
                    "IN_PROGRESS", "TODO", None, "TodoLifecycle IN_PROGRESS -> TODO via PauseWork", "todo_list.spec:208"
                ),
            ),
        ),
    ),
    ensures=(
        Rule(
            "PauseWork.ensures[0]",
            "todos'[id].status = TODO",
            "todo_list.spec:158",
            clauses.pause_work_ensures_0,
            parts=parts.pause_work_ensures_0,
        ),
        Rule(
            "PauseWork.ensures[1]",
            "todos'[id].updated_at = now()",
            "todo_list.spec:159",
            clauses.pause_work_ensures_1,
            parts=parts.pause_work_ensures_1,
        ),
        Rule(
            "PauseWork.ensures[2]",
            "todo = todos'[id]",
            "todo_list.spec:160",
            clauses.pause_work_ensures_2,
            parts=parts.pause_work_ensures_2,
        ),
    ),
    changes=(clauses.pause_work_changes_0, clauses.pause_work_changes_1),
    shape="whole",
)

COMPLETE = Operation(
    name="Complete",
    method="POST",
    path=("todos", Slot("id"), "complete"),
    status=200,
    given=model.CompleteGiven,
    answer=model.CompleteAnswer,
    inputs=(
        Input("id", "id", "path", TODO_ID, strategies.strategy_complete_id),
        Input("resolution", "resolution", "body", Option(TEXT), strategies.strategy_complete_resolution),
    ),
    outputs=(Output("todo", "todo", TODO),),
    requires=(
        Rule(
            "Complete.requires[0]",
            "id in todos",
            "todo_list.spec:167",
            clauses.complete_requires_0,
            parts=parts.complete_requires_0,
        ),
        Rule(
            "Complete.requires[1]",
            "todos[id].status = IN_PROGRESS",
            "todo_list.spec:168",
            clauses.complete_requires_1,
            parts=parts.complete_requires_1,
        ),
    ),
    presence=(Presence("id", 0, clauses.complete_presence_0),),
    moves=(
        Move(
            "TodoLifecycle",
            "status",
            "todos",
            "id",
            (
                MoveRule(
                    "IN_PROGRESS", "DONE", None, "TodoLifecycle IN_PROGRESS -> DONE via Complete", "todo_list.spec:209"
                ),
            ),
        ),
    ),
    ensures=(
        Rule(
            "Complete.ensures[0]",
            "todos'[id].status = DONE",
            "todo_list.spec:170",
            clauses.complete_ensures_0,
            parts=parts.complete_ensures_0,
        ),
        Rule(
            "Complete.ensures[1]",
            "todos'[id].completed_at = some(now())",
            "todo_list.spec:171",
            clauses.complete_ensures_1,
            parts=parts.complete_ensures_1,
        ),
        Rule(
            "Complete.ensures[2]",
            "todos'[id].resolution = resolution",
            "todo_list.spec:172",
            clauses.complete_ensures_2,
            parts=parts.complete_ensures_2,
        ),
        Rule(
            "Complete.ensures[3]",
            "todos'[id].updated_at = now()",
            "todo_list.spec:173",
            clauses.complete_ensures_3,
            parts=parts.complete_ensures_3,
        ),
        Rule(
            "Complete.ensures[4]",
            "todo = todos'[id]",
            "todo_list.spec:174",
            clauses.complete_ensures_4,
            parts=parts.complete_ensures_4,
        ),
    ),
    changes=(
        clauses.complete_changes_0,
        clauses.complete_changes_1,
        clauses.complete_changes_2,
        clauses.complete_changes_3,
    ),
    shape="whole",
)

REOPEN = Operation(
    name="Reopen",
    method="POST",
    path=("todos", Slot("id"), "reopen"),
    status=200,
    given=model.ReopenGiven,
    answer=model.ReopenAnswer,
    inputs=(Input("id", "id", "path", TODO_ID, strategies.strategy_reopen_id),),
    outputs=(Output("todo", "todo", TODO),),
    requires=(
        Rule(
            "Reopen.requires[0]",
            "id in todos",
            "todo_list.spec:182",
            clauses.reopen_requires_0,
            parts=parts.reopen_requires_0,
        ),
        Rule(
            "Reopen.requires[1]",
            "todos[id].status = DONE",
            "todo_list.spec:183",
            clauses.reopen_requires_1,
            parts=parts.reopen_requires_1,
        ),
    ),
    presence=(Presence("id", 0, clauses.reopen_presence_0),),
    moves=(
        Move(
            "TodoLifecycle",
            "status",
            "todos",
            "id",
            (
                MoveRule(
                    "DONE",
                    "IN_PROGRESS",
                    clauses.reopen_guard_0,
                    "TodoLifecycle DONE -> IN_PROGRESS via Reopen",
                    "todo_list.spec:210",
                ),
            ),
        ),
    ),
    ensures=(
        Rule(
            "Reopen.ensures[0]",
            "todos'[id].status = IN_PROGRESS",
            "todo_list.spec:185",
            clauses.reopen_ensures_0,
            parts=parts.reopen_ensures_0,
        ),
        Rule(
            "Reopen.ensures[1]",
            "todos'[id].completed_at = none",
            "todo_list.spec:186",
            clauses.reopen_ensures_1,
            parts=parts.reopen_ensures_1,
        ),
        Rule(
            "Reopen.ensures[2]",
            "todos'[id].resolution = none",
            "todo_list.spec:187",
            clauses.reopen_ensures_2,
            parts=parts.reopen_ensures_2,
        ),
        Rule(
            "Reopen.ensures[3]",
            "todos'[id].updated_at = now()",
            "todo_list.spec:188",
            clauses.reopen_ensures_3,
            parts=parts.reopen_ensures_3,
        ),
        Rule(
            "Reopen.ensures[4]",
            "todo = todos'[id]",
            "todo_list.spec:189",
            clauses.reopen_ensures_4,
            parts=parts.reopen_ensures_4,
        ),
    ),
    changes=(clauses.reopen_changes_0, clauses.reopen_changes_1, clauses.reopen_changes_2, clauses.reopen_changes_3),
    shape="whole",
)

ARCHIVE = Operation(
    name="Archive",
    method="POST",
    path=("todos", Slot("id"), "archive"),
    status=200,
    given=model.ArchiveGiven,
    answer=model.ArchiveAnswer,
    inputs=(Input("id", "id", "path", TODO_ID, strategies.strategy_archive_id),),
    outputs=(Output("todo", "todo", TODO),),
    requires=(
        Rule(
            "Archive.requires[0]",
            "id in todos",
            "todo_list.spec:196",
            clauses.archive_requires_0,
            parts=parts.archive_requires_0,
        ),
        Rule(
            "Archive.requires[1]",
            "todos[id].status in {TODO, DONE}",
            "todo_list.spec:197",
            clauses.archive_requires_1,
            parts=parts.archive_requires_1,
        ),
    ),
    presence=(Presence("id", 0, clauses.archive_presence_0),),
    moves=(
        Move(
            "TodoLifecycle",
            "status",
            "todos",
            "id",
            (
                MoveRule("TODO", "ARCHIVED", None, "TodoLifecycle TODO -> ARCHIVED via Archive", "todo_list.spec:211"),
                MoveRule("DONE", "ARCHIVED", None, "TodoLifecycle DONE -> ARCHIVED via Archive", "todo_list.spec:212"),
            ),
        ),
    ),
    ensures=(
        Rule(
            "Archive.ensures[0]",
            "todos'[id].status = ARCHIVED",
            "todo_list.spec:199",
            clauses.archive_ensures_0,
            parts=parts.archive_ensures_0,
        ),
        Rule(
            "Archive.ensures[1]",
            "todos'[id].updated_at = now()",
            "todo_list.spec:200",
            clauses.archive_ensures_1,
            parts=parts.archive_ensures_1,
        ),
        Rule(
            "Archive.ensures[2]",
            "todo = todos'[id]",
            "todo_list.spec:201",
            clauses.archive_ensures_2,
            parts=parts.archive_ensures_2,
        ),
    ),
    changes=(clauses.archive_changes_0, clauses.archive_changes_1),
    shape="whole",
)

SERVICE = Service(
    name="TodoList",
    spec="todo_list.spec",
    state=(StateField("todos", "todos", MapOf(TODO_ID, TODO)),),
    state_type=model.State,
    operations=(
        CREATE_TODO,
        GET_TODO,
        LIST_TODOS,
        UPDATE_TODO,
        DELETE_TODO,
        ADD_TAG,
        REMOVE_TAG,
        START_WORK,
        PAUSE_WORK,
        COMPLETE,
        REOPEN,
        ARCHIVE,
    ),
    invariants=(
        Rule(
            "invariant keysAreIds",
            "all k in todos | todos[k].id = k",
            "todo_list.spec:215",
            clauses.invariant_keys_are_ids,
            clauses.invariant_keys_are_ids_says,
            parts=parts.invariant_keys_are_ids,
        ),
    ),
    always=(
        Rule(
            "always unstartedIsUnresolved",
            "all k in todos | todos[k].status = TODO implies todos[k].resolution = none",
            "todo_list.spec:219",
            clauses.always_unstarted_is_unresolved,
            clauses.always_unstarted_is_unresolved_says,
            parts=parts.always_unstarted_is_unresolved,
        ),
    ),
    eventually=(
        Rule(
            "eventually somethingGetsDone",
            "some k in todos | todos[k].status = DONE",
            "todo_list.spec:217",
            clauses.eventually_something_gets_done,
            parts=parts.eventually_something_gets_done,
        ),
    ),
)
