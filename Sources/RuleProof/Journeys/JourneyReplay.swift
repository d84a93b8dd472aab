import Moonroute
package import Rehearsal
import RoutePatterns
import ScriptHost
import ScriptReports
import ScriptTesting
import Synchronization
import TextTools

/// Does the acts of a recording once more, in an application of the same scripts in which nothing
/// was done, and writes each with what came of it.
package struct JourneyReplay {
  package struct Written: Sendable, Equatable {
    /// The text of the spec.
    package let text: String
    package let stepCount: Int
    /// The acts that are comments in it: they failed, or cannot be steps.
    package let commentCount: Int
  }

  /// The end of an act; `nil`: it waits for what has not come.
  private typealias Ending = Mutex<End?>

  private enum End: Sendable {
    case opened(Outcome)
    case answered([PromptAnswer])
    case failed(String)
    case advanced
  }

  /// An act that had not ended when the next one began.
  private struct Late {
    /// The expression of its outcome.
    let expression: String
    let ending: SharedEnd
  }

  private final class SharedEnd: Sendable {
    let value = Ending(nil)
  }

  private let rehearsal: Rehearsal
  private let limits: Rehearsal.Limits
  private var text = JourneyText()
  private var late: [Late] = []
  private var counts = (steps: 0, comments: 0)
  private var top: String?

  /// Writes the acts of a recording.
  ///
  /// - Parameters:
  ///   - name: The name of the journey.
  ///   - recording: The acts.
  ///   - scripts: The scripts in which they are done again.
  ///   - limits: How long each of them may take. Default: an hour of waiting, 2 s of computing.
  /// - Returns: The journey; the same for the same acts and scripts.
  /// - Throws: What keeps the scripts from loading.
  package static func written(
    _ name: String,
    _ recording: JourneyRecording,
    in scripts: RehearsalScripts,
    limits: Rehearsal.Limits = Rehearsal.Limits()
  ) async throws -> Written {
    let rehearsal = try await scripts.rehearsal()
    var replay = JourneyReplay(rehearsal, limits)
    replay.top = await replay.nameOfTop
    for act in recording.acts {
      guard await replay.add(act) else { break }
    }
    await rehearsal.end()
    let left = recording.acts.count - replay.counts.steps - replay.counts.comments
    return Written(
      text: replay.text.spec(named: name),
      stepCount: replay.counts.steps,
      commentCount: replay.counts.comments + left
    )
  }

  private init(_ rehearsal: Rehearsal, _ limits: Rehearsal.Limits) {
    (self.rehearsal, self.limits) = (rehearsal, limits)
  }

  /// Does an act, and writes it.
  ///
  /// - Returns: Whether the next one can be done.
  private mutating func add(_ act: JourneyAct) async -> Bool {
    if case .text(let source) = act, let reason = text.declare(PromptText(source)) {
      addComment(act, reason)
      return true
    }
    let ending = SharedEnd()
    let unended = await perform(act, ending)
    if let unended, act.isAdvance || unended == .computes {
      addComment(act, "it computes for longer than it may; nothing behind it is a step")
      return false
    }
    let topBefore = await nameOfTop
    await settle()
    let topAfter = await nameOfTop
    write(act, ending)
    addEnds()
    addTop(after: act, ending, from: topBefore, to: topAfter)
    return true
  }

  private mutating func addComment(_ act: JourneyAct, _ reason: String) {
    counts.comments += 1
    text.addComment(act.words, reason)
  }

  // MARK: Doing

  private func perform(_ act: JourneyAct, _ ending: SharedEnd) async -> Rehearsal.Unended? {
    var limits = limits
    if act.isAdvance { limits.waiting = nil }
    let (host, clock) = (rehearsal.host, rehearsal.time.clock)
    let result = await rehearsal.attempt(limits) {
      let end: End =
        switch act {
        case .open(let location): .opened(await host.application.open(location))
        case .advance(let seconds): await Self.advance(clock, seconds)
        case .text(let source): await Self.answers(to: source, host)
        default: await Self.answers(to: act.call, host)
        }
      ending.value.withLock { $0 = end }
    }
    if case .failure(let unended) = result { return unended }
    return nil
  }

  private static func advance(_ clock: RehearsalClock, _ seconds: Double) async -> End {
    await clock.advance(by: .seconds(seconds))
    return .advanced
  }

  private static func answers(to source: String, _ host: ScriptHost) async -> End {
    do throws(ScriptProblems) {
      return .answered(try await host.answers(to: PromptText(source)))
    } catch {
      return .failed(error.all.first?.message ?? "it failed")
    }
  }

  /// Lets everything go on that can without waiting.
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

  // MARK: Writing

  private mutating func write(_ act: JourneyAct, _ ending: SharedEnd) {
    switch (act, ending.value.withLock({ $0 })) {
    case (_, .failed(let reason)): return addComment(act, reason)
    case (_, nil):
      var isOpen = false
      if case .open = act { isOpen = true }
      let expression = text.addLate(act.call, isOpen: isOpen)
      if isOpen { late.append(Late(expression: expression, ending: ending)) }
    case (.open, .opened(let outcome)): text.addOpen(act.call, outcome)
    case (.text(let source), .answered(let answers)): addText(PromptText(source), answers)
    case (.tap, _):
      text.add(act.call)
      text.settle()
    case (.back, .answered(let answers)), (.dismiss, .answered(let answers)):
      let isDone = answers.first?.value != .bool(false)
      let refusal = answers.count > 1 ? answers[1].plainText : ""
      text.addMove(act.call, refusal: isDone ? nil : refusal)
    default: text.add(act.call)
    }
    counts.steps += 1
  }

  /// A text of Lua; one that is an expression with what it answered, where a script can write that.
  private mutating func addText(_ source: PromptText, _ answers: [PromptAnswer]) {
    let values = answers.compactMap(\.value)
    guard source.isExpression, !answers.isEmpty, values.count == answers.count,
      let literal = Value.table(Table(items: values)).luaLiteral
    else { return text.add(source.statement) }
    if values.count > 1 { return text.add("assert.same(\(literal), \(source.list))") }
    switch values[0] {
    case .none: text.add("assert.is_nil(\(source.argument))")
    case .bool(true): text.add("assert.is_true(\(source.argument))")
    default: text.add("assert.same(\(values[0].luaLiteral ?? "nil"), \(source.argument))")
    }
  }

  /// The ends that have come of opens before.
  private mutating func addEnds() {
    for entry in late {
      guard case .opened(let outcome) = entry.ending.value.withLock({ $0 }) else { continue }
      text.settle()
      text.addOpen(entry.expression, outcome)
    }
    late.removeAll { $0.ending.value.withLock { $0 != nil } }
  }

  /// The screen on top, where that is news.
  ///
  /// - Parameters:
  ///   - act: The act.
  ///   - ending: Its end.
  ///   - before: The name of the top when the act had ended.
  ///   - after: The same once everything has gone on that could.
  private mutating func addTop(
    after act: JourneyAct,
    _ ending: SharedEnd,
    from before: String?,
    to after: String?
  ) {
    defer { top = after }
    if before != after { text.settle() }
    switch (act, ending.value.withLock({ $0 })) {
    case (.open, .opened(let outcome)):
      // The assertion about the open says already where it led.
      let isRedirected = outcome.status == .opened && !outcome.redirects.isEmpty
      guard isRedirected || before != after else { return }
    case (_, .failed), (.fill, _), (.text, _), (.advance, _): guard after != top else { return }
    default: break
    }
    text.addTop(after)
  }
}
