/// The reason why a request is refused; each protocol writes it in its own way.
package struct Refusal: Error, Equatable, Sendable {
  /// The number that the protocol has for the reason, such as 404.
  package let status: Int
  /// The name of the reason for programs.
  package let code: String
  /// The reason for people.
  package let message: String
  /// The fields that the protocol sends with the reason.
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
