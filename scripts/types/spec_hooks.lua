---@meta _
---@since 0.1.0

--- The words of specs that run code around tests.

--- Runs before each test of the block and of its inner blocks.
---
--- The hooks of outer blocks run first. It may wait; an error in it fails the test.
---
--- Raises nothing.
---
--- ```lua
--- -- a spec file
--- before_each(app.reset)
--- before_each(function() session.user = "Ada" end)
--- it("lets Ada in", function()
---   assert.opened(router.open("/account/orders"), "orders")
--- end)
--- ```
---@param body async fun()
function before_each(body) end

--- Runs after each test of the block and of its inner blocks.
---
--- The hooks of inner blocks run first; also after a failed test.
---
--- Raises nothing.
---
--- ```lua
--- -- a spec file
--- local closed = 0
--- after_each(function() closed = closed + 1 end)
--- it("opens the till", function() assert.equal(0, closed) end)
--- it("finds it closed", function() assert.equal(1, closed) end)
--- ```
---@param body async fun()
function after_each(body) end

--- Runs once before the first test of the block.
---
--- For slow preparations that no test changes.
---
--- Raises nothing.
---
--- ```lua
--- -- a spec file
--- local routes
--- setup(function() routes = router.routes() end)
--- it("knows the routes", function() assert.is_true(#routes > 5) end)
--- ```
---@param body async fun()
function setup(body) end

--- Runs once after the last test of the block.
---
--- Raises nothing.
---
--- ```lua
--- -- a spec file
--- describe("a till", function()
---   setup(function() session.till = "open" end)
---   teardown(function() session.till = nil end)
---   it("is open", function() assert.equal("open", session.till) end)
--- end)
--- it("is gone", function() assert.is_nil(session.till) end)
--- ```
---@param body async fun()
function teardown(body) end

--- Runs once before the first selected test of the block.
---
--- Like `setup`, but not if no test of the block runs.
---
--- Raises nothing.
---
--- ```lua
--- -- a spec file
--- local runs = 0
--- lazy_setup(function() runs = runs + 1 end)
--- it("has run once", function() assert.equal(1, runs) end)
--- it("does not run again", function() assert.equal(1, runs) end)
--- ```
---@param body async fun()
function lazy_setup(body) end

--- Runs once after the last test, if `lazy_setup` ran.
---
--- Raises nothing.
---
--- ```lua
--- -- a spec file
--- describe("a till", function()
---   lazy_setup(function() session.till = "open" end)
---   lazy_teardown(function() session.till = nil end)
---   it("is open", function() assert.equal("open", session.till) end)
--- end)
--- it("is gone", function() assert.is_nil(session.till) end)
--- ```
---@param body async fun()
function lazy_teardown(body) end

--- Runs once before the first test of the block, even if none is selected: like `setup`.
---
--- Raises nothing.
---
--- ```lua
--- -- a spec file
--- local open = false
--- strict_setup(function() open = true end)
--- it("finds the till open", function() assert.is_true(open) end)
--- ```
---@param body async fun() runs once
function strict_setup(body) end

--- Runs once after the last test of the block, even if none is selected: like `teardown`.
---
--- Raises nothing.
---
--- ```lua
--- -- a spec file
--- strict_teardown(function() session.user = nil end)
--- it("sells to Ada", function() session.user = "Ada" assert.equal("Ada", session.user) end)
--- ```
---@param body async fun() runs once
function strict_teardown(body) end
