import Moonroute
import Synchronization
import TestSupport
import Testing

/// How long handlers occupy the executor of their application.
@Suite struct EventTurnTests {
  /// The computing time that handlers report.
  private final class Work: Sendable {
    private let state = Mutex((time: UInt64(0), lines: [String]()))

    var clock: ComputingClock {
      ComputingClock(callLimit: 250_000_000) { self.state.withLock { $0.time } }
    }
    var lines: [String] { state.withLock { $0.lines } }

    func compute(_ milliseconds: UInt64, _ line: String) {
      state.withLock { state in
        state.time += milliseconds * 1_000_000
        state.lines.append(line)
      }
    }
  }

  private let work = Work()

  private func finished(_ count: Int) async {
    while work.lines.count < count { await Task.yield() }
  }

  @Test func `when handlers compute for long, the rest yields and keeps its order`()
    async throws
  {
    let application = try LinkRouter(options: RouterOptions(clock: SteppedClock()))
    try await application.perform { [work] application in
      application.events.computing = work.clock
      for number in 1...6 {
        try application.events.on("/a") { _ in work.compute(60, "\(number)") }
      }
      try application.events.on("/b") { _ in work.compute(0, "b") }
      Task {
        _ = application
        work.compute(0, "other")
      }
      #expect(try application.events.emit("/a") == 6)
      #expect(work.lines == ["1", "2", "3"])
      #expect(try application.events.emit("/b") == 1)
    }
    await finished(8)
    #expect(work.lines.filter { $0 != "other" } == ["1", "2", "3", "4", "5", "6", "b"])
    #expect(work.lines.firstIndex(of: "other") ?? 9 < 7)
  }

  @Test func `each handler runs in its own turn, however long the previous one took`() async throws
  {
    let application = try LinkRouter(options: RouterOptions(clock: SteppedClock()))
    try await application.perform { [work] application in
      application.events.computing = work.clock
      for number in 1...5 {
        try application.events.on("/a", isOnce: true) { _ in work.compute(900, "\(number)") }
      }
      #expect(try application.events.emit("/a") == 5)
      #expect(work.lines == ["1"])
      #expect(try application.events.emit("/a") == 0)
    }
    await finished(5)
    #expect(work.lines == ["1", "2", "3", "4", "5"])
  }

  @Test func `handlers that compute little have all finished when emit returns`() async throws {
    let application = try LinkRouter(options: RouterOptions(clock: SteppedClock()))
    try await application.perform { [work] application in
      application.events.computing = work.clock
      for _ in 1...100 {
        try application.events.on("/a") { _ in work.compute(1, "a") }
        for _ in 0..<3 { try application.events.emit("/quick") }
      }
      #expect(try application.events.emit("/a") == 100)
      #expect(work.lines.count == 100)
    }
  }

  @Test func `a handler that answers itself endlessly has a budget`() async throws {
    let application = try LinkRouter(options: RouterOptions(clock: SteppedClock()))
    try await application.perform { [work] application in
      let events = application.events
      events.computing = work.clock
      try events.on("/a") { [weak events] _ in
        work.compute(100, "a")
        do {
          try events?.emit("/a")
        } catch let error as RouterError {
          work.compute(0, "\(error.code): \(error)")
        }
      }
      #expect(try events.emit("/a") == 1)
    }
    await finished(12)
    #expect(work.lines.dropLast() == Array(repeating: "a", count: 11))
    #expect(
      work.lines.last
        == "timeout: The handlers of these events, each emitted during the delivery of"
        + " another, computed for more than 1 s in total. Reduce their work, or make sure that they do"
        + " not trigger each other forever."
    )
    #expect(try await application.emit("/a") == 1)
    await finished(24)
    #expect(work.lines.count == 24)
  }

  @Test func `the number of waiting receivers is limited`() async throws {
    let application = try LinkRouter(options: RouterOptions(clock: SteppedClock()))
    try await application.perform { application in
      let events = application.events
      for _ in 0..<1_000 { try events.on("/many") { _ in } }
      var problem: RouterError?
      var count = 0
      try events.on("/first") { [weak events] _ in
        do {
          for _ in 0..<200 {
            try events?.emit("/many")
            count += 1
          }
        } catch let error as RouterError {
          problem = error
        }
      }
      try events.emit("/first")
      #expect(count == 100)
      #expect(
        problem?.message == "More than 100000 handlers are waiting for events of one turn. Emit"
          + " fewer events, or use fewer subscriptions."
      )
      #expect(try events.emit("/many") == 1_000)
    }
  }
}
