package import RoutePatterns

extension Router {
  /// The location of a named route.
  ///
  /// ```swift
  /// try router.location(to: "user", ["id": 7], query: ["tab": "posts"])  // /user/7?tab=posts
  /// ```
  ///
  /// - Parameters:
  ///   - name: The route's name.
  ///   - params: A value for each of its parameters.
  ///   - query: The query items, in order.
  ///   - fragment: The fragment.
  ///   - scheme: A scheme that replaces the route's own.
  ///   - host: A host that replaces the route's own.
  /// - Returns: The location, which opens the route with these parameters.
  /// - Throws: `unknown_name`, `missing_parameter`, `unknown_parameter`, `wrong_type`, or
  ///   `bad_location` for a value that does not survive a round trip.
  package func location(
    to name: String,
    _ params: [String: Value] = [:],
    query: KeyValuePairs<String, String> = [:],
    fragment: String? = nil,
    scheme: String? = nil,
    host: String? = nil
  ) throws(RouterError) -> Location {
    try currentDirectory.location(
      to: name,
      params,
      query: query,
      fragment: fragment,
      scheme: scheme,
      host: host
    )
  }
}

extension CurrentRouteDirectory {
  /// The location of a named route, for any thread.
  ///
  /// - Parameters:
  ///   - name: The route's name.
  ///   - params: A value for each of its parameters.
  ///   - query: The query items, in order.
  ///   - fragment: The fragment.
  ///   - scheme: A scheme that replaces the route's own.
  ///   - host: A host that replaces the route's own.
  /// - Returns: The location.
  /// - Throws: See ``LinkRouter/location(to:_:query:fragment:)``.
  package func location(
    to name: String,
    _ params: [String: Value] = [:],
    query: KeyValuePairs<String, String> = [:],
    fragment: String? = nil,
    scheme: String? = nil,
    host: String? = nil
  ) throws(RouterError) -> Location {
    try index.location(
      to: name,
      params: try ParameterValue.all(of: params, for: name),
      query: query.map { ($0.key, $0.value) },
      fragment: fragment,
      scheme: scheme,
      host: host
    )
  }
}

extension RouterRules {
  /// The location for a target: the text of a location, or the name of a route without required
  /// parameters; `base` is the base of a relative location.
  ///
  /// - Throws: `bad_location`, `unknown_name` or `missing_parameter`.
  package func location(
    of target: String,
    relativeTo base: Location? = nil
  ) throws(RouterError) -> Location {
    guard StoreKey.isLocation(target) else {
      try prepare(named: target)
      return try directory.index.location(to: target)
    }
    do throws(LocationError) {
      return try Location(
        parsing: target,
        rules: configuration.locationRules,
        relativeTo: base
      )
    } catch {
      throw RouterError(.badLocation, error.description)
    }
  }
}

extension RouteIndex {
  func location(of target: RouteTarget) throws(RouterError) -> Location {
    try location(
      to: target.name,
      params: try ParameterValue.all(of: target.params, for: target.name),
      query: target.query,
      fragment: target.fragment,
      scheme: nil,
      host: nil
    )
  }
}

extension ParameterValue {
  static func all(
    of params: [String: Value],
    for name: String
  ) throws(RouterError) -> [String: ParameterValue] {
    var values: [String: ParameterValue] = [:]
    for (key, value) in params where !value.isNull {
      guard let converted = ParameterValue(value) else {
        let message = "'\(name)' cannot take a table with fields or a reference for '\(key)'."
        throw RouterError(.wrongType, message + " Give text, a number, a truth value or a list.")
      }
      values[key] = converted
    }
    return values
  }
}

extension ParameterValue {
  /// Converts a plain value to a parameter, or returns `nil` if a path cannot contain it.
  package init?(_ value: Value) {
    switch value {
    case .bool(let bool): self = .bool(bool)
    case .int(let integer): self = .int(integer)
    case .double(let number): self = .double(number)
    case .text(let text): self = .text(text)
    case .table(let table) where table.fields.isEmpty:
      var items: [String] = []
      for item in table.items {
        guard let text = ParameterValue(item)?.text else { return nil }
        items.append(text)
      }
      self = .list(items)
    case .null, .table, .reference: return nil
    }
  }
}

extension Router {
  /// The location of a text, if it belongs to the program and a route matches it.
  ///
  /// - Parameter text: The text, such as a `back` in the query of a link. A relative location is
  ///   resolved against the top of the stage.
  /// - Returns: The location without reserved query keys, or `nil`.
  package func recognize(_ text: String) -> Location? {
    let base = stage.topLocation
    if StoreKey.isLocation(text), let location = try? rules.location(of: text, relativeTo: base) {
      guard (try? rules.prepare(for: location)) != nil else { return nil }
    }
    return rules.directory.index.recognize(text, relativeTo: base)
  }
}
