--- Pull requests.
return {
  {
    name = "repo.pulls",
    path = "/repos/:owner/:repo/pulls",
    meta = { methods = { "GET", "POST" } },
  },
  {
    name = "repo.pull",
    path = "/repos/:owner/:repo/pulls/:number",
    meta = { methods = { "GET", "PATCH" } },
  },
  {
    name = "repo.pull.commits",
    path = "/repos/:owner/:repo/pulls/:number/commits",
    meta = { methods = { "GET" } },
  },
  {
    name = "repo.pull.files",
    path = "/repos/:owner/:repo/pulls/:number/files",
    meta = { methods = { "GET" } },
  },
  {
    name = "repo.pull.merge",
    path = "/repos/:owner/:repo/pulls/:number/merge",
    meta = { methods = { "GET", "PUT" } },
  },
  {
    name = "repo.pull.comments",
    path = "/repos/:owner/:repo/pulls/:number/comments",
    meta = { methods = { "GET", "PUT" } },
  },
  {
    name = "repo.pulls.comments",
    path = "/repos/:owner/:repo/pulls/comments",
    meta = { methods = { "GET" } },
  },
  {
    name = "repo.pulls.comment",
    path = "/repos/:owner/:repo/pulls/comments/:number",
    meta = { methods = { "GET", "PATCH", "DELETE" } },
  },
}
