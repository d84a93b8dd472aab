--- Tickets: a form that asks for a day and protects its input.

session.declare { tickets = { "[]", kind = "day|exhibition", day = "Friday|Saturday|Sunday" } }

local prices = { day = 14, exhibition = 18 }

router.route {
  name = "tickets",
  path = "/tickets",
  view = function()
    return screen {
      "Tickets",
      title = "Tickets",
      body = {
        { "link", "The whole day, 14", to = router.to("ticket", { kind = "day" }) },
        { "link", "Light on water, 18", to = router.to("ticket", { kind = "exhibition" }) },
      },
    }
  end,
}

-- A link is deliberate, so it may discard a chosen day; a careless swipe must not.
-- moonroute: allow leave
router.route {
  name = "ticket",
  path = "/tickets/:kind<day|exhibition>",
  animator = animator.present { wrap = "stack" },
  view = function(state)
    local kind = state.params.kind
    return screen {
      "Ticket",
      title = kind == "day" and "The whole day" or "Light on water",
      price = session.member and 0 or prices[kind],
      body = {
        {
          "button",
          "Choose a day",
          on_tap = function(page)
            local day = router.ask "day"
            if day then
              page:update { day = day }
            end
          end,
        },
        {
          "button",
          "Buy",
          on_tap = function(page)
            if not page.day then
              page:update { problem = "Choose a day first." }
              return
            end
            session.tickets = session.tickets or {}
            table.insert(session.tickets, { kind = kind, day = page.day })
            events.emit("bought", { kind = kind, day = page.day })
            page:update { bought = true }
            page:close(true)
          end,
        },
      },
    }
  end,
  on_exit = function(page, target)
    if page.day and not page.bought and not target then
      return false, "a day is chosen: buy the ticket, or choose another one"
    end
    return true
  end,
}

events.declare { name = "bought", path = "/tickets/bought", sticky = true }

events.on("bought", function(event)
  log.info("bought", event.extra.kind, event.extra.day)
end)
