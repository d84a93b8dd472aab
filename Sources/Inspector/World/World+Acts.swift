#if Inspector
import MessageStream
package import Moonroute
import Rehearsal
import RoutePatterns
import ScriptHost
import ScriptTesting

package enum ActEnding: Sendable {
  /// An open ended, and its number if it was recorded.
  case opened(number: Int?, Outcome)
  /// It was done; or why not.
  case done(refusal: String?)
  /// An event reached some receivers.
  case emitted(receivers: Int)
  /// The session as it is now.
  case session(Value)
  /// Another persona uses the application, and how many screens had to leave.
  case persona(changes: Int)
  /// The clock as it goes now, in seconds.
  case clock(Act.ClockMode, now: Double)
  /// A text of Lua ran.
  case evaluated(Evaluation)

  /// The end in a few words, to be compared with that of another time.
  package var words: String {
    switch self {
    case .opened(_, let outcome):
      [
        outcome.status.rawValue, outcome.redirects.last?.description, outcome.route?.label,
        outcome.reason ?? outcome.error?.code.rawValue,
      ]
      .compactMap(\.self).joined(separator: " ")
    case .done(let refusal): refusal.map { "refused: \($0)" } ?? "done"
    case .emitted(let receivers): "\(receivers) receivers"
    case .session: "done"
    case .persona(let changes): "\(changes) screens left"
    case .clock: "done"
    case .evaluated(let evaluation): evaluation.words
    }
  }
}

extension World {
  /// Does something to the application, and records it.
  ///
  /// - Returns: What came of it.
  /// - Throws: ``Refusal``, when the application cannot do it at all.
  package func perform(_ act: Act) async throws -> ActEnding {
    try await recording(act, ending: \.words) { try await self.run(act) }
  }

  /// Does something to the application.
  private func run(_ act: Act) async throws -> ActEnding {
    switch act {
    case .open(let opening): return try await open(opening)
    case .person(let gesture): return .done(refusal: try await perform(gesture))
    case .emit(let key, let value):
      let count = try await application.perform { application throws(RouterError) in
        try application.events.emit(key, Value(wire: value))
      }
      return .emitted(receivers: count)
    case .resource(let path, let value): return try await set(path, value)
    case .session(let path, let value): return try await setSession(path, value)
    case .persona(let name): return try await become(name)
    case .clock(let mode, let advance): return try await move(mode, advance)
    case .console(let text): return try await evaluate(text)
    }
  }

  private func open(_ opening: Act.Opening) async throws -> ActEnding {
    var options = OpenOptions(extra: Value(wire: opening.extra), tags: opening.tags)
    options.isAnimated = opening.isAnimated
    options.replacesStack = opening.goes
    if let name = opening.animator {
      options.animator = try ScriptAnimators.animator(named: name)
    }
    let asked = OpenWatch.Asked()
    let ready = options
    let outcome = await OpenWatch.$asked.withValue(asked) {
      await application.open(opening.location, options: ready)
    }
    return .opened(number: timeline.isRecording ? asked.number : nil, outcome)
  }

  private func set(_ path: String, _ value: JSON?) async throws -> ActEnding {
    try await application.perform { application throws(RouterError) in
      if let value {
        try application.resources.update(path, value: Value(wire: value))
      } else {
        try application.resources.delete(path)
      }
    }
    return .done(refusal: nil)
  }

  private func move(_ mode: Act.ClockMode?, _ advance: Double?) async throws -> ActEnding {
    guard let clock else {
      throw Refusal.lacks("clock", "Only the clock of 'moonroute serve' can be moved.")
    }
    if let mode { clock.skipsWaits = mode == .skip }
    if let advance { await self.advance(clock, by: .seconds(advance)) }
    return .clock(clock.skipsWaits ? .skip : .real, now: clock.now.offset / .seconds(1))
  }
}

extension World {
  /// Moves a clock ahead; what repeats on and on until the time is up is left behind then.
  private func advance(_ clock: LiveClock, by duration: Duration) async {
    let work = Task { await clock.advance(by: duration) }
    let limit = Task { [advanceTime] in
      if (try? await Task.sleep(for: advanceTime)) != nil { work.cancel() }
    }
    _ = await work.value
    limit.cancel()
  }

  /// Does what a person does to what is on the screen.
  ///
  /// - Returns: Why it was not done, if so.
  private func perform(_ gesture: Act.Gesture) async throws -> String? {
    guard let act = gesture.personAct else {
      let outcome = await application.recheck()
      return outcome.flatMap { $0.isSuccess ? nil : $0.failure.message }
    }
    let move = await application.perform { await $0.router.perform(act) }
    return move.error?.message
  }
}

extension Act.Gesture {
  /// The act of a person; `nil` for a recheck, which no person does.
  fileprivate var personAct: PersonAct? {
    let id = screen.map { Screen.ID(rawValue: $0) }
    switch kind {
    case .back: return .back
    case .swipe: return .swipeBack
    case .dismiss: return .dismiss
    case .close: return .close(id)
    case .select: return .select(tabKey)
    case .reselect: return .reselect(tabKey)
    case .outside: return .tapOutside
    case .tap: return .tap(target ?? "", on: id)
    case .fill:
      let values = fields.map { ($0.name, Value(wire: $0.value)) }
      return .fill(Dictionary(values) { $1 }, on: id)
    case .recheck: return nil
    }
  }

  /// The tab by its place, counted from 1, or by its name.
  private var tabKey: TabKey {
    let tab = tab ?? ""
    return Int(tab).map(TabKey.position) ?? .name(tab)
  }
}
#endif
