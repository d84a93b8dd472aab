import TextTools

/// A compiled path template such as `/user/:id<int>`.
///
/// A pattern is a list of segments separated by `/`. `:id` is a parameter: it matches one non-empty
/// segment and captures its decoded text. `**` at the end matches the rest of the path. Other
/// segments match themselves.
///
/// ```swift
/// let pattern = try RoutePattern("/user/:id<int>")
/// pattern.match(try Location(parsing: "/user/42"))?.params["id"]  // .int(42)
/// ```
public struct RoutePattern: Sendable {
  private let storage: Storage

  private final class Storage: Sendable {
    let template: String
    let text: String
    let scheme: String?
    let host: HostPattern?
    let items: [TemplateItem]
    let fixed: [String: String]
    let shape: PatternShape
    let list: ParameterList
    let parameters: [RouteParameter]

    init(
      template: String,
      text: String,
      scheme: String?,
      host: HostPattern?,
      items: [TemplateItem],
      fixed: [String: String] = [:]
    ) {
      self.template = template
      self.text = text
      self.scheme = scheme
      self.host = host
      self.items = items
      self.fixed = fixed
      shape = PatternShape(items)
      list = ParameterList.list(of: shape)
      parameters = (host?.parameters ?? []) + shape.slots.filter { !$0.name.isEmpty }
    }
  }

  /// Compiles a template.
  ///
  /// - Parameters:
  ///   - template: The template, with or without its leading `/`; a leading `scheme://` binds it to
  ///     a scheme, and possibly to a host.
  ///   - types: The types that the template may name; by default the built-in types.
  ///   - rules: The meaning of the authority for each scheme; by default a host for `http` and
  ///     `https`, and the first segment for other schemes.
  /// - Throws: ``PatternError`` with the mistake and its position.
  /// - Complexity: O(*n*), where *n* is the length of `template` in UTF-8 bytes.
  public init(
    _ template: String,
    types: ParameterTypes = .builtIn,
    rules: LocationRules = .standard
  ) throws(PatternError) {
    var parser = TemplateParser(template, types: types)
    guard parser.byte != nil else { throw parser.error(.empty) }
    let (scheme, host) = try parser.parseOrigin(rules)
    let start = parser.position
    let items = try parser.parsePath()
    let path = Self.cleaned(parser.text(from: start, to: parser.end))
    let isFirstSegment = scheme.map { rules[$0].authority == .segment } ?? false
    let origin = scheme.map { $0 + "://" + (host?.description ?? "") } ?? ""
    // If there are two slashes, the first one is the separator before an empty segment.
    let isLeftOut = isFirstSegment && path.hasPrefix("/") && !path.hasPrefix("//")
    storage = Storage(
      template: template,
      text: origin + (isLeftOut ? String(path.dropFirst()) : path),
      scheme: scheme,
      host: host,
      items: items
    )
    try checkNames(of: template)
  }

  private init(storage: Storage) {
    self.storage = storage
  }

  /// Creates a pattern from parsed items, for every scheme and host.
  init(template: String, text: String, items: [TemplateItem]) {
    storage = Storage(template: template, text: text, scheme: nil, host: nil, items: items)
  }

  /// The whole pattern as text, with its leading `/` or its scheme.
  package var text: String { storage.text }

  /// The template exactly as its author wrote it; for a joined pattern, the child's.
  public var template: String { storage.template }

  /// The scheme that the pattern requires, lower-cased, or `nil` if it matches every scheme.
  public var scheme: String? { storage.scheme }

  /// The host that the pattern requires, or `nil` if it matches every host.
  package var host: HostPattern? { storage.host }

  /// The parameters from the left, starting with those of the host.
  package var parameters: [RouteParameter] { storage.parameters }

  /// The names of the parameters from the left.
  public var parameterNames: [String] { parameters.map(\.name) }

  /// Whether both are copies of one pattern.
  package func isSame(as other: RoutePattern) -> Bool { storage === other.storage }

  var items: [TemplateItem] { storage.items }

  var shape: PatternShape { storage.shape }

  var list: ParameterList { storage.list }

  /// Joins a child's template to this pattern.
  ///
  /// - Parameters:
  ///   - child: The child's template, which must not start with `/`.
  ///   - types: The types that the template may name; by default the built-in types.
  /// - Returns: The joined pattern, bound to this pattern's scheme and host.
  /// - Throws: ``PatternError``, also if parent and child use the same parameter name.
  /// - Complexity: O(*n*), where *n* is the length of both.
  public func appending(
    _ child: String,
    types: ParameterTypes = .builtIn
  ) throws(PatternError) -> RoutePattern {
    var parser = TemplateParser(child, types: types)
    guard let first = parser.byte else { throw parser.error(.empty) }
    if first == UInt8(ascii: "/") { throw parser.error(.childStartsWithSlash) }
    let start = parser.position
    if try parser.parseOrigin(.standard).scheme != nil {
      throw parser.error(.childNamesScheme, at: start)
    }
    let items = try parser.parsePath()
    if self.items.segmentCount + items.segmentCount > TemplateParser.segmentLimit
      || self.items.parameterCount + items.parameterCount > TemplateParser.parameterLimit
    {
      throw parser.error(.tooLong, at: start)
    }
    let path = Self.cleaned(parser.text(from: start, to: parser.end))
    let parent = text.hasSuffix("/") ? String(text.dropLast()) : text
    let joined = RoutePattern(
      storage: Storage(
        template: child,
        text: parent + path,
        scheme: scheme,
        host: host,
        items: self.items + items,
        fixed: fixed
      )
    )
    try joined.checkNames(of: child)
    return joined
  }

  /// Adds the leading slash, and drops a trailing slash unless it follows an empty segment.
  private static func cleaned(_ path: String) -> String {
    let first = path.utf8.first
    var path = first == UInt8(ascii: "/") || first == UInt8(ascii: "(") ? path : "/" + path
    let isIgnored = path.hasSuffix("/") && (path == "//" || !path.hasSuffix("//"))
    if path.utf8.count > 1, isIgnored { path.removeLast() }
    return path
  }

  private func checkNames(of template: String) throws(PatternError) {
    let parameters = parameters
    for (index, parameter) in parameters.enumerated().dropFirst()
    where parameters[..<index].contains(where: { $0.name == parameter.name }) {
      throw PatternError(
        .duplicateParameter(name: parameter.name),
        template: template,
        utf8Offset: TemplateParser.offset(ofLast: parameter.name, in: template)
      )
    }
  }
}

extension RoutePattern {
  /// The only value of some parameters, by name.
  package var fixed: [String: String] { storage.fixed }

  /// A copy that matches only the given value of each named parameter, which must be a whole
  /// segment outside of optional parts.
  ///
  /// A path can be made without these parameters. The text of the copy has the values in place of
  /// the parameters.
  package func fixing(_ values: [String: String]) -> RoutePattern {
    var text = text
    for parameter in parameters {
      guard let value = values[parameter.name] else { continue }
      text = Self.replacing(parameter.name, by: PercentCoding.segment(value), in: text)
    }
    return RoutePattern(
      storage: Storage(
        template: template,
        text: text,
        scheme: scheme,
        host: host,
        items: items.mapParameters { parameter in
          guard let value = values[parameter.name] else { return parameter }
          return RouteParameter(name: parameter.name, type: parameter.type.fixed(to: value))
        },
        fixed: values
      )
    )
  }

  /// A copy whose parameters accept any text.
  package var untyped: RoutePattern {
    RoutePattern(
      storage: Storage(
        template: template,
        text: text,
        scheme: scheme,
        host: host,
        items: items.mapParameters { RouteParameter(name: $0.name, type: .text) }
      )
    )
  }

  /// Whether each segment of the path is literal text or one parameter.
  package var hasWholeSegments: Bool {
    items.allSatisfy { item in
      switch item {
      case .segment(.literal), .segment(.parameter): true
      default: false
      }
    }
  }

  /// Replaces a parameter with its type, such as `:city<city>`, in the text of a pattern.
  private static func replacing(_ name: String, by value: String, in text: String) -> String {
    for place in text.ranges(of: "/:" + name) {
      let rest = text[place.upperBound...]
      guard let next = rest.first else { return text[..<place.lowerBound] + "/" + value }
      if next == "/" { return text[..<place.lowerBound] + "/" + value + rest }
      guard next == "<", let end = rest.firstIndex(of: ">") else { continue }
      return text[..<place.lowerBound] + "/" + value + text[text.index(after: end)...]
    }
    return text
  }
}

extension [TemplateItem] {
  /// Replaces the parameters that are whole segments outside of optional parts.
  fileprivate func mapParameters(_ change: (RouteParameter) -> RouteParameter) -> [TemplateItem] {
    map { item in
      guard case .segment(.parameter(let parameter)) = item else { return item }
      return .segment(.parameter(change(parameter)))
    }
  }
}

extension ParameterType {
  /// The type of the same values that accepts only one text.
  fileprivate func fixed(to value: String) -> ParameterType {
    guard case .custom(let type) = self else { return .choice([value]) }
    return .custom(
      CustomParameterType(name: type.name, condition: .choice([value]), parse: type.parse)
    )
  }
}

extension RoutePattern: Hashable, CustomStringConvertible {
  /// The whole pattern as text, with its leading `/` or its scheme.
  public var description: String { text }

  /// Whether both patterns have the same text.
  public static func == (left: RoutePattern, right: RoutePattern) -> Bool {
    left.text == right.text
  }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
  }
}

extension RoutePattern {
  /// Matches path and host of one location, regardless of its scheme.
  func captures(
    of location: Location,
    host: HostPattern?,
    isCaseSensitive: Bool,
    within budget: inout MatchBudget
  ) -> [RouteCapture]? {
    if let host {
      guard location.withHost(host.matches) else { return nil }
    }
    return location.withPathKey { path in
      PatternMatcher.match(
        shape,
        path,
        separator: location.separator,
        isCaseSensitive: isCaseSensitive,
        &budget
      )
    }
  }
}

extension RoutePattern {
  /// One parameter for each capture of a match's path; unnamed catch-alls have an empty name.
  ///
  /// Parameters of the host are not included.
  package var slots: [RouteParameter] { shape.slots }
}

extension RoutePattern {
  /// The pattern without the names of its parameters: patterns with the same shape match the same
  /// locations.
  package var shapeKey: [UInt8] { shape.bytes }
}

extension RoutePattern {
  /// Whether parsing a template again would give this same pattern, so that it can be reused.
  ///
  /// Always false for patterns that depend on more than their text: on the rules of a scheme, or on
  /// a type of the application. `parent` is the pattern above the template, `ownParent` the pattern
  /// above this one.
  package func isReading(
    of template: String,
    below parent: RoutePattern?,
    ownParent: RoutePattern?
  ) -> Bool {
    guard self.template.hasSameBytes(as: template) else { return false }
    if let parent, let ownParent {
      guard parent.isSame(as: ownParent), !isSame(as: parent) else { return false }
    } else {
      guard parent == nil, ownParent == nil, scheme == nil else { return false }
    }
    return shape.slots.allSatisfy(\.type.isPlain)
  }
}
