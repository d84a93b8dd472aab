/// A method of a host object, called with a colon.
public struct LuaMethod {
  let name: String
  let usage: String
  let suspends: LuaSuspends
  let depth: Int?
  /// The call that begins the operation, if scripts always wait for this method.
  let suspendingCall: SuspendingCall?
  let body: (LuaCall) throws -> LuaAnswer

  /// Makes a method that returns values.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - usage: How to call it, for the reference, such as `location:with(parts)`.
  ///   - depth: How many levels of tables in the arguments are copied; all levels if omitted.
  ///   - body: The implementation. Argument 0 is the object, already checked.
  public init(
    _ name: String,
    usage: String = "",
    depth: Int? = nil,
    _ body: @escaping (LuaCall) throws -> [LuaValue]
  ) {
    self.init(answering: name, usage: usage, depth: depth) { .values(try body($0)) }
  }

  /// Makes a method that may also suspend the script, or call another function.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - usage: How to call it, for the reference.
  ///   - suspends: Whether it may return ``LuaAnswer/suspend(_:)``.
  ///   - depth: How many levels of tables in the arguments are copied; all levels if omitted.
  ///   - body: The implementation. Argument 0 is the object, already checked.
  public init(
    answering name: String,
    usage: String = "",
    suspends: LuaSuspends = .never,
    depth: Int? = nil,
    _ body: @escaping (LuaCall) throws -> LuaAnswer
  ) {
    self.name = name
    self.usage = usage
    self.suspends = suspends
    self.depth = depth
    suspendingCall = nil
    self.body = body
  }

  /// Makes a method that a script always waits for.
  ///
  /// It works like ``LuaState/makeSuspending(_:usage:depth:for:refusal:)``.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - usage: How to call it, for the reference.
  ///   - depth: How many levels of tables in the arguments are copied; all levels if omitted.
  ///   - suspendingCall: Begins the operation: ``LuaTask/suspendingCall``.
  ///   - refusal: The message where no script can wait; `cannot await here` if omitted.
  public init(
    suspending name: String,
    usage: String = "",
    depth: Int? = nil,
    for suspendingCall: SuspendingCall,
    refusal: ((LuaCall) -> LuaError)? = nil
  ) {
    self.name = name
    self.usage = usage
    suspends = .always
    self.depth = depth
    self.suspendingCall = suspendingCall
    body = { call in
      throw refusal?(call) ?? LuaError(.cannotAwait, "cannot await here (\(call.barrierWords))")
    }
  }
}
