public import RoutePatterns

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
