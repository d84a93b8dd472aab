-- Events and resources.
events.declare { name = "seek", path = "/seek/:at<number>" }
events.on("/seek/:at<number>", function(event)
  log.info(event.path)
end)
resources.put { name = "price", path = "/price", value = 100 }
router.route {
  name = "stores",
  path = "/stores",
  action = function()
    events.emit("seek", nil, { params = { at = 1 } })
    return resources.get("price", "integer")
  end,
}
