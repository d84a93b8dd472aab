#if Inspector
import MessageStream
import Moonroute
import RoutePatterns
import ScriptHost
import ScriptReports
import Synchronization

/// Sees every open of an application, and records how it ended.
final class OpenWatch: OpenInstrument {
  /// Takes the number of the first open that a task begins.
  final class Asked: Sendable {
    private let taken = Mutex<Int?>(nil)

    var number: Int? { taken.withLock { $0 } }

    fileprivate func take(_ number: Int) { taken.withLock { $0 = $0 ?? number } }
  }

  /// Takes the number of the open that the current task begins, if that is asked for.
  @TaskLocal static var asked: Asked?

  /// An open under way.
  private struct Running {
    let number: Int
    let start: Double
    let began: ContinuousClock.Instant
    let parent: Int?
    let act: Int?
    /// The opens that began inside each step.
    var children: [Int: [Int]] = [:]
    /// The session as it was when the open began, or after the last step; `nil` where nothing was
    /// recorded.
    var session: Value?
    /// The details of steps that the outcome lacks, by step and by name.
    var notes: [Int: [String: [JSON]]] = [:]
  }

  private let timeline: Timeline
  let visits = RouteVisits()
  private let running = Mutex<[UInt64: Running]>([:])
  private let session = Mutex<@Sendable () -> Value>({ .none })

  init(_ timeline: Timeline) { self.timeline = timeline }

  func around(
    _ open: InstrumentedOpen,
    isolation: isolated (any Actor)?,
    _ run: () async -> Outcome
  ) async -> Outcome {
    begin(open)
    let outcome = await run()
    end(open, outcome)
    return outcome
  }

  /// The number that the timeline gives an open of the router, as long as it is under way.
  func number(of open: UInt64?) -> Int? {
    open.flatMap { open in running.withLock { $0[open]?.number } }
  }

  /// Sets what reads the session of the scripts, on the application's executor.
  func readSession(_ read: @escaping @Sendable () -> Value) { session.withLock { $0 = read } }

  /// Hears of a step once it is done: what it changed in the session belongs to it.
  func note(_ step: OutcomeStep, at place: OpenPlace) {
    guard timeline.isRecording else { return }
    let now = session.withLock { $0 }()
    let before = running.withLock { running in
      defer { running[place.open]?.session = now }
      return running[place.open]?.session ?? now
    }
    guard before != now else { return }
    for change in SessionChange.changes(from: before, to: now).prefix(Self.noteLimit) {
      note("session", change.json, at: place)
    }
  }

  /// Hears of a call of a function of the program: it belongs to the step that is under way.
  func note(_ call: HostCall) {
    guard timeline.isRecording, let place = call.place else { return }
    note("calls", call.json, at: place)
  }

  /// Adds to what a step says.
  private func note(_ name: String, _ note: JSON, at place: OpenPlace) {
    running.withLock { running in
      guard var entry = running[place.open],
        entry.notes[place.step]?[name]?.count ?? 0 < Self.noteLimit
      else { return }
      entry.notes[place.step, default: [:]][name, default: []].append(note)
      running[place.open] = entry
    }
  }

  /// The notes of one kind that a step may have.
  private static let noteLimit = 200

  private func begin(_ open: InstrumentedOpen) {
    let number = timeline.nextOpen()
    let start = timeline.milliseconds
    let session = timeline.isRecording ? session.withLock { $0 }() : nil
    running.withLock { running in
      let parent = open.parent.flatMap { running[$0]?.number }
      if let around = open.parent, let step = open.parentStep {
        running[around]?.children[step, default: []].append(number)
      }
      running[open.number] = Running(
        number: number,
        start: start,
        began: .now,
        parent: parent,
        act: InspectedApplication.currentAct,
        session: session
      )
    }
    if open.parent == nil { Self.asked?.take(number) }
  }

  private func end(_ open: InstrumentedOpen, _ outcome: Outcome) {
    let entry = running.withLock { $0.removeValue(forKey: open.number) }
    guard let entry else { return }
    if open.purpose.isOpen { visits.note(outcome) }
    guard timeline.isRecording else { return }
    let time = ContinuousClock.now - entry.began
    let head: [(String, JSON)] = [
      ("number", .int(entry.number)),
      ("parent", .optional(entry.parent)),
      ("purpose", .text(open.purpose.word)),
      ("ms", .number(entry.start)),
      ("microseconds", .int(Int(time / .microseconds(1)))),
    ]
    guard case .object(let fields) = outcome.json else { return }
    let own = fields.filter { $0.name != "steps" && $0.name != "value" }
    let value = JSON.Field("value", outcome.values.wire)
    let steps = outcome.steps.enumerated()
      .map { $1.json(children: entry.children[$0] ?? [], notes: entry.notes[$0] ?? [:]) }
    let all =
      head.map { JSON.Field($0.0, $0.1) } + own + [value, JSON.Field("steps", .list(steps))]
    let inner = entry.children.sorted { $0.key < $1.key }.flatMap(\.value)
    timeline.add(OutcomeRecord(number: entry.number, text: JSON.object(all).line, inner: inner))
    timeline.add(.open, open: entry.number, act: entry.act, outcome.summary(open.purpose))
  }
}

extension OpenPurpose {
  /// The purpose, as the wire names it.
  var word: String {
    switch self {
    case .show: "open"
    case .fetch: "fetch"
    case .build: "build"
    case .check: "check"
    case .rebuild: "rebuild"
    }
  }
}

extension Outcome {
  /// The row of an open.
  fileprivate func summary(_ purpose: OpenPurpose) -> [(String, JSON)] {
    let target = redirects.last?.description
    return [
      ("text", .text(target.map { "\(text) → \($0)" } ?? text)),
      ("status", .text(status.rawValue)),
      ("location", .text(text)),
      ("target", .optional(target)),
      ("name", .optional(route?.label)),
      ("reason", .optional(reason ?? error?.message)),
      ("purpose", purpose == .show ? .null : .text(purpose.word)),
    ]
  }
}

extension [Value] {
  /// The values that an action answered: nothing, one, or a list.
  fileprivate var wire: JSON {
    count == 1 ? JSON(self[0]) : isEmpty ? .null : .list(map { JSON($0) })
  }
}

extension OutcomeStep {
  fileprivate func json(children: [Int], notes: [String: [JSON]]) -> JSON {
    guard case .object(var fields) = json else { return json }
    fields.append(JSON.Field("location", .optional(location?.description)))
    if let decision { fields.append(JSON.Field("value", decision.json)) }
    for (name, notes) in notes.sorted(by: { $0.key < $1.key }) {
      fields.append(JSON.Field(name, .list(notes)))
    }
    if let first = children.first {
      fields.append(JSON.Field("open", .int(first)))
      fields.append(JSON.Field("opens", .list(children.map(JSON.int))))
    }
    return .object(fields)
  }
}

extension SessionChange {
  /// The change as the wire sends it.
  fileprivate var json: JSON {
    .fields(
      ("path", .list(path.map { JSON($0) })),
      ("before", JSON(before)),
      ("after", JSON(after))
    )
  }
}

extension HostCall {
  /// The call as the wire sends it.
  fileprivate var json: JSON {
    .fields(
      ("name", .text(name)),
      ("arguments", .list(arguments.map { JSON($0) })),
      ("answer", answers.map(\.wire) ?? .null),
      ("error", .optional(error)),
      ("file", .optional(site?.file)),
      ("line", .optional(site?.line))
    )
  }
}

extension StepDecision {
  /// The decision as the wire sends it.
  fileprivate var json: JSON {
    switch self {
    case .goOn: .fields(("kind", .text("go_on")))
    case .stop(let reason): .fields(("kind", .text("stop")), ("reason", .optional(reason)))
    case .rewrite(let location):
      .fields(("kind", .text("rewrite")), ("to", .text(location.description)))
    case .goTo(let location):
      .fields(("kind", .text("go_to")), ("to", .text(location.description)))
    }
  }
}
#endif
