--- Organizations and teams.
return {
  { name = "user.orgs", path = "/users/:user/orgs", meta = { methods = { "GET" } } },
  { name = "me.orgs", path = "/user/orgs", meta = { methods = { "GET" } } },
  { name = "org", path = "/orgs/:org", meta = { methods = { "GET", "PATCH" } } },
  { name = "org.members", path = "/orgs/:org/members", meta = { methods = { "GET" } } },
  {
    name = "org.member",
    path = "/orgs/:org/members/:user",
    meta = { methods = { "GET", "DELETE" } },
  },
  {
    name = "org.public_members",
    path = "/orgs/:org/public_members",
    meta = { methods = { "GET" } },
  },
  {
    name = "org.public_member",
    path = "/orgs/:org/public_members/:user",
    meta = { methods = { "GET", "PUT", "DELETE" } },
  },
  { name = "org.teams", path = "/orgs/:org/teams", meta = { methods = { "GET", "POST" } } },
  { name = "team", path = "/teams/:id", meta = { methods = { "GET", "PATCH", "DELETE" } } },
  { name = "team.members", path = "/teams/:id/members", meta = { methods = { "GET" } } },
  {
    name = "team.member",
    path = "/teams/:id/members/:user",
    meta = { methods = { "GET", "PUT", "DELETE" } },
  },
  { name = "team.repos", path = "/teams/:id/repos", meta = { methods = { "GET" } } },
  {
    name = "team.repo",
    path = "/teams/:id/repos/:owner/:repo",
    meta = { methods = { "GET", "PUT", "DELETE" } },
  },
  { name = "me.teams", path = "/user/teams", meta = { methods = { "GET" } } },
}
