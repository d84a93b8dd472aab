--- Rules that always apply in the shop. `moonroute wander` checks them after each step.
local basket = require "basket"

invariant("the basket holds nothing that is sold out", function()
  for _, line in ipairs(basket.lines()) do
    if line.quantity < 1 or line.quantity > host.stock(line.id) then
      return false, ("%d × %s"):format(line.quantity, line.title)
    end
  end
  return true
end)

invariant("a page behind the login is seen by nobody else", function(stage)
  local orders = stage.find "orders"
  return orders == nil or session.user ~= nil, "somebody sees orders"
end)
