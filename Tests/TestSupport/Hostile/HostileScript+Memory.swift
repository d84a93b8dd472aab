extension HostileScript {
  /// Scripts that request too much memory, or a too deep stack.
  public static let onMemory: [HostileScript] = [
    HostileScript("one large text", .memoryLimit, source: "return ('x'):rep(1e9)"),
    HostileScript(
      "a growing text",
      .memoryLimit,
      source: "local s = 'x' while true do s = s .. s end"
    ),
    HostileScript(
      "a growing table",
      .memoryLimit,
      source: "local t = {} while true do t[#t + 1] = {} end"
    ),
    HostileScript(
      "many small tables",
      .memoryLimit,
      .timeout,
      source: "local last while true do last = { last } end"
    ),
    HostileScript(
      "pcall on a full heap",
      .memoryLimit,
      .timeout,
      source: """
        local hold = {}
        pcall(function() while true do hold[#hold + 1] = ('x'):rep(1000) .. #hold end end)
        while true do pcall(string.rep, 'x', 1e8) end
        """
    ),
    HostileScript(
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
    HostileScript(
      "coroutines that are kept",
      .memoryLimit,
      .timeout,
      source: """
        local hold = {}
        while true do hold[#hold + 1] = coroutine.wrap(function() coroutine.yield() end) hold[#hold]() end
        """
    ),
    HostileScript(
      "endless recursion",
      .stackOverflow,
      .memoryLimit,
      source: "local function f() return 1 + f() end f()"
    ),
    HostileScript(
      "recursion caught again and again",
      .stackOverflow,
      .memoryLimit,
      .timeout,
      source: "local function f() return 1 + f() end while true do pcall(f) end"
    ),
    HostileScript(
      "deep callbacks",
      .stackOverflow,
      source: """
        local function f(n) return (('x'):gsub('x', function() return f(n + 1) end)) end
        return f(1)
        """
    ),
    HostileScript(
      "deep coroutines",
      .scriptError,
      source: "local function f() return coroutine.wrap(f)() end f()"
    ),
    HostileScript(
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
