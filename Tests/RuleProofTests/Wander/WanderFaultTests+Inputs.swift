import ScriptTesting

extension WanderFaultTests {
  /// Mistakes that only a second try, another result of the program or an unusual link reveals.
  static let inputFaults = [
    Fault(
      "a guard that refuses every second time",
      in: "shop",
      [
        (
          "routes/staff.lua", #"router.guard("/staff/**", function()"#,
          #"""
          local turn = 0
          router.guard("/category/**", function()
            turn = turn + 1
            return turn % 2 == 0, "not now"
          end)
          router.guard("/staff/**", function()
          """#
        )
      ],
      breaks: .retry,
      "is refused, and opens when it is tried again"
    ),
    Fault(
      "a lock that opens at the second knock",
      in: "museum",
      [
        (
          "routes/members.lua", #"router.guard("depot", function()"#,
          #"""
          local knocks = 0
          router.guard("depot", function()
            knocks = knocks + 1
            if knocks > 1 then return true end
          """#
        )
      ],
      breaks: .retry,
      "is refused, and opens when it is tried again"
    ),
    Fault(
      "a player that refuses the first link while it loads",
      in: "tabs",
      [
        (
          "main.lua", "router.shell({",
          """
          local ready = false
          router.guard("/play/**", function()
            if ready then return true end
            ready = true
            return false, "loading"
          end)
          router.shell({
          """
        )
      ],
      breaks: .retry,
      "is refused, and opens when it is tried again"
    ),
    Fault(
      "a back office that expects its people to be logged in",
      in: "shop",
      [
        (
          "routes/staff.lua",
          "  if not session.user then\n    return false, \"staff only: nobody is logged in\"\n  end\n",
          ""
        ),
        (
          "routes/staff.lua", #"path = "/staff", view = "BackOffice" }"#,
          #"""
          path = "/staff", view = function()
            return screen { "BackOffice", title = session.user:upper() }
          end }
          """#
        ),
      ],
      breaks: .problem,
      "attempt to index a nil value (field 'user')"
    ),
    Fault(
      "a depot that expects its staff to be members",
      in: "museum",
      [
        (
          "routes/members.lua", #"title = "Depot","#,
          #"title = "Depot of " .. session.member.name,"#
        )
      ],
      breaks: .problem,
      "attempt to index a nil value (field 'member')"
    ),
    Fault(
      "an item of the query that no route declares",
      in: "tabs",
      [
        (
          "main.lua", #"    return screen({ view, title = ("%s %s")"#,
          """
              if state.query.preview == "draft" then error("no preview") end
              return screen({ view, title = ("%s %s")
          """
        )
      ],
      breaks: .problem,
      "no preview"
    ),
    Fault(
      "a value of the query that leaves a page empty",
      in: "shop",
      [
        (
          "routes/home.lua", "  view = function()\n    local links = {}",
          """
            view = function(state)
              if state.query.embed == "frame" then return screen { "Home", body = {} } end
              local links = {}
          """
        )
      ],
      breaks: .deadEnd,
      "'home' has no way out"
    ),
    Fault(
      "a search for a text as a pattern",
      in: "tabs",
      [
        (
          "main.lua", #"view = page("Artist")"#,
          """
          view = function(state)
            local known = ("abba"):find(state.params.id)
            return page("Artist")(state)
          end
          """
        )
      ],
      breaks: .problem,
      "opening '/search/artist/"
    ),
    Fault(
      "a parameter as a format",
      in: "tabs",
      [
        (
          "main.lua", #"("%s %s"):format(view, state.params.id)"#,
          "tostring(state.params.id):format()"
        )
      ],
      breaks: .problem,
      "format"
    ),
    Fault(
      "a button that expects a choice",
      in: "museum",
      [
        (
          "routes/tickets.lua",
          """
                      if not page.day then
                        page:update { problem = "Choose a day first." }
                        return
                      end

          """, ""
        ),
        (
          "routes/tickets.lua", "day = page.day })\n            events",
          "day = page.day:sub(1) })\n            events"
        ),
      ],
      breaks: .problem,
      "attempt to index a nil value (field 'day')"
    ),
    Fault(
      "an album that can be shown only once",
      in: "tabs",
      [
        ("main.lua", "local function page(view)", "local shown = {}\nlocal function page(view)"),
        (
          "main.lua", #"path = "album/:id","#,
          """
          path = "album/:id",
          redirect = function(state)
            if shown[state.params.id] then return "/listen" end
            shown[state.params.id] = true
            return true
          end,
          """
        ),
      ],
      breaks: .recheck,
      "'album' is on the stage after a recheck"
    ),
    Fault(
      "an action that never ends",
      in: "tabs",
      [
        (
          "main.lua", "router.shell({",
          """
          router.route { name = "sync", path = "/sync", action = function()
            while true do sleep(60) end
          end }
          router.shell({
          """
        )
      ],
      breaks: .problem,
      "'sync' waited longer than"
    ),
    Fault(
      "a leave guard that expects a target",
      in: "museum",
      [
        (
          "routes/tickets.lua", "  on_exit = function(page, target)\n",
          """
            on_exit = function(page, target)
              if target.name == "ticket" then return true end

          """
        )
      ],
      breaks: .back,
      "'ticket' cannot be left"
    ),
    Fault(
      "scripts that do not reload for a member",
      in: "museum",
      [
        (
          "main.lua", #"local rooms = require "rooms""#,
          """
          if session.member and session.member.since > 2015 then error("too young") end
          local rooms = require "rooms"
          """
        )
      ],
      breaks: .problem,
      "the scripts do not load again: too young"
    ),
    Fault(
      "an amount that is expected to be whole",
      in: "shop",
      [("routes/staff.lua", #"("refunded %.2f for order %d")"#, #"("refunded %d for order %d")"#)],
      breaks: .problem,
      "number has no integer representation"
    ),
    Fault(
      "a first page that is empty for staff who are not logged in",
      in: "shop",
      [
        (
          "routes/home.lua", "    local links = {}",
          """
              if host.is_staff("") and not session.user then
                return screen { "Home", body = {} }
              end
              local links = {}
          """
        )
      ],
      breaks: .deadEnd,
      "'home' has no way out"
    ),
    Fault(
      "a guard that raises an error once a person has left the staff",
      in: "shop",
      [
        (
          "routes/staff.lua", #"router.guard("/staff/**", function()"#,
          """
          router.guard("/staff/**", function()
            if session.user == "jonas" and not host.is_staff("jonas") then error("fired") end
          """
        )
      ],
      breaks: .problem,
      "fired"
    ),
    Fault(
      "a count of visits in an undeclared field",
      in: "museum",
      [
        (
          "routes/members.lua", #"router.guard("depot", function()"#,
          """
          router.guard("depot", function()
            if not session.member and host.is_staff("") then
              session.visits = session.visits + 1
            end
          """
        )
      ],
      breaks: .problem,
      "'visits' is not a field of session"
    ),
    Fault(
      "a name that is cut inside a character",
      in: "tabs",
      [
        (
          "main.lua", #"view = page("Artist")"#,
          """
          view = function(state)
            return screen { "Artist", title = json.encode { state.params.id:sub(1, 1) } }
          end
          """
        )
      ],
      breaks: .problem,
      "bad argument #1 to 'json.encode'"
    ),
    Fault(
      "a stop below zero",
      in: "museum",
      [
        (
          "routes/tour.lua", "local stop = state.params.stop or 1",
          "local stop = state.params.stop or 1\n    if stop < 0 then error(\"no stop\") end"
        )
      ],
      breaks: .problem,
      "no stop"
    ),
    Fault(
      "a theme without a title",
      in: "tabs",
      [
        (
          "main.lua", #"view = page("Album")"#,
          """
          view = function(state)
            local titles = { dark = "Dark" }
            return screen { "Album", title = titles[state.query.theme or "dark"]:upper() }
          end
          """
        )
      ],
      breaks: .problem,
      "attempt to index a nil value"
    ),
  ]
}
