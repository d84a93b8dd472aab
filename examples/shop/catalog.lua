--- The goods of the shop.
local M = {}

---@class shop.Product
---@field id integer
---@field title string
---@field cents integer price in cents
---@field category string

---@type table<integer, shop.Product>
local products = {
  [7] = { id = 7, title = "Linen shirt", cents = 5900, category = "shirts" },
  [8] = { id = 8, title = "Rain jacket", cents = 12900, category = "jackets" },
  [9] = { id = 9, title = "Enamel mug", cents = 1400, category = "kitchen" },
  [21] = { id = 21, title = "龙井茶", cents = 2400, category = "茶" },
  [22] = { id = 22, title = "Thé à la menthe", cents = 1100, category = "茶" },
}

local reviews = {
  [7] = {
    { id = 1, author = "Mei", text = "Light, and it stays white." },
    { id = 2, author = "Jonas", text = "Runs large." },
  },
  [21] = { { id = 3, author = "小雨", text = "很香" } },
}

--- Finds a product.
---
---@param id integer
---@return shop.Product? product nil if the shop does not sell it
function M.product(id)
  return products[id]
end

--- Lists the products that a test accepts, by id.
---
---@param accepts fun(product: shop.Product): boolean
---@return shop.Product[]
function M.products(accepts)
  local found = {}
  for _, product in pairs(products) do
    if accepts(product) then
      found[#found + 1] = product
    end
  end
  table.sort(found, function(one, other)
    return one.id < other.id
  end)
  return found
end

--- Lists the reviews of a product.
function M.reviews(id)
  return reviews[id] or {}
end

--- Finds one review of a product.
function M.review(id, review_id)
  for _, review in ipairs(M.reviews(id)) do
    if review.id == review_id then
      return review
    end
  end
  return nil
end

--- Formats an amount for people.
---
---@param cents integer
---@return string
function M.price(cents)
  return ("%d.%02d €"):format(cents // 100, cents % 100)
end

return M
