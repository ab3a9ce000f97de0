"""What Ecommerce promises, clause by clause."""

from tests.harness.checks import Seen, Trace, examples_of, malformed_of, traces_of, unauthorized_of, witnesses_of
from tests.service import (
    ADD_LINE_ITEM,
    ADD_PRODUCT,
    CANCEL_ORDER,
    CHANGE_PRICE,
    CONFIRM_DELIVERY,
    CREATE_ORDER,
    DELETE_DRAFT,
    DISCONTINUE,
    GET_AVAILABILITY,
    GET_ORDER,
    GET_PRODUCT,
    LIST_ORDERS,
    LIST_PAYMENTS,
    LIST_PRODUCTS,
    PLACE_ORDER,
    RECORD_PAYMENT,
    REFUND_PAYMENT,
    REMOVE_LINE_ITEM,
    RESTOCK,
    RETURN_ORDER,
    SERVICE,
    SHIP_ORDER,
)

# AddProduct: POST /products


@examples_of(ADD_PRODUCT)
def test_add_product_accepts(seen: Seen) -> None:
    """AddProduct accepts every call whose precondition holds. (ecommerce.spec:113)"""
    seen.accepts()


@witnesses_of(ADD_PRODUCT, "AddProduct accepts witnesses")
def test_add_product_accepts_witnesses(seen: Seen) -> None:
    """AddProduct accepts the calls that were found for it. (ecommerce.spec:113)"""
    seen.accepts()


@examples_of(ADD_PRODUCT)
def test_add_product_ensures_0(seen: Seen) -> None:
    """AddProduct ensures: products' = products + {sku -> Product { sku = sku, name = name, price = price, active..."""
    seen.ensures(0)


@examples_of(ADD_PRODUCT)
def test_add_product_ensures_1(seen: Seen) -> None:
    """AddProduct ensures: inventory'[sku] = 0 (ecommerce.spec:123)"""
    seen.ensures(1)


@examples_of(ADD_PRODUCT)
def test_add_product_ensures_2(seen: Seen) -> None:
    """AddProduct ensures: product = products'[sku] (ecommerce.spec:124)"""
    seen.ensures(2)


@examples_of(ADD_PRODUCT)
def test_add_product_rejects(seen: Seen) -> None:
    """AddProduct rejects every call whose precondition fails, and changes nothing. (ecommerce.spec:113)"""
    seen.rejects()


@witnesses_of(ADD_PRODUCT, "AddProduct rejects input sku")
def test_add_product_rejects_input_sku(seen: Seen) -> None:
    """AddProduct rejects a call that breaks: sku: value matches /^[A-Z]{3}-[0-9]{4}$/ (ecommerce.spec:3)"""
    seen.rejects("Sku.where")


@witnesses_of(ADD_PRODUCT, "AddProduct rejects input name")
def test_add_product_rejects_input_name(seen: Seen) -> None:
    """AddProduct rejects a call that breaks: name: len(value) >= 1 and len(value) <= 120 (ecommerce.spec:22)"""
    seen.rejects("ProductName.where")


@witnesses_of(ADD_PRODUCT, "AddProduct rejects input price")
def test_add_product_rejects_input_price(seen: Seen) -> None:
    """AddProduct rejects a call that breaks: price: value <= 1000000 (ecommerce.spec:16)"""
    seen.rejects("Price.where")


@witnesses_of(ADD_PRODUCT, "AddProduct rejects input price 2")
def test_add_product_rejects_input_price_2(seen: Seen) -> None:
    """AddProduct rejects a call that breaks: price: value > 0 (ecommerce.spec:14)"""
    seen.rejects("Amount.where")


@witnesses_of(ADD_PRODUCT, "AddProduct rejects input price 3")
def test_add_product_rejects_input_price_3(seen: Seen) -> None:
    """AddProduct rejects a call that breaks: price: value >= 0 (ecommerce.spec:12)"""
    seen.rejects("Money.where")


@witnesses_of(ADD_PRODUCT, "AddProduct rejects requires 0")
def test_add_product_rejects_requires_0(seen: Seen) -> None:
    """AddProduct rejects a call that breaks: sku not in products (ecommerce.spec:118)"""
    seen.rejects("AddProduct.requires[0]")


@examples_of(ADD_PRODUCT)
def test_add_product_invariant_product_keys(seen: Seen) -> None:
    """AddProduct keeps the invariant: all s in products | products[s].sku = s (ecommerce.spec:399)"""
    seen.invariant(0)


@examples_of(ADD_PRODUCT)
def test_add_product_invariant_every_product_is_stocked(seen: Seen) -> None:
    """AddProduct keeps the invariant: dom(products) = dom(inventory) (ecommerce.spec:407)"""
    seen.invariant(4)


@examples_of(ADD_PRODUCT)
def test_add_product_invariant_lines_are_known(seen: Seen) -> None:
    """AddProduct keeps the invariant: all o in ran(orders) | all i in o.items | i.sku in products..."""
    seen.invariant(5)


@examples_of(ADD_PRODUCT)
def test_add_product_invariant_no_overselling(seen: Seen) -> None:
    """AddProduct keeps the invariant: all s in inventory | allocated(s) <= inventory[s] (ecommerce.spec:411)"""
    seen.invariant(6)


@examples_of(ADD_PRODUCT)
def test_add_product_types(seen: Seen) -> None:
    """After AddProduct everything stored has its type, with all refinements. (ecommerce.spec:113)"""
    seen.types()


@examples_of(ADD_PRODUCT)
def test_add_product_frame(seen: Seen) -> None:
    """AddProduct changes nothing else, and so keeps 11 invariants. (ecommerce.spec:113)"""
    seen.frame()


@examples_of(ADD_PRODUCT)
def test_add_product_output(seen: Seen) -> None:
    """The answer of AddProduct has the declared outputs, types and headers. (ecommerce.spec:113)"""
    seen.output()


@witnesses_of(ADD_PRODUCT, "AddProduct boundary input sku")
def test_add_product_boundary_input_sku(seen: Seen) -> None:
    """AddProduct at the limit, and just beside it: sku: value matches /^[A-Z]{3}-[0-9]{4}$/ (ecommerce.spec:3)"""
    seen.total()


@witnesses_of(ADD_PRODUCT, "AddProduct boundary input name")
def test_add_product_boundary_input_name(seen: Seen) -> None:
    """AddProduct at the limit, and just beside it: name: len(value) >= 1 (ecommerce.spec:22)"""
    seen.total()


@witnesses_of(ADD_PRODUCT, "AddProduct boundary input name 2")
def test_add_product_boundary_input_name_2(seen: Seen) -> None:
    """AddProduct at the limit, and just beside it: name: len(value) <= 120 (ecommerce.spec:22)"""
    seen.total()


@witnesses_of(ADD_PRODUCT, "AddProduct boundary input price")
def test_add_product_boundary_input_price(seen: Seen) -> None:
    """AddProduct at the limit, and just beside it: price: value <= 1000000 (ecommerce.spec:16)"""
    seen.total()


@witnesses_of(ADD_PRODUCT, "AddProduct boundary input price 2")
def test_add_product_boundary_input_price_2(seen: Seen) -> None:
    """AddProduct at the limit, and just beside it: price: value > 0 (ecommerce.spec:14)"""
    seen.total()


@witnesses_of(ADD_PRODUCT, "AddProduct boundary input price 3")
def test_add_product_boundary_input_price_3(seen: Seen) -> None:
    """AddProduct at the limit, and just beside it: price: value >= 0 (ecommerce.spec:12)"""
    seen.total()


@witnesses_of(ADD_PRODUCT, "AddProduct branches input name")
def test_add_product_branches_input_name(seen: Seen) -> None:
    """AddProduct both ways: name: len(value) >= 1 (ecommerce.spec:22)"""
    seen.total()


@witnesses_of(ADD_PRODUCT, "AddProduct branches input name 2")
def test_add_product_branches_input_name_2(seen: Seen) -> None:
    """AddProduct both ways: name: len(value) <= 120 (ecommerce.spec:22)"""
    seen.total()


@malformed_of(ADD_PRODUCT, "AddProduct malformed sku")
def test_add_product_malformed_sku(seen: Seen) -> None:
    """AddProduct refuses an `sku` that is not well-formed. (ecommerce.spec:114)"""
    seen.refuses()


@malformed_of(ADD_PRODUCT, "AddProduct malformed name")
def test_add_product_malformed_name(seen: Seen) -> None:
    """AddProduct refuses an `name` that is not well-formed. (ecommerce.spec:114)"""
    seen.refuses()


@malformed_of(ADD_PRODUCT, "AddProduct malformed price")
def test_add_product_malformed_price(seen: Seen) -> None:
    """AddProduct refuses an `price` that is not well-formed. (ecommerce.spec:114)"""
    seen.refuses()


@malformed_of(ADD_PRODUCT, "AddProduct malformed body")
def test_add_product_malformed_body(seen: Seen) -> None:
    """AddProduct refuses a body that is not well-formed. (ecommerce.spec:113)"""
    seen.refuses()


@unauthorized_of(ADD_PRODUCT, "AddProduct auth")
def test_add_product_auth(seen: Seen) -> None:
    """AddProduct asks for credentials, and changes nothing without them. (ecommerce.spec:113)"""
    seen.unauthorized()


# GetProduct: GET /products/{sku}


@examples_of(GET_PRODUCT)
def test_get_product_accepts(seen: Seen) -> None:
    """GetProduct accepts every call whose precondition holds. (ecommerce.spec:127)"""
    seen.accepts()


@witnesses_of(GET_PRODUCT, "GetProduct accepts witnesses")
def test_get_product_accepts_witnesses(seen: Seen) -> None:
    """GetProduct accepts the calls that were found for it. (ecommerce.spec:127)"""
    seen.accepts()


@examples_of(GET_PRODUCT)
def test_get_product_ensures_0(seen: Seen) -> None:
    """GetProduct ensures: product = products[sku] (ecommerce.spec:133)"""
    seen.ensures(0)


@examples_of(GET_PRODUCT)
def test_get_product_rejects(seen: Seen) -> None:
    """GetProduct rejects every call whose precondition fails, and changes nothing. (ecommerce.spec:127)"""
    seen.rejects()


@witnesses_of(GET_PRODUCT, "GetProduct rejects input sku")
def test_get_product_rejects_input_sku(seen: Seen) -> None:
    """GetProduct rejects a call that breaks: sku: value matches /^[A-Z]{3}-[0-9]{4}$/ (ecommerce.spec:3)"""
    seen.rejects("Sku.where")


@witnesses_of(GET_PRODUCT, "GetProduct rejects requires 0")
def test_get_product_rejects_requires_0(seen: Seen) -> None:
    """GetProduct rejects a call that breaks: sku in products (ecommerce.spec:131)"""
    seen.rejects("GetProduct.requires[0]")


@examples_of(GET_PRODUCT)
def test_get_product_frame(seen: Seen) -> None:
    """GetProduct changes nothing else, and so keeps 15 invariants. (ecommerce.spec:127)"""
    seen.frame()


@examples_of(GET_PRODUCT)
def test_get_product_output(seen: Seen) -> None:
    """The answer of GetProduct has the declared outputs, types and headers. (ecommerce.spec:127)"""
    seen.output()


@examples_of(GET_PRODUCT)
def test_get_product_safe(seen: Seen) -> None:
    """GetProduct changes nothing, and says the same when it is asked again. (ecommerce.spec:127)"""
    seen.safe(same=True)


@witnesses_of(GET_PRODUCT, "GetProduct boundary input sku")
def test_get_product_boundary_input_sku(seen: Seen) -> None:
    """GetProduct at the limit, and just beside it: sku: value matches /^[A-Z]{3}-[0-9]{4}$/ (ecommerce.spec:3)"""
    seen.total()


# ListProducts: GET /products


@examples_of(LIST_PRODUCTS)
def test_list_products_accepts(seen: Seen) -> None:
    """ListProducts accepts every call whose precondition holds. (ecommerce.spec:136)"""
    seen.accepts()


@witnesses_of(LIST_PRODUCTS, "ListProducts accepts witnesses")
def test_list_products_accepts_witnesses(seen: Seen) -> None:
    """ListProducts accepts the calls that were found for it. (ecommerce.spec:136)"""
    seen.accepts()


@examples_of(LIST_PRODUCTS)
def test_list_products_ensures_0(seen: Seen) -> None:
    """ListProducts ensures: found = { p in ran(products) | (not only_active or p.active) and (max_price = none..."""
    seen.ensures(0)


@witnesses_of(LIST_PRODUCTS, "ListProducts ensures 0 branches")
def test_list_products_ensures_0_branches(seen: Seen) -> None:
    """ListProducts ensures: found = { p in ran(products) | (not only_active or p.active) and (max_price = none..."""
    seen.ensures(0)


@examples_of(LIST_PRODUCTS)
def test_list_products_rejects(seen: Seen) -> None:
    """ListProducts rejects every call whose precondition fails, and changes nothing. (ecommerce.spec:136)"""
    seen.rejects()


@witnesses_of(LIST_PRODUCTS, "ListProducts rejects input max_price")
def test_list_products_rejects_input_max_price(seen: Seen) -> None:
    """ListProducts rejects a call that breaks: max_price: value <= 1000000 (ecommerce.spec:16)"""
    seen.rejects("Price.where")


@witnesses_of(LIST_PRODUCTS, "ListProducts rejects input max_price 2")
def test_list_products_rejects_input_max_price_2(seen: Seen) -> None:
    """ListProducts rejects a call that breaks: max_price: value > 0 (ecommerce.spec:14)"""
    seen.rejects("Amount.where")


@witnesses_of(LIST_PRODUCTS, "ListProducts rejects input max_price 3")
def test_list_products_rejects_input_max_price_3(seen: Seen) -> None:
    """ListProducts rejects a call that breaks: max_price: value >= 0 (ecommerce.spec:12)"""
    seen.rejects("Money.where")


@examples_of(LIST_PRODUCTS)
def test_list_products_frame(seen: Seen) -> None:
    """ListProducts changes nothing else, and so keeps 15 invariants. (ecommerce.spec:136)"""
    seen.frame()


@examples_of(LIST_PRODUCTS)
def test_list_products_output(seen: Seen) -> None:
    """The answer of ListProducts has the declared outputs, types and headers. (ecommerce.spec:136)"""
    seen.output()


@examples_of(LIST_PRODUCTS)
def test_list_products_safe(seen: Seen) -> None:
    """ListProducts changes nothing, and says the same when it is asked again. (ecommerce.spec:136)"""
    seen.safe(same=True)


@witnesses_of(LIST_PRODUCTS, "ListProducts boundary input max_price")
def test_list_products_boundary_input_max_price(seen: Seen) -> None:
    """ListProducts at the limit, and just beside it: max_price: value <= 1000000 (ecommerce.spec:16)"""
    seen.total()


@witnesses_of(LIST_PRODUCTS, "ListProducts boundary input max_price 2")
def test_list_products_boundary_input_max_price_2(seen: Seen) -> None:
    """ListProducts at the limit, and just beside it: max_price: value > 0 (ecommerce.spec:14)"""
    seen.total()


@witnesses_of(LIST_PRODUCTS, "ListProducts boundary input max_price 3")
def test_list_products_boundary_input_max_price_3(seen: Seen) -> None:
    """ListProducts at the limit, and just beside it: max_price: value >= 0 (ecommerce.spec:12)"""
    seen.total()


@witnesses_of(LIST_PRODUCTS, "ListProducts boundary ensures 0")
def test_list_products_boundary_ensures_0(seen: Seen) -> None:
    """ListProducts at the limit, and just beside it: p.price <= max_price (ecommerce.spec:141)"""
    seen.total()


@malformed_of(LIST_PRODUCTS, "ListProducts malformed only_active")
def test_list_products_malformed_only_active(seen: Seen) -> None:
    """ListProducts refuses an `only_active` that is not well-formed. (ecommerce.spec:137)"""
    seen.refuses()


@malformed_of(LIST_PRODUCTS, "ListProducts malformed max_price")
def test_list_products_malformed_max_price(seen: Seen) -> None:
    """ListProducts refuses an `max_price` that is not well-formed. (ecommerce.spec:137)"""
    seen.refuses()


# ChangePrice: PUT /products/{sku}/price


@examples_of(CHANGE_PRICE)
def test_change_price_accepts(seen: Seen) -> None:
    """ChangePrice accepts every call whose precondition holds. (ecommerce.spec:145)"""
    seen.accepts()


@witnesses_of(CHANGE_PRICE, "ChangePrice accepts witnesses")
def test_change_price_accepts_witnesses(seen: Seen) -> None:
    """ChangePrice accepts the calls that were found for it. (ecommerce.spec:145)"""
    seen.accepts()


@examples_of(CHANGE_PRICE)
def test_change_price_ensures_0(seen: Seen) -> None:
    """ChangePrice ensures: products'[sku].price = price (ecommerce.spec:153)"""
    seen.ensures(0)


@examples_of(CHANGE_PRICE)
def test_change_price_ensures_1(seen: Seen) -> None:
    """ChangePrice ensures: product = products'[sku] (ecommerce.spec:154)"""
    seen.ensures(1)


@examples_of(CHANGE_PRICE)
def test_change_price_rejects(seen: Seen) -> None:
    """ChangePrice rejects every call whose precondition fails, and changes nothing. (ecommerce.spec:145)"""
    seen.rejects()


@witnesses_of(CHANGE_PRICE, "ChangePrice rejects input sku")
def test_change_price_rejects_input_sku(seen: Seen) -> None:
    """ChangePrice rejects a call that breaks: sku: value matches /^[A-Z]{3}-[0-9]{4}$/ (ecommerce.spec:3)"""
    seen.rejects("Sku.where")


@witnesses_of(CHANGE_PRICE, "ChangePrice rejects input price")
def test_change_price_rejects_input_price(seen: Seen) -> None:
    """ChangePrice rejects a call that breaks: price: value <= 1000000 (ecommerce.spec:16)"""
    seen.rejects("Price.where")


@witnesses_of(CHANGE_PRICE, "ChangePrice rejects input price 2")
def test_change_price_rejects_input_price_2(seen: Seen) -> None:
    """ChangePrice rejects a call that breaks: price: value > 0 (ecommerce.spec:14)"""
    seen.rejects("Amount.where")


@witnesses_of(CHANGE_PRICE, "ChangePrice rejects input price 3")
def test_change_price_rejects_input_price_3(seen: Seen) -> None:
    """ChangePrice rejects a call that breaks: price: value >= 0 (ecommerce.spec:12)"""
    seen.rejects("Money.where")


@witnesses_of(CHANGE_PRICE, "ChangePrice rejects requires 0")
def test_change_price_rejects_requires_0(seen: Seen) -> None:
    """ChangePrice rejects a call that breaks: sku in products (ecommerce.spec:150)"""
    seen.rejects("ChangePrice.requires[0]")


@witnesses_of(CHANGE_PRICE, "ChangePrice rejects requires 1")
def test_change_price_rejects_requires_1(seen: Seen) -> None:
    """ChangePrice rejects a call that breaks: products[sku].active (ecommerce.spec:151)"""
    seen.rejects("ChangePrice.requires[1]")


@examples_of(CHANGE_PRICE)
def test_change_price_invariant_product_keys(seen: Seen) -> None:
    """ChangePrice keeps the invariant: all s in products | products[s].sku = s (ecommerce.spec:399)"""
    seen.invariant(0)


@examples_of(CHANGE_PRICE)
def test_change_price_invariant_every_product_is_stocked(seen: Seen) -> None:
    """ChangePrice keeps the invariant: dom(products) = dom(inventory) (ecommerce.spec:407)"""
    seen.invariant(4)


@examples_of(CHANGE_PRICE)
def test_change_price_invariant_lines_are_known(seen: Seen) -> None:
    """ChangePrice keeps the invariant: all o in ran(orders) | all i in o.items | i.sku in products..."""
    seen.invariant(5)


@examples_of(CHANGE_PRICE)
def test_change_price_types(seen: Seen) -> None:
    """After ChangePrice everything stored has its type, with all refinements. (ecommerce.spec:145)"""
    seen.types()


@examples_of(CHANGE_PRICE)
def test_change_price_frame(seen: Seen) -> None:
    """ChangePrice changes nothing else, and so keeps 12 invariants. (ecommerce.spec:145)"""
    seen.frame()


@examples_of(CHANGE_PRICE)
def test_change_price_output(seen: Seen) -> None:
    """The answer of ChangePrice has the declared outputs, types and headers. (ecommerce.spec:145)"""
    seen.output()


@witnesses_of(CHANGE_PRICE, "ChangePrice boundary input sku")
def test_change_price_boundary_input_sku(seen: Seen) -> None:
    """ChangePrice at the limit, and just beside it: sku: value matches /^[A-Z]{3}-[0-9]{4}$/ (ecommerce.spec:3)"""
    seen.total()


@witnesses_of(CHANGE_PRICE, "ChangePrice boundary input price")
def test_change_price_boundary_input_price(seen: Seen) -> None:
    """ChangePrice at the limit, and just beside it: price: value <= 1000000 (ecommerce.spec:16)"""
    seen.total()


@witnesses_of(CHANGE_PRICE, "ChangePrice boundary input price 2")
def test_change_price_boundary_input_price_2(seen: Seen) -> None:
    """ChangePrice at the limit, and just beside it: price: value > 0 (ecommerce.spec:14)"""
    seen.total()


@witnesses_of(CHANGE_PRICE, "ChangePrice boundary input price 3")
def test_change_price_boundary_input_price_3(seen: Seen) -> None:
    """ChangePrice at the limit, and just beside it: price: value >= 0 (ecommerce.spec:12)"""
    seen.total()


@malformed_of(CHANGE_PRICE, "ChangePrice malformed price")
def test_change_price_malformed_price(seen: Seen) -> None:
    """ChangePrice refuses an `price` that is not well-formed. (ecommerce.spec:146)"""
    seen.refuses()


@malformed_of(CHANGE_PRICE, "ChangePrice malformed body")
def test_change_price_malformed_body(seen: Seen) -> None:
    """ChangePrice refuses a body that is not well-formed. (ecommerce.spec:145)"""
    seen.refuses()


@unauthorized_of(CHANGE_PRICE, "ChangePrice auth")
def test_change_price_auth(seen: Seen) -> None:
    """ChangePrice asks for credentials, and changes nothing without them. (ecommerce.spec:145)"""
    seen.unauthorized()


# Discontinue: POST /products/{sku}/discontinue


@examples_of(DISCONTINUE)
def test_discontinue_accepts(seen: Seen) -> None:
    """Discontinue accepts every call whose precondition holds. (ecommerce.spec:158)"""
    seen.accepts()


@witnesses_of(DISCONTINUE, "Discontinue accepts witnesses")
def test_discontinue_accepts_witnesses(seen: Seen) -> None:
    """Discontinue accepts the calls that were found for it. (ecommerce.spec:158)"""
    seen.accepts()


@examples_of(DISCONTINUE)
def test_discontinue_ensures_0(seen: Seen) -> None:
    """Discontinue ensures: products' = products + {sku -> products[sku] with { active = false }}..."""
    seen.ensures(0)


@examples_of(DISCONTINUE)
def test_discontinue_ensures_1(seen: Seen) -> None:
    """Discontinue ensures: product = products'[sku] (ecommerce.spec:167)"""
    seen.ensures(1)


@examples_of(DISCONTINUE)
def test_discontinue_rejects(seen: Seen) -> None:
    """Discontinue rejects every call whose precondition fails, and changes nothing. (ecommerce.spec:158)"""
    seen.rejects()


@witnesses_of(DISCONTINUE, "Discontinue rejects input sku")
def test_discontinue_rejects_input_sku(seen: Seen) -> None:
    """Discontinue rejects a call that breaks: sku: value matches /^[A-Z]{3}-[0-9]{4}$/ (ecommerce.spec:3)"""
    seen.rejects("Sku.where")


@witnesses_of(DISCONTINUE, "Discontinue rejects requires 0")
def test_discontinue_rejects_requires_0(seen: Seen) -> None:
    """Discontinue rejects a call that breaks: sku in products (ecommerce.spec:163)"""
    seen.rejects("Discontinue.requires[0]")


@witnesses_of(DISCONTINUE, "Discontinue rejects requires 1")
def test_discontinue_rejects_requires_1(seen: Seen) -> None:
    """Discontinue rejects a call that breaks: products[sku].active (ecommerce.spec:164)"""
    seen.rejects("Discontinue.requires[1]")


@examples_of(DISCONTINUE)
def test_discontinue_invariant_product_keys(seen: Seen) -> None:
    """Discontinue keeps the invariant: all s in products | products[s].sku = s (ecommerce.spec:399)"""
    seen.invariant(0)


@examples_of(DISCONTINUE)
def test_discontinue_invariant_every_product_is_stocked(seen: Seen) -> None:
    """Discontinue keeps the invariant: dom(products) = dom(inventory) (ecommerce.spec:407)"""
    seen.invariant(4)


@examples_of(DISCONTINUE)
def test_discontinue_invariant_lines_are_known(seen: Seen) -> None:
    """Discontinue keeps the invariant: all o in ran(orders) | all i in o.items | i.sku in products..."""
    seen.invariant(5)


@examples_of(DISCONTINUE)
def test_discontinue_types(seen: Seen) -> None:
    """After Discontinue everything stored has its type, with all refinements. (ecommerce.spec:158)"""
    seen.types()


@examples_of(DISCONTINUE)
def test_discontinue_frame(seen: Seen) -> None:
    """Discontinue changes nothing else, and so keeps 12 invariants. (ecommerce.spec:158)"""
    seen.frame()


@examples_of(DISCONTINUE)
def test_discontinue_output(seen: Seen) -> None:
    """The answer of Discontinue has the declared outputs, types and headers. (ecommerce.spec:158)"""
    seen.output()


@witnesses_of(DISCONTINUE, "Discontinue boundary input sku")
def test_discontinue_boundary_input_sku(seen: Seen) -> None:
    """Discontinue at the limit, and just beside it: sku: value matches /^[A-Z]{3}-[0-9]{4}$/ (ecommerce.spec:3)"""
    seen.total()


@unauthorized_of(DISCONTINUE, "Discontinue auth")
def test_discontinue_auth(seen: Seen) -> None:
    """Discontinue asks for credentials, and changes nothing without them. (ecommerce.spec:158)"""
    seen.unauthorized()


# Restock: POST /products/{sku}/stock


@examples_of(RESTOCK)
def test_restock_accepts(seen: Seen) -> None:
    """Restock accepts every call whose precondition holds. (ecommerce.spec:170)"""
    seen.accepts()


@witnesses_of(RESTOCK, "Restock accepts witnesses")
def test_restock_accepts_witnesses(seen: Seen) -> None:
    """Restock accepts the calls that were found for it. (ecommerce.spec:170)"""
    seen.accepts()


@examples_of(RESTOCK)
def test_restock_ensures_0(seen: Seen) -> None:
    """Restock ensures: inventory'[sku] = inventory[sku] + quantity (ecommerce.spec:177)"""
    seen.ensures(0)


@examples_of(RESTOCK)
def test_restock_ensures_1(seen: Seen) -> None:
    """Restock ensures: on_hand = available(sku)' (ecommerce.spec:178)"""
    seen.ensures(1)


@witnesses_of(RESTOCK, "Restock ensures 1 branches")
def test_restock_ensures_1_branches(seen: Seen) -> None:
    """Restock ensures: on_hand = available(sku)' (ecommerce.spec:178)"""
    seen.ensures(1)


@examples_of(RESTOCK)
def test_restock_rejects(seen: Seen) -> None:
    """Restock rejects every call whose precondition fails, and changes nothing. (ecommerce.spec:170)"""
    seen.rejects()


@witnesses_of(RESTOCK, "Restock rejects input sku")
def test_restock_rejects_input_sku(seen: Seen) -> None:
    """Restock rejects a call that breaks: sku: value matches /^[A-Z]{3}-[0-9]{4}$/ (ecommerce.spec:3)"""
    seen.rejects("Sku.where")


@witnesses_of(RESTOCK, "Restock rejects input quantity")
def test_restock_rejects_input_quantity(seen: Seen) -> None:
    """Restock rejects a call that breaks: quantity: value >= 1 and value <= 100 (ecommerce.spec:18)"""
    seen.rejects("Quantity.where")


@witnesses_of(RESTOCK, "Restock rejects requires 0")
def test_restock_rejects_requires_0(seen: Seen) -> None:
    """Restock rejects a call that breaks: sku in inventory (ecommerce.spec:175)"""
    seen.rejects("Restock.requires[0]")


@examples_of(RESTOCK)
def test_restock_invariant_every_product_is_stocked(seen: Seen) -> None:
    """Restock keeps the invariant: dom(products) = dom(inventory) (ecommerce.spec:407)"""
    seen.invariant(4)


@examples_of(RESTOCK)
def test_restock_invariant_no_overselling(seen: Seen) -> None:
    """Restock keeps the invariant: all s in inventory | allocated(s) <= inventory[s] (ecommerce.spec:411)"""
    seen.invariant(6)


@examples_of(RESTOCK)
def test_restock_types(seen: Seen) -> None:
    """After Restock everything stored has its type, with all refinements. (ecommerce.spec:170)"""
    seen.types()


@examples_of(RESTOCK)
def test_restock_frame(seen: Seen) -> None:
    """Restock changes nothing else, and so keeps 13 invariants. (ecommerce.spec:170)"""
    seen.frame()


@examples_of(RESTOCK)
def test_restock_output(seen: Seen) -> None:
    """The answer of Restock has the declared outputs, types and headers. (ecommerce.spec:170)"""
    seen.output()


@witnesses_of(RESTOCK, "Restock boundary input sku")
def test_restock_boundary_input_sku(seen: Seen) -> None:
    """Restock at the limit, and just beside it: sku: value matches /^[A-Z]{3}-[0-9]{4}$/ (ecommerce.spec:3)"""
    seen.total()


@witnesses_of(RESTOCK, "Restock boundary input quantity")
def test_restock_boundary_input_quantity(seen: Seen) -> None:
    """Restock at the limit, and just beside it: quantity: value >= 1 (ecommerce.spec:18)"""
    seen.total()


@witnesses_of(RESTOCK, "Restock boundary input quantity 2")
def test_restock_boundary_input_quantity_2(seen: Seen) -> None:
    """Restock at the limit, and just beside it: quantity: value <= 100 (ecommerce.spec:18)"""
    seen.total()


@witnesses_of(RESTOCK, "Restock branches input quantity")
def test_restock_branches_input_quantity(seen: Seen) -> None:
    """Restock both ways: quantity: value >= 1 (ecommerce.spec:18)"""
    seen.total()


@witnesses_of(RESTOCK, "Restock branches input quantity 2")
def test_restock_branches_input_quantity_2(seen: Seen) -> None:
    """Restock both ways: quantity: value <= 100 (ecommerce.spec:18)"""
    seen.total()


@malformed_of(RESTOCK, "Restock malformed quantity")
def test_restock_malformed_quantity(seen: Seen) -> None:
    """Restock refuses an `quantity` that is not well-formed. (ecommerce.spec:171)"""
    seen.refuses()


@malformed_of(RESTOCK, "Restock malformed body")
def test_restock_malformed_body(seen: Seen) -> None:
    """Restock refuses a body that is not well-formed. (ecommerce.spec:170)"""
    seen.refuses()


@unauthorized_of(RESTOCK, "Restock auth")
def test_restock_auth(seen: Seen) -> None:
    """Restock asks for credentials, and changes nothing without them. (ecommerce.spec:170)"""
    seen.unauthorized()


# GetAvailability: GET /products/{sku}/availability


@examples_of(GET_AVAILABILITY)
def test_get_availability_accepts(seen: Seen) -> None:
    """GetAvailability accepts every call whose precondition holds. (ecommerce.spec:181)"""
    seen.accepts()


@witnesses_of(GET_AVAILABILITY, "GetAvailability accepts witnesses")
def test_get_availability_accepts_witnesses(seen: Seen) -> None:
    """GetAvailability accepts the calls that were found for it. (ecommerce.spec:181)"""
    seen.accepts()


@examples_of(GET_AVAILABILITY)
def test_get_availability_ensures_0(seen: Seen) -> None:
    """GetAvailability ensures: on_hand = available(sku) (ecommerce.spec:187)"""
    seen.ensures(0)


@witnesses_of(GET_AVAILABILITY, "GetAvailability ensures 0 branches")
def test_get_availability_ensures_0_branches(seen: Seen) -> None:
    """GetAvailability ensures: on_hand = available(sku) (ecommerce.spec:187)"""
    seen.ensures(0)


@examples_of(GET_AVAILABILITY)
def test_get_availability_ensures_1(seen: Seen) -> None:
    """GetAvailability ensures: held = allocated(sku) (ecommerce.spec:188)"""
    seen.ensures(1)


@witnesses_of(GET_AVAILABILITY, "GetAvailability ensures 1 branches")
def test_get_availability_ensures_1_branches(seen: Seen) -> None:
    """GetAvailability ensures: held = allocated(sku) (ecommerce.spec:188)"""
    seen.ensures(1)


@examples_of(GET_AVAILABILITY)
def test_get_availability_rejects(seen: Seen) -> None:
    """GetAvailability rejects every call whose precondition fails, and changes nothing. (ecommerce.spec:181)"""
    seen.rejects()


@witnesses_of(GET_AVAILABILITY, "GetAvailability rejects input sku")
def test_get_availability_rejects_input_sku(seen: Seen) -> None:
    """GetAvailability rejects a call that breaks: sku: value matches /^[A-Z]{3}-[0-9]{4}$/ (ecommerce.spec:3)"""
    seen.rejects("Sku.where")


@witnesses_of(GET_AVAILABILITY, "GetAvailability rejects requires 0")
def test_get_availability_rejects_requires_0(seen: Seen) -> None:
    """GetAvailability rejects a call that breaks: sku in inventory (ecommerce.spec:185)"""
    seen.rejects("GetAvailability.requires[0]")


@examples_of(GET_AVAILABILITY)
def test_get_availability_frame(seen: Seen) -> None:
    """GetAvailability changes nothing else, and so keeps 15 invariants. (ecommerce.spec:181)"""
    seen.frame()


@examples_of(GET_AVAILABILITY)
def test_get_availability_output(seen: Seen) -> None:
    """The answer of GetAvailability has the declared outputs, types and headers. (ecommerce.spec:181)"""
    seen.output()


@examples_of(GET_AVAILABILITY)
def test_get_availability_safe(seen: Seen) -> None:
    """GetAvailability changes nothing, and says the same when it is asked again. (ecommerce.spec:181)"""
    seen.safe(same=True)


@witnesses_of(GET_AVAILABILITY, "GetAvailability boundary input sku")
def test_get_availability_boundary_input_sku(seen: Seen) -> None:
    """GetAvailability at the limit, and just beside it: sku: value matches /^[A-Z]{3}-[0-9]{4}$/ (ecommerce.spec:3)"""
    seen.total()


# CreateOrder: POST /orders


@examples_of(CREATE_ORDER)
def test_create_order_accepts(seen: Seen) -> None:
    """CreateOrder accepts every call whose precondition holds. (ecommerce.spec:193)"""
    seen.accepts()


@witnesses_of(CREATE_ORDER, "CreateOrder accepts witnesses")
def test_create_order_accepts_witnesses(seen: Seen) -> None:
    """CreateOrder accepts the calls that were found for it. (ecommerce.spec:193)"""
    seen.accepts()


@examples_of(CREATE_ORDER)
def test_create_order_ensures_0(seen: Seen) -> None:
    """CreateOrder ensures: order_id not in orders (ecommerce.spec:197)"""
    seen.ensures(0)


@examples_of(CREATE_ORDER)
def test_create_order_ensures_1(seen: Seen) -> None:
    """CreateOrder ensures: orders' = orders + {order_id -> Order { id = order_id, customer = customer, status =..."""
    seen.ensures(1)


@examples_of(CREATE_ORDER)
def test_create_order_ensures_2(seen: Seen) -> None:
    """CreateOrder ensures: #orders' = #orders + 1 (ecommerce.spec:206)"""
    seen.ensures(2)


@examples_of(CREATE_ORDER)
def test_create_order_rejects(seen: Seen) -> None:
    """CreateOrder rejects every call whose precondition fails, and changes nothing. (ecommerce.spec:193)"""
    seen.rejects()


@witnesses_of(CREATE_ORDER, "CreateOrder rejects input customer")
def test_create_order_rejects_input_customer(seen: Seen) -> None:
    """CreateOrder rejects a call that breaks: customer: len(value) <= 254 and isValidEmail(value)..."""
    seen.rejects("Email.where")


@examples_of(CREATE_ORDER)
def test_create_order_invariant_order_keys(seen: Seen) -> None:
    """CreateOrder keeps the invariant: all o in orders | orders[o].id = o (ecommerce.spec:401)"""
    seen.invariant(1)


@examples_of(CREATE_ORDER)
def test_create_order_invariant_lines_are_known(seen: Seen) -> None:
    """CreateOrder keeps the invariant: all o in ran(orders) | all i in o.items | i.sku in products..."""
    seen.invariant(5)


@examples_of(CREATE_ORDER)
def test_create_order_invariant_no_overselling(seen: Seen) -> None:
    """CreateOrder keeps the invariant: all s in inventory | allocated(s) <= inventory[s] (ecommerce.spec:411)"""
    seen.invariant(6)


@examples_of(CREATE_ORDER)
def test_create_order_invariant_tracking_is_unique(seen: Seen) -> None:
    """CreateOrder keeps the invariant: all a in orders, b in orders | orders[a].tracking != none and..."""
    seen.invariant(7)


@examples_of(CREATE_ORDER)
def test_create_order_invariant_payments_are_backed(seen: Seen) -> None:
    """CreateOrder keeps the invariant: all p in ran(payments) | p.order_id in orders and..."""
    seen.invariant(8)


@examples_of(CREATE_ORDER)
def test_create_order_invariant_paid_orders_have_payments(seen: Seen) -> None:
    """CreateOrder keeps the invariant: all o in orders | orders[o].status in {OrderStatus.PAID,..."""
    seen.invariant(10)


@examples_of(CREATE_ORDER)
def test_create_order_invariant_refunds_come_last(seen: Seen) -> None:
    """CreateOrder keeps the invariant: all p in ran(payments) | p.refunded > 0 implies p.order_id in orders and..."""
    seen.invariant(13)


@examples_of(CREATE_ORDER)
def test_create_order_types(seen: Seen) -> None:
    """After CreateOrder everything stored has its type, with all refinements. (ecommerce.spec:193)"""
    seen.types()


@examples_of(CREATE_ORDER)
def test_create_order_frame(seen: Seen) -> None:
    """CreateOrder changes nothing else, and so keeps 8 invariants. (ecommerce.spec:193)"""
    seen.frame()


@examples_of(CREATE_ORDER)
def test_create_order_output(seen: Seen) -> None:
    """The answer of CreateOrder has the declared outputs, types and headers. (ecommerce.spec:193)"""
    seen.output()


@witnesses_of(CREATE_ORDER, "CreateOrder boundary input customer")
def test_create_order_boundary_input_customer(seen: Seen) -> None:
    """CreateOrder at the limit, and just beside it: customer: len(value) <= 254 (ecommerce.spec:24)"""
    seen.total()


@witnesses_of(CREATE_ORDER, "CreateOrder boundary input customer 2")
def test_create_order_boundary_input_customer_2(seen: Seen) -> None:
    """CreateOrder at the limit, and just beside it: customer: isValidEmail(value) (ecommerce.spec:24)"""
    seen.total()


@witnesses_of(CREATE_ORDER, "CreateOrder branches input customer")
def test_create_order_branches_input_customer(seen: Seen) -> None:
    """CreateOrder both ways: customer: len(value) <= 254 (ecommerce.spec:24)"""
    seen.total()


@witnesses_of(CREATE_ORDER, "CreateOrder branches input customer 2")
def test_create_order_branches_input_customer_2(seen: Seen) -> None:
    """CreateOrder both ways: customer: isValidEmail(value) (ecommerce.spec:24)"""
    seen.total()


@malformed_of(CREATE_ORDER, "CreateOrder malformed customer")
def test_create_order_malformed_customer(seen: Seen) -> None:
    """CreateOrder refuses an `customer` that is not well-formed. (ecommerce.spec:194)"""
    seen.refuses()


@malformed_of(CREATE_ORDER, "CreateOrder malformed body")
def test_create_order_malformed_body(seen: Seen) -> None:
    """CreateOrder refuses a body that is not well-formed. (ecommerce.spec:193)"""
    seen.refuses()


# GetOrder: GET /orders/{order_id}


@examples_of(GET_ORDER)
def test_get_order_accepts(seen: Seen) -> None:
    """GetOrder accepts every call whose precondition holds. (ecommerce.spec:209)"""
    seen.accepts()


@witnesses_of(GET_ORDER, "GetOrder accepts witnesses")
def test_get_order_accepts_witnesses(seen: Seen) -> None:
    """GetOrder accepts the calls that were found for it. (ecommerce.spec:209)"""
    seen.accepts()


@examples_of(GET_ORDER)
def test_get_order_ensures_0(seen: Seen) -> None:
    """GetOrder ensures: order = orders[order_id] (ecommerce.spec:215)"""
    seen.ensures(0)


@examples_of(GET_ORDER)
def test_get_order_rejects(seen: Seen) -> None:
    """GetOrder rejects every call whose precondition fails, and changes nothing. (ecommerce.spec:209)"""
    seen.rejects()


@witnesses_of(GET_ORDER, "GetOrder rejects input order_id")
def test_get_order_rejects_input_order_id(seen: Seen) -> None:
    """GetOrder rejects a call that breaks: order_id: value > 0 (ecommerce.spec:5)"""
    seen.rejects("OrderId.where")


@witnesses_of(GET_ORDER, "GetOrder rejects requires 0")
def test_get_order_rejects_requires_0(seen: Seen) -> None:
    """GetOrder rejects a call that breaks: order_id in orders (ecommerce.spec:213)"""
    seen.rejects("GetOrder.requires[0]")


@examples_of(GET_ORDER)
def test_get_order_frame(seen: Seen) -> None:
    """GetOrder changes nothing else, and so keeps 15 invariants. (ecommerce.spec:209)"""
    seen.frame()


@examples_of(GET_ORDER)
def test_get_order_output(seen: Seen) -> None:
    """The answer of GetOrder has the declared outputs, types and headers. (ecommerce.spec:209)"""
    seen.output()


@examples_of(GET_ORDER)
def test_get_order_safe(seen: Seen) -> None:
    """GetOrder changes nothing, and says the same when it is asked again. (ecommerce.spec:209)"""
    seen.safe(same=True)


@witnesses_of(GET_ORDER, "GetOrder boundary input order_id")
def test_get_order_boundary_input_order_id(seen: Seen) -> None:
    """GetOrder at the limit, and just beside it: order_id: value > 0 (ecommerce.spec:5)"""
    seen.total()


@malformed_of(GET_ORDER, "GetOrder malformed order_id")
def test_get_order_malformed_order_id(seen: Seen) -> None:
    """GetOrder refuses an `order_id` that is not well-formed. (ecommerce.spec:210)"""
    seen.refuses()


# ListOrders: GET /orders


@examples_of(LIST_ORDERS)
def test_list_orders_accepts(seen: Seen) -> None:
    """ListOrders accepts every call whose precondition holds. (ecommerce.spec:218)"""
    seen.accepts()


@witnesses_of(LIST_ORDERS, "ListOrders accepts witnesses")
def test_list_orders_accepts_witnesses(seen: Seen) -> None:
    """ListOrders accepts the calls that were found for it. (ecommerce.spec:218)"""
    seen.accepts()


@examples_of(LIST_ORDERS)
def test_list_orders_ensures_0(seen: Seen) -> None:
    """ListOrders ensures: found = { o in ran(orders) | (customer = none or o.customer = customer) and (status =..."""
    seen.ensures(0)


@witnesses_of(LIST_ORDERS, "ListOrders ensures 0 branches")
def test_list_orders_ensures_0_branches(seen: Seen) -> None:
    """ListOrders ensures: found = { o in ran(orders) | (customer = none or o.customer = customer) and (status =..."""
    seen.ensures(0)


@examples_of(LIST_ORDERS)
def test_list_orders_rejects(seen: Seen) -> None:
    """ListOrders rejects every call whose precondition fails, and changes nothing. (ecommerce.spec:218)"""
    seen.rejects()


@witnesses_of(LIST_ORDERS, "ListOrders rejects input customer")
def test_list_orders_rejects_input_customer(seen: Seen) -> None:
    """ListOrders rejects a call that breaks: customer: len(value) <= 254 and isValidEmail(value) (ecommerce.spec:24)"""
    seen.rejects("Email.where")


@examples_of(LIST_ORDERS)
def test_list_orders_frame(seen: Seen) -> None:
    """ListOrders changes nothing else, and so keeps 15 invariants. (ecommerce.spec:218)"""
    seen.frame()


@examples_of(LIST_ORDERS)
def test_list_orders_output(seen: Seen) -> None:
    """The answer of ListOrders has the declared outputs, types and headers. (ecommerce.spec:218)"""
    seen.output()


@examples_of(LIST_ORDERS)
def test_list_orders_safe(seen: Seen) -> None:
    """ListOrders changes nothing, and says the same when it is asked again. (ecommerce.spec:218)"""
    seen.safe(same=True)


@witnesses_of(LIST_ORDERS, "ListOrders boundary input customer")
def test_list_orders_boundary_input_customer(seen: Seen) -> None:
    """ListOrders at the limit, and just beside it: customer: len(value) <= 254 (ecommerce.spec:24)"""
    seen.total()


@witnesses_of(LIST_ORDERS, "ListOrders boundary input customer 2")
def test_list_orders_boundary_input_customer_2(seen: Seen) -> None:
    """ListOrders at the limit, and just beside it: customer: isValidEmail(value) (ecommerce.spec:24)"""
    seen.total()


@witnesses_of(LIST_ORDERS, "ListOrders branches input customer")
def test_list_orders_branches_input_customer(seen: Seen) -> None:
    """ListOrders both ways: customer: len(value) <= 254 (ecommerce.spec:24)"""
    seen.total()


@witnesses_of(LIST_ORDERS, "ListOrders branches input customer 2")
def test_list_orders_branches_input_customer_2(seen: Seen) -> None:
    """ListOrders both ways: customer: isValidEmail(value) (ecommerce.spec:24)"""
    seen.total()


@malformed_of(LIST_ORDERS, "ListOrders malformed status")
def test_list_orders_malformed_status(seen: Seen) -> None:
    """ListOrders refuses an `status` that is not well-formed. (ecommerce.spec:219)"""
    seen.refuses()


# AddLineItem: POST /orders/{order_id}/items


@examples_of(ADD_LINE_ITEM)
def test_add_line_item_accepts(seen: Seen) -> None:
    """AddLineItem accepts every call whose precondition holds. (ecommerce.spec:227)"""
    seen.accepts()


@witnesses_of(ADD_LINE_ITEM, "AddLineItem accepts witnesses")
def test_add_line_item_accepts_witnesses(seen: Seen) -> None:
    """AddLineItem accepts the calls that were found for it. (ecommerce.spec:227)"""
    seen.accepts()


@examples_of(ADD_LINE_ITEM)
def test_add_line_item_ensures_0(seen: Seen) -> None:
    """AddLineItem ensures: let price = products[sku].price in orders'[order_id].items = orders[order_id].items..."""
    seen.ensures(0)


@examples_of(ADD_LINE_ITEM)
def test_add_line_item_ensures_1(seen: Seen) -> None:
    """AddLineItem ensures: let price = products[sku].price in orders'[order_id].total = orders[order_id].total +..."""
    seen.ensures(1)


@examples_of(ADD_LINE_ITEM)
def test_add_line_item_ensures_2(seen: Seen) -> None:
    """AddLineItem ensures: order = orders'[order_id] (ecommerce.spec:243)"""
    seen.ensures(2)


@examples_of(ADD_LINE_ITEM)
def test_add_line_item_ensures_3(seen: Seen) -> None:
    """AddLineItem ensures: #order.items = #orders[order_id].items + 1 (ecommerce.spec:244)"""
    seen.ensures(3)


@examples_of(ADD_LINE_ITEM)
def test_add_line_item_rejects(seen: Seen) -> None:
    """AddLineItem rejects every call whose precondition fails, and changes nothing. (ecommerce.spec:227)"""
    seen.rejects()


@witnesses_of(ADD_LINE_ITEM, "AddLineItem rejects input order_id")
def test_add_line_item_rejects_input_order_id(seen: Seen) -> None:
    """AddLineItem rejects a call that breaks: order_id: value > 0 (ecommerce.spec:5)"""
    seen.rejects("OrderId.where")


@witnesses_of(ADD_LINE_ITEM, "AddLineItem rejects input sku")
def test_add_line_item_rejects_input_sku(seen: Seen) -> None:
    """AddLineItem rejects a call that breaks: sku: value matches /^[A-Z]{3}-[0-9]{4}$/ (ecommerce.spec:3)"""
    seen.rejects("Sku.where")


@witnesses_of(ADD_LINE_ITEM, "AddLineItem rejects input quantity")
def test_add_line_item_rejects_input_quantity(seen: Seen) -> None:
    """AddLineItem rejects a call that breaks: quantity: value >= 1 and value <= 100 (ecommerce.spec:18)"""
    seen.rejects("Quantity.where")


@witnesses_of(ADD_LINE_ITEM, "AddLineItem rejects requires 0")
def test_add_line_item_rejects_requires_0(seen: Seen) -> None:
    """AddLineItem rejects a call that breaks: order_id in orders (ecommerce.spec:231)"""
    seen.rejects("AddLineItem.requires[0]")


@witnesses_of(ADD_LINE_ITEM, "AddLineItem rejects requires 1")
def test_add_line_item_rejects_requires_1(seen: Seen) -> None:
    """AddLineItem rejects a call that breaks: orders[order_id].status = OrderStatus.DRAFT (ecommerce.spec:232)"""
    seen.rejects("AddLineItem.requires[1]")


@witnesses_of(ADD_LINE_ITEM, "AddLineItem rejects requires 2")
def test_add_line_item_rejects_requires_2(seen: Seen) -> None:
    """AddLineItem rejects a call that breaks: sku in products (ecommerce.spec:233)"""
    seen.rejects("AddLineItem.requires[2]")


@witnesses_of(ADD_LINE_ITEM, "AddLineItem rejects requires 3")
def test_add_line_item_rejects_requires_3(seen: Seen) -> None:
    """AddLineItem rejects a call that breaks: products[sku].active (ecommerce.spec:234)"""
    seen.rejects("AddLineItem.requires[3]")


@witnesses_of(ADD_LINE_ITEM, "AddLineItem rejects requires 4")
def test_add_line_item_rejects_requires_4(seen: Seen) -> None:
    """AddLineItem rejects a call that breaks: no i in orders[order_id].items | i.sku = sku (ecommerce.spec:235)"""
    seen.rejects("AddLineItem.requires[4]")


@witnesses_of(ADD_LINE_ITEM, "AddLineItem rejects requires 5")
def test_add_line_item_rejects_requires_5(seen: Seen) -> None:
    """AddLineItem rejects a call that breaks: #orders[order_id].items < 20 (ecommerce.spec:236)"""
    seen.rejects("AddLineItem.requires[5]")


@examples_of(ADD_LINE_ITEM)
def test_add_line_item_invariant_order_keys(seen: Seen) -> None:
    """AddLineItem keeps the invariant: all o in orders | orders[o].id = o (ecommerce.spec:401)"""
    seen.invariant(1)


@examples_of(ADD_LINE_ITEM)
def test_add_line_item_invariant_lines_are_known(seen: Seen) -> None:
    """AddLineItem keeps the invariant: all o in ran(orders) | all i in o.items | i.sku in products..."""
    seen.invariant(5)


@examples_of(ADD_LINE_ITEM)
def test_add_line_item_invariant_no_overselling(seen: Seen) -> None:
    """AddLineItem keeps the invariant: all s in inventory | allocated(s) <= inventory[s] (ecommerce.spec:411)"""
    seen.invariant(6)


@examples_of(ADD_LINE_ITEM)
def test_add_line_item_invariant_tracking_is_unique(seen: Seen) -> None:
    """AddLineItem keeps the invariant: all a in orders, b in orders | orders[a].tracking != none and..."""
    seen.invariant(7)


@examples_of(ADD_LINE_ITEM)
def test_add_line_item_invariant_payments_are_backed(seen: Seen) -> None:
    """AddLineItem keeps the invariant: all p in ran(payments) | p.order_id in orders and..."""
    seen.invariant(8)


@examples_of(ADD_LINE_ITEM)
def test_add_line_item_invariant_paid_orders_have_payments(seen: Seen) -> None:
    """AddLineItem keeps the invariant: all o in orders | orders[o].status in {OrderStatus.PAID,..."""
    seen.invariant(10)


@examples_of(ADD_LINE_ITEM)
def test_add_line_item_invariant_refunds_come_last(seen: Seen) -> None:
    """AddLineItem keeps the invariant: all p in ran(payments) | p.refunded > 0 implies p.order_id in orders and..."""
    seen.invariant(13)


@examples_of(ADD_LINE_ITEM)
def test_add_line_item_types(seen: Seen) -> None:
    """After AddLineItem everything stored has its type, with all refinements. (ecommerce.spec:227)"""
    seen.types()


@examples_of(ADD_LINE_ITEM)
def test_add_line_item_frame(seen: Seen) -> None:
    """AddLineItem changes nothing else, and so keeps 8 invariants. (ecommerce.spec:227)"""
    seen.frame()


@examples_of(ADD_LINE_ITEM)
def test_add_line_item_output(seen: Seen) -> None:
    """The answer of AddLineItem has the declared outputs, types and headers. (ecommerce.spec:227)"""
    seen.output()


@witnesses_of(ADD_LINE_ITEM, "AddLineItem boundary input order_id")
def test_add_line_item_boundary_input_order_id(seen: Seen) -> None:
    """AddLineItem at the limit, and just beside it: order_id: value > 0 (ecommerce.spec:5)"""
    seen.total()


@witnesses_of(ADD_LINE_ITEM, "AddLineItem boundary input sku")
def test_add_line_item_boundary_input_sku(seen: Seen) -> None:
    """AddLineItem at the limit, and just beside it: sku: value matches /^[A-Z]{3}-[0-9]{4}$/ (ecommerce.spec:3)"""
    seen.total()


@witnesses_of(ADD_LINE_ITEM, "AddLineItem boundary input quantity")
def test_add_line_item_boundary_input_quantity(seen: Seen) -> None:
    """AddLineItem at the limit, and just beside it: quantity: value >= 1 (ecommerce.spec:18)"""
    seen.total()


@witnesses_of(ADD_LINE_ITEM, "AddLineItem boundary input quantity 2")
def test_add_line_item_boundary_input_quantity_2(seen: Seen) -> None:
    """AddLineItem at the limit, and just beside it: quantity: value <= 100 (ecommerce.spec:18)"""
    seen.total()


@witnesses_of(ADD_LINE_ITEM, "AddLineItem boundary requires 5")
def test_add_line_item_boundary_requires_5(seen: Seen) -> None:
    """AddLineItem at the limit, and just beside it: #orders[order_id].items < 20 (ecommerce.spec:236)"""
    seen.total()


@witnesses_of(ADD_LINE_ITEM, "AddLineItem branches input quantity")
def test_add_line_item_branches_input_quantity(seen: Seen) -> None:
    """AddLineItem both ways: quantity: value >= 1 (ecommerce.spec:18)"""
    seen.total()


@witnesses_of(ADD_LINE_ITEM, "AddLineItem branches input quantity 2")
def test_add_line_item_branches_input_quantity_2(seen: Seen) -> None:
    """AddLineItem both ways: quantity: value <= 100 (ecommerce.spec:18)"""
    seen.total()


@witnesses_of(ADD_LINE_ITEM, "AddLineItem branches requires 1")
def test_add_line_item_branches_requires_1(seen: Seen) -> None:
    """AddLineItem in each case: orders[order_id].status = OrderStatus.DRAFT (ecommerce.spec:232)"""
    seen.total()


@witnesses_of(ADD_LINE_ITEM, "AddLineItem branches requires 4")
def test_add_line_item_branches_requires_4(seen: Seen) -> None:
    """AddLineItem both ways: no i in orders[order_id].items | i.sku = sku (ecommerce.spec:235)"""
    seen.total()


@witnesses_of(ADD_LINE_ITEM, "AddLineItem branches requires 4 2")
def test_add_line_item_branches_requires_4_2(seen: Seen) -> None:
    """AddLineItem both ways: i.sku = sku (ecommerce.spec:235)"""
    seen.total()


@malformed_of(ADD_LINE_ITEM, "AddLineItem malformed order_id")
def test_add_line_item_malformed_order_id(seen: Seen) -> None:
    """AddLineItem refuses an `order_id` that is not well-formed. (ecommerce.spec:228)"""
    seen.refuses()


@malformed_of(ADD_LINE_ITEM, "AddLineItem malformed sku")
def test_add_line_item_malformed_sku(seen: Seen) -> None:
    """AddLineItem refuses an `sku` that is not well-formed. (ecommerce.spec:228)"""
    seen.refuses()


@malformed_of(ADD_LINE_ITEM, "AddLineItem malformed quantity")
def test_add_line_item_malformed_quantity(seen: Seen) -> None:
    """AddLineItem refuses an `quantity` that is not well-formed. (ecommerce.spec:228)"""
    seen.refuses()


@malformed_of(ADD_LINE_ITEM, "AddLineItem malformed body")
def test_add_line_item_malformed_body(seen: Seen) -> None:
    """AddLineItem refuses a body that is not well-formed. (ecommerce.spec:227)"""
    seen.refuses()


# RemoveLineItem: DELETE /orders/{order_id}/items/{sku}


@examples_of(REMOVE_LINE_ITEM)
def test_remove_line_item_accepts(seen: Seen) -> None:
    """RemoveLineItem accepts every call whose precondition holds. (ecommerce.spec:247)"""
    seen.accepts()


@witnesses_of(REMOVE_LINE_ITEM, "RemoveLineItem accepts witnesses")
def test_remove_line_item_accepts_witnesses(seen: Seen) -> None:
    """RemoveLineItem accepts the calls that were found for it. (ecommerce.spec:247)"""
    seen.accepts()


@examples_of(REMOVE_LINE_ITEM)
def test_remove_line_item_ensures_0(seen: Seen) -> None:
    """RemoveLineItem ensures: let line = (the i in orders[order_id].items | i.sku = sku) in..."""
    seen.ensures(0)


@witnesses_of(REMOVE_LINE_ITEM, "RemoveLineItem ensures 0 branches")
def test_remove_line_item_ensures_0_branches(seen: Seen) -> None:
    """RemoveLineItem ensures: let line = (the i in orders[order_id].items | i.sku = sku) in..."""
    seen.ensures(0)


@examples_of(REMOVE_LINE_ITEM)
def test_remove_line_item_ensures_1(seen: Seen) -> None:
    """RemoveLineItem ensures: let line = (the i in orders[order_id].items | i.sku = sku) in..."""
    seen.ensures(1)


@witnesses_of(REMOVE_LINE_ITEM, "RemoveLineItem ensures 1 branches")
def test_remove_line_item_ensures_1_branches(seen: Seen) -> None:
    """RemoveLineItem ensures: let line = (the i in orders[order_id].items | i.sku = sku) in..."""
    seen.ensures(1)


@examples_of(REMOVE_LINE_ITEM)
def test_remove_line_item_rejects(seen: Seen) -> None:
    """RemoveLineItem rejects every call whose precondition fails, and changes nothing. (ecommerce.spec:247)"""
    seen.rejects()


@witnesses_of(REMOVE_LINE_ITEM, "RemoveLineItem rejects input order_id")
def test_remove_line_item_rejects_input_order_id(seen: Seen) -> None:
    """RemoveLineItem rejects a call that breaks: order_id: value > 0 (ecommerce.spec:5)"""
    seen.rejects("OrderId.where")


@witnesses_of(REMOVE_LINE_ITEM, "RemoveLineItem rejects input sku")
def test_remove_line_item_rejects_input_sku(seen: Seen) -> None:
    """RemoveLineItem rejects a call that breaks: sku: value matches /^[A-Z]{3}-[0-9]{4}$/ (ecommerce.spec:3)"""
    seen.rejects("Sku.where")


@witnesses_of(REMOVE_LINE_ITEM, "RemoveLineItem rejects requires 0")
def test_remove_line_item_rejects_requires_0(seen: Seen) -> None:
    """RemoveLineItem rejects a call that breaks: order_id in orders (ecommerce.spec:250)"""
    seen.rejects("RemoveLineItem.requires[0]")


@witnesses_of(REMOVE_LINE_ITEM, "RemoveLineItem rejects requires 1")
def test_remove_line_item_rejects_requires_1(seen: Seen) -> None:
    """RemoveLineItem rejects a call that breaks: orders[order_id].status = OrderStatus.DRAFT (ecommerce.spec:251)"""
    seen.rejects("RemoveLineItem.requires[1]")


@witnesses_of(REMOVE_LINE_ITEM, "RemoveLineItem rejects requires 2")
def test_remove_line_item_rejects_requires_2(seen: Seen) -> None:
    """RemoveLineItem rejects a call that breaks: some i in orders[order_id].items | i.sku = sku (ecommerce.spec:252)"""
    seen.rejects("RemoveLineItem.requires[2]")


@examples_of(REMOVE_LINE_ITEM)
def test_remove_line_item_invariant_order_keys(seen: Seen) -> None:
    """RemoveLineItem keeps the invariant: all o in orders | orders[o].id = o (ecommerce.spec:401)"""
    seen.invariant(1)


@examples_of(REMOVE_LINE_ITEM)
def test_remove_line_item_invariant_lines_are_known(seen: Seen) -> None:
    """RemoveLineItem keeps the invariant: all o in ran(orders) | all i in o.items | i.sku in products..."""
    seen.invariant(5)


@examples_of(REMOVE_LINE_ITEM)
def test_remove_line_item_invariant_no_overselling(seen: Seen) -> None:
    """RemoveLineItem keeps the invariant: all s in inventory | allocated(s) <= inventory[s] (ecommerce.spec:411)"""
    seen.invariant(6)


@examples_of(REMOVE_LINE_ITEM)
def test_remove_line_item_invariant_tracking_is_unique(seen: Seen) -> None:
    """RemoveLineItem keeps the invariant: all a in orders, b in orders | orders[a].tracking != none and..."""
    seen.invariant(7)


@examples_of(REMOVE_LINE_ITEM)
def test_remove_line_item_invariant_payments_are_backed(seen: Seen) -> None:
    """RemoveLineItem keeps the invariant: all p in ran(payments) | p.order_id in orders and..."""
    seen.invariant(8)


@examples_of(REMOVE_LINE_ITEM)
def test_remove_line_item_invariant_paid_orders_have_payments(seen: Seen) -> None:
    """RemoveLineItem keeps the invariant: all o in orders | orders[o].status in {OrderStatus.PAID,..."""
    seen.invariant(10)


@examples_of(REMOVE_LINE_ITEM)
def test_remove_line_item_invariant_refunds_come_last(seen: Seen) -> None:
    """RemoveLineItem keeps the invariant: all p in ran(payments) | p.refunded > 0 implies p.order_id in orders..."""
    seen.invariant(13)


@examples_of(REMOVE_LINE_ITEM)
def test_remove_line_item_types(seen: Seen) -> None:
    """After RemoveLineItem everything stored has its type, with all refinements. (ecommerce.spec:247)"""
    seen.types()


@examples_of(REMOVE_LINE_ITEM)
def test_remove_line_item_frame(seen: Seen) -> None:
    """RemoveLineItem changes nothing else, and so keeps 8 invariants. (ecommerce.spec:247)"""
    seen.frame()


@examples_of(REMOVE_LINE_ITEM)
def test_remove_line_item_output(seen: Seen) -> None:
    """The answer of RemoveLineItem has the declared outputs, types and headers. (ecommerce.spec:247)"""
    seen.output()


@witnesses_of(REMOVE_LINE_ITEM, "RemoveLineItem boundary input order_id")
def test_remove_line_item_boundary_input_order_id(seen: Seen) -> None:
    """RemoveLineItem at the limit, and just beside it: order_id: value > 0 (ecommerce.spec:5)"""
    seen.total()


@witnesses_of(REMOVE_LINE_ITEM, "RemoveLineItem boundary input sku")
def test_remove_line_item_boundary_input_sku(seen: Seen) -> None:
    """RemoveLineItem at the limit, and just beside it: sku: value matches /^[A-Z]{3}-[0-9]{4}$/ (ecommerce.spec:3)"""
    seen.total()


@witnesses_of(REMOVE_LINE_ITEM, "RemoveLineItem branches requires 1")
def test_remove_line_item_branches_requires_1(seen: Seen) -> None:
    """RemoveLineItem in each case: orders[order_id].status = OrderStatus.DRAFT (ecommerce.spec:251)"""
    seen.total()


@witnesses_of(REMOVE_LINE_ITEM, "RemoveLineItem branches requires 2")
def test_remove_line_item_branches_requires_2(seen: Seen) -> None:
    """RemoveLineItem both ways: some i in orders[order_id].items | i.sku = sku (ecommerce.spec:252)"""
    seen.total()


@witnesses_of(REMOVE_LINE_ITEM, "RemoveLineItem branches requires 2 2")
def test_remove_line_item_branches_requires_2_2(seen: Seen) -> None:
    """RemoveLineItem both ways: i.sku = sku (ecommerce.spec:252)"""
    seen.total()


@malformed_of(REMOVE_LINE_ITEM, "RemoveLineItem malformed order_id")
def test_remove_line_item_malformed_order_id(seen: Seen) -> None:
    """RemoveLineItem refuses an `order_id` that is not well-formed. (ecommerce.spec:248)"""
    seen.refuses()


# DeleteDraft: DELETE /orders/{order_id}


@examples_of(DELETE_DRAFT)
def test_delete_draft_accepts(seen: Seen) -> None:
    """DeleteDraft accepts every call whose precondition holds. (ecommerce.spec:260)"""
    seen.accepts()


@witnesses_of(DELETE_DRAFT, "DeleteDraft accepts witnesses")
def test_delete_draft_accepts_witnesses(seen: Seen) -> None:
    """DeleteDraft accepts the calls that were found for it. (ecommerce.spec:260)"""
    seen.accepts()


@examples_of(DELETE_DRAFT)
def test_delete_draft_ensures_0(seen: Seen) -> None:
    """DeleteDraft ensures: orders' = orders - {order_id} (ecommerce.spec:266)"""
    seen.ensures(0)


@examples_of(DELETE_DRAFT)
def test_delete_draft_rejects(seen: Seen) -> None:
    """DeleteDraft rejects every call whose precondition fails, and changes nothing. (ecommerce.spec:260)"""
    seen.rejects()


@witnesses_of(DELETE_DRAFT, "DeleteDraft rejects input order_id")
def test_delete_draft_rejects_input_order_id(seen: Seen) -> None:
    """DeleteDraft rejects a call that breaks: order_id: value > 0 (ecommerce.spec:5)"""
    seen.rejects("OrderId.where")


@witnesses_of(DELETE_DRAFT, "DeleteDraft rejects requires 0")
def test_delete_draft_rejects_requires_0(seen: Seen) -> None:
    """DeleteDraft rejects a call that breaks: order_id in orders (ecommerce.spec:263)"""
    seen.rejects("DeleteDraft.requires[0]")


@witnesses_of(DELETE_DRAFT, "DeleteDraft rejects requires 1")
def test_delete_draft_rejects_requires_1(seen: Seen) -> None:
    """DeleteDraft rejects a call that breaks: orders[order_id].status = OrderStatus.DRAFT (ecommerce.spec:264)"""
    seen.rejects("DeleteDraft.requires[1]")


@examples_of(DELETE_DRAFT)
def test_delete_draft_invariant_order_keys(seen: Seen) -> None:
    """DeleteDraft keeps the invariant: all o in orders | orders[o].id = o (ecommerce.spec:401)"""
    seen.invariant(1)


@examples_of(DELETE_DRAFT)
def test_delete_draft_invariant_lines_are_known(seen: Seen) -> None:
    """DeleteDraft keeps the invariant: all o in ran(orders) | all i in o.items | i.sku in products..."""
    seen.invariant(5)


@examples_of(DELETE_DRAFT)
def test_delete_draft_invariant_no_overselling(seen: Seen) -> None:
    """DeleteDraft keeps the invariant: all s in inventory | allocated(s) <= inventory[s] (ecommerce.spec:411)"""
    seen.invariant(6)


@examples_of(DELETE_DRAFT)
def test_delete_draft_invariant_tracking_is_unique(seen: Seen) -> None:
    """DeleteDraft keeps the invariant: all a in orders, b in orders | orders[a].tracking != none and..."""
    seen.invariant(7)


@examples_of(DELETE_DRAFT)
def test_delete_draft_invariant_payments_are_backed(seen: Seen) -> None:
    """DeleteDraft keeps the invariant: all p in ran(payments) | p.order_id in orders and..."""
    seen.invariant(8)


@examples_of(DELETE_DRAFT)
def test_delete_draft_invariant_paid_orders_have_payments(seen: Seen) -> None:
    """DeleteDraft keeps the invariant: all o in orders | orders[o].status in {OrderStatus.PAID,..."""
    seen.invariant(10)


@examples_of(DELETE_DRAFT)
def test_delete_draft_invariant_refunds_come_last(seen: Seen) -> None:
    """DeleteDraft keeps the invariant: all p in ran(payments) | p.refunded > 0 implies p.order_id in orders and..."""
    seen.invariant(13)


@examples_of(DELETE_DRAFT)
def test_delete_draft_types(seen: Seen) -> None:
    """After DeleteDraft everything stored has its type, with all refinements. (ecommerce.spec:260)"""
    seen.types()


@examples_of(DELETE_DRAFT)
def test_delete_draft_frame(seen: Seen) -> None:
    """DeleteDraft changes nothing else, and so keeps 8 invariants. (ecommerce.spec:260)"""
    seen.frame()


@examples_of(DELETE_DRAFT)
def test_delete_draft_output(seen: Seen) -> None:
    """The answer of DeleteDraft has the declared outputs, types and headers. (ecommerce.spec:260)"""
    seen.output()


@witnesses_of(DELETE_DRAFT, "DeleteDraft boundary input order_id")
def test_delete_draft_boundary_input_order_id(seen: Seen) -> None:
    """DeleteDraft at the limit, and just beside it: order_id: value > 0 (ecommerce.spec:5)"""
    seen.total()


@witnesses_of(DELETE_DRAFT, "DeleteDraft branches requires 1")
def test_delete_draft_branches_requires_1(seen: Seen) -> None:
    """DeleteDraft in each case: orders[order_id].status = OrderStatus.DRAFT (ecommerce.spec:264)"""
    seen.total()


@malformed_of(DELETE_DRAFT, "DeleteDraft malformed order_id")
def test_delete_draft_malformed_order_id(seen: Seen) -> None:
    """DeleteDraft refuses an `order_id` that is not well-formed. (ecommerce.spec:261)"""
    seen.refuses()


# PlaceOrder: POST /orders/{order_id}/place


@examples_of(PLACE_ORDER)
def test_place_order_accepts(seen: Seen) -> None:
    """PlaceOrder accepts every call whose precondition holds. (ecommerce.spec:269)"""
    seen.accepts()


@witnesses_of(PLACE_ORDER, "PlaceOrder accepts witnesses")
def test_place_order_accepts_witnesses(seen: Seen) -> None:
    """PlaceOrder accepts the calls that were found for it. (ecommerce.spec:269)"""
    seen.accepts()


@examples_of(PLACE_ORDER)
def test_place_order_ensures_0(seen: Seen) -> None:
    """PlaceOrder ensures: orders'[order_id].status = OrderStatus.PLACED (ecommerce.spec:279)"""
    seen.ensures(0)


@examples_of(PLACE_ORDER)
def test_place_order_ensures_1(seen: Seen) -> None:
    """PlaceOrder ensures: orders'[order_id].placed_at = some(now()) (ecommerce.spec:280)"""
    seen.ensures(1)


@examples_of(PLACE_ORDER)
def test_place_order_ensures_2(seen: Seen) -> None:
    """PlaceOrder ensures: order = orders'[order_id] (ecommerce.spec:281)"""
    seen.ensures(2)


@examples_of(PLACE_ORDER)
def test_place_order_rejects(seen: Seen) -> None:
    """PlaceOrder rejects every call whose precondition fails, and changes nothing. (ecommerce.spec:269)"""
    seen.rejects()


@witnesses_of(PLACE_ORDER, "PlaceOrder rejects input order_id")
def test_place_order_rejects_input_order_id(seen: Seen) -> None:
    """PlaceOrder rejects a call that breaks: order_id: value > 0 (ecommerce.spec:5)"""
    seen.rejects("OrderId.where")


@witnesses_of(PLACE_ORDER, "PlaceOrder rejects requires 0")
def test_place_order_rejects_requires_0(seen: Seen) -> None:
    """PlaceOrder rejects a call that breaks: order_id in orders (ecommerce.spec:273)"""
    seen.rejects("PlaceOrder.requires[0]")


@witnesses_of(PLACE_ORDER, "PlaceOrder rejects requires 1")
def test_place_order_rejects_requires_1(seen: Seen) -> None:
    """PlaceOrder rejects a call that breaks: orders[order_id].status = OrderStatus.DRAFT (ecommerce.spec:274)"""
    seen.rejects("PlaceOrder.requires[1]")


@witnesses_of(PLACE_ORDER, "PlaceOrder rejects requires 2")
def test_place_order_rejects_requires_2(seen: Seen) -> None:
    """PlaceOrder rejects a call that breaks: #orders[order_id].items > 0 (ecommerce.spec:275)"""
    seen.rejects("PlaceOrder.requires[2]")


@witnesses_of(PLACE_ORDER, "PlaceOrder rejects requires 3")
def test_place_order_rejects_requires_3(seen: Seen) -> None:
    """PlaceOrder rejects a call that breaks: all i in orders[order_id].items | products[i.sku].active..."""
    seen.rejects("PlaceOrder.requires[3]")


@witnesses_of(PLACE_ORDER, "PlaceOrder rejects requires 4")
def test_place_order_rejects_requires_4(seen: Seen) -> None:
    """PlaceOrder rejects a call that breaks: all i in orders[order_id].items | i.quantity <= available(i.sku)..."""
    seen.rejects("PlaceOrder.requires[4]")


@witnesses_of(PLACE_ORDER, "PlaceOrder rejects from PLACED")
def test_place_order_rejects_from_placed(seen: Seen) -> None:
    """PlaceOrder rejects a call that breaks: OrderLifecycle has no rule from PLACED (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from PLACED")


@witnesses_of(PLACE_ORDER, "PlaceOrder rejects from PAID")
def test_place_order_rejects_from_paid(seen: Seen) -> None:
    """PlaceOrder rejects a call that breaks: OrderLifecycle has no rule from PAID (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from PAID")


@witnesses_of(PLACE_ORDER, "PlaceOrder rejects from SHIPPED")
def test_place_order_rejects_from_shipped(seen: Seen) -> None:
    """PlaceOrder rejects a call that breaks: OrderLifecycle has no rule from SHIPPED (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from SHIPPED")


@witnesses_of(PLACE_ORDER, "PlaceOrder rejects from DELIVERED")
def test_place_order_rejects_from_delivered(seen: Seen) -> None:
    """PlaceOrder rejects a call that breaks: OrderLifecycle has no rule from DELIVERED (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from DELIVERED")


@witnesses_of(PLACE_ORDER, "PlaceOrder rejects from CANCELLED")
def test_place_order_rejects_from_cancelled(seen: Seen) -> None:
    """PlaceOrder rejects a call that breaks: OrderLifecycle has no rule from CANCELLED (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from CANCELLED")


@witnesses_of(PLACE_ORDER, "PlaceOrder rejects from RETURNED")
def test_place_order_rejects_from_returned(seen: Seen) -> None:
    """PlaceOrder rejects a call that breaks: OrderLifecycle has no rule from RETURNED (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from RETURNED")


@examples_of(PLACE_ORDER)
def test_place_order_invariant_order_keys(seen: Seen) -> None:
    """PlaceOrder keeps the invariant: all o in orders | orders[o].id = o (ecommerce.spec:401)"""
    seen.invariant(1)


@examples_of(PLACE_ORDER)
def test_place_order_invariant_lines_are_known(seen: Seen) -> None:
    """PlaceOrder keeps the invariant: all o in ran(orders) | all i in o.items | i.sku in products..."""
    seen.invariant(5)


@examples_of(PLACE_ORDER)
def test_place_order_invariant_no_overselling(seen: Seen) -> None:
    """PlaceOrder keeps the invariant: all s in inventory | allocated(s) <= inventory[s] (ecommerce.spec:411)"""
    seen.invariant(6)


@examples_of(PLACE_ORDER)
def test_place_order_invariant_tracking_is_unique(seen: Seen) -> None:
    """PlaceOrder keeps the invariant: all a in orders, b in orders | orders[a].tracking != none and..."""
    seen.invariant(7)


@examples_of(PLACE_ORDER)
def test_place_order_invariant_payments_are_backed(seen: Seen) -> None:
    """PlaceOrder keeps the invariant: all p in ran(payments) | p.order_id in orders and..."""
    seen.invariant(8)


@examples_of(PLACE_ORDER)
def test_place_order_invariant_paid_orders_have_payments(seen: Seen) -> None:
    """PlaceOrder keeps the invariant: all o in orders | orders[o].status in {OrderStatus.PAID,..."""
    seen.invariant(10)


@examples_of(PLACE_ORDER)
def test_place_order_invariant_refunds_come_last(seen: Seen) -> None:
    """PlaceOrder keeps the invariant: all p in ran(payments) | p.refunded > 0 implies p.order_id in orders and..."""
    seen.invariant(13)


@examples_of(PLACE_ORDER)
def test_place_order_types(seen: Seen) -> None:
    """After PlaceOrder everything stored has its type, with all refinements. (ecommerce.spec:269)"""
    seen.types()


@examples_of(PLACE_ORDER)
def test_place_order_frame(seen: Seen) -> None:
    """PlaceOrder changes nothing else, and so keeps 8 invariants. (ecommerce.spec:269)"""
    seen.frame()


@examples_of(PLACE_ORDER)
def test_place_order_output(seen: Seen) -> None:
    """The answer of PlaceOrder has the declared outputs, types and headers. (ecommerce.spec:269)"""
    seen.output()


@witnesses_of(PLACE_ORDER, "PlaceOrder boundary input order_id")
def test_place_order_boundary_input_order_id(seen: Seen) -> None:
    """PlaceOrder at the limit, and just beside it: order_id: value > 0 (ecommerce.spec:5)"""
    seen.total()


@witnesses_of(PLACE_ORDER, "PlaceOrder boundary requires 2")
def test_place_order_boundary_requires_2(seen: Seen) -> None:
    """PlaceOrder at the limit, and just beside it: #orders[order_id].items > 0 (ecommerce.spec:275)"""
    seen.total()


@witnesses_of(PLACE_ORDER, "PlaceOrder boundary requires 4")
def test_place_order_boundary_requires_4(seen: Seen) -> None:
    """PlaceOrder at the limit, and just beside it: i.quantity <= available(i.sku) (ecommerce.spec:277)"""
    seen.total()


@witnesses_of(PLACE_ORDER, "PlaceOrder branches requires 1")
def test_place_order_branches_requires_1(seen: Seen) -> None:
    """PlaceOrder in each case: orders[order_id].status = OrderStatus.DRAFT (ecommerce.spec:274)"""
    seen.total()


@witnesses_of(PLACE_ORDER, "PlaceOrder branches requires 3")
def test_place_order_branches_requires_3(seen: Seen) -> None:
    """PlaceOrder both ways: all i in orders[order_id].items | products[i.sku].active (ecommerce.spec:276)"""
    seen.total()


@witnesses_of(PLACE_ORDER, "PlaceOrder branches requires 4")
def test_place_order_branches_requires_4(seen: Seen) -> None:
    """PlaceOrder both ways: all i in orders[order_id].items | i.quantity <= available(i.sku) (ecommerce.spec:277)"""
    seen.total()


@witnesses_of(PLACE_ORDER, "PlaceOrder branches requires 4 2")
def test_place_order_branches_requires_4_2(seen: Seen) -> None:
    """PlaceOrder both ways: sum(orders, k => if holdsStock(orders[k]) then unitsOf(orders[k], sku) else 0)..."""
    seen.total()


@witnesses_of(PLACE_ORDER, "PlaceOrder branches requires 4 3")
def test_place_order_branches_requires_4_3(seen: Seen) -> None:
    """PlaceOrder both ways: holdsStock(orders[k]) (ecommerce.spec:100)"""
    seen.total()


@witnesses_of(PLACE_ORDER, "PlaceOrder branches requires 4 4")
def test_place_order_branches_requires_4_4(seen: Seen) -> None:
    """PlaceOrder both ways: sum(o.items, i => if i.sku = sku then i.quantity else 0) (ecommerce.spec:96)"""
    seen.total()


@witnesses_of(PLACE_ORDER, "PlaceOrder branches requires 4 5")
def test_place_order_branches_requires_4_5(seen: Seen) -> None:
    """PlaceOrder both ways: i.sku = sku (ecommerce.spec:97)"""
    seen.total()


@malformed_of(PLACE_ORDER, "PlaceOrder malformed order_id")
def test_place_order_malformed_order_id(seen: Seen) -> None:
    """PlaceOrder refuses an `order_id` that is not well-formed. (ecommerce.spec:270)"""
    seen.refuses()


@witnesses_of(PLACE_ORDER, "PlaceOrder moves DRAFT to PLACED")
def test_place_order_moves_draft_to_placed(seen: Seen) -> None:
    """PlaceOrder moves DRAFT to PLACED. (ecommerce.spec:387)"""
    seen.moves("OrderLifecycle", "OrderLifecycle DRAFT -> PLACED via PlaceOrder")


# RecordPayment: POST /orders/{order_id}/payments


@examples_of(RECORD_PAYMENT)
def test_record_payment_accepts(seen: Seen) -> None:
    """RecordPayment accepts every call whose precondition holds. (ecommerce.spec:285)"""
    seen.accepts()


@witnesses_of(RECORD_PAYMENT, "RecordPayment accepts witnesses")
def test_record_payment_accepts_witnesses(seen: Seen) -> None:
    """RecordPayment accepts the calls that were found for it. (ecommerce.spec:285)"""
    seen.accepts()


@examples_of(RECORD_PAYMENT)
def test_record_payment_ensures_0(seen: Seen) -> None:
    """RecordPayment ensures: payment_id not in payments (ecommerce.spec:293)"""
    seen.ensures(0)


@examples_of(RECORD_PAYMENT)
def test_record_payment_ensures_1(seen: Seen) -> None:
    """RecordPayment ensures: payments' = payments + {payment_id -> Payment { id = payment_id, order_id =..."""
    seen.ensures(1)


@examples_of(RECORD_PAYMENT)
def test_record_payment_ensures_2(seen: Seen) -> None:
    """RecordPayment ensures: orders'[order_id].status = OrderStatus.PAID (ecommerce.spec:301)"""
    seen.ensures(2)


@examples_of(RECORD_PAYMENT)
def test_record_payment_rejects(seen: Seen) -> None:
    """RecordPayment rejects every call whose precondition fails, and changes nothing. (ecommerce.spec:285)"""
    seen.rejects()


@witnesses_of(RECORD_PAYMENT, "RecordPayment rejects input order_id")
def test_record_payment_rejects_input_order_id(seen: Seen) -> None:
    """RecordPayment rejects a call that breaks: order_id: value > 0 (ecommerce.spec:5)"""
    seen.rejects("OrderId.where")


@witnesses_of(RECORD_PAYMENT, "RecordPayment rejects input amount")
def test_record_payment_rejects_input_amount(seen: Seen) -> None:
    """RecordPayment rejects a call that breaks: amount: value > 0 (ecommerce.spec:14)"""
    seen.rejects("Amount.where")


@witnesses_of(RECORD_PAYMENT, "RecordPayment rejects input amount 2")
def test_record_payment_rejects_input_amount_2(seen: Seen) -> None:
    """RecordPayment rejects a call that breaks: amount: value >= 0 (ecommerce.spec:12)"""
    seen.rejects("Money.where")


@witnesses_of(RECORD_PAYMENT, "RecordPayment rejects requires 0")
def test_record_payment_rejects_requires_0(seen: Seen) -> None:
    """RecordPayment rejects a call that breaks: order_id in orders (ecommerce.spec:289)"""
    seen.rejects("RecordPayment.requires[0]")


@witnesses_of(RECORD_PAYMENT, "RecordPayment rejects requires 1")
def test_record_payment_rejects_requires_1(seen: Seen) -> None:
    """RecordPayment rejects a call that breaks: orders[order_id].status = OrderStatus.PLACED (ecommerce.spec:290)"""
    seen.rejects("RecordPayment.requires[1]")


@witnesses_of(RECORD_PAYMENT, "RecordPayment rejects requires 2")
def test_record_payment_rejects_requires_2(seen: Seen) -> None:
    """RecordPayment rejects a call that breaks: amount = orders[order_id].total (ecommerce.spec:291)"""
    seen.rejects("RecordPayment.requires[2]")


@witnesses_of(RECORD_PAYMENT, "RecordPayment rejects from DRAFT")
def test_record_payment_rejects_from_draft(seen: Seen) -> None:
    """RecordPayment rejects a call that breaks: OrderLifecycle has no rule from DRAFT (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from DRAFT")


@witnesses_of(RECORD_PAYMENT, "RecordPayment rejects from PAID")
def test_record_payment_rejects_from_paid(seen: Seen) -> None:
    """RecordPayment rejects a call that breaks: OrderLifecycle has no rule from PAID (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from PAID")


@witnesses_of(RECORD_PAYMENT, "RecordPayment rejects from SHIPPED")
def test_record_payment_rejects_from_shipped(seen: Seen) -> None:
    """RecordPayment rejects a call that breaks: OrderLifecycle has no rule from SHIPPED (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from SHIPPED")


@witnesses_of(RECORD_PAYMENT, "RecordPayment rejects from DELIVERED")
def test_record_payment_rejects_from_delivered(seen: Seen) -> None:
    """RecordPayment rejects a call that breaks: OrderLifecycle has no rule from DELIVERED (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from DELIVERED")


@witnesses_of(RECORD_PAYMENT, "RecordPayment rejects from CANCELLED")
def test_record_payment_rejects_from_cancelled(seen: Seen) -> None:
    """RecordPayment rejects a call that breaks: OrderLifecycle has no rule from CANCELLED (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from CANCELLED")


@witnesses_of(RECORD_PAYMENT, "RecordPayment rejects from RETURNED")
def test_record_payment_rejects_from_returned(seen: Seen) -> None:
    """RecordPayment rejects a call that breaks: OrderLifecycle has no rule from RETURNED (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from RETURNED")


@examples_of(RECORD_PAYMENT)
def test_record_payment_invariant_order_keys(seen: Seen) -> None:
    """RecordPayment keeps the invariant: all o in orders | orders[o].id = o (ecommerce.spec:401)"""
    seen.invariant(1)


@examples_of(RECORD_PAYMENT)
def test_record_payment_invariant_payment_keys(seen: Seen) -> None:
    """RecordPayment keeps the invariant: all p in payments | payments[p].id = p (ecommerce.spec:403)"""
    seen.invariant(2)


@examples_of(RECORD_PAYMENT)
def test_record_payment_invariant_lines_are_known(seen: Seen) -> None:
    """RecordPayment keeps the invariant: all o in ran(orders) | all i in o.items | i.sku in products..."""
    seen.invariant(5)


@examples_of(RECORD_PAYMENT)
def test_record_payment_invariant_no_overselling(seen: Seen) -> None:
    """RecordPayment keeps the invariant: all s in inventory | allocated(s) <= inventory[s] (ecommerce.spec:411)"""
    seen.invariant(6)


@examples_of(RECORD_PAYMENT)
def test_record_payment_invariant_tracking_is_unique(seen: Seen) -> None:
    """RecordPayment keeps the invariant: all a in orders, b in orders | orders[a].tracking != none and..."""
    seen.invariant(7)


@examples_of(RECORD_PAYMENT)
def test_record_payment_invariant_payments_are_backed(seen: Seen) -> None:
    """RecordPayment keeps the invariant: all p in ran(payments) | p.order_id in orders and..."""
    seen.invariant(8)


@examples_of(RECORD_PAYMENT)
def test_record_payment_invariant_one_payment_per_order(seen: Seen) -> None:
    """RecordPayment keeps the invariant: all a in payments, b in payments | payments[a].order_id =..."""
    seen.invariant(9)


@examples_of(RECORD_PAYMENT)
def test_record_payment_invariant_paid_orders_have_payments(seen: Seen) -> None:
    """RecordPayment keeps the invariant: all o in orders | orders[o].status in {OrderStatus.PAID,..."""
    seen.invariant(10)


@examples_of(RECORD_PAYMENT)
def test_record_payment_invariant_refunds_are_known(seen: Seen) -> None:
    """RecordPayment keeps the invariant: all r in ran(refunds) | r.payment_id in payments (ecommerce.spec:429)"""
    seen.invariant(11)


@examples_of(RECORD_PAYMENT)
def test_record_payment_invariant_refunds_add_up(seen: Seen) -> None:
    """RecordPayment keeps the invariant: all p in payments | payments[p].refunded = refundTotal(p)..."""
    seen.invariant(12)


@examples_of(RECORD_PAYMENT)
def test_record_payment_invariant_refunds_come_last(seen: Seen) -> None:
    """RecordPayment keeps the invariant: all p in ran(payments) | p.refunded > 0 implies p.order_id in orders..."""
    seen.invariant(13)


@examples_of(RECORD_PAYMENT)
def test_record_payment_always_money_stays_sane(seen: Seen) -> None:
    """RecordPayment keeps what always holds: sum(payments, p => payments[p].refunded) <= sum(payments, p =>..."""
    seen.always(0)


@examples_of(RECORD_PAYMENT)
def test_record_payment_types(seen: Seen) -> None:
    """After RecordPayment everything stored has its type, with all refinements. (ecommerce.spec:285)"""
    seen.types()


@examples_of(RECORD_PAYMENT)
def test_record_payment_frame(seen: Seen) -> None:
    """RecordPayment changes nothing else, and so keeps 3 invariants. (ecommerce.spec:285)"""
    seen.frame()


@examples_of(RECORD_PAYMENT)
def test_record_payment_output(seen: Seen) -> None:
    """The answer of RecordPayment has the declared outputs, types and headers. (ecommerce.spec:285)"""
    seen.output()


@witnesses_of(RECORD_PAYMENT, "RecordPayment boundary input order_id")
def test_record_payment_boundary_input_order_id(seen: Seen) -> None:
    """RecordPayment at the limit, and just beside it: order_id: value > 0 (ecommerce.spec:5)"""
    seen.total()


@witnesses_of(RECORD_PAYMENT, "RecordPayment boundary input amount")
def test_record_payment_boundary_input_amount(seen: Seen) -> None:
    """RecordPayment at the limit, and just beside it: amount: value > 0 (ecommerce.spec:14)"""
    seen.total()


@witnesses_of(RECORD_PAYMENT, "RecordPayment boundary input amount 2")
def test_record_payment_boundary_input_amount_2(seen: Seen) -> None:
    """RecordPayment at the limit, and just beside it: amount: value >= 0 (ecommerce.spec:12)"""
    seen.total()


@witnesses_of(RECORD_PAYMENT, "RecordPayment boundary requires 2")
def test_record_payment_boundary_requires_2(seen: Seen) -> None:
    """RecordPayment at the limit, and just beside it: amount = orders[order_id].total (ecommerce.spec:291)"""
    seen.total()


@witnesses_of(RECORD_PAYMENT, "RecordPayment branches requires 1")
def test_record_payment_branches_requires_1(seen: Seen) -> None:
    """RecordPayment in each case: orders[order_id].status = OrderStatus.PLACED (ecommerce.spec:290)"""
    seen.total()


@malformed_of(RECORD_PAYMENT, "RecordPayment malformed order_id")
def test_record_payment_malformed_order_id(seen: Seen) -> None:
    """RecordPayment refuses an `order_id` that is not well-formed. (ecommerce.spec:286)"""
    seen.refuses()


@malformed_of(RECORD_PAYMENT, "RecordPayment malformed amount")
def test_record_payment_malformed_amount(seen: Seen) -> None:
    """RecordPayment refuses an `amount` that is not well-formed. (ecommerce.spec:286)"""
    seen.refuses()


@malformed_of(RECORD_PAYMENT, "RecordPayment malformed body")
def test_record_payment_malformed_body(seen: Seen) -> None:
    """RecordPayment refuses a body that is not well-formed. (ecommerce.spec:285)"""
    seen.refuses()


@witnesses_of(RECORD_PAYMENT, "RecordPayment moves PLACED to PAID")
def test_record_payment_moves_placed_to_paid(seen: Seen) -> None:
    """RecordPayment moves PLACED to PAID. (ecommerce.spec:388)"""
    seen.moves("OrderLifecycle", "OrderLifecycle PLACED -> PAID via RecordPayment")


# ListPayments: GET /orders/{order_id}/payments


@examples_of(LIST_PAYMENTS)
def test_list_payments_accepts(seen: Seen) -> None:
    """ListPayments accepts every call whose precondition holds. (ecommerce.spec:304)"""
    seen.accepts()


@witnesses_of(LIST_PAYMENTS, "ListPayments accepts witnesses")
def test_list_payments_accepts_witnesses(seen: Seen) -> None:
    """ListPayments accepts the calls that were found for it. (ecommerce.spec:304)"""
    seen.accepts()


@examples_of(LIST_PAYMENTS)
def test_list_payments_ensures_0(seen: Seen) -> None:
    """ListPayments ensures: found = { p in ran(payments) | p.order_id = order_id } (ecommerce.spec:310)"""
    seen.ensures(0)


@witnesses_of(LIST_PAYMENTS, "ListPayments ensures 0 branches")
def test_list_payments_ensures_0_branches(seen: Seen) -> None:
    """ListPayments ensures: found = { p in ran(payments) | p.order_id = order_id } (ecommerce.spec:310)"""
    seen.ensures(0)


@examples_of(LIST_PAYMENTS)
def test_list_payments_rejects(seen: Seen) -> None:
    """ListPayments rejects every call whose precondition fails, and changes nothing. (ecommerce.spec:304)"""
    seen.rejects()


@witnesses_of(LIST_PAYMENTS, "ListPayments rejects input order_id")
def test_list_payments_rejects_input_order_id(seen: Seen) -> None:
    """ListPayments rejects a call that breaks: order_id: value > 0 (ecommerce.spec:5)"""
    seen.rejects("OrderId.where")


@witnesses_of(LIST_PAYMENTS, "ListPayments rejects requires 0")
def test_list_payments_rejects_requires_0(seen: Seen) -> None:
    """ListPayments rejects a call that breaks: order_id in orders (ecommerce.spec:308)"""
    seen.rejects("ListPayments.requires[0]")


@examples_of(LIST_PAYMENTS)
def test_list_payments_frame(seen: Seen) -> None:
    """ListPayments changes nothing else, and so keeps 15 invariants. (ecommerce.spec:304)"""
    seen.frame()


@examples_of(LIST_PAYMENTS)
def test_list_payments_output(seen: Seen) -> None:
    """The answer of ListPayments has the declared outputs, types and headers. (ecommerce.spec:304)"""
    seen.output()


@examples_of(LIST_PAYMENTS)
def test_list_payments_safe(seen: Seen) -> None:
    """ListPayments changes nothing, and says the same when it is asked again. (ecommerce.spec:304)"""
    seen.safe(same=True)


@witnesses_of(LIST_PAYMENTS, "ListPayments boundary input order_id")
def test_list_payments_boundary_input_order_id(seen: Seen) -> None:
    """ListPayments at the limit, and just beside it: order_id: value > 0 (ecommerce.spec:5)"""
    seen.total()


@malformed_of(LIST_PAYMENTS, "ListPayments malformed order_id")
def test_list_payments_malformed_order_id(seen: Seen) -> None:
    """ListPayments refuses an `order_id` that is not well-formed. (ecommerce.spec:305)"""
    seen.refuses()


# ShipOrder: POST /orders/{order_id}/ship


@examples_of(SHIP_ORDER)
def test_ship_order_accepts(seen: Seen) -> None:
    """ShipOrder accepts every call whose precondition holds. (ecommerce.spec:313)"""
    seen.accepts()


@witnesses_of(SHIP_ORDER, "ShipOrder accepts witnesses")
def test_ship_order_accepts_witnesses(seen: Seen) -> None:
    """ShipOrder accepts the calls that were found for it. (ecommerce.spec:313)"""
    seen.accepts()


@examples_of(SHIP_ORDER)
def test_ship_order_ensures_0(seen: Seen) -> None:
    """ShipOrder ensures: orders'[order_id].status = OrderStatus.SHIPPED (ecommerce.spec:322)"""
    seen.ensures(0)


@examples_of(SHIP_ORDER)
def test_ship_order_ensures_1(seen: Seen) -> None:
    """ShipOrder ensures: orders'[order_id].shipped_at = some(now()) (ecommerce.spec:323)"""
    seen.ensures(1)


@examples_of(SHIP_ORDER)
def test_ship_order_ensures_2(seen: Seen) -> None:
    """ShipOrder ensures: orders'[order_id].tracking = some(tracking) (ecommerce.spec:324)"""
    seen.ensures(2)


@examples_of(SHIP_ORDER)
def test_ship_order_ensures_3(seen: Seen) -> None:
    """ShipOrder ensures: order = orders'[order_id] (ecommerce.spec:325)"""
    seen.ensures(3)


@examples_of(SHIP_ORDER)
def test_ship_order_rejects(seen: Seen) -> None:
    """ShipOrder rejects every call whose precondition fails, and changes nothing. (ecommerce.spec:313)"""
    seen.rejects()


@witnesses_of(SHIP_ORDER, "ShipOrder rejects input order_id")
def test_ship_order_rejects_input_order_id(seen: Seen) -> None:
    """ShipOrder rejects a call that breaks: order_id: value > 0 (ecommerce.spec:5)"""
    seen.rejects("OrderId.where")


@witnesses_of(SHIP_ORDER, "ShipOrder rejects input tracking")
def test_ship_order_rejects_input_tracking(seen: Seen) -> None:
    """ShipOrder rejects a call that breaks: tracking: value matches /^[A-Z]{2}[0-9]{9}[A-Z]{2}$/ (ecommerce.spec:26)"""
    seen.rejects("TrackingNumber.where")


@witnesses_of(SHIP_ORDER, "ShipOrder rejects requires 0")
def test_ship_order_rejects_requires_0(seen: Seen) -> None:
    """ShipOrder rejects a call that breaks: order_id in orders (ecommerce.spec:318)"""
    seen.rejects("ShipOrder.requires[0]")


@witnesses_of(SHIP_ORDER, "ShipOrder rejects requires 1")
def test_ship_order_rejects_requires_1(seen: Seen) -> None:
    """ShipOrder rejects a call that breaks: orders[order_id].status = OrderStatus.PAID (ecommerce.spec:319)"""
    seen.rejects("ShipOrder.requires[1]")


@witnesses_of(SHIP_ORDER, "ShipOrder rejects requires 2")
def test_ship_order_rejects_requires_2(seen: Seen) -> None:
    """ShipOrder rejects a call that breaks: no o in ran(orders) | o.tracking = some(tracking) (ecommerce.spec:320)"""
    seen.rejects("ShipOrder.requires[2]")


@witnesses_of(SHIP_ORDER, "ShipOrder rejects from DRAFT")
def test_ship_order_rejects_from_draft(seen: Seen) -> None:
    """ShipOrder rejects a call that breaks: OrderLifecycle has no rule from DRAFT (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from DRAFT")


@witnesses_of(SHIP_ORDER, "ShipOrder rejects from PLACED")
def test_ship_order_rejects_from_placed(seen: Seen) -> None:
    """ShipOrder rejects a call that breaks: OrderLifecycle has no rule from PLACED (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from PLACED")


@witnesses_of(SHIP_ORDER, "ShipOrder rejects from SHIPPED")
def test_ship_order_rejects_from_shipped(seen: Seen) -> None:
    """ShipOrder rejects a call that breaks: OrderLifecycle has no rule from SHIPPED (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from SHIPPED")


@witnesses_of(SHIP_ORDER, "ShipOrder rejects from DELIVERED")
def test_ship_order_rejects_from_delivered(seen: Seen) -> None:
    """ShipOrder rejects a call that breaks: OrderLifecycle has no rule from DELIVERED (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from DELIVERED")


@witnesses_of(SHIP_ORDER, "ShipOrder rejects from CANCELLED")
def test_ship_order_rejects_from_cancelled(seen: Seen) -> None:
    """ShipOrder rejects a call that breaks: OrderLifecycle has no rule from CANCELLED (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from CANCELLED")


@witnesses_of(SHIP_ORDER, "ShipOrder rejects from RETURNED")
def test_ship_order_rejects_from_returned(seen: Seen) -> None:
    """ShipOrder rejects a call that breaks: OrderLifecycle has no rule from RETURNED (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from RETURNED")


@examples_of(SHIP_ORDER)
def test_ship_order_invariant_order_keys(seen: Seen) -> None:
    """ShipOrder keeps the invariant: all o in orders | orders[o].id = o (ecommerce.spec:401)"""
    seen.invariant(1)


@examples_of(SHIP_ORDER)
def test_ship_order_invariant_lines_are_known(seen: Seen) -> None:
    """ShipOrder keeps the invariant: all o in ran(orders) | all i in o.items | i.sku in products..."""
    seen.invariant(5)


@examples_of(SHIP_ORDER)
def test_ship_order_invariant_no_overselling(seen: Seen) -> None:
    """ShipOrder keeps the invariant: all s in inventory | allocated(s) <= inventory[s] (ecommerce.spec:411)"""
    seen.invariant(6)


@examples_of(SHIP_ORDER)
def test_ship_order_invariant_tracking_is_unique(seen: Seen) -> None:
    """ShipOrder keeps the invariant: all a in orders, b in orders | orders[a].tracking != none and..."""
    seen.invariant(7)


@examples_of(SHIP_ORDER)
def test_ship_order_invariant_payments_are_backed(seen: Seen) -> None:
    """ShipOrder keeps the invariant: all p in ran(payments) | p.order_id in orders and orders[p.order_id].status..."""
    seen.invariant(8)


@examples_of(SHIP_ORDER)
def test_ship_order_invariant_paid_orders_have_payments(seen: Seen) -> None:
    """ShipOrder keeps the invariant: all o in orders | orders[o].status in {OrderStatus.PAID,..."""
    seen.invariant(10)


@examples_of(SHIP_ORDER)
def test_ship_order_invariant_refunds_come_last(seen: Seen) -> None:
    """ShipOrder keeps the invariant: all p in ran(payments) | p.refunded > 0 implies p.order_id in orders and..."""
    seen.invariant(13)


@examples_of(SHIP_ORDER)
def test_ship_order_types(seen: Seen) -> None:
    """After ShipOrder everything stored has its type, with all refinements. (ecommerce.spec:313)"""
    seen.types()


@examples_of(SHIP_ORDER)
def test_ship_order_frame(seen: Seen) -> None:
    """ShipOrder changes nothing else, and so keeps 8 invariants. (ecommerce.spec:313)"""
    seen.frame()


@examples_of(SHIP_ORDER)
def test_ship_order_output(seen: Seen) -> None:
    """The answer of ShipOrder has the declared outputs, types and headers. (ecommerce.spec:313)"""
    seen.output()


@witnesses_of(SHIP_ORDER, "ShipOrder boundary input order_id")
def test_ship_order_boundary_input_order_id(seen: Seen) -> None:
    """ShipOrder at the limit, and just beside it: order_id: value > 0 (ecommerce.spec:5)"""
    seen.total()


@witnesses_of(SHIP_ORDER, "ShipOrder boundary input tracking")
def test_ship_order_boundary_input_tracking(seen: Seen) -> None:
    """ShipOrder at the limit, and just beside it: tracking: value matches /^[A-Z]{2}[0-9]{9}[A-Z]{2}$/..."""
    seen.total()


@witnesses_of(SHIP_ORDER, "ShipOrder branches requires 1")
def test_ship_order_branches_requires_1(seen: Seen) -> None:
    """ShipOrder in each case: orders[order_id].status = OrderStatus.PAID (ecommerce.spec:319)"""
    seen.total()


@witnesses_of(SHIP_ORDER, "ShipOrder branches requires 2")
def test_ship_order_branches_requires_2(seen: Seen) -> None:
    """ShipOrder both ways: no o in ran(orders) | o.tracking = some(tracking) (ecommerce.spec:320)"""
    seen.total()


@malformed_of(SHIP_ORDER, "ShipOrder malformed order_id")
def test_ship_order_malformed_order_id(seen: Seen) -> None:
    """ShipOrder refuses an `order_id` that is not well-formed. (ecommerce.spec:314)"""
    seen.refuses()


@malformed_of(SHIP_ORDER, "ShipOrder malformed tracking")
def test_ship_order_malformed_tracking(seen: Seen) -> None:
    """ShipOrder refuses an `tracking` that is not well-formed. (ecommerce.spec:314)"""
    seen.refuses()


@malformed_of(SHIP_ORDER, "ShipOrder malformed body")
def test_ship_order_malformed_body(seen: Seen) -> None:
    """ShipOrder refuses a body that is not well-formed. (ecommerce.spec:313)"""
    seen.refuses()


@witnesses_of(SHIP_ORDER, "ShipOrder moves PAID to SHIPPED")
def test_ship_order_moves_paid_to_shipped(seen: Seen) -> None:
    """ShipOrder moves PAID to SHIPPED. (ecommerce.spec:389)"""
    seen.moves("OrderLifecycle", "OrderLifecycle PAID -> SHIPPED via ShipOrder")


@unauthorized_of(SHIP_ORDER, "ShipOrder auth")
def test_ship_order_auth(seen: Seen) -> None:
    """ShipOrder asks for credentials, and changes nothing without them. (ecommerce.spec:313)"""
    seen.unauthorized()


# ConfirmDelivery: POST /orders/{order_id}/deliver


@examples_of(CONFIRM_DELIVERY)
def test_confirm_delivery_accepts(seen: Seen) -> None:
    """ConfirmDelivery accepts every call whose precondition holds. (ecommerce.spec:328)"""
    seen.accepts()


@witnesses_of(CONFIRM_DELIVERY, "ConfirmDelivery accepts witnesses")
def test_confirm_delivery_accepts_witnesses(seen: Seen) -> None:
    """ConfirmDelivery accepts the calls that were found for it. (ecommerce.spec:328)"""
    seen.accepts()


@examples_of(CONFIRM_DELIVERY)
def test_confirm_delivery_ensures_0(seen: Seen) -> None:
    """ConfirmDelivery ensures: orders'[order_id].status = OrderStatus.DELIVERED (ecommerce.spec:335)"""
    seen.ensures(0)


@examples_of(CONFIRM_DELIVERY)
def test_confirm_delivery_ensures_1(seen: Seen) -> None:
    """ConfirmDelivery ensures: orders'[order_id].delivered_at = some(now()) (ecommerce.spec:336)"""
    seen.ensures(1)


@examples_of(CONFIRM_DELIVERY)
def test_confirm_delivery_ensures_2(seen: Seen) -> None:
    """ConfirmDelivery ensures: order = orders'[order_id] (ecommerce.spec:337)"""
    seen.ensures(2)


@examples_of(CONFIRM_DELIVERY)
def test_confirm_delivery_rejects(seen: Seen) -> None:
    """ConfirmDelivery rejects every call whose precondition fails, and changes nothing. (ecommerce.spec:328)"""
    seen.rejects()


@witnesses_of(CONFIRM_DELIVERY, "ConfirmDelivery rejects input order_id")
def test_confirm_delivery_rejects_input_order_id(seen: Seen) -> None:
    """ConfirmDelivery rejects a call that breaks: order_id: value > 0 (ecommerce.spec:5)"""
    seen.rejects("OrderId.where")


@witnesses_of(CONFIRM_DELIVERY, "ConfirmDelivery rejects requires 0")
def test_confirm_delivery_rejects_requires_0(seen: Seen) -> None:
    """ConfirmDelivery rejects a call that breaks: order_id in orders (ecommerce.spec:332)"""
    seen.rejects("ConfirmDelivery.requires[0]")


@witnesses_of(CONFIRM_DELIVERY, "ConfirmDelivery rejects requires 1")
def test_confirm_delivery_rejects_requires_1(seen: Seen) -> None:
    """ConfirmDelivery rejects a call that breaks: orders[order_id].status = OrderStatus.SHIPPED (ecommerce.spec:333)"""
    seen.rejects("ConfirmDelivery.requires[1]")


@witnesses_of(CONFIRM_DELIVERY, "ConfirmDelivery rejects from DRAFT")
def test_confirm_delivery_rejects_from_draft(seen: Seen) -> None:
    """ConfirmDelivery rejects a call that breaks: OrderLifecycle has no rule from DRAFT (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from DRAFT")


@witnesses_of(CONFIRM_DELIVERY, "ConfirmDelivery rejects from PLACED")
def test_confirm_delivery_rejects_from_placed(seen: Seen) -> None:
    """ConfirmDelivery rejects a call that breaks: OrderLifecycle has no rule from PLACED (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from PLACED")


@witnesses_of(CONFIRM_DELIVERY, "ConfirmDelivery rejects from PAID")
def test_confirm_delivery_rejects_from_paid(seen: Seen) -> None:
    """ConfirmDelivery rejects a call that breaks: OrderLifecycle has no rule from PAID (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from PAID")


@witnesses_of(CONFIRM_DELIVERY, "ConfirmDelivery rejects from DELIVERED")
def test_confirm_delivery_rejects_from_delivered(seen: Seen) -> None:
    """ConfirmDelivery rejects a call that breaks: OrderLifecycle has no rule from DELIVERED (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from DELIVERED")


@witnesses_of(CONFIRM_DELIVERY, "ConfirmDelivery rejects from CANCELLED")
def test_confirm_delivery_rejects_from_cancelled(seen: Seen) -> None:
    """ConfirmDelivery rejects a call that breaks: OrderLifecycle has no rule from CANCELLED (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from CANCELLED")


@witnesses_of(CONFIRM_DELIVERY, "ConfirmDelivery rejects from RETURNED")
def test_confirm_delivery_rejects_from_returned(seen: Seen) -> None:
    """ConfirmDelivery rejects a call that breaks: OrderLifecycle has no rule from RETURNED (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from RETURNED")


@examples_of(CONFIRM_DELIVERY)
def test_confirm_delivery_invariant_order_keys(seen: Seen) -> None:
    """ConfirmDelivery keeps the invariant: all o in orders | orders[o].id = o (ecommerce.spec:401)"""
    seen.invariant(1)


@examples_of(CONFIRM_DELIVERY)
def test_confirm_delivery_invariant_lines_are_known(seen: Seen) -> None:
    """ConfirmDelivery keeps the invariant: all o in ran(orders) | all i in o.items | i.sku in products..."""
    seen.invariant(5)


@examples_of(CONFIRM_DELIVERY)
def test_confirm_delivery_invariant_no_overselling(seen: Seen) -> None:
    """ConfirmDelivery keeps the invariant: all s in inventory | allocated(s) <= inventory[s] (ecommerce.spec:411)"""
    seen.invariant(6)


@examples_of(CONFIRM_DELIVERY)
def test_confirm_delivery_invariant_tracking_is_unique(seen: Seen) -> None:
    """ConfirmDelivery keeps the invariant: all a in orders, b in orders | orders[a].tracking != none and..."""
    seen.invariant(7)


@examples_of(CONFIRM_DELIVERY)
def test_confirm_delivery_invariant_payments_are_backed(seen: Seen) -> None:
    """ConfirmDelivery keeps the invariant: all p in ran(payments) | p.order_id in orders and..."""
    seen.invariant(8)


@examples_of(CONFIRM_DELIVERY)
def test_confirm_delivery_invariant_paid_orders_have_payments(seen: Seen) -> None:
    """ConfirmDelivery keeps the invariant: all o in orders | orders[o].status in {OrderStatus.PAID,..."""
    seen.invariant(10)


@examples_of(CONFIRM_DELIVERY)
def test_confirm_delivery_invariant_refunds_come_last(seen: Seen) -> None:
    """ConfirmDelivery keeps the invariant: all p in ran(payments) | p.refunded > 0 implies p.order_id in orders..."""
    seen.invariant(13)


@examples_of(CONFIRM_DELIVERY)
def test_confirm_delivery_types(seen: Seen) -> None:
    """After ConfirmDelivery everything stored has its type, with all refinements. (ecommerce.spec:328)"""
    seen.types()


@examples_of(CONFIRM_DELIVERY)
def test_confirm_delivery_frame(seen: Seen) -> None:
    """ConfirmDelivery changes nothing else, and so keeps 8 invariants. (ecommerce.spec:328)"""
    seen.frame()


@examples_of(CONFIRM_DELIVERY)
def test_confirm_delivery_output(seen: Seen) -> None:
    """The answer of ConfirmDelivery has the declared outputs, types and headers. (ecommerce.spec:328)"""
    seen.output()


@witnesses_of(CONFIRM_DELIVERY, "ConfirmDelivery boundary input order_id")
def test_confirm_delivery_boundary_input_order_id(seen: Seen) -> None:
    """ConfirmDelivery at the limit, and just beside it: order_id: value > 0 (ecommerce.spec:5)"""
    seen.total()


@witnesses_of(CONFIRM_DELIVERY, "ConfirmDelivery branches requires 1")
def test_confirm_delivery_branches_requires_1(seen: Seen) -> None:
    """ConfirmDelivery in each case: orders[order_id].status = OrderStatus.SHIPPED (ecommerce.spec:333)"""
    seen.total()


@malformed_of(CONFIRM_DELIVERY, "ConfirmDelivery malformed order_id")
def test_confirm_delivery_malformed_order_id(seen: Seen) -> None:
    """ConfirmDelivery refuses an `order_id` that is not well-formed. (ecommerce.spec:329)"""
    seen.refuses()


@witnesses_of(CONFIRM_DELIVERY, "ConfirmDelivery moves SHIPPED to DELIVERED")
def test_confirm_delivery_moves_shipped_to_delivered(seen: Seen) -> None:
    """ConfirmDelivery moves SHIPPED to DELIVERED. (ecommerce.spec:390)"""
    seen.moves("OrderLifecycle", "OrderLifecycle SHIPPED -> DELIVERED via ConfirmDelivery")


# CancelOrder: POST /orders/{order_id}/cancel


@examples_of(CANCEL_ORDER)
def test_cancel_order_accepts(seen: Seen) -> None:
    """CancelOrder accepts every call whose precondition holds. (ecommerce.spec:341)"""
    seen.accepts()


@witnesses_of(CANCEL_ORDER, "CancelOrder accepts witnesses")
def test_cancel_order_accepts_witnesses(seen: Seen) -> None:
    """CancelOrder accepts the calls that were found for it. (ecommerce.spec:341)"""
    seen.accepts()


@examples_of(CANCEL_ORDER)
def test_cancel_order_ensures_0(seen: Seen) -> None:
    """CancelOrder ensures: orders'[order_id].status = OrderStatus.CANCELLED (ecommerce.spec:348)"""
    seen.ensures(0)


@examples_of(CANCEL_ORDER)
def test_cancel_order_ensures_1(seen: Seen) -> None:
    """CancelOrder ensures: order = orders'[order_id] (ecommerce.spec:349)"""
    seen.ensures(1)


@examples_of(CANCEL_ORDER)
def test_cancel_order_rejects(seen: Seen) -> None:
    """CancelOrder rejects every call whose precondition fails, and changes nothing. (ecommerce.spec:341)"""
    seen.rejects()


@witnesses_of(CANCEL_ORDER, "CancelOrder rejects input order_id")
def test_cancel_order_rejects_input_order_id(seen: Seen) -> None:
    """CancelOrder rejects a call that breaks: order_id: value > 0 (ecommerce.spec:5)"""
    seen.rejects("OrderId.where")


@witnesses_of(CANCEL_ORDER, "CancelOrder rejects requires 0")
def test_cancel_order_rejects_requires_0(seen: Seen) -> None:
    """CancelOrder rejects a call that breaks: order_id in orders (ecommerce.spec:345)"""
    seen.rejects("CancelOrder.requires[0]")


@witnesses_of(CANCEL_ORDER, "CancelOrder rejects requires 1")
def test_cancel_order_rejects_requires_1(seen: Seen) -> None:
    """CancelOrder rejects a call that breaks: orders[order_id].status in {OrderStatus.DRAFT, OrderStatus.PLACED,..."""
    seen.rejects("CancelOrder.requires[1]")


@witnesses_of(CANCEL_ORDER, "CancelOrder rejects from SHIPPED")
def test_cancel_order_rejects_from_shipped(seen: Seen) -> None:
    """CancelOrder rejects a call that breaks: OrderLifecycle has no rule from SHIPPED (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from SHIPPED")


@witnesses_of(CANCEL_ORDER, "CancelOrder rejects from DELIVERED")
def test_cancel_order_rejects_from_delivered(seen: Seen) -> None:
    """CancelOrder rejects a call that breaks: OrderLifecycle has no rule from DELIVERED (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from DELIVERED")


@witnesses_of(CANCEL_ORDER, "CancelOrder rejects from CANCELLED")
def test_cancel_order_rejects_from_cancelled(seen: Seen) -> None:
    """CancelOrder rejects a call that breaks: OrderLifecycle has no rule from CANCELLED (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from CANCELLED")


@witnesses_of(CANCEL_ORDER, "CancelOrder rejects from RETURNED")
def test_cancel_order_rejects_from_returned(seen: Seen) -> None:
    """CancelOrder rejects a call that breaks: OrderLifecycle has no rule from RETURNED (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from RETURNED")


@examples_of(CANCEL_ORDER)
def test_cancel_order_invariant_order_keys(seen: Seen) -> None:
    """CancelOrder keeps the invariant: all o in orders | orders[o].id = o (ecommerce.spec:401)"""
    seen.invariant(1)


@examples_of(CANCEL_ORDER)
def test_cancel_order_invariant_lines_are_known(seen: Seen) -> None:
    """CancelOrder keeps the invariant: all o in ran(orders) | all i in o.items | i.sku in products..."""
    seen.invariant(5)


@examples_of(CANCEL_ORDER)
def test_cancel_order_invariant_no_overselling(seen: Seen) -> None:
    """CancelOrder keeps the invariant: all s in inventory | allocated(s) <= inventory[s] (ecommerce.spec:411)"""
    seen.invariant(6)


@examples_of(CANCEL_ORDER)
def test_cancel_order_invariant_tracking_is_unique(seen: Seen) -> None:
    """CancelOrder keeps the invariant: all a in orders, b in orders | orders[a].tracking != none and..."""
    seen.invariant(7)


@examples_of(CANCEL_ORDER)
def test_cancel_order_invariant_payments_are_backed(seen: Seen) -> None:
    """CancelOrder keeps the invariant: all p in ran(payments) | p.order_id in orders and..."""
    seen.invariant(8)


@examples_of(CANCEL_ORDER)
def test_cancel_order_invariant_paid_orders_have_payments(seen: Seen) -> None:
    """CancelOrder keeps the invariant: all o in orders | orders[o].status in {OrderStatus.PAID,..."""
    seen.invariant(10)


@examples_of(CANCEL_ORDER)
def test_cancel_order_invariant_refunds_come_last(seen: Seen) -> None:
    """CancelOrder keeps the invariant: all p in ran(payments) | p.refunded > 0 implies p.order_id in orders and..."""
    seen.invariant(13)


@examples_of(CANCEL_ORDER)
def test_cancel_order_types(seen: Seen) -> None:
    """After CancelOrder everything stored has its type, with all refinements. (ecommerce.spec:341)"""
    seen.types()


@examples_of(CANCEL_ORDER)
def test_cancel_order_frame(seen: Seen) -> None:
    """CancelOrder changes nothing else, and so keeps 8 invariants. (ecommerce.spec:341)"""
    seen.frame()


@examples_of(CANCEL_ORDER)
def test_cancel_order_output(seen: Seen) -> None:
    """The answer of CancelOrder has the declared outputs, types and headers. (ecommerce.spec:341)"""
    seen.output()


@witnesses_of(CANCEL_ORDER, "CancelOrder boundary input order_id")
def test_cancel_order_boundary_input_order_id(seen: Seen) -> None:
    """CancelOrder at the limit, and just beside it: order_id: value > 0 (ecommerce.spec:5)"""
    seen.total()


@witnesses_of(CANCEL_ORDER, "CancelOrder branches requires 1")
def test_cancel_order_branches_requires_1(seen: Seen) -> None:
    """CancelOrder in each case: orders[order_id].status in {OrderStatus.DRAFT, OrderStatus.PLACED,..."""
    seen.total()


@malformed_of(CANCEL_ORDER, "CancelOrder malformed order_id")
def test_cancel_order_malformed_order_id(seen: Seen) -> None:
    """CancelOrder refuses an `order_id` that is not well-formed. (ecommerce.spec:342)"""
    seen.refuses()


@witnesses_of(CANCEL_ORDER, "CancelOrder moves DRAFT to CANCELLED")
def test_cancel_order_moves_draft_to_cancelled(seen: Seen) -> None:
    """CancelOrder moves DRAFT to CANCELLED. (ecommerce.spec:392)"""
    seen.moves("OrderLifecycle", "OrderLifecycle DRAFT -> CANCELLED via CancelOrder")


@witnesses_of(CANCEL_ORDER, "CancelOrder moves PLACED to CANCELLED")
def test_cancel_order_moves_placed_to_cancelled(seen: Seen) -> None:
    """CancelOrder moves PLACED to CANCELLED. (ecommerce.spec:393)"""
    seen.moves("OrderLifecycle", "OrderLifecycle PLACED -> CANCELLED via CancelOrder")


@witnesses_of(CANCEL_ORDER, "CancelOrder moves PAID to CANCELLED")
def test_cancel_order_moves_paid_to_cancelled(seen: Seen) -> None:
    """CancelOrder moves PAID to CANCELLED. (ecommerce.spec:394)"""
    seen.moves("OrderLifecycle", "OrderLifecycle PAID -> CANCELLED via CancelOrder")


# ReturnOrder: POST /orders/{order_id}/return


@examples_of(RETURN_ORDER)
def test_return_order_accepts(seen: Seen) -> None:
    """ReturnOrder accepts every call whose precondition holds. (ecommerce.spec:352)"""
    seen.accepts()


@witnesses_of(RETURN_ORDER, "ReturnOrder accepts witnesses")
def test_return_order_accepts_witnesses(seen: Seen) -> None:
    """ReturnOrder accepts the calls that were found for it. (ecommerce.spec:352)"""
    seen.accepts()


@examples_of(RETURN_ORDER)
def test_return_order_ensures_0(seen: Seen) -> None:
    """ReturnOrder ensures: orders'[order_id].status = OrderStatus.RETURNED (ecommerce.spec:360)"""
    seen.ensures(0)


@examples_of(RETURN_ORDER)
def test_return_order_ensures_1(seen: Seen) -> None:
    """ReturnOrder ensures: order = orders'[order_id] (ecommerce.spec:361)"""
    seen.ensures(1)


@examples_of(RETURN_ORDER)
def test_return_order_rejects(seen: Seen) -> None:
    """ReturnOrder rejects every call whose precondition fails, and changes nothing. (ecommerce.spec:352)"""
    seen.rejects()


@witnesses_of(RETURN_ORDER, "ReturnOrder rejects input order_id")
def test_return_order_rejects_input_order_id(seen: Seen) -> None:
    """ReturnOrder rejects a call that breaks: order_id: value > 0 (ecommerce.spec:5)"""
    seen.rejects("OrderId.where")


@witnesses_of(RETURN_ORDER, "ReturnOrder rejects requires 0")
def test_return_order_rejects_requires_0(seen: Seen) -> None:
    """ReturnOrder rejects a call that breaks: order_id in orders (ecommerce.spec:356)"""
    seen.rejects("ReturnOrder.requires[0]")


@witnesses_of(RETURN_ORDER, "ReturnOrder rejects requires 1")
def test_return_order_rejects_requires_1(seen: Seen) -> None:
    """ReturnOrder rejects a call that breaks: orders[order_id].status = OrderStatus.DELIVERED (ecommerce.spec:357)"""
    seen.rejects("ReturnOrder.requires[1]")


@witnesses_of(RETURN_ORDER, "ReturnOrder rejects requires 2")
def test_return_order_rejects_requires_2(seen: Seen) -> None:
    """ReturnOrder rejects a call that breaks: returnable(orders[order_id]) (ecommerce.spec:358)"""
    seen.rejects("ReturnOrder.requires[2]")


@witnesses_of(RETURN_ORDER, "ReturnOrder rejects from DRAFT")
def test_return_order_rejects_from_draft(seen: Seen) -> None:
    """ReturnOrder rejects a call that breaks: OrderLifecycle has no rule from DRAFT (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from DRAFT")


@witnesses_of(RETURN_ORDER, "ReturnOrder rejects from PLACED")
def test_return_order_rejects_from_placed(seen: Seen) -> None:
    """ReturnOrder rejects a call that breaks: OrderLifecycle has no rule from PLACED (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from PLACED")


@witnesses_of(RETURN_ORDER, "ReturnOrder rejects from PAID")
def test_return_order_rejects_from_paid(seen: Seen) -> None:
    """ReturnOrder rejects a call that breaks: OrderLifecycle has no rule from PAID (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from PAID")


@witnesses_of(RETURN_ORDER, "ReturnOrder rejects from SHIPPED")
def test_return_order_rejects_from_shipped(seen: Seen) -> None:
    """ReturnOrder rejects a call that breaks: OrderLifecycle has no rule from SHIPPED (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from SHIPPED")


@witnesses_of(RETURN_ORDER, "ReturnOrder rejects from CANCELLED")
def test_return_order_rejects_from_cancelled(seen: Seen) -> None:
    """ReturnOrder rejects a call that breaks: OrderLifecycle has no rule from CANCELLED (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from CANCELLED")


@witnesses_of(RETURN_ORDER, "ReturnOrder rejects from RETURNED")
def test_return_order_rejects_from_returned(seen: Seen) -> None:
    """ReturnOrder rejects a call that breaks: OrderLifecycle has no rule from RETURNED (ecommerce.spec:384)"""
    seen.rejects("OrderLifecycle from RETURNED")


@examples_of(RETURN_ORDER)
def test_return_order_invariant_order_keys(seen: Seen) -> None:
    """ReturnOrder keeps the invariant: all o in orders | orders[o].id = o (ecommerce.spec:401)"""
    seen.invariant(1)


@examples_of(RETURN_ORDER)
def test_return_order_invariant_lines_are_known(seen: Seen) -> None:
    """ReturnOrder keeps the invariant: all o in ran(orders) | all i in o.items | i.sku in products..."""
    seen.invariant(5)


@examples_of(RETURN_ORDER)
def test_return_order_invariant_no_overselling(seen: Seen) -> None:
    """ReturnOrder keeps the invariant: all s in inventory | allocated(s) <= inventory[s] (ecommerce.spec:411)"""
    seen.invariant(6)


@examples_of(RETURN_ORDER)
def test_return_order_invariant_tracking_is_unique(seen: Seen) -> None:
    """ReturnOrder keeps the invariant: all a in orders, b in orders | orders[a].tracking != none and..."""
    seen.invariant(7)


@examples_of(RETURN_ORDER)
def test_return_order_invariant_payments_are_backed(seen: Seen) -> None:
    """ReturnOrder keeps the invariant: all p in ran(payments) | p.order_id in orders and..."""
    seen.invariant(8)


@examples_of(RETURN_ORDER)
def test_return_order_invariant_paid_orders_have_payments(seen: Seen) -> None:
    """ReturnOrder keeps the invariant: all o in orders | orders[o].status in {OrderStatus.PAID,..."""
    seen.invariant(10)


@examples_of(RETURN_ORDER)
def test_return_order_invariant_refunds_come_last(seen: Seen) -> None:
    """ReturnOrder keeps the invariant: all p in ran(payments) | p.refunded > 0 implies p.order_id in orders and..."""
    seen.invariant(13)


@examples_of(RETURN_ORDER)
def test_return_order_types(seen: Seen) -> None:
    """After ReturnOrder everything stored has its type, with all refinements. (ecommerce.spec:352)"""
    seen.types()


@examples_of(RETURN_ORDER)
def test_return_order_frame(seen: Seen) -> None:
    """ReturnOrder changes nothing else, and so keeps 8 invariants. (ecommerce.spec:352)"""
    seen.frame()


@examples_of(RETURN_ORDER)
def test_return_order_output(seen: Seen) -> None:
    """The answer of ReturnOrder has the declared outputs, types and headers. (ecommerce.spec:352)"""
    seen.output()


@witnesses_of(RETURN_ORDER, "ReturnOrder boundary input order_id")
def test_return_order_boundary_input_order_id(seen: Seen) -> None:
    """ReturnOrder at the limit, and just beside it: order_id: value > 0 (ecommerce.spec:5)"""
    seen.total()


@witnesses_of(RETURN_ORDER, "ReturnOrder boundary requires 2")
def test_return_order_boundary_requires_2(seen: Seen) -> None:
    """ReturnOrder at the limit, and just beside it: now() <= o.delivered_at + days(30) (ecommerce.spec:109)"""
    seen.total()


@witnesses_of(RETURN_ORDER, "ReturnOrder branches requires 1")
def test_return_order_branches_requires_1(seen: Seen) -> None:
    """ReturnOrder in each case: orders[order_id].status = OrderStatus.DELIVERED (ecommerce.spec:357)"""
    seen.total()


@witnesses_of(RETURN_ORDER, "ReturnOrder branches requires 2")
def test_return_order_branches_requires_2(seen: Seen) -> None:
    """ReturnOrder both ways: now() <= o.delivered_at + days(30) (ecommerce.spec:109)"""
    seen.total()


@malformed_of(RETURN_ORDER, "ReturnOrder malformed order_id")
def test_return_order_malformed_order_id(seen: Seen) -> None:
    """ReturnOrder refuses an `order_id` that is not well-formed. (ecommerce.spec:353)"""
    seen.refuses()


@witnesses_of(RETURN_ORDER, "ReturnOrder moves DELIVERED to RETURNED")
def test_return_order_moves_delivered_to_returned(seen: Seen) -> None:
    """ReturnOrder moves DELIVERED to RETURNED. (ecommerce.spec:391)"""
    seen.moves("OrderLifecycle", "OrderLifecycle DELIVERED -> RETURNED via ReturnOrder")


# RefundPayment: POST /payments/{payment_id}/refunds


@examples_of(REFUND_PAYMENT)
def test_refund_payment_accepts(seen: Seen) -> None:
    """RefundPayment accepts every call whose precondition holds. (ecommerce.spec:365)"""
    seen.accepts()


@witnesses_of(REFUND_PAYMENT, "RefundPayment accepts witnesses")
def test_refund_payment_accepts_witnesses(seen: Seen) -> None:
    """RefundPayment accepts the calls that were found for it. (ecommerce.spec:365)"""
    seen.accepts()


@examples_of(REFUND_PAYMENT)
def test_refund_payment_ensures_0(seen: Seen) -> None:
    """RefundPayment ensures: refund_id not in refunds (ecommerce.spec:374)"""
    seen.ensures(0)


@examples_of(REFUND_PAYMENT)
def test_refund_payment_ensures_1(seen: Seen) -> None:
    """RefundPayment ensures: refunds'[refund_id].id = refund_id (ecommerce.spec:375)"""
    seen.ensures(1)


@examples_of(REFUND_PAYMENT)
def test_refund_payment_ensures_2(seen: Seen) -> None:
    """RefundPayment ensures: refunds'[refund_id].payment_id = payment_id (ecommerce.spec:376)"""
    seen.ensures(2)


@examples_of(REFUND_PAYMENT)
def test_refund_payment_ensures_3(seen: Seen) -> None:
    """RefundPayment ensures: refunds'[refund_id].amount = amount (ecommerce.spec:377)"""
    seen.ensures(3)


@examples_of(REFUND_PAYMENT)
def test_refund_payment_ensures_4(seen: Seen) -> None:
    """RefundPayment ensures: refunds'[refund_id].issued_at = now() (ecommerce.spec:378)"""
    seen.ensures(4)


@examples_of(REFUND_PAYMENT)
def test_refund_payment_ensures_5(seen: Seen) -> None:
    """RefundPayment ensures: let paid = payments[payment_id] in payments'[payment_id].refunded = paid.refunded +..."""
    seen.ensures(5)


@examples_of(REFUND_PAYMENT)
def test_refund_payment_ensures_6(seen: Seen) -> None:
    """RefundPayment ensures: let paid = payments[payment_id] in open_amount = paid.amount - paid.refunded -..."""
    seen.ensures(6)


@examples_of(REFUND_PAYMENT)
def test_refund_payment_rejects(seen: Seen) -> None:
    """RefundPayment rejects every call whose precondition fails, and changes nothing. (ecommerce.spec:365)"""
    seen.rejects()


@witnesses_of(REFUND_PAYMENT, "RefundPayment rejects input payment_id")
def test_refund_payment_rejects_input_payment_id(seen: Seen) -> None:
    """RefundPayment rejects a call that breaks: payment_id: value > 0 (ecommerce.spec:7)"""
    seen.rejects("PaymentId.where")


@witnesses_of(REFUND_PAYMENT, "RefundPayment rejects input amount")
def test_refund_payment_rejects_input_amount(seen: Seen) -> None:
    """RefundPayment rejects a call that breaks: amount: value > 0 (ecommerce.spec:14)"""
    seen.rejects("Amount.where")


@witnesses_of(REFUND_PAYMENT, "RefundPayment rejects input amount 2")
def test_refund_payment_rejects_input_amount_2(seen: Seen) -> None:
    """RefundPayment rejects a call that breaks: amount: value >= 0 (ecommerce.spec:12)"""
    seen.rejects("Money.where")


@witnesses_of(REFUND_PAYMENT, "RefundPayment rejects requires 0")
def test_refund_payment_rejects_requires_0(seen: Seen) -> None:
    """RefundPayment rejects a call that breaks: payment_id in payments (ecommerce.spec:370)"""
    seen.rejects("RefundPayment.requires[0]")


@witnesses_of(REFUND_PAYMENT, "RefundPayment rejects requires 1")
def test_refund_payment_rejects_requires_1(seen: Seen) -> None:
    """RefundPayment rejects a call that breaks: orders[payments[payment_id].order_id].status in..."""
    seen.rejects("RefundPayment.requires[1]")


@witnesses_of(REFUND_PAYMENT, "RefundPayment rejects requires 2")
def test_refund_payment_rejects_requires_2(seen: Seen) -> None:
    """RefundPayment rejects a call that breaks: amount <= payments[payment_id].amount -..."""
    seen.rejects("RefundPayment.requires[2]")


@examples_of(REFUND_PAYMENT)
def test_refund_payment_invariant_payment_keys(seen: Seen) -> None:
    """RefundPayment keeps the invariant: all p in payments | payments[p].id = p (ecommerce.spec:403)"""
    seen.invariant(2)


@examples_of(REFUND_PAYMENT)
def test_refund_payment_invariant_refund_keys(seen: Seen) -> None:
    """RefundPayment keeps the invariant: all r in refunds | refunds[r].id = r (ecommerce.spec:405)"""
    seen.invariant(3)


@examples_of(REFUND_PAYMENT)
def test_refund_payment_invariant_payments_are_backed(seen: Seen) -> None:
    """RefundPayment keeps the invariant: all p in ran(payments) | p.order_id in orders and..."""
    seen.invariant(8)


@examples_of(REFUND_PAYMENT)
def test_refund_payment_invariant_one_payment_per_order(seen: Seen) -> None:
    """RefundPayment keeps the invariant: all a in payments, b in payments | payments[a].order_id =..."""
    seen.invariant(9)


@examples_of(REFUND_PAYMENT)
def test_refund_payment_invariant_paid_orders_have_payments(seen: Seen) -> None:
    """RefundPayment keeps the invariant: all o in orders | orders[o].status in {OrderStatus.PAID,..."""
    seen.invariant(10)


@examples_of(REFUND_PAYMENT)
def test_refund_payment_invariant_refunds_are_known(seen: Seen) -> None:
    """RefundPayment keeps the invariant: all r in ran(refunds) | r.payment_id in payments (ecommerce.spec:429)"""
    seen.invariant(11)


@examples_of(REFUND_PAYMENT)
def test_refund_payment_invariant_refunds_add_up(seen: Seen) -> None:
    """RefundPayment keeps the invariant: all p in payments | payments[p].refunded = refundTotal(p)..."""
    seen.invariant(12)


@examples_of(REFUND_PAYMENT)
def test_refund_payment_invariant_refunds_come_last(seen: Seen) -> None:
    """RefundPayment keeps the invariant: all p in ran(payments) | p.refunded > 0 implies p.order_id in orders..."""
    seen.invariant(13)


@examples_of(REFUND_PAYMENT)
def test_refund_payment_always_money_stays_sane(seen: Seen) -> None:
    """RefundPayment keeps what always holds: sum(payments, p => payments[p].refunded) <= sum(payments, p =>..."""
    seen.always(0)


@examples_of(REFUND_PAYMENT)
def test_refund_payment_types(seen: Seen) -> None:
    """After RefundPayment everything stored has its type, with all refinements. (ecommerce.spec:365)"""
    seen.types()


@examples_of(REFUND_PAYMENT)
def test_refund_payment_frame(seen: Seen) -> None:
    """RefundPayment changes nothing else, and so keeps 6 invariants. (ecommerce.spec:365)"""
    seen.frame()


@examples_of(REFUND_PAYMENT)
def test_refund_payment_output(seen: Seen) -> None:
    """The answer of RefundPayment has the declared outputs, types and headers. (ecommerce.spec:365)"""
    seen.output()


@witnesses_of(REFUND_PAYMENT, "RefundPayment boundary input payment_id")
def test_refund_payment_boundary_input_payment_id(seen: Seen) -> None:
    """RefundPayment at the limit, and just beside it: payment_id: value > 0 (ecommerce.spec:7)"""
    seen.total()


@witnesses_of(REFUND_PAYMENT, "RefundPayment boundary input amount")
def test_refund_payment_boundary_input_amount(seen: Seen) -> None:
    """RefundPayment at the limit, and just beside it: amount: value > 0 (ecommerce.spec:14)"""
    seen.total()


@witnesses_of(REFUND_PAYMENT, "RefundPayment boundary input amount 2")
def test_refund_payment_boundary_input_amount_2(seen: Seen) -> None:
    """RefundPayment at the limit, and just beside it: amount: value >= 0 (ecommerce.spec:12)"""
    seen.total()


@witnesses_of(REFUND_PAYMENT, "RefundPayment boundary requires 2")
def test_refund_payment_boundary_requires_2(seen: Seen) -> None:
    """RefundPayment at the limit, and just beside it: amount <= payments[payment_id].amount -..."""
    seen.total()


@witnesses_of(REFUND_PAYMENT, "RefundPayment branches requires 1")
def test_refund_payment_branches_requires_1(seen: Seen) -> None:
    """RefundPayment in each case: orders[payments[payment_id].order_id].status in {OrderStatus.CANCELLED,..."""
    seen.total()


@malformed_of(REFUND_PAYMENT, "RefundPayment malformed payment_id")
def test_refund_payment_malformed_payment_id(seen: Seen) -> None:
    """RefundPayment refuses an `payment_id` that is not well-formed. (ecommerce.spec:366)"""
    seen.refuses()


@malformed_of(REFUND_PAYMENT, "RefundPayment malformed amount")
def test_refund_payment_malformed_amount(seen: Seen) -> None:
    """RefundPayment refuses an `amount` that is not well-formed. (ecommerce.spec:366)"""
    seen.refuses()


@malformed_of(REFUND_PAYMENT, "RefundPayment malformed body")
def test_refund_payment_malformed_body(seen: Seen) -> None:
    """RefundPayment refuses a body that is not well-formed. (ecommerce.spec:365)"""
    seen.refuses()


@unauthorized_of(REFUND_PAYMENT, "RefundPayment auth")
def test_refund_payment_auth(seen: Seen) -> None:
    """RefundPayment asks for credentials, and changes nothing without them. (ecommerce.spec:365)"""
    seen.unauthorized()


# One call after the other


@traces_of(SERVICE, "traces")
def test_traces(trace: Trace) -> None:
    """Every recorded sequence of calls does what it did, call by call. (ecommerce.spec)"""
    trace.total()


@traces_of(SERVICE, "eventually somethingArrives")
def test_eventually_something_arrives(trace: Trace) -> None:
    """Some state satisfies: some o in ran(orders) | o.status = OrderStatus.DELIVERED (ecommerce.spec:437)"""
    trace.eventually(0)
