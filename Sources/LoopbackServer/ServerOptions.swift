#if Inspector
/// The address, the access rules and the limits of a server.
package struct ServerOptions: Sendable {
  /// The address to listen at.
  ///
  /// Default: `127.0.0.1`, which only this machine can reach.
  package var host = "127.0.0.1"

  /// The port.
  ///
  /// Default: 0, for any free port.
  package var port = 0

  /// The number of ports to try, starting at ``port``, until one is free.
  ///
  /// Default: 1.
  package var portCount = 1

  /// The key that admits a browser.
  ///
  /// Default: a new key.
  package var key = ServerKey()

  /// Whether to reject every POST.
  ///
  /// Default: `false`.
  package var isReadOnly = false

  /// The paths that accept a POST although the server is read-only.
  ///
  /// Default: none.
  package var readOnlyPosts: Set<String> = []

  package var limits = ServerLimits()

  package init() {}
}

/// The size and time limits for a client.
package struct ServerLimits: Sendable {
  /// The maximum size of a request's target and headers, in bytes.
  ///
  /// Default: 16 KiB.
  package var headBytes = 16 << 10

  /// The maximum size of a request's body, in bytes.
  ///
  /// Default: 1 MiB.
  package var bodyBytes = 1 << 20

  /// The maximum number of connections.
  ///
  /// An additional connection replaces the oldest connection without the key; if all connections have
  /// sent it, the new connection is closed.
  ///
  /// Default: 64.
  package var connections = 64

  /// The time limit for the complete first request of a connection.
  ///
  /// Default: 5 s.
  package var firstRequestTime = Duration.seconds(5)

  /// The time limit for the next complete request, and for receiving a response.
  ///
  /// Default: 30 s.
  package var requestTime = Duration.seconds(30)

  /// The interval of the comments that keep a stream alive.
  ///
  /// Default: 15 s.
  package var heartbeat = Duration.seconds(15)

  package init() {}
}
#endif
