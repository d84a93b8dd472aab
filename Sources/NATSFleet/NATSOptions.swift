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
    self.servers = servers.split { $0 == "," || $0.isWhitespace }.map(String.init)
  }

  /// Whether the connection is encrypted.
  var isSecure: Bool {
    certificates != nil || servers.contains { $0.lowercased().hasPrefix("tls://") }
  }

  /// The first server whose address cannot be used.
  var wrongServer: String? {
    let form = /(?i)((nats|tls):\/\/)?([^\/@\s]*@)?(\[[0-9a-f:.%]+\]|[^\/@:\s\[\]]+)(:([0-9]+))?\/?/
    return servers.first { server in
      guard let match = server.wholeMatch(of: form) else { return true }
      return match.6.map { !(1...65_535).contains(Int($0) ?? 0) } ?? false
    }
  }

  /// The servers without names and passwords.
  var place: String { servers.map(Self.place).joined(separator: ", ") }

  /// A server without name and password.
  static func place(of server: String) -> String {
    // The part after the last `@` has no password, even if the address is wrong.
    let place = server.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return String(place.split(separator: "/", omittingEmptySubsequences: true).last ?? place)
  }
}
#endif
