package import Moonroute
package import ScriptHost

/// Makes tables of who may open what for specs.
///
/// It is handed in by a target that stands on this one.
package struct SpecAccess: Sendable {
  /// The application and the people that a spec asks about.
  package struct Question: Sendable {
    /// The bytes of each script by its path.
    package let texts: [String: [UInt8]]

    package let makeHost: @Sendable (Application) throws -> ScriptHost

    /// The names of personas; `nil`: all.
    package let personas: [String]?

    /// The values of the session that vary, by the path that leads to each, sorted.
    package let flags: [(name: String, values: [Value])]

    /// Whether each open has an application of its own.
    package let isFresh: Bool

    /// Takes processor time that the table took, as it goes; answers whether the test has any left.
    package let spend: @Sendable (Duration) -> Bool
  }

  /// A table, as specs see it.
  package struct Table: Sendable {
    /// The end of each person, in words, by location and name.
    package let words: [String: [String: String]]

    /// The text of a snapshot of it.
    package let snapshot: String

    /// Tells what differs from the text of a snapshot, in sentences, or answers `nil`.
    ///
    /// It throws where the text is none of a snapshot.
    package let difference: @Sendable (String) throws -> String?

    /// Describes a table.
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
