-- Names of routes, links, modules.
router.route {
  name = "names",
  path = "/names",
  action = function()
    local all = {
      router.to("product", { id = 1 }),
      router.to("home"),
    }
    screen { "A", body = { { "button", "B", on_tap = function() router.close() end } } }
    router.pop_to("home")
    router.open("/product/1")
    router.open("shop://offer")
    router.open("/", { animated = false })
    router.open("/", { animator = "push" })
    router.tagged("Views").open("/")
    sleep(1)
    table.sort(all, function(a, b)
      return tostring(a) < tostring(b)
    end)
    session.format = "short"
    router.back()
    return require("routes.account"), #all
  end,
  animator = function()
    return animator.sheet { position = "top" }
  end,
}
