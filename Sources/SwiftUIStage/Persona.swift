public import Moonroute

/// A person as whom a preview shows an application: what it knows of them, and where they are.
///
/// ```swift
/// extension Persona {
///   static let visitor = Persona("Visitor")
///   static let customer = Persona("Customer", at: "/orders") { application in
///     try await application.put("/me", value: "Mei")
///   }
/// }
///
/// #Preview("Customer") {
///   RouterView(Shop.application(), as: .customer) { views in Shop.add(to: &views) }
/// }
/// ```
///
/// A preview makes an application of its own, so that one person's values are not another's.
public struct Persona: Sendable, CustomStringConvertible {
  /// The name, for lists of previews.
  public let name: String

  /// The location where they are.
  public let location: String

  /// Tells the application what it knows of them, before the location is opened.
  let prepare: @MainActor @Sendable (Application) async throws -> Void

  /// Describes a person.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - location: The location where they are. Default: `/`.
  ///   - prepare: Tells the application what it knows of them: puts resources, signs them in. Default:
  ///     nothing.
  public init(
    _ name: String,
    at location: String = "/",
    prepare: @escaping @MainActor @Sendable (Application) async throws -> Void = { _ in }
  ) {
    self.name = name
    self.location = location
    self.prepare = prepare
  }

  /// The name.
  public var description: String { name }
}

extension StageModel {
  /// Shows an application as a person sees it.
  ///
  /// - Parameters:
  ///   - persona: The person.
  ///   - application: The application of the model.
  /// - Returns: How the open of their location ended.
  /// - Throws: What telling the application of them throws.
  @discardableResult
  func begin(as persona: Persona, in application: Application) async throws -> Outcome {
    begin()
    try await persona.prepare(application)
    return await open(persona.location)
  }
}
