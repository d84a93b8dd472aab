#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The mode of the terminal while lines are edited.
///
/// The original mode is restored at `exit`, at a signal that ends the process, and at a trap.
enum TerminalMode {
  /// The original mode.
  // Invariant: written once, before anything reads it; signal handlers only read it.
  nonisolated(unsafe) private static let former: UnsafeMutablePointer<termios> = {
    let mode = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    mode.initialize(to: termios())
    return mode
  }()
  // Invariant: the same as for the mode.
  nonisolated(unsafe) private static let isKnown: UnsafeMutablePointer<Bool> = {
    let flag = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
    flag.initialize(to: false)
    return flag
  }()
  /// The sequence that disables bracketed paste.
  // Invariant: never changed.
  nonisolated(unsafe) private static let goodbye: UnsafeMutableBufferPointer<UInt8> = {
    let text = Array("\u{1B}[?2004l".utf8)
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
    _ = bytes.initialize(from: text)
    return bytes
  }()

  /// The signals of crashes in the process itself, and that of Ctrl-\.
  private static let fatal = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGQUIT]

  /// Saves the mode and ensures its restoration; returns `false` without a terminal.
  static func begin() -> Bool {
    guard tcgetattr(StandardStream.input.rawValue, former) == 0 else { return false }
    _ = goodbye
    isKnown.pointee = true
    atexit { TerminalMode.restore() }
    for number in fatal {
      signal(number) { number in
        TerminalMode.restore()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    return true
  }

  /// Sends every key as it is typed, including keys that normally raise signals.
  static func edit() {
    set(raisesSignals: false)
    _ = StandardStream.output.write(Array("\u{1B}[?2004h".utf8))
  }

  /// Does not echo typed keys, while Ctrl-C raises its signal.
  static func run() {
    set(raisesSignals: true)
    _ = StandardStream.output.write(Array(goodbye))
  }

  private static func set(raisesSignals: Bool) {
    guard isKnown.pointee else { return }
    var mode = former.pointee
    mode.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR | IXON | ISTRIP)
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO | IEXTEN)
    if raisesSignals {
      mode.c_lflag |= tcflag_t(ISIG)
    } else {
      mode.c_lflag &= ~tcflag_t(ISIG)
    }
    withUnsafeMutableBytes(of: &mode.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    // Keys that were typed ahead stay in the input.
    tcsetattr(StandardStream.input.rawValue, TCSANOW, &mode)
  }

  /// Restores the original mode; a signal handler may call it.
  static func restore() {
    guard isKnown.pointee else { return }
    _ = tcsetattr(StandardStream.input.rawValue, TCSANOW, former)
    StandardStream.output.writeRaw(UnsafeRawBufferPointer(goodbye))
  }
}
