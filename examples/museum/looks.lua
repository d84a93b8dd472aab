--- How the screens look in the inspector. No program reads this file.
return {
  accent = { light = "#0b6e4f", dark = "#4cc79a" },
  pictures = { folder = "pictures" },
  views = {
    Object = {
      { "image", "$title.svg", ratio = 1.4, alt = "$title" },
      { "heading", "$title" },
      { "row", { "badge", "Room $room" }, { "text", "Oil on canvas", soft = true } },
      { "button", "Where it hangs" },
    },
    Collection = {
      {
        "list",
        "$items",
        {
          "row",
          { "image", "$text.svg", width = 56, ratio = 1.4, alt = "" },
          { "text", "$text" },
        },
      },
    },
    Plan = {
      { "map", "$title", x = 0.3, y = 0.35 },
      { "body" },
    },
    Ticket = {
      { "price", "$price", currency = "EUR", zero = "free" },
      { "text", "free for members", soft = true },
      { "button", "Choose a day", style = "tinted", unless = "$day" },
      { "badge", "$day", tone = "good" },
      { "button", "Buy" },
      { "badge", "$problem", tone = "bad" },
    },
  },
}
