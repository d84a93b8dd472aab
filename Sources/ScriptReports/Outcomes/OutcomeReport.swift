package import MessageStream
package import Moonroute
import RoutePatterns
import TextTools
import ScriptHost

/// One open as text: the location, the steps on the way, and the result.
///
/// ```
/// ✓ /p/7
///   proxy        → /product/7                              routes/legacy.lua:15
///   opened       product(id=7) push 'Linen shirt'                passed product
/// ```
package struct OutcomeReport {
  /// The maximum number of characters to show of a location.
  private static let shownLength = 240

  /// The maximum number of calls to show of a traceback.
  private static let shownFrames = 8

  /// The margin of the lines below the rows.
  private static let margin = "  "

  private let outcome: Outcome
  private let frame: String
  private let showsTimes: Bool
  private var rows: [ReportRow] = []
  private var passed: [String] = []

  /// `frame` has the script lines around the error; `showsTimes` shows all steps with durations.
  package init(_ outcome: Outcome, frame: String = "", showsTimes: Bool = false) {
    self.outcome = outcome
    self.frame = frame
    self.showsTimes = showsTimes
    for step in outcome.steps { if showsTimes { addTimed(step) } else { add(step) } }
    addEnding()
  }

  package func lines(_ style: ReportStyle) -> [String] {
    let (symbol, tone) = outcome.status.symbol
    let text = outcome.text.isEmpty ? "''" : outcome.text.shortened(to: Self.shownLength)
    let head = style.paint(symbol, tone) + " " + style.paint(text, .strong)
    let drawing = frame.split(separator: "\n").map { Self.margin + style.paint(String($0), .soft) }
    return [head] + rows.flatMap { $0.lines(style) } + drawing
  }

  package var plainText: String {
    lines(ReportStyle(isColoured: false, width: 100)).joined(separator: "\n")
  }

  private mutating func addTimed(_ step: OutcomeStep) {
    var text = ReportText()
    let isNamed = step.name != nil && step.name != step.answer
    if isNamed, let name = step.name { text.addWhole(name, .soft) }
    text.add(step.answer.onOneLine)
    let time = step.microseconds.map { "\($0) µs" } ?? ""
    let place = [time, step.place].filter { !$0.isEmpty }.joined(separator: "  ")
    rows.append(ReportRow(label: step.kind.rawValue, text: text, place: place))
  }

  private mutating func add(_ step: OutcomeStep) {
    switch step.kind {
    case .proxy, .guard, .redirect: addDecision(step)
    case .action where step.answer == "declined":
      addPassed()
      let text = ReportText(step.name ?? "action")
      rows.append(ReportRow(label: "declined", text: text, place: step.place))
    case .fallback:
      addPassed()
      addArrow("↪ " + step.answer, label: "fallback", place: step.name)
    default: break
    }
  }

  private mutating func addDecision(_ step: OutcomeStep) {
    let place = step.place.isEmpty ? step.name : step.place
    if step.answer.hasPrefix("go to ") {
      addPassed()
      addArrow("→ " + step.answer.dropFirst(6), label: step.kind.rawValue, place: place)
    } else if step.answer.hasPrefix("rewrite ") {
      addPassed()
      addArrow("⇒ " + step.answer.dropFirst(8), label: step.kind.rawValue, place: place)
    } else if step.kind != .proxy, step.answer.hasPrefix("go on"), let name = step.name {
      // Proxies that let a location pass are not interesting.
      passed.append(name)
    }
  }

  private mutating func addArrow(_ arrow: String, label: String, place: String?) {
    var text = ReportText()
    text.addWhole(arrow.shortened(to: Self.shownLength), .target)
    rows.append(ReportRow(label: label, text: text, place: place))
  }

  /// The decisions that passed the location on, each once.
  private var passedNames: String {
    var names: [String] = []
    for name in passed where !names.contains(name) { names.append(name) }
    return names.joined(separator: ", ")
  }

  private mutating func addPassed() {
    guard !passed.isEmpty else { return }
    rows.append(ReportRow(label: "passed", tone: .soft, text: ReportText(passedNames, .soft)))
    passed = []
  }

  /// Adds the last row; the passed decisions are at its right edge.
  private mutating func addEnding() {
    var row = ending
    if row.place == nil, !passed.isEmpty {
      row.place = "passed " + passedNames
    } else {
      addPassed()
    }
    rows.append(row)
    if outcome.status == .failed { addTraceback() }
  }

  private mutating func addTraceback() {
    let calls = (outcome.error?.traceback ?? []).folded
    for (index, call) in calls.prefix(Self.shownFrames).enumerated() {
      let label = index == 0 ? "traceback" : ""
      let again = call.count > 1 ? ", \(call.count) times or more" : ""
      let text = ReportText(call.frame.label + again, .soft)
      rows.append(ReportRow(label: label, text: text, place: call.frame.site.description))
    }
    guard calls.count > Self.shownFrames else { return }
    rows.append(ReportRow(label: "", text: ReportText("and more", .soft)))
  }
}

extension OutcomeReport {
  /// The last row: the status and its details.
  private var ending: ReportRow {
    var row = ReportRow(
      label: outcome.status.rawValue,
      tone: outcome.status.symbol.tone,
      text: ReportText()
    )
    switch outcome.status {
    case .opened: row.text = route + shown
    case .handled: row.text = route + answered
    case .fellBack:
      row.text = route + shown + answered
      if let error = outcome.error { row.text.add("instead of \(Self.brief(error))", .soft) }
      row.place = outcome.scriptSite?.description
    case .intercepted:
      row.text = route
      if let reason = outcome.reason {
        row.text.add((outcome.route == nil ? "" : "· ") + reason.onOneLine, .notable)
      }
      row.place = outcome.steps.last { $0.answer.hasPrefix("stop") }?.place
    case .cancelled: row.text = ReportText("a newer open replaced it")
    case .notFound: row.text = ReportText(outcome.error?.message.onOneLine ?? "no route matches")
    case .failed:
      row.text = ReportText(outcome.error.map { "\($0.code):" } ?? "", .bad)
      row.text.add(outcome.error?.message.onOneLine ?? "")
      let step = outcome.steps.last { $0.answer.hasPrefix("failed") }
      let ordinal = step?.ordinal.map { "\($0), " } ?? ""
      row.place = outcome.error?.site.map { "\(ordinal)\($0)" }
    }
    return row
  }

  /// An error that a fallback replaced; `not_found` needs no message.
  private static func brief(_ error: RouterError) -> String {
    error.code == .notFound ? error.code.rawValue : "\(error.code): \(error.message.onOneLine)"
  }

  /// The route and its parameters, in the form of a call.
  private var route: ReportText {
    var text = ReportText()
    guard let route = outcome.route else { return text }
    let params = outcome.match?.writtenParams ?? ""
    let isCall = route.name != nil && !params.isEmpty
    text.addWhole(isCall ? "\(route.label)(\(params))" : route.label, .strong)
    if !isCall, !params.isEmpty { text.addWhole("(\(params))") }
    return text
  }

  /// How and under which name the screen was shown.
  private var shown: ReportText {
    var text = ReportText()
    if let animator = outcome.animator { text.add(animator, .soft) }
    if let screen = outcome.screen { text.add("'\(screen.caption)'", .soft) }
    return text
  }

  /// The return values of the action.
  private var answered: ReportText {
    guard !outcome.values.isEmpty else { return ReportText() }
    let values = outcome.values.map { $0.luaText(limit: 400) }
    var text = ReportText("=", .good)
    text.add(lua: values.joined(separator: ", "), .good)
    return text
  }
}

extension Outcome.Status {
  /// The symbol before an open.
  var symbol: (text: String, tone: ReportStyle.Tone) {
    switch self {
    case .opened, .handled: ("✓", .good)
    case .fellBack: ("↩", .notable)
    case .intercepted: ("⊘", .notable)
    case .notFound: ("?", .notable)
    case .cancelled: ("–", .soft)
    case .failed: ("✗", .bad)
    }
  }
}

extension Outcome {
  /// The script line that caused a failure, also if the open then used a fallback.
  package var scriptSite: SourceSite? {
    guard status == .failed || status == .fellBack, error?.code != .notFound else { return nil }
    return error?.site
  }

  /// The outcome for `run --json`.
  package var json: JSON { .object(fields + [JSON.Field("steps", stepsJSON)]) }

  package var stepsJSON: JSON { .list(steps.map(\.json)) }

  /// The fields for `run --json`, without the steps.
  package var fields: [JSON.Field] {
    [
      JSON.Field("location", .text(text)),
      JSON.Field("status", .text(status.rawValue)),
      JSON.Field("name", .optional(name)),
      JSON.Field("pattern", .optional(route?.pattern.text)),
      JSON.Field("params", match.map(JSON.init(paramsOf:)) ?? .object([])),
      JSON.Field("query", location.map { JSON.query(of: $0, declaredBy: route) } ?? .object([])),
      JSON.Field("redirects", .texts(redirects.map(\.description))),
      JSON.Field("animator", .optional(animator)),
      JSON.Field("reason", .optional(reason)),
      JSON.Field("error", error?.json ?? .null),
      JSON.Field(
        "value",
        values.count == 1
          ? JSON(values[0]) : values.isEmpty ? .null : .list(values.map { JSON($0) })
      ),
    ]
  }
}

extension OutcomeStep {
  /// The step for `run --json`.
  ///
  /// `microseconds` is `null` if durations were not measured. A step that is one of several also
  /// has `number` and `count`.
  package var json: JSON {
    var fields = [
      JSON.Field("step", .text(kind.rawValue)),
      JSON.Field("name", .optional(name)),
      JSON.Field("file", .optional(site?.file)),
      JSON.Field("line", .optional(site?.line)),
      JSON.Field("answer", .text(answer)),
      JSON.Field("microseconds", microseconds.map(JSON.integer) ?? .null),
    ]
    if let ordinal {
      fields.append(JSON.Field("number", .integer(Int64(ordinal.number))))
      fields.append(JSON.Field("count", .integer(Int64(ordinal.count))))
    }
    return .object(fields)
  }

  /// The position of the function that decided, and its ordinal if there are several: `2 of 3,
  /// main.lua:12`.
  fileprivate var place: String {
    [ordinal?.description, site?.description].compactMap(\.self).joined(separator: ", ")
  }
}

extension RouterError {
  /// The error for `run --json`; `traceback` is only present for nested calls.
  package var json: JSON {
    var fields = [
      JSON.Field("code", .text(code.rawValue)),
      JSON.Field("message", .text(message)),
      JSON.Field("file", .optional(site?.file)),
      JSON.Field("line", .optional(site?.line)),
    ]
    if !traceback.isEmpty {
      fields.append(JSON.Field("traceback", .texts(traceback.map(\.description))))
    }
    return .object(fields)
  }
}
