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
