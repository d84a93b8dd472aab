-- A music player: three tabs with a stack each, and modals over them.

require("screens.library")
require("screens.player")

local function page(view)
  return function(state)
    return screen({ view, title = ("%s %s"):format(view, state.params.id) })
  end
end

router.shell({
  name = "main",
  initial = "listen",
  tabs = {
    {
      name = "listen",
      path = "/listen",
      view = "Listen",
      routes = { { name = "album", path = "album/:id", view = page("Album") } },
    },
    {
      name = "search",
      path = "/search",
      view = "Search",
      routes = { { name = "artist", path = "artist/:id", view = page("Artist") } },
    },
    {
      name = "library",
      path = "/library",
      view = "Library",
      routes = {
        {
          name = "playlist",
          path = "playlist/:id<int>",
          view = page("Playlist"),
          routes = { { name = "song", path = "song/:song<int>", view = "Song" } },
        },
      },
    },
  },
})
