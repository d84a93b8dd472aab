extension Router {
  /// Opens a location and waits for the result of its screen.
  ///
  /// The wait does not count towards the time limit of a decision that asks. If the asking task is
  /// cancelled, the answer is `cancelled`, and the screen stays.
  ///
  /// - Parameters:
  ///   - text: The location as written in a link.
  ///   - options: The options of this open.
  /// - Returns: The result and the reason for it.
  package func ask(_ text: String, options: OpenOptions = OpenOptions()) async -> ScreenAnswer {
    let outcome = await open(text, options: options)
    guard let handle = outcome.handle else {
      return ScreenAnswer(
        value: outcome.values.first ?? .null,
        ending: .ended(outcome.status),
        outcome: outcome
      )
    }
    do {
      let result = try await waiting(forResultOf: handle) { try await handle.result() }
      return ScreenAnswer(value: result.value, ending: .left(result.reason), outcome: outcome)
    } catch {
      return ScreenAnswer(value: .null, ending: .ended(.cancelled), outcome: outcome)
    }
  }
}
