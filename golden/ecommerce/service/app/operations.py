"""What Ecommerce does: each operation as a function from the state before to the state after."""

from __future__ import annotations

from app.functions import allocated, available, refund_total, returnable
from app.model import (
    AddLineItemAnswer,
    AddLineItemGiven,
    AddProductAnswer,
    AddProductGiven,
    CancelOrderAnswer,
    CancelOrderGiven,
    ChangePriceAnswer,
    ChangePriceGiven,
    ConfirmDeliveryAnswer,
    ConfirmDeliveryGiven,
    CreateOrderAnswer,
    CreateOrderGiven,
    DeleteDraftAnswer,
    DeleteDraftGiven,
    DiscontinueAnswer,
    DiscontinueGiven,
    GetAvailabilityAnswer,
    GetAvailabilityGiven,
    GetOrderAnswer,
    GetOrderGiven,
    GetProductAnswer,
    GetProductGiven,
    LineItem,
    ListOrdersAnswer,
    ListOrdersGiven,
    ListPaymentsAnswer,
    ListPaymentsGiven,
    ListProductsAnswer,
    ListProductsGiven,
    Order,
    Payment,
    PlaceOrderAnswer,
    PlaceOrderGiven,
    Product,
    RecordPaymentAnswer,
    RecordPaymentGiven,
    Refund,
    RefundPaymentAnswer,
    RefundPaymentGiven,
    RemoveLineItemAnswer,
    RemoveLineItemGiven,
    RestockAnswer,
    RestockGiven,
    ReturnOrderAnswer,
    ReturnOrderGiven,
    ShipOrderAnswer,
    ShipOrderGiven,
    State,
)
from app.runtime import choices
from app.runtime.choices import Picks
from app.runtime.clauses import ensuring, fits, inputs_fit, may_move, promised, requires
from app.runtime.types import Option
from app.runtime.values import Instant, Map, every, exists, grown, i64, none_of, replace, select, some, the, touched
from app.types import (
    AMOUNT,
    EMAIL,
    ORDER_ID,
    PAYMENT_ID,
    PRICE,
    PRODUCT_NAME,
    QUANTITY,
    REFUND_ID,
    SKU,
    TRACKING_NUMBER,
)

_ADD_PRODUCT = (("sku", "sku", SKU), ("name", "name", PRODUCT_NAME), ("price", "price", PRICE))


def add_product(before: State, given: AddProductGiven, now: Instant, pick: Picks) -> tuple[State, AddProductAnswer]:
    """AddProduct (ecommerce.spec:113)."""
    inputs_fit(_ADD_PRODUCT, given, before, now)
    requires(("sku not in products", lambda: given.sku not in before.products))
    # ensures products' = products + {sku -> Product { sku = sku, name = name, price = price, active = true }}
    after = replace(
        before,
        products=before.products
        + Map({given.sku: Product(sku=given.sku, name=given.name, price=given.price, active=True)}),
    )
    # ensures inventory'[sku] = 0
    after = replace(after, inventory=after.inventory.put(given.sku, 0))
    # ensures product = products'[sku]
    with ensuring("an ensures of `AddProduct`", "product = products'[sku]"):
        product = after.products[given.sku]
    answer = AddProductAnswer(product=product)
    pick.settled(after, answer)
    promised(
        "the invariant `productKeys`",
        "all s in products | products[s].sku = s",
        lambda: every(
            after.products.at(touched(before.products, after.products)), lambda s2: after.products[s2].sku == s2
        ),
    )
    promised(
        "the invariant `everyProductIsStocked`",
        "dom(products) = dom(inventory)",
        lambda: (
            every(after.products.at(touched(before.products, after.products)), lambda key: key in after.inventory)
            and every(after.products.at(touched(before.inventory, after.inventory)), lambda key: key in after.inventory)
            and every(after.inventory.at(touched(before.inventory, after.inventory)), lambda key: key in after.products)
            and every(after.inventory.at(touched(before.products, after.products)), lambda key: key in after.products)
        ),
    )
    promised(
        "the invariant `linesAreKnown`",
        "all o in ran(orders) | all i in o.items | i.sku in products",
        lambda: every(after.orders.values(), lambda o: every(o.items, lambda i: i.sku in after.products)),
    )
    promised(
        "the invariant `noOverselling`",
        "all s in inventory | allocated(s) <= inventory[s]",
        lambda: every(
            after.inventory.at(touched(before.inventory, after.inventory)),
            lambda s2: allocated(s2, after) <= after.inventory[s2],
        ),
    )
    return after, answer


_GET_PRODUCT = (("sku", "sku", SKU),)


def get_product(before: State, given: GetProductGiven, now: Instant, pick: Picks) -> tuple[State, GetProductAnswer]:
    """GetProduct (ecommerce.spec:127)."""
    inputs_fit(_GET_PRODUCT, given, before, now)
    requires(
        ("sku in products", lambda: given.sku in before.products),
        present=(("sku in products", lambda: given.sku in before.products),),
    )
    # ensures product = products[sku]
    product = before.products[given.sku]
    return before, GetProductAnswer(product=product)


_LIST_PRODUCTS = (("max_price", "max_price", Option(PRICE)),)


def list_products(
    before: State, given: ListProductsGiven, now: Instant, pick: Picks
) -> tuple[State, ListProductsAnswer]:
    """ListProducts (ecommerce.spec:136)."""
    inputs_fit(_LIST_PRODUCTS, given, before, now)
    # ensures found = { p in ran(products) | (not only_active or p.active) and (max_price = none or p.price <=
    #   max_price) }
    found = select(
        before.products.values(),
        lambda p: (not given.only_active or p.active) and (given.max_price is None or p.price <= some(given.max_price)),
    )
    return before, ListProductsAnswer(found=found)


_CHANGE_PRICE = (("sku", "sku", SKU), ("price", "price", PRICE))


def change_price(before: State, given: ChangePriceGiven, now: Instant, pick: Picks) -> tuple[State, ChangePriceAnswer]:
    """ChangePrice (ecommerce.spec:145)."""
    inputs_fit(_CHANGE_PRICE, given, before, now)
    requires(
        ("sku in products", lambda: given.sku in before.products),
        ("products[sku].active", lambda: before.products[given.sku].active),
        present=(("sku in products", lambda: given.sku in before.products),),
    )
    # ensures products'[sku].price = price
    after = replace(
        before, products=before.products.put(given.sku, replace(before.products[given.sku], price=given.price))
    )
    # ensures product = products'[sku]
    product = after.products[given.sku]
    return after, ChangePriceAnswer(product=product)


_DISCONTINUE = (("sku", "sku", SKU),)


def discontinue(before: State, given: DiscontinueGiven, now: Instant, pick: Picks) -> tuple[State, DiscontinueAnswer]:
    """Discontinue (ecommerce.spec:158)."""
    inputs_fit(_DISCONTINUE, given, before, now)
    requires(
        ("sku in products", lambda: given.sku in before.products),
        ("products[sku].active", lambda: before.products[given.sku].active),
        present=(("sku in products", lambda: given.sku in before.products),),
    )
    # ensures products' = products + {sku -> products[sku] with { active = false }}
    after = replace(
        before, products=before.products + Map({given.sku: replace(before.products[given.sku], active=False)})
    )
    # ensures product = products'[sku]
    product = after.products[given.sku]
    answer = DiscontinueAnswer(product=product)
    pick.settled(after, answer)
    promised(
        "the invariant `productKeys`",
        "all s in products | products[s].sku = s",
        lambda: every(
            after.products.at(touched(before.products, after.products)), lambda s2: after.products[s2].sku == s2
        ),
    )
    promised(
        "the invariant `everyProductIsStocked`",
        "dom(products) = dom(inventory)",
        lambda: (
            every(after.products.at(touched(before.products, after.products)), lambda key: key in after.inventory)
            and every(after.inventory.at(touched(before.products, after.products)), lambda key: key in after.products)
        ),
    )
    promised(
        "the invariant `linesAreKnown`",
        "all o in ran(orders) | all i in o.items | i.sku in products",
        lambda: every(after.orders.values(), lambda o: every(o.items, lambda i: i.sku in after.products)),
    )
    return after, answer


_RESTOCK = (("sku", "sku", SKU), ("quantity", "quantity", QUANTITY))


def restock(before: State, given: RestockGiven, now: Instant, pick: Picks) -> tuple[State, RestockAnswer]:
    """Restock (ecommerce.spec:170)."""
    inputs_fit(_RESTOCK, given, before, now)
    requires(
        ("sku in inventory", lambda: given.sku in before.inventory),
        present=(("sku in inventory", lambda: given.sku in before.inventory),),
    )
    # ensures inventory'[sku] = inventory[sku] + quantity
    after = replace(
        before, inventory=before.inventory.put(given.sku, i64(before.inventory[given.sku] + given.quantity))
    )
    # ensures on_hand = available(sku)'
    on_hand = available(given.sku, after)
    answer = RestockAnswer(on_hand=on_hand)
    pick.settled(after, answer)
    promised(
        "the invariant `everyProductIsStocked`",
        "dom(products) = dom(inventory)",
        lambda: (
            every(after.products.at(touched(before.inventory, after.inventory)), lambda key: key in after.inventory)
            and every(after.inventory.at(touched(before.inventory, after.inventory)), lambda key: key in after.products)
        ),
    )
    promised(
        "the invariant `noOverselling`",
        "all s in inventory | allocated(s) <= inventory[s]",
        lambda: every(
            after.inventory.at(touched(before.inventory, after.inventory)),
            lambda s2: allocated(s2, after) <= after.inventory[s2],
        ),
    )
    return after, answer


_GET_AVAILABILITY = (("sku", "sku", SKU),)


def get_availability(
    before: State, given: GetAvailabilityGiven, now: Instant, pick: Picks
) -> tuple[State, GetAvailabilityAnswer]:
    """GetAvailability (ecommerce.spec:181)."""
    inputs_fit(_GET_AVAILABILITY, given, before, now)
    requires(
        ("sku in inventory", lambda: given.sku in before.inventory),
        present=(("sku in inventory", lambda: given.sku in before.inventory),),
    )
    # ensures on_hand = available(sku)
    on_hand = available(given.sku, before)
    # ensures held = allocated(sku)
    held = allocated(given.sku, before)
    return before, GetAvailabilityAnswer(on_hand=on_hand, held=held)


_CREATE_ORDER = (("customer", "customer", EMAIL),)


def create_order(before: State, given: CreateOrderGiven, now: Instant, pick: Picks) -> tuple[State, CreateOrderAnswer]:
    """CreateOrder (ecommerce.spec:193)."""
    inputs_fit(_CREATE_ORDER, given, before, now)
    # ensures order_id not in orders
    order_id = pick.choose(
        ("an ensures of `CreateOrder`", "order_id not in orders"),
        (lambda: choices.not_member_of(before.orders),),
        choices.integers(0),
        lambda order_id: fits(ORDER_ID, order_id, before, now) and order_id not in before.orders,
    )
    # ensures orders' = orders + {order_id -> Order { id = order_id, customer = customer, status = OrderStatus.DRAFT,
    #   items = {}, total = 0, created_at = now(), placed_at = none, shipped_at = none, tracking = none, delivered_at =
    #   none }}
    after = replace(
        before,
        orders=before.orders
        + Map(
            {
                order_id: Order(
                    id=order_id,
                    customer=given.customer,
                    status="DRAFT",
                    items=frozenset(),
                    total=0,
                    created_at=now,
                    placed_at=None,
                    shipped_at=None,
                    tracking=None,
                    delivered_at=None,
                )
            }
        ),
    )
    promised("an ensures of `CreateOrder`", "#orders' = #orders + 1", lambda: grown(before.orders, after.orders) == 1)
    answer = CreateOrderAnswer(order_id=order_id)
    pick.settled(after, answer)
    promised(
        "the invariant `orderKeys`",
        "all o in orders | orders[o].id = o",
        lambda: every(after.orders.at(touched(before.orders, after.orders)), lambda o: after.orders[o].id == o),
    )
    promised(
        "the invariant `linesAreKnown`",
        "all o in ran(orders) | all i in o.items | i.sku in products",
        lambda: every(
            after.orders.at(touched(before.orders, after.orders)).values(),
            lambda o: every(o.items, lambda i: i.sku in after.products),
        ),
    )
    promised(
        "the invariant `noOverselling`",
        "all s in inventory | allocated(s) <= inventory[s]",
        lambda: every(after.inventory, lambda s2: allocated(s2, after) <= after.inventory[s2]),
    )
    promised(
        "the invariant `trackingIsUnique`",
        (
            "all a in orders, b in orders | orders[a].tracking != none and some(orders[a].tracking) "
            "= orders[b].tracking implies a = b"
        ),
        lambda: (
            every(
                after.orders.at(touched(before.orders, after.orders)),
                lambda a: every(
                    after.orders.among(("tracking", lambda: some(after.orders[a].tracking))),
                    lambda b: (
                        not (
                            after.orders[a].tracking is not None
                            and some(after.orders[a].tracking) == after.orders[b].tracking
                        )
                        or a == b
                    ),
                ),
            )
            and every(
                after.orders.at(touched(before.orders, after.orders)),
                lambda b: every(
                    after.orders.among(("tracking", lambda: after.orders[b].tracking)),
                    lambda a: (
                        not (
                            after.orders[a].tracking is not None
                            and some(after.orders[a].tracking) == after.orders[b].tracking
                        )
                        or a == b
                    ),
                ),
            )
        ),
    )
    promised(
        "the invariant `paymentsAreBacked`",
        (
            "all p in ran(payments) | p.order_id in orders and orders[p.order_id].status not "
            "in {OrderStatus.DRAFT, OrderStatus.PLACED} and orders[p.order_id].total = p.amount"
        ),
        lambda: (
            every(
                after.payments.whose("order_id", touched(before.orders, after.orders)).values(),
                lambda p: p.order_id in after.orders,
            )
            and every(
                after.payments.whose("order_id", touched(before.orders, after.orders)).values(),
                lambda p: after.orders[p.order_id].status not in {"DRAFT", "PLACED"},
            )
            and every(
                after.payments.whose("order_id", touched(before.orders, after.orders)).values(),
                lambda p: after.orders[p.order_id].total == p.amount,
            )
        ),
    )
    promised(
        "the invariant `paidOrdersHavePayments`",
        (
            "all o in orders | orders[o].status in {OrderStatus.PAID, OrderStatus.SHIPPED, "
            "OrderStatus.DELIVERED, OrderStatus.RETURNED} implies (some p in ran(payments) | "
            "p.order_id = o)"
        ),
        lambda: every(
            after.orders.at(touched(before.orders, after.orders)),
            lambda o: (
                after.orders[o].status not in {"PAID", "SHIPPED", "DELIVERED", "RETURNED"}
                or exists(after.payments.among(("order_id", lambda: o)).values(), lambda p: p.order_id == o)
            ),
        ),
    )
    promised(
        "the invariant `refundsComeLast`",
        (
            "all p in ran(payments) | p.refunded > 0 implies p.order_id in orders and "
            "orders[p.order_id].status in {OrderStatus.CANCELLED, OrderStatus.RETURNED}"
        ),
        lambda: (
            every(
                after.payments.whose("order_id", touched(before.orders, after.orders)).values(),
                lambda p: not p.refunded > 0 or p.order_id in after.orders,
            )
            and every(
                after.payments.whose("order_id", touched(before.orders, after.orders)).values(),
                lambda p: not p.refunded > 0 or after.orders[p.order_id].status in {"CANCELLED", "RETURNED"},
            )
        ),
    )
    return after, answer


_GET_ORDER = (("order_id", "order_id", ORDER_ID),)


def get_order(before: State, given: GetOrderGiven, now: Instant, pick: Picks) -> tuple[State, GetOrderAnswer]:
    """GetOrder (ecommerce.spec:209)."""
    inputs_fit(_GET_ORDER, given, before, now)
    requires(
        ("order_id in orders", lambda: given.order_id in before.orders),
        present=(("order_id in orders", lambda: given.order_id in before.orders),),
    )
    # ensures order = orders[order_id]
    order = before.orders[given.order_id]
    return before, GetOrderAnswer(order=order)


_LIST_ORDERS = (("customer", "customer", Option(EMAIL)),)


def list_orders(before: State, given: ListOrdersGiven, now: Instant, pick: Picks) -> tuple[State, ListOrdersAnswer]:
    """ListOrders (ecommerce.spec:218)."""
    inputs_fit(_LIST_ORDERS, given, before, now)
    # ensures found = { o in ran(orders) | (customer = none or o.customer = customer) and (status = none or o.status =
    #   status) }
    found = select(
        before.orders.values(),
        lambda o: (
            (given.customer is None or o.customer == some(given.customer))
            and (given.status is None or o.status == some(given.status))
        ),
    )
    return before, ListOrdersAnswer(found=found)


_ADD_LINE_ITEM = (("order_id", "order_id", ORDER_ID), ("sku", "sku", SKU), ("quantity", "quantity", QUANTITY))


def add_line_item(before: State, given: AddLineItemGiven, now: Instant, pick: Picks) -> tuple[State, AddLineItemAnswer]:
    """AddLineItem (ecommerce.spec:227)."""
    inputs_fit(_ADD_LINE_ITEM, given, before, now)
    requires(
        ("order_id in orders", lambda: given.order_id in before.orders),
        ("orders[order_id].status = OrderStatus.DRAFT", lambda: before.orders[given.order_id].status == "DRAFT"),
        ("sku in products", lambda: given.sku in before.products),
        ("products[sku].active", lambda: before.products[given.sku].active),
        (
            "no i in orders[order_id].items | i.sku = sku",
            lambda: none_of(before.orders[given.order_id].items, lambda i: i.sku == given.sku),
        ),
        ("#orders[order_id].items < 20", lambda: len(before.orders[given.order_id].items) < 20),
        present=(
            ("order_id in orders", lambda: given.order_id in before.orders),
            ("sku in products", lambda: given.sku in before.products),
        ),
    )
    # ensures let price = products[sku].price in orders'[order_id].items = orders[order_id].items union {LineItem {
    #   sku = sku, quantity = quantity, unit_price = price }}
    # ensures let price = products[sku].price in orders'[order_id].total = orders[order_id].total + quantity * price
    after = replace(
        before,
        orders=before.orders.put(
            given.order_id,
            replace(
                before.orders[given.order_id],
                items=before.orders[given.order_id].items
                | frozenset(
                    {LineItem(sku=given.sku, quantity=given.quantity, unit_price=before.products[given.sku].price)}
                ),
                total=i64(before.orders[given.order_id].total + i64(given.quantity * before.products[given.sku].price)),
            ),
        ),
    )
    # ensures order = orders'[order_id]
    order = after.orders[given.order_id]
    promised(
        "an ensures of `AddLineItem`",
        "#order.items = #orders[order_id].items + 1",
        lambda: len(order.items) == len(before.orders[given.order_id].items) + 1,
    )
    answer = AddLineItemAnswer(order=order)
    pick.settled(after, answer)
    promised(
        "the invariant `linesAreKnown`",
        "all o in ran(orders) | all i in o.items | i.sku in products",
        lambda: every(
            after.orders.at(touched(before.orders, after.orders)).values(),
            lambda o: every(o.items, lambda i: i.sku in after.products),
        ),
    )
    promised(
        "the invariant `noOverselling`",
        "all s in inventory | allocated(s) <= inventory[s]",
        lambda: every(after.inventory, lambda s2: allocated(s2, after) <= after.inventory[s2]),
    )
    promised(
        "the invariant `paymentsAreBacked`",
        (
            "all p in ran(payments) | p.order_id in orders and orders[p.order_id].status not "
            "in {OrderStatus.DRAFT, OrderStatus.PLACED} and orders[p.order_id].total = p.amount"
        ),
        lambda: every(
            after.payments.whose("order_id", touched(before.orders, after.orders)).values(),
            lambda p: after.orders[p.order_id].total == p.amount,
        ),
    )
    return after, answer


_REMOVE_LINE_ITEM = (("order_id", "order_id", ORDER_ID), ("sku", "sku", SKU))


def remove_line_item(
    before: State, given: RemoveLineItemGiven, now: Instant, pick: Picks
) -> tuple[State, RemoveLineItemAnswer]:
    """RemoveLineItem (ecommerce.spec:247)."""
    inputs_fit(_REMOVE_LINE_ITEM, given, before, now)
    requires(
        ("order_id in orders", lambda: given.order_id in before.orders),
        ("orders[order_id].status = OrderStatus.DRAFT", lambda: before.orders[given.order_id].status == "DRAFT"),
        (
            "some i in orders[order_id].items | i.sku = sku",
            lambda: exists(before.orders[given.order_id].items, lambda i: i.sku == given.sku),
        ),
        present=(("order_id in orders", lambda: given.order_id in before.orders),),
    )
    # ensures let line = (the i in orders[order_id].items | i.sku = sku) in orders'[order_id].items =
    #   orders[order_id].items minus {line}
    with ensuring(
        "an ensures of `RemoveLineItem`",
        (
            "let line = (the i in orders[order_id].items | i.sku = sku) in orders'[order_id].items "
            "= orders[order_id].items minus {line}"
        ),
    ):
        line = the(before.orders[given.order_id].items, lambda i: i.sku == given.sku)
        after = replace(
            before,
            orders=before.orders.put(
                given.order_id,
                replace(before.orders[given.order_id], items=before.orders[given.order_id].items - frozenset({line})),
            ),
        )
    # ensures let line = (the i in orders[order_id].items | i.sku = sku) in orders'[order_id].total =
    #   orders[order_id].total - line.quantity * line.unit_price
    with ensuring(
        "an ensures of `RemoveLineItem`",
        (
            "let line = (the i in orders[order_id].items | i.sku = sku) in orders'[order_id].total "
            "= orders[order_id].total - line.quantity * line.unit_price"
        ),
    ):
        line = the(before.orders[given.order_id].items, lambda i: i.sku == given.sku)
        after = replace(
            after,
            orders=after.orders.put(
                given.order_id,
                replace(
                    after.orders[given.order_id],
                    total=i64(before.orders[given.order_id].total - i64(line.quantity * line.unit_price)),
                ),
            ),
        )
    answer = RemoveLineItemAnswer()
    pick.settled(after, answer)
    promised(
        "the invariant `linesAreKnown`",
        "all o in ran(orders) | all i in o.items | i.sku in products",
        lambda: every(
            after.orders.at(touched(before.orders, after.orders)).values(),
            lambda o: every(o.items, lambda i: i.sku in after.products),
        ),
    )
    promised(
        "the invariant `noOverselling`",
        "all s in inventory | allocated(s) <= inventory[s]",
        lambda: every(after.inventory, lambda s2: allocated(s2, after) <= after.inventory[s2]),
    )
    promised(
        "the invariant `paymentsAreBacked`",
        (
            "all p in ran(payments) | p.order_id in orders and orders[p.order_id].status not "
            "in {OrderStatus.DRAFT, OrderStatus.PLACED} and orders[p.order_id].total = p.amount"
        ),
        lambda: every(
            after.payments.whose("order_id", touched(before.orders, after.orders)).values(),
            lambda p: after.orders[p.order_id].total == p.amount,
        ),
    )
    return after, answer


_DELETE_DRAFT = (("order_id", "order_id", ORDER_ID),)


def delete_draft(before: State, given: DeleteDraftGiven, now: Instant, pick: Picks) -> tuple[State, DeleteDraftAnswer]:
    """DeleteDraft (ecommerce.spec:260)."""
    inputs_fit(_DELETE_DRAFT, given, before, now)
    requires(
        ("order_id in orders", lambda: given.order_id in before.orders),
        ("orders[order_id].status = OrderStatus.DRAFT", lambda: before.orders[given.order_id].status == "DRAFT"),
        present=(("order_id in orders", lambda: given.order_id in before.orders),),
    )
    # ensures orders' = orders - {order_id}
    after = replace(before, orders=before.orders - frozenset({given.order_id}))
    answer = DeleteDraftAnswer()
    pick.settled(after, answer)
    promised(
        "the invariant `noOverselling`",
        "all s in inventory | allocated(s) <= inventory[s]",
        lambda: every(after.inventory, lambda s2: allocated(s2, after) <= after.inventory[s2]),
    )
    promised(
        "the invariant `paymentsAreBacked`",
        (
            "all p in ran(payments) | p.order_id in orders and orders[p.order_id].status not "
            "in {OrderStatus.DRAFT, OrderStatus.PLACED} and orders[p.order_id].total = p.amount"
        ),
        lambda: (
            every(
                after.payments.whose("order_id", touched(before.orders, after.orders)).values(),
                lambda p: p.order_id in after.orders,
            )
            and every(
                after.payments.whose("order_id", touched(before.orders, after.orders)).values(),
                lambda p: after.orders[p.order_id].status not in {"DRAFT", "PLACED"},
            )
            and every(
                after.payments.whose("order_id", touched(before.orders, after.orders)).values(),
                lambda p: after.orders[p.order_id].total == p.amount,
            )
        ),
    )
    promised(
        "the invariant `refundsComeLast`",
        (
            "all p in ran(payments) | p.refunded > 0 implies p.order_id in orders and "
            "orders[p.order_id].status in {OrderStatus.CANCELLED, OrderStatus.RETURNED}"
        ),
        lambda: (
            every(
                after.payments.whose("order_id", touched(before.orders, after.orders)).values(),
                lambda p: not p.refunded > 0 or p.order_id in after.orders,
            )
            and every(
                after.payments.whose("order_id", touched(before.orders, after.orders)).values(),
                lambda p: not p.refunded > 0 or after.orders[p.order_id].status in {"CANCELLED", "RETURNED"},
            )
        ),
    )
    return after, answer


_PLACE_ORDER = (("order_id", "order_id", ORDER_ID),)


def place_order(before: State, given: PlaceOrderGiven, now: Instant, pick: Picks) -> tuple[State, PlaceOrderAnswer]:
    """PlaceOrder (ecommerce.spec:269)."""
    inputs_fit(_PLACE_ORDER, given, before, now)
    requires(
        ("order_id in orders", lambda: given.order_id in before.orders),
        ("orders[order_id].status = OrderStatus.DRAFT", lambda: before.orders[given.order_id].status == "DRAFT"),
        ("#orders[order_id].items > 0", lambda: len(before.orders[given.order_id].items) > 0),
        (
            "all i in orders[order_id].items | products[i.sku].active",
            lambda: every(before.orders[given.order_id].items, lambda i: before.products[i.sku].active),
        ),
        (
            "all i in orders[order_id].items | i.quantity <= available(i.sku)",
            lambda: every(before.orders[given.order_id].items, lambda i: i.quantity <= available(i.sku, before)),
        ),
        moves=(("OrderLifecycle", lambda: may_move(before.orders, given.order_id, lambda own: own.status == "DRAFT")),),
        present=(("order_id in orders", lambda: given.order_id in before.orders),),
    )
    # ensures orders'[order_id].status = OrderStatus.PLACED
    # ensures orders'[order_id].placed_at = some(now())
    after = replace(
        before,
        orders=before.orders.put(
            given.order_id, replace(before.orders[given.order_id], status="PLACED", placed_at=now)
        ),
    )
    # ensures order = orders'[order_id]
    order = after.orders[given.order_id]
    answer = PlaceOrderAnswer(order=order)
    pick.settled(after, answer)
    promised(
        "the invariant `noOverselling`",
        "all s in inventory | allocated(s) <= inventory[s]",
        lambda: every(after.inventory, lambda s2: allocated(s2, after) <= after.inventory[s2]),
    )
    promised(
        "the invariant `paymentsAreBacked`",
        (
            "all p in ran(payments) | p.order_id in orders and orders[p.order_id].status not "
            "in {OrderStatus.DRAFT, OrderStatus.PLACED} and orders[p.order_id].total = p.amount"
        ),
        lambda: every(
            after.payments.whose("order_id", touched(before.orders, after.orders)).values(),
            lambda p: after.orders[p.order_id].status not in {"DRAFT", "PLACED"},
        ),
    )
    promised(
        "the invariant `paidOrdersHavePayments`",
        (
            "all o in orders | orders[o].status in {OrderStatus.PAID, OrderStatus.SHIPPED, "
            "OrderStatus.DELIVERED, OrderStatus.RETURNED} implies (some p in ran(payments) | "
            "p.order_id = o)"
        ),
        lambda: every(
            after.orders.at(touched(before.orders, after.orders)),
            lambda o: (
                after.orders[o].status not in {"PAID", "SHIPPED", "DELIVERED", "RETURNED"}
                or exists(after.payments.among(("order_id", lambda: o)).values(), lambda p: p.order_id == o)
            ),
        ),
    )
    promised(
        "the invariant `refundsComeLast`",
        (
            "all p in ran(payments) | p.refunded > 0 implies p.order_id in orders and "
            "orders[p.order_id].status in {OrderStatus.CANCELLED, OrderStatus.RETURNED}"
        ),
        lambda: every(
            after.payments.whose("order_id", touched(before.orders, after.orders)).values(),
            lambda p: not p.refunded > 0 or after.orders[p.order_id].status in {"CANCELLED", "RETURNED"},
        ),
    )
    return after, answer


_RECORD_PAYMENT = (("order_id", "order_id", ORDER_ID), ("amount", "amount", AMOUNT))


def record_payment(
    before: State, given: RecordPaymentGiven, now: Instant, pick: Picks
) -> tuple[State, RecordPaymentAnswer]:
    """RecordPayment (ecommerce.spec:285)."""
    inputs_fit(_RECORD_PAYMENT, given, before, now)
    requires(
        ("order_id in orders", lambda: given.order_id in before.orders),
        ("orders[order_id].status = OrderStatus.PLACED", lambda: before.orders[given.order_id].status == "PLACED"),
        ("amount = orders[order_id].total", lambda: given.amount == before.orders[given.order_id].total),
        moves=(
            ("OrderLifecycle", lambda: may_move(before.orders, given.order_id, lambda own: own.status == "PLACED")),
        ),
        present=(("order_id in orders", lambda: given.order_id in before.orders),),
    )
    # ensures orders'[order_id].status = OrderStatus.PAID
    after = replace(
        before, orders=before.orders.put(given.order_id, replace(before.orders[given.order_id], status="PAID"))
    )
    # ensures payment_id not in payments
    payment_id = pick.choose(
        ("an ensures of `RecordPayment`", "payment_id not in payments"),
        (lambda: choices.not_member_of(before.payments),),
        choices.integers(0),
        lambda payment_id: fits(PAYMENT_ID, payment_id, after, now) and payment_id not in before.payments,
    )
    # ensures payments' = payments + {payment_id -> Payment { id = payment_id, order_id = order_id, amount = amount,
    #   refunded = 0, paid_at = now() }}
    after = replace(
        after,
        payments=before.payments
        + Map(
            {payment_id: Payment(id=payment_id, order_id=given.order_id, amount=given.amount, refunded=0, paid_at=now)}
        ),
    )
    answer = RecordPaymentAnswer(payment_id=payment_id)
    pick.settled(after, answer)
    promised(
        "the invariant `paymentKeys`",
        "all p in payments | payments[p].id = p",
        lambda: every(after.payments.at(touched(before.payments, after.payments)), lambda p: after.payments[p].id == p),
    )
    promised(
        "the invariant `noOverselling`",
        "all s in inventory | allocated(s) <= inventory[s]",
        lambda: every(after.inventory, lambda s2: allocated(s2, after) <= after.inventory[s2]),
    )
    promised(
        "the invariant `paymentsAreBacked`",
        (
            "all p in ran(payments) | p.order_id in orders and orders[p.order_id].status not "
            "in {OrderStatus.DRAFT, OrderStatus.PLACED} and orders[p.order_id].total = p.amount"
        ),
        lambda: (
            every(
                after.payments.at(touched(before.payments, after.payments)).values(),
                lambda p: p.order_id in after.orders,
            )
            and every(
                after.payments.at(touched(before.payments, after.payments)).values(),
                lambda p: after.orders[p.order_id].status not in {"DRAFT", "PLACED"},
            )
            and every(
                after.payments.whose("order_id", touched(before.orders, after.orders)).values(),
                lambda p: after.orders[p.order_id].status not in {"DRAFT", "PLACED"},
            )
            and every(
                after.payments.at(touched(before.payments, after.payments)).values(),
                lambda p: after.orders[p.order_id].total == p.amount,
            )
        ),
    )
    promised(
        "the invariant `onePaymentPerOrder`",
        "all a in payments, b in payments | payments[a].order_id = payments[b].order_id implies a = b",
        lambda: every(
            after.payments.at(touched(before.payments, after.payments)),
            lambda a: every(
                after.payments.among(("order_id", lambda: after.payments[a].order_id)),
                lambda b: after.payments[a].order_id != after.payments[b].order_id or a == b,
            ),
        ),
    )
    promised(
        "the invariant `paidOrdersHavePayments`",
        (
            "all o in orders | orders[o].status in {OrderStatus.PAID, OrderStatus.SHIPPED, "
            "OrderStatus.DELIVERED, OrderStatus.RETURNED} implies (some p in ran(payments) | "
            "p.order_id = o)"
        ),
        lambda: (
            every(
                after.orders.at(touched(before.orders, after.orders)),
                lambda o: (
                    after.orders[o].status not in {"PAID", "SHIPPED", "DELIVERED", "RETURNED"}
                    or exists(after.payments.among(("order_id", lambda: o)).values(), lambda p: p.order_id == o)
                ),
            )
            and every(
                after.orders.at(touched(before.payments, after.payments, lambda entry: entry.order_id)),
                lambda o: (
                    after.orders[o].status not in {"PAID", "SHIPPED", "DELIVERED", "RETURNED"}
                    or exists(after.payments.among(("order_id", lambda: o)).values(), lambda p: p.order_id == o)
                ),
            )
        ),
    )
    promised(
        "the invariant `refundsAreKnown`",
        "all r in ran(refunds) | r.payment_id in payments",
        lambda: every(
            after.refunds.whose("payment_id", touched(before.payments, after.payments)).values(),
            lambda r: r.payment_id in after.payments,
        ),
    )
    promised(
        "the invariant `refundsAddUp`",
        "all p in payments | payments[p].refunded = refundTotal(p)",
        lambda: every(
            after.payments.at(touched(before.payments, after.payments)),
            lambda p: after.payments[p].refunded == refund_total(p, after),
        ),
    )
    promised(
        "the invariant `refundsComeLast`",
        (
            "all p in ran(payments) | p.refunded > 0 implies p.order_id in orders and "
            "orders[p.order_id].status in {OrderStatus.CANCELLED, OrderStatus.RETURNED}"
        ),
        lambda: (
            every(
                after.payments.at(touched(before.payments, after.payments)).values(),
                lambda p: not p.refunded > 0 or p.order_id in after.orders,
            )
            and every(
                after.payments.at(touched(before.payments, after.payments)).values(),
                lambda p: not p.refunded > 0 or after.orders[p.order_id].status in {"CANCELLED", "RETURNED"},
            )
            and every(
                after.payments.whose("order_id", touched(before.orders, after.orders)).values(),
                lambda p: not p.refunded > 0 or after.orders[p.order_id].status in {"CANCELLED", "RETURNED"},
            )
        ),
    )
    promised(
        "the property `moneyStaysSane`",
        "sum(payments, p => payments[p].refunded) <= sum(payments, p => payments[p].amount)",
        lambda: (
            after.payments.total("refunded", lambda p: after.payments[p].refunded)
            <= after.payments.total("amount", lambda p: after.payments[p].amount)
        ),
    )
    return after, answer


_LIST_PAYMENTS = (("order_id", "order_id", ORDER_ID),)


def list_payments(
    before: State, given: ListPaymentsGiven, now: Instant, pick: Picks
) -> tuple[State, ListPaymentsAnswer]:
    """ListPayments (ecommerce.spec:304)."""
    inputs_fit(_LIST_PAYMENTS, given, before, now)
    requires(
        ("order_id in orders", lambda: given.order_id in before.orders),
        present=(("order_id in orders", lambda: given.order_id in before.orders),),
    )
    # ensures found = { p in ran(payments) | p.order_id = order_id }
    found = select(before.payments.values(), lambda p: p.order_id == given.order_id)
    return before, ListPaymentsAnswer(found=found)


_SHIP_ORDER = (("order_id", "order_id", ORDER_ID), ("tracking", "tracking", TRACKING_NUMBER))


def ship_order(before: State, given: ShipOrderGiven, now: Instant, pick: Picks) -> tuple[State, ShipOrderAnswer]:
    """ShipOrder (ecommerce.spec:313)."""
    inputs_fit(_SHIP_ORDER, given, before, now)
    requires(
        ("order_id in orders", lambda: given.order_id in before.orders),
        ("orders[order_id].status = OrderStatus.PAID", lambda: before.orders[given.order_id].status == "PAID"),
        (
            "no o in ran(orders) | o.tracking = some(tracking)",
            lambda: none_of(
                before.orders.among(("tracking", lambda: given.tracking)).values(),
                lambda o: o.tracking == given.tracking,
            ),
        ),
        moves=(("OrderLifecycle", lambda: may_move(before.orders, given.order_id, lambda own: own.status == "PAID")),),
        present=(("order_id in orders", lambda: given.order_id in before.orders),),
    )
    # ensures orders'[order_id].status = OrderStatus.SHIPPED
    # ensures orders'[order_id].shipped_at = some(now())
    # ensures orders'[order_id].tracking = some(tracking)
    after = replace(
        before,
        orders=before.orders.put(
            given.order_id,
            replace(before.orders[given.order_id], status="SHIPPED", shipped_at=now, tracking=given.tracking),
        ),
    )
    # ensures order = orders'[order_id]
    order = after.orders[given.order_id]
    answer = ShipOrderAnswer(order=order)
    pick.settled(after, answer)
    promised(
        "the invariant `noOverselling`",
        "all s in inventory | allocated(s) <= inventory[s]",
        lambda: every(after.inventory, lambda s2: allocated(s2, after) <= after.inventory[s2]),
    )
    promised(
        "the invariant `trackingIsUnique`",
        (
            "all a in orders, b in orders | orders[a].tracking != none and some(orders[a].tracking) "
            "= orders[b].tracking implies a = b"
        ),
        lambda: (
            every(
                after.orders.at(touched(before.orders, after.orders)),
                lambda a: every(
                    after.orders.among(("tracking", lambda: some(after.orders[a].tracking))),
                    lambda b: (
                        not (
                            after.orders[a].tracking is not None
                            and some(after.orders[a].tracking) == after.orders[b].tracking
                        )
                        or a == b
                    ),
                ),
            )
            and every(
                after.orders.at(touched(before.orders, after.orders)),
                lambda b: every(
                    after.orders.among(("tracking", lambda: after.orders[b].tracking)),
                    lambda a: (
                        not (
                            after.orders[a].tracking is not None
                            and some(after.orders[a].tracking) == after.orders[b].tracking
                        )
                        or a == b
                    ),
                ),
            )
        ),
    )
    promised(
        "the invariant `paymentsAreBacked`",
        (
            "all p in ran(payments) | p.order_id in orders and orders[p.order_id].status not "
            "in {OrderStatus.DRAFT, OrderStatus.PLACED} and orders[p.order_id].total = p.amount"
        ),
        lambda: every(
            after.payments.whose("order_id", touched(before.orders, after.orders)).values(),
            lambda p: after.orders[p.order_id].status not in {"DRAFT", "PLACED"},
        ),
    )
    promised(
        "the invariant `paidOrdersHavePayments`",
        (
            "all o in orders | orders[o].status in {OrderStatus.PAID, OrderStatus.SHIPPED, "
            "OrderStatus.DELIVERED, OrderStatus.RETURNED} implies (some p in ran(payments) | "
            "p.order_id = o)"
        ),
        lambda: every(
            after.orders.at(touched(before.orders, after.orders)),
            lambda o: (
                after.orders[o].status not in {"PAID", "SHIPPED", "DELIVERED", "RETURNED"}
                or exists(after.payments.among(("order_id", lambda: o)).values(), lambda p: p.order_id == o)
            ),
        ),
    )
    promised(
        "the invariant `refundsComeLast`",
        (
            "all p in ran(payments) | p.refunded > 0 implies p.order_id in orders and "
            "orders[p.order_id].status in {OrderStatus.CANCELLED, OrderStatus.RETURNED}"
        ),
        lambda: every(
            after.payments.whose("order_id", touched(before.orders, after.orders)).values(),
            lambda p: not p.refunded > 0 or after.orders[p.order_id].status in {"CANCELLED", "RETURNED"},
        ),
    )
    return after, answer


_CONFIRM_DELIVERY = (("order_id", "order_id", ORDER_ID),)


def confirm_delivery(
    before: State, given: ConfirmDeliveryGiven, now: Instant, pick: Picks
) -> tuple[State, ConfirmDeliveryAnswer]:
    """ConfirmDelivery (ecommerce.spec:328)."""
    inputs_fit(_CONFIRM_DELIVERY, given, before, now)
    requires(
        ("order_id in orders", lambda: given.order_id in before.orders),
        ("orders[order_id].status = OrderStatus.SHIPPED", lambda: before.orders[given.order_id].status == "SHIPPED"),
        moves=(
            ("OrderLifecycle", lambda: may_move(before.orders, given.order_id, lambda own: own.status == "SHIPPED")),
        ),
        present=(("order_id in orders", lambda: given.order_id in before.orders),),
    )
    # ensures orders'[order_id].status = OrderStatus.DELIVERED
    # ensures orders'[order_id].delivered_at = some(now())
    after = replace(
        before,
        orders=before.orders.put(
            given.order_id, replace(before.orders[given.order_id], status="DELIVERED", delivered_at=now)
        ),
    )
    # ensures order = orders'[order_id]
    order = after.orders[given.order_id]
    answer = ConfirmDeliveryAnswer(order=order)
    pick.settled(after, answer)
    promised(
        "the invariant `noOverselling`",
        "all s in inventory | allocated(s) <= inventory[s]",
        lambda: every(after.inventory, lambda s2: allocated(s2, after) <= after.inventory[s2]),
    )
    promised(
        "the invariant `paymentsAreBacked`",
        (
            "all p in ran(payments) | p.order_id in orders and orders[p.order_id].status not "
            "in {OrderStatus.DRAFT, OrderStatus.PLACED} and orders[p.order_id].total = p.amount"
        ),
        lambda: every(
            after.payments.whose("order_id", touched(before.orders, after.orders)).values(),
            lambda p: after.orders[p.order_id].status not in {"DRAFT", "PLACED"},
        ),
    )
    promised(
        "the invariant `paidOrdersHavePayments`",
        (
            "all o in orders | orders[o].status in {OrderStatus.PAID, OrderStatus.SHIPPED, "
            "OrderStatus.DELIVERED, OrderStatus.RETURNED} implies (some p in ran(payments) | "
            "p.order_id = o)"
        ),
        lambda: every(
            after.orders.at(touched(before.orders, after.orders)),
            lambda o: (
                after.orders[o].status not in {"PAID", "SHIPPED", "DELIVERED", "RETURNED"}
                or exists(after.payments.among(("order_id", lambda: o)).values(), lambda p: p.order_id == o)
            ),
        ),
    )
    promised(
        "the invariant `refundsComeLast`",
        (
            "all p in ran(payments) | p.refunded > 0 implies p.order_id in orders and "
            "orders[p.order_id].status in {OrderStatus.CANCELLED, OrderStatus.RETURNED}"
        ),
        lambda: every(
            after.payments.whose("order_id", touched(before.orders, after.orders)).values(),
            lambda p: not p.refunded > 0 or after.orders[p.order_id].status in {"CANCELLED", "RETURNED"},
        ),
    )
    return after, answer


_CANCEL_ORDER = (("order_id", "order_id", ORDER_ID),)


def cancel_order(before: State, given: CancelOrderGiven, now: Instant, pick: Picks) -> tuple[State, CancelOrderAnswer]:
    """CancelOrder (ecommerce.spec:341)."""
    inputs_fit(_CANCEL_ORDER, given, before, now)
    requires(
        ("order_id in orders", lambda: given.order_id in before.orders),
        (
            "orders[order_id].status in {OrderStatus.DRAFT, OrderStatus.PLACED, OrderStatus.PAID}",
            lambda: before.orders[given.order_id].status in {"DRAFT", "PLACED", "PAID"},
        ),
        moves=(
            (
                "OrderLifecycle",
                lambda: may_move(
                    before.orders,
                    given.order_id,
                    lambda own: own.status == "DRAFT",
                    lambda own: own.status == "PLACED",
                    lambda own: own.status == "PAID",
                ),
            ),
        ),
        present=(("order_id in orders", lambda: given.order_id in before.orders),),
    )
    # ensures orders'[order_id].status = OrderStatus.CANCELLED
    after = replace(
        before, orders=before.orders.put(given.order_id, replace(before.orders[given.order_id], status="CANCELLED"))
    )
    # ensures order = orders'[order_id]
    order = after.orders[given.order_id]
    answer = CancelOrderAnswer(order=order)
    pick.settled(after, answer)
    promised(
        "the invariant `noOverselling`",
        "all s in inventory | allocated(s) <= inventory[s]",
        lambda: every(after.inventory, lambda s2: allocated(s2, after) <= after.inventory[s2]),
    )
    promised(
        "the invariant `paymentsAreBacked`",
        (
            "all p in ran(payments) | p.order_id in orders and orders[p.order_id].status not "
            "in {OrderStatus.DRAFT, OrderStatus.PLACED} and orders[p.order_id].total = p.amount"
        ),
        lambda: every(
            after.payments.whose("order_id", touched(before.orders, after.orders)).values(),
            lambda p: after.orders[p.order_id].status not in {"DRAFT", "PLACED"},
        ),
    )
    promised(
        "the invariant `paidOrdersHavePayments`",
        (
            "all o in orders | orders[o].status in {OrderStatus.PAID, OrderStatus.SHIPPED, "
            "OrderStatus.DELIVERED, OrderStatus.RETURNED} implies (some p in ran(payments) | "
            "p.order_id = o)"
        ),
        lambda: every(
            after.orders.at(touched(before.orders, after.orders)),
            lambda o: (
                after.orders[o].status not in {"PAID", "SHIPPED", "DELIVERED", "RETURNED"}
                or exists(after.payments.among(("order_id", lambda: o)).values(), lambda p: p.order_id == o)
            ),
        ),
    )
    promised(
        "the invariant `refundsComeLast`",
        (
            "all p in ran(payments) | p.refunded > 0 implies p.order_id in orders and "
            "orders[p.order_id].status in {OrderStatus.CANCELLED, OrderStatus.RETURNED}"
        ),
        lambda: every(
            after.payments.whose("order_id", touched(before.orders, after.orders)).values(),
            lambda p: not p.refunded > 0 or after.orders[p.order_id].status in {"CANCELLED", "RETURNED"},
        ),
    )
    return after, answer


_RETURN_ORDER = (("order_id", "order_id", ORDER_ID),)


def return_order(before: State, given: ReturnOrderGiven, now: Instant, pick: Picks) -> tuple[State, ReturnOrderAnswer]:
    """ReturnOrder (ecommerce.spec:352)."""
    inputs_fit(_RETURN_ORDER, given, before, now)
    requires(
        ("order_id in orders", lambda: given.order_id in before.orders),
        (
            "orders[order_id].status = OrderStatus.DELIVERED",
            lambda: before.orders[given.order_id].status == "DELIVERED",
        ),
        ("returnable(orders[order_id])", lambda: returnable(before.orders[given.order_id], now)),
        moves=(
            ("OrderLifecycle", lambda: may_move(before.orders, given.order_id, lambda own: own.status == "DELIVERED")),
        ),
        present=(("order_id in orders", lambda: given.order_id in before.orders),),
    )
    # ensures orders'[order_id].status = OrderStatus.RETURNED
    after = replace(
        before, orders=before.orders.put(given.order_id, replace(before.orders[given.order_id], status="RETURNED"))
    )
    # ensures order = orders'[order_id]
    order = after.orders[given.order_id]
    answer = ReturnOrderAnswer(order=order)
    pick.settled(after, answer)
    promised(
        "the invariant `noOverselling`",
        "all s in inventory | allocated(s) <= inventory[s]",
        lambda: every(after.inventory, lambda s2: allocated(s2, after) <= after.inventory[s2]),
    )
    promised(
        "the invariant `paymentsAreBacked`",
        (
            "all p in ran(payments) | p.order_id in orders and orders[p.order_id].status not "
            "in {OrderStatus.DRAFT, OrderStatus.PLACED} and orders[p.order_id].total = p.amount"
        ),
        lambda: every(
            after.payments.whose("order_id", touched(before.orders, after.orders)).values(),
            lambda p: after.orders[p.order_id].status not in {"DRAFT", "PLACED"},
        ),
    )
    promised(
        "the invariant `paidOrdersHavePayments`",
        (
            "all o in orders | orders[o].status in {OrderStatus.PAID, OrderStatus.SHIPPED, "
            "OrderStatus.DELIVERED, OrderStatus.RETURNED} implies (some p in ran(payments) | "
            "p.order_id = o)"
        ),
        lambda: every(
            after.orders.at(touched(before.orders, after.orders)),
            lambda o: (
                after.orders[o].status not in {"PAID", "SHIPPED", "DELIVERED", "RETURNED"}
                or exists(after.payments.among(("order_id", lambda: o)).values(), lambda p: p.order_id == o)
            ),
        ),
    )
    promised(
        "the invariant `refundsComeLast`",
        (
            "all p in ran(payments) | p.refunded > 0 implies p.order_id in orders and "
            "orders[p.order_id].status in {OrderStatus.CANCELLED, OrderStatus.RETURNED}"
        ),
        lambda: every(
            after.payments.whose("order_id", touched(before.orders, after.orders)).values(),
            lambda p: not p.refunded > 0 or after.orders[p.order_id].status in {"CANCELLED", "RETURNED"},
        ),
    )
    return after, answer


_REFUND_PAYMENT = (("payment_id", "payment_id", PAYMENT_ID), ("amount", "amount", AMOUNT))


def refund_payment(
    before: State, given: RefundPaymentGiven, now: Instant, pick: Picks
) -> tuple[State, RefundPaymentAnswer]:
    """RefundPayment (ecommerce.spec:365)."""
    inputs_fit(_REFUND_PAYMENT, given, before, now)
    requires(
        ("payment_id in payments", lambda: given.payment_id in before.payments),
        (
            "orders[payments[payment_id].order_id].status in {OrderStatus.CANCELLED, OrderStatus.RETURNED}",
            lambda: before.orders[before.payments[given.payment_id].order_id].status in {"CANCELLED", "RETURNED"},
        ),
        (
            "amount <= payments[payment_id].amount - payments[payment_id].refunded",
            lambda: (
                given.amount
                <= i64(before.payments[given.payment_id].amount - before.payments[given.payment_id].refunded)
            ),
        ),
        present=(("payment_id in payments", lambda: given.payment_id in before.payments),),
    )
    # ensures let paid = payments[payment_id] in payments'[payment_id].refunded = paid.refunded + amount
    paid = before.payments[given.payment_id]
    after = replace(
        before,
        payments=before.payments.put(
            given.payment_id, replace(before.payments[given.payment_id], refunded=i64(paid.refunded + given.amount))
        ),
    )
    # ensures let paid = payments[payment_id] in open_amount = paid.amount - paid.refunded - amount
    paid = before.payments[given.payment_id]
    open_amount = i64(i64(paid.amount - paid.refunded) - given.amount)
    # ensures refund_id not in refunds
    refund_id = pick.choose(
        ("an ensures of `RefundPayment`", "refund_id not in refunds"),
        (lambda: choices.not_member_of(before.refunds),),
        choices.integers(0),
        lambda refund_id: fits(REFUND_ID, refund_id, after, now) and refund_id not in before.refunds,
    )
    # ensures refunds'[refund_id].id = refund_id
    # ensures refunds'[refund_id].payment_id = payment_id
    # ensures refunds'[refund_id].amount = amount
    # ensures refunds'[refund_id].issued_at = now()
    after = replace(
        after,
        refunds=after.refunds.put(
            refund_id, Refund(id=refund_id, payment_id=given.payment_id, amount=given.amount, issued_at=now)
        ),
    )
    answer = RefundPaymentAnswer(refund_id=refund_id, open_amount=open_amount)
    pick.settled(after, answer)
    promised(
        "the invariant `refundKeys`",
        "all r in refunds | refunds[r].id = r",
        lambda: every(after.refunds.at(touched(before.refunds, after.refunds)), lambda r: after.refunds[r].id == r),
    )
    promised(
        "the invariant `refundsAreKnown`",
        "all r in ran(refunds) | r.payment_id in payments",
        lambda: every(
            after.refunds.at(touched(before.refunds, after.refunds)).values(), lambda r: r.payment_id in after.payments
        ),
    )
    promised(
        "the invariant `refundsAddUp`",
        "all p in payments | payments[p].refunded = refundTotal(p)",
        lambda: (
            every(
                after.payments.at(touched(before.payments, after.payments)),
                lambda p: after.payments[p].refunded == refund_total(p, after),
            )
            and every(
                after.payments.at(touched(before.refunds, after.refunds, lambda entry: entry.payment_id)),
                lambda p: after.payments[p].refunded == refund_total(p, after),
            )
        ),
    )
    promised(
        "the invariant `refundsComeLast`",
        (
            "all p in ran(payments) | p.refunded > 0 implies p.order_id in orders and "
            "orders[p.order_id].status in {OrderStatus.CANCELLED, OrderStatus.RETURNED}"
        ),
        lambda: (
            every(
                after.payments.at(touched(before.payments, after.payments)).values(),
                lambda p: not p.refunded > 0 or p.order_id in after.orders,
            )
            and every(
                after.payments.at(touched(before.payments, after.payments)).values(),
                lambda p: not p.refunded > 0 or after.orders[p.order_id].status in {"CANCELLED", "RETURNED"},
            )
        ),
    )
    promised(
        "the property `moneyStaysSane`",
        "sum(payments, p => payments[p].refunded) <= sum(payments, p => payments[p].amount)",
        lambda: (
            after.payments.total("refunded", lambda p: after.payments[p].refunded)
            <= after.payments.total("amount", lambda p: after.payments[p].amount)
        ),
    )
    return after, answer
