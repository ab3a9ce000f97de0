"""The tables of UrlShortener: one per collection of the state, and one with a single row for all scalars."""

from sqlalchemy import CheckConstraint, Column, MetaData, Table, column

from app.columns import Instant, Integer, Text, length

metadata = MetaData()

store = Table(
    "store",
    metadata,
    Column("key", Text(), primary_key=True),
    Column("value", Text(), nullable=False),
    CheckConstraint(length("value") <= 2048, name="store_value_check"),
)

url_mappings = Table(
    "url_mappings",
    metadata,
    Column("key", Text(), primary_key=True),
    Column("code", Text(), nullable=False),
    Column("url", Text(), nullable=False),
    Column("created_at", Instant(), nullable=False),
    Column("click_count", Integer(), nullable=False),
    Column("last_visited_at", Instant()),
    CheckConstraint(length("url") <= 2048, name="url_mappings_url_check"),
    CheckConstraint(column("click_count") >= 0, name="url_mappings_click_count_check"),
)
