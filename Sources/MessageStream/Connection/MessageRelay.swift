/// Forwards messages between two connections until one of them ends.
package enum MessageRelay {
  /// Closes both connections when one ends, and returns the reason if it is an error.
  package static func run(
    _ one: MessageConnection,
    _ other: MessageConnection
  ) async -> MessageError? {
    async let there = carry(from: one, to: other)
    async let back = carry(from: other, to: one)
    let problems = await (there, back)
    return problems.0 ?? problems.1
  }

  private static func carry(
    from source: MessageConnection,
    to target: MessageConnection
  ) async -> MessageError? {
    while true {
      switch await source.next() {
      case .message(let message): target.send(message)
      case .malformed: continue
      case .end(let problem):
        await target.finish()
        return problem
      }
    }
  }
}
