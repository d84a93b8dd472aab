/// The reason why a request is rejected; each protocol encodes it in its own way.
package struct Refusal: Error, Equatable, Sendable {
  /// The protocol's number for the reason, such as 404.
  package let status: Int
  /// The name of the reason, for programs.
  package let code: String
  package let message: String
  package let details: [JSON.Field]

  package init(
    status: Int = 0,
    code: String = "",
    message: String,
    details: [JSON.Field] = []
  ) {
    self.status = status
    self.code = code
    self.message = message
    self.details = details
  }
}
