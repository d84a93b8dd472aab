--- The visitor's goods. They are in `session`, so a reload keeps them.
local catalog = require "catalog"

local M = {}

local function quantities()
  session.basket = session.basket or {}
  return session.basket
end

--- Adds pieces of a product to the basket, up to the number in stock.
---
---@param id integer
---@param quantity integer
---@return integer pieces the number of this product in the basket
function M.add(id, quantity)
  local wanted = (quantities()[id] or 0) + quantity
  local pieces = math.min(wanted, host.stock(id))
  quantities()[id] = pieces > 0 and pieces or nil
  return pieces
end

--- Removes a product from the basket.
function M.remove(id)
  quantities()[id] = nil
end

--- Empties the basket.
function M.clear()
  session.basket = nil
  session.coupon = nil
end

--- Counts the pieces.
function M.count()
  local pieces = 0
  for _, quantity in pairs(quantities()) do
    pieces = pieces + quantity
  end
  return pieces
end

--- Adds up the prices, in cents.
function M.total()
  local cents = 0
  for id, quantity in pairs(quantities()) do
    cents = cents + catalog.product(id).cents * quantity
  end
  if session.coupon then
    cents = cents - cents * session.coupon.percent // 100
  end
  return cents
end

--- Lists the lines of the basket, by product id.
function M.lines()
  local list = {}
  for id, quantity in pairs(quantities()) do
    list[#list + 1] = { id = id, title = catalog.product(id).title, quantity = quantity }
  end
  table.sort(list, function(one, other)
    return one.id < other.id
  end)
  return list
end

return M
