-- Turns parameters into text where their types ask for it, and goes on with the host's `to`.
--
-- `formats` is the host's too: it answers the functions by parameter. The script's own table stays
-- as it is.
return function(to, formats, ...)
  local name, params = ...
  if type(params) ~= "table" or type(name) ~= "string" then
    return to(...)
  end
  local texts = {}
  local format = formats(name)
  for key, value in next, params do
    if format[key] then
      value = format[key](value)
    end
    texts[key] = value
  end
  return to(name, texts, select(3, ...))
end
