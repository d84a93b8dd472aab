import ScriptTesting

extension WanderFaultTests {
  /// Mistakes that a comparison reveals: with a new application, with a step back, or with the stage
  /// before a tap; and mistakes that only the program reveals.
  static let effectFaults = [
    Fault(
      "a title that depends on earlier visitors",
      in: "tabs",
      [
        ("main.lua", "local function page(view)", "local seen = {}\nlocal function page(view)"),
        (
          "main.lua", #"    return screen({ view, title = ("%s %s")"#,
          """
              local known = seen[state.params.id]
              seen[state.params.id] = true
              return screen({ view, known = known, title = ("%s %s")
          """
        ),
      ],
      breaks: .history,
      "shows something different from a new application"
    ),
    Fault(
      "a price that is kept from the first person who asked",
      in: "museum",
      [
        ("routes/tickets.lua", "local prices = {", "local known = {}\nlocal prices = {"),
        (
          "routes/tickets.lua", "    return screen {\n      \"Ticket\",",
          """
              known[kind] = known[kind] or (session.member and 0 or prices[kind])
              return screen {
                "Ticket",
          """
        ),
        ("routes/tickets.lua", "session.member and 0 or prices[kind],", "known[kind],"),
      ],
      breaks: .history,
      "shows something different from a new application"
    ),
    Fault(
      "a basket that all people share",
      in: "shop",
      [
        ("basket.lua", "local M = {}", "local M = {}\nlocal all = {}"),
        (
          "basket.lua", "  session.basket = session.basket or {}\n  return session.basket",
          "  return all"
        ),
      ],
      breaks: .history,
      "shows something different from a new application"
    ),
    Fault(
      "a button without its action",
      in: "museum",
      [("routes/tickets.lua", #"local day = router.ask "day""#, "local day = page.day")],
      breaks: .noEffect,
      "tapping 'Choose a day' on 'ticket' changes nothing"
    ),
    Fault(
      "a button that waits for its own result",
      in: "museum",
      [
        (
          "routes/tickets.lua",
          """
                      if not page.day then
                        page:update { problem = "Choose a day first." }
                        return
          """,
          """
                      if not page.bought then
                        return
          """
        )
      ],
      breaks: .noEffect,
      "tapping 'Buy' on 'ticket' changes nothing"
    ),
    Fault(
      "a login that ignores its button",
      in: "museum",
      [
        (
          "routes/members.lua", #"local member = host.member(page.fields.card or "")"#,
          "if not page.ready then return end\n            local member = host.member(\"\")"
        )
      ],
      breaks: .noEffect,
      "tapping 'Log in' on 'login' changes nothing"
    ),
    Fault(
      "a form that asks before a step back only",
      in: "tabs",
      [
        (
          "screens/library.lua", "on_exit = function(form)",
          "on_exit = function(form, target)\n    if target then return true end"
        )
      ],
      to: [
        (
          "screens/library.lua", "unsaved = false })",
          """
          unsaved = false, body = {
            { "field", "name" },
            { "button", "Done", on_tap = function(page) page:update { done = true } end },
          } })
          """
        ),
        (
          "screens/library.lua", "if not form.unsaved then",
          #"if (form.fields.name or "") == "" then"#
        ),
      ],
      breaks: .leave,
      "'new_playlist' refuses a step back, but a link removes it without a question"
    ),
    Fault(
      "an event about a product that nobody sells",
      in: "shop",
      [
        (
          "routes/products.lua", "local function product_title(state)",
          """
          events.on("/stock/:id<int>", function(event)
            log.info(catalog.product(event.params.id).title)
          end)
          local function product_title(state)
          """
        )
      ],
      breaks: .problem,
      "attempt to index a nil value"
    ),
    Fault(
      "an event that expects a page",
      in: "tabs",
      [
        (
          "main.lua", "router.shell({",
          """
          events.on("/battery/:percent<int>", function(event)
            stage.top():update { is_low = event.params.percent < 20 }
          end)
          router.shell({
          """
        )
      ],
      breaks: .problem,
      "attempt to index a nil value"
    ),
    Fault(
      "a switch of the program that nobody has tried",
      in: "museum",
      [
        (
          "main.lua", "        local member = session.member\n",
          """
                  local member = session.member
                  if resources.get "closed" then error("closed today") end

          """
        )
      ],
      to: [
        (
          "main.lua", #"local rooms = require "rooms""#,
          """
          resources.put { name = "closed", path = "/closed", value = false }
          local rooms = require "rooms"
          """
        )
      ],
      breaks: .problem,
      "closed today"
    ),
    Fault(
      "an event whose value is only partly there",
      in: "shop",
      [
        (
          "routes/products.lua", "log.info(event.extra.title)",
          "log.info(event.extra.buyer.name)"
        )
      ],
      adding: [
        "spec/paid_spec.lua": """
        it("hears of payments", function() events.emit("/paid/7", { title = "Chair" }) end)
        """
      ],
      to: [
        (
          "routes/products.lua", "local function product_title(state)",
          """
          events.on("/paid/:order<int>", function(event)
            log.info(event.extra.title)
          end)
          local function product_title(state)
          """
        )
      ],
      breaks: .problem,
      "attempt to index a nil value"
    ),
    Fault(
      "a number of the program that only a spec knows",
      in: "museum",
      [
        (
          "main.lua", "        local member = session.member\n",
          """
                  local member = session.member
                  if resources.get "guests" > 400 then error("the house is full") end

          """
        )
      ],
      adding: [
        "spec/guests_spec.lua": """
        it("counts guests", function() resources.update("guests", 450) end)
        """
      ],
      to: [
        (
          "main.lua", #"local rooms = require "rooms""#,
          """
          resources.put { name = "guests", path = "/guests", value = 0 }
          local rooms = require "rooms"
          """
        )
      ],
      breaks: .problem,
      "the house is full"
    ),
    Fault(
      "the second of two buttons with the same text",
      in: "museum",
      [
        (
          "routes/tickets.lua", "on_tap = function(page) page:update { second = true } end",
          "on_tap = function() error(\"no more\") end"
        )
      ],
      to: [
        (
          "routes/tickets.lua", #"        { "link", "The whole day, 14""#,
          """
                  { "button", "More", on_tap = function(page) page:update { first = true } end },
                  { "button", "More", on_tap = function(page) page:update { second = true } end },
                  { "link", "The whole day, 14"
          """
        )
      ],
      breaks: .problem,
      "no more"
    ),
  ]
}
