import ScriptHost

/// An error that prevents a table.
package enum AccessError: Error, CustomStringConvertible {
  /// The maximum number of people in a table.
  package static let peopleLimit = 200

  case unknownPersona(String, known: [String])
  case manyPeople(Int)
  /// An argument is repeated, for example `persona 'mei'`.
  case repeated(String)
  /// A flag has an invalid name, no values or a repeated value.
  case badFlag(String)
  /// The opens have exceeded their processor time.
  case timeUsed

  /// Checks that all columns have different names.
  static func refuseRepetition(
    of personas: [String],
    _ flags: [AccessFlag]
  ) throws(AccessError) {
    var names: Set<String> = []
    for name in personas where !names.insert(name).inserted {
      throw .repeated("persona '\(name)'")
    }
    var paths: Set<[String]> = []
    for flag in flags where !paths.insert([flag.target.rawValue] + flag.path).inserted {
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
      "The personas and varied values give \(count) people; a table has up to"
        + " \(Self.peopleLimit). Vary fewer values."
    case .repeated(let name):
      "The \(name) is given twice. Give it once."
    case .badFlag(let name):
      "'\(name)' cannot vary: give a name of the session, such as 'beta' or 'shop.level',"
        + " 'host.NAME' or 'query.NAME', and different values."
    case .timeUsed:
      "The opens of the table exceed their total computing time. Try fewer people."
    }
  }
}
