import LineEditing
import Synchronization

/// The edited line on the terminal; other output appears above it.
final class PromptScreen: Sendable {
  private struct State {
    var screen = LineScreen()
    var frame: LineFrame?
  }

  /// The screen that currently owns the terminal.
  private static let current = Mutex<PromptScreen?>(nil)

  private let state = Mutex(State())

  init() { Self.current.withLock { $0 = self } }

  /// Writes other output: hides the line before and redraws it afterwards.
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

  /// Leaves the line in place and moves below it.
  func finish(_ frame: LineFrame) {
    state.withLock { state in
      state.frame = nil
      Self.put(state.screen.finish(frame))
    }
  }

  func hide() {
    state.withLock { state in
      state.frame = nil
      Self.put(state.screen.erase())
    }
  }

  func clear() {
    state.withLock { Self.put($0.screen.clear()) }
  }

  /// Forgets the position of the line, because other programs have written to the terminal.
  func forget() {
    state.withLock { $0 = State() }
  }

  private static func put(_ text: String) {
    if !text.isEmpty { _ = StandardStream.output.write(Array(text.utf8)) }
  }
}
