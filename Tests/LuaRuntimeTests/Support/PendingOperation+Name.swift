import LuaRuntime

extension PendingOperation {
  private final class Name {
    let text: String

    init(_ text: String) { self.text = text }
  }

  /// An operation that a test recognises by its name.
  static func named(_ name: String) -> PendingOperation {
    PendingOperation(work: { [] }, charge: Name(name))
  }

  /// The name given by a test.
  var name: String? { (charge as? Name)?.text }
}

extension SuspendingCall {
  /// A suspending call with an operation that a test recognises by its name.
  static func named(_ name: String) -> SuspendingCall { SuspendingCall { _ in .named(name) } }
}
