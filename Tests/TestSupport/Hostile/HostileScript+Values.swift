extension HostileScript {
  /// Values that are hard to pass as errors and as arguments of `take`, a function of the host.
  public static let onValues: [HostileScript] = [
    HostileScript(
      "an error with an endless tostring",
      .scriptError,
      source: "error(setmetatable({}, { __tostring = function() while true do end end }))"
    ),
    HostileScript(
      "an error whose fields loop",
      .scriptError,
      source: """
        error(setmetatable({}, { __index = function() while true do end end,
          __pairs = function() while true do end end, __len = function() while true do end end }))
        """
    ),
    HostileScript("nil as an error", .scriptError, source: "error(nil)"),
    HostileScript("nothing as an error", .scriptError, source: "error()"),
    HostileScript("a large text as an error", .scriptError, source: "error(('x'):rep(500000))"),
    HostileScript("a function as an error", .scriptError, source: "error(print)"),
    HostileScript(
      "a table without end as an error",
      .scriptError,
      source: "local t = {} t.t = t t[1] = t error(t)"
    ),
    HostileScript(
      "fields of an error that are not texts",
      .scriptError,
      source: "error({ code = {}, message = print, file = 1, line = {} })"
    ),
    HostileScript(
      "a table that contains itself",
      "value_cycle",
      source: "local t = {} t[1] = t take(t)"
    ),
    HostileScript(
      "a table that is too deep",
      .valueTooDeep,
      source: "local t = {} for i = 1, 100000 do t = { t } end take(t)"
    ),
    HostileScript(
      "a value that is too large",
      .valueTooLarge,
      source: "local s, t = ('x'):rep(500000), {} for i = 1, 100 do t[i] = s end take(t)"
    ),
    HostileScript(
      "one table many times",
      .valueTooLarge,
      source: """
        local t = { 'x' }
        for i = 1, 14 do t = { t, t, t, t } end
        take(t)
        """
    ),
    HostileScript(
      "functions without end",
      .valueTooLarge,
      .memoryLimit,
      .timeout,
      source: "local t = {} for i = 1, 30000 do t[i] = function() return i end end "
        + "while true do take(t) end"
    ),
    HostileScript(
      "a flood of lines",
      .timeout,
      source: "while true do print(('x'):rep(100000)) end"
    ),
    HostileScript(
      "lines that loop",
      .timeout,
      source: "print(setmetatable({}, { __tostring = function() while true do end end }))"
    ),
    HostileScript(
      "calls of the host in a loop",
      .timeout,
      source: "while true do pcall(take, 1) end"
    ),
    HostileScript(
      "errors of the host in a loop",
      .timeout,
      source: "while true do pcall(refuse) end"
    ),
  ]
}
