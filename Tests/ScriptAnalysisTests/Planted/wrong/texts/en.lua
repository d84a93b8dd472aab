return { cart = { empty = "Empty", full = "Full" }, bye = "Bye" }
