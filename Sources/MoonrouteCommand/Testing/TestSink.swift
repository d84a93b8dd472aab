#if Command
import RoutePatterns
import ScriptTesting
import Synchronization
import TextTools

/// The destination of the report: standard output or a file.
final class TestSink: Sendable {
  static var standard: TestSink { TestSink(file: nil) }

  private struct State {
    var bytes: [UInt8] = []
    /// Whether a progress line is below the cursor.
    var hasProgress = false
  }

  private let file: OutputFile?
  private let state = Mutex(State())

  private static let bufferBytes = 1 << 15

  private init(file: OutputFile?) { self.file = file }

  convenience init(path: String?) throws {
    self.init(file: try path.map { try OutputFile($0) })
  }

  /// Whether the report appears on a terminal.
  var isTerminal: Bool { file == nil && StandardStream.output.isTerminal }

  func write(_ text: String) {
    state.withLock { state in
      if state.hasProgress { state.bytes += TestProgress.wipe.utf8 }
      state.hasProgress = false
      state.bytes += text.utf8
      if file == nil, isTerminal || state.bytes.count >= Self.bufferBytes {
        Console.write(&state.bytes)
      }
    }
  }

  /// Draws the progress line, which the next text erases.
  func draw(_ progress: String) {
    guard !progress.isEmpty, isTerminal else { return }
    state.withLock { state in
      state.hasProgress = true
      state.bytes += progress.utf8
      Console.write(&state.bytes)
    }
  }

  func note(_ event: SpecEvent) {
    if case .ended(let result) = event, result.status == .passed {
      write(result.name.printable + "\n")
    }
  }

  func flush() {
    guard file == nil else { return }
    state.withLock { Console.write(&$0.bytes) }
  }

  func close() throws {
    guard let file else { return flush() }
    try file.close(with: state.withLock { $0.bytes })
  }
}
#endif
