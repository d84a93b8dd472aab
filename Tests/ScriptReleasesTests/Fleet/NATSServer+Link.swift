#if NATS
import NATSFleet
import TestSupport

extension NATSServer {
  /// Connects to the server; a lost connection is tried again soon.
  func link() async throws -> NATSLink {
    var options = NATSOptions(address)
    options.reconnectWait = (.milliseconds(20), .milliseconds(10))
    return try await NATSLink.connect(options)
  }
}
#endif
