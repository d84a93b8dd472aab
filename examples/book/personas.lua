--- The people as whom the application is tried.
return {
  visitor = {},
  ada = { session = { user = "Ada" } },
}
