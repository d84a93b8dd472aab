#if Inspector
import MessageStream
import Moonroute
import RoutePatterns
import ScriptHost
import ScriptReports
import ScriptTesting
import TextTools

/// Writes acts as a spec, in words that every spec has.
struct JourneyWriter {
  /// An act that had not ended when the next one began.
  private struct Late {
    let number: Int
    let act: TwinAct
    let isOpen: Bool
  }

  /// Lets everything go on that can.
  private static let settling = "clock.advance(0)"

  private var lines: [String] = []
  /// The names that texts of Lua have declared for those after them.
  private var names: [String] = []
  private var late: [Late] = []
  private var lateCount = 0

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
    return writer.text(name)
  }

  private func text(_ name: String) -> String {
    var body = lines
    if lateCount > 0 { body.insert("local ended = {}", at: 0) }
    return """
      describe(\("journey: \(name)".quotedAsLua), function()
        before_each(app.reset)
        it("goes all the way", function()
      \(body.map { "    \($0)\n" }.joined())  end)
      end)

      """
  }

  // MARK: Acts

  private mutating func add(_ act: Act, _ done: TwinAct, _ screen: String) {
    if case .console(let text) = act {
      // As at the prompt: a name is there from the text on that declares it.
      let new = PromptText(text).names.filter { !names.contains($0) }
      if !new.isEmpty { lines.append("local \(new.joined(separator: ", "))") }
      names += new
    }
    switch done.ending {
    case .ended(.evaluated(let evaluation)) where evaluation.problem != nil:
      lines.append("-- \(act.words.printable): \(evaluation.words.printable)")
    case .refused(let error):
      lines.append("-- \(act.words.printable): \(error.message.printable)")
    case .waiting: addLate(act, done, screen)
    case .ended(.opened(_, let outcome)):
      lines.append(OutcomeAssertion.line(Self.call(of: act, screen), outcome))
    case .ended(let ending): addGesture(act, ending, screen)
    }
  }

  /// An act that waits for later ones: the spec does not wait for it either.
  private mutating func addLate(_ act: Act, _ done: TwinAct, _ screen: String) {
    lateCount += 1
    let call = Self.call(of: act, screen)
    var isOpen = false
    if case .open = act { isOpen = true }
    let body = isOpen ? "ended[\(lateCount)] = \(call)" : call
    lines.append("spawn(function() \(body) end)")
    lines.append(Self.settling)
    late.append(Late(number: lateCount, act: done, isOpen: isOpen))
  }

  /// The ends that have come of acts before.
  private mutating func addEnds() {
    let ended = late.filter { $0.act.ending.words != nil }
    if ended.contains(where: \.isOpen), lines.last != Self.settling { lines.append(Self.settling) }
    for entry in ended {
      if entry.isOpen, case .ended(.opened(_, let outcome)) = entry.act.ending {
        lines.append(OutcomeAssertion.line("ended[\(entry.number)]", outcome))
      }
    }
    late.removeAll { $0.act.ending.words != nil }
  }

  private mutating func addGesture(_ act: Act, _ ending: ActEnding, _ screen: String) {
    let call = Self.call(of: act, screen)
    guard !call.isEmpty else { return }
    switch (act, ending) {
    case (.person(let gesture), .done(let refusal)) where gesture.kind.answers:
      if let refusal {
        lines.append("assert.same({ false, \(refusal.quotedAsLua) }, { \(call) })")
      } else {
        lines.append("assert.is_true((\(call)))")
      }
    case (.person, .done(let refusal?)):
      lines.append("-- \(act.words.printable): \(refusal.printable)")
    case (.emit, .emitted(let receivers)): lines.append("assert.equal(\(receivers), \(call))")
    default: lines.append(call)
    }
    if case .person(let gesture) = act, gesture.kind == .tap { lines.append(Self.settling) }
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
    lines.append(top.map { "assert.top(\($0.quotedAsLua))" } ?? "assert.is_nil(stage.top())")
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
    case .console(let text): call(of: PromptText(text))
    }
  }

  /// A text that a person entered, as a statement: one that ends in a comment ends its line.
  private static func call(of text: PromptText) -> String {
    let end = text.source.contains { $0 == "-" || $0 == "\n" } ? "\n    " : " "
    return ";(function(...) \(text.source)\(end)end)()"
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
