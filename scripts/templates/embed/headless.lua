--- Stands in for the program where there is none: `moonroute run` and specs.

host.stub("is_member", function(name)
  return name == "mei"
end)
