router.route {
  path = "/a",
  view = function(state)
    return screen { state.nothing.here }
  end,
}
