--- The personas of the museum.

return {
  visitor = {},
  mei = { session = { member = { name = "Mei", since = 2019, card = "1907" } } },
  noor = {
    session = { member = { name = "Noor", since = 2012, card = "2210" } },
    host = { is_staff = true },
  },
}
