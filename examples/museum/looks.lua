--- How the screens look in the inspector. No program reads this file.
return {
  accent = { light = "#0b6e4f", dark = "#4cc79a" },
  pictures = { folder = "pictures" },
  views = {
    Today = {
      { "image", "Light on water.svg", ratio = 2.2, alt = "" },
      { "heading", "On view" },
      { "badge", "Open $opening", tone = "good" },
      { "body", without = { "heading" } },
    },
    Exhibition = {
      { "image", "$title.svg", ratio = 1.8, alt = "" },
      { "heading", "$title" },
      { "body", without = { "link" } },
      { "button", "Choose a day" },
    },
    You = {
      { "heading", "Your card", level = 2 },
      { "body" },
    },
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
    Tickets = {
      { "text", "Members come in free.", soft = true },
      { "button", "The whole day, 14" },
      { "button", "Light on water, 18", style = "tinted" },
    },
    Day = {
      { "text", "Open from 10 to 18.", soft = true },
      { "button", "Friday", style = "tinted" },
      { "button", "Saturday", style = "tinted" },
      { "button", "Sunday", style = "tinted" },
    },
    Login = {
      { "body", only = { "text" } },
      { "field", "card", label = "Card" },
      { "badge", "$problem", tone = "bad" },
      { "button", "Log in" },
    },
    Evening = {
      { "image", "The ferryman.svg", ratio = 2, alt = "" },
      { "body" },
    },
    Depot = {
      { "image", "Study for a storm.svg", ratio = 2, alt = "" },
      { "badge", "Staff only", tone = "notable" },
      { "body" },
    },
    Letters = {
      { "list", "$items", { "row", { "badge", "$index", tone = "soft" }, { "text", "$text" } } },
    },
    Letter = {
      { "text", "From the archive", soft = true },
      { "body" },
    },
    Tour = {
      { "row", { "badge", "$minutes minutes" }, { "text", "audio tour", soft = true } },
      { "body", without = { "link" } },
      { "button", "Next stop" },
    },
  },
}
