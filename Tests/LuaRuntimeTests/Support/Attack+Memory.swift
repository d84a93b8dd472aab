import LuaRuntime

extension Attack {
  /// Those that want more memory, or a deeper stack, than there is.
  static let onMemory: [Attack] = [
    Attack("one large text", .memoryLimit, source: "return ('x'):rep(1e9)"),
    Attack("a growing text", .memoryLimit, source: "local s = 'x' while true do s = s .. s end"),
    Attack(
      "a growing table",
      .memoryLimit,
      source: "local t = {} while true do t[#t + 1] = {} end"
    ),
    Attack(
      "many small tables",
      .memoryLimit,
      .timeout,
      source: "local last while true do last = { last } end"
    ),
    Attack(
      "pcall on a full heap",
      .memoryLimit,
      .timeout,
      source: """
        local hold = {}
        pcall(function() while true do hold[#hold + 1] = ('x'):rep(1000) .. #hold end end)
        while true do pcall(string.rep, 'x', 1e8) end
        """
    ),
    Attack(
      "a handler on a full heap",
      .memoryLimit,
      .timeout,
      source: """
        local hold = {}
        while true do
          xpcall(function() while true do hold[#hold + 1] = ('x'):rep(1000) .. #hold end end,
            function(m) return m .. 'y' end)
        end
        """
    ),
    Attack(
      "coroutines that are kept",
      .memoryLimit,
      .timeout,
      source: """
        local hold = {}
        while true do hold[#hold + 1] = coroutine.wrap(function() coroutine.yield() end) hold[#hold]() end
        """
    ),
    Attack(
      "endless recursion",
      .stackOverflow,
      .memoryLimit,
      source: "local function f() return 1 + f() end f()"
    ),
    Attack(
      "recursion caught again and again",
      .stackOverflow,
      .memoryLimit,
      .timeout,
      source: "local function f() return 1 + f() end while true do pcall(f) end"
    ),
    Attack(
      "deep callbacks",
      .stackOverflow,
      source: """
        local function f(n) return (('x'):gsub('x', function() return f(n + 1) end)) end
        return f(1)
        """
    ),
    Attack(
      "deep coroutines",
      .scriptError,
      source: "local function f() return coroutine.wrap(f)() end f()"
    ),
    Attack(
      "deep metamethods",
      .stackOverflow,
      source: """
        local t = setmetatable({}, {})
        local meta = { __index = function(t, k) return t[k + 1] end }
        setmetatable(t, meta)
        return t[1]
        """
    ),
  ]
}
