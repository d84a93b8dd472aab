package import RoutePatterns

/// Some locations that fit a route, for questions that the pattern alone does not answer.
package struct SampleLocations {
  /// Values that text may have, so that one of them fits whatever a target asks for.
  private static let texts = [
    "x", "1", "1.5", "true", "2024-02-29", "3f2504e0-4f89-11d3-9a0c-0305e82c3301",
  ]

  /// The locations of samples that the author gave, to the route or to its types.
  package private(set) var given: [Location]

  /// All locations, at least one for every pattern that can be written out; those of samples come
  /// first.
  package private(set) var locations: [Location]

  /// The locations with which the route is tried: all of the author's, else one.
  package var chosen: [Location] { given.isEmpty ? Array(locations.prefix(1)) : given }

  /// Writes out the pattern of a route, for locations that the route wins.
  package init(of route: RouteInfo, in index: RouteIndex, rules: RouterRules) {
    self.init(of: route, rules: rules)
    given = given.filter { index.match($0)?.route === route }
    locations = locations.filter { index.match($0)?.route === route }
  }

  /// Writes out a pattern.
  package init(of route: RouteInfo, rules: RouterRules) {
    let writer = SampleWriter(route: route, rules: rules)
    given = writer.given
    // Where the parameters take no text, one location is like the other.
    let isVaried = route.pattern.parameters.contains { Self.varies($0.type) }
    let made = (0..<(isVaried ? Self.texts.count : 1))
      .compactMap { writer.location(number: $0, text: Self.texts[$0]) }
    locations = given + made
  }

  /// Whether the values of a type differ from one location to the next.
  private static func varies(_ type: ParameterType) -> Bool {
    switch type {
    case .integer, .number, .bool, .uuid, .date, .hex, .slug, .alpha: false
    default: true
    }
  }
}

/// Makes locations of a route from samples.
private struct SampleWriter {
  let route: RouteInfo
  let rules: RouterRules

  /// The locations of the route's samples, else of those of its types.
  var given: [Location] {
    let own = route.samples.indices.compactMap { number in
      location(of: route.samples[number], number: number)
    }
    guard own.isEmpty else { return own }
    let counts = route.pattern.parameters.map { rules.types.samples(of: $0.type).count }
    return (0..<(counts.max() ?? 0)).compactMap { location(number: $0, text: "x") }
  }

  /// The location with a value of each type.
  func location(number: Int, text: String) -> Location? {
    let pairs = route.pattern.parameters.map { ($0.name, value(of: $0.type, number, text)) }
    let parameters = Dictionary(pairs) { $1 }
    return route.location(parameters: parameters, rules: rules.configuration.locationRules)
      .flatMap { withQuery($0, [:], number, text) }
  }

  /// The location of a sample; what it leaves out and the pattern needs is made up.
  private func location(of sample: [String: ParameterValue], number: Int) -> Location? {
    let names = Set(route.pattern.parameterNames)
    var parameters = sample.filter { names.contains($0.key) }
    for parameter in route.pattern.parameters where parameters[parameter.name] == nil {
      do throws(ParameterError) {
        _ = try route.pattern.path(parameters: parameters)
      } catch .missing(let name, _) {
        let type = route.pattern.parameters.first { $0.name == name }?.type ?? .text
        parameters[name] = value(of: type, number, "x")
      } catch {}
    }
    return route.location(parameters: parameters, rules: rules.configuration.locationRules)
      .flatMap { withQuery($0, sample, number, "x") }
  }

  /// A location with what the route wants in the query.
  private func withQuery(
    _ location: Location,
    _ sample: [String: ParameterValue],
    _ number: Int,
    _ text: String
  ) -> Location? {
    var items: [LocationQuery.Item] = []
    for parameter in route.query {
      if case .list(let texts)? = sample[parameter.name] {
        items += texts.map { LocationQuery.Item(parameter.name, $0) }
        continue
      }
      let needed = parameter.occurrence == .required ? value(of: parameter.type, number, text) : nil
      guard let value = (sample[parameter.name] ?? needed)?.text else { continue }
      items.append(LocationQuery.Item(parameter.name, value))
    }
    guard !items.isEmpty else { return location }
    return try? location.with(
      query: LocationQuery(items),
      rules: rules.configuration.locationRules
    )
  }

  /// A value of a type: one of its samples, else a made up one.
  private func value(of type: ParameterType, _ number: Int, _ text: String) -> ParameterValue {
    let samples = rules.types.samples(of: type)
    return samples.isEmpty
      ? type.sample(number, text: text) : .text(samples[number % samples.count])
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
