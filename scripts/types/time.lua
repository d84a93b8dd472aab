---@meta _

--- Something that runs later. May be a `<close>` variable.
---@class Timer
local Timer = {}

--- Stops the timer; more calls do nothing.
function Timer:cancel() end

--- Waits; only the script that calls it.
---
---@param seconds number from 0 on
function sleep(seconds) end

--- Runs a function once, later.
---
---@param seconds number from 0 on
---@param fn fun()
---@return Timer
function after(seconds, fn) end

--- Runs a function again and again.
---
---@param seconds number between two runs, above 0
---@param fn fun()
---@return Timer
function every(seconds, fn) end

--- Something that runs beside the script that spawned it. May be a `<close>` variable.
---@class Task
local Task = {}

--- Ends the task; more calls do nothing.
function Task:cancel() end

--- Waits for the task's end; answers what its function did, or raises its error.
---
---@return any ...
function Task:wait() end

--- Runs a function beside this one, from the next turn on.
---
---@param fn fun(): ...any
---@return Task
function spawn(fn) end

--- What the time is.
clock = {}

--- The seconds since the application began.
---
---@return number
function clock.now() end
