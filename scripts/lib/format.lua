-- Types of parameters. Their functions convert texts to values and back.
--
-- The host provides `fail`, which raises an error of such a function.
local fail = ...

local M = {}

-- Whether any type has a `format`. If not, calls skip the parameters.
local has_formats = false

local TEXTS = { string = true, number = true, boolean = true }

-- Calls a function of a type with the value of a parameter or query item.
local function call(kind, fn, of, parameter, value)
  local done, answer = pcall(fn, value)
  if done and answer ~= nil and (kind == "parse" or TEXTS[type(answer)]) then
    return answer
  end
  return fail(kind, of, parameter, value, done, answer)
end

-- Wraps the function that parses texts, so that its errors name the parameter.
local function parser(of, parse)
  return function(text, parameter)
    return call("parse", parse, of, parameter, text)
  end
end

-- Defines types with the host's `router.type`.
function M.defining(define)
  return function(...)
    local name, definition = ...
    if type(name) ~= "string" or type(definition) ~= "table" then
      return define(...)
    end
    has_formats = has_formats or definition.format ~= nil
    if type(definition.parse) ~= "function" then
      return define(...)
    end
    local copy = {}
    for key, value in next, definition do
      copy[key] = value
    end
    copy.parse = parser(name, definition.parse)
    return define(name, copy, select(3, ...))
  end
end

-- Formats a value with a type.
function M.text(of, format, parameter, value)
  return call("format", format, of, parameter, value)
end

-- A copy of the values with texts instead of the values that types format.
--
-- `formats` contains the types by the name of the parameter: `{ of, format, list }`.
local function formatted(values, formats)
  if type(values) ~= "table" or next(formats) == nil then
    return values
  end
  local texts = {}
  for name, value in next, values do
    local format = formats[name]
    if not format then
      texts[name] = value
    elseif format.list and type(value) == "table" then
      local list = {}
      for index, item in next, value do
        list[index] = call("format", format.format, format.of, name, item)
      end
      texts[name] = list
    else
      texts[name] = call("format", format.format, format.of, name, value)
    end
  end
  return texts
end

-- Calls the host's `to`. The host also provides `formats`.
function M.to(to, formats, ...)
  local name, params, query = ...
  if type(name) ~= "string" then
    return to(...)
  end
  local of_params, of_query = formats(name)
  return to(name, formatted(params, of_params), formatted(query, of_query), select(4, ...))
end

-- A copy of the options with texts instead of the parameters that types format.
local function with_texts(options, formats)
  local copy = {}
  for name, value in next, options do
    copy[name] = value
  end
  copy.params = formatted(options.params, formats)
  return copy
end

-- A call of a store. Its third argument contains parameters for the pattern in its first.
function M.stored(act, formats)
  return function(...)
    if not has_formats then
      return act(...)
    end
    local key, value, options = ...
    if type(key) ~= "string" or type(options) ~= "table" or type(options.params) ~= "table" then
      return act(...)
    end
    return act(key, value, with_texts(options, formats(key)), select(4, ...))
  end
end

return M
