--- How the screens look in `moonroute serve`. No program reads this file.

---@type screen.Looks
local looks = {
  accent = { light = "#0b6e4f", dark = "#4cc79a" },
  views = {
    Product = {
      { "heading", "$title" },
      { "badge", "Number $id" },
      { "body" },
    },
  },
}

return looks
