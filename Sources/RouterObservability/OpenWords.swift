#if Observability
import Moonroute
import RoutePatterns

/// The texts about an open for logs and traces, without the values in links by default.
struct OpenWords {
  private let open: InstrumentedOpen
  private let isWhole: Bool
  /// The patterns of the routes that the open matched, by the location.
  private var patterns: [Location: String] = [:]
  private var links = LinkWords()

  init(_ open: InstrumentedOpen, _ outcome: Outcome, _ locations: RouterInstruments.Locations) {
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
    for location in seen { links.add(location, matching: patterns[location] ?? "") }
    let names = Set(seen.flatMap(\.query.names))
    links.add(open.text, keeping: names.union(LinkWords.literals(of: patterns.values)))
  }

  /// The opened link: in full, or as its pattern with the names of its query items.
  func link(_ outcome: Outcome) -> String {
    guard !isWhole else { return open.text }
    let opened = outcome.steps.first { $0.kind == .parse }?.location ?? outcome.location
    return opened.map(words) ?? LinkWords.hidden
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
    isWhole ? text : links.hidden(in: text)
  }

  // MARK: Links

  /// A location as its pattern with the names of its query items.
  private func words(_ location: Location) -> String {
    (patterns[location] ?? LinkWords.hidden) + location.query.namesText
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
