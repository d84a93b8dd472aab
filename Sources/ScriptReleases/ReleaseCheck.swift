#if Releases
package import ScriptHost

/// A check that a release must pass before a host uses it, such as `.smokeSpecs(within:)` of the
/// module `ReleaseSpecs`.
public struct ReleaseCheck: Sendable {
  /// Returns the reason for a refusal, or `nil`.
  package let refusal: @Sendable (ScriptBundle) async -> String?

  package init(_ refusal: @escaping @Sendable (ScriptBundle) async -> String?) {
    self.refusal = refusal
  }
}
#else
/// Unavailable without the trait `Releases`.
@available(
  *,
  unavailable,
  message: "Add the trait to the dependency on moonroute: traits: [\"Releases\"]."
)
public struct ReleaseCheck {
  /// Unavailable without the trait.
  public init() {}
}
#endif
