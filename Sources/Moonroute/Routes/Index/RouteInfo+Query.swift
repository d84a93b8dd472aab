public import RoutePatterns
import TextTools

extension RouteInfo {
  /// The problem of a location's query: a parameter that is missing, or not of the route's type.
  ///
  /// - Parameter location: A location that fits the route's pattern.
  /// - Returns: `missing_parameter` or `wrong_type`, or `nil` when nothing is wrong.
  public func queryProblem(of location: Location) -> RouterError? {
    query.isEmpty ? nil : queryProblem(of: location.query)
  }

  /// The problem of a query: a parameter that is missing, or not of the route's type.
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

  /// The problem of reading an item of the query that the route does not declare.
  ///
  /// - Parameters:
  ///   - name: The name of the item.
  ///   - leaves: The routes whose opens the state may belong to.
  /// - Returns: `unknown_parameter`, or `nil` where the route or a leaf declares the item, and where
  ///   the route declares no query.
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

  /// The names that the route and the routes of some opens declare in the query.
  package func queryNames(in leaves: [RouteInfo]) -> Set<String> {
    leaves.reduce(into: Set(query.map(\.name))) { $0.formUnion($1.query.map(\.name)) }
  }

  /// The query of a location as the route declares it: of its own items typed values, of others the
  /// last text; the reserved names are left out.
  ///
  /// An item whose text does not fit is text.
  public func queryValues(of location: Location) -> [String: Value] {
    var values: [String: Value] = [:]
    for item in location.query where !ReservedQuery.names.contains(item.name) {
      values[item.name] = .text(item.value)
    }
    for parameter in query {
      do throws(QueryValueError) {
        switch try parameter.value(in: location.query) {
        case .one(let value): values[parameter.name] = Value(value)
        case .list(let list):
          values[parameter.name] = .table(Table(list: list.map { Value($0) }))
        case nil: values[parameter.name] = nil
        }
      } catch {}
    }
    return values
  }
}
