/// The causes of the last errors that the host has raised in a state, by message.
///
/// Lua keeps only the code, message and place of an error. An error that returns from a script gets
/// the cause of its message again.
struct RaisedCauses {
  private static let limit = 16

  private var last: [(message: String, cause: any Error)] = []

  mutating func note(_ error: LuaError) {
    guard let cause = error.cause, self[error.message] == nil else { return }
    if last.count == Self.limit { last.removeFirst() }
    last.append((error.message, cause))
  }

  subscript(message: String) -> (any Error)? { last.last { $0.message == message }?.cause }
}
