#if LinkService
public import Moonroute

/// The address and the limits of a link service.
public struct LinkServiceOptions: Sendable {
  /// The address to listen at; by default, only this machine can reach it.
  public var host = "127.0.0.1"

  /// The port; 0 means any free port.
  public var port = 8080

  /// Whether actions run; by default, the answer only says that the link has an action.
  public var runsActions = false

  /// The time for which the service still accepts requests after ``LinkService/drain()`` begins.
  public var drainTime = Duration.seconds(5)

  /// The settings of each router, such as instruments for logs and traces.
  public var router = RouterOptions()

  var limits = ServiceLimits()

  /// Makes the default options.
  public init() {}
}

/// The size and time limits for a client.
struct ServiceLimits: Sendable {
  /// The maximum size of a request's first line and headers.
  var headBytes = 16 << 10
  var bodyBytes = 16 << 20
  /// The maximum number of lines in a body.
  var lines = 100_000
  var locationBytes = 64 << 10
  var connections = 1_024
  /// The maximum number of requests that wait for one event loop.
  var waitingRequests = 256
  /// The time limit for receiving a request, and for answering it.
  var requestTime = Duration.seconds(5)
  /// The time limit for the next request on a connection.
  var idleTime = Duration.seconds(60)
  /// The time limit of a health check for each event loop.
  var healthTime = Duration.seconds(1)
  /// The time for running requests after the service has stopped accepting new ones.
  var lastTime = Duration.seconds(10)
}
#endif
