/// A piece of a segment that mixes literal text and parameters.
enum TemplatePiece: Hashable, Sendable {
  case literal(String)
  case parameter(RouteParameter)
}
