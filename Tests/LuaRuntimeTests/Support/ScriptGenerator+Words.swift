extension ScriptGenerator {
  static let events = [
    "__index", "__newindex", "__call", "__tostring", "__name", "__pairs", "__len", "__eq", "__lt",
    "__le", "__unm", "__add", "__concat", "__gc", "__close", "__mode", "__metatable", "__band",
  ]

  static let operators = [
    "+", "-", "*", "/", "//", "%", "^", "..", "==", "~=", "<", "<=", ">", ">=", "and", "or", "&",
    "|", "~", "<<", ">>",
  ]

  static let numbers = [
    "0", "1", "-1", "2", "3", "10", "100", "1e3", "70000", "1e6 // 1 | 0", "0.5", "-0.0", "1e308",
    "1/0", "-1/0", "0/0", "math.maxinteger", "math.mininteger", "math.maxinteger - 1", "1 << 31",
    "1 << 32", "-(1 << 31)",
  ]

  static let texts = [
    "''", "'a'", "'abc'", "'__index'", "'10'", "'0x10'", "'%s%d%q'", "'%5.3f'", "'.-'", "'(a*)'",
    "'%b()'", "'%f[%a]'", "'[a-z]*'", "'%1'", "'(()'", "'%'", "'[^'", "('x'):rep(1000)",
    "('ab'):rep(30000)", "'\\0\\255'", "'k'", "'v'", "'n'", "'>I4'", "'s8z'", "'!16i'", "'%c'",
  ]

  static let functions = [
    "assert", "error", "getmetatable", "ipairs", "next", "pairs", "rawequal", "rawget", "rawlen",
    "rawset", "select", "tonumber", "tostring", "type", "pcall", "xpcall", "print", "setmetatable",
    "coroutine.create", "coroutine.resume", "coroutine.wrap", "coroutine.yield",
    "coroutine.status", "coroutine.close", "coroutine.running", "coroutine.isyieldable",
    "string.rep", "string.find", "string.match", "string.gmatch", "string.gsub", "string.format",
    "string.byte", "string.char", "string.sub", "string.reverse", "string.lower", "string.pack",
    "string.unpack", "string.packsize", "table.insert", "table.remove", "table.concat",
    "table.sort", "table.move", "table.unpack", "table.pack", "math.floor", "math.random",
    "math.tointeger", "math.fmod", "utf8.char", "utf8.codepoint", "utf8.codes", "utf8.len",
    "utf8.offset", "os.date", "os.time", "await", "pause", "take", "run", "refuse", "make", "a",
    "b", "c",
    "d", "(function(...) return ... end)", "coroutine.wrap(function(...) return ... end)",
    "pcall(coroutine.wrap(function() await() end)) and print",
  ]
}
