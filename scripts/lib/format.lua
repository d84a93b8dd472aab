-- Types of parameters: their functions make values of texts, and texts of values.
--
-- `fail` is the host's: it raises what such a function did wrong.
local fail = ...

local M = {}

-- Whether some type has a `format`: until then, no call looks at its parameters.
local has_formats = false

local TEXTS = { string = true, number = true, boolean = true }

-- Calls a function of a type with the value of a parameter, or of an item of the query.
local function call(kind, fn, of, parameter, value)
  local done, answer = pcall(fn, value)
  if done and answer ~= nil and (kind == "parse" or TEXTS[type(answer)]) then
    return answer
  end
  return fail(kind, of, parameter, value, done, answer)
end

-- The function that makes values of texts, with words that name the parameter when it fails.
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

-- The text that a type writes for a value.
function M.text(of, format, parameter, value)
  return call("format", format, of, parameter, value)
end

-- The values with a text in place of each that a type writes; the script's own table stays as it is.
--
-- `formats` has the types by the name of the parameter: `{ of, format, list }`.
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

-- Goes on with the host's `to`; `formats` is the host's, too.
function M.to(to, formats, ...)
  local name, params, query = ...
  if type(name) ~= "string" then
    return to(...)
  end
  local of_params, of_query = formats(name)
  return to(name, formatted(params, of_params), formatted(query, of_query), select(4, ...))
end

-- The options with a text in place of each parameter that a type writes.
local function with_texts(options, formats)
  local copy = {}
  for name, value in next, options do
    copy[name] = value
  end
  copy.params = formatted(options.params, formats)
  return copy
end

-- A call of a store, whose third argument has parameters for the pattern of its first.
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
