#if Inspector
package struct ServerRequest: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  package let method: Method

  /// The decoded path without the query.
  package let path: String

  /// The decoded query items by name; the last of several items with the same name wins.
  package let query: [String: String]

  package let body: [UInt8]

  /// The id of the last event that the client received before it resumes a stream.
  package let lastEventID: String?

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

/// The response to a request.
package enum ServerAnswer: Sendable {
  /// A complete response.
  case content(ServerContent)
  /// A stream of events that continues until either side closes it.
  case events(ServerEvents)
}

/// A complete response.
package struct ServerContent: Sendable {
  /// The status, such as 200.
  package let status: Int

  /// The media type, such as `application/json`.
  package let type: String

  package let bytes: [UInt8]

  /// Creates a response.
  package init(_ status: Int = 200, type: String, _ bytes: [UInt8]) {
    self.status = status
    self.type = type
    self.bytes = bytes
  }
}
#endif
