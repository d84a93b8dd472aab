#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The commands and options of a program, as its parser describes them in JSON.
struct ToolDescription: Decodable {
  struct Command: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let arguments: [Argument]?
    let subcommands: [Command]?

    var shown: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }
    /// The options and flags except those for help and the version.
    var options: [Argument] {
      shown.filter { $0.kind != "positional" && !["help", "version"].contains($0.valueName) }
    }
  }

  struct Argument: Decodable, Equatable {
    let kind: String
    let valueName: String?
    let abstract: String?
    let names: [Name]?
    let defaultValue: String?
    let sectionTitle: String?
    let isOptional: Bool
    let isRepeating: Bool
    let shouldDisplay: Bool
  }

  struct Name: Decodable, Equatable {
    let kind: String
    let name: String

    var spelling: String { (kind == "long" ? "--" : "-") + name }
  }

  let command: Command

  init(json: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
  }
}
