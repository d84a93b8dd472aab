import TextTools

/// The fields of the tables in script calls, for tools that check the text of scripts.
package struct ScriptCallFields: Sendable {
  /// The place of the table among the arguments.
  package let place: Int
  /// The name of the table in messages: `a route`.
  package let what: String
  package let fields: [String]
  /// Whether they include `routes`, a list of definitions of routes.
  package let hasRoutes: Bool

  init(_ place: Int, _ what: String, _ fields: [String]) {
    self.place = place
    self.what = what
    self.fields = fields
    hasRoutes = fields.contains("routes")
  }

  package func problem(withField name: String) -> String? {
    fields.contains(name) ? nil : Self.problem(withField: name, of: what, known: fields)
  }

  static func problem(withField name: String, of what: String, known: [String]) -> String {
    let hint = NearestNames.hint(for: name, among: known)
    let list =
      known.isEmpty ? " It has no fields." : " Its fields are \(known.joined(separator: ", "))."
    let text = hint.isEmpty ? list : hint
    return "'\(name)' is not a field of \(what).\(text)"
  }
}
