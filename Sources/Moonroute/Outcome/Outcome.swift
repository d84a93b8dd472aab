public import RoutePatterns

/// How an open ended, with everything that happened on the way.
public struct Outcome: Sendable {
  /// The seven ways in which an open ends.
  public enum Status: String, Sendable, CaseIterable {
    /// A screen is on the stage.
    case opened
    /// An action ran.
    case handled
    /// A decision stopped it.
    case intercepted
    /// No route fits.
    case notFound = "not_found"
    /// Something is wrong with the application.
    case failed
    /// A newer open took its place.
    case cancelled
    /// It failed, and something else is shown instead.
    case fellBack = "fell_back"
  }

  /// How it ended.
  public internal(set) var status: Status

  /// The text that was asked for.
  public internal(set) var text: String

  /// The location at the end, or `nil` when the text is none.
  public internal(set) var location: Location?

  /// The route at the end.
  public internal(set) var route: RouteInfo?

  /// The match at the end.
  public internal(set) var match: RouteMatch?

  /// Every location after the first.
  public internal(set) var redirects: [Location]

  /// The effect that placed the screen, such as `push`.
  public internal(set) var animator: String?

  /// Why a decision stopped it, if it said so.
  public internal(set) var reason: String?

  /// The error.
  ///
  /// Kept by an open that fell back.
  public internal(set) var error: RouterError?

  /// The values that the action answered.
  public internal(set) var values: [Value]

  /// The screen that is shown.
  public internal(set) var screen: Screen?

  /// The handle of the screen that is shown: its messages and its result.
  public internal(set) var handle: OpenHandle?

  /// The steps, in order.
  public internal(set) var steps: [OutcomeStep]

  /// Whether it did not even begin, since there were too many inside the same outermost one.
  package internal(set) var isRefused = false

  /// Whether the user got somewhere: `opened`, `handled` or `fell_back`.
  public var isSuccess: Bool {
    switch status {
    case .opened, .handled, .fellBack: true
    default: false
    }
  }

  /// The name of the route at the end.
  public var name: String? { route?.name }

  /// The parameters at the end.
  public var params: [String: ParameterValue] { match?.params.dictionary ?? [:] }
}

/// One thing that happened during an open.
public struct OutcomeStep: Sendable {
  /// The kind of thing.
  public enum Kind: String, Sendable, CaseIterable {
    /// The text became a location.
    case parse
    /// A proxy was asked.
    case proxy
    /// The table was asked.
    case match
    /// A guard from outside was asked.
    case `guard`
    /// A route's redirect was asked.
    case redirect
    /// An animator was chosen.
    case animator
    /// A screen was asked whether it may go.
    case leave
    /// The view made its screen.
    case build
    /// The screen came onto the stage.
    case show
    /// An action ran.
    case action
    /// Something else was tried.
    case fallback
  }

  /// The kind of thing.
  public let kind: Kind

  /// The route, or the pattern of a proxy or guard.
  public let name: String?

  /// Where the function that answered is written, or the route where it has no function.
  public let site: SourceSite?

  /// The result, in a few words.
  public let answer: String

  /// Which one of several it is, such as the second redirect of three; `nil` for the only one.
  public internal(set) var ordinal: Ordinal?

  /// A place in a list.
  public struct Ordinal: Hashable, Sendable, CustomStringConvertible {
    /// The place, counted from 1.
    public let number: Int

    /// How many there are.
    public let count: Int

    /// The place in words: `2 of 3`.
    public var description: String { "\(number) of \(count)" }
  }

  /// How long it took since the step before, when the open was to measure that.
  public internal(set) var duration: Duration?

  /// More about the step, when the open was to measure its steps.
  var detail: Detail?

  /// The duration in whole microseconds, when it was measured.
  package var microseconds: Int64? {
    duration.map {
      $0.components.seconds * 1_000_000 + $0.components.attoseconds / 1_000_000_000_000
    }
  }
}

extension Outcome {
  /// The outcome as an error; `nil` for one that got somewhere.
  public var asError: RouterError? { isSuccess ? nil : failure }

  /// The outcome as an error of a caller who wanted something else of it.
  package var failure: RouterError {
    if let error { return error }
    switch status {
    case .intercepted:
      return RouterError(.intercepted, "'\(text)' was stopped\(reason.map { ": \($0)" } ?? "").")
    case .cancelled: return RouterError(.cancelled, "'\(text)' was cancelled by a newer open.")
    default: return RouterError(.notFound, "'\(text)' answers nothing.")
    }
  }
}
