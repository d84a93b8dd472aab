return { -- --> [missing_text] 8: 'cart.empty' has no text in 'de'.
  cart = { full = "Voll" },
  bye = "Ade",
}
