package import RoutePatterns
import TextTools

extension RouteInfo {
  /// The error in a location's query: a missing parameter, or one of the wrong type.
  ///
  /// - Parameter location: A location that matches the route's pattern.
  /// - Returns: `missing_parameter`, `wrong_type`, or `nil`.
  package func queryProblem(of location: Location) -> RouterError? {
    query.isEmpty ? nil : queryProblem(of: location.query)
  }

  /// The error in a query: a missing parameter, or one of the wrong type.
  func queryProblem(of items: LocationQuery) -> RouterError? {
    for parameter in query {
      do throws(QueryValueError) {
        _ = try parameter.value(in: items)
      } catch {
        let code: RouterError.Code =
          if case .missing = error { .missingParameter } else { .wrongType }
        return RouterError(code, error.message(for: pattern.text))
      }
    }
    return nil
  }

  /// The error of reading an undeclared query item; `nil` if the route or a possible leaf declares
  /// it, or if the route declares no query.
  package func problem(readingQuery name: String, in leaves: [RouteInfo]) -> RouterError? {
    guard declaresQuery else { return nil }
    let known = queryNames(in: leaves)
    guard !known.contains(name) else { return nil }
    let names = known.sorted()
    let hint = NearestNames.hint(for: name, among: names)
    let list = names.isEmpty ? "nothing" : names.joined(separator: ", ")
    return RouterError(
      .unknownParameter,
      "'\(name)' is not in the query of '\(label)'.\(hint) The query declares \(list).",
      nearest: NearestNames.of(name, among: names)
    )
  }

  package func queryNames(in leaves: [RouteInfo]) -> Set<String> {
    leaves.reduce(into: Set(query.map(\.name))) { $0.formUnion($1.query.map(\.name)) }
  }

  /// The query of a location as declared by the route, without the reserved names.
  ///
  /// Declared items have typed values; an undeclared item is its last text. An invalid declared
  /// item is also text.
  package func queryValues(of location: Location) -> [String: Value] {
    var values: [String: Value] = [:]
    for item in location.query where !ReservedQuery.names.contains(item.name) {
      values[item.name] = .text(item.value)
    }
    for parameter in query {
      do throws(QueryValueError) {
        switch try parameter.value(in: location.query) {
        case .one(let value): values[parameter.name] = Value(value)
        case .list(let list):
          values[parameter.name] = .table(ValueTable(list: list.map { Value($0) }))
        case nil: values[parameter.name] = nil
        }
      } catch {}
    }
    return values
  }
}
