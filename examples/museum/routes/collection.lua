--- The collection: a list next to the selected object, if there is room for both.
local rooms = require "rooms"

local M = {}

--- The list.
function M.view()
  local list = {}
  for _, number in ipairs(rooms.numbers()) do
    local object = rooms.objects[number]
    list[#list + 1] = { "link", object.title, to = router.to("object", { number = number }) }
  end
  return screen { "Collection", title = "Collection", body = { { "list", list } } }
end

M.routes = {
  {
    name = "object",
    path = ":number<int>",
    -- A picture, a picture in the depot, and a missing one.
    samples = { { number = 12 }, { number = 90 }, { number = 1 } },
    tags = { "campaign" },
    -- The next object replaces the selected one.
    animator = animator.refresh {
      apply = function(page, state)
        local object = rooms.objects[state.params.number]
        page.title = object.title
        page.room = object.room or "depot"
      end,
      otherwise = "push",
    },
    redirect = {
      function(state)
        if not rooms.objects[state.params.number] then
          return false, ("object %d is not ours"):format(state.params.number)
        end
        return true
      end,
      function(state)
        if rooms.objects[state.params.number].depot and not session.member then
          return router.to("login", nil, { back = state.location })
        end
        return true
      end,
    },
    view = function(state)
      local object = rooms.objects[state.params.number]
      return screen {
        "Object",
        title = object.title,
        room = object.room or "depot",
        body = {
          { "image", ("https://museum.example.org/images/%d.jpg"):format(state.params.number) },
          { "text", "Oil on canvas." },
          { "link", "Where it hangs", to = router.to("plan", { number = state.params.number }) },
        },
      }
    end,
    routes = {
      {
        name = "plan",
        path = "plan",
        animator = animator.sheet { position = "bottom", size = 0.6, cover = "dim" },
        view = function(state)
          local object = rooms.objects[state.params.number]
          return screen {
            "Plan",
            title = object.room and ("Room %d"):format(object.room) or "Depot",
            body = { { "text", "Second floor, left of the stairs." } },
          }
        end,
      },
    },
  },
}

return M
