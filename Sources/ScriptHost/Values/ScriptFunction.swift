/// A function that scripts can call, for the reference and editors.
package struct ScriptFunction: Hashable, Sendable {
  /// The full name, such as `router.open` or `screen:update`.
  package let name: String

  /// The parameters and results, such as `(location, options) → outcome`.
  package let signature: String

  /// The function's purpose, in one sentence.
  package let summary: String

  package var mayWait = false

  package var usage: String { name + signature }
}
