--- A table of links for a program that looks up locations and shows nothing.

local orders = require("routes.orders")

for _, route in ipairs(orders) do
  local handler = route.name
  route.action = function(state)
    return host.handle(handler, state.params)
  end
  router.route(route)
end
