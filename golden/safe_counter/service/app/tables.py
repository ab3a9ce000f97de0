"""The tables of SafeCounter: one per collection of the state, and one with a single row for all scalars."""

from sqlalchemy import CheckConstraint, Column, MetaData, Table, column

from app.columns import Integer

metadata = MetaData()

scalars = Table(
    "scalars",
    metadata,
    Column("row", Integer(), primary_key=True, autoincrement=False),
    Column("count", Integer(), nullable=False),
    CheckConstraint(column("row") == 1, name="scalars_row_check"),
)
