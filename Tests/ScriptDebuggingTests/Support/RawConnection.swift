import MessageStream
import TestSupport

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A connection for arbitrary bytes.
struct RawConnection {
  private let descriptor: Int32

  init(port: UInt16) throws {
    #if canImport(Darwin)
    descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, length)
      }
    }
    guard result == 0 else { throw DebugClient.Over() }
  }

  func write(_ bytes: [UInt8]) { _ = send(descriptor, bytes, bytes.count, Self.flags) }

  func end() { _ = close(descriptor) }

  #if canImport(Darwin)
  private static let flags: Int32 = 0
  #else
  private static let flags = Int32(MSG_NOSIGNAL)
  #endif
}
