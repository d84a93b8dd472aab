
extension Router {
  /// Opens a location and waits for what becomes of its screen.
  ///
  /// The time until then does not count for a decision that asks. An asker that is cancelled gets
  /// `cancelled`; the screen stays.
  ///
  /// - Parameters:
  ///   - text: The location as written in a link.
  ///   - options: How this open differs from an ordinary one.
  /// - Returns: The result, and how it came about.
  public func ask(_ text: String, options: OpenOptions = OpenOptions()) async -> Answer {
    let outcome = await open(text, options: options)
    guard let handle = outcome.handle else {
      return Answer(
        value: outcome.values.first ?? .none,
        ending: .ended(outcome.status),
        outcome: outcome
      )
    }
    do {
      let result = try await uncounted { try await handle.result() }
      return Answer(value: result.value, ending: .left(result.reason), outcome: outcome)
    } catch {
      return Answer(value: .none, ending: .ended(.cancelled), outcome: outcome)
    }
  }
}
