#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// System calls on descriptors, each retried after an interruption by a signal.
enum System {
  static var lastError: String { String(cString: strerror(errno)) }

  /// Waits until a descriptor is ready; `false` if `wake` became readable.
  static func wait(_ descriptor: Int32, for events: Int32, wake: Int32?) -> Bool {
    var polled = [
      // The system ignores negative descriptors.
      pollfd(fd: wake ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(events), revents: 0),
    ]
    while true {
      let count = poll(&polled, 2, -1)
      if count < 0, errno == EINTR { continue }
      guard count > 0, polled[0].revents == 0 else { return false }
      if polled[1].revents != 0 { return true }
    }
  }

  static func pause(milliseconds: Int32, wake: Int32) {
    var polled = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
    _ = poll(&polled, 1, milliseconds)
  }

  /// Reads available bytes, up to 64 KiB; returns an empty array at the end, `nil` after an error.
  static func readBlock(_ descriptor: Int32) -> [UInt8]? {
    var count = 0
    let block = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, filled in
      repeat {
        count = read(descriptor, buffer.baseAddress, buffer.count)
      } while count < 0
        && errno == EINTR
      filled = max(0, count)
    }
    return count < 0 ? nil : block
  }

  /// Writes a piece so small that a ready descriptor accepts it without blocking.
  static func writePiece(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, isSocket: Bool) -> Int {
    bytes.prefix(pieceBytes)
      .withUnsafeBytes { buffer in
        while true {
          let count: Int
          #if canImport(Darwin)
          count =
            isSocket
            ? send(descriptor, buffer.baseAddress, buffer.count, MSG_DONTWAIT)
            : write(descriptor, buffer.baseAddress, buffer.count)
          #else
          let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
          count =
            isSocket
            ? send(descriptor, buffer.baseAddress, buffer.count, flags)
            : write(descriptor, buffer.baseAddress, buffer.count)
          #endif
          if count >= 0 { return count }
          if errno == EAGAIN || errno == EWOULDBLOCK { return 0 }
          if errno != EINTR { return count }
        }
      }
  }

  /// The number of bytes that a writable pipe accepts without blocking (POSIX: 512).
  private static let pieceBytes = 512

  /// Creates a stream socket of a family such as `AF_UNIX` that child processes do not inherit.
  static func makeSocket(_ family: Int32) throws(MessageError) -> Int32 {
    #if canImport(Darwin)
    let kind = SOCK_STREAM
    #else
    let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    let descriptor = socket(family, kind, 0)
    guard descriptor >= 0 else { throw .system("cannot create a socket: \(lastError)") }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  static func isSocket(_ descriptor: Int32) -> Bool {
    var kind: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &kind, &length) == 0
  }

  /// Creates a pipe that child processes do not inherit.
  static func makePipe() throws(MessageError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system("cannot create a pipe: \(lastError)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Writes one byte, which interrupts every wait on the other end of the pipe.
  static func ring(_ descriptor: Int32) {
    var byte: UInt8 = 0
    _ = write(descriptor, &byte, 1)
  }

  /// Duplicates a descriptor; child processes do not inherit the copy.
  static func copy(_ descriptor: Int32) throws(MessageError) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw .system("cannot copy a descriptor: \(lastError)") }
    return copy
  }

  /// Moves standard input and output; then input is empty, and output goes to standard error.
  static func takeStandard() throws(MessageError) -> (input: Int32, output: Int32) {
    let input = try copy(0)
    let empty = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard empty >= 0, dup2(empty, 0) >= 0 else {
      throw .system("cannot redirect standard input: \(lastError)")
    }
    if empty != 0 { end(empty) }
    let output = try copy(1)
    guard dup2(2, 1) >= 0 else { throw .system("cannot redirect standard output: \(lastError)") }
    return (input, output)
  }

  static func end(_ descriptor: Int32) { _ = close(descriptor) }

  static func hangUp(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
}
