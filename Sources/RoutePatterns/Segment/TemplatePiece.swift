enum TemplatePiece: Hashable, Sendable {
  case literal(String)
  case parameter(RouteParameter)
}
