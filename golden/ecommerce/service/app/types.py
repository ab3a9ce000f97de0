"""The types of Ecommerce: how their values travel, and which refinements they carry."""

from app import model, rules
from app.runtime.types import BOOL, DATETIME, INT, STRING, Alias, Entity, Enum, Field, Option, Rule, SetOf

ORDER_STATUS = Enum("OrderStatus", model.ORDER_STATUS_VALUES)

SKU = Alias("Sku", STRING, Rule("the refinement of `Sku`", "value matches /^[A-Z]{3}-[0-9]{4}$/", rules.sku_where))

ORDER_ID = Alias("OrderId", INT, Rule("the refinement of `OrderId`", "value > 0", rules.order_id_where))

PAYMENT_ID = Alias("PaymentId", INT, Rule("the refinement of `PaymentId`", "value > 0", rules.payment_id_where))

REFUND_ID = Alias("RefundId", INT, Rule("the refinement of `RefundId`", "value > 0", rules.refund_id_where))

MONEY = Alias("Money", INT, Rule("the refinement of `Money`", "value >= 0", rules.money_where))

AMOUNT = Alias("Amount", MONEY, Rule("the refinement of `Amount`", "value > 0", rules.amount_where))

PRICE = Alias("Price", AMOUNT, Rule("the refinement of `Price`", "value <= 1000000", rules.price_where))

QUANTITY = Alias(
    "Quantity", INT, Rule("the refinement of `Quantity`", "value >= 1 and value <= 100", rules.quantity_where)
)

UNITS = Alias("Units", INT, Rule("the refinement of `Units`", "value >= 0", rules.units_where))

PRODUCT_NAME = Alias(
    "ProductName",
    STRING,
    Rule("the refinement of `ProductName`", "len(value) >= 1 and len(value) <= 120", rules.product_name_where),
)

EMAIL = Alias(
    "Email", STRING, Rule("the refinement of `Email`", "len(value) <= 254 and isValidEmail(value)", rules.email_where)
)

TRACKING_NUMBER = Alias(
    "TrackingNumber",
    STRING,
    Rule(
        "the refinement of `TrackingNumber`", "value matches /^[A-Z]{2}[0-9]{9}[A-Z]{2}$/", rules.tracking_number_where
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
            "the invariant `totalAddsUp` of `Order`",
            "total = sum(items, i => i.quantity * i.unit_price)",
            rules.order_total_adds_up,
        ),
        Rule(
            "the invariant `oneLinePerSku` of `Order`",
            "all i in items, j in items | i.sku = j.sku implies i = j",
            rules.order_one_line_per_sku,
        ),
        Rule("the invariant `fewLines` of `Order`", "#items <= 20", rules.order_few_lines),
        Rule(
            "the invariant `onlyDraftsAreEmpty` of `Order`",
            "status in {OrderStatus.DRAFT, OrderStatus.CANCELLED} or #items > 0",
            rules.order_only_drafts_are_empty,
        ),
        Rule(
            "the invariant `draftsAreNotPlaced` of `Order`",
            "status = OrderStatus.DRAFT implies placed_at = none",
            rules.order_drafts_are_not_placed,
        ),
        Rule(
            "the invariant `placedIsDated` of `Order`",
            "status not in {OrderStatus.DRAFT, OrderStatus.CANCELLED} implies placed_at != none",
            rules.order_placed_is_dated,
        ),
        Rule(
            "the invariant `shippedIsTracked` of `Order`",
            (
                "status in {OrderStatus.SHIPPED, OrderStatus.DELIVERED, OrderStatus.RETURNED} implies "
                "tracking != none and shipped_at != none"
            ),
            rules.order_shipped_is_tracked,
        ),
        Rule(
            "the invariant `deliveredIsDated` of `Order`",
            "status in {OrderStatus.DELIVERED, OrderStatus.RETURNED} implies delivered_at != none",
            rules.order_delivered_is_dated,
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
        Rule("the invariant `neverOverRefunded` of `Payment`", "refunded <= amount", rules.payment_never_over_refunded),
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
