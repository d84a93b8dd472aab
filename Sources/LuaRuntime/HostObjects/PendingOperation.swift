/// The work of the host that a script waits for.
public struct PendingOperation {
  /// Does the work and answers the values for the script.
  public let work: () async throws -> [LuaValue]

  /// Whether it ends by itself, as a timer does or an answer of the program.
  public let endsByItself: Bool

  /// Whether the script goes on with the result even though the scripts have been replaced, so that it
  /// can end what it has begun.
  public let isToldOfEnd: Bool

  /// The nanoseconds that handlers of the scripts have computed for it, if it runs any.
  public let computed: (() -> UInt64)?

  /// The memory that counts for it, let go of with it.
  public let charge: AnyObject?

  /// Describes the work; nothing of it begins.
  ///
  /// - Parameters:
  ///   - work: Does the work and answers the values for the script.
  ///   - endsByItself: Whether it ends by itself. Default: no.
  ///   - isToldOfEnd: Whether the script goes on with the result even though the scripts have been
  ///     replaced. Default: no.
  ///   - computed: The nanoseconds that handlers have computed for it. Default: it runs none.
  ///   - charge: The memory that counts for it. Default: none.
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

  /// No work: it answers no values, at once.
  public static var nothing: PendingOperation { PendingOperation { [] } }
}

/// A host function that suspends the script that calls it.
///
/// The script is suspended before any of the work begins.
public final class SuspendingCall {
  /// Reads the arguments and answers what to wait for.
  public let begin: (LuaCall) throws -> PendingOperation

  /// Makes one.
  ///
  /// - Parameter begin: Reads the arguments and answers what to wait for.
  public init(_ begin: @escaping (LuaCall) throws -> PendingOperation) {
    self.begin = begin
  }
}
