--- Stands in for the program around the application: `moonroute run` and specs have none.

host.stub("is_known", function(user)
  return user == "mei"
end)
