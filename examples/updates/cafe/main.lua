--- A café: a menu for everybody, and a till for the staff.
router.route { name = "menu", path = "/", view = "Menu" }
router.route { name = "dish", path = "/dish/:id<int>", view = "Dish" }
router.route { name = "till", path = "/till", view = "Till" }
router.route { name = "login", path = "/login", view = "Login" }

router.guard("till", function()
  if session.staff then
    return true
  end
  return router.to "login"
end)
