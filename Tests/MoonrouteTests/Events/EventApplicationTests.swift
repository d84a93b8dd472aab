import Moonroute
import RoutePatterns
import TestSupport
import Testing

/// Events across threads, waiting handlers and streams.
@Suite struct EventApplicationTests {
  private actor Notes {
    var lines: [String] = []

    func add(_ line: String) { lines.append(line) }
  }

  @Test func `events posted from many threads arrive in the order of each`() async throws {
    let application = try LinkRouter(options: RouterOptions(clock: SteppedClock()))
    let (stream, continuation) = AsyncStream.makeStream(of: (Int, Int).self)
    _ = try await application.perform { application in
      try application.events.on("/from/:caller<int>") { event in
        continuation.yield((event.params["caller"]?.int ?? -1, event.extra.int ?? -1))
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for caller in 0..<8 {
        group.addTask {
          for number in 0..<500 {
            application.post("/from/\(caller)", .int(number))
          }
        }
      }
    }
    var next: [Int: Int] = [:]
    var count = 0
    for await (caller, number) in stream {
      #expect(number == next[caller, default: 0])
      next[caller] = number + 1
      count += 1
      if count == 4_000 { break }
    }
  }

  @Test func `a waiting handler runs after emit returns, and its failure is reported`()
    async throws
  {
    let application = try LinkRouter(options: RouterOptions(clock: SteppedClock()))
    let notes = Notes()
    let failures = try await application.values("moonroute://handler-failed")
    try await application.perform { application in
      try application.events.on("/a") { event in
        await notes.add("waited \(event.path)")
        throw RouterError(.scriptError, "late")
      }
      #expect(try application.events.emit("/a") == 1)
    }
    for await failure in failures {
      #expect(failure.extra.table?["error"].table?["message"] == "late")
      break
    }
    #expect(await notes.lines == ["waited /a"])
  }

  @Test func `a stream keeps the newest events for a slow reader`() async throws {
    let application = try LinkRouter(options: RouterOptions(clock: SteppedClock()))
    let stream = try await application.values("/n", bufferingNewest: 3)
    for number in 0..<10 { try await application.emit("/n", .int(number)) }
    var seen: [Int] = []
    for await event in stream {
      seen.append(event.extra.int ?? -1)
      if seen.count == 3 { break }
    }
    #expect(seen == [7, 8, 9])
  }
}
