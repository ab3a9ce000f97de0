"""The tables of TodoList: one per collection of the state, and one with a single row for all scalars."""

from sqlalchemy import CheckConstraint, Column, Index, MetaData, Table, and_, column, text

from app.columns import Instant, Integer, Json, Text, Word, length

metadata = MetaData()

todos = Table(
    "todos",
    metadata,
    Column("key", Integer(), primary_key=True, autoincrement=False),
    Column("id", Integer(), nullable=False),
    Column("title", Text(), nullable=False),
    Column("description", Text()),
    Column("status", Word(64), nullable=False),
    Column("priority", Word(64), nullable=False),
    Column("tags", Json(), nullable=False),
    Column("due_at", Instant()),
    Column("created_at", Instant(), nullable=False),
    Column("updated_at", Instant(), nullable=False),
    Column("completed_at", Instant()),
    Column("resolution", Text()),
    CheckConstraint(column("key") > 0, name="todos_key_check"),
    CheckConstraint(column("id") > 0, name="todos_id_check"),
    CheckConstraint(and_(length("title") >= 1, length("title") <= 200), name="todos_title_check"),
    CheckConstraint(length("description") <= 2000, name="todos_description_check"),
    CheckConstraint(column("status").in_(["TODO", "IN_PROGRESS", "DONE", "ARCHIVED"]), name="todos_status_check"),
    CheckConstraint(column("priority").in_(["LOW", "MEDIUM", "HIGH", "URGENT"]), name="todos_priority_check"),
    CheckConstraint(length("resolution") <= 2000, name="todos_resolution_check"),
    Index("todos_status_idx", "status", sqlite_where=text("\"status\" <> 'ARCHIVED'")),
)
