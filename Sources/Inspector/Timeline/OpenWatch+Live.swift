#if Inspector
import MessageStream
import Moonroute
import Rehearsal
import RoutePatterns
import ScriptHost
import ScriptReports
import Synchronization

/// A running open with its steps so far, and its pending step.
struct LiveOpen: Sendable {
  /// The time after which clients get messages about a running open.
  static let longTime = Duration.milliseconds(50)

  /// The handler that runs, and its time limit.
  struct Handler: Sendable {
    let kind: OutcomeStep.Kind
    let name: String
    let limit: Duration?
  }

  let number: Int
  let parent: Int?
  /// The row of the act that began it.
  let row: Int?
  let location: String
  /// The number of changes; a client gets a message for each new one.
  private(set) var version = 0
  private let began = ContinuousClock.now
  private var lastStep = ContinuousClock.now
  private var steps: [OutcomeStep] = []

  var handler: Handler? { didSet { version += 1 } }
  var call: HostCall? { didSet { version += 1 } }

  init(number: Int, parent: Int?, row: Int?, location: String) {
    (self.number, self.parent, self.row, self.location) = (number, parent, row, location)
  }

  var isLong: Bool { ContinuousClock.now - began >= Self.longTime }

  mutating func note(_ step: OutcomeStep) {
    steps.append(step)
    lastStep = .now
    (handler, call) = (nil, nil)
  }

  var text: String {
    let now = ContinuousClock.now
    var pairs = steps.enumerated().map { JSON.list([.int($0), $1.json.adding("state", "done")]) }
    pairs.append(.list([.int(steps.count), waiting(now)]))
    return
      JSON.fields(
        ("open", .int(number)),
        ("parent", .optional(parent)),
        ("row", .optional(row)),
        ("location", .text(location)),
        ("ms", (now - began).milliseconds),
        ("end", .null),
        ("steps", .list(pairs))
      )
      .line
  }

  private func waiting(_ now: ContinuousClock.Instant) -> JSON {
    .fields(
      ("step", .optional(handler?.kind.rawValue)),
      ("name", .optional(handler?.name)),
      ("file", .optional(call?.site?.file)),
      ("line", .optional(call?.site?.line)),
      ("state", .text("waiting")),
      (
        "waits",
        .fields(
          ("for", .optional(call.map { "host.\($0.name)" })),
          ("arguments", .list(call?.arguments.map { JSON($0) } ?? [])),
          ("ms", (now - lastStep).milliseconds),
          ("limit", handler?.limit.map { .number($0 / .seconds(1)) } ?? .null)
        )
      )
    )
  }
}

/// The running opens that clients may show, and the ends of the last opens.
struct LiveOpens: Sendable {
  let running: [LiveOpen]
  private let ends: [Int: String]

  init(running: [LiveOpen] = [], ends: [Int: String] = [:]) {
    (self.running, self.ends) = (running, ends)
  }

  /// The message about the end of an open.
  func endText(of number: Int) -> String {
    JSON.fields(
      ("open", .int(number)),
      ("end", .text(ends[number] ?? "ended")),
      ("steps", .list([]))
    )
    .line
  }
}

extension OpenWatch {
  struct LiveState {
    /// Whether a task is scheduled to look at the running opens.
    var isLooking = false
    var ends: [(number: Int, end: String)] = []
    var findHandler: @Sendable (UInt64) async -> LiveOpen.Handler? = { _ in nil }
  }

  private static let endLimit = 256

  /// Sets the function that finds the running handler of an open of the router.
  func findHandlers(_ find: @escaping @Sendable (UInt64) async -> LiveOpen.Handler?) {
    live.withLock { $0.findHandler = find }
  }

  /// The opens that have been running for a while.
  var liveOpens: LiveOpens {
    LiveOpens(
      running: running.withLock { $0.values.map(\.live) }.filter(\.isLong)
        .sorted { $0.number < $1.number },
      ends: live.withLock { live in
        Dictionary(live.ends.map { ($0.number, $0.end) }) { $1 }
      }
    )
  }

  /// The router's number of a running open.
  func routerNumber(of number: Int) -> UInt64? {
    running.withLock { $0.first { $0.value.number == number }?.key }
  }

  func noteBegun(_ call: HostCall) {
    if let open = call.place?.open { change(open) { $0.call = call } }
  }

  func noteEnd(of number: Int, _ outcome: Outcome) {
    live.withLock { live in
      live.ends.append((number, Ending(outcome).lastingWords))
      if live.ends.count > Self.endLimit { live.ends.removeFirst() }
    }
  }

  func change(_ open: UInt64, _ change: (inout LiveOpen) -> Void) {
    guard measures else { return }
    let isLong = running.withLock { running in
      guard var live = running[open]?.live else { return false }
      change(&live)
      running[open]?.live = live
      return live.isLong
    }
    guard isLong else { return }
    timeline.announce()
    lookLater()
  }

  /// Looks at the running opens after a while, unless such a task is already scheduled.
  func lookLater() {
    let begins = live.withLock { live in
      defer { live.isLooking = true }
      return measures && !live.isLooking
    }
    guard begins else { return }
    Task { [weak self] in
      try? await Task.sleep(for: LiveOpen.longTime)
      await self?.look()
    }
  }

  private func look() async {
    live.withLock { $0.isLooking = false }
    let opens = running.withLock { running in
      running.map { (id: $0.key, isLong: $0.value.live.isLong, handler: $0.value.live.handler) }
    }
    guard !opens.isEmpty else { return }
    let find = live.withLock { $0.findHandler }
    for open in opens where open.isLong && open.handler == nil {
      guard let handler = await find(open.id) else { continue }
      running.withLock { $0[open.id]?.live.handler = handler }
      timeline.announce()
    }
    if opens.contains(where: { !$0.isLong }) { lookLater() }
  }
}

extension Duration {
  fileprivate var milliseconds: JSON { .int(Int(self / .milliseconds(1))) }
}

extension JSON {
  fileprivate func adding(_ name: String, _ text: String) -> JSON {
    guard case .object(let fields) = self else { return self }
    return .object(fields + [Field(name, .text(text))])
  }
}
#endif
