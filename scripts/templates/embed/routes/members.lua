--- Pages for members only. The program knows the members.

router.route({ name = "profile", path = "/profile/:name", view = "Profile" })

router.guard("profile", function(state)
  local name = state.params.name
  if host.is_member(name) then
    return true
  end
  return false, name .. " is not a member"
end)
