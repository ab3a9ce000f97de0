"""The tables of Ecommerce: one per collection of the state, and one with a single row for all scalars."""

from sqlalchemy import CheckConstraint, Column, Index, MetaData, Table, and_, column, text

from app.columns import Boolean, Instant, Integer, Json, Text, Word, length

metadata = MetaData()

catalogue = Table(
    "catalogue",
    metadata,
    Column("key", Text(), primary_key=True),
    Column("sku", Text(), nullable=False),
    Column("name", Text(), nullable=False),
    Column("price", Integer(), nullable=False),
    Column("active", Boolean(), nullable=False),
    CheckConstraint(and_(length("name") >= 1, length("name") <= 120), name="catalogue_name_check"),
    CheckConstraint(and_(column("price") > 0, column("price") <= 1000000), name="catalogue_price_check"),
)

inventory = Table(
    "inventory",
    metadata,
    Column("key", Text(), primary_key=True),
    Column("value", Integer(), nullable=False),
    CheckConstraint(column("value") >= 0, name="inventory_value_check"),
)

orders = Table(
    "orders",
    metadata,
    Column("key", Integer(), primary_key=True, autoincrement=False),
    Column("id", Integer(), nullable=False),
    Column("customer", Text(), nullable=False),
    Column("status", Word(64), nullable=False),
    Column("items", Json(), nullable=False),
    Column("total", Integer(), nullable=False),
    Column("created_at", Instant(), nullable=False),
    Column("placed_at", Instant()),
    Column("shipped_at", Instant()),
    Column("tracking", Text()),
    Column("delivered_at", Instant()),
    CheckConstraint(column("key") > 0, name="orders_key_check"),
    CheckConstraint(column("id") > 0, name="orders_id_check"),
    CheckConstraint(length("customer") <= 254, name="orders_customer_check"),
    CheckConstraint(
        column("status").in_(["DRAFT", "PLACED", "PAID", "SHIPPED", "DELIVERED", "CANCELLED", "RETURNED"]),
        name="orders_status_check",
    ),
    CheckConstraint(column("total") >= 0, name="orders_total_check"),
    Index("orders_status_idx", "status", sqlite_where=text("\"status\" = 'DRAFT'")),
)

payments = Table(
    "payments",
    metadata,
    Column("key", Integer(), primary_key=True, autoincrement=False),
    Column("id", Integer(), nullable=False),
    Column("order_id", Integer(), nullable=False),
    Column("amount", Integer(), nullable=False),
    Column("refunded", Integer(), nullable=False),
    Column("paid_at", Instant(), nullable=False),
    CheckConstraint(column("key") > 0, name="payments_key_check"),
    CheckConstraint(column("id") > 0, name="payments_id_check"),
    CheckConstraint(column("order_id") > 0, name="payments_order_id_check"),
    CheckConstraint(column("amount") > 0, name="payments_amount_check"),
    CheckConstraint(column("refunded") >= 0, name="payments_refunded_check"),
    Index("payments_order_id_idx", "order_id"),
)

refunds = Table(
    "refunds",
    metadata,
    Column("key", Integer(), primary_key=True, autoincrement=False),
    Column("id", Integer(), nullable=False),
    Column("payment_id", Integer(), nullable=False),
    Column("amount", Integer(), nullable=False),
    Column("issued_at", Instant(), nullable=False),
    CheckConstraint(column("key") > 0, name="refunds_key_check"),
    CheckConstraint(column("id") > 0, name="refunds_id_check"),
    CheckConstraint(column("payment_id") > 0, name="refunds_payment_id_check"),
    CheckConstraint(column("amount") > 0, name="refunds_amount_check"),
    Index("refunds_payment_id_idx", "payment_id"),
)
