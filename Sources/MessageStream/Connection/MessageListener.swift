import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Waits for programs that connect: at a socket that only its user can reach, or at a port of this
/// machine.
package final class MessageListener: Sendable {
  /// The place at which it listens, with the port that the system chose.
  package let address: MessageAddress

  private let descriptor: Int32
  private let wake: Wake
  private let isClosed = Mutex(false)

  /// Begins to listen.
  ///
  /// A socket file that a program left behind is replaced; one at which a program listens is not.
  ///
  /// - Throws: ``MessageError/system(_:)`` with the reason.
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

  /// Waits for the next connection on this thread.
  ///
  /// - Returns: The connection, or `nil` once the listener is closed.
  package func accept() -> MessageConnection? {
    while System.wait(descriptor, for: Int32(POLLIN), wake: wake.descriptor) {
      let connected = Self.acceptOne(descriptor)
      if connected >= 0 {
        _ = fcntl(connected, F_SETFD, FD_CLOEXEC)
        return try? MessageConnection(reading: connected, writing: connected)
      }
      // One that hung up before it was answered is no reason to end.
      if [EINTR, EAGAIN, ECONNABORTED].contains(errno) { continue }
      // Nor is a program that has too many files open just now: the connection waits.
      guard [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) else { return nil }
      System.pause(milliseconds: 100, wake: wake.descriptor)
    }
    return nil
  }

  /// Ends the wait for connections and removes the socket's file; connections that were made go on.
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

  /// Removes a socket file at which no program listens.
  private static func clear(_ path: String, _ address: MessageAddress) throws(MessageError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw .system("'\(path)' is there already, and is no socket. Choose another path.")
    }
    if let connection = try? address.connect() {
      connection.close()
      throw .system("a program listens at '\(path)' already. Choose another path.")
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
    // Nothing can connect before it listens, so that the file is closed to others in time.
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
    guard named == 0 else { throw .system("no port: \(System.lastError)") }
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
