import Moonroute
import ScriptHost
import ScriptReports
import Synchronization
import TextTools

/// Replays a recording in a rehearsal of the same scripts and writes each act with its ending as a
/// spec.
package struct JourneyWriter {
  package struct Written: Sendable, Equatable {
    package let text: String
    package let stepCount: Int
    /// The number of acts that are comments, because they failed or cannot be steps.
    package let commentCount: Int
  }

  /// The source of a recording; journeys of each source keep their bytes.
  package enum Source: Sendable {
    case prompt
    case inspector
  }

  package enum Attempt: Sendable {
    case done(ActResult)
    case failed(String)
  }

  /// An act that may wait for later acts.
  private final class Pending: Sendable {
    private let state = Mutex<Attempt?>(nil)

    var attempt: Attempt? {
      get { state.withLock { $0 } }
      set { state.withLock { $0 = newValue } }
    }

    /// Whether it is an act other than an open, or an open that ended with a screen.
    func shows(_ top: String?) -> Bool {
      guard case .done(.opened(let outcome)) = attempt else { return true }
      let name = outcome.route?.name
      return [.opened, .fellBack].contains(outcome.status) && (name == nil || name == top)
    }
  }

  /// An act that was pending when the next one began.
  private struct Late {
    let expression: String
    let pending: Pending
    let isOpen: Bool
  }

  private let rehearsal: Rehearsal
  private let source: Source
  private let limits: Rehearsal.Limits
  private let perform: @Sendable (Act) async -> Attempt
  private var style = Act.CallStyle()
  private var text = JourneyText()
  private var late: [Late] = []
  private var counts = (steps: 0, comments: 0)
  private var top: String?

  /// Writes the acts of a prompt; the journey is identical for identical acts and scripts.
  package static func written(
    _ name: String,
    _ recording: Recording,
    in scripts: RehearsalScripts,
    limits: Rehearsal.Limits = Rehearsal.Limits()
  ) async throws -> Written {
    let rehearsal = try await scripts.rehearsal()
    let writer = JourneyWriter(rehearsal, .prompt, limits) { act in
      await attempt(typed: act, in: rehearsal)
    }
    let written = await writer.written(name, recording.entries)
    await rehearsal.end()
    return written
  }

  package init(
    _ rehearsal: Rehearsal,
    _ source: Source,
    _ limits: Rehearsal.Limits = Rehearsal.Limits(),
    perform: @escaping @Sendable (Act) async -> Attempt
  ) {
    (self.rehearsal, self.source, self.limits) = (rehearsal, source, limits)
    self.perform = perform
    style.pointsSeconds = source == .inspector
  }

  /// The journey is identical for identical acts and scripts.
  package func written(_ name: String, _ entries: [Recording.Entry]) async -> Written {
    var writer = self
    writer.top = await writer.nameOfTop
    for entry in entries {
      guard await writer.add(entry) else { break }
    }
    let left = entries.count - writer.counts.steps - writer.counts.comments
    return Written(
      text: writer.text.spec(named: name),
      stepCount: writer.counts.steps,
      commentCount: writer.counts.comments + left
    )
  }

  /// Performs and writes an act, and returns whether the next act can run.
  private mutating func add(_ entry: Recording.Entry) async -> Bool {
    let act = await rehearsal.application.perform { entry.act.placed(in: $0) }
    var reason: String?
    if case .lua(let source) = act { reason = text.declare(PromptText(source)) }
    if let reason {
      addComment(act, reason)
      // Later acts of the inspector may need its effects.
      if source == .prompt { return true }
    }
    let pending = Pending()
    let screensBefore = await screens
    let unended = await perform(entry, pending)
    if source == .prompt, let unended, act.isAdvance || unended == .computes {
      addComment(act, "it computes for longer than it may; nothing behind it is a step")
      return false
    }
    let topBefore = await nameOfTop
    await settle()
    let topAfter = await nameOfTop
    if reason == nil { write(act, pending) }
    addEnds()
    switch source {
    case .prompt: addTop(after: act, pending.attempt, from: topBefore, to: topAfter)
    case .inspector:
      // The open did not show this screen itself, so the spec has to wait for it.
      let isLater = await screens != screensBefore && !pending.shows(topAfter)
      if isLater { text.settle() }
      addTop(topAfter, after: act, pending.attempt, isLater: isLater)
    }
    return true
  }

  private mutating func addComment(_ act: Act, _ reason: String) {
    counts.comments += 1
    text.addComment(source == .prompt ? act.typed : act.words, reason)
  }

  // MARK: Doing

  private func perform(
    _ entry: Recording.Entry,
    _ pending: Pending
  ) async -> Rehearsal.UnendedError? {
    var limits = limits
    if entry.act.isAdvance {
      limits.waiting = nil
    } else if entry.isLong || source == .inspector && entry.ending == nil {
      limits.waiting = .zero
    }
    let perform = perform
    let result = await rehearsal.attempt(limits) { pending.attempt = await perform(entry.act) }
    if case .failure(let unended) = result { return unended }
    return nil
  }

  /// A prompt moves, taps and fills by running the call, so that Lua reports the errors.
  private static func attempt(typed act: Act, in rehearsal: Rehearsal) async -> Attempt {
    let isRunAsCall =
      switch act {
      case .open, .clock, .lua, .become: false
      default: true
      }
    do {
      let result = try await rehearsal.application.perform { application in
        try await rehearsal.perform(isRunAsCall ? .lua(act.call()) : act, in: application)
      }
      guard isRunAsCall, case .answered(let answers) = result else { return .done(result) }
      guard answers.first?.value == .bool(false) else { return .done(.moved(.done(nil))) }
      let refusal = answers.count > 1 ? answers[1].plainText : ""
      return .done(.moved(.refused(RouterError(.animationFailed, refusal))))
    } catch {
      return .failed((error as? ScriptProblems)?.problems.first?.message ?? "it failed")
    }
  }

  /// Runs all work that is due now.
  private func settle() async {
    let clock = rehearsal.time.clock
    var limits = limits
    limits.waiting = nil
    _ = await rehearsal.run(limits) { await clock.advance(by: .zero) }
  }

  private var nameOfTop: String? {
    get async {
      await rehearsal.application.perform { application in
        application.stage.top.map { $0.name ?? $0.view }
      }
    }
  }

  /// The screens on the stage, from the lowest to the top.
  private var screens: [Screen.ID] {
    get async { await rehearsal.application.perform { $0.stage.screens.map(\.id) } }
  }

  // MARK: Writing

  private mutating func write(_ act: Act, _ pending: Pending) {
    let call = act.call(style)
    switch pending.attempt {
    case nil:
      let expression = text.addLate(call, isOpen: act.isOpen)
      late.append(Late(expression: expression, pending: pending, isOpen: act.isOpen))
    case .failed(let reason): return addComment(act, reason)
    case .done(let result):
      write(act, call, result)
      if act.isTap { text.settle() }
    }
    counts.steps += 1
  }

  private mutating func write(_ act: Act, _ call: String, _ result: ActResult) {
    switch result {
    case .opened(let outcome): text.addOpen(call, outcome)
    case .answered(let answers) where source == .prompt:
      if case .lua(let source) = act { addText(PromptText(source), answers) }
    case .moved(let move) where act.returnsWhetherDone:
      text.addMove(call, refusal: move.error?.message)
    case .emitted(let receivers): text.add("assert.equal(\(receivers), \(call))")
    default:
      if let refusal = result.refusal {
        addComment(act, refusal)
      } else if !call.isEmpty {
        text.add(call)
      }
    }
  }

  /// An expression gets its values if a script can write them.
  private mutating func addText(_ source: PromptText, _ answers: [PromptAnswer]) {
    let values = answers.compactMap(\.value)
    guard source.isExpression, !answers.isEmpty, values.count == answers.count,
      let literal = Value.table(ValueTable(items: values)).luaLiteral
    else { return text.add(source.statement) }
    if values.count > 1 { return text.add("assert.same(\(literal), \(source.list))") }
    switch values[0] {
    case .null: text.add("assert.is_nil(\(source.argument))")
    case .bool(true): text.add("assert.is_true(\(source.argument))")
    default: text.add("assert.same(\(values[0].luaLiteral ?? "nil"), \(source.argument))")
    }
  }

  /// Writes the endings of earlier opens.
  private mutating func addEnds() {
    let ended = late.filter { $0.pending.attempt != nil }
    if ended.contains(where: \.isOpen) { text.settle() }
    for entry in ended where entry.isOpen {
      guard case .done(.opened(let outcome)) = entry.pending.attempt else { continue }
      if source == .prompt { text.settle() }
      text.addOpen(entry.expression, outcome)
    }
    late.removeAll { $0.pending.attempt != nil }
  }

  /// Writes the top screen after an act at a prompt, if it changed: `before` is its name when the
  /// act ended, `after` its name after all due work has run.
  private mutating func addTop(
    after act: Act,
    _ attempt: Attempt?,
    from before: String?,
    to after: String?
  ) {
    defer { top = after }
    if before != after { text.settle() }
    switch (act, attempt) {
    case (.open, .done(.opened(let outcome))):
      guard outcome.hasRedirected || before != after else { return }
    case (_, .failed), (.person(.fill, _), _), (.lua, _), (.clock, _):
      guard after != top else { return }
    default: break
    }
    text.addTop(after)
  }

  /// Writes the top screen after an act of the inspector; `isLater` is true if the act did not show
  /// it itself.
  private mutating func addTop(
    _ top: String?,
    after act: Act,
    _ attempt: Attempt?,
    isLater: Bool
  ) {
    if isLater { return text.addTop(top) }
    switch (act, attempt) {
    case (_, .failed), (.emit, _), (.setResource, _), (.setSession, _), (.person(.fill, _), _),
      (.clock(_, nil), _):
      return
    case (.open, .done(.opened(let outcome))): guard outcome.hasRedirected else { return }
    default: break
    }
    text.addTop(top)
  }
}

extension Outcome {
  /// Whether the assertion about the open does not say which screen it opened.
  fileprivate var hasRedirected: Bool { status == .opened && !redirects.isEmpty }
}

extension ActResult {
  /// The reason why the application refused the act.
  package var refusal: String? {
    switch self {
    case .moved(let move): move.error?.message
    case .rechecked(let outcome?): outcome.isSuccess ? nil : outcome.failure.message
    default: nil
    }
  }
}

extension Act {
  fileprivate var isOpen: Bool {
    if case .open = self { true } else { false }
  }

  fileprivate var isTap: Bool {
    if case .person(.tap, _) = self { true } else { false }
  }

  /// Whether the script call returns whether it succeeded.
  fileprivate var returnsWhetherDone: Bool {
    switch self {
    case .back, .swipeBack, .dismiss: true
    case .person(let act, _):
      switch act.kind {
      case .back, .swipe, .dismiss, .select, .reselect: true
      case .close, .outside, .tap, .fill, .recheck: false
      }
    default: false
    }
  }

  /// The act with its screen given by an index, as in a script, or the top if the screen is gone.
  fileprivate func placed(in application: isolated LinkRouter) -> Act {
    guard case .person(let act, .id(let id)) = self else { return self }
    let stage = application.stage
    guard stage.top?.id != id, let index = stage.screens.firstIndex(where: { $0.id == id }) else {
      return .person(act, on: .top)
    }
    return .person(act, on: .index(index))
  }
}
