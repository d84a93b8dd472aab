--- GitHub's public REST interface as a table of routes: 154 paths in 11 sections.

router.configure { hosts = { "api.github.com" } }

local sections = {
  "activity",
  "authorizations",
  "gists",
  "git_data",
  "issues",
  "miscellaneous",
  "organizations",
  "pull_requests",
  "repositories",
  "search",
  "users",
}

-- The result of every route: the methods that GitHub accepts there, and the path.
local function describe(state)
  return ("%s %s"):format(table.concat(state.meta.methods, " "), state.pattern)
end

for _, section in ipairs(sections) do
  for _, route in ipairs(require("sections." .. section)) do
    route.action = describe
    route.tags = { section }
    router.route(route)
  end
end
