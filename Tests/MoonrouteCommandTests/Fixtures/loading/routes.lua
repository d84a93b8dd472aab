local function add(base)
  router.route { path = base .. "/a", view = "A" }
end

add()
