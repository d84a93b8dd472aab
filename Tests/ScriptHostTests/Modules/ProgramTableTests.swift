import Moonroute
import ScriptHost
import Synchronization
import Testing

/// Tables that the program stores as resources.
@Suite struct ProgramTableTests {
  @Test func `a table of the program is created once for all readers, read-only`() async throws {
    let scripts = try await LoadedScripts.load(
      "function same() return resources.get('/set') == resources.get('settings') end"
    )
    try await scripts.router.perform { application in
      _ = try application.resources.put(
        "/set",
        name: "settings",
        value: ["sizes": [1, 2], "n": 1] as Value
      )
    }
    let rows = [
      ("same()", "true"),
      ("#resources.get('/set').sizes, resources.get('/set').sizes[2]", "2, 2"),
      (
        "pcall(function() resources.get('/set').n = 2 end)",
        "false, (eval):1: 'settings.n' cannot be set: values of the program are read-only. Copy it"
          + " into a table of your own."
      ),
      (
        "pcall(function() resources.get('/set').sizes[1] = 3 end)",
        "false, (eval):1: 'settings.sizes' cannot be changed: values of the program are read-only."
          + " Copy it into a table of your own."
      ),
      ("json.encode(resources.get('/set').sizes), resources.get('/set', 'table').n", "[1,2], 1"),
      // Tables of a script are still copied, even if a script replaces a table of the program with
      // one.
      (
        "(function() resources.put { path = '/own', value = { 1 } } local own = resources.get('/own')"
          + " own[1] = 2 return resources.get('/own')[1] end)()", "1"
      ),
      (
        "(function() resources.update('/set', { n = 5 }) local own = resources.get('/set') own.n = 6"
          + " return resources.get('/set').n end)()", "5"
      ),
    ]
    for (script, expected) in rows {
      let told = await scripts.evaluate(script)
      #expect(told == expected)
    }
    try await scripts.router.perform {
      try $0.resources.update("/set", value: ["n": 7] as Value)
    }
    #expect(await scripts.evaluate("same(), resources.get('/set').n") == "true, 7")
    try await scripts.host.load()
    #expect(await scripts.evaluate("same(), resources.get('/set').n") == "true, 7")
  }

  private final class Shelf: ResourceStorage, Sendable {
    private let values = Mutex<[String: Value]>([:])

    func value(for key: String) -> Value? { values.withLock { $0[key] } }
    func save(_ value: Value, for key: String) { values.withLock { $0[key] = value } }
    func remove(_ key: String) { values.withLock { $0[key] = nil } }
  }

  @Test func `a persistent table is a copy for each reader, in this session and the next`()
    async throws
  {
    let change =
      "local own = resources.get('/set') own.n = own.n + 1 return resources.get('/set').n"
    let shelf = Shelf()
    for (first, told) in [("resources.update('/set', { n = 5 })", "5"), ("", "5")] {
      let scripts = try await LoadedScripts.load("function change() \(first) \(change) end")
      try await scripts.router.perform { application in
        application.resources.storage = shelf
        _ = try application.resources.put("/set", value: ["n": 1] as Value, isPersistent: true)
      }
      #expect(await scripts.evaluate("change()") == told)
    }
  }
}
