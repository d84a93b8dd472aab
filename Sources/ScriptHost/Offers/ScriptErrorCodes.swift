public import Moonroute

// The kinds of mistakes that only scripts make, in ``RouterError/code`` and ``ScriptProblem/code``.
extension RouterError.Code {
  /// No script to load was found.
  public static let missingFile = Self(rawValue: "missing_file")
  /// A text that is not valid Lua.
  public static let syntaxError = Self(rawValue: "syntax_error")
  /// The files cannot be read as scripts.
  public static let badSource = Self(rawValue: "bad_source")
  /// Calls that are nested too deeply.
  public static let stackOverflow = Self(rawValue: "stack_overflow")
  /// An argument that a function does not accept.
  public static let badArgument = Self(rawValue: "bad_argument")
  /// A script that waits where it cannot, such as while it loads.
  public static let cannotAwait = Self(rawValue: "cannot_await")
  /// A value that is too large to pass.
  public static let valueTooLarge = Self(rawValue: "value_too_large")
  /// A table that is nested too deeply to pass.
  public static let valueTooDeep = Self(rawValue: "value_too_deep")
  /// A function of the program that failed.
  public static let hostError = Self(rawValue: "host_error")
}
