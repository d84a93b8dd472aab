package import MessageStream

/// The file `assetlinks.json`: the Android apps that open links, and the rules for Android 15 and
/// later.
package struct AndroidLinkFile: Sendable {
  package static let name = "assetlinks.json"

  /// The path of the file on a web server, without its first slash.
  package static let path = ".well-known/\(name)"

  package static let relation = "delegate_permission/common.handle_all_urls"

  /// A statement about one app.
  struct Statement: Sendable {
    var app: LinkSettings.AndroidApp
    /// The rules, or `nil` if the app opens everything that its manifest claims.
    var components: [LinkComponent]?
    /// The path of the components in the file, without their index.
    var place: String
  }

  private(set) var statements: [Statement] = []
  package private(set) var problems: [LinkFileProblem] = []

  /// The reason why devices ignore the whole file, if they do.
  private(set) var refusal: LinkFileProblem?

  /// The same rules for some apps.
  init(apps: [LinkSettings.AndroidApp], components: [LinkComponent]) {
    statements = apps.map { Statement(app: $0, components: components, place: "components") }
    if apps.isEmpty {
      // Without apps, the rules can be checked, but not written.
      let none = LinkSettings.AndroidApp(package: "", fingerprints: [])
      statements = [Statement(app: none, components: components, place: "components")]
    }
  }

  /// Reads a file, even if it has mistakes; `name` is its name in messages.
  package init(reading bytes: [UInt8], name: String = name) {
    var reader = ComponentReader(name)
    if let json = reader.value(of: bytes) { read(json, &reader) }
    problems = reader.problems
    refusal = problems.first { problem in
      switch problem {
      case .notJSON, .tooLarge, .emptyPattern: true
      case .missing(_, let place, _): place == "the file"
      default: false
      }
    }
  }

  private mutating func read(_ json: JSON, _ reader: inout ComponentReader) {
    guard case .list(let items) = json else { return reader.missing("the file", "a list") }
    for (index, item) in items.enumerated() {
      let place = items.count == 1 ? "" : "[\(index)]."
      guard item["relation"].items.contains(.text(Self.relation)) else { continue }
      guard item["target"]["namespace"].text == "android_app" else { continue }
      guard let package = item["target"]["package_name"].text else {
        reader.missing("\(place)target.package_name", "a text")
        continue
      }
      let fingerprints = item["target"]["sha256_cert_fingerprints"].items.compactMap(\.text)
      if fingerprints.isEmpty {
        reader.missing("\(place)target.sha256_cert_fingerprints", "a list of texts")
      }
      let rules = item["relation_extensions"][Self.relation]["dynamic_app_link_components"]
      let name = "\(place)components"
      let components =
        rules == .null ? nil : reader.components(rules, at: name, forApple: false)
      for (index, component) in (components ?? []).enumerated() {
        let parts = [("/", component.path), ("#", component.fragment)]
        for (part, pattern) in parts where pattern == "" {
          reader.add(.emptyPattern(file: reader.file, place: "\(name)[\(index)]", part: part))
        }
      }
      statements.append(
        Statement(
          app: LinkSettings.AndroidApp(package: package, fingerprints: fingerprints),
          components: components,
          place: name
        )
      )
    }
    if statements.isEmpty { reader.add(.noStatement(file: reader.file)) }
  }

  package var json: JSON {
    .list(
      statements.map { statement in
        var fields: [JSON.Field] = [
          JSON.Field("relation", .list([.text(Self.relation)])),
          JSON.Field(
            "target",
            .fields(
              ("namespace", .text("android_app")),
              ("package_name", .text(statement.app.package)),
              ("sha256_cert_fingerprints", .list(statement.app.fingerprints.map(JSON.text)))
            )
          ),
        ]
        if let components = statement.components {
          let rules = JSON.fields(
            ("dynamic_app_link_components", .list(components.map(\.json)))
          )
          fields.append(
            JSON.Field("relation_extensions", .fields((Self.relation, rules)))
          )
        }
        return .object(fields)
      }
    )
  }
}
