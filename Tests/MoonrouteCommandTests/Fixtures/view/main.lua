router.route {
  path = "/a",
  view = function(state)
    return screen { state.params.nothing.here }
  end,
}
