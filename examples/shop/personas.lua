--- The people as whom the specs try the shop.
return {
  visitor = {},
  mei = { session = { user = "mei" } },
  jonas = { session = { user = "jonas" }, host = { is_staff = true } },
}
