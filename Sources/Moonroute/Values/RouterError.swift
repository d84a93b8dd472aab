package import RoutePatterns
import TextTools

/// An error: the mistake, its place, and what to do about it.
public struct RouterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of mistake.
  ///
  /// New ones may be added; compare with the static members.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The code as scripts and the command line print it.
    public let rawValue: String

    /// Names a code.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The code as scripts and the command line print it.
    public var description: String { rawValue }
  }

  /// The kind of mistake.
  public let code: Code

  /// The mistake and what to do, in one or two sentences.
  public let message: String

  /// The script or program line it comes from, when there is one.
  public let site: SourceSite?

  /// Names or patterns close to the one that was not found.
  public let nearest: [String]

  /// The script's calls that had not ended, innermost first; empty unless there were several.
  public let traceback: [SourceFrame]

  /// The error that a function of the program threw, or that of a pattern; not compared.
  public var underlying: (any Error)? { cause.error }

  private let cause: Cause

  /// An error that does not count when errors are compared.
  private struct Cause: Hashable {
    let error: (any Error)?

    static func == (left: Cause, right: Cause) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - code: The kind of mistake.
  ///   - message: What happened and what to do.
  ///   - site: The line it comes from. Default: none.
  ///   - nearest: Names or patterns close to the one asked for. Default: none.
  ///   - traceback: The script's calls that had not ended, innermost first. Default: none.
  ///   - underlying: What a function of the program threw. Default: nothing.
  public init(
    _ code: Code,
    _ message: String,
    at site: SourceSite? = nil,
    nearest: [String] = [],
    traceback: [SourceFrame] = [],
    underlying: (any Error)? = nil
  ) {
    cause = Cause(error: underlying)
    self.code = code
    self.message = message
    self.site = site
    self.nearest = nearest
    self.traceback = traceback
  }

  /// The mistake in a pattern that ``message`` tells and draws, if it is one.
  package var pattern: PatternError? { underlying as? PatternError }

  /// The message behind its place: `routes/cart.lua:12: …`.
  public var description: String { site.map { "\($0): \(message)" } ?? message }

  /// The same error with a place, unless it already has one.
  public func located(at site: SourceSite?) -> RouterError {
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

  /// A template that is no pattern.
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

  /// Parameters that make no location.
  init(_ error: ParameterError) {
    let code: Code =
      switch error {
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
  /// The text is no location.
  public static let badLocation = Self(rawValue: "bad_location")
  /// No route fits the location.
  public static let notFound = Self(rawValue: "not_found")
  /// Looking up a location takes too many steps.
  public static let matchLimit = Self(rawValue: "match_limit")
  /// A decision stopped the open.
  public static let intercepted = Self(rawValue: "intercepted")
  /// Redirects lead back to a location they came from.
  public static let redirectLoop = Self(rawValue: "redirect_loop")
  /// More redirects than the limit.
  public static let redirectLimit = Self(rawValue: "redirect_limit")
  /// A parameter of the pattern was not given.
  public static let missingParameter = Self(rawValue: "missing_parameter")
  /// A parameter was given that the pattern does not have.
  public static let unknownParameter = Self(rawValue: "unknown_parameter")
  /// A value is of the wrong type.
  public static let wrongType = Self(rawValue: "wrong_type")
  /// Nothing has that name.
  public static let unknownName = Self(rawValue: "unknown_name")
  /// A script or a closure of the program failed.
  public static let scriptError = Self(rawValue: "script_error")
  /// A decision took too long.
  public static let timeout = Self(rawValue: "timeout")
  /// A script asked for more memory than it may have.
  public static let memoryLimit = Self(rawValue: "memory_limit")
  /// Something that is not allowed.
  public static let denied = Self(rawValue: "denied")
  /// A newer open took this one's place.
  public static let cancelled = Self(rawValue: "cancelled")
  /// It has ended: the application or the script host was closed, or the scripts loaded again.
  public static let closed = Self(rawValue: "closed")
  /// The animator could not show the screen.
  public static let animationFailed = Self(rawValue: "animation_failed")
  /// The route has no view, or its view answered nothing.
  public static let noView = Self(rawValue: "no_view")
  /// A pattern that cannot be read.
  public static let badPattern = Self(rawValue: "bad_pattern")
  /// A name or pattern that is already taken.
  public static let duplicate = Self(rawValue: "duplicate")
  /// An undefined parameter type.
  public static let unknownType = Self(rawValue: "unknown_type")
  /// A field that a definition does not have.
  public static let unknownField = Self(rawValue: "unknown_field")
}
