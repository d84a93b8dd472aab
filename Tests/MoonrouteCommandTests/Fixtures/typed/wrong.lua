local M = {}
function M.a() return router.to("hme") end -- wrong
function M.b() return router.to("product", { id = "x" }) end -- wrong
function M.c() return router.to("product", { ident = 1 }) end -- wrong
function M.d() return router.to("home", { id = 1 }) end -- wrong
function M.e() return router.to("lang", { lang = "de" }) end -- wrong
function M.f() return router.to("prodct", { id = 1 }) end -- wrong
function M.g() return host.stock("x") end -- wrong
function M.h() return host.trakc() end -- wrong
router.guard("product", function(state) return state.params.idd == 1 end) -- wrong
events.on("seek", function(event) log.info(event.params.when) end) -- wrong
function M.j() router.open(7) end -- wrong
function M.k() router.pop_to("hoem") end -- wrong
function M.l() router.opne("/") end -- wrong
router.route { path = "/v", view = "Hmoe" } -- wrong
router.route { path = "/v", view = "Home", animator = animator.custom_push { transition = "flp" } } -- wrong
router.route { path = "/v", view = "Home", animator = "sheeet" } -- wrong
router.route { path = "/v", view = "Home", animator = animator.sheet { cover = "dimm" } } -- wrong
function M.n() return router.tagged("Mian") end -- wrong
function M.r() assert.opened(router.open("/"), "hme") end -- wrong
local heard = spy.new(function() end)
function M.s() heard:clera() end -- wrong
function M.t() events.emit(7) end -- wrong
function M.u() return stat.x end -- wrong
return M
