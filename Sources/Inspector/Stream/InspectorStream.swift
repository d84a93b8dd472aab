#if Inspector
package import LoopbackServer
package import MessageStream
import Synchronization

/// Sends updates to every client, in short batches.
///
/// A slow client gets no updates until it has read the pending ones. Then it gets the rows that
/// still exist and the number of missing rows.
package final class InspectorStream: Sendable {
  /// The maximum number of pending rows for one client; the oldest ones are dropped.
  package static let rowLimit = 5_000

  private static let messageRows = 1_000

  private struct Client {
    let events: ServerEvents
    /// The number of the last row that was sent or skipped.
    var row: Int
    var stage = StageSnapshot.empty
    /// The last state of the inspected application that was sent.
    var world = ""
    var results: [String: Results] = [:]
    /// The further kinds of messages that it wants.
    var wanted: Set<String> = []
    /// The running opens that it knows, with the number of their changes.
    var opens: [Int: Int] = [:]
  }

  fileprivate struct Results {
    var done = 0
    var total = 0
    var rows: [String] = []
    var dropped = 0
  }

  private struct State {
    var clients: [UInt64: Client] = [:]
    var last: UInt64 = 0
    /// Whether a task is collecting and sending, and whether updates have arrived since.
    var isGathering = false
    var hasNews = false
    var describeWorld: @Sendable () -> (key: String, text: String) = { ("", "{}") }
    var describeOpens: @Sendable () -> LiveOpens = { LiveOpens() }
  }

  private let timeline: Timeline
  private let pause: @Sendable () async -> Void
  private let state = Mutex(State())

  package init(_ timeline: Timeline, pause: @escaping @Sendable () async -> Void) {
    self.timeline = timeline
    self.pause = pause
  }

  /// Sets the description of the inspected application: a key that changes with it, and a message.
  func describeWorld(_ describe: @escaping @Sendable () -> (key: String, text: String)) {
    state.withLock { $0.describeWorld = describe }
  }

  func describeOpens(_ describe: @escaping @Sendable () -> LiveOpens) {
    state.withLock { $0.describeOpens = describe }
  }

  package var clientCount: Int { state.withLock { $0.clients.count } }

  /// Starts a stream after the last row that the client has; other clients get only new rows.
  ///
  /// The client gets further kinds of messages only if it wants them.
  package func open(
    resumingAfter lastEventID: String?,
    with wanted: Set<String> = []
  ) -> ServerEvents {
    let events = ServerEvents()
    let last = timeline.last
    // A number without a row belongs to a previous server.
    let asked = lastEventID.flatMap { Int($0) }.map { (0...last).contains($0) ? $0 : 0 }
    let world = state.withLock { $0.describeWorld }()
    let stage = timeline.stage ?? .empty
    var client = Client(events: events, row: asked ?? last)
    (client.world, client.stage, client.wanted) = (world.key, stage, wanted)
    events.send("world", world.text)
    events.send("stage", stage.message)
    let number = state.withLock { state in
      state.last += 1
      state.clients[state.last] = client
      return state.last
    }
    events.whenClosed { [weak self] in
      _ = self?.state.withLock { $0.clients.removeValue(forKey: number) }
    }
    wake()
    return events
  }

  package func send(_ kind: String, done: Int, total: Int, rows: [JSON]) {
    let texts = rows.map(\.line)
    state.withLock { state in
      for number in state.clients.keys {
        state.clients[number]?.results[kind, default: Results()].add(texts, done, total)
      }
    }
    wake()
  }

  /// Sends pending updates after a short pause.
  package func wake() {
    let begins = state.withLock { state in
      guard !state.clients.isEmpty else { return false }
      defer { (state.isGathering, state.hasNews) = (true, true) }
      return !state.isGathering
    }
    guard begins else { return }
    Task { [weak self, pause] in
      repeat { await pause() } while self?.flush() ?? false
    }
  }

  package func close() {
    for client in state.withLock({ $0.clients }).values { client.events.close() }
  }

  /// Sends pending updates, and returns whether new ones have arrived; only one task calls this.
  private func flush() -> Bool {
    let (describe, describeOpens, numbers) = state.withLock { state in
      state.hasNews = false
      return (state.describeWorld, state.describeOpens, state.clients.keys.sorted())
    }
    let (world, stage, opens) = (describe(), timeline.stage, describeOpens())
    var message: String?
    var changes: [Int: String?] = [:]
    var behind: [ServerEvents] = []
    for number in numbers {
      let client = state.withLock { state in
        defer { state.clients[number]?.results = [:] }
        return state.clients[number]
      }
      guard var client else { continue }
      guard client.events.waitingCount == 0 else {
        behind.append(client.events)
        keep(client.results, of: number)
        continue
      }
      if client.world != world.key {
        client.events.send("world", world.text)
        client.world = world.key
      }
      if let stage, client.stage.number != stage.number {
        let before = client.stage
        client.stage = stage
        if client.wanted.contains("stage_changes") {
          changes[before.number] = changes[before.number] ?? stage.changes(from: before)
        }
        if let text = changes[before.number] ?? nil {
          client.events.send("stage_changes", text)
        } else {
          message = message ?? stage.message
          client.events.send("stage", message ?? stage.message)
        }
      }
      if client.wanted.contains("steps") { Self.send(opens, to: &client) }
      if sendRows(to: &client) { behind.append(client.events) }
      for (kind, result) in client.results.sorted(by: { $0.key < $1.key }) {
        client.events.send("result", result.text(kind))
      }
      let sent = client
      state.withLock {
        $0.clients[number]?.row = sent.row
        $0.clients[number]?.stage = sent.stage
        $0.clients[number]?.world = sent.world
        $0.clients[number]?.opens = sent.opens
      }
    }
    for events in behind { events.whenTaken { [weak self] in self?.wake() } }
    return state.withLock { state in
      state.isGathering = state.hasNews && !state.clients.isEmpty
      return state.isGathering
    }
  }

  /// Puts unsent results back, before newer ones.
  private func keep(_ results: [String: Results], of number: UInt64) {
    state.withLock { state in
      guard var client = state.clients[number] else { return }
      for (kind, var result) in results {
        if let newer = client.results[kind] { result.add(newer.rows, newer.done, newer.total) }
        client.results[kind] = result
      }
      state.clients[number] = client
    }
  }

  /// Sends the changed running opens, and the ends of the opens that the client knows.
  private static func send(_ opens: LiveOpens, to client: inout Client) {
    for open in opens.running where client.opens[open.number] != open.version {
      client.events.send("steps", open.text)
      client.opens[open.number] = open.version
    }
    let running = Set(opens.running.map(\.number))
    for number in client.opens.keys.sorted() where !running.contains(number) {
      client.events.send("steps", opens.endText(of: number))
      client.opens[number] = nil
    }
  }

  /// Sends the missing rows of a client, and returns whether more remain.
  private func sendRows(to client: inout Client) -> Bool {
    let last = timeline.last
    guard client.row < last else { return false }
    let oldest = max(client.row, last - Self.rowLimit)
    let page = timeline.page(after: oldest, limit: Self.messageRows)
    let dropped = oldest - client.row + page.dropped
    let reached = page.rows.last?.number ?? last
    let rows = page.rows.map(\.text).joined(separator: ",")
    client.events.send("rows", "{\"dropped\":\(dropped),\"rows\":[\(rows)]}", id: String(reached))
    client.row = reached
    return reached < last
  }
}

extension InspectorStream.Results {
  fileprivate mutating func add(_ texts: [String], _ done: Int, _ total: Int) {
    (self.done, self.total) = (done, total)
    rows += texts
    let excess = rows.count - InspectorStream.rowLimit
    guard excess > 0 else { return }
    rows.removeFirst(excess)
    dropped += excess
  }

  fileprivate func text(_ kind: String) -> String {
    "{\"kind\":\(JSON.text(kind).line),\"done\":\(done),\"total\":\(total),\"dropped\":\(dropped)"
      + ",\"rows\":[\(rows.joined(separator: ","))]}"
  }
}
#endif
