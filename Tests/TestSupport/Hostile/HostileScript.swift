/// A script that tries to hang its host, to exhaust it, or to outlive it.
///
/// It ends with an error everywhere: as a file, in a handler, in a spec. It may call the host
/// functions `take`, which accepts any value, and `refuse`, which raises one.
public struct HostileScript: Sendable {
  /// The code of the error at its end.
  public struct End: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The code.
    public let rawValue: String

    /// Creates a code.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a code.
    public init(stringLiteral value: String) { rawValue = value }

    /// `bad_source`.
    public static let badSource: End = "bad_source"
    /// `memory_limit`.
    public static let memoryLimit: End = "memory_limit"
    /// `script_error`.
    public static let scriptError: End = "script_error"
    /// `stack_overflow`.
    public static let stackOverflow: End = "stack_overflow"
    /// `syntax_error`.
    public static let syntaxError: End = "syntax_error"
    /// `timeout`.
    public static let timeout: End = "timeout"
    /// `value_too_deep`.
    public static let valueTooDeep: End = "value_too_deep"
    /// `value_too_large`.
    public static let valueTooLarge: End = "value_too_large"
  }

  /// Scripts of one kind, and the rule that they try to break.
  public enum Family: String, CaseIterable, Codable, Sendable, CustomStringConvertible {
    case onTime = "a script that computes without end is stopped"
    case onMemory = "a script that wants too much memory is stopped"
    case onLibrary = "a library function that computes for long is stopped"
    case onParser = "a text that is hard to read is refused"
    case onValues = "a value that is hard to pass on is refused"
    case onPatterns = "a pattern that takes too long is stopped"
    case onLists = "a list that takes too long is stopped"
    case onTexts = "a text that takes too long is stopped"

    /// The rule.
    public var description: String { rawValue }

    /// The scripts.
    public var scripts: [HostileScript] {
      switch self {
      case .onTime: HostileScript.onTime
      case .onMemory: HostileScript.onMemory
      case .onLibrary: HostileScript.onLibrary
      case .onParser: HostileScript.onParser
      case .onValues: HostileScript.onValues
      case .onPatterns: HostileScript.onPatterns
      case .onLists: HostileScript.onLists
      case .onTexts: HostileScript.onTexts
      }
    }
  }

  /// The name in the reference.
  public let name: String
  /// The possible results; several if different limits may be reached first.
  public let ends: [End]
  /// The text.
  public let source: String

  init(_ name: String, _ ends: End..., source: String) {
    self.name = name
    self.ends = ends
    self.source = source
  }

  /// Whether Lua rejects it, or is stopped during compilation.
  public var isHardToRead: Bool { Self.onParser.contains { $0.name == name } }

  /// Every script.
  public static var all: [HostileScript] { Family.allCases.flatMap(\.scripts) }

  /// A part of the scripts for one of several places: all in `make soak`, otherwise a share, so
  /// that each script runs somewhere.
  public static func share(_ number: Int, of places: Int) -> [HostileScript] {
    all.enumerated().filter { TestScale.isSoak || $0.offset % places == number }.map(\.element)
  }
}
