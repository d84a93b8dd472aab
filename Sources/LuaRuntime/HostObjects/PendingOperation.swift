/// The work of the host that a script waits for.
public struct PendingOperation {
  /// Does the work and returns the values for the script.
  public let work: () async throws -> [LuaValue]

  /// Whether it ends by itself, as a timer or a request to the program does.
  public let endsByItself: Bool

  /// Whether the script receives the result even if the scripts were reloaded meanwhile, so that it
  /// can finish its work.
  public let isToldOfEnd: Bool

  /// The nanoseconds that script handlers have computed for it, if it runs any.
  public let computed: (() -> UInt64)?

  /// The memory charged for it, released together with it.
  public let charge: AnyObject?

  /// Describes the work without starting it.
  ///
  /// - Parameters:
  ///   - work: Does the work and returns the values for the script.
  ///   - endsByItself: Whether it ends by itself. Default: no.
  ///   - isToldOfEnd: Whether the script receives the result even if the scripts were reloaded
  ///     meanwhile. Default: no.
  ///   - computed: The nanoseconds that handlers have computed for it. Default: it runs none.
  ///   - charge: The memory charged for it. Default: none.
  public init(
    work: @escaping () async throws -> [LuaValue],
    endsByItself: Bool = false,
    isToldOfEnd: Bool = false,
    computed: (() -> UInt64)? = nil,
    charge: AnyObject? = nil
  ) {
    self.work = work
    self.endsByItself = endsByItself
    self.isToldOfEnd = isToldOfEnd
    self.computed = computed
    self.charge = charge
  }

  /// No work: it returns no values, immediately.
  public static var nothing: PendingOperation { PendingOperation { [] } }
}

/// A host function that suspends the script that calls it.
///
/// The script is suspended before any of the work begins.
public final class SuspendingCall {
  /// Reads the arguments and returns the operation to wait for.
  public let begin: (LuaCall) throws -> PendingOperation

  /// Makes a suspending call.
  ///
  /// - Parameter begin: Reads the arguments and returns the operation to wait for.
  public init(_ begin: @escaping (LuaCall) throws -> PendingOperation) {
    self.begin = begin
  }
}
