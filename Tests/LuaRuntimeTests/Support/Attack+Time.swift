import LuaRuntime

extension Attack {
  /// Those that compute without end, by what Lua itself offers.
  static let onTime: [Attack] = [
    Attack("endless loop", .timeout, source: "while true do end"),
    Attack("endless goto", .timeout, source: "::again:: goto again"),
    Attack("endless tail call", .timeout, source: "local function f() return f() end f()"),
    Attack("endless for", .timeout, source: "for i = 1, math.huge do end"),
    Attack(
      "a loop of pcall",
      .timeout,
      source: "while true do pcall(function() while true do end end) end"
    ),
    Attack(
      "pcall around pcall",
      .timeout,
      source: "local function f() pcall(f) while true do end end f()"
    ),
    Attack(
      "a handler that loops",
      .timeout,
      source: "local function loop() while true do end end while true do xpcall(loop, loop) end"
    ),
    Attack(
      "a handler that loops over an error",
      .timeout,
      source: "xpcall(error, function() while true do end end)"
    ),
    Attack(
      "a loop in a coroutine",
      .timeout,
      source: "while true do coroutine.wrap(function() while true do end end)() end"
    ),
    Attack(
      "resume as pcall",
      .timeout,
      source:
        "while true do coroutine.resume(coroutine.create(function() while true do end end)) end"
    ),
    Attack(
      "a coroutine made before",
      .timeout,
      source: """
        local co = coroutine.create(function() while true do coroutine.yield() end end)
        while true do coroutine.resume(co) end
        """
    ),
    Attack(
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
    Attack(
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
    Attack(
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
    Attack(
      "tostring that loops",
      .timeout,
      source: "tostring(setmetatable({}, { __tostring = function() while true do end end }))"
    ),
    Attack("making tables", .timeout, source: "while true do local t = { {}, {}, {} } end"),
    Attack(
      "large texts in a loop",
      .timeout,
      source: "local big = ('x'):rep(200000) while true do local s = big .. big end"
    ),
    Attack(
      "keys that collide",
      .timeout,
      source: """
        local t, step = {}, 16383 * 32767
        for i = 1, 32000 do t[i * step] = true end
        while true do end
        """
    ),
    Attack(
      "setmetatable in a loop",
      .timeout,
      source: "while true do setmetatable({}, { __index = {} }) end"
    ),
    Attack(
      "errors without end",
      .timeout,
      source: "local m = ('x'):rep(100000) while true do pcall(error, m .. 'y') end"
    ),
  ]
}
