import Moonroute
import RoutePatterns
import TestSupport
import Testing

/// The receivers of an event, their order, and the result of `emit`.
@MainActor @Suite struct EventTests {
  private let log = Log()

  private func router(_ clock: any Clock<Duration> = SteppedClock()) throws -> Router {
    try Router.make(clock: clock) { LinkRoute.page("/a", name: "a") }
  }

  private func note(_ label: String) -> (LinkEvent) -> Void {
    { [log] event in log.add("\(label) \(event.location)") }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let patterns: [String]
    let emitted: String
    let receivers: [Int]

    var testDescription: String { "\(patterns) \(emitted)" }
  }

  nonisolated static let cases = [
    Case(patterns: ["/a"], emitted: "/a", receivers: [0]),
    Case(patterns: ["/a"], emitted: "/b", receivers: []),
    Case(patterns: ["/:x", "/a"], emitted: "/a", receivers: [1, 0]),
    Case(
      patterns: ["/**", "/*", "/:x", "/:n<int>", "/7"],
      emitted: "/7",
      receivers: [4, 3, 2, 0, 1]
    ),
    Case(patterns: ["/:n<int>", "/:x"], emitted: "/x", receivers: [1]),
    Case(patterns: ["/a", "/a", "/a"], emitted: "/a", receivers: [0, 1, 2]),
    Case(patterns: ["/:x", "/:y", "/:x"], emitted: "/a", receivers: [0, 1, 2]),
    Case(patterns: ["/a/**", "/a/:b/c", "/a/b/:c"], emitted: "/a/b/c", receivers: [2, 1, 0]),
    Case(patterns: ["/a", "shop://a"], emitted: "shop://a", receivers: [0, 1]),
    Case(patterns: ["/a", "shop://a"], emitted: "/a", receivers: [0]),
    Case(patterns: ["/**", "moonroute://**"], emitted: "/a", receivers: [0]),
  ]

  @Test(arguments: cases)
  func `every matching subscription gets the event, the more specific first`(row: Case) throws {
    let events = try router().events
    for (index, pattern) in row.patterns.enumerated() {
      try events.on(pattern) { [log] _ in log.add("\(index)") }
    }
    #expect(try events.emit(row.emitted) == row.receivers.count)
    #expect(log.lines == row.receivers.map { "\($0)" })
  }

  @Test func `an already parsed location is emitted like its text`() throws {
    let events = try router().events
    try events.on("/seek/:at") { event in note("seek")(event) }
    let location = try Location(parsing: "/seek/7?by=hand")
    #expect(try events.emit(location) == 1)
    #expect(try events.emit(Location(parsing: "/other")) == 0)
    #expect(log.lines == ["seek /seek/7?by=hand"])
    #expect(throws: RouterError.self) { try events.emit(Location(parsing: "moonroute://did-open")) }
  }

  @Test func `an event has location, path, pattern, name, parameters, query and extra`() throws {
    let events = try router().events
    var seen: LinkEvent?
    try events.on("/seek/:at<number>", name: "seek") { seen = $0 }
    #expect(try events.emit("seek", ["by": "hand"], params: ["at": .double(2.5)]) == 1)
    #expect(try events.emit("/seek/0.5?unit=s", "x") == 1)
    let event = try #require(seen)
    #expect(event.location.description == "/seek/0.5?unit=s")
    #expect(event.path == "/seek/0.5")
    #expect(event.pattern.text == "/seek/:at<number>")
    #expect(event.name == "seek")
    #expect(event.params == ["at": 0.5, "unit": "s"])
    #expect(event.queryItems == ["unit": "s"])
    #expect(event.extra == "x")
  }

  @Test func `a name belongs to one pattern, and an unknown one is an error with the nearest`()
    throws
  {
    let events = try router().events
    try events.declare("seek", "/seek/:at")
    #expect(try events.emit("seek", params: ["at": .text("x")]) == 0)
    #expect(try events.emit("/seek/:at", params: ["at": .text("y")]) == 0)
    #expect(
      throws: RouterError(
        .duplicate,
        "The event name 'seek' belongs to '/seek/:at' already. Choose another one."
      )
    ) {
      try events.on("/other", name: "seek") { _ in }
    }
    #expect(
      throws: RouterError(
        .unknownName,
        "No event is named 'sek'. Did you mean 'seek'?",
        nearest: ["seek"]
      )
    ) {
      try events.emit("sek")
    }
    #expect(
      throws: RouterError(
        .unknownName,
        "No event is named 'x'. Declare it with events.declare first."
      )
    ) {
      try events.on("x") { _ in }
    }
    #expect(throws: RouterError.self) { try events.emit("seek") }
    #expect(throws: RouterError.self) { try events.declare("a/b", "/x") }
    #expect(throws: RouterError.self) { try events.on("/:") { _ in } }
  }

  @Test func `a one-time subscription gets one event, even if more are emitted before it runs`()
    throws
  {
    let events = try router().events
    var counts: [Int] = []
    try events.on("/go") { _ in
      counts.append(try events.emit("/once"))
      counts.append(try events.emit("/once"))
    }
    try events.on("/once", isOnce: true, note("once"))
    #expect(try events.emit("/go") == 1)
    #expect(counts == [1, 0])
    #expect(log.lines == ["once /once"])
    #expect(try events.emit("/once") == 0)
  }

  @Test func `a subscription cancelled during a delivery does not get the event`() throws {
    let events = try router().events
    var last: Registration?
    try events.on("/a") { _ in last?.cancel() }
    last = try events.on("/a", note("last"))
    #expect(try events.emit("/a") == 2)
    #expect(try events.emit("/a") == 1)
    #expect(log.lines.isEmpty)
  }

  @Test func `a subscription added during a delivery gets the next event`() throws {
    let events = try router().events
    try events.on("/a", isOnce: true) { [note = note("new")] _ in try events.on("/a", note) }
    #expect(try events.emit("/a") == 1)
    #expect(log.lines.isEmpty)
    #expect(try events.emit("/a") == 1)
    #expect(log.lines == ["new /a"])
  }

  @Test func `an event emitted by a handler follows the current one, first in first out`()
    throws
  {
    let events = try router().events
    try events.on("/a") { [log] _ in
      log.add("a begins")
      try events.emit("/b")
      try events.emit("/c")
      log.add("a ends")
    }
    try events.on("/a", note("second"))
    try events.on("/b") { [log] _ in
      log.add("b")
      try events.emit("/d")
    }
    try events.on("/c", note("c"))
    try events.on("/d", note("d"))
    try events.emit("/a")
    #expect(log.lines == ["a begins", "a ends", "second /a", "b", "c /c", "d /d"])
  }

  @Test func `handlers that answer each other endlessly end with an error after 10,000`() throws {
    let events = try router().events
    var count = 0
    var failures: [RouterError] = []
    try events.on("moonroute://handler-failed") { failures.append(.init(.failed, "\($0.extra)")) }
    try events.on("/a") { _ in
      count += 1
      try events.emit("/a")
    }
    try events.emit("/a")
    #expect(count == EventStore.turnLimit)
    #expect(try events.emit("/b") == 0)
    #expect(failures.isEmpty, "the turn is full, so nothing is announced in it")
  }

  @Test func `a failed handler is reported, and the others still get the event`() throws {
    let events = try router().events
    try events.on("/a") { _ in throw RouterError(.scriptError, "broken") }
    try events.on("/a", note("other"))
    try events.on("moonroute://handler-failed") { [log] event in
      let table = event.extra.table
      log.add("\(table?["pattern"].text ?? "") \(table?["error"].table?["message"].text ?? "")")
      throw RouterError(.scriptError, "broken again")
    }
    try events.emit("/a")
    #expect(log.lines == ["other /a", "/a broken"])
  }

  @Test func `a subscription ends with its owner`() throws {
    final class Owner {}
    let events = try router().events
    var owner: Owner? = Owner()
    try events.on("/a", owner: owner, note("owned"))
    #expect(try events.emit("/a") == 1)
    owner = nil
    #expect(try events.emit("/a") == 0)
    _ = owner
  }

  @Test func `a sticky declaration keeps the last event of each location for later subscribers`()
    throws
  {
    let events = try router().events
    try events.declare("price", "/price/:sku", isSticky: true)
    for (location, extra) in [("/price/a", 1), ("/price/b", 2), ("/price/a", 3)] {
      #expect(try events.emit(location, .int(Int64(extra))) == 0)
    }
    try events.on("/price/:sku") { [log] in log.add("all \($0.extra)") }
    try events.on("/price/b") { [log] in log.add("b \($0.extra)") }
    try events.on("/price/*", isOnce: true) { [log] in log.add("once \($0.extra)") }
    #expect(log.lines == ["all 2", "all 3", "b 2", "once 3"])
    #expect(try events.last("price")?.extra == 3)
    #expect(try events.last("/price/b")?.extra == 2)
    try events.forget("/price/a")
    #expect(try events.last("price")?.extra == 2)
    try events.forget("price")
    #expect(try events.last("price") == nil)
  }

  @Test func `the router's own events reach only patterns of their scheme`() async throws {
    let router = try router()
    try router.events.on("/**", note("any"))
    try router.events.on("moonroute://*") { [log] event in
      let fields = event.extra.table?.fields ?? [:]
      log.add("\(event.location) \(fields["location"]?.text ?? fields["effect"]?.text ?? "")")
    }
    _ = await router.open("/a")
    _ = await router.open("/no")
    #expect(
      log.lines == [
        "moonroute://will-open /a", "moonroute://did-change root", "moonroute://did-open /a",
        "moonroute://will-open /no", "moonroute://did-fail /no",
      ]
    )
    #expect(throws: RouterError.self) { try router.events.emit("moonroute://did-open") }
  }

  @Test func `waiting for the next event ends with the event or the timeout`() async throws {
    let clock = SteppedClock()
    let events = try router(clock).events
    let first = Task { try await events.next("/a", timeout: .seconds(5)) }
    await clock.untilSomebodySleeps()
    try events.emit("/a", 1)
    #expect(try await first.value?.extra == 1)
    let second = Task { try await events.next("/a", timeout: .seconds(5)) }
    await clock.untilSomebodySleeps()
    clock.advance(by: .seconds(5))
    #expect(try await second.value == nil)
    #expect(try events.emit("/a") == 0)
  }
}

extension RouterError.Code {
  fileprivate static let failed = Self(rawValue: "failed")
}
