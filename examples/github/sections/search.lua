--- Search, and the older search.
return {
  { name = "search.repositories", path = "/search/repositories", meta = { methods = { "GET" } } },
  { name = "search.code", path = "/search/code", meta = { methods = { "GET" } } },
  { name = "search.issues", path = "/search/issues", meta = { methods = { "GET" } } },
  { name = "search.users", path = "/search/users", meta = { methods = { "GET" } } },
  {
    name = "legacy.issues.search",
    path = "/legacy/issues/search/:owner/:repository/:state/:keyword",
    meta = { methods = { "GET" } },
  },
  {
    name = "legacy.repos.search",
    path = "/legacy/repos/search/:keyword",
    meta = { methods = { "GET" } },
  },
  {
    name = "legacy.user.search",
    path = "/legacy/user/search/:keyword",
    meta = { methods = { "GET" } },
  },
  {
    name = "legacy.user.email",
    path = "/legacy/user/email/:email",
    meta = { methods = { "GET" } },
  },
}
