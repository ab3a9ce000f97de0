"""The tables of LooseEnds: one per collection of the state, and one with a single row for all scalars."""

from sqlalchemy import CheckConstraint, Column, MetaData, Table, and_, column

from app.columns import Integer, Text, Word, length

metadata = MetaData()

parcels = Table(
    "parcels",
    metadata,
    Column("key", Integer(), primary_key=True, autoincrement=False),
    Column("id", Integer(), nullable=False),
    Column("address", Text(), nullable=False),
    Column("weight", Integer(), nullable=False),
    Column("postage", Integer(), nullable=False),
    Column("status", Word(64), nullable=False),
    CheckConstraint(column("key") > 0, name="parcels_key_check"),
    CheckConstraint(column("id") > 0, name="parcels_id_check"),
    CheckConstraint(and_(length("address") >= 5, length("address") <= 200), name="parcels_address_check"),
    CheckConstraint(and_(column("weight") >= 1, column("weight") <= 30000), name="parcels_weight_check"),
    CheckConstraint(column("postage") >= 0, name="parcels_postage_check"),
    CheckConstraint(column("status").in_(["ACCEPTED", "SENT", "LOST"]), name="parcels_status_check"),
)
