/// A place where scripts stop.
package struct ScriptBreakpoint: Hashable, Sendable {
  /// A wish for one.
  package struct Request: Hashable, Sendable {
    /// The line where it was set, from 1.
    package var line: Int
    /// The Lua text without whose holding it does not stop; one that raises stops.
    package var condition: String?
    /// When it stops, of how often it is reached: `5` and `==5` the fifth time, `>5`, `>=5`, `%5`.
    package var hitCount: String?
    /// It does not stop, and writes this; Lua in braces is replaced by its value.
    package var log: String?

    /// Makes one; what is left out does not matter.
    package init(
      line: Int,
      condition: String? = nil,
      hitCount: String? = nil,
      log: String? = nil
    ) {
      self.line = line
      self.condition = condition
      self.hitCount = hitCount
      self.log = log
    }
  }

  /// The number, one for each breakpoint that was ever set.
  package let id: Int
  /// The file, as scripts name it; for one on a route's function empty until that is known.
  package let file: String
  /// The line where scripts stop: that of the next statement, once the file is loaded.
  package let line: Int
  /// Whether a loaded script has that line.
  package let isVerified: Bool
  /// Why it can never be reached, or why not yet; `nil` for one that is verified.
  package let message: String?
}
