--- The personas of the application.
return {
  visitor = {},
  ada = { session = { user = "Ada" } },
}
