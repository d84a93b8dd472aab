package import RoutePatterns
import TextTools

/// An error: the problem, its source position, and advice.
public struct RouterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  ///
  /// New codes may be added; compare with the static members.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The code as scripts and the command line print it.
    public let rawValue: String

    /// Makes a code.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The code as scripts and the command line print it.
    public var description: String { rawValue }
  }

  /// The kind of error.
  public let code: Code

  /// The problem and advice, in one or two sentences.
  public let message: String

  /// The line of the script or program, if it is known.
  public let site: SourceSite?

  /// Names or patterns similar to the requested one.
  public let nearest: [String]

  /// The active calls of the script, innermost first; empty if there was only one.
  package let traceback: [SourceFrame]

  /// The error of a function of the program or of a pattern; ignored in comparisons.
  public var underlying: (any Error)? { cause.error }

  private let cause: Cause

  /// An error that is ignored in comparisons.
  private struct Cause: Hashable {
    let error: (any Error)?

    static func == (left: Cause, right: Cause) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - code: The kind of error.
  ///   - message: The problem and advice.
  ///   - site: The line of the script or program.
  ///   - nearest: Names or patterns similar to the requested one.
  ///   - underlying: The error of a function of the program.
  public init(
    _ code: Code,
    _ message: String,
    at site: SourceSite? = nil,
    nearest: [String] = [],
    underlying: (any Error)? = nil
  ) {
    self.init(
      code,
      message,
      at: site,
      nearest: nearest,
      traceback: [],
      underlying: underlying
    )
  }

  /// Makes an error with the active calls of the script, innermost first.
  package init(
    _ code: Code,
    _ message: String,
    at site: SourceSite? = nil,
    nearest: [String] = [],
    traceback: [SourceFrame],
    underlying: (any Error)? = nil
  ) {
    cause = Cause(error: underlying)
    self.code = code
    self.message = message
    self.site = site
    self.nearest = nearest
    self.traceback = traceback
  }

  /// The pattern error that ``message`` describes, if any.
  package var pattern: PatternError? { underlying as? PatternError }

  /// The message with its source position: `routes/cart.lua:12: …`.
  public var description: String { site.map { "\($0): \(message)" } ?? message }

  /// Returns the error with a source position, unless it already has one.
  package func located(at site: SourceSite?) -> RouterError {
    guard self.site == nil, let site else { return self }
    return RouterError(
      code,
      message,
      at: site,
      nearest: nearest,
      traceback: traceback,
      underlying: underlying
    )
  }

  init(_ error: PatternError, at site: SourceSite?) {
    let code: Code = if case .unknownType = error.reason { .unknownType } else { .badPattern }
    self.init(code, error.description, at: site, underlying: error)
  }
}

extension RouterError {
  static func unknownName(_ name: String, among names: some Sequence<String>) -> RouterError {
    let nearest = NearestNames.of(name, among: names.sorted())
    let hint = NearestNames.hint(of: nearest.first)
    return RouterError(.unknownName, "No route is named '\(name)'.\(hint)", nearest: nearest)
  }

  /// Parameters that do not make a location.
  init(_ error: ParameterError) {
    let code: Code =
      switch error.reason {
      case .missing: .missingParameter
      case .unknown: .unknownParameter
      case .wrongType: .wrongType
      case .notReturned, .unnamed: .badLocation
      case .tooManySteps: .matchLimit
      }
    self.init(code, error.description)
  }
}

extension RouterError.Code {
  /// The text is not a location.
  public static let badLocation = Self(rawValue: "bad_location")
  /// No route matches the location.
  public static let notFound = Self(rawValue: "not_found")
  /// Looking up a location takes too many steps.
  public static let matchLimit = Self(rawValue: "match_limit")
  /// A decision stopped the open.
  public static let intercepted = Self(rawValue: "intercepted")
  /// Redirects form a loop.
  public static let redirectLoop = Self(rawValue: "redirect_loop")
  /// There were more redirects than the limit.
  public static let redirectLimit = Self(rawValue: "redirect_limit")
  /// A parameter of the pattern was not given.
  public static let missingParameter = Self(rawValue: "missing_parameter")
  /// A parameter was given that the pattern does not contain.
  public static let unknownParameter = Self(rawValue: "unknown_parameter")
  /// A value is of the wrong type.
  public static let wrongType = Self(rawValue: "wrong_type")
  /// The name is unknown.
  public static let unknownName = Self(rawValue: "unknown_name")
  /// A script or a closure of the program failed.
  public static let scriptError = Self(rawValue: "script_error")
  /// A decision took too long.
  public static let timeout = Self(rawValue: "timeout")
  /// A script needs more memory than its limit.
  public static let memoryLimit = Self(rawValue: "memory_limit")
  /// The operation is not allowed.
  public static let denied = Self(rawValue: "denied")
  /// A newer open replaced this one.
  public static let cancelled = Self(rawValue: "cancelled")
  /// The router or the script host was closed, or the scripts were reloaded.
  public static let closed = Self(rawValue: "closed")
  /// The animator could not show the screen.
  public static let animationFailed = Self(rawValue: "animation_failed")
  /// The route has no view, or its view returned nothing.
  public static let noView = Self(rawValue: "no_view")
  /// The pattern is invalid.
  public static let badPattern = Self(rawValue: "bad_pattern")
  /// The name or pattern is already in use.
  public static let duplicate = Self(rawValue: "duplicate")
  /// The parameter type is undefined.
  public static let unknownType = Self(rawValue: "unknown_type")
  /// The definition does not have the field.
  public static let unknownField = Self(rawValue: "unknown_field")
  /// A user interface on the main actor cannot show a router of another actor.
  public static let wrongActor = Self(rawValue: "wrong_actor")
}
