import LuaSyntax
import Moonroute
import RoutePatterns

/// The parameters of the route that a call names, while they are written.
package struct SignatureHint: Sendable {
  /// The call in one line: `router.to("product", { id: int })`.
  package let label: String
  /// The parameters as they stand in the label, in order.
  package let parameters: [String]
  /// The number of the parameter that is written, if it is one.
  package let active: Int?
  /// The pattern of the route.
  package let pattern: String

  /// Looks at a place of a script.
  ///
  /// - Returns: `nil` where no call of `router.to` with a known name is around.
  package init?(in script: AnalysedScript, at offset: Int, of model: ApplicationModel) {
    let place = TypingPlace(at: offset, in: script.tree)
    let search = CompletionSearch(script: script, place: place, model: model, scope: .router)
    guard
      let call = place.frames.prefix(2).first(where: { search.function(of: $0) == "router.to" }),
      call.argument > 0, let route = search.route(of: call), let name = route.name
    else { return nil }
    let needed = Set(route.pattern.requiredParameters.map(\.name))
    let names = route.pattern.parameters.map(\.name)
    parameters = route.pattern.parameters.map { parameter in
      "\(parameter.name)\(needed.contains(parameter.name) ? "" : "?"): \(parameter.type.words)"
    }
    let table = parameters.isEmpty ? "" : ", { \(parameters.joined(separator: ", ")) }"
    label = "router.to(\"\(name)\"\(table))"
    pattern = route.pattern.text
    let inner = place.frames.first
    active =
      inner?.callee == nil && call.argument == 1
      ? inner?.key.flatMap { names.firstIndex(of: $0) } : nil
  }
}

/// A short text behind a name, for the eye only.
package struct InlayHint: Hashable, Sendable {
  /// The offset behind which it is shown.
  package let offset: Int
  package let text: String
}

extension AnalysedScript {
  /// The patterns of the routes that calls name, each behind the name.
  ///
  /// - Parameters:
  ///   - range: The bytes that are looked at.
  ///   - model: The application.
  /// - Returns: The hints, in the order of the text.
  package func inlayHints(in range: Range<Int>, of model: ApplicationModel) -> [InlayHint] {
    nodes(.call)
      .compactMap { call in
        guard range.overlaps(tree.range(of: call)), callee(of: call) == "router.to",
          let first = arguments(of: call).first, let name = string(of: first),
          let route = model.index.route(named: name)
        else { return nil }
        return InlayHint(offset: tree.range(of: first).upperBound, text: route.pattern.text)
      }
  }
}
