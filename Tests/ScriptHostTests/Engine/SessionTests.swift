import Moonroute
import ScriptHost
import Testing

/// The table `session`, read and written by tools.
@Suite struct SessionTests {
  private let main = """
    router.route { name = "home", path = "/", view = "Home" }
    session.user = "mei"
    session.cart = { items = { "tea", "cup" }, total = 12.5 }
    session[1] = "one"
    session.flags = { [7] = true, name = router.to("home") }
    function cart() return session.cart end
    held = session.cart
    """

  @Test func `the session is read as plain data with any keys`() async throws {
    let scripts = try await LoadedScripts.load(main)
    let value = await scripts.router.perform { scripts.host.session(in: $0).value }
    let cart: Value = ["items": ["tea", "cup"], "total": 12.5]
    #expect(value.table?.fields["user"] == "mei")
    #expect(value.table?.fields["cart"] == cart)
    #expect(value.table?.items == ["one"])
    #expect(value.table?.fields["flags"] == ["7": true, "name": "/"])
    let none = try LoadedScripts(main)
    #expect(await none.router.perform { none.host.session(in: $0).value } == .null)
  }

  struct Setting: Sendable, CustomTestStringConvertible {
    let path: [Value]
    let value: Value
    let line: String
    let expected: String

    var testDescription: String { "\(line) is \(expected)" }
  }

  @Test(arguments: [
    Setting(path: ["user"], value: "jonas", line: "session.user", expected: "jonas"),
    Setting(path: ["user"], value: .null, line: "session.user", expected: "nil"),
    Setting(path: ["cart", "items", 2], value: "pot", line: "held.items[2]", expected: "pot"),
    Setting(path: ["new"], value: ["a": [1, 2]], line: "session.new.a[2]", expected: "2"),
    Setting(path: [1], value: true, line: "session[1]", expected: "true"),
  ])
  func `a value is set in place, at the end of a path`(row: Setting) async throws {
    let scripts = try await LoadedScripts.load(main)
    try await scripts.router.perform { application throws(RouterError) in
      try scripts.host.session(in: application).set(row.path, to: row.value)
    }
    #expect(await scripts.evaluate(row.line) == row.expected)
  }

  @Test func `a value that a session cannot hold is refused, and nothing changes`() async throws {
    let scripts = try await LoadedScripts.load(main)
    func failure(_ path: [Value], _ value: Value) async -> String {
      await scripts.router.perform { application in
        let session = scripts.host.session(in: application)
        let before = session.value
        do throws(RouterError) {
          try path.isEmpty ? session.replace(with: value) : session.set(path, to: value)
          return "done"
        } catch {
          #expect(session.value == before)
          return "\(error.code): \(error.message)"
        }
      }
    }
    struct Thing: Sendable {}
    let object = Value(object: Thing())
    #expect(
      await failure(["user"], object)
        == "wrong_type: session.user must be plain data: text, numbers, truth values, tables."
    )
    #expect(
      await failure([], ["a": object])
        == "wrong_type: session must be plain data: text, numbers, truth values, tables."
    )
    #expect(
      await failure([], 1)
        == "wrong_type: session must be plain data: text, numbers, truth values, tables."
    )
    #expect(
      await failure(["user", "name"], "x")
        == "wrong_type: session.user is not a table."
    )
    #expect(
      await failure([true], "x")
        == "wrong_type: A path in the session is a list of names and whole numbers."
    )
  }

  @Test func `the whole session is replaced in place`() async throws {
    let scripts = try await LoadedScripts.load(main)
    try await scripts.router.perform { application throws(RouterError) in
      try scripts.host.session(in: application).replace(with: ["user": "jonas", "n": 1])
    }
    #expect(
      await scripts.evaluate("session.user, session.n, session.cart, session[1]")
        == "jonas, 1, nil, nil"
    )
    #expect(await scripts.evaluate("held.total") == "12.5")
  }

  @Test func `changes are reported by their paths`() {
    let before: Value = ["user": "mei", "cart": ["items": ["tea", "cup"]], "same": [1, 2]]
    let after: Value = ["cart": ["items": ["tea", "pot", "jug"], "total": 3], "same": [1, 2]]
    let changes = SessionChange.changes(from: before, to: after)
      .map { change in
        let path = change.path.map(\.summary).joined(separator: ".")
        return "\(path): \(change.before.summary) -> \(change.after.summary)"
      }
    #expect(
      changes == [
        "cart.items.2: cup -> pot", "cart.items.3: nil -> jug", "cart.total: nil -> 3",
        "user: mei -> nil",
      ]
    )
    #expect(SessionChange.changes(from: before, to: before).isEmpty)
  }
}
