/// Collects the routes written one below the other.
@resultBuilder
public enum RouteBuilder {
  /// Takes one route.
  public static func buildExpression(_ route: Route) -> [Route] { [route] }

  /// Takes several routes.
  public static func buildExpression(_ routes: [Route]) -> [Route] { routes }

  /// Joins the lines of a block.
  public static func buildBlock(_ parts: [Route]...) -> [Route] { parts.flatMap { $0 } }

  /// Takes the routes of an `if` without an `else`.
  public static func buildOptional(_ part: [Route]?) -> [Route] { part ?? [] }

  /// Takes the routes of the first branch.
  public static func buildEither(first part: [Route]) -> [Route] { part }

  /// Takes the routes of the second branch.
  public static func buildEither(second part: [Route]) -> [Route] { part }

  /// Joins the routes of a loop.
  public static func buildArray(_ parts: [[Route]]) -> [Route] { parts.flatMap { $0 } }
}
