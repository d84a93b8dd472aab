import RoutePatterns
import TextTools

/// The intent filters for web links of an Android manifest.
package struct AndroidManifest: Sendable {
  /// The data of one filter: a link needs one of the schemes, one of the hosts and one of the paths.
  struct Filter: Sendable, Equatable {
    var schemes: Set<String> = []
    var hosts: [String] = []
    var paths: [Path] = []
    /// Whether the filter has conditions that this type does not read.
    var isUnread = false
  }

  enum Path: Sendable, Equatable {
    case whole(String)
    case prefix(String)
    case suffix(String)
    /// A glob of the older form, in which `.*` is any text.
    case glob(String)
  }

  private(set) var filters: [Filter] = []
  package private(set) var problems: [LinkFileProblem] = []

  /// Reads a text manifest; `name` is its name in messages.
  package init(reading bytes: [UInt8], name: String) {
    var tags = ManifestTags(bytes)
    while let tag = tags.next() {
      guard tag.name == "intent-filter", !tag.isEnd else { continue }
      if let filter = Self.filter(&tags) { filters.append(filter) }
    }
    if filters.isEmpty { problems = [.badManifest(file: name)] }
  }

  /// Reads the filter up to its end; `nil` if it opens no web links.
  private static func filter(_ tags: inout ManifestTags) -> Filter? {
    var filter = Filter()
    var names: Set<String> = []
    while let tag = tags.next(), !(tag.isEnd && tag.name == "intent-filter") {
      guard !tag.isEnd else { continue }
      switch tag.name {
      case "action", "category": names.formUnion(tag.values["android:name"].map { [$0] } ?? [])
      case "data": read(tag.values, into: &filter)
      case "uri-relative-filter-group": filter.isUnread = true
      default: break
      }
    }
    let isWeb = !filter.schemes.isDisjoint(with: ["http", "https"])
    let opens =
      names.contains("android.intent.action.VIEW")
      && names.contains("android.intent.category.BROWSABLE")
    return isWeb && opens ? filter : nil
  }

  private static func read(_ values: [String: String], into filter: inout Filter) {
    for (name, value) in values {
      switch name {
      case "android:scheme": filter.schemes.insert(value)
      case "android:host": filter.hosts.append(value)
      case "android:path": filter.paths.append(.whole(value))
      case "android:pathPrefix": filter.paths.append(.prefix(value))
      case "android:pathSuffix": filter.paths.append(.suffix(value))
      case "android:pathPattern": filter.paths.append(.glob(value.replacing(#"\\"#, with: #"\"#)))
      case "android:pathAdvancedPattern", "android:mimeType": filter.isUnread = true
      default: break
      }
    }
  }

  /// Whether a filter claims a link, or `nil` if that depends on conditions that are not read.
  func claims(_ link: WebLink) -> Bool? {
    guard let scheme = link.scheme, let host = link.host else { return false }
    let path = PercentText.decoded(link.path)
    let fitting = filters.filter { filter in
      filter.schemes.contains(scheme) && filter.hosts.contains { Self.matches(host, $0) }
        && (filter.paths.isEmpty || filter.isUnread || filter.paths.contains { $0.matches(path) })
    }
    if fitting.contains(where: { !$0.isUnread }) { return true }
    return fitting.isEmpty ? false : nil
  }

  private static func matches(_ host: String, _ pattern: String) -> Bool {
    guard pattern.hasPrefix("*") else {
      return (try? HostRule(parsing: pattern))?.matches(host) ?? (pattern == host)
    }
    return host.lowercased().hasSuffix(pattern.dropFirst().lowercased())
  }
}

extension AndroidManifest.Path {
  func matches(_ path: String) -> Bool {
    switch self {
    case .whole(let text): text == path
    case .prefix(let text): path.hasPrefix(text)
    case .suffix(let text): path.hasSuffix(text)
    case .glob(let text): Self.matches(Array(path.utf8), Array(text.utf8))
    }
  }

  /// Matches `.` with any character, and `*` with repetitions of the character before it, up to the
  /// first occurrence of the character after it.
  private static func matches(_ text: [UInt8], _ glob: [UInt8]) -> Bool {
    var (place, step) = (0, 0)
    while step < glob.count {
      let isEscaped = glob[step] == UInt8(ascii: "\\") && step + 1 < glob.count
      if isEscaped { step += 1 }
      let byte = glob[step]
      let isAny = byte == UInt8(ascii: ".") && !isEscaped
      step += 1
      guard step < glob.count, glob[step] == UInt8(ascii: "*") else {
        guard place < text.count, isAny || text[place] == byte else { return false }
        place += 1
        continue
      }
      step += 1
      guard isAny else {
        while place < text.count, text[place] == byte { place += 1 }
        continue
      }
      guard step < glob.count else { return true }
      let next = glob[step] == UInt8(ascii: "\\") && step + 1 < glob.count ? step + 1 : step
      guard let found = text[place...].firstIndex(of: glob[next]) else { return false }
      place = found
    }
    return place == text.count
  }
}

/// The tags of an XML text, which may be malformed.
private struct ManifestTags {
  struct Tag {
    let name: String
    let isEnd: Bool
    let values: [String: String]
  }

  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func next() -> Tag? {
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(start + 1)...]
      if rest.starts(with: "!--".utf8) {
        skip(after: Array("-->".utf8))
        continue
      }
      return tag()
    }
    return nil
  }

  private mutating func skip(after end: [UInt8]) {
    while !rest.isEmpty, !rest.starts(with: end) { rest = rest.dropFirst() }
    rest = rest.dropFirst(end.count)
  }

  private mutating func tag() -> Tag {
    let isEnd = rest.first == UInt8(ascii: "/")
    if isEnd { rest = rest.dropFirst() }
    let name = word()
    var values: [String: String] = [:]
    while let byte = rest.first, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "<") {
      guard !Self.isSpace(byte), byte != UInt8(ascii: "/") else {
        rest = rest.dropFirst()
        continue
      }
      let key = word()
      while let byte = rest.first, Self.isSpace(byte) { rest = rest.dropFirst() }
      guard rest.first == UInt8(ascii: "=") else {
        if key.isEmpty { rest = rest.dropFirst() }
        continue
      }
      rest = rest.dropFirst().drop(while: Self.isSpace)
      guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
        continue
      }
      let value = rest.dropFirst().prefix { $0 != quote }
      rest = rest[value.endIndex...].dropFirst()
      values[key] = XMLText.decoded(RawText.text(value))
    }
    return Tag(name: name, isEnd: isEnd, values: values)
  }

  private mutating func word() -> String {
    let word = rest.prefix { byte in
      !Self.isSpace(byte) && !"<>=/\"'".utf8.contains(byte)
    }
    rest = rest[word.endIndex...]
    return RawText.text(word)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }
}
