--- The player: a sheet over the current screen. Opening it again changes its song.

router.route({
  name = "player",
  path = "/play/:song",
  view = function(state)
    return screen({ "Player", title = host.title_of(state.params.song) })
  end,
  animator = animator.refresh({
    apply = function(player, new)
      player.title = host.title_of(new.params.song)
    end,
    otherwise = animator.sheet({ position = "bottom", wrap = "stack" }),
  }),
})
