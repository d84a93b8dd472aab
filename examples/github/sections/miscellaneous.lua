--- Miscellaneous.
return {
  { name = "emojis", path = "/emojis", meta = { methods = { "GET" } } },
  { name = "gitignore.templates", path = "/gitignore/templates", meta = { methods = { "GET" } } },
  {
    name = "gitignore.template",
    path = "/gitignore/templates/:name",
    meta = { methods = { "GET" } },
  },
  { name = "markdown", path = "/markdown", meta = { methods = { "POST" } } },
  { name = "markdown.raw", path = "/markdown/raw", meta = { methods = { "POST" } } },
  { name = "meta", path = "/meta", meta = { methods = { "GET" } } },
  { name = "rate_limit", path = "/rate_limit", meta = { methods = { "GET" } } },
}
