"""How the state of Ecommerce lies in its tables, and what each operation loads of it."""

from collections.abc import Sequence
from typing import Any

from app import model, spec, tables
from app.runtime.store import Columns, Load, MapTable, Store, each, moment_or_none, one
from app.runtime.types import SetOf
from app.runtime.values import Instant, some
from app.types import LINE_ITEM

_TYPE_1 = SetOf(LINE_ITEM)


def _read_product(cells: Sequence[Any]) -> model.Product:
    """The record that a row holds."""
    return model.Product(sku=cells[0], name=cells[1], price=cells[2], active=cells[3])


def _write_product(value: model.Product) -> tuple[Any, ...]:
    """The cells of a record."""
    return (value.sku, value.name, value.price, value.active)


def _read_order(cells: Sequence[Any]) -> model.Order:
    """The record that a row holds."""
    return model.Order(
        id=cells[0],
        customer=cells[1],
        status=cells[2],
        items=_TYPE_1.decode(cells[3]),
        total=cells[4],
        created_at=Instant(cells[5]),
        placed_at=moment_or_none(cells[6]),
        shipped_at=moment_or_none(cells[7]),
        tracking=cells[8],
        delivered_at=moment_or_none(cells[9]),
    )


def _write_order(value: model.Order) -> tuple[Any, ...]:
    """The cells of a record."""
    return (
        value.id,
        value.customer,
        value.status,
        _TYPE_1.encode(value.items),
        value.total,
        value.created_at,
        value.placed_at,
        value.shipped_at,
        value.tracking,
        value.delivered_at,
    )


def _read_payment(cells: Sequence[Any]) -> model.Payment:
    """The record that a row holds."""
    return model.Payment(id=cells[0], order_id=cells[1], amount=cells[2], refunded=cells[3], paid_at=Instant(cells[4]))


def _write_payment(value: model.Payment) -> tuple[Any, ...]:
    """The cells of a record."""
    return (value.id, value.order_id, value.amount, value.refunded, value.paid_at)


def _read_refund(cells: Sequence[Any]) -> model.Refund:
    """The record that a row holds."""
    return model.Refund(id=cells[0], payment_id=cells[1], amount=cells[2], issued_at=Instant(cells[3]))


def _write_refund(value: model.Refund) -> tuple[Any, ...]:
    """The cells of a record."""
    return (value.id, value.payment_id, value.amount, value.issued_at)


STORE = Store(
    model.State,
    spec.INITIAL,
    MapTable(
        "products",
        tables.catalogue,
        one("key"),
        Columns(("sku", "name", "price", "active"), _read_product, _write_product),
    ),
    MapTable("inventory", tables.inventory, one("key"), one("value")),
    MapTable(
        "orders",
        tables.orders,
        one("key"),
        Columns(
            (
                "id",
                "customer",
                "status",
                "items",
                "total",
                "created_at",
                "placed_at",
                "shipped_at",
                "tracking",
                "delivered_at",
            ),
            _read_order,
            _write_order,
        ),
    ),
    MapTable(
        "payments",
        tables.payments,
        one("key"),
        Columns(("id", "order_id", "amount", "refunded", "paid_at"), _read_payment, _write_payment),
    ),
    MapTable(
        "refunds",
        tables.refunds,
        one("key"),
        Columns(("id", "payment_id", "amount", "issued_at"), _read_refund, _write_refund),
    ),
)

ADD_PRODUCT = (Load("products"), Load("inventory", lambda before, given: (given.sku,)), Load("orders"))

GET_PRODUCT = (Load("products", lambda before, given: (given.sku,)),)

LIST_PRODUCTS = (
    Load(
        "products",
        where=lambda row, before, given: (
            not given.only_active or row["active"].is_(True),
            given.max_price is None or row["price"] <= some(given.max_price),
        ),
    ),
)

CHANGE_PRICE = (Load("products", lambda before, given: (given.sku,)),)

DISCONTINUE = (Load("products"), Load("orders"))

RESTOCK = (Load("inventory", lambda before, given: (given.sku,)), Load("orders"))

GET_AVAILABILITY = (Load("inventory", lambda before, given: (given.sku,)), Load("orders"))

CREATE_ORDER = (Load("orders"), Load("inventory"))

GET_ORDER = (Load("orders", lambda before, given: (given.order_id,)),)

LIST_ORDERS = (
    Load(
        "orders",
        where=lambda row, before, given: (
            given.customer is None or row["customer"] == some(given.customer),
            given.status is None or row["status"] == some(given.status),
        ),
    ),
)

ADD_LINE_ITEM = (Load("orders"), Load("products", lambda before, given: (given.sku,)), Load("inventory"))

REMOVE_LINE_ITEM = (Load("orders"), Load("inventory"))

DELETE_DRAFT = (Load("orders"), Load("inventory"))

PLACE_ORDER = (
    Load("orders"),
    Load("products", lambda before, given: each(before.orders[given.order_id].items, lambda i: (i.sku,))),
    Load("inventory"),
)

RECORD_PAYMENT = (
    Load("orders"),
    Load("payments", greatest=True),
    Load("inventory"),
    Load("payments", total="refunded"),
    Load("payments", total="amount"),
)

LIST_PAYMENTS = (
    Load("orders", lambda before, given: (given.order_id,)),
    Load("payments", where=lambda row, before, given: (row["order_id"] == given.order_id,)),
)

SHIP_ORDER = (Load("orders"), Load("inventory"))

CONFIRM_DELIVERY = (Load("orders"), Load("inventory"))

CANCEL_ORDER = (Load("orders"), Load("inventory"))

RETURN_ORDER = (Load("orders"), Load("inventory"))

REFUND_PAYMENT = (
    Load("payments", lambda before, given: (given.payment_id,)),
    Load("orders", lambda before, given: (before.payments[given.payment_id].order_id,)),
    Load("refunds", greatest=True),
    Load("payments", total="refunded"),
    Load("payments", total="amount"),
)
