import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Accepts connections: at a socket that only its user can access, or at a port of this machine.
package final class MessageListener: Sendable {
  /// The address of the listener, with the port that the system chose.
  package let address: MessageAddress

  private let descriptor: Int32
  private let wake: Wake
  private let isClosed = Mutex(false)

  /// Replaces a stale socket file, but not the socket of a running program.
  package init(at address: MessageAddress) throws(MessageError) {
    wake = try Wake()
    if case .socket(let path) = address { try Self.clear(path, address) }
    let descriptor = try address.openSocket()
    do throws(MessageError) {
      self.address = try Self.listen(at: address, with: descriptor)
    } catch {
      System.end(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  deinit {
    close()
    System.end(descriptor)
  }

  /// Blocks this thread until the next connection; `nil` after the listener was closed.
  package func accept() -> MessageConnection? {
    while System.wait(descriptor, for: Int32(POLLIN), wake: wake.descriptor) {
      let connected = Self.acceptOne(descriptor)
      if connected >= 0 {
        _ = fcntl(connected, F_SETFD, FD_CLOEXEC)
        return try? MessageConnection(reading: connected, writing: connected)
      }
      // The client may hang up before it is accepted.
      if [EINTR, EAGAIN, ECONNABORTED].contains(errno) { continue }
      // If the process is out of descriptors, the connection stays queued until the next attempt.
      guard [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) else { return nil }
      System.pause(milliseconds: 100, wake: wake.descriptor)
    }
    return nil
  }

  /// Stops accepting connections and removes the socket's file; open connections continue.
  package func close() {
    let isFirst = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return !isClosed
    }
    guard isFirst else { return }
    wake.ring()
    if case .socket(let path) = address { unlink(path) }
  }

  private static func acceptOne(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
    Darwin.accept(descriptor, nil, nil)
    #elseif canImport(Musl)
    Musl.accept(descriptor, nil, nil)
    #else
    Glibc.accept(descriptor, nil, nil)
    #endif
  }

  /// Removes the socket file if no program listens at it.
  private static func clear(_ path: String, _ address: MessageAddress) throws(MessageError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw .system("'\(path)' already exists and is not a socket. Choose another path.")
    }
    if let connection = try? address.connect() {
      connection.close()
      throw .system("a program already listens at '\(path)'. Choose another path.")
    }
    unlink(path)
  }

  private static func listen(
    at address: MessageAddress,
    with descriptor: Int32
  ) throws(MessageError) -> MessageAddress {
    if case .port = address {
      var on: Int32 = 1
      setsockopt(
        descriptor,
        SOL_SOCKET,
        SO_REUSEADDR,
        &on,
        socklen_t(MemoryLayout<Int32>.size)
      )
    }
    let result = try address.withSocketAddress { bind(descriptor, $0, $1) }
    guard result == 0 else { throw .system("cannot listen at '\(address)': \(System.lastError)") }
    // The file is protected before the socket listens, so no other user can connect.
    if case .socket(let path) = address, chmod(path, 0o600) != 0 {
      throw .system("cannot protect '\(path)': \(System.lastError)")
    }
    guard Self.beginToListen(descriptor) == 0 else {
      throw .system("cannot listen at '\(address)': \(System.lastError)")
    }
    guard case .port = address else { return address }
    var chosen = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let named = withUnsafeMutablePointer(to: &chosen) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    guard named == 0 else { throw .system("cannot read the port: \(System.lastError)") }
    return .port(UInt16(bigEndian: chosen.sin_port))
  }

  private static func beginToListen(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
    Darwin.listen(descriptor, 8)
    #elseif canImport(Musl)
    Musl.listen(descriptor, 8)
    #else
    Glibc.listen(descriptor, 8)
    #endif
  }
}
