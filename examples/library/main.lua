--- A public library: people, books and a searchable catalogue.
---
--- Everything here is written in the most obvious way: see the specs.

-- A person is a table in scripts and `ada-lovelace` in links.
router.type("person", {
  match = "[a-z]+-[a-z]+",
  samples = "ada-lovelace",
  parse = function(text)
    local first, last = text:match("^(.-)%-(.+)$")
    return { first = first, last = last }
  end,
  format = function(person)
    return ("%s-%s"):format(person.first, person.last)
  end,
})

-- `/` and `/help` are index pages: each has the location of its group.
router.group({
  routes = {
    { name = "home", path = "", view = "Home", animator = animator.root({ wrap = "stack" }) },
  },
})
router.route({
  path = "/help",
  routes = {
    { name = "help", path = "/", view = "Help" },
    { name = "hours", path = "hours", view = "Hours" },
  },
})

router.route({
  name = "author",
  path = "/author/:who<person>",
  view = function(state)
    local who = state.params.who
    return screen({ "Author", title = who.first .. " " .. who.last })
  end,
})

-- The page number is required and must be a number; the words are optional.
router.route({
  name = "search",
  path = "/search",
  query = { page = "int", q = "string?", by = "person?", shelf = "slug[]", order = "new|old?" },
  animator = animator.refresh({
    apply = function(page, state)
      page.number = state.query.page
    end,
    otherwise = "automatic",
  }),
  view = function(state)
    return screen({ "Search", number = state.query.page, words = state.query.q or "" })
  end,
})

-- A reader's loans outlive the program. The page listens while it is on the stage.
session.declare({ loans = "int" }, { stored = true })
router.route({
  name = "loans",
  path = "/loans",
  view = function()
    local page = screen({ "Loans", count = session.loans or 0 })
    events.on({ path = "loansChanged" }, function(event)
      page.count = event.extra
    end, { owner = page })
    return page
  end,
})
router.route({
  name = "borrow",
  path = "/borrow/:book", -- moonroute: allow unused_parameter
  action = function()
    session.loans = (session.loans or 0) + 1
    events.emit("/loansChanged", session.loans)
    return session.loans
  end,
})

-- The archive is large, so its module loads with the first link into it.
router.lazy("/archive", "archive", { names = "archive." })
