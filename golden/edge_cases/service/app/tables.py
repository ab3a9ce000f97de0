"""The tables of EdgeCases: one per collection of the state, and one with a single row for all scalars."""

from sqlalchemy import CheckConstraint, Column, Index, MetaData, Table, and_, column, text

from app.columns import Boolean, Instant, Integer, Json, Milliseconds, Real, Text, Uuid, Word, length, now

metadata = MetaData()

shelf = Table(
    "shelf",
    metadata,
    Column("key", Integer(), primary_key=True, autoincrement=False),
    Column("id", Integer(), nullable=False),
    Column("created_at", Instant(), nullable=False),
    Column("name", Text(), nullable=False),
    Column("path", Text(), nullable=False),
    Column("weight", Real(), nullable=False),
    Column("type", Word(64), nullable=False),
    Column("state", Word(64), nullable=False),
    Column("tags", Json(), nullable=False),
    Column("history", Json(), nullable=False),
    Column("attributes", Json(), nullable=False),
    Column("note", Text()),
    Column("trace", Uuid(), nullable=False),
    Column("lifetime", Milliseconds(), nullable=False),
    Column("retired_at", Instant()),
    Column("seal_hash", Text()),
    Column("updated_at", Instant(), nullable=False, default=now, onupdate=now),
    CheckConstraint(column("key") > 0, name="shelf_key_check"),
    CheckConstraint(and_(length("name") >= 1, length("name") <= 40), name="shelf_name_check"),
    CheckConstraint(and_(column("weight") >= 0, column("weight") <= 1000), name="shelf_weight_check"),
    CheckConstraint(column("type").in_(["LOW", "ACTIVE", "HIGH"]), name="shelf_type_check"),
    CheckConstraint(column("state").in_(["DRAFT", "ACTIVE", "CLOSED"]), name="shelf_state_check"),
    CheckConstraint(length("note") <= 200, name="shelf_note_check"),
    Index("shelf_name_idx", "name", sqlite_where=text("\"state\" <> 'CLOSED'")),
)

roots = Table(
    "roots",
    metadata,
    Column("key", Integer(), primary_key=True, autoincrement=False),
    Column("id", Integer(), nullable=False),
    Column("created_at", Instant(), nullable=False),
    CheckConstraint(column("key") > 0, name="roots_key_check"),
)

readings = Table(
    "readings",
    metadata,
    Column("key", Integer(), primary_key=True, autoincrement=False),
    Column("value", Integer(), primary_key=True, autoincrement=False),
    CheckConstraint(column("key") > 0, name="readings_key_check"),
    CheckConstraint(and_(column("value") >= -100, column("value") <= 100), name="readings_value_check"),
)

links = Table(
    "links",
    metadata,
    Column("key", Integer(), primary_key=True, autoincrement=False),
    Column("value", Integer(), primary_key=True, autoincrement=False),
    CheckConstraint(column("key") > 0, name="links_key_check"),
    CheckConstraint(column("value") > 0, name="links_value_check"),
)

labels = Table(
    "labels",
    metadata,
    Column("value", Text(), primary_key=True),
    CheckConstraint(and_(length("value") >= 1, length("value") <= 40), name="labels_value_check"),
)

log = Table(
    "log",
    metadata,
    Column("position", Integer(), primary_key=True, autoincrement=False),
    Column("value", Text(), nullable=False),
)

prefs = Table(
    "prefs",
    metadata,
    Column("key", Text(), primary_key=True),
    Column("value", Integer(), nullable=False),
    CheckConstraint(and_(length("key") >= 1, length("key") <= 40), name="prefs_key_check"),
)

scalars = Table(
    "scalars",
    metadata,
    Column("row", Integer(), primary_key=True, autoincrement=False),
    Column("total", Integer(), nullable=False),
    Column("budget", Real(), nullable=False),
    Column("grace", Milliseconds(), nullable=False),
    Column("focus", Integer()),
    Column("paused", Boolean(), nullable=False),
    Column("opened_at", Instant(), nullable=False),
    Column("marker", Uuid(), nullable=False),
    CheckConstraint(column("row") == 1, name="scalars_row_check"),
    CheckConstraint(column("total") >= 0, name="scalars_total_check"),
    CheckConstraint(column("budget") >= 0, name="scalars_budget_check"),
    CheckConstraint(column("grace") > 0, name="scalars_grace_check"),
    CheckConstraint(column("focus") > 0, name="scalars_focus_check"),
)
