--- Paying: requires a login and something in the basket.
local auth = require "auth"
local basket = require "basket"

local function something_to_buy()
  if basket.count() == 0 then
    return router.to("basket")
  end
  return true
end

router.route {
  name = "checkout",
  path = "/checkout",
  redirect = { auth.required, something_to_buy },
  view = "Checkout",
  routes = {
    { name = "checkout.address", path = "address", view = "Address" },
    {
      name = "checkout.payment",
      path = "payment/:method<card|alipay|wechat>",
      view = function(state)
        return screen { "Payment", title = "Pay by " .. state.params.method }
      end,
      -- A bank's page covers everything; other methods are one more step.
      animator = function(state)
        return state.params.method == "card" and "present" or "automatic"
      end,
    },
    {
      name = "checkout.done",
      path = "done/:order<int>",
      view = function(state)
        return screen { "ThankYou", title = ("Order %d"):format(state.params.order) }
      end,
      animator = animator.root { wrap = "stack" },
    },
  },
}
