--- Activity: events, feeds, notifications, stars, watching.
return {
  { name = "events", path = "/events", meta = { methods = { "GET" } } },
  { name = "repo.events", path = "/repos/:owner/:repo/events", meta = { methods = { "GET" } } },
  {
    name = "network.events",
    path = "/networks/:owner/:repo/events",
    meta = { methods = { "GET" } },
  },
  { name = "org.events", path = "/orgs/:org/events", meta = { methods = { "GET" } } },
  {
    name = "user.received_events",
    path = "/users/:user/received_events",
    meta = { methods = { "GET" } },
  },
  {
    name = "user.received_events.public",
    path = "/users/:user/received_events/public",
    meta = { methods = { "GET" } },
  },
  { name = "user.events", path = "/users/:user/events", meta = { methods = { "GET" } } },
  {
    name = "user.events.public",
    path = "/users/:user/events/public",
    meta = { methods = { "GET" } },
  },
  {
    name = "user.events.org",
    path = "/users/:user/events/orgs/:org",
    meta = { methods = { "GET" } },
  },
  { name = "feeds", path = "/feeds", meta = { methods = { "GET" } } },
  { name = "notifications", path = "/notifications", meta = { methods = { "GET", "PUT" } } },
  {
    name = "repo.notifications",
    path = "/repos/:owner/:repo/notifications",
    meta = { methods = { "GET", "PUT" } },
  },
  {
    name = "notifications.thread",
    path = "/notifications/threads/:id",
    meta = { methods = { "GET", "PATCH" } },
  },
  {
    name = "notifications.thread.subscription",
    path = "/notifications/threads/:id/subscription",
    meta = { methods = { "GET", "PUT", "DELETE" } },
  },
  {
    name = "repo.stargazers",
    path = "/repos/:owner/:repo/stargazers",
    meta = { methods = { "GET" } },
  },
  { name = "user.starred", path = "/users/:user/starred", meta = { methods = { "GET" } } },
  { name = "me.starred", path = "/user/starred", meta = { methods = { "GET" } } },
  {
    name = "me.starred.repo",
    path = "/user/starred/:owner/:repo",
    meta = { methods = { "GET", "PUT", "DELETE" } },
  },
  {
    name = "repo.subscribers",
    path = "/repos/:owner/:repo/subscribers",
    meta = { methods = { "GET" } },
  },
  {
    name = "user.subscriptions",
    path = "/users/:user/subscriptions",
    meta = { methods = { "GET" } },
  },
  { name = "me.subscriptions", path = "/user/subscriptions", meta = { methods = { "GET" } } },
  {
    name = "repo.subscription",
    path = "/repos/:owner/:repo/subscription",
    meta = { methods = { "GET", "PUT", "DELETE" } },
  },
  {
    name = "me.subscription",
    path = "/user/subscriptions/:owner/:repo",
    meta = { methods = { "GET", "PUT", "DELETE" } },
  },
}
