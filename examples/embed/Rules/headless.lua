--- Replaces the program around the rules.

local points = { mei = 120 }

host.stub("version", function() end)

host.stub("is_member", function(name)
  return points[name] ~= nil
end)

host.stub("balance", function(name)
  return points[name]
end)
