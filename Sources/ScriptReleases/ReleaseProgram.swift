#if Releases
package import ScriptHost

/// The program whose rules follow a channel.
package protocol ReleaseProgram: Sendable {
  /// The time since any fixed moment, which never goes back.
  nonisolated var uptime: Duration { get }

  /// Returns the names that a bundle needs and the program does not offer.
  nonisolated func lacks(_ needs: ScriptBundle.Needs) -> ScriptBundle.Needs

  /// Proves a bundle; returns the reason for a refusal, or `nil`.
  func prove(_ bundle: ScriptBundle) async -> String?

  /// Switches to other rules; returns the reason for a refusal, or `nil`.
  func use(_ rules: ReleaseFollower.Rules) async -> String?

  /// Returns the opens since the start of the program.
  func opens() async -> OpenCounts
}

extension ReleaseProgram {
  package nonisolated var uptime: Duration { ReleaseClock.start.duration(to: .now) }
}

private enum ReleaseClock {
  static let start = ContinuousClock.now
}

extension ScriptBundle.Needs {
  /// The names in words, such as "the view 'Cart' and the function 'stock'"; `nil` without any.
  var words: String? {
    let names =
      views.map { "the view '\($0)'" } + functions.map { "the function '\($0)'" }
      + values.map { "the value '\($0)'" }
    guard let last = names.last else { return nil }
    guard names.count > 1 else { return last }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
#endif
