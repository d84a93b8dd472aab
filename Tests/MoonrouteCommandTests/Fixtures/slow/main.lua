router.route { name = "slow", path = "/slow", view = "Slow", redirect = function()
  sleep(60)
end }
