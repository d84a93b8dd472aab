---@meta _
---@since 0.1.0

--- The names of specs (`moonroute test`): the words of busted, and these on top. Modules in the folder of the
--- specs see them, too.

--- The application that the specs test: the one whose `main.lua` is nearest above the spec file.
---
--- It is loaded fresh for every spec file, and runs inside the same Lua as the specs: `router`, `session` and
--- `require` are its own. Time is virtual.
---@class app
app = {}

--- Loads the application again: `headless.lua`, then `main.lua`, with fresh globals, libraries and modules.
---
--- Session, kept values, registrations, timers, stage, clock and the recorded events are empty. Every stub and
--- spy is reverted, whatever table it is in. The globals that a spec file, a helper or a module of specs sets
--- while it is loaded stay, and so do the fields that they add to a library such as `string`. A table that the spec
--- holds in a local variable, such as `local t = table`, is the one from before the reset.
--- Made for `before_each(app.reset)`.
---
--- Errors: `not_loaded` when the files on disk do not load any more.
---
--- ```lua
--- session.user = "Ada"
--- router.open("/product/7")
--- app.reset()
--- assert.is_nil(session.user)
--- assert.is_nil(stage.top())
--- ```
function app.reset() end

--- Loads a new generation, as a hot reload does. Globals such as `router` and `session` act on it from
--- then on; functions that the spec holds stay those of the generation before.
---
--- Raises nothing but `bad_argument`: what does not load is its second answer.
---
--- ```lua
--- assert.is_true(app.reload { ["main.lua"] = [[router.route { name = "new", path = "/new", view = "New" }]] })
--- assert.opened(router.open("/new"), "new")
--- local ok, problem = app.reload { ["main.lua"] = "router.route {" }
--- assert.is_false(ok)
--- assert.equal("syntax_error", problem.code)
--- ```
---@param files? table<string, string> texts by path, in the place of files or beside them; none unless told
---@return boolean ok false when they do not load; then the scripts before go on
---@return router.Problem? problem why they do not load
function app.reload(files) end

--- Loads the application of another folder, with nothing left of the one before; `app.reset` and
--- `app.reload` go on with it.
---
--- Raises nothing but `bad_argument`: what does not load is its second answer.
---
--- ```lua
--- local ok, problem = app.load("no/such/folder")
--- assert.is_false(ok)
--- assert.equal("missing_file", problem.code)
--- assert.is_true(app.load(".."))
--- ```
---@param dir string a path from the folder of the spec, or a whole one
---@return boolean ok false when it does not load
---@return router.Problem? problem why it does not load
function app.load(dir) end

--- A persona: an entry of the table that `personas.lua`, beside `headless.lua`, answers.
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
---@field session? table<string, any> fields that take the place of those that loading left in `session`; plain data; none when left out
---@field host? table<string, any> what stands in for functions of the program, by name: a function, or what one answers; nothing when left out

--- Takes a persona of `personas.lua`, as if that person had logged in: `session` is what loading left, with the
--- persona's fields in it, its stand-ins count instead of those of the persona before, and the guards of what is
--- on the stage are asked again (`router.recheck`).
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
---@param name? string the persona's name; none when nil
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

--- The people as whom `access` tries the routes.
---
--- ```lua
--- local may = access { persona = { "ada", "visitor" }, vary = { beta = { true, false } }, fresh = true }
--- assert.equal("opens", may["/account"]["ada with beta=off"])
--- ```
---@class testing.AccessOptions
---@field persona? string|string[] the personas that take part; all unless told
---@field vary? table<string, (boolean|number|string)[]> values of the session that are tried, too, by name; a point leads into a table; none unless told
---@field fresh? boolean loads the scripts anew for each open; only where something has changed unless told

--- Opens every route as every persona, in applications of their own, and answers what came of it: in words, by location
--- and person.
---
--- The words are those of `moonroute access`: `opens`, `sent to /login`, `stopped: a reason`, `finds nothing`, `waits`,
--- `fails: a code`. Someone who is no persona is `anybody`. Works under `moonroute test`.
---
--- Errors: `bad_argument`, `wrong_type` for a persona or a flag that there cannot be, `denied` in a program that runs
--- specs itself.
---
--- ```lua
--- local may = access {}
--- assert.equal("opens", may["/account/orders"].ada)
--- assert.equal("sent to /login?back=/account/orders", may["/account/orders"].visitor)
--- ```
---@async
---@param options? testing.AccessOptions
---@return table<string, table<string, string>> words
function access(options) end

--- Moves the clock, and fires every timer that is due on the way, in order. The clock stands still
--- while anything happens; when everything waits, it moves to the next timer by itself.
---
--- `clock.advance(0)` lets everything that can go on go on. Errors: `bad_argument` for a negative number.
---
--- ```lua
--- local rings = 0
--- every(60, function() rings = rings + 1 end)
--- clock.advance(180)
--- assert.equal(3, rings)
--- ```
---@param seconds number from 0 on
function clock.advance(seconds) end

--- How long the test, or each test of the block, may take on the clock.
---
--- Without it, a test may take what `moonroute test --timeout` says. A test that takes longer fails.
---
--- Raises nothing.
---
--- ```lua
--- timeout(5)
--- sleep(4)
--- assert.equal(4, clock.now())
--- ```
---@param seconds number from 0 on
function timeout(seconds) end

--- A word for blocks and tests, and the ways to call it.
---
--- ```lua
--- -- a spec file
--- it.each { { "/", "home" }, { "/product/7", "product" } }("%s opens %s", function(location, name)
---   assert.opened(router.open(location), name)
--- end)
--- it.skip("is looked at later", function() error("never runs") end)
--- ```
---@class testing.Block
---@field only testing.Word runs nothing else of the file
---@field skip fun(name: string, body?: async fun()) counts as pending; its body does not run
---@field each fun(rows: any[][]): fun(name: string, body: async fun(...: any)) once for each row, whose entries are the arguments; `%s` in the name takes the arguments in order
---@overload fun(name: string, body: async fun())
local Block = {}

--- A word for blocks and tests: a name, and a function with what is in it.
---@alias testing.Word fun(name: string, body: async fun())

--- A block: tests, and what they have in common.
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

--- Another name of `describe`, for blocks in blocks.
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

--- A test: a sentence that is to hold, and a function that tries it.
---
--- It holds when the function ends without an error, and nothing else went wrong meanwhile: an error in a
--- handler, a timer or a task fails the test as well. It may wait.
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

--- Like `describe`, and puts the real globals and the loaded modules back at its end.
---
--- Each spec file is one. Useful where a block changes globals for itself.
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

--- Like `describe`, and leaves its globals to the blocks that follow.
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

--- Beside tests: one that is not written yet. In a test: ends it as not done.
---
--- The summary counts it, and it fails nothing.
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
---@param name? string what is to be, or why it is not done; none unless told
---@param body? async fun() the test, which does not run; none unless told
function pending(name, body) end

--- Runs when the test has ended, however it ended.
---
--- Stands in a test; the place to put back what the test has changed.
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
--- The summary names the seed; the same seed gives the same order. With `false`, the block keeps its order
--- under `moonroute test --shuffle`.
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
---@param seed? integer|false one of its own for each run unless told
function randomize(seed) end

--- The module `busted`: `require("busted")`, for helpers and other programs' additions.
---@class testing.Busted
---@field api table all that the module offers, by name
---@field executors table<string, fun(name: string, body: function)> the words of blocks by name
local busted = {}

--- Adds to the module and to the globals of all specs, from a helper.
---
--- A helper is the file that `moonroute test --helper FILE` runs before each spec file. Errors: `script_error`
--- without a name.
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

--- Adds a word for blocks, from a helper.
---
--- Errors: `script_error` for a word that there is not.
---
--- ```lua
--- -- a spec file
--- require("busted").register("scenario", "describe")
--- scenario("a guest", function()
---   it("has no basket", function() assert.is_nil(session.basket) end)
--- end)
--- ```
---@param name string the new word
---@param executor? string|fun(element: table) the word that it stands for, or what runs each element; of its own unless told
---@param attributes? { envmode?: "insulate"|"expose" } as the word that it stands for unless told
function busted.register(name, executor, attributes) end

--- Hears of what is published under a path, or below it: `suite`, `file`, `describe` and `test` with
--- `start` or `end`; `pending`, `failure` and `error`; and `exit`.
---
--- Errors: `script_error` when the path is no list.
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
---@param path string[] what to hear of, such as `{ "test", "end" }`
---@param fn fun(element: table, parent: table?, ...): any, boolean? others hear of it when the second is true
function busted.subscribe(path, fn) end

--- The elements in a block.
---
--- Blocks and tests, in the order in which they run; those that have run are there no longer. Raises nothing.
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
---@param element table what a subscriber got
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
---@field times? integer exactly so often; at least once when left out
---@field params? table<string, any> parameters that the event must have, or matchers; any unless told
---@field extra? any what was passed along, or a matcher; anything unless told

--- Assertions: the test fails where one does not hold. They are those of luassert, and those for links below.
---
--- `assert.is_not.top("home")` turns one round. A last text is the message of the failure.
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
---@field opened fun(outcome: router.Outcome, name?: router.RouteName) the open shows a screen; of this route
---@field handled fun(outcome: router.Outcome, value?: any) an action took the open; and answered this value
---@field intercepted fun(outcome: router.Outcome, reason?: string) a guard, a proxy or a redirect stopped the open; for this reason
---@field not_found fun(outcome: router.Outcome) no route fits
---@field failed fun(outcome: router.Outcome, code?: string) the open failed; with this code
---@field cancelled fun(outcome: router.Outcome) a newer open took the place of this one
---@field fell_back fun(outcome: router.Outcome, wanted?: router.RouteName|testing.FellBack) something else is shown in its place; of this route, for an error with this code, or as the table says
---@field redirected fun(outcome: router.Outcome, locations?: (string|router.Location)[]) the open was sent elsewhere; over these locations in order
---@field emitted fun(key: events.Name|string, options?: testing.Emitted) since the last reset; a name, a pattern or a location
---@field problem fun(fn: async fun(), text?: string) a handler, a timer, a task or `on_exit` raises this while `fn` runs; else such an error fails the test
---@field top fun(name: router.RouteName|string) the route or the view of the screen on top
---@field stage fun(drawing: string) what `tostring(stage)` draws; the margin does not matter
---@field access async fun(file: string, options?: testing.AccessOptions) everybody may open what a file beside `main.lua` says, which the first run wrote; `moonroute test --update-snapshots` writes it anew
---@field invariants async fun(options?: testing.Invariants) everything holds that always has to: nothing has failed since the last reset, something leads away from the screen on top, and each `invariant` of `invariants.lua` holds
---@field flat async fun(fn: async fun(), message?: any) the function, done again and again on an empty stage, holds no more memory each time
---@field matches_snapshot fun(value: any, name?: string) the value is as at the first run, which wrote it to a file; `moonroute test --update-snapshots` writes it anew
---@field equal fun(expected: any, value: any, message?: any) both are the same value
---@field equals fun(expected: any, value: any, message?: any) as `equal`
---@field same fun(expected: any, value: any, message?: any) both look the same, tables all the way down
---@field near fun(expected: number, value: number, tolerance: number) the number is that far away at most
---@field matches fun(pattern: string, value: any, ...: any) the text fits the pattern
---@field unique fun(list: table, deep?: boolean) no entry of the list comes twice
---@field is_true fun(value: any, message?: any) the value is `true`
---@field is_false fun(value: any, message?: any) the value is `false`
---@field is_nil fun(value: any, message?: any) the value is nil
---@field is_not_nil fun(value: any, message?: any) the value is anything but nil
---@field is_truthy fun(value: any, message?: any) the value is neither nil nor `false`
---@field is_falsy fun(value: any, message?: any) the value is nil or `false`
---@field is_boolean fun(value: any, message?: any) the value is a boolean
---@field is_number fun(value: any, message?: any) the value is a number
---@field is_string fun(value: any, message?: any) the value is a text
---@field is_table fun(value: any, message?: any) the value is a table
---@field is_function fun(value: any, message?: any) the value is a function
---@field has_error fun(fn: async fun(), expected?: any) the function raises; and what
---@field has_no_error fun(fn: async fun()) the function raises nothing
---@field error_matches fun(fn: async fun(), pattern: string, ...: any) the function raises a text that fits the pattern
---@field are testing.Assertions goes on: `assert.are.same`
---@field is testing.Assertions goes on: `assert.is.equal`
---@field has testing.Assertions goes on: `assert.has.error`
---@field is_not testing.Assertions turns the next one round
---@field are_not testing.Assertions turns the next one round
---@field has_no testing.Assertions turns the next one round
---@field message fun(text: any): testing.Assertions the message of the failure of the next one
---@field spy fun(spy: testing.Spy|function): testing.SpyAssertions what a spy has seen
---@field stub fun(stub: testing.Stub|function): testing.SpyAssertions what a stub has seen
---@field [string] any words that go on with others: `is_not_same`, `is.equal`, `has_no.errors`, …
---@overload fun(value: any, message?: any, ...: any): any ...
assert = nil

--- Words for a helper, from `moonroute test -Xhelper WORD`.
arg = {}
