local function price(item)
  return item.price.amount
end

local function total(items)
  local sum = price(items[1])
  return sum
end

router.route {
  path = "/cart",
  redirect = function()
    local sum = total({ {} })
    return sum > 0
  end,
  action = function() end,
}
