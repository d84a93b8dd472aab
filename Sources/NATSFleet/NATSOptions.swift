#if NATS
/// The servers of a fleet, and the credentials for them.
public struct NATSOptions: Sendable {
  /// The addresses, such as `nats://127.0.0.1:4222` or `tls://nats.example.com`.
  public var servers: [String]

  /// A file with the authorities that sign the servers' certificates; by default, the system's.
  public var certificates: String?

  /// A file with a user's token and key, as `nsc` writes it (`.creds`).
  public var credentials: String?

  /// The wait before the connection is tried again, and the longest random time added to it.
  package var reconnectWait = (least: Duration.milliseconds(500), spread: Duration.seconds(2))

  /// The time after which an unsettled message is delivered again.
  package var workWait = Duration.seconds(30)

  /// Creates options.
  ///
  /// - Parameter servers: The addresses; several are separated by commas.
  public init(_ servers: String) {
    self.servers = servers.split(separator: ",").map { $0.filter { $0 != " " } }
  }

  /// Whether the connection is encrypted.
  var isSecure: Bool {
    certificates != nil || servers.contains { $0.lowercased().hasPrefix("tls://") }
  }

  /// The servers without names and passwords.
  var place: String {
    servers.map { server in
      let place = server.split(separator: "/", omittingEmptySubsequences: true).last ?? ""
      return String(place.split(separator: "@").last ?? "")
    }
    .joined(separator: ", ")
  }
}
#endif
