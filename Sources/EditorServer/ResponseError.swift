import MessageStream

/// The reason why a request has no answer.
struct ResponseError: Error {
  /// The number that the protocol has for it.
  let code: Int
  /// The reason in words.
  let message: String

  /// A message that is no request.
  static func invalidRequest(_ message: String) -> ResponseError {
    ResponseError(code: -32600, message: message)
  }

  /// A request that the server does not know.
  static func unknownMethod(_ method: String) -> ResponseError {
    ResponseError(code: -32601, message: "There is no request '\(method)'.")
  }

  /// A request with wrong parameters.
  static func invalidParams(_ message: String) -> ResponseError {
    ResponseError(code: -32602, message: message)
  }

  /// A request before `initialize`.
  static let notInitialized = ResponseError(
    code: -32002,
    message: "The first request is 'initialize'."
  )

  /// A request that was understood and cannot be done.
  static func failed(_ message: String) -> ResponseError {
    ResponseError(code: -32803, message: message)
  }

  var json: JSON { .fields(("code", .int(code)), ("message", .text(message))) }
}
