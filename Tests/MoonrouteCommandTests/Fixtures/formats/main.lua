router.type("person", {
  match = "[a-z]+-[a-z]+",
  parse = function(text) return { name = text } end,
  format = function(who)
    return type(who) == "table" and who.name or (who:lower():gsub("_", "-"))
  end,
})
router.type("book", { match = "B[0-9]+", format = function(book)
  return book:match("^B") and book or error("no book")
end })

local function page(state)
  return screen { state.name, params = state.params, query = state.query }
end

router.route { name = "author", path = "/author/:who<person>", view = page, animator = "root" }
router.route { name = "book", path = "/book/:id<book>", view = page, animator = "root" }
router.route {
  name = "search",
  path = "/search",
  query = { page = "int", by = "person?", tag = "string[]" },
  view = page,
  animator = "root",
}
router.route { name = "late", path = "/late", animator = "root", view = function()
  after(0.01, function() log.info("timer") end)
  spawn(function() sleep(0.02) log.info("task") end)
  return screen { "Late" }
end }
router.route { name = "visits", path = "/visits", action = function()
  resources.update("visits", resources.get("visits") + 1)
  return resources.get("visits")
end }
resources.put { name = "visits", path = "/visit-count", value = 0, persistent = true }
