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
    log.info("somebody asks for", state.location)
    return false, "only from inside"
  end,
}
