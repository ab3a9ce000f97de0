"""Ecommerce: its state, its operations, and the rules about them, as a table."""

from tests import clauses, model, parts, strategies
from tests.harness.service import Input, Move, MoveRule, Operation, Output, Presence, Scheme, Service, Slot, StateField
from tests.harness.types import BOOL, INT, MapOf, Option, Rule, SetOf
from tests.wire import (
    AMOUNT,
    EMAIL,
    MONEY,
    ORDER,
    ORDER_ID,
    ORDER_STATUS,
    PAYMENT,
    PAYMENT_ID,
    PRICE,
    PRODUCT,
    PRODUCT_NAME,
    QUANTITY,
    REFUND,
    REFUND_ID,
    SKU,
    TRACKING_NUMBER,
    UNITS,
)

ADD_PRODUCT = Operation(
    name="AddProduct",
    method="POST",
    path=("products",),
    status=201,
    given=model.AddProductGiven,
    answer=model.AddProductAnswer,
    inputs=(
        Input("sku", "sku", "body", SKU, strategies.strategy_add_product_sku),
        Input("name", "name", "body", PRODUCT_NAME, strategies.strategy_add_product_name),
        Input("price", "price", "body", PRICE, strategies.strategy_add_product_price),
    ),
    outputs=(Output("product", "product", PRODUCT),),
    requires=(
        Rule(
            "AddProduct.requires[0]",
            "sku not in products",
            "ecommerce.spec:118",
            clauses.add_product_requires_0,
            parts=parts.add_product_requires_0,
        ),
    ),
    ensures=(
        Rule(
            "AddProduct.ensures[0]",
            "products' = products + {sku -> Product { sku = sku, name = name, price = price, active = true }}",
            "ecommerce.spec:120",
            clauses.add_product_ensures_0,
            parts=parts.add_product_ensures_0,
        ),
        Rule(
            "AddProduct.ensures[1]",
            "inventory'[sku] = 0",
            "ecommerce.spec:123",
            clauses.add_product_ensures_1,
            parts=parts.add_product_ensures_1,
        ),
        Rule(
            "AddProduct.ensures[2]",
            "product = products'[sku]",
            "ecommerce.spec:124",
            clauses.add_product_ensures_2,
            parts=parts.add_product_ensures_2,
        ),
    ),
    changes=(clauses.add_product_changes_0, clauses.add_product_changes_1),
    auth=(Scheme("backoffice", "header", "X-Api-Key"),),
    shape="whole",
)

GET_PRODUCT = Operation(
    name="GetProduct",
    method="GET",
    path=("products", Slot("sku")),
    status=200,
    given=model.GetProductGiven,
    answer=model.GetProductAnswer,
    inputs=(Input("sku", "sku", "path", SKU, strategies.strategy_get_product_sku),),
    outputs=(Output("product", "product", PRODUCT),),
    requires=(
        Rule(
            "GetProduct.requires[0]",
            "sku in products",
            "ecommerce.spec:131",
            clauses.get_product_requires_0,
            parts=parts.get_product_requires_0,
        ),
    ),
    presence=(Presence("sku", 0, clauses.get_product_presence_0),),
    ensures=(
        Rule(
            "GetProduct.ensures[0]",
            "product = products[sku]",
            "ecommerce.spec:133",
            clauses.get_product_ensures_0,
            parts=parts.get_product_ensures_0,
        ),
    ),
    shape="whole",
    read_only=True,
)

LIST_PRODUCTS = Operation(
    name="ListProducts",
    method="GET",
    path=("products",),
    status=200,
    given=model.ListProductsGiven,
    answer=model.ListProductsAnswer,
    inputs=(
        Input("only_active", "only_active", "query", BOOL, strategies.strategy_list_products_only_active),
        Input("max_price", "max_price", "query", Option(PRICE), strategies.strategy_list_products_max_price),
    ),
    outputs=(Output("found", "found", SetOf(PRODUCT)),),
    ensures=(
        Rule(
            "ListProducts.ensures[0]",
            (
                "found = { p in ran(products) | (not only_active or p.active) and (max_price = none "
                "or p.price <= max_price) }"
            ),
            "ecommerce.spec:140",
            clauses.list_products_ensures_0,
            parts=parts.list_products_ensures_0,
        ),
    ),
    shape="whole",
    read_only=True,
)

CHANGE_PRICE = Operation(
    name="ChangePrice",
    method="PUT",
    path=("products", Slot("sku"), "price"),
    status=200,
    given=model.ChangePriceGiven,
    answer=model.ChangePriceAnswer,
    inputs=(
        Input("sku", "sku", "path", SKU, strategies.strategy_change_price_sku),
        Input("price", "price", "body", PRICE, strategies.strategy_change_price_price),
    ),
    outputs=(Output("product", "product", PRODUCT),),
    requires=(
        Rule(
            "ChangePrice.requires[0]",
            "sku in products",
            "ecommerce.spec:150",
            clauses.change_price_requires_0,
            parts=parts.change_price_requires_0,
        ),
        Rule(
            "ChangePrice.requires[1]",
            "products[sku].active",
            "ecommerce.spec:151",
            clauses.change_price_requires_1,
            parts=parts.change_price_requires_1,
        ),
    ),
    presence=(Presence("sku", 0, clauses.change_price_presence_0),),
    ensures=(
        Rule(
            "ChangePrice.ensures[0]",
            "products'[sku].price = price",
            "ecommerce.spec:153",
            clauses.change_price_ensures_0,
            parts=parts.change_price_ensures_0,
        ),
        Rule(
            "ChangePrice.ensures[1]",
            "product = products'[sku]",
            "ecommerce.spec:154",
            clauses.change_price_ensures_1,
            parts=parts.change_price_ensures_1,
        ),
    ),
    changes=(clauses.change_price_changes_0,),
    auth=(Scheme("backoffice", "header", "X-Api-Key"),),
    shape="whole",
)

DISCONTINUE = Operation(
    name="Discontinue",
    method="POST",
    path=("products", Slot("sku"), "discontinue"),
    status=200,
    given=model.DiscontinueGiven,
    answer=model.DiscontinueAnswer,
    inputs=(Input("sku", "sku", "path", SKU, strategies.strategy_discontinue_sku),),
    outputs=(Output("product", "product", PRODUCT),),
    requires=(
        Rule(
            "Discontinue.requires[0]",
            "sku in products",
            "ecommerce.spec:163",
            clauses.discontinue_requires_0,
            parts=parts.discontinue_requires_0,
        ),
        Rule(
            "Discontinue.requires[1]",
            "products[sku].active",
            "ecommerce.spec:164",
            clauses.discontinue_requires_1,
            parts=parts.discontinue_requires_1,
        ),
    ),
    presence=(Presence("sku", 0, clauses.discontinue_presence_0),),
    ensures=(
        Rule(
            "Discontinue.ensures[0]",
            "products' = products + {sku -> products[sku] with { active = false }}",
            "ecommerce.spec:166",
            clauses.discontinue_ensures_0,
            parts=parts.discontinue_ensures_0,
        ),
        Rule(
            "Discontinue.ensures[1]",
            "product = products'[sku]",
            "ecommerce.spec:167",
            clauses.discontinue_ensures_1,
            parts=parts.discontinue_ensures_1,
        ),
    ),
    changes=(clauses.discontinue_changes_0,),
    auth=(Scheme("backoffice", "header", "X-Api-Key"),),
    shape="whole",
)

RESTOCK = Operation(
    name="Restock",
    method="POST",
    path=("products", Slot("sku"), "stock"),
    status=200,
    given=model.RestockGiven,
    answer=model.RestockAnswer,
    inputs=(
        Input("sku", "sku", "path", SKU, strategies.strategy_restock_sku),
        Input("quantity", "quantity", "body", QUANTITY, strategies.strategy_restock_quantity),
    ),
    outputs=(Output("on_hand", "on_hand", INT),),
    requires=(
        Rule(
            "Restock.requires[0]",
            "sku in inventory",
            "ecommerce.spec:175",
            clauses.restock_requires_0,
            parts=parts.restock_requires_0,
        ),
    ),
    presence=(Presence("sku", 0, clauses.restock_presence_0),),
    ensures=(
        Rule(
            "Restock.ensures[0]",
            "inventory'[sku] = inventory[sku] + quantity",
            "ecommerce.spec:177",
            clauses.restock_ensures_0,
            parts=parts.restock_ensures_0,
        ),
        Rule(
            "Restock.ensures[1]",
            "on_hand = available(sku)'",
            "ecommerce.spec:178",
            clauses.restock_ensures_1,
            parts=parts.restock_ensures_1,
        ),
    ),
    changes=(clauses.restock_changes_0,),
    auth=(Scheme("backoffice", "header", "X-Api-Key"),),
    shape="object",
)

GET_AVAILABILITY = Operation(
    name="GetAvailability",
    method="GET",
    path=("products", Slot("sku"), "availability"),
    status=200,
    given=model.GetAvailabilityGiven,
    answer=model.GetAvailabilityAnswer,
    inputs=(Input("sku", "sku", "path", SKU, strategies.strategy_get_availability_sku),),
    outputs=(Output("on_hand", "on_hand", INT), Output("held", "held", INT)),
    requires=(
        Rule(
            "GetAvailability.requires[0]",
            "sku in inventory",
            "ecommerce.spec:185",
            clauses.get_availability_requires_0,
            parts=parts.get_availability_requires_0,
        ),
    ),
    presence=(Presence("sku", 0, clauses.get_availability_presence_0),),
    ensures=(
        Rule(
            "GetAvailability.ensures[0]",
            "on_hand = available(sku)",
            "ecommerce.spec:187",
            clauses.get_availability_ensures_0,
            parts=parts.get_availability_ensures_0,
        ),
        Rule(
            "GetAvailability.ensures[1]",
            "held = allocated(sku)",
            "ecommerce.spec:188",
            clauses.get_availability_ensures_1,
            parts=parts.get_availability_ensures_1,
        ),
    ),
    shape="object",
    read_only=True,
)

CREATE_ORDER = Operation(
    name="CreateOrder",
    method="POST",
    path=("orders",),
    status=201,
    given=model.CreateOrderGiven,
    answer=model.CreateOrderAnswer,
    inputs=(Input("customer", "customer", "body", EMAIL, strategies.strategy_create_order_customer),),
    outputs=(Output("order_id", "order_id", ORDER_ID),),
    ensures=(
        Rule(
            "CreateOrder.ensures[0]",
            "order_id not in orders",
            "ecommerce.spec:197",
            clauses.create_order_ensures_0,
            parts=parts.create_order_ensures_0,
        ),
        Rule(
            "CreateOrder.ensures[1]",
            (
                "orders' = orders + {order_id -> Order { id = order_id, customer = customer, status "
                "= DRAFT, items = {}, total = 0, created_at = now() }}"
            ),
            "ecommerce.spec:198",
            clauses.create_order_ensures_1,
            parts=parts.create_order_ensures_1,
        ),
        Rule(
            "CreateOrder.ensures[2]",
            "#orders' = #orders + 1",
            "ecommerce.spec:206",
            clauses.create_order_ensures_2,
            parts=parts.create_order_ensures_2,
        ),
    ),
    changes=(clauses.create_order_changes_0,),
    shape="object",
)

GET_ORDER = Operation(
    name="GetOrder",
    method="GET",
    path=("orders", Slot("order_id")),
    status=200,
    given=model.GetOrderGiven,
    answer=model.GetOrderAnswer,
    inputs=(Input("order_id", "order_id", "path", ORDER_ID, strategies.strategy_get_order_order_id),),
    outputs=(Output("order", "order", ORDER),),
    requires=(
        Rule(
            "GetOrder.requires[0]",
            "order_id in orders",
            "ecommerce.spec:213",
            clauses.get_order_requires_0,
            parts=parts.get_order_requires_0,
        ),
    ),
    presence=(Presence("order_id", 0, clauses.get_order_presence_0),),
    ensures=(
        Rule(
            "GetOrder.ensures[0]",
            "order = orders[order_id]",
            "ecommerce.spec:215",
            clauses.get_order_ensures_0,
            parts=parts.get_order_ensures_0,
        ),
    ),
    shape="whole",
    read_only=True,
)

LIST_ORDERS = Operation(
    name="ListOrders",
    method="GET",
    path=("orders",),
    status=200,
    given=model.ListOrdersGiven,
    answer=model.ListOrdersAnswer,
    inputs=(
        Input("customer", "customer", "query", Option(EMAIL), strategies.strategy_list_orders_customer),
        Input("status", "status", "query", Option(ORDER_STATUS), strategies.strategy_list_orders_status),
    ),
    outputs=(Output("found", "found", SetOf(ORDER)),),
    ensures=(
        Rule(
            "ListOrders.ensures[0]",
            (
                "found = { o in ran(orders) | (customer = none or o.customer = customer) and (status "
                "= none or o.status = status) }"
            ),
            "ecommerce.spec:222",
            clauses.list_orders_ensures_0,
            parts=parts.list_orders_ensures_0,
        ),
    ),
    shape="whole",
    read_only=True,
)

ADD_LINE_ITEM = Operation(
    name="AddLineItem",
    method="POST",
    path=("orders", Slot("order_id"), "items"),
    status=201,
    given=model.AddLineItemGiven,
    answer=model.AddLineItemAnswer,
    inputs=(
        Input("order_id", "order_id", "path", ORDER_ID, strategies.strategy_add_line_item_order_id),
        Input("sku", "sku", "body", SKU, strategies.strategy_add_line_item_sku),
        Input("quantity", "quantity", "body", QUANTITY, strategies.strategy_add_line_item_quantity),
    ),
    outputs=(Output("order", "order", ORDER),),
    requires=(
        Rule(
            "AddLineItem.requires[0]",
            "order_id in orders",
            "ecommerce.spec:231",
            clauses.add_line_item_requires_0,
            parts=parts.add_line_item_requires_0,
        ),
        Rule(
            "AddLineItem.requires[1]",
            "orders[order_id].status = DRAFT",
            "ecommerce.spec:232",
            clauses.add_line_item_requires_1,
            parts=parts.add_line_item_requires_1,
        ),
        Rule(
            "AddLineItem.requires[2]",
            "sku in products",
            "ecommerce.spec:233",
            clauses.add_line_item_requires_2,
            parts=parts.add_line_item_requires_2,
        ),
        Rule(
            "AddLineItem.requires[3]",
            "products[sku].active",
            "ecommerce.spec:234",
            clauses.add_line_item_requires_3,
            parts=parts.add_line_item_requires_3,
        ),
        Rule(
            "AddLineItem.requires[4]",
            "no i in orders[order_id].items | i.sku = sku",
            "ecommerce.spec:235",
            clauses.add_line_item_requires_4,
            parts=parts.add_line_item_requires_4,
        ),
        Rule(
            "AddLineItem.requires[5]",
            "#orders[order_id].items < 20",
            "ecommerce.spec:236",
            clauses.add_line_item_requires_5,
            parts=parts.add_line_item_requires_5,
        ),
    ),
    presence=(
        Presence("order_id", 0, clauses.add_line_item_presence_0),
        Presence("sku", 2, clauses.add_line_item_presence_1),
    ),
    ensures=(
        Rule(
            "AddLineItem.ensures[0]",
            (
                "orders'[order_id].items = orders[order_id].items + {LineItem { sku = sku, quantity "
                "= quantity, unit_price = price }}"
            ),
            "ecommerce.spec:239",
            clauses.add_line_item_ensures_0,
            parts=parts.add_line_item_ensures_0,
        ),
        Rule(
            "AddLineItem.ensures[1]",
            "orders'[order_id].total = orders[order_id].total + quantity * price",
            "ecommerce.spec:242",
            clauses.add_line_item_ensures_1,
            parts=parts.add_line_item_ensures_1,
        ),
        Rule(
            "AddLineItem.ensures[2]",
            "order = orders'[order_id]",
            "ecommerce.spec:243",
            clauses.add_line_item_ensures_2,
            parts=parts.add_line_item_ensures_2,
        ),
        Rule(
            "AddLineItem.ensures[3]",
            "#order.items = #orders[order_id].items + 1",
            "ecommerce.spec:244",
            clauses.add_line_item_ensures_3,
            parts=parts.add_line_item_ensures_3,
        ),
    ),
    changes=(clauses.add_line_item_changes_0, clauses.add_line_item_changes_1),
    shape="whole",
)

REMOVE_LINE_ITEM = Operation(
    name="RemoveLineItem",
    method="DELETE",
    path=("orders", Slot("order_id"), "items", Slot("sku")),
    status=204,
    given=model.RemoveLineItemGiven,
    answer=model.RemoveLineItemAnswer,
    inputs=(
        Input("order_id", "order_id", "path", ORDER_ID, strategies.strategy_remove_line_item_order_id),
        Input("sku", "sku", "path", SKU, strategies.strategy_remove_line_item_sku),
    ),
    requires=(
        Rule(
            "RemoveLineItem.requires[0]",
            "order_id in orders",
            "ecommerce.spec:250",
            clauses.remove_line_item_requires_0,
            parts=parts.remove_line_item_requires_0,
        ),
        Rule(
            "RemoveLineItem.requires[1]",
            "orders[order_id].status = DRAFT",
            "ecommerce.spec:251",
            clauses.remove_line_item_requires_1,
            parts=parts.remove_line_item_requires_1,
        ),
        Rule(
            "RemoveLineItem.requires[2]",
            "some i in orders[order_id].items | i.sku = sku",
            "ecommerce.spec:252",
            clauses.remove_line_item_requires_2,
            parts=parts.remove_line_item_requires_2,
        ),
    ),
    presence=(Presence("order_id", 0, clauses.remove_line_item_presence_0),),
    ensures=(
        Rule(
            "RemoveLineItem.ensures[0]",
            "orders'[order_id].items = orders[order_id].items - {line}",
            "ecommerce.spec:255",
            clauses.remove_line_item_ensures_0,
            parts=parts.remove_line_item_ensures_0,
        ),
        Rule(
            "RemoveLineItem.ensures[1]",
            "orders'[order_id].total = orders[order_id].total - line.quantity * line.unit_price",
            "ecommerce.spec:256",
            clauses.remove_line_item_ensures_1,
            parts=parts.remove_line_item_ensures_1,
        ),
    ),
    changes=(clauses.remove_line_item_changes_0, clauses.remove_line_item_changes_1),
    shape="none",
)

DELETE_DRAFT = Operation(
    name="DeleteDraft",
    method="DELETE",
    path=("orders", Slot("order_id")),
    status=204,
    given=model.DeleteDraftGiven,
    answer=model.DeleteDraftAnswer,
    inputs=(Input("order_id", "order_id", "path", ORDER_ID, strategies.strategy_delete_draft_order_id),),
    requires=(
        Rule(
            "DeleteDraft.requires[0]",
            "order_id in orders",
            "ecommerce.spec:263",
            clauses.delete_draft_requires_0,
            parts=parts.delete_draft_requires_0,
        ),
        Rule(
            "DeleteDraft.requires[1]",
            "orders[order_id].status = DRAFT",
            "ecommerce.spec:264",
            clauses.delete_draft_requires_1,
            parts=parts.delete_draft_requires_1,
        ),
    ),
    presence=(Presence("order_id", 0, clauses.delete_draft_presence_0),),
    ensures=(
        Rule(
            "DeleteDraft.ensures[0]",
            "orders' = orders - {order_id}",
            "ecommerce.spec:266",
            clauses.delete_draft_ensures_0,
            parts=parts.delete_draft_ensures_0,
        ),
    ),
    changes=(clauses.delete_draft_changes_0,),
    shape="none",
)

PLACE_ORDER = Operation(
    name="PlaceOrder",
    method="POST",
    path=("orders", Slot("order_id"), "place"),
    status=200,
    given=model.PlaceOrderGiven,
    answer=model.PlaceOrderAnswer,
    inputs=(Input("order_id", "order_id", "path", ORDER_ID, strategies.strategy_place_order_order_id),),
    outputs=(Output("order", "order", ORDER),),
    requires=(
        Rule(
            "PlaceOrder.requires[0]",
            "order_id in orders",
            "ecommerce.spec:273",
            clauses.place_order_requires_0,
            parts=parts.place_order_requires_0,
        ),
        Rule(
            "PlaceOrder.requires[1]",
            "orders[order_id].status = DRAFT",
            "ecommerce.spec:274",
            clauses.place_order_requires_1,
            parts=parts.place_order_requires_1,
        ),
        Rule(
            "PlaceOrder.requires[2]",
            "#orders[order_id].items > 0",
            "ecommerce.spec:275",
            clauses.place_order_requires_2,
            parts=parts.place_order_requires_2,
        ),
        Rule(
            "PlaceOrder.requires[3]",
            "all i in orders[order_id].items | products[i.sku].active",
            "ecommerce.spec:276",
            clauses.place_order_requires_3,
            clauses.place_order_requires_3_says,
            parts=parts.place_order_requires_3,
        ),
        Rule(
            "PlaceOrder.requires[4]",
            "all i in orders[order_id].items | i.quantity <= available(i.sku)",
            "ecommerce.spec:277",
            clauses.place_order_requires_4,
            clauses.place_order_requires_4_says,
            parts=parts.place_order_requires_4,
        ),
    ),
    presence=(Presence("order_id", 0, clauses.place_order_presence_0),),
    moves=(
        Move(
            "OrderLifecycle",
            "status",
            "orders",
            "order_id",
            (MoveRule("DRAFT", "PLACED", None, "OrderLifecycle DRAFT -> PLACED via PlaceOrder", "ecommerce.spec:387"),),
        ),
    ),
    ensures=(
        Rule(
            "PlaceOrder.ensures[0]",
            "orders'[order_id].status = PLACED",
            "ecommerce.spec:279",
            clauses.place_order_ensures_0,
            parts=parts.place_order_ensures_0,
        ),
        Rule(
            "PlaceOrder.ensures[1]",
            "orders'[order_id].placed_at = some(now())",
            "ecommerce.spec:280",
            clauses.place_order_ensures_1,
            parts=parts.place_order_ensures_1,
        ),
        Rule(
            "PlaceOrder.ensures[2]",
            "order = orders'[order_id]",
            "ecommerce.spec:281",
            clauses.place_order_ensures_2,
            parts=parts.place_order_ensures_2,
        ),
    ),
    changes=(clauses.place_order_changes_0, clauses.place_order_changes_1),
    shape="whole",
)

RECORD_PAYMENT = Operation(
    name="RecordPayment",
    method="POST",
    path=("orders", Slot("order_id"), "payments"),
    status=201,
    given=model.RecordPaymentGiven,
    answer=model.RecordPaymentAnswer,
    inputs=(
        Input("order_id", "order_id", "path", ORDER_ID, strategies.strategy_record_payment_order_id),
        Input("amount", "amount", "body", AMOUNT, strategies.strategy_record_payment_amount),
    ),
    outputs=(Output("payment_id", "payment_id", PAYMENT_ID),),
    requires=(
        Rule(
            "RecordPayment.requires[0]",
            "order_id in orders",
            "ecommerce.spec:289",
            clauses.record_payment_requires_0,
            parts=parts.record_payment_requires_0,
        ),
        Rule(
            "RecordPayment.requires[1]",
            "orders[order_id].status = PLACED",
            "ecommerce.spec:290",
            clauses.record_payment_requires_1,
            parts=parts.record_payment_requires_1,
        ),
        Rule(
            "RecordPayment.requires[2]",
            "amount = orders[order_id].total",
            "ecommerce.spec:291",
            clauses.record_payment_requires_2,
            parts=parts.record_payment_requires_2,
        ),
    ),
    presence=(Presence("order_id", 0, clauses.record_payment_presence_0),),
    moves=(
        Move(
            "OrderLifecycle",
            "status",
            "orders",
            "order_id",
            (
                MoveRule(
                    "PLACED", "PAID", None, "OrderLifecycle PLACED -> PAID via RecordPayment", "ecommerce.spec:388"
                ),
            ),
        ),
    ),
    ensures=(
        Rule(
            "RecordPayment.ensures[0]",
            "payment_id not in payments",
            "ecommerce.spec:293",
            clauses.record_payment_ensures_0,
            parts=parts.record_payment_ensures_0,
        ),
        Rule(
            "RecordPayment.ensures[1]",
            (
                "payments' = payments + {payment_id -> Payment { id = payment_id, order_id = order_id, "
                "amount = amount, refunded = 0, paid_at = now() }}"
            ),
            "ecommerce.spec:294",
            clauses.record_payment_ensures_1,
            parts=parts.record_payment_ensures_1,
        ),
        Rule(
            "RecordPayment.ensures[2]",
            "orders'[order_id].status = PAID",
            "ecommerce.spec:301",
            clauses.record_payment_ensures_2,
            parts=parts.record_payment_ensures_2,
        ),
    ),
    changes=(clauses.record_payment_changes_0, clauses.record_payment_changes_1),
    shape="object",
)

LIST_PAYMENTS = Operation(
    name="ListPayments",
    method="GET",
    path=("orders", Slot("order_id"), "payments"),
    status=200,
    given=model.ListPaymentsGiven,
    answer=model.ListPaymentsAnswer,
    inputs=(Input("order_id", "order_id", "path", ORDER_ID, strategies.strategy_list_payments_order_id),),
    outputs=(Output("found", "found", SetOf(PAYMENT)),),
    requires=(
        Rule(
            "ListPayments.requires[0]",
            "order_id in orders",
            "ecommerce.spec:308",
            clauses.list_payments_requires_0,
            parts=parts.list_payments_requires_0,
        ),
    ),
    presence=(Presence("order_id", 0, clauses.list_payments_presence_0),),
    ensures=(
        Rule(
            "ListPayments.ensures[0]",
            "found = { p in ran(payments) | p.order_id = order_id }",
            "ecommerce.spec:310",
            clauses.list_payments_ensures_0,
            parts=parts.list_payments_ensures_0,
        ),
    ),
    shape="whole",
    read_only=True,
)

SHIP_ORDER = Operation(
    name="ShipOrder",
    method="POST",
    path=("orders", Slot("order_id"), "ship"),
    status=200,
    given=model.ShipOrderGiven,
    answer=model.ShipOrderAnswer,
    inputs=(
        Input("order_id", "order_id", "path", ORDER_ID, strategies.strategy_ship_order_order_id),
        Input("tracking", "tracking", "body", TRACKING_NUMBER, strategies.strategy_ship_order_tracking),
    ),
    outputs=(Output("order", "order", ORDER),),
    requires=(
        Rule(
            "ShipOrder.requires[0]",
            "order_id in orders",
            "ecommerce.spec:318",
            clauses.ship_order_requires_0,
            parts=parts.ship_order_requires_0,
        ),
        Rule(
            "ShipOrder.requires[1]",
            "orders[order_id].status = PAID",
            "ecommerce.spec:319",
            clauses.ship_order_requires_1,
            parts=parts.ship_order_requires_1,
        ),
        Rule(
            "ShipOrder.requires[2]",
            "no o in ran(orders) | o.tracking = tracking",
            "ecommerce.spec:320",
            clauses.ship_order_requires_2,
            parts=parts.ship_order_requires_2,
        ),
    ),
    presence=(Presence("order_id", 0, clauses.ship_order_presence_0),),
    moves=(
        Move(
            "OrderLifecycle",
            "status",
            "orders",
            "order_id",
            (MoveRule("PAID", "SHIPPED", None, "OrderLifecycle PAID -> SHIPPED via ShipOrder", "ecommerce.spec:389"),),
        ),
    ),
    ensures=(
        Rule(
            "ShipOrder.ensures[0]",
            "orders'[order_id].status = SHIPPED",
            "ecommerce.spec:322",
            clauses.ship_order_ensures_0,
            parts=parts.ship_order_ensures_0,
        ),
        Rule(
            "ShipOrder.ensures[1]",
            "orders'[order_id].shipped_at = some(now())",
            "ecommerce.spec:323",
            clauses.ship_order_ensures_1,
            parts=parts.ship_order_ensures_1,
        ),
        Rule(
            "ShipOrder.ensures[2]",
            "orders'[order_id].tracking = tracking",
            "ecommerce.spec:324",
            clauses.ship_order_ensures_2,
            parts=parts.ship_order_ensures_2,
        ),
        Rule(
            "ShipOrder.ensures[3]",
            "order = orders'[order_id]",
            "ecommerce.spec:325",
            clauses.ship_order_ensures_3,
            parts=parts.ship_order_ensures_3,
        ),
    ),
    changes=(clauses.ship_order_changes_0, clauses.ship_order_changes_1, clauses.ship_order_changes_2),
    auth=(Scheme("backoffice", "header", "X-Api-Key"),),
    shape="whole",
)

CONFIRM_DELIVERY = Operation(
    name="ConfirmDelivery",
    method="POST",
    path=("orders", Slot("order_id"), "deliver"),
    status=200,
    given=model.ConfirmDeliveryGiven,
    answer=model.ConfirmDeliveryAnswer,
    inputs=(Input("order_id", "order_id", "path", ORDER_ID, strategies.strategy_confirm_delivery_order_id),),
    outputs=(Output("order", "order", ORDER),),
    requires=(
        Rule(
            "ConfirmDelivery.requires[0]",
            "order_id in orders",
            "ecommerce.spec:332",
            clauses.confirm_delivery_requires_0,
            parts=parts.confirm_delivery_requires_0,
        ),
        Rule(
            "ConfirmDelivery.requires[1]",
            "orders[order_id].status = SHIPPED",
            "ecommerce.spec:333",
            clauses.confirm_delivery_requires_1,
            parts=parts.confirm_delivery_requires_1,
        ),
    ),
    presence=(Presence("order_id", 0, clauses.confirm_delivery_presence_0),),
    moves=(
        Move(
            "OrderLifecycle",
            "status",
            "orders",
            "order_id",
            (
                MoveRule(
                    "SHIPPED",
                    "DELIVERED",
                    None,
                    "OrderLifecycle SHIPPED -> DELIVERED via ConfirmDelivery",
                    "ecommerce.spec:390",
                ),
            ),
        ),
    ),
    ensures=(
        Rule(
            "ConfirmDelivery.ensures[0]",
            "orders'[order_id].status = DELIVERED",
            "ecommerce.spec:335",
            clauses.confirm_delivery_ensures_0,
            parts=parts.confirm_delivery_ensures_0,
        ),
        Rule(
            "ConfirmDelivery.ensures[1]",
            "orders'[order_id].delivered_at = some(now())",
            "ecommerce.spec:336",
            clauses.confirm_delivery_ensures_1,
            parts=parts.confirm_delivery_ensures_1,
        ),
        Rule(
            "ConfirmDelivery.ensures[2]",
            "order = orders'[order_id]",
            "ecommerce.spec:337",
            clauses.confirm_delivery_ensures_2,
            parts=parts.confirm_delivery_ensures_2,
        ),
    ),
    changes=(clauses.confirm_delivery_changes_0, clauses.confirm_delivery_changes_1),
    shape="whole",
)

CANCEL_ORDER = Operation(
    name="CancelOrder",
    method="POST",
    path=("orders", Slot("order_id"), "cancel"),
    status=200,
    given=model.CancelOrderGiven,
    answer=model.CancelOrderAnswer,
    inputs=(Input("order_id", "order_id", "path", ORDER_ID, strategies.strategy_cancel_order_order_id),),
    outputs=(Output("order", "order", ORDER),),
    requires=(
        Rule(
            "CancelOrder.requires[0]",
            "order_id in orders",
            "ecommerce.spec:345",
            clauses.cancel_order_requires_0,
            parts=parts.cancel_order_requires_0,
        ),
        Rule(
            "CancelOrder.requires[1]",
            "orders[order_id].status in {DRAFT, PLACED, PAID}",
            "ecommerce.spec:346",
            clauses.cancel_order_requires_1,
            parts=parts.cancel_order_requires_1,
        ),
    ),
    presence=(Presence("order_id", 0, clauses.cancel_order_presence_0),),
    moves=(
        Move(
            "OrderLifecycle",
            "status",
            "orders",
            "order_id",
            (
                MoveRule(
                    "DRAFT",
                    "CANCELLED",
                    None,
                    "OrderLifecycle DRAFT -> CANCELLED via CancelOrder",
                    "ecommerce.spec:392",
                ),
                MoveRule(
                    "PLACED",
                    "CANCELLED",
                    None,
                    "OrderLifecycle PLACED -> CANCELLED via CancelOrder",
                    "ecommerce.spec:393",
                ),
                MoveRule(
                    "PAID", "CANCELLED", None, "OrderLifecycle PAID -> CANCELLED via CancelOrder", "ecommerce.spec:394"
                ),
            ),
        ),
    ),
    ensures=(
        Rule(
            "CancelOrder.ensures[0]",
            "orders'[order_id].status = CANCELLED",
            "ecommerce.spec:348",
            clauses.cancel_order_ensures_0,
            parts=parts.cancel_order_ensures_0,
        ),
        Rule(
            "CancelOrder.ensures[1]",
            "order = orders'[order_id]",
            "ecommerce.spec:349",
            clauses.cancel_order_ensures_1,
            parts=parts.cancel_order_ensures_1,
        ),
    ),
    changes=(clauses.cancel_order_changes_0,),
    shape="whole",
)

RETURN_ORDER = Operation(
    name="ReturnOrder",
    method="POST",
    path=("orders", Slot("order_id"), "return"),
    status=200,
    given=model.ReturnOrderGiven,
    answer=model.ReturnOrderAnswer,
    inputs=(Input("order_id", "order_id", "path", ORDER_ID, strategies.strategy_return_order_order_id),),
    outputs=(Output("order", "order", ORDER),),
    requires=(
        Rule(
            "ReturnOrder.requires[0]",
            "order_id in orders",
            "ecommerce.spec:356",
            clauses.return_order_requires_0,
            parts=parts.return_order_requires_0,
        ),
        Rule(
            "ReturnOrder.requires[1]",
            "orders[order_id].status = DELIVERED",
            "ecommerce.spec:357",
            clauses.return_order_requires_1,
            parts=parts.return_order_requires_1,
        ),
        Rule(
            "ReturnOrder.requires[2]",
            "returnable(orders[order_id])",
            "ecommerce.spec:358",
            clauses.return_order_requires_2,
            parts=parts.return_order_requires_2,
        ),
    ),
    presence=(Presence("order_id", 0, clauses.return_order_presence_0),),
    moves=(
        Move(
            "OrderLifecycle",
            "status",
            "orders",
            "order_id",
            (
                MoveRule(
                    "DELIVERED",
                    "RETURNED",
                    None,
                    "OrderLifecycle DELIVERED -> RETURNED via ReturnOrder",
                    "ecommerce.spec:391",
                ),
            ),
        ),
    ),
    ensures=(
        Rule(
            "ReturnOrder.ensures[0]",
            "orders'[order_id].status = RETURNED",
            "ecommerce.spec:360",
            clauses.return_order_ensures_0,
            parts=parts.return_order_ensures_0,
        ),
        Rule(
            "ReturnOrder.ensures[1]",
            "order = orders'[order_id]",
            "ecommerce.spec:361",
            clauses.return_order_ensures_1,
            parts=parts.return_order_ensures_1,
        ),
    ),
    changes=(clauses.return_order_changes_0,),
    shape="whole",
)

REFUND_PAYMENT = Operation(
    name="RefundPayment",
    method="POST",
    path=("payments", Slot("payment_id"), "refunds"),
    status=201,
    given=model.RefundPaymentGiven,
    answer=model.RefundPaymentAnswer,
    inputs=(
        Input("payment_id", "payment_id", "path", PAYMENT_ID, strategies.strategy_refund_payment_payment_id),
        Input("amount", "amount", "body", AMOUNT, strategies.strategy_refund_payment_amount),
    ),
    outputs=(Output("refund_id", "refund_id", REFUND_ID), Output("open_amount", "open_amount", MONEY)),
    requires=(
        Rule(
            "RefundPayment.requires[0]",
            "payment_id in payments",
            "ecommerce.spec:370",
            clauses.refund_payment_requires_0,
            parts=parts.refund_payment_requires_0,
        ),
        Rule(
            "RefundPayment.requires[1]",
            "orders[payments[payment_id].order_id].status in {CANCELLED, RETURNED}",
            "ecommerce.spec:371",
            clauses.refund_payment_requires_1,
            parts=parts.refund_payment_requires_1,
        ),
        Rule(
            "RefundPayment.requires[2]",
            "amount <= payments[payment_id].amount - payments[payment_id].refunded",
            "ecommerce.spec:372",
            clauses.refund_payment_requires_2,
            parts=parts.refund_payment_requires_2,
        ),
    ),
    presence=(Presence("payment_id", 0, clauses.refund_payment_presence_0),),
    ensures=(
        Rule(
            "RefundPayment.ensures[0]",
            "refund_id not in refunds",
            "ecommerce.spec:374",
            clauses.refund_payment_ensures_0,
            parts=parts.refund_payment_ensures_0,
        ),
        Rule(
            "RefundPayment.ensures[1]",
            "refunds'[refund_id].id = refund_id",
            "ecommerce.spec:375",
            clauses.refund_payment_ensures_1,
            parts=parts.refund_payment_ensures_1,
        ),
        Rule(
            "RefundPayment.ensures[2]",
            "refunds'[refund_id].payment_id = payment_id",
            "ecommerce.spec:376",
            clauses.refund_payment_ensures_2,
            parts=parts.refund_payment_ensures_2,
        ),
        Rule(
            "RefundPayment.ensures[3]",
            "refunds'[refund_id].amount = amount",
            "ecommerce.spec:377",
            clauses.refund_payment_ensures_3,
            parts=parts.refund_payment_ensures_3,
        ),
        Rule(
            "RefundPayment.ensures[4]",
            "refunds'[refund_id].issued_at = now()",
            "ecommerce.spec:378",
            clauses.refund_payment_ensures_4,
            parts=parts.refund_payment_ensures_4,
        ),
        Rule(
            "RefundPayment.ensures[5]",
            "payments'[payment_id].refunded = paid.refunded + amount",
            "ecommerce.spec:380",
            clauses.refund_payment_ensures_5,
            parts=parts.refund_payment_ensures_5,
        ),
        Rule(
            "RefundPayment.ensures[6]",
            "open_amount = paid.amount - paid.refunded - amount",
            "ecommerce.spec:381",
            clauses.refund_payment_ensures_6,
            parts=parts.refund_payment_ensures_6,
        ),
    ),
    changes=(
        clauses.refund_payment_changes_0,
        clauses.refund_payment_changes_1,
        clauses.refund_payment_changes_2,
        clauses.refund_payment_changes_3,
        clauses.refund_payment_changes_4,
    ),
    auth=(Scheme("backoffice", "header", "X-Api-Key"),),
    shape="object",
)

SERVICE = Service(
    name="Ecommerce",
    spec="ecommerce.spec",
    state=(
        StateField("products", "products", MapOf(SKU, PRODUCT)),
        StateField("inventory", "inventory", MapOf(SKU, UNITS)),
        StateField("orders", "orders", MapOf(ORDER_ID, ORDER)),
        StateField("payments", "payments", MapOf(PAYMENT_ID, PAYMENT)),
        StateField("refunds", "refunds", MapOf(REFUND_ID, REFUND)),
    ),
    state_type=model.State,
    operations=(
        ADD_PRODUCT,
        GET_PRODUCT,
        LIST_PRODUCTS,
        CHANGE_PRICE,
        DISCONTINUE,
        RESTOCK,
        GET_AVAILABILITY,
        CREATE_ORDER,
        GET_ORDER,
        LIST_ORDERS,
        ADD_LINE_ITEM,
        REMOVE_LINE_ITEM,
        DELETE_DRAFT,
        PLACE_ORDER,
        RECORD_PAYMENT,
        LIST_PAYMENTS,
        SHIP_ORDER,
        CONFIRM_DELIVERY,
        CANCEL_ORDER,
        RETURN_ORDER,
        REFUND_PAYMENT,
    ),
    invariants=(
        Rule(
            "invariant productKeys",
            "all s in products | products[s].sku = s",
            "ecommerce.spec:399",
            clauses.invariant_product_keys,
            clauses.invariant_product_keys_says,
            parts=parts.invariant_product_keys,
        ),
        Rule(
            "invariant orderKeys",
            "all o in orders | orders[o].id = o",
            "ecommerce.spec:401",
            clauses.invariant_order_keys,
            clauses.invariant_order_keys_says,
            parts=parts.invariant_order_keys,
        ),
        Rule(
            "invariant paymentKeys",
            "all p in payments | payments[p].id = p",
            "ecommerce.spec:403",
            clauses.invariant_payment_keys,
            clauses.invariant_payment_keys_says,
            parts=parts.invariant_payment_keys,
        ),
        Rule(
            "invariant refundKeys",
            "all r in refunds | refunds[r].id = r",
            "ecommerce.spec:405",
            clauses.invariant_refund_keys,
            clauses.invariant_refund_keys_says,
            parts=parts.invariant_refund_keys,
        ),
        Rule(
            "invariant everyProductIsStocked",
            "dom(products) = dom(inventory)",
            "ecommerce.spec:407",
            clauses.invariant_every_product_is_stocked,
            parts=parts.invariant_every_product_is_stocked,
        ),
        Rule(
            "invariant linesAreKnown",
            "all o in ran(orders) | (all i in o.items | i.sku in products)",
            "ecommerce.spec:409",
            clauses.invariant_lines_are_known,
            clauses.invariant_lines_are_known_says,
            parts=parts.invariant_lines_are_known,
        ),
        Rule(
            "invariant noOverselling",
            "all s in inventory | allocated(s) <= inventory[s]",
            "ecommerce.spec:411",
            clauses.invariant_no_overselling,
            clauses.invariant_no_overselling_says,
            parts=parts.invariant_no_overselling,
        ),
        Rule(
            "invariant trackingIsUnique",
            (
                "all a in orders, b in orders | orders[a].tracking != none and orders[a].tracking "
                "= orders[b].tracking implies a = b"
            ),
            "ecommerce.spec:413",
            clauses.invariant_tracking_is_unique,
            clauses.invariant_tracking_is_unique_says,
            parts=parts.invariant_tracking_is_unique,
        ),
        Rule(
            "invariant paymentsAreBacked",
            (
                "all p in ran(payments) | p.order_id in orders and orders[p.order_id].status not "
                "in {DRAFT, PLACED} and orders[p.order_id].total = p.amount"
            ),
            "ecommerce.spec:417",
            clauses.invariant_payments_are_backed,
            clauses.invariant_payments_are_backed_says,
            parts=parts.invariant_payments_are_backed,
        ),
        Rule(
            "invariant onePaymentPerOrder",
            "all a in payments, b in payments | payments[a].order_id = payments[b].order_id implies a = b",
            "ecommerce.spec:422",
            clauses.invariant_one_payment_per_order,
            clauses.invariant_one_payment_per_order_says,
            parts=parts.invariant_one_payment_per_order,
        ),
        Rule(
            "invariant paidOrdersHavePayments",
            (
                "all o in orders | orders[o].status in {PAID, SHIPPED, DELIVERED, RETURNED} implies "
                "(some p in ran(payments) | p.order_id = o)"
            ),
            "ecommerce.spec:425",
            clauses.invariant_paid_orders_have_payments,
            clauses.invariant_paid_orders_have_payments_says,
            parts=parts.invariant_paid_orders_have_payments,
        ),
        Rule(
            "invariant refundsAreKnown",
            "all r in ran(refunds) | r.payment_id in payments",
            "ecommerce.spec:429",
            clauses.invariant_refunds_are_known,
            clauses.invariant_refunds_are_known_says,
            parts=parts.invariant_refunds_are_known,
        ),
        Rule(
            "invariant refundsAddUp",
            "all p in payments | payments[p].refunded = refundTotal(p)",
            "ecommerce.spec:431",
            clauses.invariant_refunds_add_up,
            clauses.invariant_refunds_add_up_says,
            parts=parts.invariant_refunds_add_up,
        ),
        Rule(
            "invariant refundsComeLast",
            (
                "all p in ran(payments) | p.refunded > 0 implies p.order_id in orders and "
                "orders[p.order_id].status in {CANCELLED, RETURNED}"
            ),
            "ecommerce.spec:433",
            clauses.invariant_refunds_come_last,
            clauses.invariant_refunds_come_last_says,
            parts=parts.invariant_refunds_come_last,
        ),
    ),
    always=(
        Rule(
            "always moneyStaysSane",
            "sum(payments, p => payments[p].refunded) <= sum(payments, p => payments[p].amount)",
            "ecommerce.spec:439",
            clauses.always_money_stays_sane,
            parts=parts.always_money_stays_sane,
        ),
    ),
    eventually=(
        Rule(
            "eventually somethingArrives",
            "some o in ran(orders) | o.status = DELIVERED",
            "ecommerce.spec:437",
            clauses.eventually_something_arrives,
            parts=parts.eventually_something_arrives,
        ),
    ),
)
