"""Makes the tables of Ecommerce.

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
        "catalogue",
        sa.Column("key", sa.Text(), primary_key=True),
        sa.Column("sku", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("price", sa.BigInteger(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.CheckConstraint(
            sa.and_(sa.func.length(sa.column("name")) >= 1, sa.func.length(sa.column("name")) <= 120),
            name="catalogue_name_check",
        ),
        sa.CheckConstraint(
            sa.and_(sa.column("price") > 0, sa.column("price") <= 1000000), name="catalogue_price_check"
        ),
    )
    op.create_table(
        "inventory",
        sa.Column("key", sa.Text(), primary_key=True),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(sa.column("value") >= 0, name="inventory_value_check"),
    )
    op.create_table(
        "orders",
        sa.Column("key", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("customer", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("items", sa.JSON(), nullable=False),
        sa.Column("total", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.Text(), nullable=False),
        sa.Column("placed_at", sa.Text(), nullable=True),
        sa.Column("shipped_at", sa.Text(), nullable=True),
        sa.Column("tracking", sa.Text(), nullable=True),
        sa.Column("delivered_at", sa.Text(), nullable=True),
        sa.CheckConstraint(sa.column("key") > 0, name="orders_key_check"),
        sa.CheckConstraint(sa.column("id") > 0, name="orders_id_check"),
        sa.CheckConstraint(sa.func.length(sa.column("customer")) <= 254, name="orders_customer_check"),
        sa.CheckConstraint(
            sa.column("status").in_(["DRAFT", "PLACED", "PAID", "SHIPPED", "DELIVERED", "CANCELLED", "RETURNED"]),
            name="orders_status_check",
        ),
        sa.CheckConstraint(sa.column("total") >= 0, name="orders_total_check"),
    )
    op.create_index("orders_status_idx", "orders", ["status"], sqlite_where=sa.text("\"status\" = 'DRAFT'"))
    op.create_table(
        "payments",
        sa.Column("key", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("order_id", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("refunded", sa.BigInteger(), nullable=False),
        sa.Column("paid_at", sa.Text(), nullable=False),
        sa.CheckConstraint(sa.column("key") > 0, name="payments_key_check"),
        sa.CheckConstraint(sa.column("id") > 0, name="payments_id_check"),
        sa.CheckConstraint(sa.column("order_id") > 0, name="payments_order_id_check"),
        sa.CheckConstraint(sa.column("amount") > 0, name="payments_amount_check"),
        sa.CheckConstraint(sa.column("refunded") >= 0, name="payments_refunded_check"),
    )
    op.create_index("payments_order_id_idx", "payments", ["order_id"])
    op.create_table(
        "refunds",
        sa.Column("key", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("payment_id", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("issued_at", sa.Text(), nullable=False),
        sa.CheckConstraint(sa.column("key") > 0, name="refunds_key_check"),
        sa.CheckConstraint(sa.column("id") > 0, name="refunds_id_check"),
        sa.CheckConstraint(sa.column("payment_id") > 0, name="refunds_payment_id_check"),
        sa.CheckConstraint(sa.column("amount") > 0, name="refunds_amount_check"),
    )
    op.create_index("refunds_payment_id_idx", "refunds", ["payment_id"])


def downgrade() -> None:
    """Takes them back. What was lost stays lost."""
    op.drop_table("catalogue")
    op.drop_table("inventory")
    op.drop_table("orders")
    op.drop_table("payments")
    op.drop_table("refunds")
