--- Stands in for the program around the table: `moonroute run` and specs have none.

host.stub("handle", function(name, params)
  return ("%s %s"):format(name, json.encode(params))
end)
