--- The back office. One guard, attached from outside, covers all routes below /staff.

router.guard("/staff/**", function()
  if not session.user then
    return false, "staff only: nobody is logged in"
  end
  if not host.is_staff(session.user) then
    return false, ("staff only: %s is a customer"):format(session.user)
  end
  return true
end)

router.route { name = "staff", path = "/staff", view = "BackOffice" }
router.route {
  name = "staff.refund",
  path = "/staff/refund/:order<int>/:amount<number>",
  action = function(state)
    return ("refunded %.2f for order %d"):format(state.params.amount, state.params.order)
  end,
}
