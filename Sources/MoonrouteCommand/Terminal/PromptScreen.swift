import LineEditing
import Synchronization

/// The line that is edited, as it is on the terminal; what others print stands above it.
final class PromptScreen: Sendable {
  private struct State {
    var screen = LineScreen()
    var frame: LineFrame?
  }

  /// The one that is on the terminal.
  private static let current = Mutex<PromptScreen?>(nil)

  private let state = Mutex(State())

  /// Becomes the one on the terminal, with nothing shown yet.
  init() { Self.current.withLock { $0 = self } }

  /// Writes something beside the line: it is taken away before, and drawn again behind.
  static func aside<Answer>(_ write: () -> Answer) -> Answer {
    guard let screen = current.withLock({ $0 }) else { return write() }
    return screen.state.withLock { state in
      Self.put(state.screen.erase())
      defer { if let frame = state.frame { Self.put(state.screen.draw(frame)) } }
      return write()
    }
  }

  func show(_ frame: LineFrame) {
    state.withLock { state in
      state.frame = frame
      Self.put(state.screen.draw(frame))
    }
  }

  /// Leaves the line as it is now, and goes below it.
  func finish(_ frame: LineFrame) {
    state.withLock { state in
      state.frame = nil
      Self.put(state.screen.finish(frame))
    }
  }

  /// Takes the line away.
  func hide() {
    state.withLock { state in
      state.frame = nil
      Self.put(state.screen.erase())
    }
  }

  /// Empties the terminal.
  func clear() {
    state.withLock { Self.put($0.screen.clear()) }
  }

  /// Forgets where the line was: others have written there.
  func forget() {
    state.withLock { $0 = State() }
  }

  private static func put(_ text: String) {
    if !text.isEmpty { _ = StandardStream.output.write(Array(text.utf8)) }
  }
}
