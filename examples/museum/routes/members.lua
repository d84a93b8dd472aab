--- The login, and pages for members or staff only.

session.declare { member = { name = "string", since = "int", card = "string" } }

router.route {
  name = "login",
  path = "/login",
  animator = animator.present { wrap = "stack" },
  view = function(state)
    return screen {
      "Login",
      title = "Log in",
      body = {
        { "text", "Your card has a number of four digits." },
        { "field", "card", placeholder = "Card number" },
        {
          "button",
          "Log in",
          on_tap = function(page)
            local member = host.member(page.fields.card or "")
            if not member then
              page:update { problem = "No member has this card." }
              return
            end
            session.member = member
            page:close(true)
            router.open(router.own(state.query.back) or router.to "you")
          end,
        },
      },
    }
  end,
}

router.route {
  name = "logout",
  path = "/logout",
  action = function()
    session.member = nil
    -- Every page is built again, because the member's name is on some.
    router.reset(router.to "you")
    return true
  end,
}

local function members_only(state)
  if session.member then
    return true
  end
  return router.to("login", nil, { back = state.location })
end

router.route {
  name = "evening",
  path = "/evening",
  redirect = members_only,
  view = function()
    return screen {
      "Evening",
      title = "Members' evening",
      body = {
        { "text", "Friday at seven, with music in room 4." },
        { "link", "Today", to = router.to "today" },
      },
    }
  end,
}

router.route {
  name = "depot",
  path = "/depot",
  view = function()
    return screen {
      "Depot",
      title = "Depot",
      body = {
        { "text", "Shelf 7 is being cleaned." },
        { "link", "Collection", to = router.to "collection" },
      },
    }
  end,
}

router.guard("depot", function()
  if not host.is_staff(session.member and session.member.card or "") then
    return false, "the depot is for the staff"
  end
  return true
end)
