--- A café in several towns: a menu, and cakes that all hosts sell from one stock.
router.route { name = "menu", path = "/", view = "Menu" }
router.route { name = "dish", path = "/dish/:id<int>", view = "Dish" }

resources.put { name = "cakes", path = "/cakes", value = 2, shared = true }

router.route {
  name = "buy",
  path = "/buy",
  action = function()
    local left, problem = resources.change("cakes", function(n)
      return n > 0 and n - 1 or nil
    end)
    if problem then
      return "no stock now: " .. problem
    end
    return left and left .. " left" or "sold out"
  end,
}
