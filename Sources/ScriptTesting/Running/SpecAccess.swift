package import Moonroute
package import ScriptHost

/// Builds tables of access for specs.
///
/// A target that depends on this one provides the implementation.
package struct SpecAccess: Sendable {
  /// The application and the people in a table of access.
  package struct Question: Sendable {
    package let texts: [String: [UInt8]]

    package let makeHost: @Sendable (Application) throws -> ScriptHost

    /// The names of personas, or `nil` for all.
    package let personas: [String]?

    /// The session values that vary, by their paths, sorted.
    package let flags: [(name: String, values: [Value])]

    /// Whether each open uses a new application.
    package let isFresh: Bool

    /// Charges processor time to the test, and returns whether the test has any left.
    package let spend: @Sendable (Duration) -> Bool
  }

  package struct Table: Sendable {
    /// The outcome for each person in words, by location and name.
    package let words: [String: [String: String]]

    package let snapshot: String

    /// Describes the differences from a snapshot's text, or returns `nil`; throws for other text.
    package let difference: @Sendable (String) throws -> String?

    package init(
      words: [String: [String: String]],
      snapshot: String,
      difference: @escaping @Sendable (String) throws -> String?
    ) {
      (self.words, self.snapshot, self.difference) = (words, snapshot, difference)
    }
  }

  package let table: @Sendable (Question) async throws -> Table

  package init(_ table: @escaping @Sendable (Question) async throws -> Table) {
    self.table = table
  }
}
