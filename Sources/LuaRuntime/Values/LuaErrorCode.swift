/// The kind of a ``LuaError``, as scripts see it in an error value's `code`.
public struct LuaErrorCode: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The code's name, in `snake_case`.
  public let rawValue: String

  /// Makes a code of the host's own.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Makes a code from its name.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }

  /// A script raised it.
  public static let scriptError: LuaErrorCode = "script_error"
  /// A script does not parse.
  public static let syntaxError: LuaErrorCode = "syntax_error"
  /// A script is larger than ``LuaLimits/sourceBytes`` or is not text.
  public static let badSource: LuaErrorCode = "bad_source"
  /// A script exceeded its memory limit.
  public static let memoryLimit: LuaErrorCode = "memory_limit"
  /// A script's calls were nested too deeply.
  public static let stackOverflow: LuaErrorCode = "stack_overflow"
  /// A script exceeded its computing time.
  public static let timeout: LuaErrorCode = "timeout"
  /// The host stopped a script.
  public static let cancelled: LuaErrorCode = "cancelled"
  /// The script is not allowed to do this.
  public static let denied: LuaErrorCode = "denied"
  /// An argument has the wrong type or value.
  public static let badArgument: LuaErrorCode = "bad_argument"
  /// A host function cannot wait at the place of its call.
  public static let cannotAwait: LuaErrorCode = "cannot_await"
  /// A value is larger than ``LuaLimits/valueBytes``.
  public static let valueTooLarge: LuaErrorCode = "value_too_large"
  /// A value is nested deeper than ``LuaLimits/valueDepth``, or contains itself.
  public static let valueTooDeep: LuaErrorCode = "value_too_deep"
  /// A value belongs to a closed state, or to another state.
  public static let closed: LuaErrorCode = "closed"
  /// An error got past every protection; the state is never used again.
  public static let poisoned: LuaErrorCode = "poisoned"
  /// A host function entered Lua, or a finished task was resumed.
  public static let misuse: LuaErrorCode = "misuse"
  /// A host function threw an error of its own type.
  public static let hostError: LuaErrorCode = "host_error"
}
