/// A part of a program that brings its own routes.
///
/// A module is listed where routes are: in an application, in a group, or among the routes of
/// another module.
///
/// ```swift
/// struct Billing: RouteModule {
///   var path: String { "billing" }
///   var names: String { "billing." }
///   var routes: [Route] {
///     Route("invoices/:id<int>", name: "invoice", view: "Invoice")
///   }
/// }
///
/// let application = try Application {
///   Route("/", name: "home", view: "Home")
///   Billing()
/// }
/// // billing.invoice is /billing/invoices/:id<int>
/// ```
public protocol RouteModule {
  /// The path below which the routes lie.
  var path: String { get }

  /// A prefix for the names of the routes.
  ///
  /// Default: none.
  var names: String { get }

  /// The routes; their paths do not start with `/`.
  @RouteBuilder var routes: [Route] { get }
}

extension RouteModule {
  /// No prefix.
  public var names: String { "" }
}

extension RouteBuilder {
  /// Takes the routes of a module.
  public static func buildExpression(_ module: some RouteModule) -> [Route] { [.mount(module)] }
}
