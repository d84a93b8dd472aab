#if LinkService
import MessageStream
import NIOHTTP1

/// The response to a request.
struct ServiceAnswer: Sendable {
  let status: HTTPResponseStatus
  let type: String
  let bytes: [UInt8]
  var headers: HTTPHeaders = [:]

  static func json(_ json: JSON) -> ServiceAnswer {
    ServiceAnswer(status: .ok, type: "application/json", bytes: Array(json.line.utf8))
  }

  static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> ServiceAnswer {
    ServiceAnswer(status: .ok, type: type, bytes: Array(text.utf8))
  }

  /// An error in the form of RFC 9457.
  init(_ problem: ServiceProblem) {
    status = problem.status
    type = "application/problem+json"
    bytes = Array(problem.json.line.utf8)
    switch problem {
    case .wrongMethod(_, let allowed): headers = ["Allow": allowed]
    case .busy, .draining: headers = ["Retry-After": "1"]
    default: break
    }
  }

  init(status: HTTPResponseStatus, type: String, bytes: [UInt8]) {
    (self.status, self.type, self.bytes) = (status, type, bytes)
  }
}

/// The reason why the service does not answer a request.
enum ServiceProblem: Error, Equatable, Sendable {
  case badRequest
  case notFound(path: String)
  case wrongMethod(path: String, allowed: String)
  case wrongType
  case notJSON(reason: String)
  case unknownField(name: String)
  case wrongField(name: String, expected: String)
  case missingLink
  case largeLocation(limit: Int)
  case largeBody(limit: Int)
  case largeHead(limit: Int)
  case manyLines(limit: Int)
  case badExpectation
  case wrongVisitor(reason: String)
  case busy
  case draining
  case stuck
  case timeout(Duration)

  var status: HTTPResponseStatus {
    switch self {
    case .badRequest, .notJSON, .unknownField, .wrongField, .missingLink, .largeLocation,
      .wrongVisitor:
      .badRequest
    case .notFound: .notFound
    case .wrongMethod: .methodNotAllowed
    case .wrongType: .unsupportedMediaType
    case .largeBody, .manyLines: .payloadTooLarge
    case .largeHead: .requestHeaderFieldsTooLarge
    case .badExpectation: .expectationFailed
    case .busy, .draining, .stuck: .serviceUnavailable
    case .timeout: .gatewayTimeout
    }
  }

  var detail: String {
    switch self {
    case .badRequest: "This is not an HTTP/1.1 request with a path that begins with '/'."
    case .notFound(let path): "There is nothing at '\(path)'. See /openapi.json."
    case .wrongMethod(let path, let allowed): "'\(path)' accepts only \(allowed)."
    case .wrongType:
      "The body is neither JSON nor lines of JSON. Send the header 'Content-Type: "
        + "application/json' or 'application/x-ndjson'."
    case .notJSON(let reason): "The body is \(reason)."
    case .unknownField(let name):
      "'\(name)' is not a field of a request. The fields are location, persona, session, extra and "
        + "steps."
    case .wrongField(let name, let expected): "The field '\(name)' is not \(expected)."
    case .missingLink:
      "The query must be one 'link' and nothing more. Request /v1/resolve?link=… with an encoded link."
    case .largeLocation(let limit): "A location has at most \(limit) bytes."
    case .largeBody(let limit): "A body has at most \(limit) bytes."
    case .largeHead(let limit): "The first line and the headers have at most \(limit) bytes."
    case .manyLines(let limit): "A body has at most \(limit) lines."
    case .badExpectation: "The only supported expectation is '100-continue'."
    case .wrongVisitor(let reason): reason
    case .busy: "Too many requests are waiting."
    case .draining: "The service is shutting down."
    case .stuck: "An event loop does not respond."
    case .timeout(let limit): "The request took longer than \(limit.components.seconds) seconds."
    }
  }

  var json: JSON {
    .fields(
      ("type", .text("about:blank")),
      ("title", .text(status.reasonPhrase)),
      ("status", .int(Int(status.code))),
      ("detail", .text(detail))
    )
  }
}
#endif
