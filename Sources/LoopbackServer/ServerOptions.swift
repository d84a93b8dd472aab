#if Inspector
/// The address, the access rules and the limits of a server.
package struct ServerOptions: Sendable {
  /// The address to listen at; by default, only this machine can reach it.
  package var host = "127.0.0.1"

  /// The port; 0 means any free port.
  package var port = 0

  /// The number of ports to try, starting at ``port``, until one is free.
  package var portCount = 1

  package var key = ServerKey()

  /// Whether to reject every POST.
  package var isReadOnly = false

  /// The paths that accept a POST although the server is read-only.
  package var readOnlyPosts: Set<String> = []

  package var limits = ServerLimits()

  package init() {}
}

/// The size and time limits for a client.
package struct ServerLimits: Sendable {
  /// The maximum size of a request's target and headers.
  package var headBytes = 16 << 10

  package var bodyBytes = 1 << 20

  /// A further connection replaces the oldest one without the key; if there is none, it is closed.
  package var connections = 64

  /// The time limit for the complete first request of a connection.
  package var firstRequestTime = Duration.seconds(5)

  /// The time limit for the next complete request, and for receiving a response.
  package var requestTime = Duration.seconds(30)

  /// The interval of the comments that keep a stream alive.
  package var heartbeat = Duration.seconds(15)

  package init() {}
}
#endif
