--- What the links of the shop lead to.

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
    -- A link may carry a password: its route is enough for the log.
    log.info("somebody asks for", state.name)
    return false, "only from inside"
  end,
}
