public import Moonroute

/// A kind of user for previews of a program: their data, and their current location.
///
/// ```swift
/// extension PreviewPersona {
///   static let visitor = PreviewPersona("Visitor")
///   static let customer = PreviewPersona("Customer", at: "/orders") { router in
///     try await router.put("/me", value: "Mei")
///   }
/// }
///
/// #Preview("Customer") {
///   RouterView(Shop.router(), as: .customer) { screens in Shop.add(to: &screens) }
/// }
/// ```
///
/// Each preview creates its own router, so that personas do not share data.
public struct PreviewPersona: Sendable, CustomStringConvertible {
  /// The name, for lists of previews.
  public let name: String

  /// The current location of the persona.
  public let location: String

  /// Prepares the router for the persona before the location is opened.
  let prepare: @MainActor @Sendable (LinkRouter) async throws -> Void

  /// Creates a persona.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - location: The current location. Default: `/`.
  ///   - prepare: Prepares the router for the persona: stores resources, signs in. Default:
  ///     nothing.
  public init(
    _ name: String,
    at location: String = "/",
    prepare: @escaping @MainActor @Sendable (LinkRouter) async throws -> Void = { _ in }
  ) {
    self.name = name
    self.location = location
    self.prepare = prepare
  }

  /// The name.
  public var description: String { name }
}

extension StageModel {
  /// Shows a router as a persona sees it, and returns the error.
  func show(as persona: PreviewPersona, in router: LinkRouter) async -> String? {
    do {
      try await persona.prepare(router)
      return await open(persona.location).asError
        .map { "\(persona) at \(persona.location): \($0)" }
    } catch {
      return "\(persona): \(error)"
    }
  }
}
