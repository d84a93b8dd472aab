--- Three tabs with a stack each, and a sheet over them.

require("routes.player")

router.shell({
  name = "main",
  initial = "listen",
  tabs = {
    {
      name = "listen",
      path = "/listen",
      view = "Listen",
      routes = {
        {
          name = "album",
          path = "album/:id<int>",
          view = function(state)
            return screen({ "Album", title = ("Album %d"):format(state.params.id) })
          end,
        },
      },
    },
    { name = "search", path = "/search", view = "Search" },
    { name = "library", path = "/library", view = "Library" },
  },
})
