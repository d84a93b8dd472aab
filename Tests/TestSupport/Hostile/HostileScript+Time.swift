extension HostileScript {
  /// Scripts that compute endlessly with plain Lua.
  public static let onTime: [HostileScript] = [
    HostileScript("endless loop", .timeout, source: "while true do end"),
    HostileScript("endless goto", .timeout, source: "::again:: goto again"),
    HostileScript("endless tail call", .timeout, source: "local function f() return f() end f()"),
    HostileScript("endless for", .timeout, source: "for i = 1, math.huge do end"),
    HostileScript(
      "a loop of pcall",
      .timeout,
      source: "while true do pcall(function() while true do end end) end"
    ),
    HostileScript(
      "pcall around pcall",
      .timeout,
      source: "local function f() pcall(f) while true do end end f()"
    ),
    HostileScript(
      "a handler that loops",
      .timeout,
      source: "local function loop() while true do end end while true do xpcall(loop, loop) end"
    ),
    HostileScript(
      "a handler that loops over an error",
      .timeout,
      source: "xpcall(error, function() while true do end end)"
    ),
    HostileScript(
      "a loop in a coroutine",
      .timeout,
      source: "while true do coroutine.wrap(function() while true do end end)() end"
    ),
    HostileScript(
      "resume as pcall",
      .timeout,
      source:
        "while true do coroutine.resume(coroutine.create(function() while true do end end)) end"
    ),
    HostileScript(
      "a coroutine made before",
      .timeout,
      source: """
        local co = coroutine.create(function() while true do coroutine.yield() end end)
        while true do coroutine.resume(co) end
        """
    ),
    HostileScript(
      "coroutines inside coroutines",
      .timeout,
      source: """
        local function nest(n)
          if n == 0 then while true do end end
          while true do coroutine.wrap(nest)(n - 1) end
        end
        nest(20)
        """
    ),
    HostileScript(
      "closing as pcall",
      .timeout,
      source: """
        while true do
          local co = coroutine.create(function() coroutine.yield() end)
          coroutine.resume(co)
          coroutine.close(co)
        end
        """
    ),
    HostileScript(
      "metamethods that loop",
      .timeout,
      source: """
        local meta = {}
        local t = setmetatable({}, meta)
        meta.__index = function() while true do end end
        setmetatable(t, meta)
        while true do pcall(function() return t.x end) end
        """
    ),
    HostileScript(
      "tostring that loops",
      .timeout,
      source: "tostring(setmetatable({}, { __tostring = function() while true do end end }))"
    ),
    HostileScript("making tables", .timeout, source: "while true do local t = { {}, {}, {} } end"),
    HostileScript(
      "large texts in a loop",
      .timeout,
      source: "local big = ('x'):rep(200000) while true do local s = big .. big end"
    ),
    HostileScript(
      "keys that collide",
      .timeout,
      source: """
        local t, step = {}, 16383 * 32767
        for i = 1, 32000 do t[i * step] = true end
        while true do end
        """
    ),
    HostileScript(
      "setmetatable in a loop",
      .timeout,
      source: "while true do setmetatable({}, { __index = {} }) end"
    ),
    HostileScript(
      "errors without end",
      .timeout,
      source: "local m = ('x'):rep(100000) while true do pcall(error, m .. 'y') end"
    ),
  ]
}
