router.route {
  path = "/a",
  nam = "a",
  view = "A",
}
