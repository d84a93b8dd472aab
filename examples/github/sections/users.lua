--- Users, followers, keys.
return {
  { name = "user", path = "/users/:user", meta = { methods = { "GET" } } },
  { name = "me", path = "/user", meta = { methods = { "GET", "PATCH" } } },
  { name = "users", path = "/users", meta = { methods = { "GET" } } },
  { name = "me.emails", path = "/user/emails", meta = { methods = { "GET", "POST", "DELETE" } } },
  { name = "user.followers", path = "/users/:user/followers", meta = { methods = { "GET" } } },
  { name = "me.followers", path = "/user/followers", meta = { methods = { "GET" } } },
  { name = "user.following", path = "/users/:user/following", meta = { methods = { "GET" } } },
  { name = "me.following", path = "/user/following", meta = { methods = { "GET" } } },
  {
    name = "me.following.user",
    path = "/user/following/:user",
    meta = { methods = { "GET", "PUT", "DELETE" } },
  },
  {
    name = "user.following.target_user",
    path = "/users/:user/following/:target_user",
    meta = { methods = { "GET" } },
  },
  { name = "user.keys", path = "/users/:user/keys", meta = { methods = { "GET" } } },
  { name = "me.keys", path = "/user/keys", meta = { methods = { "GET", "POST" } } },
  { name = "me.key", path = "/user/keys/:id", meta = { methods = { "GET", "PATCH", "DELETE" } } },
}
