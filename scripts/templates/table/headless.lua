--- Replaces the program around the table in `moonroute run` and specs.

host.stub("handle", function(name, params)
  return ("%s %s"):format(name, json.encode(params))
end)
