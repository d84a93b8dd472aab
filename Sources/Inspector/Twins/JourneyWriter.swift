#if Inspector
import MessageStream
import Moonroute
import Rehearsal
import RoutePatterns
import ScriptHost
import ScriptReports
import ScriptTesting
import TextTools

/// Writes acts as a spec, in words that every spec has.
struct JourneyWriter {
  /// An act that had not ended when the next one began.
  private struct Late {
    /// The expression of its outcome.
    let end: String
    let act: TwinAct
    let isOpen: Bool
  }

  private var text = JourneyText()
  private var late: [Late] = []

  /// Writes acts that are done again in a twin, which tells how they end.
  ///
  /// - Parameters:
  ///   - name: The name of the journey.
  ///   - entries: The acts.
  ///   - twin: The twin, in which nothing was done yet.
  /// - Returns: The text of the spec; the same for the same acts and scripts.
  static func spec(_ name: String, _ entries: [Journal.Entry], in twin: Twin) async -> String {
    var writer = JourneyWriter()
    for entry in entries {
      let screen = await twin.expression(for: entry.act)
      let act = await twin.perform(entry.act, waits: !entry.isLong && entry.ending != nil)
      await twin.settle()
      writer.add(entry.act, act, screen)
      writer.addEnds()
      writer.addTop(await twin.top, after: entry.act, act.ending)
    }
    return writer.text.spec(named: name)
  }

  // MARK: Acts

  private mutating func add(_ act: Act, _ done: TwinAct, _ screen: String) {
    if case .console(let source) = act, let reason = text.declare(PromptText(source)) {
      return text.addComment(act.words, reason)
    }
    switch done.ending {
    case .ended(.evaluated(let evaluation)) where evaluation.problem != nil:
      text.addComment(act.words, evaluation.words)
    case .refused(let error): text.addComment(act.words, error.message)
    case .waiting: addLate(act, done, screen)
    case .ended(.opened(_, let outcome)): text.addOpen(Self.call(of: act, screen), outcome)
    case .ended(let ending): addGesture(act, ending, screen)
    }
  }

  /// An act that waits for later ones: the spec does not wait for it either.
  private mutating func addLate(_ act: Act, _ done: TwinAct, _ screen: String) {
    var isOpen = false
    if case .open = act { isOpen = true }
    let end = text.addLate(Self.call(of: act, screen), isOpen: isOpen)
    late.append(Late(end: end, act: done, isOpen: isOpen))
  }

  /// The ends that have come of acts before.
  private mutating func addEnds() {
    let ended = late.filter { $0.act.ending.words != nil }
    if ended.contains(where: \.isOpen) { text.settle() }
    for entry in ended {
      if entry.isOpen, case .ended(.opened(_, let outcome)) = entry.act.ending {
        text.addOpen(entry.end, outcome)
      }
    }
    late.removeAll { $0.act.ending.words != nil }
  }

  private mutating func addGesture(_ act: Act, _ ending: ActEnding, _ screen: String) {
    let call = Self.call(of: act, screen)
    guard !call.isEmpty else { return }
    switch (act, ending) {
    case (.person(let gesture), .done(let refusal)) where gesture.kind.answers:
      text.addMove(call, refusal: refusal)
    case (.person, .done(let refusal?)):
      text.addComment(act.words, refusal)
    case (.emit, .emitted(let receivers)): text.add("assert.equal(\(receivers), \(call))")
    default: text.add(call)
    }
    if case .person(let gesture) = act, gesture.kind == .tap { text.settle() }
  }

  private mutating func addTop(_ top: String?, after act: Act, _ ending: Twin.Ending) {
    switch (act, ending) {
    case (_, .refused), (.emit, _), (.resource, _), (.session, _): return
    case (.console, .ended(.evaluated(let evaluation))) where evaluation.problem != nil: return
    case (.open, .ended(.opened(_, let outcome))):
      // The assertion about the open says already where it led.
      guard !outcome.redirects.isEmpty, outcome.status == .opened else { return }
    case (.person(let gesture), _) where gesture.kind == .fill: return
    case (.clock(_, nil), _): return
    default: break
    }
    text.addTop(top)
  }
}

extension JourneyWriter {
  /// The call that a script would write for an act; nothing for what no script can do.
  private static func call(of act: Act, _ screen: String) -> String {
    switch act {
    case .open(let opening): call(of: opening)
    case .person(let gesture): call(of: gesture, screen)
    case .emit(let key, let value): "events.emit(\(arguments(key.quotedAsLua, value)))"
    case .resource(let path, let value?):
      "resources.update(\(path.quotedAsLua), \(Value(wire: value).luaLiteral ?? "nil"))"
    case .resource(let path, nil): "resources.delete(\(path.quotedAsLua))"
    case .session(let path, let value):
      "session\(path.map(key).joined()) = \(Value(wire: value).luaLiteral ?? "nil")"
    case .persona(let name): "app.persona(\(name?.quotedAsLua ?? "nil"))"
    case .clock(_, let seconds): seconds.map { "clock.advance(\($0))" } ?? ""
    case .console(let text): PromptText(text).statement
    }
  }

  private static func arguments(_ first: String, _ value: JSON) -> String {
    value == .null ? first : "\(first), \(Value(wire: value).luaLiteral ?? "nil")"
  }

  private static func key(_ key: JSON) -> String {
    switch key {
    case .text(let name): name.asLuaIndex
    default: "[\(key.line)]"
    }
  }

  private static func call(of opening: Act.Opening) -> String {
    var options = Table()
    if opening.extra != .null { options["extra"] = Value(wire: opening.extra) }
    if let animator = opening.animator { options["animator"] = .text(animator) }
    if let isAnimated = opening.isAnimated { options["animated"] = .bool(isAnimated) }
    if !opening.tags.isEmpty {
      options["tags"] = .table(Table(items: opening.tags.map(Value.text)))
    }
    let literal = Value.table(options).luaLiteral ?? "{}"
    let rest = options.fields.isEmpty ? "" : ", \(literal)"
    return "router.\(opening.goes ? "go" : "open")(\(opening.location.quotedAsLua)\(rest))"
  }

  private static func call(of gesture: Act.Gesture, _ screen: String) -> String {
    let tab = Int(gesture.tab ?? "").map { "\($0)" } ?? (gesture.tab ?? "").quotedAsLua
    switch gesture.kind {
    case .back: return "router.back()"
    case .swipe: return "stage.swipe_back()"
    case .dismiss, .outside: return "router.dismiss()"
    case .close: return gesture.screen == nil ? "router.close()" : "\(screen):close()"
    case .select: return "router.select(\(tab))"
    case .reselect: return "router.reset(\(tab))"
    case .tap: return "\(screen):tap(\((gesture.target ?? "").quotedAsLua))"
    case .fill:
      let fields = Value(wire: .object(gesture.fields)).luaLiteral ?? "{}"
      return "\(screen):fill(\(fields))"
    case .recheck: return "router.recheck()"
    }
  }
}

extension Act.GestureKind {
  /// Whether the call of a script answers whether it was done.
  fileprivate var answers: Bool {
    switch self {
    case .back, .swipe, .dismiss, .select, .reselect: true
    case .close, .outside, .tap, .fill, .recheck: false
    }
  }
}

extension Twin {
  /// Lets everything go on that can without waiting.
  fileprivate func settle() async { await wait(until: .zero) }

  /// The name of the screen on top, or of its view.
  fileprivate var top: String? {
    get async {
      await world.application.perform { application in
        application.stage.top.map { $0.name ?? $0.view }
      }
    }
  }

  /// How a script would name the screen that a person uses.
  fileprivate func expression(for act: Act) async -> String {
    guard case .person(let gesture) = act, let id = gesture.screen else { return "stage.top()" }
    return await world.application.perform { application in
      let stage = application.stage
      guard stage.top?.id.rawValue != id,
        let index = stage.screens.firstIndex(where: { $0.id.rawValue == id })
      else { return "stage.top()" }
      return "stage.screens()[\(index + 1)]"
    }
  }
}
#endif
