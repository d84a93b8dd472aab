import LuaRuntime
import Moonroute

/// Counts how often background functions, such as handlers and timers, were stopped for computing
/// too long.
///
/// A function that is stopped several times in a row is not called again. Functions that begin on
/// the same line count as one, since a loop registers the same mistake each time.
final class CircuitBreaker {
  /// The stops in a row after which a function is not called again.
  static let limit = 3

  /// Whether no function was stopped recently.
  // Read or written in one step.
  @exclusivity(unchecked) private(set) var isQuiet = true

  private var counts: [LuaPosition: Int] = [:]

  /// Whether a function must not be called any more.
  func isOpen(for function: LuaFunction) -> Bool {
    guard !isQuiet, let place = function.definedAt else { return false }
    return counts[place] ?? 0 >= Self.limit
  }

  func error(of function: LuaFunction) -> LuaError {
    LuaError(
      .timeout,
      "the function at \(function.definedAt?.description ?? "?") is no longer called, because it"
        + " was stopped \(Self.limit) times in a row"
    )
  }

  func recordSuccess(of function: LuaFunction) {
    guard !isQuiet, let place = function.definedAt, counts[place] ?? 0 < Self.limit else { return }
    counts[place] = nil
    isQuiet = counts.isEmpty
  }

  /// Records a failure; returns a sentence to add to the error after too many stops, or no text.
  func recordStop(_ error: LuaError, of function: LuaFunction) -> String {
    guard error.code == .timeout else {
      recordSuccess(of: function)
      return ""
    }
    guard error.isStop, let place = function.definedAt else { return "" }
    isQuiet = false
    counts[place, default: 0] += 1
    guard counts[place] == Self.limit else { return "" }
    return ". The function at \(place) was stopped \(Self.limit) times in a row and is not called"
      + " again until the scripts are reloaded"
  }
}
