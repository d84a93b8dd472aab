--- Pages for members only.

local function members_only(state)
  if host.is_member(state.params.name) then
    return true
  end
  return false, state.params.name .. " is not a member"
end

router.route {
  name = "profile",
  path = "/profile/:name",
  view = "Profile",
  redirect = members_only,
}

router.route {
  name = "balance",
  path = "/balance/:name",
  redirect = members_only,
  action = function(state)
    return ("%d points"):format(host.balance(state.params.name))
  end,
}
