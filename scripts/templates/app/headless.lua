--- Replaces the program around the application in `moonroute run` and specs.

host.stub("is_known", function(user)
  return user == "mei"
end)
