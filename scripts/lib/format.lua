-- Turns parameters into text where their types ask for it, and goes on with the host's `to`.
return function(to, formats, name, params, ...)
  for key, format in pairs(formats) do
    params[key] = format(params[key])
  end
  return to(name, params, ...)
end
