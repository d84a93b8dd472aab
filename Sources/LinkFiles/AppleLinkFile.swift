package import MessageStream

/// The file `apple-app-site-association`: the links that open apps on Apple's systems.
package struct AppleLinkFile: Sendable {
  package static let name = "apple-app-site-association"

  /// The path of the file on a web server, without its first slash.
  package static let path = ".well-known/\(name)"

  /// The rules of one or more apps.
  struct Entry: Sendable {
    var appIDs: [String]
    var components: [LinkComponent]
    /// The path of the components in the file, without their index.
    var place: String
  }

  private(set) var entries: [Entry] = []
  private(set) var variables = SubstitutionVariables()
  private(set) var variableTexts: [(name: String, values: [String])] = []
  package private(set) var problems: [LinkFileProblem] = []

  /// The reason why devices ignore the whole file, if they do.
  private(set) var refusal: LinkFileProblem?

  /// The rules of apps, as ``json`` writes them.
  init(
    appIDs: [String],
    components: [LinkComponent],
    variables: [(name: String, values: [String])]
  ) {
    entries = [Entry(appIDs: appIDs, components: components, place: "components")]
    variableTexts = variables
    self.variables = SubstitutionVariables(
      Dictionary(variables.map { ($0.name, $0.values) }) { $1 }
    )
  }

  /// Reads a file, even if it has mistakes; `name` is its name in messages.
  package init(reading bytes: [UInt8], name: String = name) {
    var reader = ComponentReader(name)
    if let json = reader.value(of: bytes) { read(json["applinks"], &reader) }
    problems = reader.problems
    refusal = problems.first { problem in
      switch problem {
      case .notJSON, .tooLarge: true
      default: false
      }
    }
  }

  private mutating func read(_ links: JSON, _ reader: inout ComponentReader) {
    guard case .object = links else { return reader.missing("applinks", "an object") }
    readVariables(links["substitutionVariables"], &reader)
    switch links["details"] {
    case .list(let details):
      for (index, detail) in details.enumerated() {
        let place = details.count == 1 ? "" : "details[\(index)]."
        read(detail, ids: Self.ids(detail), defaults: links["defaults"], at: place, &reader)
      }
    case .object(let apps):
      for app in apps {
        let place = "details[\"\(app.name)\"]."
        read(app.value, ids: [app.name], defaults: links["defaults"], at: place, &reader)
      }
    default: reader.missing("applinks.details", "a list")
    }
    for entry in entries {
      for (index, component) in entry.components.enumerated() {
        for name in component.patterns.flatMap(SubstitutionVariables.names)
        where !variables.contains(name) {
          let place = "\(entry.place)[\(index)]"
          reader.add(.unknownVariable(file: reader.file, place: place, name: name))
        }
      }
    }
  }

  private static func ids(_ detail: JSON) -> [String] {
    (detail["appID"].text.map { [$0] } ?? []) + detail["appIDs"].items.compactMap(\.text)
  }

  private mutating func read(
    _ detail: JSON,
    ids: [String],
    defaults: JSON,
    at place: String,
    _ reader: inout ComponentReader
  ) {
    if ids.isEmpty { reader.missing("\(place)appIDs", "a list of app IDs") }
    if detail["components"] == .null, case .list(let paths) = detail["paths"] {
      let components = paths.map { Self.component(ofPath: $0.text ?? "") }
      entries.append(Entry(appIDs: ids, components: components, place: "\(place)paths"))
      return
    }
    let name = "\(place)components"
    var components = reader.components(detail["components"], at: name, forApple: true)
    for (index, json) in detail["components"].items.enumerated() {
      func flag(_ flag: String) -> Bool {
        let places = [
          (json, "\(name)[\(index)]"), (detail["defaults"], "\(place)defaults"),
          (defaults, "applinks.defaults"),
        ]
        for (json, place) in places {
          if let value = reader.flag(json, flag, at: place) { return value }
        }
        return true
      }
      components[index].isCaseSensitive = flag("caseSensitive")
      components[index].isPercentEncoded = flag("percentEncoded")
    }
    entries.append(Entry(appIDs: ids, components: components, place: name))
  }

  /// A path of the older form: `/buy/*`, or `NOT /help/*`.
  private static func component(ofPath text: String) -> LinkComponent {
    let isExcluded = text.hasPrefix("NOT ")
    return LinkComponent(
      path: isExcluded ? String(text.dropFirst(4)) : text,
      isExcluded: isExcluded
    )
  }

  private mutating func readVariables(_ json: JSON, _ reader: inout ComponentReader) {
    switch json {
    case .null: break
    case .object(let fields):
      for field in fields {
        guard case .list(let items) = field.value, items.allSatisfy({ $0.text != nil }) else {
          reader.missing("substitutionVariables.\(field.name)", "a list of texts")
          continue
        }
        let values = items.compactMap(\.text)
        for value in values where !SubstitutionVariables.names(in: value).isEmpty {
          reader.add(.nestedVariable(file: reader.file, name: field.name, value: value))
        }
        variableTexts.append((field.name, values))
      }
      variables = SubstitutionVariables(
        Dictionary(variableTexts.map { ($0.name, $0.values) }) { $1 }
      )
    default: reader.missing("substitutionVariables", "an object")
    }
  }

  package var json: JSON {
    let details = entries.map { entry in
      JSON.fields(
        ("appIDs", .list(entry.appIDs.map(JSON.text))),
        ("components", .list(entry.components.map(\.json)))
      )
    }
    var links = [JSON.Field("details", .list(details))]
    if !variableTexts.isEmpty {
      let texts = variableTexts.map { JSON.Field($0.name, .list($0.values.map(JSON.text))) }
      links.append(JSON.Field("substitutionVariables", .object(texts)))
    }
    return .fields(("applinks", .object(links)))
  }
}
