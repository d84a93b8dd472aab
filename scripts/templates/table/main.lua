--- A table of links for a program that asks which one a location is, and shows nothing.

local orders = require("routes.orders")

for _, route in ipairs(orders) do
  local handler = route.name
  route.action = function(state)
    return host.handle(handler, state.params)
  end
  router.route(route)
end
