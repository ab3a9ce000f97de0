"""The tables of AuthService: one per collection of the state, and one with a single row for all scalars."""

from sqlalchemy import CheckConstraint, Column, Index, MetaData, Table, and_, column

from app.columns import Boolean, Instant, Integer, Text, Uuid, length

metadata = MetaData()

accounts = Table(
    "accounts",
    metadata,
    Column("key", Integer(), primary_key=True, autoincrement=False),
    Column("id", Integer(), nullable=False),
    Column("email", Text(), nullable=False),
    Column("display_name", Text(), nullable=False),
    Column("password_hash", Text(), nullable=False),
    Column("is_active", Boolean(), nullable=False),
    Column("created_at", Instant(), nullable=False),
    CheckConstraint(column("key") > 0, name="accounts_key_check"),
    CheckConstraint(column("id") > 0, name="accounts_id_check"),
    CheckConstraint(length("email") <= 254, name="accounts_email_check"),
    CheckConstraint(
        and_(length("display_name") >= 1, length("display_name") <= 80), name="accounts_display_name_check"
    ),
    CheckConstraint(
        and_(length("password_hash") >= 64, length("password_hash") <= 64), name="accounts_password_hash_check"
    ),
    Index("accounts_email_idx", "email"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("key", Uuid(), primary_key=True),
    Column("id", Uuid(), nullable=False),
    Column("user_id", Integer(), nullable=False),
    Column("token", Text(), nullable=False),
    Column("refresh_token", Text(), nullable=False),
    Column("issued_at", Instant(), nullable=False),
    Column("expires_at", Instant(), nullable=False),
    Column("refresh_until", Instant(), nullable=False),
    CheckConstraint(column("user_id") > 0, name="sessions_user_id_check"),
    Index("sessions_user_id_idx", "user_id"),
)

failures = Table(
    "failures",
    metadata,
    Column("position", Integer(), primary_key=True, autoincrement=False),
    Column("email", Text(), nullable=False),
    Column("at", Instant(), nullable=False),
    CheckConstraint(length("email") <= 254, name="failures_email_check"),
)

resets = Table(
    "resets",
    metadata,
    Column("key", Uuid(), primary_key=True),
    Column("id", Uuid(), nullable=False),
    Column("user_id", Integer(), nullable=False),
    Column("token_hash", Text(), nullable=False),
    Column("expires_at", Instant(), nullable=False),
    Column("used", Boolean(), nullable=False),
    CheckConstraint(column("user_id") > 0, name="resets_user_id_check"),
    CheckConstraint(and_(length("token_hash") >= 64, length("token_hash") <= 64), name="resets_token_hash_check"),
    Index("resets_user_id_idx", "user_id"),
)
