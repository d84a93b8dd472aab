--- OAuth authorizations.
return {
  { name = "authorizations", path = "/authorizations", meta = { methods = { "GET", "POST" } } },
  {
    name = "authorization",
    path = "/authorizations/:id",
    meta = { methods = { "GET", "PATCH", "DELETE" } },
  },
  {
    name = "authorizations.client",
    path = "/authorizations/clients/:client_id",
    meta = { methods = { "PUT" } },
  },
  {
    name = "application.token",
    path = "/applications/:client_id/tokens/:access_token",
    meta = { methods = { "GET", "DELETE" } },
  },
  {
    name = "application.tokens",
    path = "/applications/:client_id/tokens",
    meta = { methods = { "DELETE" } },
  },
}
