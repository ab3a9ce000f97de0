"""Makes the tables of EdgeCases.

Revision ID: 0001
Revises: nothing
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Makes the changes."""
    op.create_table(
        "shelf",
        sa.Column("key", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("weight", sa.Double(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("tags", sa.JSON(), nullable=False),
        sa.Column("history", sa.JSON(), nullable=False),
        sa.Column("attributes", sa.JSON(), nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("trace", sa.Text(), nullable=False),
        sa.Column("lifetime", sa.BigInteger(), nullable=False),
        sa.Column("retired_at", sa.Text(), nullable=True),
        sa.Column("seal_hash", sa.Text(), nullable=True),
        sa.Column("updated_at", sa.Text(), nullable=False),
        sa.CheckConstraint(sa.column("key") > 0, name="shelf_key_check"),
        sa.CheckConstraint(
            sa.and_(sa.func.length(sa.column("name")) >= 1, sa.func.length(sa.column("name")) <= 40),
            name="shelf_name_check",
        ),
        sa.CheckConstraint(sa.and_(sa.column("weight") >= 0, sa.column("weight") <= 1000), name="shelf_weight_check"),
        sa.CheckConstraint(sa.column("type").in_(["LOW", "ACTIVE", "HIGH"]), name="shelf_type_check"),
        sa.CheckConstraint(sa.column("state").in_(["DRAFT", "ACTIVE", "CLOSED"]), name="shelf_state_check"),
        sa.CheckConstraint(sa.func.length(sa.column("note")) <= 200, name="shelf_note_check"),
    )
    op.create_index("shelf_name_idx", "shelf", ["name"], sqlite_where=sa.text("\"state\" <> 'CLOSED'"))
    op.create_table(
        "roots",
        sa.Column("key", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.CheckConstraint(sa.column("key") > 0, name="roots_key_check"),
    )
    op.create_table(
        "readings",
        sa.Column("key", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("value", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.CheckConstraint(sa.column("key") > 0, name="readings_key_check"),
        sa.CheckConstraint(sa.and_(sa.column("value") >= -100, sa.column("value") <= 100), name="readings_value_check"),
    )
    op.create_table(
        "links",
        sa.Column("key", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("value", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.CheckConstraint(sa.column("key") > 0, name="links_key_check"),
        sa.CheckConstraint(sa.column("value") > 0, name="links_value_check"),
    )
    op.create_table(
        "labels",
        sa.Column("value", sa.Text(), primary_key=True),
        sa.CheckConstraint(
            sa.and_(sa.func.length(sa.column("value")) >= 1, sa.func.length(sa.column("value")) <= 40),
            name="labels_value_check",
        ),
    )
    op.create_table(
        "log",
        sa.Column("position", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("value", sa.Text(), nullable=False),
    )
    op.create_table(
        "prefs",
        sa.Column("key", sa.Text(), primary_key=True),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(
            sa.and_(sa.func.length(sa.column("key")) >= 1, sa.func.length(sa.column("key")) <= 40),
            name="prefs_key_check",
        ),
    )
    op.create_table(
        "scalars",
        sa.Column("row", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("total", sa.BigInteger(), nullable=False),
        sa.Column("budget", sa.Double(), nullable=False),
        sa.Column("grace", sa.BigInteger(), nullable=False),
        sa.Column("focus", sa.BigInteger(), nullable=True),
        sa.Column("paused", sa.Boolean(), nullable=False),
        sa.Column("opened_at", sa.Text(), nullable=False),
        sa.Column("marker", sa.Text(), nullable=False),
        sa.CheckConstraint(sa.column("row") == 1, name="scalars_row_check"),
        sa.CheckConstraint(sa.column("total") >= 0, name="scalars_total_check"),
        sa.CheckConstraint(sa.column("budget") >= 0, name="scalars_budget_check"),
        sa.CheckConstraint(sa.column("grace") > 0, name="scalars_grace_check"),
        sa.CheckConstraint(sa.column("focus") > 0, name="scalars_focus_check"),
    )


def downgrade() -> None:
    """Takes them back. What was lost stays lost."""
    op.drop_table("shelf")
    op.drop_table("roots")
    op.drop_table("readings")
    op.drop_table("links")
    op.drop_table("labels")
    op.drop_table("log")
    op.drop_table("prefs")
    op.drop_table("scalars")
