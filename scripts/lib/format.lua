-- Turns parameters and items of the query into text where their types ask for it, and goes on with
-- the host's `to`.
--
-- `formats` is the host's too: it answers the functions by parameter, and those by item of the
-- query. The script's own tables stay as they are.
local function formatted(values, formats)
  if type(values) ~= "table" or next(formats) == nil then
    return values
  end
  local texts = {}
  for key, value in next, values do
    local format = formats[key]
    if format then
      value = format(value)
    end
    texts[key] = value
  end
  return texts
end

-- A function for every value of a list, told by a wrapper of the host: `{ format }`.
local function each(formats)
  local functions = {}
  for key, format in next, formats do
    functions[key] = type(format) == "function" and format
      or function(list)
        if type(list) ~= "table" then
          return format[1](list)
        end
        local texts = {}
        for index, value in ipairs(list) do
          texts[index] = format[1](value)
        end
        return texts
      end
  end
  return functions
end

return function(to, formats, ...)
  local name, params, query = ...
  if type(name) ~= "string" then
    return to(...)
  end
  local of_params, of_query = formats(name)
  return to(
    name,
    formatted(params, of_params),
    formatted(query, each(of_query)),
    select(4, ...)
  )
end
