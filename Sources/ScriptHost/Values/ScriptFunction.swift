/// One function that scripts can call, as the reference and editors know it.
package struct ScriptFunction: Hashable, Sendable {
  /// The whole name, such as `router.open` or `screen:update`.
  package let name: String

  /// The parameters and what it answers, such as `(location, options) → outcome`.
  package let signature: String

  /// The function's purpose, in one sentence.
  package let summary: String

  /// Whether the script may have to wait for its answer.
  package var mayWait = false

  /// The usage: the name and the signature.
  package var usage: String { name + signature }
}
