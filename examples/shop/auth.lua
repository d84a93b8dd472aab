--- Who may go where.
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

--- Reads where to go after the login. A link may carry anything here, so only places that this
--- application has are taken; all else leads home.
---
---@param text string?
function M.destination(text)
  local fine, location = pcall(router.location, text or "/")
  if fine and router.can_open(location) then
    return location
  end
  return router.to("home")
end

return M
