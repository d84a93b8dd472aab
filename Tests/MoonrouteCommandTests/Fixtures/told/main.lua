-- Opens with output for people: results, log lines, errors.
local function first()
  return true
end

local function second(state)
  if state.params.id == 2 then
    return false, "not two"
  end
end

local function third(state)
  if state.params.id == 3 then
    return "login"
  end
  return true
end

router.proxy("/old/**", function() end)
router.route { name = "item", path = "/item/:id<int>", view = "Item", redirect = { first, second, third } }
router.route { name = "news", path = "/news", view = "News" }
router.route { name = "feed", path = "/feed.:f<xml|rss>", view = "Feed" }
router.route {
  path = "/wrong",
  action = function(state)
    local total
    return total.sum
  end,
}
router.route { path = "/deep", action = function() local function f() return 1 + f() end return f() end }
router.route { path = "/values", action = function() return nil, { 1, a = "b", ["c-d"] = true } end }
router.route {
  path = "/chatty",
  action = function()
    log.debug("looking")
    log.warn("careful")
    return events.emit("/seek/3")
  end,
}

events.on("/seek/:at<int>", function(event)
  return event.param
end)
