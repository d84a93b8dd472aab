---@meta _
---@since 0.1.0

--- A scheduled function. It can be a `<close>` variable.
---@class Timer
local Timer = {}

--- Stops the timer; further calls do nothing.
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

--- Waits; only the calling script.
---
--- Other scripts continue in the meantime. The wait counts for the limit of a decision: 10 seconds unless the program
--- sets another one. Errors: `bad_argument` for a negative number, `cannot_await` in the body of a file, `cancelled` if
--- its owner has ended.
---
--- ```lua
--- local start = clock.now()
--- sleep(2.5)
--- assert.equal(2.5, clock.now() - start)
--- ```
---@async
---@param seconds number at least 0
function sleep(seconds) end

--- Runs a function once, later.
---
--- It ends with the generation of the scripts, and with the screen if the body of a view starts it. An error in the
--- function is reported. Errors: `bad_argument`.
---
--- ```lua
--- local is_over = false
--- after(60, function() is_over = true end)
--- clock.advance(59)
--- assert.is_false(is_over)
--- clock.advance(1)
--- assert.is_true(is_over)
--- ```
---@param seconds number at least 0
---@param fn async fun() called without arguments; may wait
---@return Timer timer cancel it to stop
function after(seconds, fn) end

--- Runs a function repeatedly.
---
--- It ends like `after`, and with `cancel`. Errors: `bad_argument`.
---
--- ```lua
--- local ticks = 0
--- local timer = every(10, function() ticks = ticks + 1 end)
--- clock.advance(35)
--- timer:cancel()
--- clock.advance(35)
--- assert.equal(3, ticks)
--- ```
---@param seconds number between two runs, more than 0
---@param fn async fun() called without arguments; may wait
---@return Timer timer cancel it to stop
function every(seconds, fn) end

--- A function that runs concurrently with the script that spawned it. It can be a `<close>` variable.
---@class Task
local Task = {}

--- Ends the task; further calls do nothing.
---
--- It also ends the operation that the task waits for. Raises nothing.
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

--- Waits for the task's end; returns the results of its function, or raises its error.
---
--- Errors: the error of the function, `cancelled` for a cancelled task, `cannot_await` in the body of a file.
---
--- ```lua
--- local first = spawn(function() sleep(2) return "a" end)
--- local second = spawn(function() sleep(3) return "b" end)
--- assert.equal("ab", first:wait() .. second:wait())
--- assert.equal(3, clock.now())
--- ```
---@async
---@return any ... the results of the function
function Task:wait() end

--- Runs a function concurrently, from the next turn on.
---
--- Useful to wait for several things together. A task that a decision or a view spawns ends with that open; an error in
--- the function is reported, and `wait` raises it as well. Errors: `bad_argument`.
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
--- In specs the time is virtual and begins at 0. For the time of day use `os.time`, which follows the virtual clock
--- there. Raises nothing.
---
--- ```lua
--- assert.equal(0, clock.now())
--- sleep(1.5)
--- assert.equal(1.5, clock.now())
--- ```
---@return number seconds
function clock.now() end
