import LuaRuntime
import Testing

/// Ordinary scripts, which no limit may affect.
struct LuaOrdinaryTests {
  @Test(arguments: ordinary.indices)
  func `ordinary work is not stopped`(index: Int) throws {
    let script = try Script(limits: Attack.limits)
    let (source, result) = Self.ordinary[index]
    #expect(display(try script.run(source)) == result)
  }

  private static let ordinary: [(source: String, result: String)] = [
    (
      """
      local function class(base)
        local c = {}
        c.__index = c
        setmetatable(c, { __index = base, __call = function(class, ...)
          local o = setmetatable({}, class)
          if o.init then o:init(...) end
          return o
        end })
        return c
      end
      local Animal = class()
      function Animal:init(name) self.name = name end
      function Animal:speak() return self.name .. " makes " .. self:sound() end
      local Dog = class(Animal)
      function Dog:sound() return "wuff" end
      local Puppy = class(Dog)
      function Puppy:sound() return Dog.sound(self) .. "!" end
      local said
      for i = 1, 2000 do said = Puppy("Rex" .. i):speak() end
      return said
      """,
      "\"Rex2000 makes wuff!\""
    ),
    (
      "local function sum(n) if n == 0 then return 0 end return n + sum(n - 1) end return sum(10000)",
      "50005000"
    ),
    (
      """
      local function depth(n) if n == 0 then return 0 end
        local ok, d = pcall(depth, n - 1) return d + 1 end
      return depth(150)
      """,
      "150"
    ),
    (
      """
      local function walk(n) if n > 0 then walk(n - 1) coroutine.yield(n) end end
      local sum = 0
      for n in coroutine.wrap(function() walk(100) end) do sum = sum + n end
      return sum
      """,
      "5050"
    ),
    ("local s = '' for i = 1, 2000 do s = s .. i .. ',' end return #s", "8893"),
    (
      "local t = {} for i = 1, 20000 do t[i] = 'line ' .. i end return #table.concat(t, '\\n')",
      "208893"
    ),
    (
      """
      local text = ("name=value; other = 'thing' ;"):rep(2000)
      local count = 0
      for key, value in text:gmatch("(%w+)%s*=%s*'?(%w+)'?%s*;") do count = count + #key + #value end
      return count
      """,
      "38000"
    ),
    (
      """
      local text = ("<a href='x'>link</a> and text "):rep(1000)
      local out, n = text:gsub("<a%s+href='(.-)'>(.-)</a>", "[%2](%1)")
      return #out, n
      """,
      "19000 1000"
    ),
    (
      """
      local t = {}
      for i = 1, 10000 do t[i] = (i * 7919) % 10007 end
      table.sort(t)
      for i = 2, #t do assert(t[i - 1] <= t[i]) end
      table.sort(t, function(a, b) return a > b end)
      return t[1] >= t[2], #t
      """,
      "true 10000"
    ),
    (
      """
      local queue = {}
      for i = 1, 500 do table.insert(queue, 1, i) end
      local sum = 0
      while #queue > 0 do sum = sum + table.remove(queue) end
      return sum
      """,
      "125250"
    ),
    (
      """
      local memo = setmetatable({}, { __index = function(t, n)
        local v = n < 2 and n or t[n - 1] + t[n - 2]
        rawset(t, n, v)
        return v
      end })
      return memo[60]
      """,
      "1548008755920"
    ),
    (
      """
      local function map(t, f) local r = {} for i, v in ipairs(t) do r[i] = f(v) end return r end
      local function fold(t, f, a) for _, v in ipairs(t) do a = f(a, v) end return a end
      local t = {}
      for i = 1, 5000 do t[i] = i end
      return fold(map(t, function(x) return x * 2 end), function(a, b) return a + b end, 0)
      """,
      "25005000"
    ),
    (
      """
      local caught = 0
      for i = 1, 2000 do
        local ok, problem = pcall(error, { code = i })
        if not ok and problem.code == i then caught = caught + 1 end
      end
      return caught, select(2, xpcall(error, function(m) return "handled " .. m end, "x"))
      """,
      "2000 \"handled x\""
    ),
    (
      """
      local Point = {}
      Point.__index = Point
      Point.__add = function(a, b) return setmetatable({ x = a.x + b.x }, Point) end
      Point.__eq = function(a, b) return a.x == b.x end
      Point.__lt = function(a, b) return a.x < b.x end
      Point.__len = function(a) return a.x end
      Point.__tostring = function(a) return "(" .. a.x .. ")" end
      local p = setmetatable({ x = 0 }, Point)
      local one = setmetatable({ x = 1 }, Point)
      for i = 1, 3000 do p = p + one end
      return tostring(p), #p, one < p, p == p + setmetatable({ x = 0 }, Point)
      """,
      "\"(3000)\" 3000 true true"
    ),
  ]
}
