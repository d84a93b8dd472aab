extension ScriptGenerator {
  static let events = [
    "__index", "__newindex", "__call", "__tostring", "__name", "__pairs", "__len", "__eq", "__lt",
    "__le", "__unm", "__add", "__concat", "__gc", "__close", "__mode", "__metatable", "__band",
  ]

  static let operators = [
    "+", "-", "*", "/", "//", "%", "^", "..", "==", "~=", "<", "<=", ">", ">=", "and", "or", "&",
    "|", "~", "<<", ">>",
  ]

  /// Statements with a `BODY`, a `VALUE`, an `EVENT`, a `NUMBER`, a `SIZE` or a `NAME` to fill in.
  static let places = [
    "pcall(table.sort, { 3, 1, 2, VALUE }, function(a, b) BODY return VALUE end)",
    "pcall(string.gsub, ('ab'):rep(SIZE), '.', function(a) BODY return VALUE end)",
    "pcall(tostring, setmetatable({}, { __tostring = function(a) BODY return VALUE end }))",
    "pcall(table.sort, { 2, 1 }, coroutine.wrap(function(a, b) BODY coroutine.yield(VALUE) end))",
    "pcall(string.gsub, 'abc', '%a', coroutine.wrap(function(a) coroutine.yield(a) BODY end))",
    "pcall(tostring, setmetatable({}, { __tostring = coroutine.wrap(function() BODY end) }))",
    "NAME = coroutine.wrap(function(...) BODY coroutine.yield(VALUE) BODY end) pcall(NAME, VALUE)",
    "NAME = coroutine.create(function() local x <close> = setmetatable({}, { __close = "
      + "function(a, b) BODY end }) coroutine.yield(VALUE) end) coroutine.resume(NAME) "
      + "pcall(coroutine.close, NAME)",
    "pcall(function() local x <close> = setmetatable({}, { __close = function(a, b) BODY "
      + "error(VALUE) end }) error(VALUE) end)",
    "local function f(n) BODY return 1 + f(n + 1) end pcall(f, 0)",
    "local function f(n) return pcall(f, n + 1) end f(0)",
    "local function f(n) return coroutine.wrap(f)(n + 1) end pcall(f, 0)",
    "local t = {} t.x = setmetatable(t, { __index = function(t, k) return t[k] end }) pcall(next, t.y)",
    "local t = setmetatable({}, { EVENT = function(a, b) BODY return VALUE end }) "
      + "pcall(function() return t .. 1, t + 1, #t, t < t, t[1], t(), -t end)",
    "local t = setmetatable({}, { __index = VALUE, __newindex = VALUE }) pcall(function() t.x = t.y end)",
    "local t = {} for i = 1, 70 do t = { t, VALUE } end pcall(take, t) pcall(tostring, t)",
    "local t = { 1 } t[SIZE] = 1 pcall(table.concat, t) pcall(table.unpack, t) pcall(take, t)",
    "pcall(string.rep, VALUE, SIZE, 'x') pcall(string.format, '%SIZEd', NUMBER)",
    "pcall(table.move, { 1, 2, 3 }, NUMBER, SIZE, NUMBER) pcall(table.insert, {}, SIZE, VALUE)",
    "pcall(table.unpack, {}, NUMBER, SIZE) pcall(select, SIZE, table.unpack({}, 1, 200))",
    "for i = 1, SIZE do NAME = { NAME, VALUE } end",
    "local t = {} for i = 1, SIZE do t[i] = ('x'):rep(900) .. i end NAME = t",
    "for i = 1, SIZE do NAME = (type(NAME) == 'string' and NAME or '') .. 'abcdefgh' end",
    "local s = {} for i = 1, SIZE do s[i] = function() return s, i end end NAME = s",
    "xpcall(error, function(e) BODY error(e) end, VALUE)",
    "pcall(error, setmetatable({ code = 'x' }, { __tostring = function() BODY error(VALUE) end }))",
    "error(setmetatable({}, { EVENT = VALUE, __tostring = function() return VALUE end }))",
    "pcall(load, VALUE) pcall(string.pack, ('s'):rep(SIZE), VALUE) pcall(string.unpack, 'sSIZE', VALUE)",
    "pcall(string.find, ('a'):rep(SIZE), ('a?'):rep(30) .. ('a'):rep(30)) pcall(utf8.char, SIZE)",
    "pcall(run, function(...) BODY return VALUE end, VALUE) pcall(await) pcall(pause)",
    "for k, v in pairs(setmetatable({}, { __pairs = function(t) BODY return next, t, VALUE end })) do BODY end",
    "local t = setmetatable({}, { __gc = function() BODY end, __mode = 'k' }) t[t] = VALUE NAME = t",
  ]

  static let sizes = [
    "0", "1", "7", "40", "200", "255", "1000", "5000", "65536", "70000", "2000000",
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

  /// Texts to search with patterns, repeated.
  static let subjects = ["'a'", "'ab'", "'a b'", "'(a)'", "'\\0'", "'\\255'"]

  /// Items of patterns, without quantifiers.
  static let items = [
    "a", "b", "c", ".", "%a", "%s", "%w", "[ab]", "[^a]", "[a-z]", "(a)", "(.)", "()", "%1",
    "%b()", "%f[%a]", "%(", "$",
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
