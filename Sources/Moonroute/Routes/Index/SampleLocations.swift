package import RoutePatterns

/// Some locations that fit a route, for questions that the pattern alone does not answer.
package struct SampleLocations {
  /// Values that text may have, so that one of them fits whatever a target asks for.
  private static let texts = [
    "x", "1", "1.5", "true", "2024-02-29", "3f2504e0-4f89-11d3-9a0c-0305e82c3301",
  ]

  /// The locations, at least one for every pattern that can be written out.
  package let locations: [Location]

  /// Writes out the pattern of a route, for locations that the route wins.
  package init(of route: RouteInfo, in index: RouteIndex, rules: LocationRules) {
    let all = SampleLocations(of: route, rules: rules).locations
    locations = all.filter { index.match($0)?.route === route }
  }

  /// Writes out a pattern.
  package init(of route: RouteInfo, rules: LocationRules) {
    // Where the parameters take no text, one location is like the other.
    let count = route.pattern.parameters.contains { Self.varies($0.type) } ? Self.texts.count : 1
    locations = (0..<count)
      .compactMap { number in
        let text = Self.texts[number]
        let pairs = route.pattern.parameters.map { ($0.name, $0.type.sample(number, text: text)) }
        return route.location(parameters: Dictionary(pairs) { $1 }, rules: rules)
      }
  }

  /// Whether the values of a type differ from one location to the next.
  private static func varies(_ type: ParameterType) -> Bool {
    switch type {
    case .integer, .number, .bool, .uuid, .date, .hex, .slug, .alpha: false
    default: true
    }
  }
}

extension ParameterType {
  /// A value of the type; the first of some, with a text where any text will do.
  package func sample(_ number: Int = 0, text: String = "x") -> ParameterValue {
    switch self {
    case .integer: .integer(1)
    case .number: .number(1.5)
    case .bool: .bool(true)
    case .uuid: .text("3f2504e0-4f89-11d3-9a0c-0305e82c3301")
    case .date: .text("2024-02-29")
    case .hex: .text("1f")
    case .slug, .alpha: .text("x")
    case .choice(let choices): .text(choices.isEmpty ? text : choices[number % choices.count])
    case .list: .list([text])
    default: .text(text)
    }
  }
}

extension RouteInfo {
  /// The location that the pattern makes of parameters, or `nil`.
  package func location(
    parameters: [String: ParameterValue],
    rules: LocationRules
  ) -> Location? {
    guard let segments = try? pattern.path(parameters: parameters) else { return nil }
    return try? Location(
      scheme: scheme,
      host: try? pattern.host(parameters: parameters),
      segments: segments,
      rules: rules
    )
  }
}
