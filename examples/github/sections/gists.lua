--- Gists.
return {
  { name = "user.gists", path = "/users/:user/gists", meta = { methods = { "GET" } } },
  { name = "gists", path = "/gists", meta = { methods = { "GET", "POST" } } },
  { name = "gists.public", path = "/gists/public", meta = { methods = { "GET" } } },
  { name = "gists.starred", path = "/gists/starred", meta = { methods = { "GET" } } },
  { name = "gist", path = "/gists/:id", meta = { methods = { "GET", "PATCH", "DELETE" } } },
  { name = "gist.star", path = "/gists/:id/star", meta = { methods = { "PUT", "DELETE", "GET" } } },
  { name = "gist.forks", path = "/gists/:id/forks", meta = { methods = { "POST" } } },
}
