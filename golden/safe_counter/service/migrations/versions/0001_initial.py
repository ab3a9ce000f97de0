"""Makes the tables of SafeCounter.

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
        "scalars",
        sa.Column("row", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(sa.column("row") == 1, name="scalars_row_check"),
    )


def downgrade() -> None:
    """Takes them back. What was lost stays lost."""
    op.drop_table("scalars")
