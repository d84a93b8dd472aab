import Moonroute
package import RoutePatterns

extension ParameterType {
  /// The type as written in a pattern, or an empty text for any text.
  package var written: String {
    switch self {
    case .text: ""
    case .choice(let choices): choices.joined(separator: " or ")
    case .constraint(let constraint): constraint.expression
    case .list: "the rest of the path"
    default: words
    }
  }
}

extension RouteDocument.Parameter {
  /// The name, its type and whether it is optional.
  var words: String {
    let notes = [type, isOptional ? "optional" : ""].filter { !$0.isEmpty }
    return notes.isEmpty ? name : "\(name) (\(notes.joined(separator: ", ")))"
  }
}

extension RouteDocument.Entry {
  var work: String {
    var words: [String] = []
    if route.parts.contains(.view) { words.append("shows a screen") }
    if route.parts.contains(.action) { words.append("returns values") }
    if route.parts.contains(.redirect) { words.append("decides where to go") }
    return words.joined(separator: ", ")
  }
}

extension RouteDocument.Step {
  /// The kind of the decision, its key, its function and its place.
  var head: String {
    let key = decision.kind == .redirect ? "" : " \(decision.key)"
    let name = function.map { " \($0)" } ?? ""
    let place = decision.site.map { " (\($0))" } ?? ""
    return decision.kind.rawValue + key + name + place
  }
}
