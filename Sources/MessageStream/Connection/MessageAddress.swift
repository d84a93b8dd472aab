#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An address on this machine at which a program listens.
package enum MessageAddress: Equatable, Sendable, CustomStringConvertible {
  /// A socket in the file system, which only its user can access.
  case socket(String)
  /// A port of 127.0.0.1, which every user of the machine can access; 0 for any free port.
  case port(UInt16)

  package var description: String {
    switch self {
    case .socket(let path): path
    case .port(let port): "127.0.0.1:\(port)"
    }
  }

  /// Parses an address: `127.0.0.1:PORT`, `localhost:PORT`, or the path of a socket.
  package init(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 2, ["127.0.0.1", "localhost"].contains(parts[0]), let port = UInt16(parts[1])
    {
      self = .port(port)
    } else {
      self = .socket(text)
    }
  }

  package func connect() throws(MessageError) -> MessageConnection {
    let descriptor = try openSocket()
    let result = try withSocketAddress { address, length in
      #if canImport(Darwin)
      Darwin.connect(descriptor, address, length)
      #elseif canImport(Musl)
      Musl.connect(descriptor, address, length)
      #else
      Glibc.connect(descriptor, address, length)
      #endif
    }
    guard result == 0 else {
      let problem = MessageError.system("no program listens at '\(self)': \(System.lastError)")
      System.end(descriptor)
      throw problem
    }
    return try MessageConnection(reading: descriptor, writing: descriptor)
  }

  /// Creates a socket for the address that child processes do not inherit.
  func openSocket() throws(MessageError) -> Int32 {
    if case .socket = self { return try System.makeSocket(AF_UNIX) }
    return try System.makeSocket(AF_INET)
  }

  /// Calls a system function with the address in the form that it needs.
  func withSocketAddress(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(MessageError) -> Int32 {
    switch self {
    case .socket(let path):
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let limit = MemoryLayout.size(ofValue: address.sun_path)
      guard path.utf8.count < limit, !path.utf8.isEmpty, !path.utf8.contains(0) else {
        throw .system("'\(path)' is not a valid socket path. Use 1 to \(limit - 1) bytes.")
      }
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      return Self.call(&address, body)
    case .port(let port):
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      return Self.call(&address, body)
    }
  }

  private static func call<Address>(
    _ address: inout Address,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    let length = socklen_t(MemoryLayout<Address>.size)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }
}
