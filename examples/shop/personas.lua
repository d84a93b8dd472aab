--- The personas of the shop's specs.
return {
  visitor = {},
  mei = { session = { user = "mei" } },
  jonas = { session = { user = "jonas" }, host = { is_staff = true } },
}
