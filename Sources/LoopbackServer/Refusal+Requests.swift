#if Inspector
import MessageStream

/// The reasons why an HTTP request is rejected; their details become response headers.
extension Refusal {
  /// The response: `{"error":{"code":…,"message":…}}`.
  var content: ServerContent {
    let fields = JSON.fields(("code", .text(code)), ("message", .text(message)))
    return ServerContent(
      status,
      type: "application/json",
      Array(JSON.fields(("error", fields)).line.utf8)
    )
  }

  static let badRequest = Refusal(
    status: 400,
    code: "bad_request",
    message: "This is not an HTTP/1.1 request with one Host and a path that begins with '/'."
  )
  static let wrongKey = Refusal(
    status: 403,
    code: "wrong_key",
    message: "The key does not belong to this server. Open the address that it printed."
  )
  static let missingKey = Refusal(
    status: 403,
    code: "missing_key",
    message:
      "The header '\(RequestGuard.keyHeader)' with the key is missing. Open the address that the server"
      + " printed."
  )
  static let foreignOrigin = Refusal(
    status: 403,
    code: "foreign_origin",
    message: "Only this server's own page may send requests."
  )
  static let missingHeader = Refusal(
    status: 403,
    code: "missing_header",
    message: "A POST needs the header 'X-Moonroute: 1'."
  )
  static let notJSON = Refusal(
    status: 403,
    code: "not_json",
    message: "A POST needs a JSON body and the header 'Content-Type: application/json'."
  )
  static let readOnly = Refusal(
    status: 403,
    code: "read_only",
    message: "This server is read-only and rejects changes."
  )
  static let badExpectation = Refusal(
    status: 417,
    code: "bad_expectation",
    message: "The only supported expectation is '100-continue'."
  )

  static func foreignHost(port: Int) -> Refusal {
    Refusal(
      status: 403,
      code: "foreign_host",
      message:
        "This server answers only to 127.0.0.1:\(port) and localhost:\(port)."
    )
  }

  static func notFound(_ path: String) -> Refusal {
    Refusal(status: 404, code: "not_found", message: "There is nothing at '\(path)'.")
  }

  static func wrongMethod(known: String) -> Refusal {
    Refusal(
      status: 405,
      code: "wrong_method",
      message: "The allowed methods are \(known).",
      details: [JSON.Field("Allow", .text(known))]
    )
  }

  static func largeBody(limit: Int) -> Refusal {
    Refusal(
      status: 413,
      code: "too_large",
      message: "The body of a request must not exceed \(limit) bytes."
    )
  }

  static func largeHead(limit: Int) -> Refusal {
    Refusal(
      status: 431,
      code: "too_large",
      message: "The first line and the headers of a request must not exceed \(limit) bytes."
    )
  }
}
#endif
