-- Events and resources.
events.declare { name = "seek", path = "/seek/:at<number>" }
events.on("/paused", function(event) -- --> [unsent_event] 11: No script emits '/paused'.
  log.info(event.path)
end)
resources.put { name = "price", path = "/price", value = 100 }
resources.put { name = "stock", path = "/stock", value = 7 } -- --> [unread_resource] 24: No script reads 'stock'.
router.route { -- --> [unopened_route] 1: No spec names 'stores'.
  name = "stores",
  path = "/stores",
  action = function()
    events.emit("seeek") -- --> [unknown_name] 17: No event is named 'seeek'. Did you mean 'seek'?
    events.emit("seek", nil, { params = { at = 1 } }) -- --> [unheard_event] 17: Nobody listens to 'seek'.
    return resources.get("prize"), resources.get("price", "string") -- --> [unknown_name] 26: No resource is named 'prize'. Did you mean 'price'? --> [value_type] 59: The resource 'price' has type integer, but string was requested.
  end,
}
