--- Replaces the program around the shop: `moonroute run` has no payment and no server.

local owners_of_tokens = {
  ["5f0c9a77d1"] = "mei",
  ["aa01bb02cc"] = "jonas",
}

host.stub("verify_token", function(token)
  return owners_of_tokens[token]
end)

host.stub("is_staff", function(user)
  return user == "jonas"
end)

host.stub("stock", function(product_id)
  if product_id == 9 then
    return 0
  end
  return 12
end)

host.stub("track", function(event, details)
  log.debug("track", event, json.encode(details))
end)
