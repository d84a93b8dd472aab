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
  public let status: Status

  /// The text that was asked for.
  public let text: String

  /// The location at the end, or `nil` when the text is none.
  public let location: Location?

  /// The route at the end.
  public let route: RouteInfo?

  /// What matched at the end.
  public let match: RouteMatch?

  /// Every location after the first.
  public let redirects: [Location]

  /// The effect that placed the screen, such as `push`.
  public let animator: String?

  /// Why a decision stopped it, if it said so.
  public let reason: String?

  /// What went wrong.
  ///
  /// Kept by an open that fell back.
  public let error: RouterError?

  /// What the action answered.
  public let values: [Value]

  /// The screen that is shown.
  public let screen: Screen?

  /// What happened, in order.
  public let steps: [OutcomeStep]

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
