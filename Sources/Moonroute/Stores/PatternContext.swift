package import RoutePatterns

package struct PatternContext {
  package let types: ParameterTypes

  package let rules: LocationRules

  package func pattern(_ text: String) throws(RouterError) -> RoutePattern {
    do throws(PatternError) {
      return try RoutePattern(text, types: types, rules: rules)
    } catch {
      throw RouterError(error, at: nil)
    }
  }

  package func location(
    parsing text: String,
    query: [(String, String)],
    relativeTo base: Location? = nil
  ) throws(RouterError) -> Location {
    do throws(LocationError) {
      let location = try Location(parsing: text, rules: rules, relativeTo: base)
      if query.isEmpty { return location }
      let items = LocationQuery(query.map { LocationQuery.Item($0.0, $0.1) })
      return try location.with(query: items, rules: rules)
    } catch {
      throw RouterError(.badLocation, "\(error)")
    }
  }

  func location(
    of pattern: RoutePattern,
    params: [String: ParameterValue],
    query: [(String, String)]
  ) throws(RouterError) -> Location {
    do {
      return try Location(
        scheme: pattern.scheme,
        host: try pattern.host(parameters: params) ?? pattern.host?.description,
        segments: try pattern.path(parameters: params),
        query: LocationQuery(query.map { LocationQuery.Item($0.0, $0.1) }),
        rules: rules
      )
    } catch let error as ParameterError {
      throw RouterError(error)
    } catch {
      throw RouterError(.badLocation, "\(error)")
    }
  }
}

extension PatternContext {
  /// The location of a request.
  ///
  /// `base` returns the base of a relative location, and `named` the pattern of a name.
  func location(
    of request: StoreRequest,
    relativeTo base: () -> Location?,
    _ named: (String) throws(RouterError) -> RoutePattern
  ) throws(RouterError) -> Location {
    let isLocation = StoreKey.isLocation(request.key)
    if isLocation, request.params.isEmpty {
      return try location(parsing: request.key, query: request.query, relativeTo: base())
    }
    let pattern = isLocation ? try pattern(request.key) : try named(request.key)
    return try location(of: pattern, params: request.params, query: request.query)
  }
}

package struct StoreRequest {
  /// A location, a name, or a pattern if there are parameters.
  package var key: String

  package var params: [String: ParameterValue]

  /// Query items to add to the query of the location.
  package var query: [(String, String)]

  package var extra: Value

  /// A token that lives as long as the store keeps the payload.
  package var lifetimeToken: (any LifetimeToken)?

  package init(
    _ key: String,
    params: [String: ParameterValue] = [:],
    query: [(String, String)] = [],
    extra: Value = .null
  ) {
    self.key = key
    self.params = params
    self.query = query
    self.extra = extra
  }
}
