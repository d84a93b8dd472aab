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
