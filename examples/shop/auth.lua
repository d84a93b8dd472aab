--- The rules about who may go where.
local M = {}

--- Sends a visitor who is not logged in to the login, which brings them back to `target`.
---
--- Use it as the `redirect` of a route or of a group.
function M.required(_, target)
  if session.user then
    return true
  end
  return router.to("login", nil, { back = target.location })
end

--- Reads where to go after the login. A link may carry anything here, so only places of this
--- application are taken: its routes, under its own schemes and hosts. All else leads home.
---
---@param text string?
function M.destination(text)
  return router.own(text) or router.to("home")
end

return M
