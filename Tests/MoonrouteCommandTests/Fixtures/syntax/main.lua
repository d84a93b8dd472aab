router.route {
  path = "/a",
  view = "A"
