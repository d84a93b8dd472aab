package import MessageStream
package import Moonroute
package import RoutePatterns
package import ScriptHost

extension JSON {
  package init(_ parameter: ParameterValue) {
    self.init(Value(parameter))
  }

  package init(paramsOf match: RouteMatch) {
    self = .object(match.pairs.map { Field($0.name, JSON($0.value)) })
  }

  /// The query as a route declares it: the last value of each name, without reserved names.
  package static func query(of location: Location, declaredBy route: RouteInfo?) -> JSON {
    let (names, declared) = (location.query.ownNames, route?.query ?? [])
    guard let route, !declared.isEmpty else {
      return .object(names.map { Field($0, .optional(location.query.last($0))) })
    }
    let values = route.queryValues(of: location)
    let all = names + declared.map(\.name).filter { !names.contains($0) }
    return .object(all.compactMap { name in values[name].map { Field(name, JSON($0)) } })
  }

  /// Every value of each query name in order, without reserved names.
  package static func allValues(of query: LocationQuery) -> JSON {
    .object(query.ownNames.map { Field($0, .texts(query.all($0))) })
  }

  package static func texts(_ texts: [String]) -> JSON { .list(texts.map(JSON.text)) }

  /// A whole number, or `null` for `nil`.
  package static func optional(_ number: Int?) -> JSON {
    number.map { .integer(Int64($0)) } ?? .null
  }
}

extension LocationQuery {
  /// The distinct names, without those reserved for the router.
  var ownNames: [String] { names.filter { !ReservedQuery.names.contains($0) } }
}

extension ScriptProblem {
  /// The problem for `check --json`.
  package var json: JSON {
    .fields(
      ("file", .optional(site?.file)),
      ("line", .optional(site?.line)),
      ("column", .optional(column)),
      ("severity", .text(severity.rawValue)),
      ("rule", .text(code.rawValue)),
      ("message", .text(message))
    )
  }

  /// `file:line:column: severity: message [rule]`, as `check` prints it; an unknown column is 1.
  package var checkLine: String {
    let place = site.map { "\($0.file):\($0.line):\(column ?? 1): " } ?? ""
    return "\(place)\(severity.rawValue): \(message.onOneLine) [\(code.rawValue)]"
  }
}
