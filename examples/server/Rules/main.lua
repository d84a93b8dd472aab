--- The destinations of the shop's links.

router.route { name = "product", path = "/product/:id<int>", view = "Product" }

router.route {
  name = "short",
  path = "/p/:id<int>",
  redirect = function(state)
    return router.to("product", { id = state.params.id })
  end,
}

router.route {
  name = "staff",
  path = "/staff",
  view = "Staff",
  redirect = function(state)
    -- A link can contain a password, so log only its route.
    log.info("somebody asks for", state.name)
    return false, "only from inside"
  end,
}
