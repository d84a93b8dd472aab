import RoutePatterns
import Testing

@testable import Moonroute

/// Resources with values in a storage.
@MainActor @Suite struct PersistentResourceTests {
  private final class Drawer: ResourceStorage, @unchecked Sendable {
    struct Full: Error {}

    var values: [String: Value] = [:]
    var isFull = false

    func value(for key: String) -> Value? { values[key] }

    func save(_ value: Value, for key: String) throws {
      if isFull { throw Full() }
      values[key] = value
    }

    func remove(_ key: String) { values[key] = nil }
  }

  private func store(_ drawer: Drawer?) throws -> ResourceStore {
    let store = try Router.make {}.resources
    store.storage = drawer
    return store
  }

  @Test func `values are stored, updated and deleted`() async throws {
    let drawer = Drawer()
    try store(drawer).put("/theme", value: "light", isPersistent: true)
    #expect(drawer.values == ["/theme": "light"])
    let second = try store(drawer)
    try second.put("/theme", name: "theme", value: "dark", isPersistent: true)
    #expect(try await second.get("theme", as: String.self) == "light")
    try second.update("theme", value: "blue")
    #expect(drawer.values == ["/theme": "blue"])
    try second.delete("theme")
    #expect(drawer.values.isEmpty)
  }

  @Test func `a failing storage changes nothing and reports it`() async throws {
    let drawer = Drawer()
    let store = try store(drawer)
    try store.put("/theme", value: "light", isPersistent: true)
    drawer.isFull = true
    #expect(
      throws: RouterError(.storageFailed, "The resource '/theme' could not be stored: Full()")
    ) {
      try store.update("/theme", value: "dark")
    }
    #expect(try await store.get("/theme", as: String.self) == "light")
    #expect(throws: RouterError.self) { try store.put("/b", value: 1, isPersistent: true) }
    #expect(!store.has("/b"))
  }

  @Test func `a value that is not plain data, or has no storage, is refused`() throws {
    final class Thing: Sendable {}
    #expect(throws: RouterError.self) {
      try store(Drawer()).put("/t", value: Thing(), isPersistent: true)
    }
    #expect(throws: RouterError.self) { try store(nil).put("/t", value: 1, isPersistent: true) }
  }
}
