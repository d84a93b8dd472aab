---@meta _
---@since 0.1.0

--- The names for specs (`moonroute test`): the words of busted, and these additions. Modules in the folder of the specs
--- can also use them.

--- The application under test: the one with the nearest `main.lua` above the spec file.
---
--- It is loaded again for every spec file, and runs in the same Lua state as the specs: `router`, `session` and
--- `require` are its own. Time is virtual.
---@class app
app = {}

--- Loads the application again: `headless.lua`, then `main.lua`, with new globals, libraries and modules.
---
--- Session, kept values, registrations, timers, stage, clock and the recorded events are empty. Every stub and spy is
--- reverted, in any table. Globals that a spec file, a helper or a module of specs sets while it is loaded stay, and so
--- do the fields that they add to a library such as `string`. A table in a local variable of the spec, such as
--- `local t = table`, is still the one from before the reset. Made for `before_each(app.reset)`.
---
--- Errors: `not_loaded` if the files on disk no longer load.
---
--- ```lua
--- session.user = "Ada"
--- router.open("/product/7")
--- app.reset()
--- assert.is_nil(session.user)
--- assert.is_nil(stage.top())
--- ```
function app.reset() end

--- Loads a new generation, as a hot reload does. Globals such as `router` and `session` then belong to it; functions in
--- variables of the spec stay those of the previous generation.
---
--- Raises nothing except `bad_argument`: the second result has the problem of a failed load.
---
--- ```lua
--- assert.is_true(app.reload { ["main.lua"] = [[router.route { name = "new", path = "/new", view = "New" }]] })
--- assert.opened(router.open("/new"), "new")
--- local ok, problem = app.reload { ["main.lua"] = "router.route {" }
--- assert.is_false(ok)
--- assert.equal("syntax_error", problem.code)
--- ```
---@param files? table<string, string> texts by path, in place of files or in addition to them; none by default
---@return boolean ok false if they do not load; then the previous scripts continue
---@return router.Problem? problem the reason of a failed load
function app.reload(files) end

--- Loads the application of another folder, without any state of the previous one; `app.reset` and `app.reload` then
--- apply to it.
---
--- Raises nothing except `bad_argument`: the second result has the problem of a failed load.
---
--- ```lua
--- local ok, problem = app.load("no/such/folder")
--- assert.is_false(ok)
--- assert.equal("missing_file", problem.code)
--- assert.is_true(app.load(".."))
--- ```
---@param dir string a path relative to the folder of the spec, or an absolute path
---@return boolean ok false if it does not load
---@return router.Problem? problem the reason of a failed load
function app.load(dir) end

--- A persona: an entry of the table that `personas.lua`, next to `headless.lua`, returns.
---
--- Tools read the file after `main.lua`; a program that embeds the application does not.
---
--- ```lua
--- assert.is_true(app.reload { ["personas.lua"] = [[return {
---   visitor = {},
---   cleo = { session = { user = "Cleo" }, host = { flag = true, price = function(sku) return #sku end } },
--- }]] })
--- app.persona "cleo"
--- assert.equal("Cleo", session.user)
--- assert.is_true(host.flag("summer-sale"))
--- assert.equal(3, host.price("cap"))
--- ```
---@class testing.Persona
---@field session? table<string, any> fields that replace those in `session` after loading; plain data; none by default
---@field host? table<string, any> replacements for functions of the program, by name: a function, or a fixed result; none by default

--- Switches to a persona of `personas.lua`, like a login: `session` has its state after loading with the persona's
--- fields, its replacements apply instead of those of the previous persona, and the guards of the screens on the stage
--- run again (`router.recheck`).
---
--- Errors: `unknown_name`, `bad_argument`.
---
--- ```lua
--- app.persona "ada"
--- assert.opened(router.open("/account/orders"), "orders")
--- app.persona(nil)
--- assert.is_nil(session.user)
--- assert.top("login")
--- local ok, problem = pcall(app.persona, "eda")
--- assert.equal("There is no persona 'eda'. Did you mean 'ada'?", problem.message)
--- ```
---@async
---@param name? string the persona's name; nil for none
function app.persona(name) end

--- The names of the personas, sorted.
---
--- Raises nothing.
---
--- ```lua
--- assert.same({ "ada", "visitor" }, app.personas())
--- ```
---@return string[]
function app.personas() end

--- Delivers an event as if another host of the fleet had emitted it, and returns the number of subscriptions that receive
--- it.
---
--- The event needs `reach = "fleet"`. Listeners run up to their first wait before it returns. Errors: the
--- errors of `events.emit`, and `denied` for an event that does not reach the fleet.
---
--- ```lua
--- events.declare { name = "closed", path = "/closed/:shop", reach = "fleet" }
--- local from
--- events.on("closed", function(event) from = event.origin end)
--- assert.equal(1, app.receive("web-2", "/closed/berlin"))
--- assert.equal("web-2", from)
--- ```
---@async
---@param host string the name of the other host
---@param key events.Name|string|router.Location a location or a name
---@param extra? any plain data for the listeners; nil by default
---@param options? testing.ReceiveOptions
---@return integer receivers the number of subscriptions that receive it
function app.receive(host, key, extra, options) end

--- Advances the clock, and fires every timer that is due on the way, in order. The clock does not advance while code
--- runs; when everything waits, it jumps to the next timer automatically.
---
--- `clock.advance(0)` runs everything that is ready. Errors: `bad_argument` for a negative number.
---
--- ```lua
--- local rings = 0
--- every(60, function() rings = rings + 1 end)
--- clock.advance(180)
--- assert.equal(3, rings)
--- ```
---@param seconds number at least 0
function clock.advance(seconds) end

--- Limits the time on the clock for the test, or for each test of the block.
---
--- By default, a test has the limit of `moonroute test --timeout`. A test that takes longer fails.
---
--- Raises nothing.
---
--- ```lua
--- timeout(5)
--- sleep(4)
--- assert.equal(4, clock.now())
--- ```
---@param seconds number at least 0
function timeout(seconds) end

--- A word for blocks and tests, and its variants.
---
--- ```lua
--- -- a spec file
--- it.each { { "/", "home" }, { "/product/7", "product" } }("%s opens %s", function(location, name)
---   assert.opened(router.open(location), name)
--- end)
--- it.skip("is looked at later", function() error("never runs") end)
--- ```
---@class testing.Block
---@field only testing.Word runs no other test of the file
---@field skip fun(name: string, body?: async fun()) counts as pending; its body does not run
---@field each fun(rows: any[][]): fun(name: string, body: async fun(...: any)) once for each row, with its entries as arguments; each `%s` in the name takes the next argument
---@overload fun(name: string, body: async fun())
local Block = {}

--- A word for blocks and tests: a name, and a function with the contents.
---@alias testing.Word fun(name: string, body: async fun())

--- A block: tests with something in common.
---
--- Names of blocks and tests are joined: "the basket of a guest is empty". A `#word` in a name is a tag, for
--- `moonroute test --tags`.
---
--- ```lua
--- -- a spec file
--- describe("the basket #shop", function()
---   before_each(app.reset)
---   it("opens above everything", function()
---     assert.opened(router.open("/basket"), "basket")
---   end)
--- end)
--- ```
---@type testing.Block
describe = nil

--- Another name of `describe`, for nested blocks.
---
--- ```lua
--- -- a spec file
--- describe("the account", function()
---   context("of a guest", function()
---     it("asks for a login", function() assert.opened(router.open("/account/orders"), "login") end)
---   end)
--- end)
--- ```
---@type testing.Block
context = nil

--- A test: a sentence that should be true, and a function that checks it.
---
--- It passes if the function ends without an error, and no other error occurs in the meantime: an error in a handler, a
--- timer or a task also fails the test. It may wait.
---
--- ```lua
--- -- a spec file
--- it("adds up", function()
---   assert.handled(router.open("/sum/40/2"), 42)
--- end)
--- ```
---@type testing.Block
it = nil

--- Another name of `it`.
---
--- ```lua
--- -- a spec file
--- spec("a product has its number", function()
---   assert.equal(7, router.open("/product/7").params.id)
--- end)
--- ```
---@type testing.Block
spec = nil

--- Another name of `it`.
---
--- ```lua
--- -- a spec file
--- test("a product needs a number", function()
---   assert.not_found(router.open("/product/seven"))
--- end)
--- ```
---@type testing.Block
test = nil

--- Like `describe`, and restores the real globals and the loaded modules at its end.
---
--- Each spec file is one. Useful for a block that changes globals.
---
--- ```lua
--- -- a spec file
--- insulate("a country of its own", function()
---   country = "at"
---   it("sees it", function() assert.equal("at", country) end)
--- end)
--- it("does not see it", function() assert.is_nil(country) end)
--- ```
---@type testing.Word
insulate = nil

--- Like `describe`, and keeps its globals for the following blocks.
---
--- ```lua
--- -- a spec file
--- expose("a country for all", function()
---   country = "at"
--- end)
--- it("sees it", function() assert.equal("at", country) end)
--- ```
---@type testing.Word
expose = nil

--- In a block: a test that is not written yet. In a test: ends it as pending.
---
--- The summary counts it, without a failure.
---
--- Raises nothing.
---
--- ```lua
--- -- a spec file
--- pending("a voucher takes ten percent off")
--- it("prints a receipt", function()
---   pending("no printer yet")
---   error("never runs")
--- end)
--- ```
---@param name? string the planned test, or the reason; none by default
---@param body? async fun() the test, which is not run; none by default
function pending(name, body) end

--- Runs when the test has ended, in success or failure.
---
--- Call it in a test, to restore the test's changes.
---
--- Raises nothing.
---
--- ```lua
--- -- a spec file
--- it("changes the price", function()
---   finally(function() resources.update("price", 100) end)
---   resources.update("price", 1)
--- end)
--- it("finds the old one", function() assert.equal(100, resources.get("/price/cap")) end)
--- ```
---@param body async fun()
function finally(body) end

--- Runs the children of the block in random order.
---
--- The summary prints the seed; the same seed gives the same order. With `false`, the block keeps its order under
--- `moonroute test --shuffle`.
---
--- Raises nothing.
---
--- ```lua
--- -- a spec file
--- describe("tests that do not need each other", function()
---   randomize(42)
---   it("opens the feed", function() assert.opened(router.open("/tabs/feed")) end)
---   it("opens the basket", function() assert.opened(router.open("/basket")) end)
--- end)
--- ```
---@param seed? integer|false a new one for each run by default
function randomize(seed) end

--- The module `busted`: `require("busted")`, for helpers and additions of other programs.
---@class testing.Busted
---@field api table all names of the module
---@field executors table<string, fun(name: string, body: function)> the words of blocks by name
local busted = {}

--- Adds to the module and to the globals of all specs, in a helper.
---
--- A helper is the file that `moonroute test --helper FILE` runs before each spec file. Errors: `script_error` without
--- a name.
---
--- ```lua
--- -- a spec file
--- require("busted").export("user", { name = "Ann" })
--- it("is seen by every spec", function()
---   assert.equal("Ann", user.name)
--- end)
--- ```
---@param name string the name of the global
---@param value any
function busted.export(name, value) end

--- Adds a word for blocks, in a helper.
---
--- Errors: `script_error` for an unknown word.
---
--- ```lua
--- -- a spec file
--- require("busted").register("scenario", "describe")
--- scenario("a guest", function()
---   it("has no basket", function() assert.is_nil(session.basket) end)
--- end)
--- ```
---@param name string the new word
---@param executor? string|fun(element: table) the word that it replaces, or a function that runs each element; its own by default
---@param attributes? { envmode?: "insulate"|"expose" } those of the replaced word by default
function busted.register(name, executor, attributes) end

--- Subscribes to events under a path, or below it: `suite`, `file`, `describe` and `test` with `start` or `end`;
--- `pending`, `failure` and `error`; and `exit`.
---
--- Errors: `script_error` if the path is not a list.
---
--- ```lua
--- -- a spec file
--- local ended = {}
--- require("busted").subscribe({ "test", "end" }, function(element, parent, status)
---   ended[#ended + 1] = element.name .. ": " .. status
---   return nil, true
--- end)
--- it("is heard of", function() assert.same({}, ended) end)
--- it("hears of the one before", function() assert.same({ "is heard of: success" }, ended) end)
--- ```
---@param path string[] the events, such as `{ "test", "end" }`
---@param fn fun(element: table, parent: table?, ...): any, boolean? other subscribers are called if the second result is true
function busted.subscribe(path, fn) end

--- The elements in a block.
---
--- Blocks and tests, in the order of their run, without finished ones. Raises nothing.
---
--- ```lua
--- -- a spec file
--- local busted, count = require("busted"), 0
--- busted.subscribe({ "test", "start" }, function(element, parent)
---   count = #busted.children(parent)
---   return nil, true
--- end)
--- it("has a test behind it", function() assert.equal(2, count) end)
--- it("is the last", function() assert.equal(1, count) end)
--- ```
---@param element table an element that a subscriber received
---@return table[]
function busted.children(element) end

--- Options of `assert.emitted`.
---
--- ```lua
--- events.emit("/seek/3", "by hand")
--- events.emit("/seek/4", "by hand")
--- assert.emitted("seek", { times = 2 })
--- assert.emitted("seek", { times = 1, params = { at = 3 }, extra = match.is_string() })
--- ```
---@class testing.Emitted
---@field times? integer the exact number; at least once by default
---@field params? table<string, any> required parameters of the event, or matchers; any by default
---@field extra? any the passed value, or a matcher; anything by default

--- Assertions: the test fails if one is not true. They are those of luassert, and those for links below.
---
--- `assert.is_not.top("home")` negates an assertion. A trailing text is the message of the failure.
---
--- ```lua
--- assert.opened(router.open("/product/7"), "product")
--- assert.redirected(router.open("/account/orders"), { "/login?back=/account/orders" })
--- assert.not_found(router.open("/nowhere"))
--- assert.failed(router.open("/product/7", { animator = animator.custom(function() end) }), "animation_failed")
--- assert.top("login")
--- assert.is_not.top("home")
--- ```
---
--- ```lua
--- router.on_error(function() return "/" end)
--- router.route { name = "broken", path = "/broken", action = function() error("no luck") end }
--- assert.fell_back(router.open("/broken"), "home")
--- assert.fell_back(router.open("/broken"), "script_error")
--- assert.fell_back(router.open("/broken"), { name = "home", error = "script_error" })
--- events.on("seek", function() error("no such chapter") end)
--- assert.problem(function() events.emit("/seek/1") end, "no such chapter")
--- assert.stage "window\n└─ stack\n   └─ Home  /  ◀ top"
--- ```
---@class testing.Assertions
---@field opened fun(outcome: router.Outcome, name?: router.RouteName) the open shows a screen (of this route)
---@field handled fun(outcome: router.Outcome, value?: any) an action handled the open (and returned this value)
---@field intercepted fun(outcome: router.Outcome, reason?: string) a guard, a proxy or a redirect stopped the open (for this reason)
---@field not_found fun(outcome: router.Outcome) no route matches
---@field failed fun(outcome: router.Outcome, code?: string) the open failed (with this code)
---@field cancelled fun(outcome: router.Outcome) a newer open replaced this one
---@field fell_back fun(outcome: router.Outcome, wanted?: router.RouteName|testing.FellBack) another screen is shown instead (of this route, for an error with this code, or as in the table)
---@field redirected fun(outcome: router.Outcome, locations?: (string|router.Location)[]) the open was redirected (over these locations in order)
---@field emitted fun(key: events.Name|string, options?: testing.Emitted) the event was emitted since the last reset; a name, a pattern or a location
---@field requested fun(key: string, options?: testing.Requested) the scripts made the request in this test (`host.replies`); a method and a location or a pattern
---@field problem fun(fn: async fun(), text?: string) a handler, a timer, a task, `on_exit` or a request without a reply raises this while `fn` runs; otherwise such an error fails the test
---@field top fun(name: router.RouteName|router.ViewName|string) the route or the view of the screen on top
---@field stage fun(drawing: string) the drawing of `tostring(stage)`; the margin is ignored
---@field access async fun(file: string, options?: testing.AccessOptions) everybody's access is as in a file next to `main.lua`, which the first run wrote; `moonroute test --update-snapshots` writes it again
---@field invariants async fun(options?: testing.Invariants) all general rules hold: no open has failed since the last reset, the top screen has a way out, and each `invariant` of `invariants.lua` holds
---@field flat async fun(fn: async fun(), message?: any) repeating the function on an empty stage does not increase memory
---@field unaffected async fun(fn: async fun(), message?: any) without a login and on an empty stage, the function shows the same as in a new application, which it leaves behind
---@field effect async fun(fn: async fun(), message?: any) the function changes the stage, `session`, a resource or running work, opens a link, emits an event, logs, or calls the program
---@field matches_snapshot fun(value: any, name?: string) the value is as in the first run, which wrote it to a file; `moonroute test --update-snapshots` writes it again
---@field equal fun(expected: any, value: any, message?: any) both are the same value
---@field equals fun(expected: any, value: any, message?: any) like `equal`
---@field same fun(expected: any, value: any, message?: any) both have the same contents, with nested tables
---@field near fun(expected: number, value: number, tolerance: number) the number differs by up to the tolerance
---@field matches fun(pattern: string, value: any, ...: any) the text matches the pattern
---@field unique fun(list: table, deep?: boolean) no entry of the list is repeated
---@field is_true fun(value: any, message?: any) the value is `true`
---@field is_false fun(value: any, message?: any) the value is `false`
---@field is_nil fun(value: any, message?: any) the value is nil
---@field is_not_nil fun(value: any, message?: any) the value is not nil
---@field is_truthy fun(value: any, message?: any) the value is not nil or `false`
---@field is_falsy fun(value: any, message?: any) the value is nil or `false`
---@field is_boolean fun(value: any, message?: any) the value is a boolean
---@field is_number fun(value: any, message?: any) the value is a number
---@field is_string fun(value: any, message?: any) the value is a text
---@field is_table fun(value: any, message?: any) the value is a table
---@field is_function fun(value: any, message?: any) the value is a function
---@field has_error fun(fn: async fun(), expected?: any) the function raises an error (this one)
---@field has_no_error fun(fn: async fun()) the function raises nothing
---@field error_matches fun(fn: async fun(), pattern: string, ...: any) the function raises a text that matches the pattern
---@field are testing.Assertions connects words: `assert.are.same`
---@field is testing.Assertions connects words: `assert.is.equal`
---@field has testing.Assertions connects words: `assert.has.error`
---@field is_not testing.Assertions negates the next word
---@field are_not testing.Assertions negates the next word
---@field has_no testing.Assertions negates the next word
---@field message fun(text: any): testing.Assertions the failure message of the next assertion
---@field spy fun(spy: testing.Spy|function): testing.SpyAssertions assertions about a spy
---@field stub fun(stub: testing.Stub|function): testing.SpyAssertions assertions about a stub
---@field [string] any words that combine with others: `is_not_same`, `is.equal`, `has_no.errors`, …
---@overload fun(value: any, message?: any, ...: any): any ...
assert = nil

--- Arguments for a helper, from `moonroute test -Xhelper WORD`.
arg = {}
