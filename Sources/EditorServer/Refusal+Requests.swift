import MessageStream

/// The reasons why a request of an editor is rejected, with the protocol's numbers.
extension Refusal {
  static func invalidRequest(_ message: String) -> Refusal {
    Refusal(status: -32600, message: message)
  }

  static func unknownMethod(_ method: String) -> Refusal {
    Refusal(status: -32601, message: "There is no request '\(method)'.")
  }

  static func invalidParams(_ message: String) -> Refusal {
    Refusal(status: -32602, message: message)
  }

  static let notInitialized = Refusal(
    status: -32002,
    message: "The first request must be 'initialize'."
  )

  /// A valid request that cannot be fulfilled.
  static func failed(_ message: String) -> Refusal {
    Refusal(status: -32803, message: message)
  }

  var json: JSON { .fields(("code", .int(status)), ("message", .text(message))) }
}
