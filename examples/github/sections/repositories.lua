--- Repositories.
return {
  { name = "me.repos", path = "/user/repos", meta = { methods = { "GET", "POST" } } },
  { name = "user.repos", path = "/users/:user/repos", meta = { methods = { "GET" } } },
  { name = "org.repos", path = "/orgs/:org/repos", meta = { methods = { "GET", "POST" } } },
  { name = "repositories", path = "/repositories", meta = { methods = { "GET" } } },
  {
    name = "repo",
    path = "/repos/:owner/:repo",
    meta = { methods = { "GET", "PATCH", "DELETE" } },
  },
  {
    name = "repo.contributors",
    path = "/repos/:owner/:repo/contributors",
    meta = { methods = { "GET" } },
  },
  {
    name = "repo.languages",
    path = "/repos/:owner/:repo/languages",
    meta = { methods = { "GET" } },
  },
  { name = "repo.teams", path = "/repos/:owner/:repo/teams", meta = { methods = { "GET" } } },
  { name = "repo.tags", path = "/repos/:owner/:repo/tags", meta = { methods = { "GET" } } },
  { name = "repo.branches", path = "/repos/:owner/:repo/branches", meta = { methods = { "GET" } } },
  {
    name = "repo.branch",
    path = "/repos/:owner/:repo/branches/:branch",
    meta = { methods = { "GET" } },
  },
  {
    name = "repo.collaborators",
    path = "/repos/:owner/:repo/collaborators",
    meta = { methods = { "GET" } },
  },
  {
    name = "repo.collaborator",
    path = "/repos/:owner/:repo/collaborators/:user",
    meta = { methods = { "GET", "PUT", "DELETE" } },
  },
  { name = "repo.comments", path = "/repos/:owner/:repo/comments", meta = { methods = { "GET" } } },
  {
    name = "repo.commit.comments",
    path = "/repos/:owner/:repo/commits/:sha/comments",
    meta = { methods = { "GET", "POST" } },
  },
  {
    name = "repo.comment",
    path = "/repos/:owner/:repo/comments/:id",
    meta = { methods = { "GET", "PATCH", "DELETE" } },
  },
  { name = "repo.commits", path = "/repos/:owner/:repo/commits", meta = { methods = { "GET" } } },
  {
    name = "repo.commit",
    path = "/repos/:owner/:repo/commits/:sha",
    meta = { methods = { "GET" } },
  },
  { name = "repo.readme", path = "/repos/:owner/:repo/readme", meta = { methods = { "GET" } } },
  {
    name = "repo.contents",
    path = "/repos/:owner/:repo/contents/*path",
    meta = { methods = { "GET", "PUT", "DELETE" } },
  },
  {
    name = "repo.archive",
    path = "/repos/:owner/:repo/:archive_format/:ref",
    meta = { methods = { "GET" } },
  },
  { name = "repo.keys", path = "/repos/:owner/:repo/keys", meta = { methods = { "GET", "POST" } } },
  {
    name = "repo.key",
    path = "/repos/:owner/:repo/keys/:id",
    meta = { methods = { "GET", "PATCH", "DELETE" } },
  },
  {
    name = "repo.downloads",
    path = "/repos/:owner/:repo/downloads",
    meta = { methods = { "GET" } },
  },
  {
    name = "repo.download",
    path = "/repos/:owner/:repo/downloads/:id",
    meta = { methods = { "GET", "DELETE" } },
  },
  {
    name = "repo.forks",
    path = "/repos/:owner/:repo/forks",
    meta = { methods = { "GET", "POST" } },
  },
  {
    name = "repo.hooks",
    path = "/repos/:owner/:repo/hooks",
    meta = { methods = { "GET", "POST" } },
  },
  {
    name = "repo.hook",
    path = "/repos/:owner/:repo/hooks/:id",
    meta = { methods = { "GET", "PATCH", "DELETE" } },
  },
  {
    name = "repo.hook.tests",
    path = "/repos/:owner/:repo/hooks/:id/tests",
    meta = { methods = { "POST" } },
  },
  { name = "repo.merges", path = "/repos/:owner/:repo/merges", meta = { methods = { "POST" } } },
  {
    name = "repo.releases",
    path = "/repos/:owner/:repo/releases",
    meta = { methods = { "GET", "POST" } },
  },
  {
    name = "repo.release",
    path = "/repos/:owner/:repo/releases/:id",
    meta = { methods = { "GET", "PATCH", "DELETE" } },
  },
  {
    name = "repo.release.assets",
    path = "/repos/:owner/:repo/releases/:id/assets",
    meta = { methods = { "GET" } },
  },
  {
    name = "repo.stats.contributors",
    path = "/repos/:owner/:repo/stats/contributors",
    meta = { methods = { "GET" } },
  },
  {
    name = "repo.stats.commit_activity",
    path = "/repos/:owner/:repo/stats/commit_activity",
    meta = { methods = { "GET" } },
  },
  {
    name = "repo.stats.code_frequency",
    path = "/repos/:owner/:repo/stats/code_frequency",
    meta = { methods = { "GET" } },
  },
  {
    name = "repo.stats.participation",
    path = "/repos/:owner/:repo/stats/participation",
    meta = { methods = { "GET" } },
  },
  {
    name = "repo.stats.punch_card",
    path = "/repos/:owner/:repo/stats/punch_card",
    meta = { methods = { "GET" } },
  },
  {
    name = "repo.status",
    path = "/repos/:owner/:repo/statuses/:ref",
    meta = { methods = { "GET", "POST" } },
  },
}
