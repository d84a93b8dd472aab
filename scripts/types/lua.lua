---@meta _
-- Lua as scripts have it: without files, processes and text as code. `moonroute help sandbox`.

--- The globals of the scripts.
_G = _ENV

--- The release of Lua, such as `Lua 5.4`.
---@type string
_VERSION = "Lua 5.4"

--- Raises an error; a text gets the place of the call as a prefix.
---@param message any
---@param level? integer the place: 1 the caller of `error`, 2 its caller, 0 none; 1 by default
function error(message, level) end

---@param value any
---@return table? metatable
function getmetatable(value) end

---@generic T: table
---@param value T
---@param metatable? table
---@return T
function setmetatable(value, metatable) end

---@generic T: table, V
---@param list T
---@return fun(list: V[], index?: integer): integer, V
---@return T
---@return integer index
function ipairs(list) end

---@generic T: table, K, V
---@param value T
---@return fun(value: table<K, V>, key?: K): K, V
---@return T
function pairs(value) end

---@generic K, V
---@param value table<K, V>
---@param key? K
---@return K?
---@return V?
function next(value, key) end

--- Calls a function, and returns whether it raised nothing, then its results or its error.
---@param fn function
---@param ... any
---@return boolean ok
---@return any ...
function pcall(fn, ...) end

--- Like `pcall`; a handler processes the error of the function.
---@param fn function
---@param handler function
---@param ... any
---@return boolean ok
---@return any ...
function xpcall(fn, handler, ...) end

--- Writes a line of the level `info` to the log.
---@param ... any
function print(...) end

---@param one any
---@param other any
---@return boolean
function rawequal(one, other) end

---@param value table
---@param key any
---@return any
function rawget(value, key) end

---@param value table|string
---@return integer
function rawlen(value) end

---@param value table
---@param key any
---@param entry any
---@return table
function rawset(value, key, entry) end

--- Loads a file of the application once, and returns its result: `require "routes.login"`.
---@param name string
---@return any
function require(name) end

---@param from integer|"#"
---@param ... any
---@return any ...
function select(from, ...) end

---@param value any
---@param base? integer
---@return number?
function tonumber(value, base) end

---@param value any
---@return string
function tostring(value) end

---@alias type
---| "nil"
---| "number"
---| "string"
---| "boolean"
---| "table"
---| "function"
---| "thread"
---| "userdata"

---@param value any
---@return type
function type(value) end

---@class oslib
os = {}

---@class osdate
---@field year integer
---@field month integer
---@field day integer
---@field hour? integer
---@field min? integer
---@field sec? integer
---@field wday? integer
---@field yday? integer
---@field isdst? boolean

--- The processor time that the program has used, in seconds.
---@return number
function os.clock() end

---@param format? string
---@param time? integer
---@return string|osdate
function os.date(format, time) end

---@param later integer
---@param earlier integer
---@return number seconds
function os.difftime(later, earlier) end

---@param date? osdate
---@return integer
function os.time(date) end

--- The functions for text. A function that a script adds here is also a method of texts: after
--- `function string.shout(text) … end`, `("hey"):shout()` calls it. Lua's own methods stay unchanged.
---@class stringlib
string = {}

---@param text string|number
---@param first? integer
---@param last? integer
---@return integer ...
function string.byte(text, first, last) end

---@param ... integer
---@return string
function string.char(...) end

---@param text string|number
---@param pattern string|number
---@param from? integer
---@param plain? boolean
---@return integer? first
---@return integer? last
---@return any ... captured
function string.find(text, pattern, from, plain) end

---@param form string|number
---@param ... any
---@return string
function string.format(form, ...) end

---@param text string|number
---@param pattern string|number
---@param from? integer
---@return fun(): string, ...
function string.gmatch(text, pattern, from) end

---@param text string|number
---@param pattern string|number
---@param with string|number|table|function
---@param count? integer
---@return string
---@return integer count
function string.gsub(text, pattern, with, count) end

---@param text string|number
---@return integer
function string.len(text) end

---@param text string|number
---@return string
function string.lower(text) end

---@param text string|number
---@param pattern string|number
---@param from? integer
---@return any ... captured
function string.match(text, pattern, from) end

---@param form string
---@param ... string|number
---@return string
function string.pack(form, ...) end

---@param form string
---@return integer
function string.packsize(form) end

---@param text string|number
---@param count integer
---@param between? string|number
---@return string
function string.rep(text, count, between) end

---@param text string|number
---@return string
function string.reverse(text) end

---@param text string|number
---@param first integer
---@param last? integer
---@return string
function string.sub(text, first, last) end

---@param form string
---@param text string
---@param from? integer
---@return any ...
function string.unpack(form, text, from) end

---@param text string|number
---@return string
function string.upper(text) end
