"""Makes the tables of LooseEnds.

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
        "parcels",
        sa.Column("key", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("weight", sa.BigInteger(), nullable=False),
        sa.Column("postage", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.CheckConstraint(sa.column("key") > 0, name="parcels_key_check"),
        sa.CheckConstraint(sa.column("id") > 0, name="parcels_id_check"),
        sa.CheckConstraint(
            sa.and_(sa.func.length(sa.column("address")) >= 5, sa.func.length(sa.column("address")) <= 200),
            name="parcels_address_check",
        ),
        sa.CheckConstraint(
            sa.and_(sa.column("weight") >= 1, sa.column("weight") <= 30000), name="parcels_weight_check"
        ),
        sa.CheckConstraint(sa.column("postage") >= 0, name="parcels_postage_check"),
        sa.CheckConstraint(sa.column("status").in_(["ACCEPTED", "SENT", "LOST"]), name="parcels_status_check"),
    )


def downgrade() -> None:
    """Takes them back. What was lost stays lost."""
    op.drop_table("parcels")
