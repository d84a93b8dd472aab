#if Observability
import Moonroute
import RoutePatterns

/// The texts about an open for logs and traces, without the values in links by default.
struct OpenWords {
  /// The replacement for hidden text.
  private static let hidden = "…"

  /// The maximum number of link parts to search for; with more parts, all free text is hidden.
  private static let partLimit = 64

  /// The maximum length of a free text to search, in bytes.
  private static let textBytes = 2_048

  private let open: InstrumentedOpen
  private let isWhole: Bool
  /// The patterns of the routes that the open matched, by the location.
  private var patterns: [Location: String] = [:]
  /// The values in links: those of at least four bytes, and shorter ones.
  private var long: Set<String> = []
  private var short: Set<String> = []

  init(_ open: InstrumentedOpen, _ outcome: Outcome, _ locations: OpenInstruments.Locations) {
    self.open = open
    isWhole = locations == .full
    guard !isWhole else { return }
    for step in outcome.steps where step.isMatch {
      if let location = step.location { patterns[location] = step.answer }
    }
    var seen = Set(outcome.redirects)
    if let location = outcome.location { seen.insert(location) }
    for step in outcome.steps {
      if let location = step.location { seen.insert(location) }
      if let target = step.decision?.target { seen.insert(target) }
    }
    for location in seen { hide(location) }
    let names = Set(seen.flatMap(\.query.names))
    hide(open.text, keeping: names.union(literals(of: patterns.values)))
  }

  /// The opened link: in full, or as its pattern with the names of its query items.
  func link(_ outcome: Outcome) -> String {
    guard !isWhole else { return open.text }
    let opened = outcome.steps.first { $0.kind == .parse }?.location ?? outcome.location
    return opened.map(words) ?? Self.hidden
  }

  func answer(of step: OutcomeStep) -> String {
    if isWhole || step.isMatch { return step.answer }
    switch step.decision {
    case .goOn: return step.answer.hasPrefix("go on") ? step.answer : "go on"
    case .stop(let reason): return reason.map { "stop: \(text($0))" } ?? "stop"
    case .rewrite(let location): return "rewrite \(words(location))"
    case .goTo(let location): return "go to \(words(location))"
    case nil: break
    }
    guard step.kind == .parse, let location = step.location else { return text(step.answer) }
    return words(location)
  }

  func error(_ error: RouterError) -> any Error {
    isWhole ? error : ShownError(code: error.code, description: words(error))
  }

  func words(_ error: RouterError) -> String {
    guard !isWhole else { return error.description }
    let place = error.site.map { "\($0): " } ?? ""
    return place + text(error.message)
  }

  /// A text of a script, the program or an error, with possible link parts hidden.
  func text(_ text: String) -> String {
    guard !isWhole else { return text }
    guard text.utf8.count <= Self.textBytes, long.count + short.count <= Self.partLimit else {
      return Self.hidden
    }
    return text.split(whereSeparator: \.isWhitespace).map(word).joined(separator: " ")
  }

  // MARK: Links

  /// A location as its pattern with the names of its query items.
  private func words(_ location: Location) -> String {
    (patterns[location] ?? Self.hidden) + location.query.namesText
  }

  private mutating func hide(_ location: Location) {
    let literals = literals(of: [patterns[location] ?? ""])
    for segment in location.segments where !literals.contains(segment) { hide(segment) }
    for item in location.query { hide(item.value) }
    if let fragment = location.fragment { hide(fragment) }
  }

  /// Hides the parts of a link in its original spelling.
  private mutating func hide(_ link: String, keeping kept: Set<String>) {
    for part in link.split(whereSeparator: { "/?#&=".contains($0) })
    where !kept.contains(String(part)) {
      hide(String(part))
    }
  }

  private mutating func hide(_ text: String) {
    for part in text.split(whereSeparator: \.isWhitespace) {
      if part.utf8.count < 4 { short.insert(String(part)) } else { long.insert(String(part)) }
    }
  }

  private func literals(of patterns: some Sequence<String>) -> Set<String> {
    Set(patterns.flatMap { $0.split(separator: "/") }.map(String.init))
  }

  // MARK: Words

  private func word(_ word: Substring) -> String {
    let core = word.drop { "'\"`([{<".contains($0) }
    let start = word[..<core.startIndex]
    let end = core.reversed().prefix { "'\"`)]}>.,:;!?".contains($0) }.count
    let middle = core.dropLast(end)
    return isHidden(middle) ? start + Self.hidden + core.suffix(end) : String(word)
  }

  /// Whether a word is, or may be, part of a link: a decision may quote any part of one.
  private func isHidden(_ word: Substring) -> Bool {
    if word.hasPrefix("/") || word.contains("?") || word.contains("://") { return true }
    if word.dropFirst().dropLast().contains("=") { return true }
    if long.contains(where: { word.contains($0) }) { return true }
    return !short.isEmpty
      && word.split { !$0.isLetter && !$0.isNumber }.contains { short.contains(String($0)) }
  }
}

/// An error without the values of links.
private struct ShownError: Error, CustomStringConvertible {
  let code: RouterError.Code
  let description: String
}

extension OutcomeStep {
  fileprivate var isMatch: Bool {
    kind == .match && name != nil && !answer.hasPrefix("failed: ")
  }
}

extension StepDecision {
  fileprivate var target: Location? {
    switch self {
    case .goTo(let location), .rewrite(let location): location
    case .goOn, .stop: nil
    }
  }
}
#endif
