package import MessageStream
import Moonroute
import RoutePatterns
import TextTools

/// The links files of an application.
package struct LinkPlan: Sendable {
  /// The files of hosts with the same claims.
  package struct Files: Sendable {
    /// The hosts; empty if the application and its settings name none.
    package let hosts: [String]
    package let apple: AppleLinkFile
    package let android: AndroidLinkFile

    /// The `<intent-filter>` for the manifest of the Android app.
    package let intentFilter: String

    /// The text of a file, with a component on each line.
    package static func text(_ json: JSON) -> String { LinkFileText(json).text }

    package var appleText: String { Self.text(apple.json) }

    package var androidText: String { Self.text(android.json) }
  }

  package private(set) var files: [Files] = []
  package private(set) var warnings: [LinkWarning] = []

  /// The claims of routes and proxies, for tries.
  private(set) var claims: [(route: RouteInfo, claims: [LinkClaim])] = []

  package init(of table: LinkTable, settings: LinkSettings) {
    let hosts = settings.hosts.isEmpty ? table.listedHosts : settings.hosts
    for route in table.proxies + table.routes {
      let forms = ClaimForms(of: route.pattern)
      let isExcluded = LinkTable.keepsOut(route)
      let claims = forms.claims.map { claim in
        var claim = claim
        (claim.isExcluded, claim.isCaseSensitive) = (isExcluded, route.isCaseSensitive)
        return claim
      }
      self.claims.append((route, claims))
      if !isExcluded { warnings += LinkWarning.all(about: route, forms) }
    }
    if table.locationRules["https"].fragment == .path { warnings.append(.fragment) }
    let groups = hosts.grouped { host in
      claims.indices.filter { table.allows(host, for: claims[$0].route) }
    }
    if groups.isEmpty { add(claims.flatMap(\.claims), [], settings) }
    for group in groups {
      add(group.key.flatMap { claims[$0].claims }, group.elements, settings)
    }
  }

  private mutating func add(_ claims: [LinkClaim], _ hosts: [String], _ settings: LinkSettings) {
    let apple = AppleClaims(claims)
    let android = AndroidClaims(claims)
    let files = Files(
      hosts: hosts,
      apple: AppleLinkFile(
        appIDs: settings.apple,
        components: apple.components,
        variables: apple.variables
      ),
      android: AndroidLinkFile(apps: settings.android, components: android.components),
      intentFilter: IntentFilter(hosts: hosts, claims: claims.filter { !$0.isExcluded }).text
    )
    self.files.append(files)
    let texts = [
      (AppleLinkFile.name, settings.apple.isEmpty ? "" : files.appleText),
      (AndroidLinkFile.name, settings.android.isEmpty ? "" : files.androidText),
    ]
    for (name, text) in texts where text.utf8.count > LinkWarning.byteLimit {
      warnings.append(.large(file: name, bytes: text.utf8.count))
    }
    warnings += files.apple.warnings(name: AppleLinkFile.name, isWritten: true)
    warnings += files.android.warnings(name: AndroidLinkFile.name, isWritten: true)
    warnings = warnings.grouped { $0 }.map(\.key)
  }
}

/// The `<intent-filter>` that claims at least the links of the files.
private struct IntentFilter {
  let text: String

  init(hosts: [String], claims: [LinkClaim]) {
    var lines = [
      "<intent-filter android:autoVerify=\"true\">",
      "  <action android:name=\"android.intent.action.VIEW\" />",
      "  <category android:name=\"android.intent.category.DEFAULT\" />",
      "  <category android:name=\"android.intent.category.BROWSABLE\" />",
      "  <data android:scheme=\"https\" />",
    ]
    lines += (hosts.isEmpty ? ["HOST"] : hosts).map { Self.data("host", $0) }
    lines += Self.paths(of: claims) + ["</intent-filter>"]
    text = lines.joined(separator: "\n") + "\n"
  }

  private static func data(_ name: String, _ value: String) -> String {
    "  <data android:\(name)=\"\(value.printed(as: .xmlAttribute))\" />"
  }

  /// The root, and the first segments of the claims.
  private static func paths(of claims: [LinkClaim]) -> [String] {
    let starts = Set(claims.map(start)).sorted()
    if starts.contains("") { return [data("pathPrefix", "/")] }
    var kept: [String] = []
    for start in starts.filter({ $0 != "/" }) {
      if let last = kept.last, start.hasPrefix(last) { continue }
      kept.append(start)
    }
    return (starts.contains("/") ? [data("path", "/")] : [])
      + kept.map { data("pathPrefix", $0) }
  }

  /// The literal text of the first segment; `/` for the root, empty for a claim of everything.
  private static func start(of claim: LinkClaim) -> String {
    guard claim.isCaseSensitive else { return "" }
    guard claim.tokens.count > 1 else { return "/" }
    guard case .literal(let text) = claim.tokens[1], !text.isEmpty else { return "" }
    return "/" + text
  }
}

/// JSON with each object of texts on one line.
private struct LinkFileText {
  private(set) var text = ""

  init(_ json: JSON) {
    write(json, indent: "")
    text += "\n"
  }

  private mutating func write(_ json: JSON, indent: String) {
    switch json {
    case .object(let fields) where !Self.isFlat(json):
      write(fields.map { ("\(JSON.text($0.name).line): ", $0.value) }, "{", "}", indent)
    case .list(let items) where !Self.isFlat(json):
      write(items.map { ("", $0) }, "[", "]", indent)
    default: text += json.line
    }
  }

  private mutating func write(
    _ items: [(String, JSON)],
    _ start: String,
    _ end: String,
    _ indent: String
  ) {
    text += start
    for (index, item) in items.enumerated() {
      text += (index == 0 ? "\n" : ",\n") + indent + "  " + item.0
      write(item.1, indent: indent + "  ")
    }
    text += "\n\(indent)\(end)"
  }

  /// Whether a value has no lists and objects in it.
  private static func isFlat(_ json: JSON) -> Bool {
    let values: [JSON] =
      switch json {
      case .object(let fields): fields.map(\.value)
      case .list(let items): items
      default: []
      }
    return values.allSatisfy { value in
      switch value {
      case .object, .list: false
      default: true
      }
    }
  }
}
