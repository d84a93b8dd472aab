--- A shop: the rules that an application with Moonroute loads.

router.configure {
  redirect_limit = 5,
  hosts = { "shop.example.com", "*.shop.example.com" },
  animator = animator.automatic { wrap = "stack" },
}

require "analytics"
require "routes.account"
require "routes.basket"
require "routes.campaigns"
require "routes.checkout"
require "routes.guides"
require "routes.home"
require "routes.legacy"
require "routes.products"
require "routes.staff"

local function is_ours(state)
  if state.scheme == "http" or state.scheme == "https" then
    local name = state.host or ""
    return name == "shop.example.com" or name:match("%.shop%.example%.com$") ~= nil
  end
  return state.scheme == nil or state.scheme == "shop"
end

-- A link without a matching route: one word starts a search, other links get a page that says so.
-- Links of others (mailto:, javascript:, other hosts) remain not found.
router.unmatched(function(state)
  if not is_ours(state) then
    return nil
  end
  local segments = state.location.segments
  if #segments == 1 then
    return router.to("search", nil, { q = segments[1] })
  end
  return screen { "NotFound", title = "Nothing here", path = state.path }
end)

router.on_error(function(outcome)
  log.warn(tostring(outcome.location), outcome.error and outcome.error.message or outcome.reason)
end)
