--- The basket and the links that fill it.
local basket = require "basket"
local catalog = require "catalog"

local function basket_view()
  local list = {}
  for _, line in ipairs(basket.lines()) do
    list[#list + 1] = ("%d × %s"):format(line.quantity, line.title)
  end
  local back = { "link", "Go on shopping", to = router.to "home" }
  return screen {
    "Basket",
    title = ("Basket (%d)"):format(basket.count()),
    total = catalog.price(basket.total()),
    body = { { "list", list }, back },
  }
end

local function must_be_sold(state)
  local product = catalog.product(state.params.id)
  if not product then
    return false, ("product %d is not in the catalog"):format(state.params.id)
  end
  if host.stock(product.id) == 0 then
    return false, product.title .. " is sold out"
  end
  return true
end

local function quantity_of(state)
  return math.tointeger(tonumber(state.query.quantity or "1"))
end

local function must_have_quantity(state)
  local quantity = quantity_of(state)
  if not quantity or quantity < 1 then
    return false, ("quantity %q is not a positive whole number"):format(state.query.quantity)
  end
  return true
end

-- /basket/add/7?quantity=2 returns the number of this product and of all products in the basket;
-- with &show=1 it also shows the basket.
local function add(state)
  local pieces = basket.add(state.params.id, quantity_of(state))
  host.track("basket_add", { product = state.params.id, campaign = session.campaign })
  if state.query.show then
    router.present(router.to("basket"))
  end
  return pieces, basket.count()
end

-- /basket/fill/7:2,21:1 fills the basket from one link, as on printed flyers.
local function fill(state)
  for id, quantity in state.params.lines:gmatch("(%d+):(%d+)") do
    local product_id = math.tointeger(tonumber(id))
    if product_id and catalog.product(product_id) then
      basket.add(product_id, math.tointeger(tonumber(quantity)) or 1)
    end
  end
  return basket.count()
end

local coupons = { SPRING20 = 20, MEI10 = 10 }

local function take_coupon(state)
  local percent = coupons[state.params.code]
  if not percent then
    return false
  end
  session.coupon = { code = state.params.code, percent = percent }
  return percent
end

router.route { name = "basket", path = "/basket", view = basket_view }

router.group {
  path = "/basket",
  routes = {
    {
      name = "basket.add",
      path = "add/:id<int>",
      samples = { { id = 7 }, { id = 9 } },
      redirect = { must_be_sold, must_have_quantity },
      action = add,
    },
    {
      name = "basket.remove",
      path = "remove/:id<int>",
      action = function(state)
        basket.remove(state.params.id)
        return basket.count()
      end,
    },
    {
      name = "basket.fill",
      path = "fill/:lines",
      samples = { lines = "7:2,21:1" },
      action = fill,
    },
    -- An unknown coupon declines, and the next route gets the link.
    {
      name = "coupon",
      path = "coupon/:code",
      samples = { code = "SPRING20" },
      action = take_coupon,
    },
    { name = "coupon.unknown", path = "coupon/**", view = "CouponUnknown" },
    {
      name = "basket.export",
      path = "export.json",
      action = function()
        return json.encode({ lines = basket.lines(), total = basket.total() })
      end,
    },
  },
}
