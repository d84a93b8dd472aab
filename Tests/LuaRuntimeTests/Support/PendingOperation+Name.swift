import LuaRuntime

extension PendingOperation {
  private final class Name {
    let text: String

    init(_ text: String) { self.text = text }
  }

  /// An operation that a test knows again by its name.
  static func named(_ name: String) -> PendingOperation {
    PendingOperation(work: { [] }, charge: Name(name))
  }

  /// The name that a test gave it.
  var name: String? { (charge as? Name)?.text }
}

extension SuspendingCall {
  /// One whose operation a test knows again by its name.
  static func named(_ name: String) -> SuspendingCall { SuspendingCall { _ in .named(name) } }
}
