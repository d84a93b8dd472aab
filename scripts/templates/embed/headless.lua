--- Replaces the program in `moonroute run` and specs.

host.stub("is_member", function(name)
  return name == "mei"
end)
