#if Inspector
import MessageStream
import Moonroute
import Rehearsal
import RoutePatterns
import ScriptHost
import ScriptReports
import Synchronization

/// Observes every open of an application and records how it ended.
final class OpenWatch: OpenInstrument {
  /// Stores the number of the first open that a task begins.
  final class Asked: Sendable {
    private let taken = Mutex<Int?>(nil)

    var number: Int? { taken.withLock { $0 } }

    fileprivate func take(_ number: Int) { taken.withLock { $0 = $0 ?? number } }
  }

  /// Receives the number of the open that the current task begins, if a caller needs it.
  @TaskLocal static var asked: Asked?

  struct Running {
    let number: Int
    let start: Double
    let began: ContinuousClock.Instant
    let parent: Int?
    let act: Int?
    /// The persona at the start.
    let persona: String?
    /// The opens that began inside each step.
    var children: [Int: [Int]] = [:]
    /// The session at the start or after the last step; `nil` if the timeline was not recording.
    var session: Value?
    /// The step details that the outcome lacks, by step and name.
    var notes: [Int: [String: [JSON]]] = [:]
    var live: LiveOpen
  }

  let timeline: Timeline
  /// Whether the times are real; the clock of a twin moves only when its work waits.
  let measures: Bool
  let visits = RouteVisits()
  let running = Mutex<[UInt64: Running]>([:])
  let live = Mutex(LiveState())
  private let session = Mutex<@Sendable () -> Value>({ .null })
  private let persona = Mutex<@Sendable () -> String?>({ nil })

  init(_ timeline: Timeline, measures: Bool) {
    (self.timeline, self.measures) = (timeline, measures)
  }

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

  /// The timeline's number for a pending open of the router.
  func number(of open: UInt64?) -> Int? {
    open.flatMap { open in running.withLock { $0[open]?.number } }
  }

  /// Sets the function that reads the scripts' session on the router's executor.
  func readSession(_ read: @escaping @Sendable () -> Value) { session.withLock { $0 = read } }

  /// Sets the function that reads the current persona on the router's executor.
  func readPersona(_ read: @escaping @Sendable () -> String?) { persona.withLock { $0 = read } }

  /// Receives a finished step and records its changes to the session.
  func note(_ step: OutcomeStep, at place: OpenPlace) {
    change(place.open) { $0.note(step) }
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

  /// Receives a call of a program function and records it with the current step.
  func note(_ call: HostCall) {
    if let open = call.place?.open { change(open) { $0.call = nil } }
    guard timeline.isRecording, let place = call.place else { return }
    note("calls", call.json, at: place)
  }

  private func note(_ name: String, _ note: JSON, at place: OpenPlace) {
    running.withLock { running in
      guard var entry = running[place.open],
        entry.notes[place.step]?[name]?.count ?? 0 < Self.noteLimit
      else { return }
      entry.notes[place.step, default: [:]][name, default: []].append(note)
      running[place.open] = entry
    }
  }

  private static let noteLimit = 200

  /// The maximum number of bytes of a line for a spec.
  private static let specLimit = 4_000

  private func begin(_ open: InstrumentedOpen) {
    let number = timeline.nextOpen()
    let start = timeline.milliseconds
    let session = timeline.isRecording ? session.withLock { $0 }() : nil
    let persona = timeline.isRecording ? persona.withLock { $0 }() : nil
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
        persona: persona,
        session: session,
        live: LiveOpen(
          number: number,
          parent: parent,
          row: InspectedApplication.currentAct,
          location: open.text
        )
      )
    }
    lookLater()
    if open.parent == nil { Self.asked?.take(number) }
  }

  private func end(_ open: InstrumentedOpen, _ outcome: Outcome) {
    guard let entry = running.withLock({ $0[open.number] }) else { return }
    // Clients read the outcome as soon as the open has ended.
    defer {
      if measures, entry.live.isLong { noteEnd(of: entry.number, outcome) }
      running.withLock { _ = $0.removeValue(forKey: open.number) }
      timeline.announce()
    }
    if open.purpose.isOpen { visits.note(outcome) }
    guard timeline.isRecording else { return }
    let time = ContinuousClock.now - entry.began
    let head: [(String, JSON)] = [
      ("number", .int(entry.number)),
      ("parent", .optional(entry.parent)),
      ("purpose", .text(open.purpose.rawValue)),
      ("ms", .number(entry.start)),
      ("microseconds", measures ? .int(Int(time / .microseconds(1))) : .null),
    ]
    let own = outcome.fields.filter { $0.name != "value" }
    let value = JSON.Field("value", outcome.values.wire)
    let steps = outcome.steps.enumerated()
      .map { place, step in
        step.json(
          children: entry.children[place] ?? [],
          notes: entry.notes[place] ?? [:],
          isMeasured: measures
        )
      }
    let spec =
      open.purpose == .show
      ? OutcomeAssertion.lines(Act.opening(open.text).call(), outcome, as: entry.persona) : nil
    let shortSpec = spec.flatMap { $0.utf8.count <= Self.specLimit ? $0 : nil }
    let all =
      head.map { JSON.Field($0.0, $0.1) } + own
      + [JSON.Field("spec", .optional(shortSpec)), value, JSON.Field("steps", .list(steps))]
    let inner = entry.children.sorted { $0.key < $1.key }.flatMap(\.value)
    timeline.add(OutcomeRecord(number: entry.number, text: JSON.object(all).line, inner: inner))
    timeline.add(
      .open,
      open: entry.number,
      act: entry.act,
      outcome.summary(open.purpose, inside: entry.parent)
    )
  }
}

extension Outcome {
  fileprivate func summary(_ purpose: OpenPurpose, inside parent: Int?) -> [(String, JSON)] {
    let target = redirects.last?.description
    return [
      ("text", .text(target.map { "\(text) → \($0)" } ?? text)),
      ("status", .text(status.rawValue)),
      ("location", .text(text)),
      ("target", .optional(target)),
      ("name", .optional(route?.label)),
      ("reason", .optional(reason ?? error?.message)),
      ("purpose", purpose == .show ? .null : .text(purpose.rawValue)),
      ("parent", .optional(parent)),
    ]
  }
}

extension [Value] {
  /// The values that an action returned: null, one value or a list.
  fileprivate var wire: JSON {
    count == 1 ? JSON(self[0]) : isEmpty ? .null : .list(map { JSON($0) })
  }
}

extension OutcomeStep {
  fileprivate func json(children: [Int], notes: [String: [JSON]], isMeasured: Bool) -> JSON {
    guard case .object(var fields) = json else { return json }
    if !isMeasured {
      fields = fields.map { $0.name == "microseconds" ? JSON.Field($0.name, .null) : $0 }
    }
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
  fileprivate var json: JSON {
    .fields(
      ("path", .list(path.map { JSON($0) })),
      ("before", JSON(before)),
      ("after", JSON(after))
    )
  }
}

extension HostCall {
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
