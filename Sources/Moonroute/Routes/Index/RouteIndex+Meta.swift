import TextTools

extension RouteIndex {
  package var metaNames: Set<String> {
    routes.reduce(into: []) { $0.formUnion($1.meta.fields.keys) }
  }
}

extension RouterError {
  /// The error for a `meta` field that no route has.
  package static func unknownNote(_ name: String, among names: Set<String>) -> RouterError {
    let hint = NearestNames.hint(for: name, among: names.sorted())
    return RouterError(
      .unknownField,
      "No route has '\(name)' in its meta."
        + (hint.isEmpty ? " Write it into the meta of a route or of a group." : hint),
      nearest: NearestNames.of(name, among: names.sorted())
    )
  }
}
