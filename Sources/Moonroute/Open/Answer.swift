/// The answer to a question that was asked by opening a screen.
public struct Answer: Sendable {
  /// How it ended.
  public enum Ending: Hashable, Sendable {
    /// The screen was shown, and left.
    case left(ScreenResult.Reason)
    /// No screen was shown that could answer: how the open ended.
    case ended(Outcome.Status)
  }

  /// The result; for a location that runs an action, what the action answered.
  public let value: Value

  /// How it ended.
  public let ending: Ending

  /// The outcome of the open.
  public let outcome: Outcome

  /// The ending in a word, as scripts see it.
  public var how: String {
    switch ending {
    case .left(let reason): reason.rawValue
    case .ended(let status): status.rawValue
    }
  }
}

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
