"""Makes the tables of AuthService.

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
        "accounts",
        sa.Column("key", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("display_name", sa.Text(), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=False),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.CheckConstraint(sa.column("key") > 0, name="accounts_key_check"),
        sa.CheckConstraint(sa.column("id") > 0, name="accounts_id_check"),
        sa.CheckConstraint(sa.func.length(sa.column("email")) <= 254, name="accounts_email_check"),
        sa.CheckConstraint(
            sa.and_(sa.func.length(sa.column("display_name")) >= 1, sa.func.length(sa.column("display_name")) <= 80),
            name="accounts_display_name_check",
        ),
        sa.CheckConstraint(
            sa.and_(sa.func.length(sa.column("password_hash")) >= 64, sa.func.length(sa.column("password_hash")) <= 64),
            name="accounts_password_hash_check",
        ),
    )
    op.create_index("accounts_email_idx", "accounts", ["email"])
    op.create_table(
        "sessions",
        sa.Column("key", sa.Text(), primary_key=True),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("refresh_token", sa.Text(), nullable=False),
        sa.Column("issued_at", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.Text(), nullable=False),
        sa.Column("refresh_until", sa.Text(), nullable=False),
        sa.CheckConstraint(sa.column("user_id") > 0, name="sessions_user_id_check"),
    )
    op.create_index("sessions_user_id_idx", "sessions", ["user_id"])
    op.create_table(
        "failures",
        sa.Column("position", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.CheckConstraint(sa.func.length(sa.column("email")) <= 254, name="failures_email_check"),
    )
    op.create_table(
        "resets",
        sa.Column("key", sa.Text(), primary_key=True),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.Text(), nullable=False),
        sa.Column("used", sa.Boolean(), nullable=False),
        sa.CheckConstraint(sa.column("user_id") > 0, name="resets_user_id_check"),
        sa.CheckConstraint(
            sa.and_(sa.func.length(sa.column("token_hash")) >= 64, sa.func.length(sa.column("token_hash")) <= 64),
            name="resets_token_hash_check",
        ),
    )
    op.create_index("resets_user_id_idx", "resets", ["user_id"])


def downgrade() -> None:
    """Takes them back. What was lost stays lost."""
    op.drop_table("accounts")
    op.drop_table("sessions")
    op.drop_table("failures")
    op.drop_table("resets")
