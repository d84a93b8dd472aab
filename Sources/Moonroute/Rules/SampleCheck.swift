import RoutePatterns
import TextTools

struct SampleCheck {
  let pattern: RoutePattern
  let query: [QueryParameter]

  /// The first problem in a sample, by name; `nil` if it is valid.
  func problem(in sample: [String: ParameterValue]) -> RouterError? {
    for (name, value) in sample.sorted(by: { $0.key < $1.key }) {
      let isInQuery = query.contains { $0.name == name }
      guard let type = type(of: name) else { return unknown(name) }
      if let wrong = wrong(value, for: type, isInQuery: isInQuery) {
        return RouterError(
          .wrongType,
          "A sample of route '\(pattern.text)' has '\(wrong)' for '\(name)'. Give \(type.indication)."
        )
      }
    }
    return nil
  }

  private func type(of name: String) -> ParameterType? {
    pattern.parameters.first { $0.name == name }?.type
      ?? query.first { $0.name == name }?.type
  }

  /// The text that does not match a type, or `nil` if all texts match.
  private func wrong(
    _ value: ParameterValue,
    for type: ParameterType,
    isInQuery: Bool
  ) -> String? {
    if case .list(let texts) = value {
      if type == .list { return nil }
      guard isInQuery else { return texts.joined(separator: "/") }
      return texts.first { !type.accepts($0) }
    }
    guard let text = value.text, !text.isEmpty else { return value.text ?? "an infinite number" }
    return type == .list || type.accepts(text) ? nil : text
  }

  private func unknown(_ name: String) -> RouterError {
    let known = pattern.parameterNames + query.map(\.name)
    let names = known.isEmpty ? "It takes none." : "It takes \(known.joined(separator: ", "))."
    return RouterError(
      .unknownParameter,
      "A sample of route '\(pattern.text)' names '\(name)', which is not a parameter. \(names)"
        + NearestNames.hint(for: name, among: known)
    )
  }
}
