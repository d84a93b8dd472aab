/// An error of a script, or of the work on its behalf.
///
/// If a host function throws one, Lua raises it as a table `{ code, message, file, line }` with the
/// text `file:line: message`.
public struct LuaError: Error {
  /// The kind of the error, for programs.
  public let code: LuaErrorCode
  /// The message, for people, without the position.
  public let message: String
  /// The position of the error, or nil if no script was running.
  public var position: LuaPosition?
  /// The text near which the parser failed; only for syntax errors.
  public let near: String?
  /// The script functions that were running, innermost first.
  public let traceback: [LuaFrame]
  /// The number of script functions up to the reported line, for an error that a host function
  /// throws.
  ///
  /// 1 is the line that called the host function. Ignored if ``position`` is set.
  public let level: Int
  /// The host's own error that caused this one, if any.
  ///
  /// Scripts do not see it. An error that was raised in Lua and returns from there still has it.
  package let cause: (any Error)?
  let raised: LuaRaisedValue?

  /// Makes an error, usually to throw it from a host function.
  public init(
    _ code: LuaErrorCode,
    _ message: String,
    position: LuaPosition? = nil,
    level: Int = 1
  ) {
    self.init(code: code, message: message, position: position, level: level)
  }

  package init(
    _ code: LuaErrorCode,
    _ message: String,
    position: LuaPosition? = nil,
    cause: (any Error)?
  ) {
    self.init(code: code, message: message, position: position, cause: cause)
  }

  init(
    code: LuaErrorCode,
    message: String,
    position: LuaPosition? = nil,
    level: Int = 1,
    near: String? = nil,
    traceback: [LuaFrame] = [],
    cause: (any Error)? = nil,
    raised: LuaRaisedValue? = nil
  ) {
    self.code = code
    self.message = message
    self.position = position
    self.level = level
    self.near = near
    self.traceback = traceback
    self.cause = cause
    self.raised = raised
  }

  /// The script's file, or nil if no script was running.
  public var file: String? { position?.file }
  /// The line in ``file``.
  public var line: Int? { position?.line }

  /// Whether the host ended a script; no script raised the error.
  package var isStop: Bool { raised == nil }
}

extension LuaError: CustomStringConvertible {
  /// The form `file:line: message`.
  public var description: String {
    guard let position else { return message }
    return "\(position): \(message)"
  }
}

/// The value that a script raised, carried by an error so that it can be raised again unchanged.
///
/// Invariant: only `LuaState` reads it, on the executor of the state that owns the value. Other
/// code only carries and releases it, and releasing a reference is safe anywhere.
final class LuaRaisedValue: @unchecked Sendable {
  let value: LuaValue

  init(_ value: LuaValue) {
    self.value = value
  }
}
