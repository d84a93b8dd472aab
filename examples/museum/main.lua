--- A museum: three tabs, a collection next to its objects, sheets that ask, and people with
--- different access. Look at it with: moonroute serve examples/museum

router.configure {
  hosts = { "museum.example.org" },
  animator = animator.automatic { wrap = "stack" },
}

require "routes.archive"
require "routes.collection"
require "routes.dates"
require "routes.members"
require "routes.tickets"
require "routes.tour"

local rooms = require "rooms"
local collection = require "routes.collection"

router.shell {
  name = "museum",
  initial = "today",
  tabs = {
    {
      name = "today",
      path = "/",
      view = function()
        return screen {
          "Today",
          title = "Today",
          opening = "10 to 18",
          body = {
            { "heading", "On view" },
            { "text", "Four rooms are open. Room 3 is being hung." },
            { "link", "Light on water", to = router.to("exhibition", { slug = "light-on-water" }) },
            { "link", "Tickets", to = router.to "tickets" },
            { "link", "Members' evening", to = router.to "evening" },
            { "link", "Letters", to = router.to "letters" },
          },
        }
      end,
      routes = {
        {
          name = "exhibition",
          path = "exhibition/:slug",
          samples = { { slug = "paper" }, { slug = "clay" } },
          view = function(state)
            return screen {
              "Exhibition",
              title = rooms.title(state.params.slug),
              body = {
                { "text", "Until 28 March, rooms 1 and 2." },
                { "link", "Choose a day", to = router.to("ticket", { kind = "exhibition" }) },
              },
            }
          end,
          redirect = function(state)
            if not rooms.has(state.params.slug) then
              return false, ("there is no exhibition '%s'"):format(state.params.slug)
            end
            return true
          end,
        },
      },
    },
    {
      name = "collection",
      path = "/collection",
      view = collection.view,
      routes = collection.routes,
    },
    {
      name = "you",
      path = "/you",
      view = function()
        local member = session.member
        return screen {
          "You",
          title = member and ("Hello, " .. member.name) or "You",
          body = member and {
            { "text", ("Member since %d"):format(member.since) },
            { "link", "Your tickets", to = router.to "your_tickets" },
            { "link", "Log out", to = router.to "logout" },
          } or {
            { "text", "Members see the depot, and come in free." },
            { "link", "Log in", to = router.to("login", nil, { back = "/you" }) },
          },
        }
      end,
      routes = {
        {
          name = "your_tickets",
          path = "tickets",
          view = function()
            local lines = {}
            for _, ticket in ipairs(session.tickets or {}) do
              lines[#lines + 1] = { "text", ("%s, %s"):format(ticket.kind, ticket.day) }
            end
            if #lines == 0 then
              lines[1] = { "text", "No tickets yet." }
            end
            return screen { "YourTickets", title = "Your tickets", body = lines }
          end,
        },
      },
    },
  },
}

-- A link without a matching route is a search if it is a single word.
router.unmatched(function(state)
  if state.scheme and state.host ~= "museum.example.org" then
    return nil
  end
  local segments = state.location.segments
  if #segments == 1 and rooms.find(segments[1]) then
    return router.to("object", { number = rooms.find(segments[1]) })
  end
  return nil
end)
