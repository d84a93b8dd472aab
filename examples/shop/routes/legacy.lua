--- Links from older mails, apps and search engines.

-- Remembers the campaign of any link, then passes the link on.
router.proxy("/**", function(state)
  if state.query.utm_campaign then
    session.campaign = state.query.utm_campaign
    host.track("campaign", { name = session.campaign, source = state.query.utm_source })
  end
end, { priority = 10 })

router.proxy("/index.html", "/")
router.proxy("/cart", "/basket")
router.proxy("/p/:id<int>", "/product/:id")
router.proxy("/shop/:department/:id<int>.html", "/product/:id")

-- /item.php?id=7 of the previous shop.
router.proxy("/item.php", function(state)
  local id = math.tointeger(tonumber(state.query.id))
  if not id then
    return false, "an old link without a product number"
  end
  return router.to("product", { id = id })
end)

-- /zh/product/21 sets the language; the rest of the link keeps its meaning.
router.proxy("/:language<de|en|fr|zh>/**rest", function(state)
  session.language = state.params.language
  return router.rewrite { location = router.location { path = state.rest, query = state.query } }
end)

-- Pages cached by search engines.
router.proxy("/amp/**rest", function(state)
  return router.location { path = state.rest }
end)
