return {
  cart = { empty = "Leer", full = "Voll" },
  bye = "Ade",
}
