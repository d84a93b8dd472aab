import Moonroute
import TestSupport
import Testing

@testable import ScriptHost

/// Calls of `resources` and `events` with every wrong kind of value: each is rejected with a code
/// or has its documented effect, and the stores keep working.
@Suite struct HostileStoreTests {
  /// Storage in memory.
  private final class Drawer: ResourceStorage, @unchecked Sendable {
    var values: [String: Value] = [:]

    func value(for key: String) -> Value? { values[key] }
    func save(_ value: Value, for key: String) { values[key] = value }
    func remove(_ key: String) { values[key] = nil }
  }

  /// The values for every field, and the calls, each with correct arguments.
  private static let attack =
    HostileTables.lua + #"""
      values = {
        true, false, 0, -1, 1.5, 1 / 0, -1 / 0, 0 / 0, -0.0, math.maxinteger, math.mininteger, "", "  ",
        "x", "/", ":", "\xff\xfe", "\0", "/\0", ("x"):rep(70000), ("/x"):rep(40000), (":x"):rep(5000),
        ("(/x"):rep(100), "(", "a\nb", "\27[31m", "shop://:x:y", "moonroute://did-open", "/a b?c#d", "?",
        "#", ".", "..", "./x", "*", "**", "<", "/:id<int>", "/:id<nothing>", "%ff", "%", "string", "nil?",
        "?", {}, { 1 }, { {} }, { x = {} }, { x = 1 / 0 }, { [3] = "x" }, { [1.5] = 1 }, { [true] = 1 },
        { [print] = 1 }, { "\xff" }, { ["\xff"] = 1 }, print, function() end,
        function() error("raised") end, function() error() end, function() return cyclic end,
        stage, router.location("/a"), router.location("/known/7"), screen { "S" }, animator.push,
        coroutine.create(print), cyclic, deep, evil, router, session,
      }
      local function by(call) return function(d) return call(d[1], d[2], d[3]) end end
      calls = {
        put = { resources.put, { path = "/new", value = 1 } },
        put_again = { resources.put, { path = "/known/:id", value = 1, combine = function(a) return a end } },
        put_stored = { resources.put, { path = "/stored", value = 1, persistent = true } },
        put_call = { by(resources.put), { { path = "/new", value = 1 } } },
        update = { by(resources.update), { "known", "seven" } },
        update_stored = { by(resources.update), { "/kept", 1 } },
        delete = { by(resources.delete), { "/gone" } },
        has = { by(resources.has), { "known" } },
        get = { by(resources.get), { "/known/7", "string", {} } },
        get_options = { function(d) return resources.get("known", "any", d) end, { params = { id = 1 } } },
        declare = { events.declare, { path = "/declared" } },
        on = { by(events.on), { "/e", print, {} } },
        on_target = { function(d) return events.on(d, print) end, { path = "/e" } },
        on_options = { function(d) return events.on("/e", print, d) end, {} },
        next = { by(events.next), { "/e", { timeout = 0 } } },
        next_options = { function(d) return events.next("/e", d) end, { timeout = 0 } },
        emit = { by(events.emit), { "/e", 1, {} } },
        emit_options = { function(d) return events.emit("event", nil, d) end, { params = { id = 1 } } },
        last = { by(events.last), { "sticky" } },
        forget = { by(events.forget), { "sticky" } },
      }
      resources.put { name = "known", path = "/known/:id", value = "seven" }
      resources.put { path = "/safe", value = "safe" }
      resources.put { path = "/kept", value = 0, persistent = true }
      events.declare { name = "event", path = "/event/:id" }
      events.declare { name = "sticky", path = "/sticky/**", sticky = true }
      heard = 0
      events.on("/safe", function(event) heard = event.extra end)

      -- Makes what calls may delete.
      local function prepare()
        local function put(definition)
          definition.combine = function(_, new) return new end
          resources.put(definition)
        end
        put { path = "/gone", value = 1 }
        put { name = "known", path = "/known/:id", value = "seven" }
      end

      -- The problem when an argument or a field of a call gets a value; "" when all is right.
      function attack(name, field, number)
        local value = values[number]
        local definition = { [field] = value }
        for key, right in pairs(calls[name][2]) do
          if key ~= field then definition[key] = right end
        end
        -- A time that is right would be waited for.
        if field == "timeout" and type(value) == "number" and value > 0 and value < 10 then return "" end
        prepare()
        local before = #resources.list()
        local done, answer = pcall(calls[name][1], definition)
        if done then
          if type(answer) == "userdata" then pcall(function() answer:cancel() answer:cancel() end) end
        elseif type(answer) == "table" or type(answer) == "userdata" then
          if type(answer.code) ~= "string" or answer.message == "" then
            return "raised " .. tostring(answer)
          end
        elseif answer ~= nil and not tostring(answer):find("raised") then
          return "raised " .. tostring(answer)
        end
        -- A resource that was put again went with the former one; the target may be deleted.
        prepare()
        if #resources.list() ~= before then return "left " .. #resources.list() - before .. " resources" end
        if resources.get("/safe", "string") ~= "safe" then return "broke /safe" end
        if events.emit("/safe", number) ~= 1 or heard ~= number then return "broke events" end
        return ""
      end
      """#

  private static let all: [(String, [String])] = [
    ("put", ["path", "name", "value", "combine", "owner", "persistent", "unknown"]),
    ("put_again", ["path", "name", "value", "combine", "owner", "persistent"]),
    ("put_stored", ["path", "name", "value"]),
    ("put_call", ["1"]), ("update", ["1", "2"]), ("update_stored", ["2"]), ("delete", ["1"]),
    ("has", ["1"]), ("get", ["1", "2", "3"]), ("get_options", ["params", "extra", "unknown"]),
    ("declare", ["path", "name", "sticky", "unknown"]), ("on", ["1", "2", "3"]),
    ("on_target", ["path", "name", "unknown"]), ("on_options", ["once", "owner", "unknown"]),
    ("next", ["1"]), ("next_options", ["timeout", "unknown"]), ("emit", ["1", "2", "3"]),
    ("emit_options", ["params", "query", "unknown"]), ("last", ["1"]), ("forget", ["1"]),
  ]

  @Test(arguments: all)
  func `an invalid argument is refused with a code, and the stores continue`(
    name: String,
    fields: [String]
  ) async throws {
    let scripts = try LoadedScripts(Self.attack)
    await scripts.router.perform { $0.resources.storage = Drawer() }
    try await scripts.host.load()
    let count = try #require(Int(await scripts.evaluate("#values")))
    for (index, field) in fields.enumerated() {
      let first = 1 + index % TestScale.valueStride
      for number in stride(from: first, through: count, by: TestScale.valueStride) {
        let key = Int(field) == nil ? "'\(field)'" : field
        let found = await scripts.evaluate("attack('\(name)', \(key), \(number))")
        #expect(found.isEmpty, "\(name), \(field), value \(number)")
      }
    }
    #expect(!scripts.log.lines.contains { $0.contains(" error: ") })
  }
}
