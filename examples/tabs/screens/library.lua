-- Making a playlist: a modal that asks before it discards typed text, and returns its name.

local M = {}

router.route({
  name = "new_playlist",
  path = "/new-playlist",
  view = function()
    return screen({ "NewPlaylist", title = "New playlist", unsaved = false })
  end,
  animator = animator.present({ wrap = "stack" }),
  on_exit = function(form)
    if not form.unsaved then
      return true
    end
    local answer = router.ask("discard")
    return answer == true
  end,
})

router.route({ name = "discard", path = "/discard", view = "Discard", animator = "sheet" })

--- Asks for the name of a new playlist.
function M.ask_name()
  local name, how = router.ask("new_playlist")
  return how == "closed" and name or nil
end

router.route({
  name = "make_playlist",
  path = "/make-playlist",
  action = function()
    local name = M.ask_name()
    return name and ("made " .. name) or "nothing was made"
  end,
})

return M
