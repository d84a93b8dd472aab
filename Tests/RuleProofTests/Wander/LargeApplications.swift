/// Applications of more than a hundred routes each, without a mistake.
enum LargeApplications {
  static let all = ["office": office, "store": store, "channel": channel]

  /// Forty folders of documents with a form that asks before it discards, and pages for some only.
  private static let office = [
    "personas.lua": """
    return {
      visitor = {},
      ada = { session = { user = "Ada" } },
      boss = { session = { user = "Grace", may_approve = true } },
    }
    """,
    "main.lua": """
    session.declare { user = "string", may_approve = "bool", texts = "any", approved = "any" }
    events.declare { name = "saved", path = "/saved/:folder<int>/:id<int>" }

    local function texts() return session.texts or {} end

    local function needs_login(state)
      if session.user then return true end
      return router.to("login", nil, { back = state.location })
    end

    local function home() return { "link", "All folders", to = router.to "home" } end

    router.route { name = "home", path = "/", animator = "root", view = function()
      local body = { { "text", session.user or "Nobody is logged in" } }
      for folder = 1, 40 do
        body[#body + 1] = { "link", "Folder " .. folder, to = router.to("folder" .. folder) }
      end
      return screen { "Home", body = body }
    end }

    router.route { name = "login", path = "/login", animator = "present", view = function()
      return screen { "Login", body = { { "text", "Log in elsewhere" }, home() } }
    end }

    router.route { name = "discard", path = "/discard", animator = "sheet", view = function()
      return screen { "Discard", body = {
        { "button", "Discard", on_tap = function(page) page:close(true) end },
        { "button", "Keep", on_tap = function(page) page:close(false) end },
      } }
    end }

    local function form(folder, id)
      return screen { "Edit", body = {
        { "field", "text" },
        { "button", "Save", on_tap = function(page)
          local text = page.fields.text or ""
          if text == "" then return page:update { problem = "Write something." } end
          local all = texts()
          all[folder .. "/" .. id] = text
          session.texts = all
          page:update { saved = true }
          events.emit("/saved/" .. folder .. "/" .. id)
          page:close(true)
        end },
      } }
    end

    for folder = 1, 40 do
      local name = "folder" .. folder
      router.route { name = name, path = "/folder/" .. folder, view = function()
        local body = { home() }
        for id = 1, 5 do
          body[#body + 1] = { "link", "Document " .. id, to = router.to(name .. ".page", { id = id }) }
        end
        return screen { "Folder", body = body }
      end }
      router.route {
        name = name .. ".page", path = "/folder/" .. folder .. "/:id<int>",
        redirect = function(state)
          if state.params.id > 0 and state.params.id < 1000 then return true end
          return false, "there is no such document"
        end,
        view = function(state)
          local id = state.params.id
          local key = folder .. "/" .. id
          return screen { "Document", text = texts()[key] or "", body = {
            { "link", "Edit", to = router.to(name .. ".edit", { id = id }) },
            { "link", "Approve", to = router.to(name .. ".approve", { id = id }) },
            home(),
          } }
        end,
      }
      router.route {
        name = name .. ".edit", path = "/folder/" .. folder .. "/:id<int>/edit",
        animator = "present", redirect = needs_login,
        view = function(state) return form(folder, state.params.id) end,
        on_exit = function(page)
          if page.saved or (page.fields.text or "") == "" then return true end
          return router.ask "discard" == true
        end,
      }
      router.route {
        name = name .. ".approve", path = "/folder/" .. folder .. "/:id<int>/approve",
        redirect = function(state)
          if not session.may_approve then return false, "only the boss approves" end
          return needs_login(state)
        end,
        action = function(state)
          local all = session.approved or {}
          all[folder .. "/" .. state.params.id] = true
          session.approved = all
          return "approved"
        end,
      }
    end

    events.on("saved", function(event)
      local page = stage.find("folder" .. event.params.folder)
      if page then page:update { last = event.params.id } end
    end)
    """,
  ]

  /// Sixty categories, a basket in the session, and a checkout of three steps.
  private static let store = [
    "personas.lua": """
    return {
      visitor = {},
      mei = { session = { customer = "Mei" } },
      clerk = { session = { customer = "Jonas" }, host = { is_clerk = true } },
    }
    """,
    "headless.lua": """
    host.stub("is_clerk", function() return false end)
    host.stub("stock", function(id) return id % 7 == 0 and 0 or 3 end)
    host.stub("pay", function(cents) return cents < 100000 end)
    """,
    "basket.lua": """
    local M = {}
    function M.lines() return session.basket or {} end
    function M.count()
      local count = 0
      for _, line in ipairs(M.lines()) do count = count + line.pieces end
      return count
    end
    function M.add(id)
      local lines = M.lines()
      for _, line in ipairs(lines) do
        if line.id == id then
          if line.pieces >= host.stock(id) then return false end
          line.pieces = line.pieces + 1
          session.basket = lines
          return true
        end
      end
      lines[#lines + 1] = { id = id, pieces = 1 }
      session.basket = lines
      return true
    end
    function M.clear() session.basket = nil end
    return M
    """,
    "invariants.lua": """
    local basket = require "basket"
    invariant("nobody buys what is not there", function()
      for _, line in ipairs(basket.lines()) do
        if line.pieces > host.stock(line.id) then return false, tostring(line.id) end
      end
      return true
    end)
    """,
    "main.lua": """
    local basket = require "basket"
    session.declare { customer = "string", basket = "any", address = "string", orders = "any" }

    local function id_of(category, number) return category * 100 + number end

    local function overview(first)
      return function()
        local body = { { "link", "Basket", to = router.to "basket" } }
        for category = first, 60, 2 do
          body[#body + 1] = { "link", "Category " .. category, to = router.to("c" .. category) }
        end
        return screen { "Overview", count = basket.count(), body = body }
      end
    end

    local function category(number)
      local name = "c" .. number
      return {
        name = name, path = "c/" .. number, view = function()
          local body = { { "heading", name } }
          for product = 1, 6 do
            local to = router.to(name .. ".product", { number = product })
            body[#body + 1] = { "list", { { "link", "Product " .. product, to = to } } }
          end
          return screen { "Category", body = body }
        end,
        routes = {
          {
            name = name .. ".product", path = ":number<int>",
            redirect = function(state)
              if state.params.number >= 1 and state.params.number <= 6 then return true end
              return router.to(name)
            end,
            view = function(state)
              local id = id_of(number, state.params.number)
              local left = host.stock(id)
              return screen { "Product", left = left, body = {
                { "text", left == 0 and "Sold out" or "In stock" },
                left > 0 and { "button", "Add to basket", on_tap = function(page)
                  page:update { added = basket.add(id), count = basket.count() }
                end },
                { "link", "Basket", to = router.to "basket" },
              } }
            end,
          },
        },
      }
    end

    local function categories(first)
      local routes = {}
      for number = first, 60, 2 do routes[#routes + 1] = category(number) end
      return routes
    end

    router.shell { name = "store", initial = "even", tabs = {
      { name = "even", path = "/even", view = overview(2), routes = categories(2) },
      { name = "odd", path = "/odd", view = overview(1), routes = categories(1) },
      { name = "me", path = "/me", view = function()
        return screen { "Me", title = session.customer or "Welcome", body = {
          { "link", "Basket", to = router.to "basket" },
          session.customer and { "link", "Log out", to = router.to "logout" },
        } }
      end },
    } }

    router.route { name = "basket", path = "/basket", animator = "present", view = function()
      local body = { { "link", "Go on", to = router.to "even" } }
      for _, line in ipairs(basket.lines()) do
        body[#body + 1] = { "text", line.id .. " × " .. line.pieces }
      end
      if basket.count() > 0 then
        body[#body + 1] = { "link", "Check out", to = router.to "checkout.address" }
        body[#body + 1] = { "button", "Clear", on_tap = function(page)
          basket.clear()
          page:close()
        end }
      end
      return screen { "Basket", body = body }
    end }

    local function needs_goods()
      if basket.count() == 0 then return router.to "basket" end
      return true
    end

    router.route {
      name = "checkout.address", path = "/checkout/address", redirect = needs_goods,
      view = function()
        return screen { "Address", body = {
          { "field", "address" },
          { "button", "Next", on_tap = function(page)
            local address = page.fields.address or ""
            if address == "" then return page:update { problem = "Where do you live?" } end
            session.address = address
            router.open "/checkout/pay"
          end },
        } }
      end,
    }
    router.route {
      name = "checkout.pay", path = "/checkout/pay",
      redirect = function()
        if not session.address then return router.to "checkout.address" end
        return needs_goods()
      end,
      view = function()
        return screen { "Pay", body = {
          { "button", "Pay", on_tap = function(page)
            page:update { is_paying = true }
            sleep(2)
            if basket.count() == 0 or not host.pay(basket.count() * 990) then
              return page:update { is_paying = false, problem = "The payment failed." }
            end
            basket.clear()
            session.orders = (session.orders or 0) + 1
            router.reset "/me"
          end },
          { "link", "Back to the shop", to = router.to "even" },
        } }
      end,
    }

    router.route { name = "logout", path = "/logout", action = function()
      session.customer, session.basket, session.address, session.orders = nil, nil, nil, nil
      router.reset "/even"
      return true
    end }

    router.guard("/staff/**", function()
      return host.is_clerk(), "for clerks only"
    end)
    for number = 1, 20 do
      router.route {
        name = "staff" .. number, path = "/staff/" .. number, view = "Staff",
      }
    end
    """,
  ]

  /// Nested tabs, a player with a timer, a queue, and what the program reports.
  private static let channel = [
    "personas.lua": "return { visitor = {}, kid = { session = { age = 9 } } }",
    "main.lua": """
    session.declare { age = "int", queue = "any", place = "any" }
    resources.put { name = "offline", path = "/offline", value = false }

    router.configure { animator = animator.automatic { wrap = "stack" } }

    local function queue() return session.queue or {} end

    local function grown_up()
      if session.age and session.age < 12 then return false, "for older people" end
      return true
    end

    local function show(number)
      local name = "show" .. number
      return {
        name = name, path = "show/" .. number, tags = { number % 3 == 0 and "late" or "day" },
        redirect = number % 3 == 0 and grown_up or nil,
        view = function()
          local body = {}
          for part = 1, 4 do
            body[#body + 1] = { "link", "Part " .. part, to = router.to(name .. ".part", { part = part }) }
            body[#body + 1] = { "button", "Later", on_tap = function(page)
              local all = queue()
              all[#all + 1] = name .. "/" .. part
              if #all > 8 then table.remove(all, 1) end
              session.queue = all
              page:update { queued = #all, last = part }
              log.info("queued", name, part)
            end }
          end
          return screen { "Show", body = body }
        end,
        routes = {
          { name = name .. ".part", path = "part/:part<int>", view = function(state)
            local to = router.to("play", { show = number, part = state.params.part })
            return screen { "Part", part = state.params.part, body = { { "link", "Play", to = to } } }
          end },
        },
      }
    end

    local function shows(first, last)
      local list = {}
      for number = first, last do list[#list + 1] = show(number) end
      return list
    end

    local function links(first, last)
      return function()
        local body = { { "text", resources.get "offline" and "Offline" or "Online" } }
        for number = first, last do
          body[#body + 1] = { "link", "Show " .. number, to = router.to("show" .. number) }
        end
        return screen { "Shows", body = body }
      end
    end

    router.shell { name = "channel", initial = "new", tabs = {
      { name = "new", path = "/new", view = links(1, 25), routes = shows(1, 25) },
      { name = "old", path = "/old", view = links(26, 50), routes = shows(26, 50) },
      { name = "queue", path = "/queue", view = function()
        local body = { { "link", "New shows", to = router.to "new" } }
        for _, entry in ipairs(queue()) do body[#body + 1] = { "text", entry } end
        return screen { "Queue", body = body }
      end },
    } }

    router.route {
      name = "play", path = "/play/:show<int>/:part<int>",
      animator = animator.full_screen { transition = "fade" },
      redirect = function(state)
        local number = state.params.show
        if number < 1 or number > 50 then return false, "there is no such show" end
        if number % 3 == 0 then return grown_up() end
        return true
      end,
      view = function()
        local page = screen { "Player", at = 0, body = {
          { "button", "Close", on_tap = function(page) page:close() end },
          { "button", "Skip", on_tap = function(page) page:update { at = page.at + 30 } end },
        } }
        every(10, function()
          if page.at < 600 then page:update { at = page.at + 10 } end
        end)
        events.on("/headphones/:state<in|out>", function(event)
          page:update { paused = event.params.state == "out" }
        end)
        return page
      end,
    }

    events.on("/battery/:percent<int>", function(event)
      local page = stage.top()
      if page then page:update { is_low = event.params.percent < 20 } end
    end)
    """,
  ]
}
