"""Makes the tables of TodoList.

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
        "todos",
        sa.Column("key", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("priority", sa.Text(), nullable=False),
        sa.Column("tags", sa.JSON(), nullable=False),
        sa.Column("due_at", sa.Text(), nullable=True),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.Column("updated_at", sa.Text(), nullable=False),
        sa.Column("completed_at", sa.Text(), nullable=True),
        sa.Column("resolution", sa.Text(), nullable=True),
        sa.CheckConstraint(sa.column("key") > 0, name="todos_key_check"),
        sa.CheckConstraint(sa.column("id") > 0, name="todos_id_check"),
        sa.CheckConstraint(
            sa.and_(sa.func.length(sa.column("title")) >= 1, sa.func.length(sa.column("title")) <= 200),
            name="todos_title_check",
        ),
        sa.CheckConstraint(sa.func.length(sa.column("description")) <= 2000, name="todos_description_check"),
        sa.CheckConstraint(
            sa.column("status").in_(["TODO", "IN_PROGRESS", "DONE", "ARCHIVED"]), name="todos_status_check"
        ),
        sa.CheckConstraint(sa.column("priority").in_(["LOW", "MEDIUM", "HIGH", "URGENT"]), name="todos_priority_check"),
        sa.CheckConstraint(sa.func.length(sa.column("resolution")) <= 2000, name="todos_resolution_check"),
    )
    op.create_index("todos_status_idx", "todos", ["status"], sqlite_where=sa.text("\"status\" <> 'ARCHIVED'"))


def downgrade() -> None:
    """Takes them back. What was lost stays lost."""
    op.drop_table("todos")
