#if Command
import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The keys of a watch, from a terminal or from lines of a pipe.
final class TestKeys: Sendable {
  enum Key: Equatable {
    case all, failed, reached, quit
  }

  private let typed = Mutex<[Key]>([])
  private let isTerminal = StandardStream.allowsEditing && TestKeys.isInFront

  /// The list of keys for the end of a message, or an empty string.
  var help: String {
    isTerminal ? " (a: run all, f: run failed, r: run for the last save, q: quit)" : ""
  }

  /// Whether this process may read from its terminal.
  private static var isInFront: Bool {
    tcgetpgrp(StandardStream.input.rawValue) == getpgrp()
  }

  /// Begins to read, on a thread of its own, which ends with the input.
  func begin() {
    if isTerminal, TerminalMode.begin() { TerminalMode.run() }
    guard isTerminal || !StandardStream.input.isTerminal else { return }
    DispatchQueue(label: "moonroute.keys")
      .async { [self] in
        var block = [UInt8](repeating: 0, count: 64)
        while true {
          let count = block.withUnsafeMutableBytes { StandardStream.input.read(into: $0) }
          guard count > 0 else { return }
          let keys = block[..<count].compactMap(key)
          typed.withLock { $0 += keys }
        }
      }
  }

  func end() {
    if isTerminal { TerminalMode.restore() }
  }

  /// Removes and returns the first key that was typed.
  func next() -> Key? { typed.withLock { $0.isEmpty ? nil : $0.removeFirst() } }

  private func key(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "a"): .all
    case UInt8(ascii: "f"): .failed
    case UInt8(ascii: "r"): .reached
    case UInt8(ascii: "q"): .quit
    case UInt8(ascii: "\r"): isTerminal ? .all : nil
    default: nil
    }
  }
}
#endif
