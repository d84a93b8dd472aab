/// A parameter of a pattern: its name and its type.
package struct RouteParameter: Hashable, Sendable {
  /// The name, without its colon.
  package let name: String
  /// The type of its text.
  package let type: ParameterType

  init(name: String, type: ParameterType) {
    self.name = name
    self.type = type
  }
}
