--- The rules of access.
local M = {}

--- Sends a visitor who is not logged in to the login, which returns them to `target`.
---
--- Use it as the `redirect` of a route or of a group.
function M.required(_, target)
  if session.user then
    return true
  end
  return router.to("login", nil, { back = target.location })
end

--- Parses the destination after the login. A link can contain anything here, so only places in this
--- application count: its routes, under its own schemes and hosts. The default is the home page.
---
---@param text string?
function M.destination(text)
  return router.own(text) or router.to("home")
end

return M
