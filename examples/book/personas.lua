--- The persons as whom specs and tools try the application.
return {
  visitor = {},
  ada = { session = { user = "Ada" } },
}
