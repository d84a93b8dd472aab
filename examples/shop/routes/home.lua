--- The first page.
local basket = require "basket"
local catalog = require "catalog"

local function everything()
  return true
end

router.route {
  name = "home",
  path = "/",
  animator = animator.root { wrap = "stack" },
  view = function()
    local links = {}
    for _, product in ipairs(catalog.products(everything)) do
      links[#links + 1] = { "link", product.title, to = router.to("product", { id = product.id }) }
    end
    return screen {
      "Home",
      title = session.user and ("Hello, %s"):format(session.user) or "Welcome",
      basket = basket.count(),
      body = links,
    }
  end,
}
