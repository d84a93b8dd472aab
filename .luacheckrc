-- What luacheck knows about scripts: Lua 5.4 and the globals that the host declares.
std = "lua54"
max_line_length = 100

read_globals = {
  "after",
  "every",
  "sleep",
  animator = {
    fields = {
      "automatic",
      "full_screen",
      "present",
      "push",
      "push_style_present",
      "refresh",
      "root",
      "sheet",
    },
  },
  host = { other_fields = true },
  json = { fields = { "decode", "encode" } },
  log = { fields = { "debug", "error", "info", "warn" } },
  router = {
    fields = {
      "build",
      "can_open",
      "configure",
      "decline",
      "fetch",
      "group",
      "guard",
      "location",
      "match",
      "mount",
      "on_error",
      "open",
      "present",
      "proxy",
      "push",
      "recheck",
      "rewrite",
      "route",
      "routes",
      "scheme",
      "tagged",
      "to",
      "type",
      "unmatched",
    },
  },
  screen = {},
  session = { other_fields = true, read_only = false },
  stage = { fields = { "depth", "find", "root", "screens", "top", "transitions" } },
}

-- The editor's definitions: functions without a body, globals that the host makes.
files["scripts/types"] = {
  globals = {
    "after",
    "animator",
    "every",
    "host",
    "json",
    "log",
    "router",
    "screen",
    "session",
    "sleep",
    "stage",
  },
  -- Unused arguments, methods of a class that only the editor sees, long unions of types.
  ignore = { "212", "241", "631" },
}

files["**/*_spec.lua"] = { std = "+busted" }
