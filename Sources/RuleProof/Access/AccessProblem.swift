import ScriptHost

/// The reason why there is no table.
package enum AccessProblem: Error, CustomStringConvertible {
  /// The people that a table may have.
  package static let peopleLimit = 200

  /// There is no persona of this name.
  case unknownPersona(String, known: [String])
  /// There are more people than a table may have.
  case manyPeople(Int)
  /// Something is given twice, as in `persona 'mei'`.
  case repeated(String)
  /// A flag is no name of the session, or has no values, or one of them twice.
  case badFlag(String)
  /// There is no processor time left.
  case timeUsed

  /// Refuses what would be two columns of one name.
  ///
  /// - Throws: ``repeated(_:)``.
  static func refuseRepetition(
    of personas: [String],
    _ flags: [AccessFlag]
  ) throws(AccessProblem) {
    var names: Set<String> = []
    for name in personas where !names.insert(name).inserted {
      throw .repeated("persona '\(name)'")
    }
    var paths: Set<[String]> = []
    for flag in flags where !paths.insert(flag.path).inserted {
      throw .repeated("flag '\(flag.name)'")
    }
  }

  package var description: String {
    switch self {
    case .unknownPersona(let name, let known):
      "There is no persona '\(name)'."
        + (known.isEmpty
          ? " Add it to \(ScriptPersona.file), next to main.lua."
          : " Available: \(known.joined(separator: ", ")).")
    case .manyPeople(let count):
      "The personas with all values that vary are \(count) people; a table takes"
        + " \(Self.peopleLimit). Vary fewer values."
    case .repeated(let name):
      "The \(name) is given twice. Give it once."
    case .badFlag(let name):
      "'\(name)' does not vary: it takes a name of the session, such as 'beta' or 'shop.level', and"
        + " values that differ."
    case .timeUsed:
      "The opens of the table compute for longer than they may together. Try fewer people."
    }
  }
}
