import LuaRuntime
import Moonroute
import RoutePatterns
import Synchronization

/// The debugger of a router's scripts, on the router's executor.
///
/// It names each run and its purpose.
final class EngineDebugging {
  let debugger: ScriptDebugger
  unowned let engine: ScriptEngine

  /// The purpose of each waiting run, by generation and number.
  private var waits: [RunKey: String] = [:]
  private var numbers: [RunKey: Int] = [:]
  private var lastNumber = 0

  private struct RunKey: Hashable {
    let generation: Int
    let run: UInt64?
  }

  init(_ engine: ScriptEngine, by debugger: ScriptDebugger) {
    self.engine = engine
    self.debugger = debugger
  }

  /// The number of a thread; `nil` for code outside a run of a script.
  func number(of run: UInt64?, in generation: Int) -> Int {
    let key = RunKey(generation: generation, run: run)
    if let number = numbers[key] { return number }
    if numbers.count > Self.mostNumbers { numbers = numbers.filter { waits[$0.key] != nil } }
    lastNumber += 1
    numbers[key] = lastNumber
    return lastNumber
  }

  /// The number of entries at which finished runs are removed.
  private static let mostNumbers = 10_000

  func run(of number: Int, in generation: Int) -> UInt64? {
    numbers.first { $0.value == number && $0.key.generation == generation }?.key.run
  }

  /// The handler that the current open is calling, if the current task is a step of an open.
  var occasion: HandlerOccasion? { engine.router.handlerOccasion }

  func noteWait(of run: UInt64, in generation: Int) {
    let key = RunKey(generation: generation, run: run)
    if waits[key] == nil, let words = occasion?.words { waits[key] = words }
  }

  func forget(run: UInt64, in generation: Int) {
    let key = RunKey(generation: generation, run: run)
    waits[key] = nil
    numbers[key] = nil
  }

  func words(for run: UInt64, in generation: Int) -> String? {
    waits[RunKey(generation: generation, run: run)]
  }
}

/// Stops where an open fails; only installed when requested, since it has a cost.
struct FailureInstrument: OpenInstrument {
  // Invariant: used only on the router's executor, where opens begin and end.
  nonisolated(unsafe) private weak var debugging: EngineDebugging?

  init(_ debugging: EngineDebugging) { self.debugging = debugging }

  func around(
    _ open: InstrumentedOpen,
    isolation: isolated (any Actor)?,
    _ run: () async -> Outcome
  ) async -> Outcome {
    let outcome = await run()
    if open.purpose.isOpen { debugging?.stop(at: outcome) }
    return outcome
  }
}

extension EngineDebugging {
  func applyExceptions() {
    let stopsHere = debugger.stops.withLock { $0.exceptions.contains(.failedOpen) }
    engine.router.hooks.instruments.removeAll { $0 is FailureInstrument }
    if stopsHere { engine.router.hooks.instruments.append(FailureInstrument(self)) }
  }

  /// Removes the hooks from the router.
  func end() {
    engine.router.hooks.handlerReaders -= 1
    engine.router.hooks.instruments.removeAll { $0 is FailureInstrument }
  }

  fileprivate func stop(at outcome: Outcome) {
    guard let error = outcome.error, [.failed, .fellBack].contains(outcome.status),
      let generation = engine.generation
    else { return }
    let stop = ScriptStop(
      reason: .exception(.failedOpen),
      thread: number(of: nil, in: generation.number),
      position: nil,
      breakpoints: [],
      error: error
    )
    let inspector = ScriptInspector(engine, generation, debugger, at: nil)
    inspector.failed = outcome
    engine.clock.pause()
    defer { engine.clock.resume() }
    _ = debugger.wait(at: stop, inspector)
  }
}

extension HandlerOccasion {
  /// The name of the handler, such as `guard of 'account', /account/orders`.
  var words: String {
    let role =
      switch kind {
      case .guard: "guard"
      case .redirect: "redirect"
      case .proxy: "proxy"
      case .build: "view"
      case .action: "action"
      case .leave: "on_exit"
      case .animator: "animator"
      default: kind.rawValue
      }
    return "\(role) of '\(name)', \(location?.description ?? text)"
  }
}
