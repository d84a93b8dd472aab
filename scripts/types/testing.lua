---@meta _

--- What specs see (`moonroute test`): the words of busted, and these on top. Modules in the folder of the
--- specs see them, too.

---@class app
app = {}

--- Loads the application anew: `headless.lua`, then `main.lua`, with modules, session, kept values,
--- registrations, timers, stage, clock, stubs and the recorded events emptied.
--- Made for `before_each(app.reset)`.
function app.reset() end

--- Loads a new generation, as a hot reload does. Globals such as `router` and `session` act on it from
--- then on; functions that the spec holds stay those of the generation before.
---
---@param files? table<string, string> texts by path, in the place of files or beside them
---@return boolean ok false when they do not load; then the scripts before go on
---@return router.Error? problem
function app.reload(files) end

--- Loads the application of another folder, with nothing left of the one before; `app.reset` and
--- `app.reload` go on with it.
---
---@param dir string a path from the folder of the spec, or a whole one
---@return boolean ok
---@return router.Error? problem
function app.load(dir) end

--- Moves the clock, and fires every timer that is due on the way, in order. The clock stands still
--- while anything happens; when everything waits, it moves to the next timer by itself.
---
---@param seconds number from 0 on
function clock.advance(seconds) end

--- How long the test, or each test of the block, may take on the clock.
---
---@param seconds number
function timeout(seconds) end

---@class testing.Block
---@field only testing.Word runs nothing else of the file
---@field skip fun(name: string, body?: function) counts as pending
---@field each fun(rows: any[][]): fun(name: string, body: fun(...: any)) `%s` in the name takes the arguments in order
---@overload fun(name: string, body: fun())
local Block = {}

---@alias testing.Word fun(name: string, body: fun())

---@type testing.Block
describe = nil
---@type testing.Block
context = nil
---@type testing.Block
it = nil
---@type testing.Block
spec = nil
---@type testing.Block
test = nil

--- Like `describe`, and puts the real globals and the loaded modules back at its end.
---
---@type testing.Word
insulate = nil

--- Like `describe`, and leaves its globals to the blocks that follow.
---
---@type testing.Word
expose = nil

--- Beside tests: one that is not written yet. In a test: ends it as not done.
---
---@param name? string
---@param body? function
function pending(name, body) end

--- Runs before each test of the block and of the blocks in it.
---@param body fun()
function before_each(body) end

--- Runs after each test of the block and of the blocks in it. What it raises, and what handlers, timers and
--- tasks raise meanwhile, counts for the test.
---@param body fun()
function after_each(body) end

--- Runs once before the first test of the block.
---@param body fun()
function setup(body) end

--- Runs once after the last test of the block.
---@param body fun()
function teardown(body) end

--- Runs once before the first test of the block that is chosen.
---@param body fun()
function lazy_setup(body) end

--- Runs once after the last test, if `lazy_setup` ran.
---@param body fun()
function lazy_teardown(body) end

--- Runs when the test has ended, however it ended.
---@param body fun()
function finally(body) end

--- Runs the children of the block in random order.
---@param seed? integer|false
function randomize(seed) end

---@class testing.Busted
---@field api table all that the module offers, by name
---@field executors table<string, fun(name: string, body: function)> the words of blocks by name
local busted = {}

--- Adds to the module and to the globals of all specs, from a helper.
---
---```lua
---require("busted").export("user", { name = "Ann" })
---```
---@param name string
---@param value any
function busted.export(name, value) end

--- Adds a word for blocks, from a helper.
---
---```lua
---require("busted").register("scenario", "describe")
---```
---@param name string
---@param executor? string|fun(element: table) the word that it stands for, or what runs each element
---@param attributes? { envmode?: "insulate"|"expose" }
function busted.register(name, executor, attributes) end

--- Hears of what is published under a path, or below it: `suite`, `file`, `describe` and `test` with
--- `start` or `end`; `pending`, `failure` and `error`; and `exit`.
---
---```lua
---require("busted").subscribe({ "test", "end" }, function(element, parent, status)
---  return nil, true
---end)
---```
---@param path string[]
---@param fn fun(element: table, parent: table?, ...): any, boolean? others hear of it when the second is true
function busted.subscribe(path, fn) end

--- The elements in a block.
---
---```lua
---#require("busted").children(element)
---```
---@param element table
---@return table[]
function busted.children(element) end

---@class testing.Emitted
---@field times? integer exactly so often; at least once when left out
---@field params? table<string, any> parameters that the event must have, or matchers
---@field extra? any what was passed along, or a matcher

---@class testing.Assertions
---@field opened fun(outcome: router.Outcome, name?: string)
---@field handled fun(outcome: router.Outcome, value?: any)
---@field intercepted fun(outcome: router.Outcome, reason?: string)
---@field not_found fun(outcome: router.Outcome)
---@field failed fun(outcome: router.Outcome, code?: string)
---@field cancelled fun(outcome: router.Outcome)
---@field fell_back fun(outcome: router.Outcome, name?: string)
---@field redirected fun(outcome: router.Outcome, locations?: string[])
---@field emitted fun(key: string, options?: testing.Emitted) since the last reset; a name, a pattern or a location
---@field problem fun(fn: fun(), text?: string) a handler, a timer, a task or `on_exit` raises this while `fn` runs; else such an error fails the test
---@field top fun(name: string) the route or the view of the screen on top
---@field stage fun(drawing: string) what `tostring(stage)` draws; the margin does not matter
---@field matches_snapshot fun(value: any, name?: string)
---@field [string] any the assertions of luassert
---@overload fun(value: any, message?: any, ...: any): any ...
assert = nil

--- Functions that remember how they were called.
spy = {}
--- Functions that answer what they are told.
stub = {}
--- Tables whose functions are all spies or stubs.
mock = {}
--- Stand-ins for values in `called_with`.
match = {}
