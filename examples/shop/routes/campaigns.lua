--- Short links, QR codes, newsletters, gifts and invitations.
local auth = require "auth"

local short_links = {
  ["8f3a"] = "/product/7",
  ["c0de"] = "/collection/summer/linen",
  ["7ea5"] = "/category/茶",
}

-- Posters use capital letters, because these make QR codes smaller.
local posters = {
  SPRING26 = { "product", { id = 8 } },
  TEA = { "category", { category = "茶" } },
}

router.route {
  name = "short",
  path = "/s/:code<hex>",
  samples = { { code = "8f3a" }, { code = "1f" } },
  redirect = function(state)
    local location = short_links[state.params.code]
    if not location then
      return false, "this short link has expired"
    end
    return location
  end,
}

router.route {
  name = "poster",
  path = "/q/:code",
  samples = { { code = "SPRING26" }, { code = "x" } },
  case_sensitive = false,
  redirect = function(state)
    local poster = posters[state.params.code:upper()]
    if not poster then
      return router.to("home")
    end
    return router.to(poster[1], poster[2])
  end,
}

router.route {
  name = "newsletter",
  path = "/newsletter/:answer<confirm|unsubscribe>/:subscriber<uuid>",
  action = function(state)
    host.track("newsletter", { answer = state.params.answer })
    return state.params.answer, state.params.subscriber
  end,
}

router.route {
  name = "gift",
  path = "/gift/:batch-:number-:secret", -- moonroute: allow unused_parameter
  redirect = auth.required,
  view = function(state)
    return screen { "Gift", title = "A gift for " .. session.user, batch = state.params.batch }
  end,
}

router.route {
  name = "invitation",
  path = "/invite/@:friend",
  view = function(state)
    return screen { "Invitation", title = state.params.friend .. " invites you" }
  end,
  animator = animator.present { wrap = "stack" },
}

-- The old summer campaign redirects to itself in a loop: the router reports this.
-- moonroute: allow redirect_loop
router.route { path = "/summer-sale", redirect = "/sale-summer" }
-- moonroute: allow redirect_loop
router.route { path = "/sale-summer", redirect = "/summer-sale" }
