#if Inspector
/// A request that was let in.
package struct ServerRequest: Sendable {
  /// The methods that are known.
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  package let method: Method

  /// The path without the query, escapes decoded.
  package let path: String

  /// The items of the query by name, escapes decoded; of several of one name the last.
  package let query: [String: String]

  package let body: [UInt8]

  /// The number of the last event that the client has, when it resumes a stream.
  package let lastEventID: String?

  /// Describes a request.
  package init(
    _ method: Method,
    _ path: String,
    query: [String: String] = [:],
    body: [UInt8] = [],
    lastEventID: String? = nil
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.body = body
    self.lastEventID = lastEventID
  }
}

/// The answer to a request.
package enum ServerAnswer: Sendable {
  /// A whole text.
  case content(ServerContent)
  /// A stream of events, which goes on until either side closes it.
  case events(ServerEvents)
}

/// A whole text as an answer.
package struct ServerContent: Sendable {
  /// The status, such as 200.
  package let status: Int

  /// The type, such as `application/json`.
  package let type: String

  package let bytes: [UInt8]

  /// Makes an answer.
  package init(_ status: Int = 200, type: String, _ bytes: [UInt8]) {
    self.status = status
    self.type = type
    self.bytes = bytes
  }
}
#endif
