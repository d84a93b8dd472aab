--- The login, and the pages behind it.
local auth = require "auth"

router.route {
  name = "login",
  path = "/login",
  -- A visitor who is logged in does not need this page.
  redirect = function(state)
    if session.user then
      return auth.destination(state.query.back)
    end
    return true
  end,
  view = function(state)
    return screen { "Login", title = "Log in", back = state.query.back }
  end,
  animator = animator.present { wrap = "stack" },
}

-- The link in the mail logs a visitor in: /login/mail/5f0c9a77d1?back=/account/orders
router.route {
  name = "login.mail",
  path = "/login/mail/:token<hex>",
  samples = { { token = "5f0c9a77d1" }, { token = "1f" } },
  redirect = function(state)
    local user = host.verify_token(state.params.token)
    if not user then
      return false, "this login link has expired"
    end
    session.user = user
    return auth.destination(state.query.back)
  end,
}

router.route {
  name = "logout",
  path = "/logout",
  action = function()
    local user = session.user
    session.user = nil
    for _, page in ipairs(stage.screens()) do
      if page.name == "home" then
        page:update { title = "Welcome" }
      end
    end
    -- Protected pages disappear in every tab; one in front is replaced by the login.
    router.recheck()
    return user
  end,
}

router.group {
  path = "/account",
  redirect = auth.required,
  meta = { area = "account" },
  routes = {
    { name = "orders", path = "orders", view = "Orders" },
    {
      name = "order",
      path = "orders/:order<int>",
      view = function(state)
        return screen { "Order", title = ("Order %d"):format(state.params.order) }
      end,
      routes = {
        { name = "order.tracking", path = "tracking/:parcel", view = "Parcel" },
        { name = "order.invoice", path = "invoice.:format<pdf|xml>", view = "Invoice" },
      },
    },
    { name = "returns", path = "returns(/:since<date>)", view = "Returns" },
    { name = "wishlist", path = "wishlist/:list", view = "Wishlist" },
  },
}
