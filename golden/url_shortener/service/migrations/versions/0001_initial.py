"""Makes the tables of UrlShortener.

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
        "store",
        sa.Column("key", sa.Text(), primary_key=True),
        sa.Column("value", sa.Text(), nullable=False),
        sa.CheckConstraint(sa.func.length(sa.column("value")) <= 2048, name="store_value_check"),
    )
    op.create_table(
        "url_mappings",
        sa.Column("key", sa.Text(), primary_key=True),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.Column("click_count", sa.BigInteger(), nullable=False),
        sa.Column("last_visited_at", sa.Text(), nullable=True),
        sa.CheckConstraint(sa.func.length(sa.column("url")) <= 2048, name="url_mappings_url_check"),
        sa.CheckConstraint(sa.column("click_count") >= 0, name="url_mappings_click_count_check"),
    )


def downgrade() -> None:
    """Takes them back. What was lost stays lost."""
    op.drop_table("store")
    op.drop_table("url_mappings")
