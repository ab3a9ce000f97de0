"""The types of Ecommerce: how their values travel, and which refinements they carry."""

from tests import clauses, model, parts
from tests.harness.types import BOOL, DATETIME, INT, STRING, Alias, Entity, Enum, Field, Option, Rule, SetOf

ORDER_STATUS = Enum("OrderStatus", model.ORDER_STATUS_VALUES)

SKU = Alias(
    "Sku", STRING, Rule("Sku.where", "value matches /^[A-Z]{3}-[0-9]{4}$/", "ecommerce.spec:3", clauses.sku_where)
)

ORDER_ID = Alias("OrderId", INT, Rule("OrderId.where", "value > 0", "ecommerce.spec:5", clauses.order_id_where))

PAYMENT_ID = Alias("PaymentId", INT, Rule("PaymentId.where", "value > 0", "ecommerce.spec:7", clauses.payment_id_where))

REFUND_ID = Alias("RefundId", INT, Rule("RefundId.where", "value > 0", "ecommerce.spec:9", clauses.refund_id_where))

MONEY = Alias("Money", INT, Rule("Money.where", "value >= 0", "ecommerce.spec:12", clauses.money_where))

AMOUNT = Alias("Amount", MONEY, Rule("Amount.where", "value > 0", "ecommerce.spec:14", clauses.amount_where))

PRICE = Alias("Price", AMOUNT, Rule("Price.where", "value <= 1000000", "ecommerce.spec:16", clauses.price_where))

QUANTITY = Alias(
    "Quantity", INT, Rule("Quantity.where", "value >= 1 and value <= 100", "ecommerce.spec:18", clauses.quantity_where)
)

UNITS = Alias("Units", INT, Rule("Units.where", "value >= 0", "ecommerce.spec:20", clauses.units_where))

PRODUCT_NAME = Alias(
    "ProductName",
    STRING,
    Rule(
        "ProductName.where",
        "len(value) >= 1 and len(value) <= 120",
        "ecommerce.spec:22",
        clauses.product_name_where,
        parts=parts.product_name_where,
    ),
)

EMAIL = Alias(
    "Email",
    STRING,
    Rule(
        "Email.where",
        "len(value) <= 254 and isValidEmail(value)",
        "ecommerce.spec:24",
        clauses.email_where,
        parts=parts.email_where,
    ),
)

TRACKING_NUMBER = Alias(
    "TrackingNumber",
    STRING,
    Rule(
        "TrackingNumber.where",
        "value matches /^[A-Z]{2}[0-9]{9}[A-Z]{2}$/",
        "ecommerce.spec:26",
        clauses.tracking_number_where,
    ),
)

PRODUCT = Entity(
    "Product",
    model.Product,
    lambda: (
        Field("sku", "sku", SKU, None),
        Field("name", "name", PRODUCT_NAME, None),
        Field("price", "price", PRICE, None),
        Field("active", "active", BOOL, None),
    ),
)

LINE_ITEM = Entity(
    "LineItem",
    model.LineItem,
    lambda: (
        Field("sku", "sku", SKU, None),
        Field("quantity", "quantity", QUANTITY, None),
        Field("unit_price", "unit_price", PRICE, None),
    ),
)

ORDER = Entity(
    "Order",
    model.Order,
    lambda: (
        Field("id", "id", ORDER_ID, None),
        Field("customer", "customer", EMAIL, None),
        Field("status", "status", ORDER_STATUS, None),
        Field("items", "items", SetOf(LINE_ITEM), None),
        Field("total", "total", MONEY, None),
        Field("created_at", "created_at", DATETIME, None),
        Field("placed_at", "placed_at", Option(DATETIME), None),
        Field("shipped_at", "shipped_at", Option(DATETIME), None),
        Field("tracking", "tracking", Option(TRACKING_NUMBER), None),
        Field("delivered_at", "delivered_at", Option(DATETIME), None),
    ),
    invariants=(
        Rule(
            "Order.totalAddsUp",
            "total = sum(items, i => i.quantity * i.unit_price)",
            "ecommerce.spec:55",
            clauses.order_total_adds_up,
            parts=parts.order_total_adds_up,
        ),
        Rule(
            "Order.oneLinePerSku",
            "all i in items, j in items | i.sku = j.sku implies i = j",
            "ecommerce.spec:56",
            clauses.order_one_line_per_sku,
            clauses.order_one_line_per_sku_says,
            parts=parts.order_one_line_per_sku,
        ),
        Rule(
            "Order.fewLines", "#items <= 20", "ecommerce.spec:57", clauses.order_few_lines, parts=parts.order_few_lines
        ),
        Rule(
            "Order.onlyDraftsAreEmpty",
            "status in {DRAFT, CANCELLED} or #items > 0",
            "ecommerce.spec:58",
            clauses.order_only_drafts_are_empty,
            parts=parts.order_only_drafts_are_empty,
        ),
        Rule(
            "Order.draftsAreNotPlaced",
            "status = DRAFT implies placed_at = none",
            "ecommerce.spec:59",
            clauses.order_drafts_are_not_placed,
            clauses.order_drafts_are_not_placed_says,
            parts=parts.order_drafts_are_not_placed,
        ),
        Rule(
            "Order.placedIsDated",
            "status not in {DRAFT, CANCELLED} implies placed_at != none",
            "ecommerce.spec:60",
            clauses.order_placed_is_dated,
            clauses.order_placed_is_dated_says,
            parts=parts.order_placed_is_dated,
        ),
        Rule(
            "Order.shippedIsTracked",
            "status in {SHIPPED, DELIVERED, RETURNED} implies tracking != none and shipped_at != none",
            "ecommerce.spec:61",
            clauses.order_shipped_is_tracked,
            clauses.order_shipped_is_tracked_says,
            parts=parts.order_shipped_is_tracked,
        ),
        Rule(
            "Order.deliveredIsDated",
            "status in {DELIVERED, RETURNED} implies delivered_at != none",
            "ecommerce.spec:63",
            clauses.order_delivered_is_dated,
            clauses.order_delivered_is_dated_says,
            parts=parts.order_delivered_is_dated,
        ),
    ),
)

PAYMENT = Entity(
    "Payment",
    model.Payment,
    lambda: (
        Field("id", "id", PAYMENT_ID, None),
        Field("order_id", "order_id", ORDER_ID, None),
        Field("amount", "amount", AMOUNT, None),
        Field("refunded", "refunded", MONEY, None),
        Field("paid_at", "paid_at", DATETIME, None),
    ),
    invariants=(
        Rule(
            "Payment.neverOverRefunded",
            "refunded <= amount",
            "ecommerce.spec:72",
            clauses.payment_never_over_refunded,
            parts=parts.payment_never_over_refunded,
        ),
    ),
)

REFUND = Entity(
    "Refund",
    model.Refund,
    lambda: (
        Field("id", "id", REFUND_ID, None),
        Field("payment_id", "payment_id", PAYMENT_ID, None),
        Field("amount", "amount", AMOUNT, None),
        Field("issued_at", "issued_at", DATETIME, None),
    ),
)
