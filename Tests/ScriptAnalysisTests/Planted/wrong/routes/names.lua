-- Names of routes, links, modules.
router.route {
  name = "names",
  path = "/names",
  action = function()
    local all = {
      router.to("prodct", { id = 1 }), -- --> [unknown_name] 17: No route is named 'prodct'. Did you mean 'product'?
      router.to("product"), -- --> [missing_parameter] 7: '/product/:id<int>' has no value for its parameter 'id'. Give one.
      router.to("product", { id = 1, size = 2 }), -- --> [unknown_parameter] 38: '/product/:id<int>' has no parameter 'size'. It takes id.
      router.to("product", { id = "x" }), -- --> [wrong_type] 30: '/product/:id<int>' cannot take 'x' for its parameter 'id'. Give an integer within 64 bits.
    }
    screen { "A", body = { { "button", "B", onTap = print } } } -- --> [unknown_field] 45: 'onTap' is not a field of a button. Did you mean 'on_tap'?
    screen { "A", body = { { "button", "B", on_tap = router.close() } } } -- --> [move_in_view] 54: router.close runs while the view is built, not when the button is tapped. Write on_tap = function() router.close(…) end.
    router.pop_to("hme") -- --> [unknown_name] 19: No route is named 'hme'. Did you mean 'home'?
    router.open("/nope") -- --> [dead_link] 17: No route matches '/nope'.
    router.open("shpo://offer") -- --> [unknown_scheme] 17: No route has the scheme 'shpo'. Did you mean 'shop'?
    router.open("/", { animatr = "push" }) -- --> [unknown_field] 24: 'animatr' is not a field of these options. Did you mean 'animator'?
    router.open("/", { animator = "psh" }) -- --> [unknown_name] 35: There is no animator 'psh'. Did you mean 'push'?
    router.tagged("Veiws").open("/") -- --> [unknown_tag] 19: No route has the tag 'Veiws'. Did you mean 'Views'?
    table.sort(all, function(a, b)
      sleep(1) -- --> [cannot_await] 7: 'sleep' cannot wait inside 'table.sort'. Call it before or after.
      return tostring(a) < tostring(b)
    end)
    session.format = function() end -- --> [lossy_session] 5: 'format' is a function, but 'session' can hold only plain data. Keep the function in a module and its data in 'session'.
    router.open = print -- --> [sealed_write] 5: 'router.open' cannot be set: modules of the host are read-only. Use a table of your own, or stub a function in a spec.
    router:back() -- --> [wrong_arguments] 5: router:back passes 'router' itself. Use a dot: router.back.
    return require("routes.acount"), #all -- --> [unknown_module] 20: There is no module 'routes.acount': no file routes/acount.lua. The nearest file is routes/account.lua: require "routes.account".
  end,
  animator = function()
    return animator.push { position = "top" } -- --> [unknown_field] 28: 'position' is not a field of animator.push. Its fields are under_modal, clear_to, hides_bottom_bar.
  end,
}
