import LuaSyntax
import Moonroute
import RoutePatterns

/// The parameters of the route named in a call, shown while the call is typed.
package struct SignatureHint: Sendable {
  /// The call in one line: `router.to("product", { id: int })`.
  package let label: String
  package let parameters: [String]
  /// The index of the parameter at the position, if any.
  package let active: Int?
  package let pattern: String

  /// Returns `nil` if the position is not in a call of `router.to` with a known name.
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

/// A short text displayed after a name.
package struct InlayHint: Hashable, Sendable {
  package let offset: Int
  package let text: String
}

extension AnalysedScript {
  /// The patterns of the named routes in a range, each displayed after the name.
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
