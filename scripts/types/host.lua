---@meta _

--- What the program around the scripts offers: its functions and values, by their names.
---@class host
---@field [string] any
host = {}

--- Calls a function of the program whose name is no identifier.
---
---@param name string
---@param ... any
---@return any ...
function host.call(name, ...) end

--- Stands in for a function of the program, in headless.lua only.
---
---@param name string
---@param stand_in function
function host.stub(name, stand_in) end

--- A table that lives through hot reloads. Holds plain data and locations: a function is refused when
--- it is assigned, in tables of it as well.
---@class session
---@field [string] any
session = {}

--- Writes to the log, with file and line.
---@class log
log = {}

--- Writes a line of the level 'debug'.
---
---@param ... any
function log.debug(...) end

--- Writes a line of the level 'info'.
---
---@param ... any
function log.info(...) end

--- Writes a line of the level 'warn'.
---
---@param ... any
function log.warn(...) end

--- Writes a line of the level 'error'.
---
---@param ... any
function log.error(...) end

--- Text in JSON.
---@class json
json = {}

--- Writes a value as JSON.
---
---@param value any
---@return string
function json.encode(value) end

--- Reads JSON; raises when the text is none.
---
---@param text string
---@return any
function json.decode(text) end
