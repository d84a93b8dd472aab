import Moonroute
import RoutePatterns
import Testing

/// The rules for events that reach other hosts, without a fleet.
@Suite struct FleetEventRuleTests {
  private final class Opaque: Sendable {}

  static let values: [(location: String, extra: Value, problem: String?)] = [
    ("/paid", .null, nil),
    ("/paid", ["a": [1, 2.5, true, "x", nil]], nil),
    ("/paid", .text(String(repeating: "x", count: 65_528)), nil),
    ("/paid", .text(String(repeating: "x", count: 65_529)), "it is larger than 64 KiB"),
    ("/paid", .double(.nan), "nan is not a finite number"),
    ("/paid", ["a": [.double(-.infinity)]], "-inf is not a finite number"),
    ("/paid", Value(object: Opaque()), "is not plain data"),
    ("/paid", nested(32), nil),
    ("/paid", nested(33), "more than 32 tables are in each other"),
    ("/paid?q=" + String(repeating: "x", count: 1_016), nil, nil),
    ("/paid?q=" + String(repeating: "x", count: 1_017), nil, "has at most 1024 bytes"),
  ]

  @Test(arguments: values)
  func `other hosts can only receive plain data`(
    location: String,
    extra: Value,
    problem: String?
  ) async throws {
    let router = try LinkRouter()
    let message = try await router.perform { router -> String? in
      try router.declare(nil, "/paid", reach: .fleet)
      do throws(RouterError) {
        try router.emit(location, extra)
        return nil
      } catch {
        return error.message
      }
    }
    if let problem {
      #expect(message?.contains(problem) == true, "\(message ?? "none")")
    } else {
      #expect(message == nil)
    }
  }

  private static func nested(_ depth: Int) -> Value {
    (0..<depth).reduce(1) { value, _ in [value] }
  }

  @Test(arguments: [
    ("shop://paid/:id", false, "it has a scheme"), ("/paid/:id", true, "cannot be sticky"),
  ])
  func `an event that could not be delivered everywhere is not declared`(
    path: String,
    isSticky: Bool,
    problem: String
  ) async throws {
    let router = try LinkRouter()
    let error = await #expect(throws: RouterError.self) {
      try await router.declare("paid", path, isSticky: isSticky, reach: .fleet)
    }
    #expect(error?.code == .badPattern)
    #expect(error?.message.contains(problem) == true)
  }

  @Test(arguments: [
    ("/x/**", "work", RouterError.Code.badPattern, "its paths differ in length"),
    ("/x(/:y)", "work", .badPattern, "its paths differ in length"),
    ("/x/:y", "wo rk", .badPattern, "cannot name the hosts"),
    ("/x/:y", "", .badPattern, "cannot name the hosts"),
    ("/x/:y", "billing", .duplicate, "belongs to '/paid/:id' already"),
    ("/paid/:id", "mail", .duplicate, "belongs to '/paid/:id' already"),
  ])
  func `a durable event has one path of one length and one name`(
    path: String,
    durable: String,
    code: RouterError.Code,
    problem: String
  ) async throws {
    let router = try LinkRouter()
    try await router.declare(nil, "/paid/:id", reach: .fleet, durable: "billing")
    let error = await #expect(throws: RouterError.self) {
      try await router.declare(nil, path, reach: .fleet, durable: durable)
    }
    #expect(error?.code == code)
    #expect(error?.message.contains(problem) == true, "\(error?.message ?? "")")
  }

  /// The ends of the two handlers of a durable event.
  enum Ending: Sendable { case returns, throwing, waiting, failingLater }

  @Test(arguments: [
    ([Ending](), false), ([.returns], true), ([.returns, .waiting], true), ([.throwing], false),
    ([.throwing, .waiting], false), ([.waiting, .failingLater], false),
    ([.waiting, .waiting], true),
  ])
  func `a durable event is handled when all its handlers have ended well`(
    endings: [Ending],
    isHandled: Bool
  ) async throws {
    struct Failure: Error {}
    let router = try LinkRouter()
    let result = try await router.perform { router in
      try router.declare("paid", "/paid/:id", reach: .fleet, durable: "billing")
      try router.events.on("/**") { _ in throw Failure() }
      for ending in endings {
        switch ending {
        case .returns: try router.events.on("paid") { _ in }
        case .throwing: try router.events.on("paid") { _ in throw Failure() }
        case .waiting: try router.events.on("paid") { _ in await Task.yield() }
        case .failingLater:
          try router.events.on("paid") { _ in
            await Task.yield()
            throw Failure()
          }
        }
      }
      let sender = EventSender("web-2", for: "billing")
      return await router.handle("/paid/1", nil, from: sender) { $0 == ["paid", "1"] }
    }
    #expect(result == isHandled)
  }

  @Test func `events of other hosts are refused while too many handlers wait`() async throws {
    let router = try LinkRouter()
    try await router.perform { router in
      try router.declare(nil, "/paid/:id", reach: .fleet)
      try router.events.on("/paid/:id") { _ in
        try await ContinuousClock().sleep(for: .seconds(86_400))
      }
      let location = try Location(parsing: "/paid/1")
      for _ in 0..<1_000 { try router.events.receive(location, nil, from: EventSender("web-2")) }
      #expect(throws: RouterError.self) {
        try router.events.receive(location, nil, from: EventSender("web-2"))
      }
    }
    await router.close()
  }

  @Test func `an event of another host needs a declaration for its location`() async throws {
    let router = try LinkRouter()
    try await router.perform { router in
      try router.declare(nil, "/paid/:id", reach: .fleet)
      try router.declare(nil, "/local")
      var origins: [String?] = []
      try router.events.on("/**") { origins.append($0.origin) }
      let sender = EventSender("web-2")
      #expect(try router.events.receive(Location(parsing: "/local"), nil, from: sender) == nil)
      #expect(try router.events.receive(Location(parsing: "/paid/1"), nil, from: sender) == 1)
      try router.emit("/paid/2")
      #expect(origins == ["web-2", nil])
    }
  }
}
