#if Inspector
import NIOCore

/// The addresses of this machine in its networks.
package enum NetworkAddress {
  /// The beginnings of names of network cards, wired or wireless.
  private static let cards = ["en", "eth", "wl"]

  /// The IPv4 address by which other devices in the network reach this machine; `nil` without one.
  ///
  /// Network cards come before tunnels and virtual networks.
  package static var own: String? {
    let devices = (try? System.enumerateDevices()) ?? []
    let found = devices.compactMap { device -> (rank: Int, name: String, address: String)? in
      guard case .v4? = device.address, let address = device.address?.ipAddress,
        !address.hasPrefix("127.")
      else { return nil }
      let isCard = cards.contains { device.name.hasPrefix($0) }
      return (isCard ? 0 : 1, device.name, address)
    }
    return found.min { ($0.rank, $0.name) < ($1.rank, $1.name) }?.address
  }
}
#endif
