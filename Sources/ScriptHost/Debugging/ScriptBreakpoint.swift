/// A place where scripts stop.
package struct ScriptBreakpoint: Hashable, Sendable {
  package struct Request: Hashable, Sendable {
    /// The line where it was set, from 1.
    package var line: Int
    /// A Lua condition: it only stops if the condition is true or raises an error.
    package var condition: String?
    /// When it stops, by the number of times it was reached: `5` and `==5` the fifth time, `>5`,
    /// `>=5`, `%5`.
    package var hitCount: String?
    /// The text of a logpoint, which does not stop; Lua in braces is replaced by its value.
    package var log: String?

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

  /// The number, unique among all breakpoints that were ever set.
  package let id: Int
  /// The file, as scripts name it; empty for a breakpoint on a route's function until the function
  /// is known.
  package let file: String
  /// The line where scripts stop: the line of the next statement, once the file is loaded.
  package let line: Int
  /// Whether a loaded script has that line.
  package let isVerified: Bool
  /// The reason why it can never be reached, or not yet; `nil` if it is verified.
  package let message: String?
}
