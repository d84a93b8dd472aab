---@meta _

--- Something that runs later.
---@class Timer
local Timer = {}

--- Has it not run any more. Harmless when it has run.
function Timer:cancel() end

--- Waits. Not while a script loads.
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
