/// Collects the routes of a closure.
@resultBuilder
public enum RouteBuilder {
  /// Adds one route.
  public static func buildExpression(_ route: LinkRoute) -> [LinkRoute] { [route] }

  /// Adds several routes.
  public static func buildExpression(_ routes: [LinkRoute]) -> [LinkRoute] { routes }

  /// Joins the routes of a block.
  public static func buildBlock(_ parts: [LinkRoute]...) -> [LinkRoute] { parts.flatMap { $0 } }

  /// Adds the routes of an `if` without an `else`.
  public static func buildOptional(_ part: [LinkRoute]?) -> [LinkRoute] { part ?? [] }

  /// Adds the routes of the first branch.
  public static func buildEither(first part: [LinkRoute]) -> [LinkRoute] { part }

  /// Adds the routes of the second branch.
  public static func buildEither(second part: [LinkRoute]) -> [LinkRoute] { part }

  /// Joins the routes of a loop.
  public static func buildArray(_ parts: [[LinkRoute]]) -> [LinkRoute] { parts.flatMap { $0 } }
}

/// A part of a program with its own routes.
///
/// A module is used like a route: in a router, in a group, or in another module.
///
/// ```swift
/// struct Billing: RouteModule {
///   var path: String { "billing" }
///   var names: String { "billing." }
///   var routes: [LinkRoute] {
///     LinkRoute("invoices/:id<int>", name: "invoice").view("Invoice")
///   }
/// }
///
/// let router = try LinkRouter {
///   LinkRoute("/", name: "home").view("Home")
///   Billing()
/// }
/// // billing.invoice is /billing/invoices/:id<int>
/// ```
public protocol RouteModule {
  /// The path before the paths of the routes.
  var path: String { get }

  /// A prefix for the names of the routes; empty by default.
  var names: String { get }

  /// The routes; their paths do not start with `/`.
  @RouteBuilder var routes: [LinkRoute] { get }
}

extension RouteModule {
  /// The empty prefix.
  public var names: String { "" }
}

extension RouteBuilder {
  /// Adds the routes of a module.
  public static func buildExpression(_ module: some RouteModule) -> [LinkRoute] { [.mount(module)] }
}
