import TextTools

/// The fields of the tables that calls of scripts take, for tools that look at their text.
package struct ScriptCallFields: Sendable {
  /// The place of the table among the arguments.
  package let place: Int
  /// The name of the table in messages: `a route`.
  package let what: String
  /// The fields that it may have.
  package let fields: [String]
  /// Whether `routes`, a list of definitions of routes, is among them.
  package let hasRoutes: Bool

  init(_ place: Int, _ what: String, _ fields: [String]) {
    self.place = place
    self.what = what
    self.fields = fields
    hasRoutes = fields.contains("routes")
  }

  /// The words for a field that is not known, or `nil` when it is.
  package func problem(withField name: String) -> String? {
    fields.contains(name) ? nil : Self.problem(withField: name, of: what, known: fields)
  }

  /// The words for a field that is not known.
  static func problem(withField name: String, of what: String, known: [String]) -> String {
    let hint = NearestNames.hint(for: name, among: known)
    let list =
      known.isEmpty ? " It has no fields." : " Its fields are \(known.joined(separator: ", "))."
    let text = hint.isEmpty ? list : hint
    return "'\(name)' is not a field of \(what).\(text)"
  }
}
