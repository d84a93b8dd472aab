local M = {}
function M.a() return router.to("home") end
function M.b() return router.to("product", { id = 7 }) end
function M.c() return router.to("search", nil, { q = "x" }) end
function M.d() return router.to("search", {}, { q = "x" }, { fragment = "y" }) end
function M.e() return router.to("lang", { lang = "en" }) end
function M.f() return router.to("lang", { lang = "fr", page = 2 }) end
function M.g() return host.stock(7) + 1 end
function M.h() return host.version:upper() end
router.guard("product", function(state, target)
  local id = state.params.id + 1
  if target.name == "x" then return false, "no" end
  return id > 0
end)
router.guard("home", function() return true end)
router.guard("product", "/x")
router.guard("/product/*", function(state) return state.params.id == "7" end)
events.on("seek", function(event) log.info(event.params.at + 1) end)
events.on("/other/:x", function(event) log.info(event.params.x) end)
events.on({ name = "n", path = "/n" }, function(event) log.info(event.path) end, { once = true })
function M.i() router.open("home") router.open("/product/7", { animator = "sheet" }) events.emit("seek", nil, { params = { at = 1 } }) end
function M.j() return resources.get("price", "integer") + 1 end
function M.k() local cart = resources.get("/cart", "Cart") cart:add() return cart.count + 1 end
router.route { path = "/v", view = "Home", animator = animator.custom_push { transition = "flip" } }
router.route { path = "/w", view = function(state) return screen { "Home", title = state.query.t } end, animator = animator.sheet { cover = "dim" } }
function M.l() return router.tagged("main").open("/") end
function M.m() return os.time(), os.date("%Y"), require "main", ("x"):rep(3), pcall(error, "x") end
local heard = spy.new(function() return 1 end)
heard(1)
assert.spy(heard).was.called(1)
assert.spy(heard).was_called_with(match.is_number(), match._)
local flag = stub(host, "stock").returns(3)
assert.stub(flag).was_not.called()
flag:revert()
assert.is_true(true)
assert.has_error(function() router.open("/") end, "x")
local ok, problem = app.reload({})
if problem then log.info(problem.code, ok) end
return M
