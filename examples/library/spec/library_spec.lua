describe("the library", function()
  before_each(function()
    app.reset()
    router.open("/")
  end)

  local ada = { first = "ada", last = "lovelace" }

  describe("index pages", function()
    it("have the locations of their groups", function()
      assert.opened(router.open("/"), "home")
      assert.opened(router.open("/help"), "help")
      assert.opened(router.open("/help/hours"), "hours")
      assert.are.equal("/help", tostring(router.to("help")))
    end)
  end)

  describe("a person in a link", function()
    it("is a value in every script", function()
      local outcome = router.open("/author/ada-lovelace")
      assert.opened(outcome, "author")
      assert.are.equal("ada lovelace", stage.top().title)
      assert.are.same(ada, stage.top().state.params.who)
      assert.are.same({ who = ada }, outcome.params)
      assert.are.equal("lovelace", outcome.match.params.who.last)
      assert.are.equal("ada", router.match("/author/ada-lovelace").params.who.first)
    end)

    it("is a value in a query as well", function()
      local match = router.match("/search?page=1&by=ada-lovelace")
      for name, value in pairs(match.query) do
        if name == "by" then
          assert.are.same(ada, value)
        end
      end
      assert.are.equal("ada", router.open("/search?page=1&by=ada-lovelace").query.by.first)
    end)

    it("is written by its type", function()
      assert.are.equal("/author/ada-lovelace", tostring(router.to("author", { who = ada })))
      local location = router.to("search", {}, { page = 1, by = ada })
      assert.are.equal("/search?by=ada-lovelace&page=1", tostring(location))
    end)
  end)

  describe("a query", function()
    it("has the types that its route declares", function()
      assert.opened(router.open("/search?page=2&q=a%20b&by=ada-lovelace&shelf=x&shelf=y&utm=mail"))
      local query = stage.top().state.query
      assert.are.equal(2, query.page)
      assert.are.equal("integer", math.type(query.page))
      assert.are.equal("a b", query.q)
      assert.are.same(ada, query.by)
      assert.are.same({ "x", "y" }, query.shelf)
      assert.are.same({ "mail" }, stage.top().state.query_all.utm)
      assert.is_nil(query.order)
      assert.are.same({ "2" }, stage.top().state.query_all.page)
    end)

    it("is in `all` with its types", function()
      router.open("/search?page=2&by=ada-lovelace")
      local all = stage.top().state.all
      assert.are.equal(2, all.page)
      assert.are.same(ada, all.by)
    end)

    it("has an empty list without items", function()
      router.open("/search?page=2")
      assert.are.same({}, stage.top().state.query.shelf)
    end)

    it("fails the open if it is invalid", function()
      local outcome = router.open("/search")
      assert.failed(outcome, "missing_parameter")
      assert.are.equal(
        "'/search' needs 'page' in its query: an integer within 64 bits. Write '?page=…'.",
        outcome.error.message
      )
      assert.failed(router.open("/search?page=two"), "wrong_type")
      assert.failed(router.open("/search?page=1&order=odd"), "wrong_type")
      assert.failed(router.open("/search?page=1&by=ada"), "wrong_type")
      assert.failed(router.open("/search?page=1&shelf=A%20Z"), "wrong_type")
    end)

    it("with another page changes the current screen", function()
      router.open("/search?page=1")
      local page = stage.top()
      router.open("/search?page=2")
      assert.are.equal(page, stage.top())
      assert.are.equal(2, page.number)
    end)

    it("is checked before the open", function()
      assert.is_true(router.can_open("/search?page=1"))
      assert.is_false(router.can_open("/search"))
      local match, problem = router.match("/search?page=two")
      assert.is_nil(match)
      assert.are.equal("wrong_type", problem.code)
      assert.are.equal(3, router.match("/search?page=3").query.page)
    end)

    it("is checked when a location is created", function()
      assert.has_error(function()
        router.to("search")
      end)
      assert.has_error(function()
        router.to("search", {}, { page = "two" })
      end)
      assert.are.equal("/search?page=2", tostring(router.to("search", {}, { page = 2 })))
    end)

    it("is listed with its route", function()
      for _, route in ipairs(router.routes()) do
        if route.name == "search" then
          assert.are.equal("int", route.query.page)
          return
        end
      end
      error("no route is named search")
    end)
  end)

  describe("the page of loans", function()
    it("receives its events while it is shown", function()
      router.open("/")
      router.push("/loans")
      local page = stage.top()
      assert.are.equal(1, router.fetch("/borrow/b7"))
      assert.are.equal(1, page.count)
      router.back()
      assert.are.equal(0, events.emit("/loansChanged", 9))
    end)

    it("keeps the count while the application runs", function()
      router.fetch("/borrow/b7")
      router.fetch("/borrow/b8")
      assert.are.equal(2, session.loans)
      app.reload({})
      assert.are.equal(2, session.loans)
    end)
  end)

  describe("the archive", function()
    local function is_late()
      for _, route in ipairs(router.routes()) do
        if route.late then
          return true
        end
      end
      return false
    end

    it("is loaded by the first link into it", function()
      assert.is_true(is_late())
      assert.opened(router.open("/archive/box/12"), "archive.box")
      assert.opened(router.open("/archive"), "archive.index")
      assert.not_found(router.open("/archive/box/lid"))
      assert.is_false(is_late())
    end)

    it("stays after a reload", function()
      router.open("/archive/box/12")
      assert.is_true(app.reload({}))
      assert.are.equal("archive.box", router.match("/archive/box/12").name)
      assert.opened(router.open("/archive/box/13"), "archive.box")
    end)
  end)

  it("distinguishes a name from a link", function()
    assert.is_nil(router.match("/home"))
    assert.are.equal("home", router.match("home").name)
  end)
end)
