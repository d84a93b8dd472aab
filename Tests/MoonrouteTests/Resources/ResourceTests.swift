import RoutePatterns
import Testing

@testable import Moonroute

/// Values by location and name.
@MainActor @Suite struct ResourceTests {
  private func store() throws -> ResourceStore { try Router.make {}.resources }

  private func failure<Answer>(_ body: () async throws -> Answer) async -> RouterError? {
    do {
      _ = try await body()
      return nil
    } catch {
      return error as? RouterError
    }
  }

  @Test func `constants, functions and waiting functions are read by location, name and pattern`()
    async throws
  {
    let store = try store()
    try store.put("/version", name: "version", value: "1.4")
    try store.put("/double/:n<int>", name: "double") { 2 * ($0.match[int: "n"] ?? 0) }
    try store.put("/late/:n<int>", name: "late") { state in
      await Task.yield()
      return "\(state.match[int: "n"] ?? 0) \(state.extra.text ?? "")"
    }
    #expect(try await store.get("/version", as: String.self) == "1.4")
    #expect(try await store.get("version", as: String.self) == "1.4")
    #expect(try await store.get("/double/21", as: Int.self) == 42)
    #expect(try await store.get("double", as: Int64.self, params: ["n": .int(4)]) == 8)
    #expect(try await store.get("/double/:n<int>", as: Int.self, params: ["n": .int(5)]) == 10)
    #expect(try await store.get("/late/3", as: String.self, extra: "x") == "3 x")
  }

  @Test func `adding resources with a look-up after each takes linear work`()
    throws
  {
    func compiledCount(_ count: Int) throws -> Int {
      let store = try store()
      for number in 0..<count {
        try store.put("/r/\(number)", value: number)
        #expect(store.has("/r/\(number)/../\(number)"))
      }
      // A store that is released clears its resources.
      return withExtendedLifetime(store) { store.program.compiledCount }
    }
    let (some, twice) = (try compiledCount(500), try compiledCount(1_000))
    #expect(some > 0 && twice < some * 26 / 10, "\(some), \(twice)")
    #expect(twice < 1_000 * 12, "\(twice)")
  }

  @Test func `the most specific pattern wins, and equal patterns replace each other`() async throws
  {
    let store = try store()
    try store.put("/a/:id", value: "any")
    try store.put("/a/:id<int>", value: "number")
    try store.put("/a/7", value: "seven")
    for (key, value) in [("/a/x", "any"), ("/a/8", "number"), ("/a/7", "seven")] {
      #expect(try await store.get(key, as: String.self) == value)
    }
    #expect(
      throws: RouterError(
        .resourceExists,
        "The resource '/a/:id' already exists. Update it, or choose a value with combine."
      )
    ) {
      try store.put("/a/:id", value: 1)
    }
    #expect(
      throws: RouterError(
        .resourceExists,
        "The resource '/a/:uid' has the same place as '/a/:id'. Update it, or choose a value with combine."
      )
    ) {
      try store.put("/a/:uid", value: 1)
    }
  }

  @Test func `combine decides between the new name and the old one`() async throws {
    let store = try store()
    try store.put("/a", name: "old", value: 1)
    try store.put("/a", value: 2) { old, _ in old }
    #expect(try await store.get("old", as: Int.self) == 1)
    try store.put("/a", name: "new", value: 3) { _, new in new }
    #expect(try await store.get("new", as: Int.self) == 3)
    #expect(await failure { try await store.get("old", as: Int.self) }?.code == .unknownName)
  }

  @Test func `update and delete accept a written pattern, a name or a location`() async throws {
    let store = try store()
    try store.put("/p/:sku", name: "price", value: 1)
    try store.update("/p/:sku", value: 2)
    #expect(try await store.get("/p/x", as: Int.self) == 2)
    try store.update("price", value: 3)
    #expect(try await store.get("/p/x", as: Int.self) == 3)
    try store.update("/p/anything", value: 4)
    #expect(try await store.get("price", as: Int.self, params: ["sku": .text("y")]) == 4)
    try store.update("price", .immediate { .text($0.match[text: "sku"] ?? "") })
    #expect(try await store.get("/p/z", as: String.self) == "z")
    #expect(store.has("price") && store.has("/p/z") && store.has("/p/:sku"))
    try store.delete("price")
    #expect(!store.has("price") && !store.has("/p/z") && !store.has("/p/:sku"))
    #expect(throws: RouterError.self) { try store.delete("price") }
    #expect(throws: RouterError.self) { try store.update("/p/z", value: 1) }
    try store.put("/p/:sku", name: "price", value: 9)
    #expect(try await store.get("/p/z", as: Int.self) == 9)
  }

  @Test func `an absent value, or one of another type, is an error`() async throws {
    let store = try store()
    try store.put("/price/:sku", name: "price", value: "much")
    let rows: [(String, RouterError)] = [
      (
        "/prise/a",
        RouterError(
          .notFound,
          "No resource matches '/prise/a'. The nearest is '/price/:sku'.",
          nearest: ["/price/:sku"]
        )
      ),
      (
        "prize",
        RouterError(
          .unknownName,
          "No resource is named 'prize'. Did you mean 'price'?",
          nearest: ["price"]
        )
      ),
      (
        "/price/a",
        RouterError(
          .valueType,
          "The resource '/price/a' has type string, but Int was requested."
        )
      ),
    ]
    for (key, error) in rows {
      #expect(await failure { try await store.get(key, as: Int.self) } == error)
    }
    #expect(await failure { try await store.get("price", as: Int.self) }?.code == .missingParameter)
    #expect(await failure { try await store.get("%FF", as: Int.self) }?.code == .unknownName)
    #expect(await failure { try await store.get("/%FF", as: Int.self) }?.code == .badLocation)
  }

  @Test func `a resource ends with its owner and with its registration`() throws {
    final class Owner {}
    let store = try store()
    var owner: Owner? = Owner()
    try store.put("/owned", value: 1, owner: owner)
    let registration = try store.put("/held", value: 1)
    #expect(store.list.map(\.pattern.text) == ["/owned", "/held"])
    owner = nil
    registration.cancel()
    #expect(store.list.isEmpty)
    try store.put("/owned", value: 2)
    #expect(store.list.count == 1)
    _ = owner
  }

  @Test func `names are unique across patterns and cannot look like locations`() throws {
    let store = try store()
    try store.put("/a", name: "a", value: 1)
    #expect(
      throws: RouterError(
        .duplicate,
        "The resource name 'a' belongs to '/a' already. Choose another one."
      )
    ) {
      try store.put("/b", name: "a", value: 1)
    }
    #expect(throws: RouterError.self) { try store.put("/b", name: "x/y", value: 1) }
    #expect(throws: RouterError.self) { try store.put("/:", value: 1) }
    #expect(throws: RouterError.self) { try store.put("", value: 1) }
  }

  @Test func `10,000 resources that come and go compile few patterns each`() async throws {
    let store = try store()
    for number in 0..<10_000 {
      let registration = try store.put("/r/\(number)", value: number)
      #expect(store.has("/r/\(number)"))
      if number % 10 > 0 { registration.cancel() }
    }
    #expect(store.list.count == 1_000)
    #expect(try await store.get("/r/9990", as: Int.self) == 9_990)
  }
}
