-- The player slides up over the current screen; opening it again only changes its song.

router.route({
  name = "player",
  path = "/play/:song",
  view = function(state)
    return screen({ "Player", title = "Playing " .. state.params.song })
  end,
  animator = function(state)
    return animator.refresh({
      apply = function(player, new)
        player.title = "Playing " .. new.params.song
      end,
      -- The origin of the open determines the animation of the player.
      otherwise = state.from and animator.sheet({ position = "bottom", wrap = "stack" }) or "root",
    })
  end,
  routes = {
    { name = "queue", path = "queue", view = "Queue" },
  },
})
