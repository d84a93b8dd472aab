#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

enum StandardStream: Int32 {
  case input = 0
  case output = 1
  case errors = 2

  var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Whether a user can edit lines: both ends are a terminal that supports control sequences.
  static var allowsEditing: Bool { input.isTerminal && allowsRedrawing }

  /// Whether the output is a terminal that supports control sequences.
  static var allowsRedrawing: Bool {
    output.isTerminal && !["dumb", nil].contains(environment("TERM"))
  }

  /// The columns of the terminal, or `nil` without one.
  var columns: Int? { size.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } }

  /// The rows of the terminal, or `nil` without one.
  var rows: Int? { size.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

  private var size: winsize? {
    guard isTerminal else { return nil }
    var size = winsize()
    return ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }

  func write(_ bytes: [UInt8]) -> Bool { Self.write(bytes, to: rawValue) }

  /// Writes bytes once, for signal handlers.
  func writeRaw(_ bytes: UnsafeRawBufferPointer) {
    if let start = bytes.baseAddress { _ = writeOnce(rawValue, start, bytes.count) }
  }

  /// Writes all bytes to an open file; if it returns `false`, `errno` contains the error.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
        let count = writeOnce(descriptor, start, rest.count)
        if count < 0, errno != EINTR { return false }
        rest = rest.dropFirst(max(0, count))
      }
      return true
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    Self.read(into: buffer, from: rawValue)
  }

  /// Waits only if no byte is available; returns 0 at the end, and -1 after an error.
  static func read(into buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Int {
    while true {
      let count = readOnce(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// Occupies the descriptors of closed streams, so that no other file receives the result.
  static func secure() {
    for stream in [input, output, errors] where fcntl(stream.rawValue, F_GETFD) < 0 {
      _ = open("/dev/null", stream == input ? O_WRONLY : O_RDONLY)
    }
  }

  /// Signals this thread, which then stops immediately; a thread of a pool may block the signal.
  static func stopProcess() {
    var signals = sigset_t()
    var before = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &signals, &before)
    raise(SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  static var lastError: String { String(cString: strerror(errno)) }

  static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}

// The system's functions under other names, because the methods above hide them.

private func writeOnce(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, start, count)
}

private func readOnce(_ descriptor: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, start, count)
}
