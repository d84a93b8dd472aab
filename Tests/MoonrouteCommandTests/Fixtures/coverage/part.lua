return {
  { path = ":x", view = "M", priority = 1 },
  { path = "1", view = "M1" },
}
