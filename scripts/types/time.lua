---@meta _
---@since 0.1.0

--- Something that runs later. May be a `<close>` variable.
---@class Timer
local Timer = {}

--- Stops the timer; more calls do nothing.
---
--- Raises nothing.
---
--- ```lua
--- local rings = 0
--- local timer = after(5, function() rings = rings + 1 end)
--- timer:cancel()
--- clock.advance(10)
--- assert.equal(0, rings)
--- ```
function Timer:cancel() end

--- Waits; only the script that calls it.
---
--- Others go on meanwhile. What waits counts against the limit of a decision: 10 seconds unless the program
--- says otherwise. Errors: `bad_argument` for a negative number, `cannot_await` in the body of a file,
--- `cancelled` when what it belongs to has ended.
---
--- ```lua
--- local start = clock.now()
--- sleep(2.5)
--- assert.equal(2.5, clock.now() - start)
--- ```
---@async
---@param seconds number from 0 on
function sleep(seconds) end

--- Runs a function once, later.
---
--- Ends with the generation of the scripts, and with the screen when the body of a view starts it. An error in
--- the function is reported. Errors: `bad_argument`.
---
--- ```lua
--- local is_over = false
--- after(60, function() is_over = true end)
--- clock.advance(59)
--- assert.is_false(is_over)
--- clock.advance(1)
--- assert.is_true(is_over)
--- ```
---@param seconds number from 0 on
---@param fn async fun() called without arguments; may wait
---@return Timer timer cancel it to stop
function after(seconds, fn) end

--- Runs a function again and again.
---
--- Ends as `after` does, and by `cancel`. Errors: `bad_argument`.
---
--- ```lua
--- local ticks = 0
--- local timer = every(10, function() ticks = ticks + 1 end)
--- clock.advance(35)
--- timer:cancel()
--- clock.advance(35)
--- assert.equal(3, ticks)
--- ```
---@param seconds number between two runs, above 0
---@param fn async fun() called without arguments; may wait
---@return Timer timer cancel it to stop
function every(seconds, fn) end

--- Something that runs beside the script that spawned it. May be a `<close>` variable.
---@class Task
local Task = {}

--- Ends the task; more calls do nothing.
---
--- An operation that it waits for ends with it. Raises nothing.
---
--- ```lua
--- local is_done = false
--- local task = spawn(function()
---   sleep(5)
---   is_done = true
--- end)
--- task:cancel()
--- clock.advance(10)
--- assert.is_false(is_done)
--- ```
function Task:cancel() end

--- Waits for the task's end; answers what its function did, or raises its error.
---
--- Errors: what the function raised, `cancelled` for a task that was cancelled, `cannot_await` in the body of
--- a file.
---
--- ```lua
--- local first = spawn(function() sleep(2) return "a" end)
--- local second = spawn(function() sleep(3) return "b" end)
--- assert.equal("ab", first:wait() .. second:wait())
--- assert.equal(3, clock.now())
--- ```
---@async
---@return any ... what the function answered
function Task:wait() end

--- Runs a function beside this one, from the next turn on.
---
--- Useful to wait for several things at once. A task that a decision or a view spawns ends with that open; an
--- error in the function is reported, and `wait` raises it too. Errors: `bad_argument`.
---
--- ```lua
--- local order = {}
--- local task = spawn(function() order[#order + 1] = "task" end)
--- order[#order + 1] = "script"
--- task:wait()
--- assert.same({ "script", "task" }, order)
--- ```
---@param fn async fun(): ...any called without arguments; may wait
---@return Task task wait for it, or cancel it
function spawn(fn) end

--- The application's clock.
clock = {}

--- The seconds since the application began.
---
--- In specs the time is virtual and begins at 0. For the time of day there is `os.time`, which goes with it there.
--- Raises nothing.
---
--- ```lua
--- assert.equal(0, clock.now())
--- sleep(1.5)
--- assert.equal(1.5, clock.now())
--- ```
---@return number seconds
function clock.now() end
