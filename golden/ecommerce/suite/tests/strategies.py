"""How values of the types and inputs of Ecommerce are drawn."""

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tests.harness.generate import ints, options, texts


def strategy_order_status() -> SearchStrategy[str]:
    """The values of OrderStatus."""
    return st.sampled_from(("DRAFT", "PLACED", "PAID", "SHIPPED", "DELIVERED", "CANCELLED", "RETURNED"))


def strategy_sku() -> SearchStrategy[str]:
    """Sku = String where value matches /^[A-Z]{3}-[0-9]{4}$/"""
    return texts(0, None, r"^[A-Z]{3}-[0-9]{4}\Z")


def strategy_order_id() -> SearchStrategy[int]:
    """OrderId = Int where value > 0"""
    return ints(1)


def strategy_payment_id() -> SearchStrategy[int]:
    """PaymentId = Int where value > 0"""
    return ints(1)


def strategy_refund_id() -> SearchStrategy[int]:
    """RefundId = Int where value > 0"""
    return ints(1)


def strategy_money() -> SearchStrategy[int]:
    """Money = Int where value >= 0"""
    return ints(0)


def strategy_amount() -> SearchStrategy[int]:
    """Amount = Int where value > 0"""
    return ints(1)


def strategy_price() -> SearchStrategy[int]:
    """Price = Int where value <= 1000000"""
    return ints(1, 1000000)


def strategy_quantity() -> SearchStrategy[int]:
    """Quantity = Int where value >= 1 and value <= 100"""
    return ints(1, 100)


def strategy_units() -> SearchStrategy[int]:
    """Units = Int where value >= 0"""
    return ints(0)


def strategy_product_name() -> SearchStrategy[str]:
    """ProductName = String where len(value) >= 1 and len(value) <= 120"""
    return texts(1, 120)


def strategy_email() -> SearchStrategy[str]:
    """Email = String where len(value) <= 254 and isValidEmail(value)"""
    return texts(0, 254, r"^[^@\s]+@[^@\s]+\.[^@\s]+\Z")


def strategy_tracking_number() -> SearchStrategy[str]:
    """TrackingNumber = String where value matches /^[A-Z]{2}[0-9]{9}[A-Z]{2}$/"""
    return texts(0, None, r"^[A-Z]{2}[0-9]{9}[A-Z]{2}\Z")


def strategy_add_product_sku() -> SearchStrategy[str]:
    """The input sku of AddProduct."""
    return strategy_sku()


def strategy_add_product_name() -> SearchStrategy[str]:
    """The input name of AddProduct."""
    return strategy_product_name()


def strategy_add_product_price() -> SearchStrategy[int]:
    """The input price of AddProduct."""
    return strategy_price()


def strategy_get_product_sku() -> SearchStrategy[str]:
    """The input sku of GetProduct."""
    return strategy_sku()


def strategy_list_products_only_active() -> SearchStrategy[bool]:
    """The input only_active of ListProducts."""
    return st.booleans()


def strategy_list_products_max_price() -> SearchStrategy[int | None]:
    """The input max_price of ListProducts."""
    return options(strategy_price())


def strategy_change_price_sku() -> SearchStrategy[str]:
    """The input sku of ChangePrice."""
    return strategy_sku()


def strategy_change_price_price() -> SearchStrategy[int]:
    """The input price of ChangePrice."""
    return strategy_price()


def strategy_discontinue_sku() -> SearchStrategy[str]:
    """The input sku of Discontinue."""
    return strategy_sku()


def strategy_restock_sku() -> SearchStrategy[str]:
    """The input sku of Restock."""
    return strategy_sku()


def strategy_restock_quantity() -> SearchStrategy[int]:
    """The input quantity of Restock."""
    return strategy_quantity()


def strategy_get_availability_sku() -> SearchStrategy[str]:
    """The input sku of GetAvailability."""
    return strategy_sku()


def strategy_create_order_customer() -> SearchStrategy[str]:
    """The input customer of CreateOrder."""
    return strategy_email()


def strategy_get_order_order_id() -> SearchStrategy[int]:
    """The input order_id of GetOrder."""
    return strategy_order_id()


def strategy_list_orders_customer() -> SearchStrategy[str | None]:
    """The input customer of ListOrders."""
    return options(strategy_email())


def strategy_list_orders_status() -> SearchStrategy[str | None]:
    """The input status of ListOrders."""
    return options(strategy_order_status())


def strategy_add_line_item_order_id() -> SearchStrategy[int]:
    """The input order_id of AddLineItem."""
    return strategy_order_id()


def strategy_add_line_item_sku() -> SearchStrategy[str]:
    """The input sku of AddLineItem."""
    return strategy_sku()


def strategy_add_line_item_quantity() -> SearchStrategy[int]:
    """The input quantity of AddLineItem."""
    return strategy_quantity()


def strategy_remove_line_item_order_id() -> SearchStrategy[int]:
    """The input order_id of RemoveLineItem."""
    return strategy_order_id()


def strategy_remove_line_item_sku() -> SearchStrategy[str]:
    """The input sku of RemoveLineItem."""
    return strategy_sku()


def strategy_delete_draft_order_id() -> SearchStrategy[int]:
    """The input order_id of DeleteDraft."""
    return strategy_order_id()


def strategy_place_order_order_id() -> SearchStrategy[int]:
    """The input order_id of PlaceOrder."""
    return strategy_order_id()


def strategy_record_payment_order_id() -> SearchStrategy[int]:
    """The input order_id of RecordPayment."""
    return strategy_order_id()


def strategy_record_payment_amount() -> SearchStrategy[int]:
    """The input amount of RecordPayment."""
    return strategy_amount()


def strategy_list_payments_order_id() -> SearchStrategy[int]:
    """The input order_id of ListPayments."""
    return strategy_order_id()


def strategy_ship_order_order_id() -> SearchStrategy[int]:
    """The input order_id of ShipOrder."""
    return strategy_order_id()


def strategy_ship_order_tracking() -> SearchStrategy[str]:
    """The input tracking of ShipOrder."""
    return strategy_tracking_number()


def strategy_confirm_delivery_order_id() -> SearchStrategy[int]:
    """The input order_id of ConfirmDelivery."""
    return strategy_order_id()


def strategy_cancel_order_order_id() -> SearchStrategy[int]:
    """The input order_id of CancelOrder."""
    return strategy_order_id()


def strategy_return_order_order_id() -> SearchStrategy[int]:
    """The input order_id of ReturnOrder."""
    return strategy_order_id()


def strategy_refund_payment_payment_id() -> SearchStrategy[int]:
    """The input payment_id of RefundPayment."""
    return strategy_payment_id()


def strategy_refund_payment_amount() -> SearchStrategy[int]:
    """The input amount of RefundPayment."""
    return strategy_amount()
