import RoutePatterns
import TestSupport
import Testing
import TextTools

@testable import Moonroute

/// The order of receivers, and the cost of many subscriptions and events.
@MainActor @Suite struct EventOrderTests {
  private static let patterns = [
    "/shop/cart/7", "/shop/cart/:n<int>", "/shop/cart/:id", "/shop/:part/7", "/shop/*/:id",
    "/shop/**", "/:app/cart/7", "/:app/cart/*", "/**", "/shop/cart/v:id",
  ]

  private func receivers(_ order: [String], from location: String) throws -> [String] {
    let events = try Router.make {}.events
    var reached: [String] = []
    for pattern in order { try events.on(pattern) { reached.append($0.pattern.text) } }
    try events.emit(location)
    return reached
  }

  @Test func `patterns of different rank are notified in one order, independently of registration`()
    throws
  {
    let seed: UInt64 = 20
    var generator = SeededGenerator(seed: seed)
    let expected = try receivers(Self.patterns, from: "/shop/cart/7")
    #expect(expected.count == 9)
    for round in 0..<TestScale.orders {
      let order = Self.patterns.shuffled(using: &generator)
      let reached = try receivers(order, from: "/shop/cart/7")
      try #require(reached == expected, "seed \(seed), round \(round), \(order)")
    }
  }

  @Test func `the order does not change when subscriptions arrive between events`() throws {
    var generator = SeededGenerator(seed: 21)
    let expected = try receivers(Self.patterns, from: "/shop/cart/7")
    for _ in 0..<50 {
      let events = try Router.make {}.events
      var reached: [String] = []
      for pattern in Self.patterns.shuffled(using: &generator) {
        try events.on(pattern) { reached.append($0.pattern.text) }
        try events.emit("/shop/cart/7")
      }
      reached = []
      try events.emit("/shop/cart/7")
      #expect(reached == expected)
    }
  }

  @Test func `subscriptions that come and go between events compile few patterns each`()
    throws
  {
    let events = try Router.make {}.events
    for index in 0..<100 { try events.on("/base/\(index)") { _ in } }
    var count = 0
    for screen in 0..<TestScale.subscriptions {
      let own = try events.on("/screen/\(screen)") { _ in count += 1 }
      let shared = try events.on("/shared/:id") { _ in count += 1 }
      try events.emit("/screen/\(screen)")
      try events.emit("/shared/\(screen)")
      own.cancel()
      shared.cancel()
    }
    #expect(count == 2 * TestScale.subscriptions)
    #expect(events.program.compiledCount < TestScale.subscriptions * 14)
    #expect(events.program.channels.count < 1_000)
  }

  @Test func `events through 100 subscriptions leave nothing behind`() throws {
    let events = try Router.make {}.events
    var count = 0
    for index in 0..<100 { try events.on("/tick/\(index % 10)") { _ in count += 1 } }
    try events.declare("tock", "/tick/:n", isSticky: true)
    for number in 0..<TestScale.events / 10 {
      try events.emit("/tick/\(number % 10)", .int(Int64(number)))
    }
    #expect(count == TestScale.events)
    #expect(events.queue.isEmpty)
    #expect(events.continuations.isEmpty)
    #expect(events.sticky["/tick/:n"]?.kept.count == 10)
  }

  @Test func `sticky events of ever-changing locations are limited`() throws {
    let events = try Router.make {}.events
    try events.declare("seen", "/seen/:n", isSticky: true)
    for number in 0..<StickyEvents.limit + 2_500 { try events.emit("/seen/\(number)") }
    #expect((events.sticky["/seen/:n"]?.kept.count ?? 0) <= StickyEvents.limit)
    #expect(try events.last("seen")?.path == "/seen/\(StickyEvents.limit + 2_499)")
  }

  @Test func `the receivers of one event are sorted once, however many patterns they have`()
    throws
  {
    func comparisons(of count: Int) throws -> Int {
      let events = try Router.make {}.events
      var order: [Int] = []
      // One rank: the patterns differ only in the names of their parameters.
      for number in 0..<count {
        try events.on("/tick/:p\(number % 500)") { _ in order.append(number) }
      }
      try events.emit("/tick/1")
      #expect(order == Array(0..<count))
      return events.queue.comparisonCount
    }
    let (few, many) = (try comparisons(of: 1_000), try comparisons(of: 8_000))
    // Eight times as many may take slightly more than eight times as long, but far less than 64
    // times.
    #expect(few > 0 && many < few * 8 * 2, "\(few) and \(many) comparisons")
  }
}
