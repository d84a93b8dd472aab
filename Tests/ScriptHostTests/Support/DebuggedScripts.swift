import LuaRuntime
import Moonroute
import ScriptHost
import Synchronization

/// Scripts with a debugger that records its events, and acts at each stop as the test requires.
///
/// The thread that stops performs all actions at a stop, so that no thread of the pool is blocked.
final class DebuggedScripts: Sendable {
  let scripts: LoadedScripts
  private let notes = Mutex<[String]>([])
  private let attached = Mutex<ScriptDebugger?>(nil)

  /// The events so far: stops as `main.lua:3 breakpoint`, and the text of logpoints.
  var told: [String] { notes.withLock { $0 } }

  /// The debugger.
  var debugger: ScriptDebugger {
    guard let debugger = attached.withLock({ $0 }) else { preconditionFailure("It is attached.") }
    return debugger
  }

  /// Attaches the debugger, without loading the scripts.
  init(
    _ main: String,
    files: [String: String] = [:],
    clock: (any Clock<Duration>)? = nil,
    offering: (inout HostOffers) -> Void = { _ in },
    atStop: @escaping @Sendable (ScriptInspector, ScriptStop) -> [String] = { _, _ in [] }
  ) throws {
    if let clock {
      scripts = try LoadedScripts(main, files: files, clock: clock, offering: offering)
    } else {
      scripts = try LoadedScripts(main, files: files, offering: offering)
    }
    let debugger = try scripts.host.attachDebugger { [weak self] event in
      self?.hear(event, atStop)
    }
    attached.withLock { $0 = debugger }
  }

  /// Waits until all requested actions are done.
  func settle() async {
    await withCheckedContinuation { continuation in
      debugger.perform { _ in continuation.resume() }
    }
  }

  /// Adds texts to the recorded events.
  func note(_ texts: [String]) { notes.withLock { $0 += texts } }

  private func hear(
    _ event: ScriptDebugEvent,
    _ atStop: @escaping @Sendable (ScriptInspector, ScriptStop) -> [String]
  ) {
    switch event {
    case .stopped(let stop):
      note(["\(stop.position.map(\.description) ?? "-") \(stop.reason.words)"])
      debugger.perform { inspector in self.note(atStop(inspector, stop)) }
      debugger.resume(.on)
    case .output(let text, let position):
      note(["\(position.map(\.description) ?? "-") says \(text)"])
    case .breakpoint(let breakpoint):
      let state = breakpoint.isVerified ? "verified" : breakpoint.message ?? ""
      note(["breakpoint \(breakpoint.file):\(breakpoint.line) \(state)"])
    default: break
    }
  }
}

extension ScriptStop.Reason {
  /// The reason in one or two words.
  var words: String {
    switch self {
    case .breakpoint: "breakpoint"
    case .functionBreakpoint: "function"
    case .step: "step"
    case .pause: "pause"
    case .exception(let exception): exception.rawValue
    }
  }
}
