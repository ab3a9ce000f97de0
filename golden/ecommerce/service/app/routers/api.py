"""The operations of Ecommerce, one route for each."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app import operations, schemas, spec, storage
from app.runtime.calls import Operation, respond, respond_empty, service_of
from app.runtime.security import admit
from app.runtime.types import SetOf
from app.types import MONEY, ORDER, ORDER_ID, PAYMENT, PAYMENT_ID, PRODUCT, REFUND_ID

router = APIRouter()

_ADD_PRODUCT = Operation(
    "AddProduct", operations.add_product, loads=storage.ADD_PRODUCT, changes=True, outputs=(("product", PRODUCT),)
)


@router.api_route("/products", methods=["POST"], status_code=201)
async def add_product(request: Request) -> Response:
    """AddProduct (ecommerce.spec:113)."""
    admit(request, spec.BACKOFFICE)
    given = await schemas.add_product_given(request)
    answer, headers = await service_of(request).call(_ADD_PRODUCT, given)
    return respond(201, schemas.add_product_body(answer), headers)


_LIST_PRODUCTS = Operation(
    "ListProducts", operations.list_products, loads=storage.LIST_PRODUCTS, outputs=(("found", SetOf(PRODUCT)),)
)


@router.api_route("/products", methods=["GET", "HEAD"], status_code=200)
async def list_products(request: Request) -> Response:
    """ListProducts (ecommerce.spec:136)."""
    given = await schemas.list_products_given(request)
    answer, headers = await service_of(request).call(_LIST_PRODUCTS, given)
    return respond(200, schemas.list_products_body(answer), headers)


_CREATE_ORDER = Operation(
    "CreateOrder", operations.create_order, loads=storage.CREATE_ORDER, changes=True, outputs=(("order_id", ORDER_ID),)
)


@router.api_route("/orders", methods=["POST"], status_code=201)
async def create_order(request: Request) -> Response:
    """CreateOrder (ecommerce.spec:193)."""
    given = await schemas.create_order_given(request)
    answer, headers = await service_of(request).call(_CREATE_ORDER, given)
    return respond(201, schemas.create_order_body(answer), headers)


_LIST_ORDERS = Operation(
    "ListOrders", operations.list_orders, loads=storage.LIST_ORDERS, outputs=(("found", SetOf(ORDER)),)
)


@router.api_route("/orders", methods=["GET", "HEAD"], status_code=200)
async def list_orders(request: Request) -> Response:
    """ListOrders (ecommerce.spec:218)."""
    given = await schemas.list_orders_given(request)
    answer, headers = await service_of(request).call(_LIST_ORDERS, given)
    return respond(200, schemas.list_orders_body(answer), headers)


_GET_PRODUCT = Operation(
    "GetProduct", operations.get_product, loads=storage.GET_PRODUCT, outputs=(("product", PRODUCT),)
)


@router.api_route("/products/{sku}", methods=["GET", "HEAD"], status_code=200)
async def get_product(request: Request) -> Response:
    """GetProduct (ecommerce.spec:127)."""
    given = await schemas.get_product_given(request)
    answer, headers = await service_of(request).call(_GET_PRODUCT, given)
    return respond(200, schemas.get_product_body(answer), headers)


_GET_ORDER = Operation("GetOrder", operations.get_order, loads=storage.GET_ORDER, outputs=(("order", ORDER),))


@router.api_route("/orders/{order_id}", methods=["GET", "HEAD"], status_code=200)
async def get_order(request: Request) -> Response:
    """GetOrder (ecommerce.spec:209)."""
    given = await schemas.get_order_given(request)
    answer, headers = await service_of(request).call(_GET_ORDER, given)
    return respond(200, schemas.get_order_body(answer), headers)


_DELETE_DRAFT = Operation("DeleteDraft", operations.delete_draft, loads=storage.DELETE_DRAFT, changes=True)


@router.api_route("/orders/{order_id}", methods=["DELETE"], status_code=204)
async def delete_draft(request: Request) -> Response:
    """DeleteDraft (ecommerce.spec:260)."""
    given = await schemas.delete_draft_given(request)
    _, headers = await service_of(request).call(_DELETE_DRAFT, given)
    return respond_empty(204, headers)


_CHANGE_PRICE = Operation(
    "ChangePrice", operations.change_price, loads=storage.CHANGE_PRICE, changes=True, outputs=(("product", PRODUCT),)
)


@router.api_route("/products/{sku}/price", methods=["PUT"], status_code=200)
async def change_price(request: Request) -> Response:
    """ChangePrice (ecommerce.spec:145)."""
    admit(request, spec.BACKOFFICE)
    given = await schemas.change_price_given(request)
    answer, headers = await service_of(request).call(_CHANGE_PRICE, given)
    return respond(200, schemas.change_price_body(answer), headers)


_DISCONTINUE = Operation(
    "Discontinue", operations.discontinue, loads=storage.DISCONTINUE, changes=True, outputs=(("product", PRODUCT),)
)


@router.api_route("/products/{sku}/discontinue", methods=["POST"], status_code=200)
async def discontinue(request: Request) -> Response:
    """Discontinue (ecommerce.spec:158)."""
    admit(request, spec.BACKOFFICE)
    given = await schemas.discontinue_given(request)
    answer, headers = await service_of(request).call(_DISCONTINUE, given)
    return respond(200, schemas.discontinue_body(answer), headers)


_RESTOCK = Operation("Restock", operations.restock, loads=storage.RESTOCK, changes=True)


@router.api_route("/products/{sku}/stock", methods=["POST"], status_code=200)
async def restock(request: Request) -> Response:
    """Restock (ecommerce.spec:170)."""
    admit(request, spec.BACKOFFICE)
    given = await schemas.restock_given(request)
    answer, headers = await service_of(request).call(_RESTOCK, given)
    return respond(200, schemas.restock_body(answer), headers)


_GET_AVAILABILITY = Operation("GetAvailability", operations.get_availability, loads=storage.GET_AVAILABILITY)


@router.api_route("/products/{sku}/availability", methods=["GET", "HEAD"], status_code=200)
async def get_availability(request: Request) -> Response:
    """GetAvailability (ecommerce.spec:181)."""
    given = await schemas.get_availability_given(request)
    answer, headers = await service_of(request).call(_GET_AVAILABILITY, given)
    return respond(200, schemas.get_availability_body(answer), headers)


_ADD_LINE_ITEM = Operation(
    "AddLineItem", operations.add_line_item, loads=storage.ADD_LINE_ITEM, changes=True, outputs=(("order", ORDER),)
)


@router.api_route("/orders/{order_id}/items", methods=["POST"], status_code=201)
async def add_line_item(request: Request) -> Response:
    """AddLineItem (ecommerce.spec:227)."""
    given = await schemas.add_line_item_given(request)
    answer, headers = await service_of(request).call(_ADD_LINE_ITEM, given)
    return respond(201, schemas.add_line_item_body(answer), headers)


_PLACE_ORDER = Operation(
    "PlaceOrder", operations.place_order, loads=storage.PLACE_ORDER, changes=True, outputs=(("order", ORDER),)
)


@router.api_route("/orders/{order_id}/place", methods=["POST"], status_code=200)
async def place_order(request: Request) -> Response:
    """PlaceOrder (ecommerce.spec:269)."""
    given = await schemas.place_order_given(request)
    answer, headers = await service_of(request).call(_PLACE_ORDER, given)
    return respond(200, schemas.place_order_body(answer), headers)


_RECORD_PAYMENT = Operation(
    "RecordPayment",
    operations.record_payment,
    loads=storage.RECORD_PAYMENT,
    changes=True,
    outputs=(("payment_id", PAYMENT_ID),),
)


@router.api_route("/orders/{order_id}/payments", methods=["POST"], status_code=201)
async def record_payment(request: Request) -> Response:
    """RecordPayment (ecommerce.spec:285)."""
    given = await schemas.record_payment_given(request)
    answer, headers = await service_of(request).call(_RECORD_PAYMENT, given)
    return respond(201, schemas.record_payment_body(answer), headers)


_LIST_PAYMENTS = Operation(
    "ListPayments", operations.list_payments, loads=storage.LIST_PAYMENTS, outputs=(("found", SetOf(PAYMENT)),)
)


@router.api_route("/orders/{order_id}/payments", methods=["GET", "HEAD"], status_code=200)
async def list_payments(request: Request) -> Response:
    """ListPayments (ecommerce.spec:304)."""
    given = await schemas.list_payments_given(request)
    answer, headers = await service_of(request).call(_LIST_PAYMENTS, given)
    return respond(200, schemas.list_payments_body(answer), headers)


_SHIP_ORDER = Operation(
    "ShipOrder", operations.ship_order, loads=storage.SHIP_ORDER, changes=True, outputs=(("order", ORDER),)
)


@router.api_route("/orders/{order_id}/ship", methods=["POST"], status_code=200)
async def ship_order(request: Request) -> Response:
    """ShipOrder (ecommerce.spec:313)."""
    admit(request, spec.BACKOFFICE)
    given = await schemas.ship_order_given(request)
    answer, headers = await service_of(request).call(_SHIP_ORDER, given)
    return respond(200, schemas.ship_order_body(answer), headers)


_CONFIRM_DELIVERY = Operation(
    "ConfirmDelivery",
    operations.confirm_delivery,
    loads=storage.CONFIRM_DELIVERY,
    changes=True,
    outputs=(("order", ORDER),),
)


@router.api_route("/orders/{order_id}/deliver", methods=["POST"], status_code=200)
async def confirm_delivery(request: Request) -> Response:
    """ConfirmDelivery (ecommerce.spec:328)."""
    given = await schemas.confirm_delivery_given(request)
    answer, headers = await service_of(request).call(_CONFIRM_DELIVERY, given)
    return respond(200, schemas.confirm_delivery_body(answer), headers)


_CANCEL_ORDER = Operation(
    "CancelOrder", operations.cancel_order, loads=storage.CANCEL_ORDER, changes=True, outputs=(("order", ORDER),)
)


@router.api_route("/orders/{order_id}/cancel", methods=["POST"], status_code=200)
async def cancel_order(request: Request) -> Response:
    """CancelOrder (ecommerce.spec:341)."""
    given = await schemas.cancel_order_given(request)
    answer, headers = await service_of(request).call(_CANCEL_ORDER, given)
    return respond(200, schemas.cancel_order_body(answer), headers)


_RETURN_ORDER = Operation(
    "ReturnOrder", operations.return_order, loads=storage.RETURN_ORDER, changes=True, outputs=(("order", ORDER),)
)


@router.api_route("/orders/{order_id}/return", methods=["POST"], status_code=200)
async def return_order(request: Request) -> Response:
    """ReturnOrder (ecommerce.spec:352)."""
    given = await schemas.return_order_given(request)
    answer, headers = await service_of(request).call(_RETURN_ORDER, given)
    return respond(200, schemas.return_order_body(answer), headers)


_REFUND_PAYMENT = Operation(
    "RefundPayment",
    operations.refund_payment,
    loads=storage.REFUND_PAYMENT,
    changes=True,
    outputs=(("refund_id", REFUND_ID), ("open_amount", MONEY)),
)


@router.api_route("/payments/{payment_id}/refunds", methods=["POST"], status_code=201)
async def refund_payment(request: Request) -> Response:
    """RefundPayment (ecommerce.spec:365)."""
    admit(request, spec.BACKOFFICE)
    given = await schemas.refund_payment_given(request)
    answer, headers = await service_of(request).call(_REFUND_PAYMENT, given)
    return respond(201, schemas.refund_payment_body(answer), headers)


_REMOVE_LINE_ITEM = Operation(
    "RemoveLineItem", operations.remove_line_item, loads=storage.REMOVE_LINE_ITEM, changes=True
)


@router.api_route("/orders/{order_id}/items/{sku}", methods=["DELETE"], status_code=204)
async def remove_line_item(request: Request) -> Response:
    """RemoveLineItem (ecommerce.spec:247)."""
    given = await schemas.remove_line_item_given(request)
    _, headers = await service_of(request).call(_REMOVE_LINE_ITEM, given)
    return respond_empty(204, headers)
