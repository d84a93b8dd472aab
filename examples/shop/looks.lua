--- How the screens look in the inspector. No program reads this file.
---@type screen.Looks
return {
  accent = { light = "#8a3ffc", dark = "#be95ff" },
  views = {
    Home = {
      { "heading", "$title" },
      { "row", { "badge", "$basket" }, { "text", "in the basket", soft = true } },
      { "body" },
    },
    Product = {
      { "heading", "$title" },
      { "body", without = { "heading" } },
    },
    Category = {
      { "heading", "$title" },
      { "row", { "badge", "$count" }, { "text", "products, $order first", soft = true } },
    },
    Collection = {
      { "heading", "$title" },
      { "badge", "$filters", tone = "soft" },
    },
    Search = {
      { "text", "Results for $words", soft = true },
      { "heading", "$title" },
    },
    Basket = {
      { "body", only = { "list" } },
      { "row", { "text", "Total" }, { "price", "$total" }, align = "spread" },
      { "body", without = { "list" } },
    },
    Login = {
      { "heading", "$title" },
      { "text", "Then on to $back", soft = true },
    },
    Orders = {
      { "heading", "Your orders" },
      { "text", "Nothing is on its way.", soft = true },
    },
    Order = {
      { "heading", "$title" },
      { "row", { "badge", "paid", tone = "good" }, { "text", "on its way", soft = true } },
    },
    Parcel = {
      { "heading", "Parcel $parcel" },
      { "map", "Parcel $parcel", x = 0.6, y = 0.4 },
    },
    Invoice = {
      { "heading", "Invoice of order $order" },
      { "badge", "$format", tone = "soft" },
    },
    Returns = {
      { "heading", "Returns" },
      { "text", "since $since", soft = true },
    },
    Wishlist = {
      { "heading", "Wish list $list" },
    },
    Address = {
      { "heading", "Where to?" },
    },
    Checkout = {
      { "heading", "Checkout" },
    },
    Payment = {
      { "heading", "$title" },
    },
    ThankYou = {
      { "badge", "paid", tone = "good" },
      { "heading", "$title" },
      { "text", "Thank you!", soft = true },
    },
    Gift = {
      { "heading", "$title" },
      { "badge", "$batch", tone = "soft" },
    },
    Invitation = {
      { "heading", "$title" },
    },
    Guide = { { "heading", "$title" } },
  },
}
