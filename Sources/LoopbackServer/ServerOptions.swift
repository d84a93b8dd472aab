#if Inspector
/// Where a server listens, who is let in, and how much one may ask.
package struct ServerOptions: Sendable {
  /// The address to listen at.
  ///
  /// Default: `127.0.0.1`, which only this machine reaches.
  package var host = "127.0.0.1"

  /// The port.
  ///
  /// Default: 0, any that is free.
  package var port = 0

  /// How many ports are tried, from ``port`` on, until one is free.
  ///
  /// Default: 1.
  package var portCount = 1

  /// The key that lets a browser in.
  ///
  /// Default: a new one.
  package var key = ServerKey()

  /// Whether each POST is refused.
  ///
  /// Default: no.
  package var isReadOnly = false

  /// The paths whose POST a server that is read-only answers all the same.
  ///
  /// Default: none.
  package var readOnlyPosts: Set<String> = []

  /// How much one may ask.
  package var limits = ServerLimits()

  /// Makes the default options.
  package init() {}
}

/// How much a client may ask of a server, and how long it may take.
package struct ServerLimits: Sendable {
  /// The most bytes of a request's target and headers.
  ///
  /// Default: 16 KiB.
  package var headBytes = 16 << 10

  /// The most bytes of a request's body.
  ///
  /// Default: 1 MiB.
  package var bodyBytes = 1 << 20

  /// The most connections at once; one more closes the oldest that has not shown the key, and is
  /// closed itself where all have.
  ///
  /// Default: 64.
  package var connections = 64

  /// The time in which the first request of a connection has to arrive completely.
  ///
  /// Default: 5 s.
  package var firstRequestTime = Duration.seconds(5)

  /// The time in which the next request has to come in whole, and in which an answer has to be taken.
  ///
  /// Default: 30 s.
  package var requestTime = Duration.seconds(30)

  /// The time between two comments on a stream, which tell that it lives.
  ///
  /// Default: 15 s.
  package var heartbeat = Duration.seconds(15)

  /// Makes the default limits.
  package init() {}
}
#endif
