#if Releases
import Fleet
import Moonroute
import NATSFleet
import RoutePatterns
import ScriptHost
import TestSupport
import Testing

/// The events that reach other hosts, in memory and over NATS.
@Suite(.timeLimit(.minutes(5))) struct FleetEventTests {
  private static let rules = """
    events.declare { name = "paid", path = "/paid/:id<int>", reach = "fleet" }
    events.declare { path = "/paid/:id/**", reach = "fleet" }
    events.declare { path = "/ready/:host", reach = "fleet" }
    events.declare { name = "local", path = "/local" }
    """

  @Test(arguments: FleetLinkTests.Engine.allCases)
  func `an event reaches the other hosts once, in the order of its sender`(
    engine: FleetLinkTests.Engine
  ) async throws {
    let (one, two) = try await engine.links()
    let app = "events-\(engine)"
    try await FleetHost.run(of: app, [("web-1", one), ("web-2", two)], Self.rules) { hosts in
      for number in 1...200 {
        try await hosts[0]
          .emit("events.emit('/paid/\(number)?by=card', { amount = \(number) + 0.5 })")
      }
      for number in 1...200 {
        let event = await hosts[1].next()
        #expect(event?.location.description == "/paid/\(number)?by=card")
        #expect(event?.extra == ["amount": .double(Double(number) + 0.5)])
        #expect(event?.origin == "web-1")
        #expect(event?.isRedelivered == false)
      }
      // The answer arrives after everything that the first host could have received.
      try await hosts[1].emit("events.emit('/paid/0')")
      for number in 1...200 {
        let event = await hosts[0].next()
        #expect(event?.path == "/paid/\(number)")
        #expect(event?.origin == nil)
      }
      let answer = await hosts[0].next()
      #expect(answer?.path == "/paid/0")
      #expect(answer?.origin == "web-2")
    }
  }

  @Test func `an event of two declared patterns arrives once`() async throws {
    let server = MemoryLink()
    let rules = """
      events.declare { path = "/a/:x", reach = "fleet" }
      events.declare { path = "/:y/b", reach = "fleet" }
      events.declare { path = "/ready/:host", reach = "fleet" }
      """
    let links = [("one", server.another()), ("two", server.another())]
    try await FleetHost.run(of: "shop", links, rules) { hosts in
      try await hosts[0].emit("events.emit('/a/b', 1)")
      try await hosts[0].emit("events.emit('/a/c', 2)")
      #expect(await hosts[1].next()?.extra == 1)
      #expect(await hosts[1].next()?.extra == 2)
    }
  }

  @Test func `an event that is not declared for the fleet stays on its host`() async throws {
    let server = MemoryLink()
    let links = [("one", server.another()), ("two", server.another())]
    let messages = server.deliveries(of: [FleetSubject(text: "mr.shop.event.>")], limit: 64)
    try await FleetHost.run(of: "shop", links, Self.rules) { hosts in
      try await hosts[0].emit("events.emit('/local', 1); events.emit('/other', 2)")
      try await hosts[0].emit("events.emit('/paid/3')")
      #expect(await hosts[1].next()?.path == "/paid/3")
    }
    var subjects: Set<String> = []
    for await case .message(let message) in messages {
      subjects.insert(message.subject.description)
      if message.subject.description.hasPrefix("mr.shop.event.paid") { break }
    }
    #expect(subjects.filter { !$0.contains(".ready.") } == ["mr.shop.event.paid.3"])
  }

  @Test func `a host without a fleet delivers its events as before`() async throws {
    let host = try ScriptHost(.texts(["main.lua": Self.rules]))
    try await host.load()
    let events = try await host.router.values("/paid/**")
    try await host.evaluate("events.emit('/paid/3', { 1, 2 })")
    var received = events.makeAsyncIterator()
    #expect(await received.next()?.extra == [1, 2])
  }

  /// A message that no host may take for an event, and what is wrong with it.
  struct Hostile: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let subject: String
    let bytes: [UInt8]

    init(_ description: String, to subject: String = "mr.shop.event.paid.3", _ text: String) {
      (testDescription, self.subject, bytes) = (description, subject, Array(text.utf8))
    }

    init(_ description: String, bytes: [UInt8]) {
      (testDescription, subject, self.bytes) = (description, "mr.shop.event.paid.3", bytes)
    }
  }

  private static func event(_ at: String, _ more: String = "") -> String {
    #"{"at":"\#(at)","from":"x","run":"y"\#(more)}"#
  }

  static let hostile = [
    Hostile("nothing", ""),
    Hostile("bytes", bytes: [0, 255, 254, 10]),
    Hostile("an open object", #"{"at":"/paid/3","#),
    Hostile("a list", "[1]"),
    Hostile("no sender", #"{"at":"/paid/3","run":"y"}"#),
    Hostile("a sender that is a number", #"{"at":"/paid/3","from":1,"run":"y"}"#),
    Hostile(
      "a long sender",
      #"{"at":"/paid/3","run":"y","from":""# + String(repeating: "x", count: 300) + #""}"#
    ),
    Hostile("a location that is none", event("")),
    Hostile("a location of another subject", event("/paid/4")),
    Hostile("a location of an event that stays here", event("/local")),
    Hostile(
      "an event that stays here, sent to its subject",
      to: "mr.shop.event.local",
      event("/local")
    ),
    Hostile("an event of the router", event("moonroute://paid/3")),
    Hostile("a parameter of another type", to: "mr.shop.event.paid.x", event("/paid/x")),
    Hostile(
      "a deep extra",
      event(
        "/paid/3",
        #","extra":"# + String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
      )
    ),
    Hostile(
      "an extra that is too deep to read",
      event("/paid/3", #","extra":"# + String(repeating: "[", count: 9_999))
    ),
    Hostile(
      "a large extra",
      event("/paid/3", #","extra":""# + String(repeating: "x", count: 70_000) + #"""#)
    ),
    Hostile(
      "a large message",
      event("/paid/3", #","more":""# + String(repeating: "x", count: 700_000) + #"""#)
    ),
  ]

  @Test(arguments: hostile)
  func `a hostile message starts nothing, and the next event arrives`(message: Hostile) async throws
  {
    let server = MemoryLink()
    let rules = #"""
      events.declare { path = "/paid/:id<int>", reach = "fleet" }
      events.declare { path = "/ready/:host", reach = "fleet" }
      """#
    let links = [("one", server.another()), ("two", server.another())]
    try await FleetHost.run(of: "shop", links, rules) { hosts in
      try server.publish(message.bytes, to: FleetSubject(text: message.subject))
      try await hosts[0].emit("events.emit('/paid/7')")
      #expect(await hosts[1].next()?.path == "/paid/7")
    }
  }

  @Test func `an event is lost while the fleet is away, and the member says so`() async throws {
    let server = MemoryLink()
    let (one, two) = (server.another(), server.another())
    try await FleetHost.run(of: "shop", [("one", one), ("two", two)], Self.rules) { hosts in
      one.isConnected = false
      try await hosts[0].emit("events.emit('/paid/1')")
      #expect(await hosts[0].nextProblem()?.kind == .offline)
      one.isConnected = true
      try await hosts[0].emit("events.emit('/paid/2')")
      #expect(await hosts[1].next()?.path == "/paid/2")
      #expect(await hosts[0].nextProblem() == nil)
    }
  }

  @Test func `a host follows the declarations of its next rules`() async throws {
    let server = MemoryLink()
    let links = [("one", server.another()), ("two", server.another())]
    try await FleetHost.run(of: "shop", links, Self.rules) { hosts in
      let more = Self.rules + #"; events.declare { path = "/refund/:id", reach = "fleet" }"#
      for host in hosts { try await host.host.load(from: .texts(["main.lua": more])) }
      // An event is lost if the other host has not subscribed to it yet.
      let calling = Task {
        while !Task.isCancelled {
          try await hosts[0].emit("events.emit('/refund/1')")
          for _ in 0..<100 { await Task.yield() }
        }
      }
      #expect(await hosts[1].next()?.path == "/refund/1")
      calling.cancel()
      _ = await calling.result
    }
  }

  @Test(arguments: [
    ("/paid/:id", "/paid/3"), ("/paid/:id", "/paid/a.b c"), ("/paid/:id", "/paid/x%2Fy"),
    ("/", "/"), ("/a", "/a/"), ("/a(/:id)", "/a"), ("/a(/:id)", "/a/7"), ("/a/**", "/a"),
    ("/a/**", "/a/b/c"), ("/a/**/z", "/a/b/c/z"), ("/**", "/"), ("/**", "/x/y"),
    ("/a/v:major.:minor", "/a/v1.2"), ("/caf\u{E9}", "/cafe\u{301}"), ("/a/*", "/a/*"),
    ("/:x/b", "/%3E/b"), ("/A", "/A"), ("/日本/:x", "/日本/1"),
  ])
  func `the subjects of a pattern let its locations through`(
    pattern: String,
    location: String
  ) throws {
    let (pattern, location) = (try RoutePattern(pattern), try Location(parsing: location))
    #expect(pattern.match(location) != nil)
    let subject = FleetSubject.event("shop", location.segments)
    #expect(FleetSubject.events("shop", pattern.filter).contains { $0.covers(subject) })
    let isSafe = subject.description.utf8.allSatisfy {
      $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "*") && $0 != UInt8(ascii: ">")
    }
    #expect(isSafe)
    #expect(!subject.description.contains(".."))
  }

  @Test(arguments: [
    ("mr.a.event.b", "mr.a.event.b", true), ("mr.a.event.b", "mr.a.event.c", false),
    ("mr.a.event.*", "mr.a.event.b", true), ("mr.a.event.*", "mr.a.event.b.c", false),
    ("mr.a.event.>", "mr.a.event.b.c", true), ("mr.a.event.>", "mr.a.event", false),
    ("mr.a.event.*.c", "mr.a.event.b.c", true), ("mr.a.event.*.c", "mr.a.event.b", false),
    ("mr.a.event.*", "mr.a.event.*", true), ("mr.a.event.>", "mr.a.event.*.b", true),
    ("mr.a.event.*.b", "mr.a.event.>", false),
  ])
  func `a subject covers another one as on the server`(
    own: String,
    other: String,
    isCovered: Bool
  ) {
    #expect(FleetSubject(text: own).covers(FleetSubject(text: other)) == isCovered)
  }
}
#endif
