#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// One of the three streams that every process has.
enum StandardStream: Int32 {
  case input = 0
  case output = 1
  case errors = 2

  /// Whether a terminal is at the other end.
  var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Whether a person can edit lines there: a terminal that obeys.
  static var allowsEditing: Bool {
    input.isTerminal && output.isTerminal && !["dumb", nil].contains(environment("TERM"))
  }

  /// The columns of the terminal, or `nil` when there is none.
  var columns: Int? { size.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } }

  /// The rows of the terminal, or `nil` when there is none.
  var rows: Int? { size.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

  private var size: winsize? {
    guard isTerminal else { return nil }
    var size = winsize()
    return ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }

  /// Writes all bytes.
  ///
  /// - Returns: Whether it went well; else `errno` says why it did not.
  func write(_ bytes: [UInt8]) -> Bool { Self.write(bytes, to: rawValue) }

  /// Writes bytes once, for where a signal is handled.
  func writeRaw(_ bytes: UnsafeRawBufferPointer) {
    if let start = bytes.baseAddress { _ = Self.write(rawValue, start, bytes.count) }
  }

  /// Writes all bytes to an open file.
  ///
  /// - Returns: Whether it went well; else `errno` says why it did not.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
        let count = Self.write(descriptor, start, rest.count)
        if count < 0, errno != EINTR { return false }
        rest = rest.dropFirst(max(0, count))
      }
      return true
    }
  }

  /// Reads what is there, at most as much as fits, and waits only when nothing is.
  ///
  /// - Returns: The number of bytes read; 0 at the end, less after an error.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    Self.read(into: buffer, from: rawValue)
  }

  /// Reads what is there of an open file, at most as much as fits.
  ///
  /// - Returns: The number of bytes read; 0 at the end, less after an error.
  static func read(into buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Int {
    while true {
      let count = Self.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// Takes the places of streams that are closed, so that no file that is opened later gets the
  /// result; writing to them goes on to fail.
  static func secure() {
    for stream in [input, output, errors] where fcntl(stream.rawValue, F_GETFD) < 0 {
      _ = open("/dev/null", stream == input ? O_WRONLY : O_RDONLY)
    }
  }

  /// Stops the process until the shell brings it back.
  ///
  /// The signal goes to this thread, which therefore does nothing more before. A thread of a pool
  /// blocks it otherwise, and a signal that is blocked stops no process.
  static func stopProcess() {
    var signals = sigset_t()
    var before = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &signals, &before)
    raise(SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  /// The last error of the system, in words.
  static var lastError: String { String(cString: strerror(errno)) }

  /// A variable of the environment that is set to something.
  static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  // The system's functions, under names that the methods above do not hide.
  #if canImport(Darwin)
  private static let write = Darwin.write
  private static let read = Darwin.read
  #elseif canImport(Musl)
  private static let write = Musl.write
  private static let read = Musl.read
  #else
  private static let write = Glibc.write
  private static let read = Glibc.read
  #endif
}
