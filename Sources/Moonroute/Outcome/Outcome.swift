public import RoutePatterns

/// The result of an open, with all its steps.
public struct Outcome: Sendable {
  /// The possible endings of an open.
  public enum Status: String, Sendable, CaseIterable {
    /// A screen is shown.
    case opened
    /// An action ran.
    case handled
    /// A decision stopped it.
    case intercepted
    /// No route matches.
    case notFound = "not_found"
    /// An error occurred in the program.
    case failed
    /// A newer open replaced it.
    case cancelled
    /// The open failed, and a substitute is shown.
    case fellBack = "fell_back"
  }

  private let storage: OutcomeStorage

  /// The ending of the open.
  public var status: Status { storage.fields.status }

  /// The requested text.
  public var text: String { storage.fields.text }

  /// The final location, or `nil` if the text is not a location.
  public var location: Location? { storage.fields.location }

  /// The final route.
  public var route: RouteInfo? { storage.fields.route }

  /// The final match.
  package var match: RouteMatch? { storage.fields.match }

  /// Every location after the first.
  public var redirects: [Location] { storage.fields.redirects }

  /// The values of the dropped query items, by name.
  ///
  /// See ``RouterConfiguration/droppedQueryNames``.
  public var dropped: [String: [String]] { storage.fields.dropped }

  /// The effect that placed the screen, such as `push`.
  public var animator: String? { storage.fields.animator }

  /// The reason why a decision stopped the open, if it gave one, or why the open was cancelled, if
  /// no newer one did it.
  public var reason: String? { storage.fields.reason }

  /// The error.
  ///
  /// An open that fell back keeps it.
  public var error: RouterError? { storage.fields.error }

  /// The values that the action returned.
  public var values: [Value] { storage.fields.values }

  /// The shown screen.
  public var screen: Screen? { storage.fields.screen }

  /// The handle of the shown screen, for its messages and its result.
  public var handle: OpenHandle? { storage.fields.handle }

  /// The steps, in order.
  public var steps: [OutcomeStep] { storage.fields.steps }

  /// Whether the open did not begin, because too many were inside the same outermost one.
  package var isRefused: Bool { storage.fields.isRefused }

  /// Whether the open succeeded: `opened`, `handled` or `fell_back`.
  public var isSuccess: Bool {
    switch status {
    case .opened, .handled, .fellBack: true
    default: false
    }
  }

  /// The name of the final route.
  public var name: String? { route?.name }

  /// The final parameters of the path and of the query, as in ``RouteState/params``.
  public var params: LinkParams {
    guard let route, let location else { return [:] }
    return route.queryValues(of: location)
      .merging(pathParams.mapValues { Value($0) }) { $1 }
  }

  /// The parameters that the final pattern captured.
  package var pathParams: [String: ParameterValue] { match?.params ?? [:] }
}

/// One step of an open.
public struct OutcomeStep: Sendable {
  /// The kinds of steps.
  public enum Kind: String, Sendable, CaseIterable {
    /// The text was parsed.
    case parse
    /// Query items were dropped.
    case drop
    /// A proxy was called.
    case proxy
    /// The location was matched.
    case match
    /// A guard was called that was added to a name or a pattern.
    case `guard`
    /// A decision of the route itself was called, made by `redirect` or `guarded`.
    case redirect
    /// An animator was chosen.
    case animator
    /// A leave guard was called.
    case leave
    /// The view made its screen.
    case build
    /// The screen was shown.
    case show
    /// An action ran.
    case action
    /// A fallback was tried.
    case fallback
  }

  /// The kind of step.
  public let kind: Kind

  /// The route, or the pattern of a proxy or guard.
  public let name: String?

  /// The source position of the function, or of the route if it has no function.
  public let site: SourceSite?

  /// The result, in a few words.
  public let answer: String

  /// The position among several, such as the second redirect of three; `nil` for a single one.
  package internal(set) var ordinal: Ordinal?

  /// A position in a list.
  package struct Ordinal: Hashable, Sendable, CustomStringConvertible {
    /// The position, starting at 1.
    package let number: Int

    /// The length of the list.
    package let count: Int

    /// The position as text, such as `2 of 3`.
    package var description: String { "\(number) of \(count)" }
  }

  /// The time since the previous step, if the open measures its steps.
  public internal(set) var duration: Duration?

  /// Further information, if the open measures its steps.
  var detail: Detail?

  /// The duration in whole microseconds, if it was measured.
  package var microseconds: Int64? {
    duration.map {
      $0.components.seconds * 1_000_000 + $0.components.attoseconds / 1_000_000_000_000
    }
  }
}

extension Outcome: CustomStringConvertible {
  /// The ending, the route, the location, and the values, the error or the reason, on one line.
  ///
  /// `opened product /product/7`. It contains values of the link; for logs, see the product
  /// `RouterObservability`.
  public var description: String {
    var text = status.rawValue + (route.map { " " + $0.label } ?? "") + " "
    text += location?.description ?? self.text
    if status == .handled, !values.isEmpty {
      text += " = " + values.map(\.description).joined(separator: ", ")
    }
    return text + ((error?.description ?? reason).map { ": " + $0 } ?? "")
  }
}

extension Outcome {
  /// The outcome as an error; `nil` for a successful one.
  public var asError: RouterError? { isSuccess ? nil : failure }

  /// The outcome as an error, for a caller that needs a different one.
  package var failure: RouterError {
    if let error { return error }
    switch status {
    case .intercepted:
      return RouterError(.intercepted, "'\(text)' was stopped\(reason.map { ": \($0)" } ?? "").")
    case .cancelled:
      let cause = reason.map { ": \($0)" } ?? " by a newer open"
      return RouterError(.cancelled, "'\(text)' was cancelled\(cause).")
    default: return RouterError(.notFound, "'\(text)' returned no result.")
    }
  }
}

struct OutcomeFields: Sendable {
  var status: Outcome.Status
  let text: String
  var location: Location?
  var route: RouteInfo?
  var match: RouteMatch?
  var redirects: [Location] = []
  var dropped: [String: [String]] = [:]
  var animator: String?
  var reason: String?
  var error: RouterError?
  var values: [Value] = []
  var screen: Screen?
  var handle: OpenHandle?
  var steps: [OutcomeStep] = []
  var isRefused = false
}

/// The fields of an outcome, which its copies share.
// Invariant: the fields change only while their outcome is made.
private final class OutcomeStorage: @unchecked Sendable {
  @exclusivity(unchecked) var fields: OutcomeFields

  init(_ fields: OutcomeFields) { self.fields = fields }
}

extension Outcome {
  // The fields are completed in place: to copy them all would cost more than to make them.
  init(_ fields: OutcomeFields, _ complete: (inout OutcomeFields) -> Void = { _ in }) {
    storage = OutcomeStorage(fields)
    complete(&storage.fields)
  }

  /// Returns the outcome with some of its fields changed.
  func with(_ change: (inout OutcomeFields) -> Void) -> Outcome { Outcome(storage.fields, change) }
}
