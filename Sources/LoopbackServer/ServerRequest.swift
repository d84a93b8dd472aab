#if Inspector
package struct ServerRequest: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  package let method: Method

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

package enum ServerAnswer: Sendable {
  case content(ServerContent)
  /// A stream that continues until either side closes it.
  case events(ServerEvents)
}

package struct ServerContent: Sendable {
  package let status: Int

  /// The media type, such as `application/json`.
  package let type: String

  package let bytes: [UInt8]

  package var headers: [(String, String)] = []

  package init(_ status: Int = 200, type: String, _ bytes: [UInt8]) {
    self.status = status
    self.type = type
    self.bytes = bytes
  }
}
#endif
