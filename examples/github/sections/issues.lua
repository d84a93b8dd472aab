--- Issues, labels, milestones.
return {
  { name = "issues", path = "/issues", meta = { methods = { "GET" } } },
  { name = "me.issues", path = "/user/issues", meta = { methods = { "GET" } } },
  { name = "org.issues", path = "/orgs/:org/issues", meta = { methods = { "GET" } } },
  {
    name = "repo.issues",
    path = "/repos/:owner/:repo/issues",
    meta = { methods = { "GET", "POST" } },
  },
  {
    name = "repo.issue",
    path = "/repos/:owner/:repo/issues/:number",
    meta = { methods = { "GET", "PATCH" } },
  },
  {
    name = "repo.assignees",
    path = "/repos/:owner/:repo/assignees",
    meta = { methods = { "GET" } },
  },
  {
    name = "repo.assignee",
    path = "/repos/:owner/:repo/assignees/:assignee",
    meta = { methods = { "GET" } },
  },
  {
    name = "repo.issue.comments",
    path = "/repos/:owner/:repo/issues/:number/comments",
    meta = { methods = { "GET", "POST" } },
  },
  {
    name = "repo.issues.comments",
    path = "/repos/:owner/:repo/issues/comments",
    meta = { methods = { "GET" } },
  },
  {
    name = "repo.issues.comment",
    path = "/repos/:owner/:repo/issues/comments/:id",
    meta = { methods = { "GET", "PATCH", "DELETE" } },
  },
  {
    name = "repo.issue.events",
    path = "/repos/:owner/:repo/issues/:number/events",
    meta = { methods = { "GET" } },
  },
  {
    name = "repo.issues.events",
    path = "/repos/:owner/:repo/issues/events",
    meta = { methods = { "GET" } },
  },
  {
    name = "repo.issues.event",
    path = "/repos/:owner/:repo/issues/events/:id",
    meta = { methods = { "GET" } },
  },
  {
    name = "repo.labels",
    path = "/repos/:owner/:repo/labels",
    meta = { methods = { "GET", "POST" } },
  },
  {
    name = "repo.label",
    path = "/repos/:owner/:repo/labels/:name",
    meta = { methods = { "GET", "PATCH", "DELETE" } },
  },
  {
    name = "repo.issue.labels",
    path = "/repos/:owner/:repo/issues/:number/labels",
    meta = { methods = { "GET", "POST", "PUT", "DELETE" } },
  },
  {
    name = "repo.issue.label",
    path = "/repos/:owner/:repo/issues/:number/labels/:name",
    meta = { methods = { "DELETE" } },
  },
  {
    name = "repo.milestone.labels",
    path = "/repos/:owner/:repo/milestones/:number/labels",
    meta = { methods = { "GET" } },
  },
  {
    name = "repo.milestones",
    path = "/repos/:owner/:repo/milestones",
    meta = { methods = { "GET", "POST" } },
  },
  {
    name = "repo.milestone",
    path = "/repos/:owner/:repo/milestones/:number",
    meta = { methods = { "GET", "PATCH", "DELETE" } },
  },
}
