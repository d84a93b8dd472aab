package import RoutePatterns

/// Sample locations of a route, for questions that the pattern cannot answer.
package struct SampleLocations {
  /// Text values of different types, so that most targets accept at least one.
  package static let texts = [
    "x", "1", "1.5", "true", "2024-02-29", "3f2504e0-4f89-11d3-9a0c-0305e82c3301",
  ]

  /// The locations from samples that the author provided for the route or its types.
  package private(set) var given: [Location]

  /// All locations, at least one if the pattern permits it; the author's are first.
  package private(set) var locations: [Location]

  /// The locations for trying the route: all of the author's, or otherwise one.
  package var chosen: [Location] { given.isEmpty ? Array(locations.prefix(1)) : given }

  /// Makes sample locations of a route, only with locations that the route wins.
  package init(of route: RouteInfo, in index: RouteIndex, rules: RouterRules) {
    self.init(of: route, rules: rules)
    given = given.filter { index.match($0)?.route === route }
    locations = locations.filter { index.match($0)?.route === route }
  }

  package init(of route: RouteInfo, rules: RouterRules) {
    let writer = SampleWriter(route: route, rules: rules)
    given = writer.given
    // If the parameters are not text, a single location suffices.
    let isVaried = route.pattern.parameters.contains { Self.varies($0.type) }
    let made = (0..<(isVaried ? Self.texts.count : 1))
      .compactMap { writer.location(number: $0, text: Self.texts[$0]) }
    locations = given + made
  }

  /// Whether generated values of a type vary with the text.
  private static func varies(_ type: ParameterType) -> Bool {
    switch type {
    case .integer, .number, .bool, .uuid, .date, .hex, .slug, .alpha: false
    default: true
    }
  }
}

private struct SampleWriter {
  let route: RouteInfo
  let rules: RouterRules

  /// The locations from the route's samples, or otherwise from those of its types.
  var given: [Location] {
    let own = route.samples.indices.compactMap { number in
      location(of: route.samples[number], number: number)
    }
    guard own.isEmpty else { return own }
    let counts = route.pattern.parameters.map { rules.types.samples(of: $0.type).count }
    return (0..<(counts.max() ?? 0)).compactMap { location(number: $0, text: "x") }
  }

  func location(number: Int, text: String) -> Location? {
    let pairs = route.pattern.parameters.map { ($0.name, value(of: $0.type, number, text)) }
    let parameters = Dictionary(pairs) { $1 }
    return route.location(parameters: parameters, rules: rules.configuration.locationRules)
      .flatMap { withQuery($0, [:], number, text) }
  }

  /// The location of a sample; missing required values are generated.
  private func location(of sample: [String: ParameterValue], number: Int) -> Location? {
    let names = Set(route.pattern.parameterNames)
    var parameters = sample.filter { names.contains($0.key) }
    for parameter in route.pattern.parameters where parameters[parameter.name] == nil {
      do throws(ParameterError) {
        _ = try route.pattern.path(parameters: parameters)
      } catch {
        guard case .missing(let name) = error.reason else { continue }
        let type = route.pattern.parameters.first { $0.name == name }?.type ?? .text
        parameters[name] = value(of: type, number, "x")
      }
    }
    return route.location(parameters: parameters, rules: rules.configuration.locationRules)
      .flatMap { withQuery($0, sample, number, "x") }
  }

  /// Adds the declared query items to a location.
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

  /// A value of a type: one of its samples, or otherwise a generated one.
  private func value(of type: ParameterType, _ number: Int, _ text: String) -> ParameterValue {
    let samples = rules.types.samples(of: type)
    return samples.isEmpty
      ? type.sample(number, text: text) : .text(samples[number % samples.count])
  }
}

extension ParameterType {
  /// A generated value of the type; the text is used for types that accept any text.
  package func sample(_ number: Int = 0, text: String = "x") -> ParameterValue {
    switch self {
    case .integer: .int(1)
    case .number: .double(1.5)
    case .bool: .bool(true)
    case .uuid: .text("3f2504e0-4f89-11d3-9a0c-0305e82c3301")
    case .date: .text("2024-02-29")
    case .hex: .text("1f")
    case .slug, .alpha: .text("x")
    case .choice, .custom: .text(choices.isEmpty ? text : choices[number % choices.count])
    case .list: .list([text])
    default: .text(text)
    }
  }
}

extension RouteInfo {
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
