--- Git data: blobs, commits, references, tags, trees.
return {
  {
    name = "repo.git.blob",
    path = "/repos/:owner/:repo/git/blobs/:sha",
    meta = { methods = { "GET" } },
  },
  {
    name = "repo.git.blobs",
    path = "/repos/:owner/:repo/git/blobs",
    meta = { methods = { "POST" } },
  },
  {
    name = "repo.git.commit",
    path = "/repos/:owner/:repo/git/commits/:sha",
    meta = { methods = { "GET" } },
  },
  {
    name = "repo.git.commits",
    path = "/repos/:owner/:repo/git/commits",
    meta = { methods = { "POST" } },
  },
  {
    name = "repo.git.ref",
    path = "/repos/:owner/:repo/git/refs/*ref",
    meta = { methods = { "GET", "PATCH", "DELETE" } },
  },
  {
    name = "repo.git.refs",
    path = "/repos/:owner/:repo/git/refs",
    meta = { methods = { "GET", "POST" } },
  },
  {
    name = "repo.git.tag",
    path = "/repos/:owner/:repo/git/tags/:sha",
    meta = { methods = { "GET" } },
  },
  {
    name = "repo.git.tags",
    path = "/repos/:owner/:repo/git/tags",
    meta = { methods = { "POST" } },
  },
  {
    name = "repo.git.tree",
    path = "/repos/:owner/:repo/git/trees/:sha",
    meta = { methods = { "GET" } },
  },
  {
    name = "repo.git.trees",
    path = "/repos/:owner/:repo/git/trees",
    meta = { methods = { "POST" } },
  },
}
