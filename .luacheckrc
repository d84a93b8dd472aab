-- What luacheck knows about scripts: Lua 5.4 and the globals that the host declares.
std = "lua54"
max_line_length = 120

read_globals = {
  "after",
  "every",
  "sleep",
  "spawn",
  animator = {
    fields = {
      "automatic",
      "custom",
      "custom_push",
      "full_screen",
      "present",
      "push",
      "push_style_present",
      "refresh",
      "root",
      "sheet",
      "show",
      "show_detail",
    },
  },
  clock = { fields = { "now" } },
  events = { fields = { "declare", "emit", "forget", "last", "next", "on" } },
  host = { other_fields = true },
  json = { fields = { "decode", "encode" } },
  log = { fields = { "debug", "error", "info", "warn" } },
  reload = { fields = { "generation", "keep", "on_unload" } },
  resources = { fields = { "change", "delete", "get", "has", "list", "put", "update" } },
  router = {
    fields = {
      "ask",
      "back",
      "build",
      "can_go_back",
      "can_open",
      "close",
      "configure",
      "decline",
      "dismiss",
      "fetch",
      "go",
      "group",
      "guard",
      "lazy",
      "location",
      "match",
      "mount",
      "on_error",
      "open",
      "own",
      "pop_to",
      "pop_to_root",
      "present",
      "proxy",
      "push",
      "recheck",
      "replace",
      "reset",
      "rewrite",
      "route",
      "routes",
      "scheme",
      "select",
      "shell",
      "tagged",
      "to",
      "type",
      "unmatched",
    },
  },
  screen = {},
  session = { other_fields = true, read_only = false },
  stage = {
    fields = {
      "depth",
      "find",
      "restore",
      "root",
      "save",
      "screens",
      "swipe_back",
      "top",
      "transitions",
    },
  },
}

-- The editor's definitions: functions without a body, globals that the host makes.
files["scripts/types"] = {
  globals = {
    "after",
    "animator",
    "clock",
    "events",
    "every",
    "host",
    "json",
    "log",
    "reload",
    "resources",
    "router",
    "screen",
    "session",
    "sleep",
    "spawn",
    "stage",
  },
  -- Lua's own names as they are here, unused arguments, methods of a class that only the editor sees,
  -- long unions of types.
  ignore = { "121", "122", "212", "241", "631" },
}

files["examples/editors/neovim"] = { globals = { "vim" } }

files["scripts/testing"] = { read_globals = { "native" } }

files["**/invariants.lua"] = { read_globals = { "invariant" } }

files["**/*_spec.lua"] = { std = "+busted", read_globals = { "access", "app", "clock", "timeout" } }

-- The words of specs, which the runner makes.
for _, name in ipairs { "spec_hooks", "testing_doubles", "testing_rules" } do
  files["scripts/types/" .. name .. ".lua"] = { ignore = { "111", "112", "131" } }
end
files["scripts/types/testing.lua"] = { ignore = { "111", "112", "121", "131", "211", "212", "631" } }

-- Specs of the runner set globals to see where they end up.
files["Tests/ScriptTestingTests"] = { globals = { "own", "shared" }, ignore = { "143" } }
