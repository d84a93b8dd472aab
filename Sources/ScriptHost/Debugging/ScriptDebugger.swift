import Dispatch
package import LuaRuntime
import Moonroute
import Synchronization

/// A debugger of the scripts of one host, including scripts that are loaded later.
///
/// A stopped script blocks the executor of its router, so a debugger is used from any thread,
/// and none of its functions waits. ``perform(_:)`` runs requests as jobs on the thread of the
/// scripts.
package final class ScriptDebugger: Sendable {
  /// A request that runs on the thread of the scripts.
  typealias Job = @Sendable (ScriptInspector) -> Void

  private struct Control {
    var isDetached = false
    var isStopped = false
    /// How the stopped scripts continue, once decided.
    var go: LuaGo?
    var jobs: [Job] = []
    var hasTurn = false
    var pausesNext = false
    var pausers: [Int: LuaPauser] = [:]
  }

  private let control = Mutex(Control())
  /// Signals a stopped thread that it has a job or a decision.
  private let signal = DispatchSemaphore(value: 0)
  private let host: WeakHost
  private let onEvent: @Sendable (ScriptDebugEvent) -> Void

  let stops = Mutex(ScriptStops())

  init(_ host: ScriptHost, _ onEvent: @escaping @Sendable (ScriptDebugEvent) -> Void) {
    self.host = WeakHost(host)
    self.onEvent = onEvent
  }

  /// Ends the debugging: stopped scripts continue, and pending jobs are dropped.
  package func detach() {
    let isFirst = control.withLock { control in
      defer { control.isDetached = true }
      control.jobs = []
      control.pausers = [:]
      return !control.isDetached
    }
    guard isFirst, let host = host.host else { return }
    host.forget(self)
    signal.signal()
    Task {
      await host.router.perform { application in
        guard application.attachment != nil else { return }
        host.engine(in: application).endDebugging(by: self)
      }
    }
  }

  package var isDetached: Bool { control.withLock { $0.isDetached } }

  package var isStopped: Bool { control.withLock { $0.isStopped } }

  /// Continues stopped scripts, and returns whether they were stopped.
  @discardableResult
  package func resume(_ go: LuaGo) -> Bool {
    let wasStopped = control.withLock { control in
      guard control.isStopped, control.go == nil else { return false }
      control.go = go
      return true
    }
    if wasStopped { signal.signal() }
    return wasStopped
  }

  /// Stops the scripts at the next line that one of them runs.
  package func pause() {
    control.withLock { control in
      guard !control.isStopped else { return }
      control.pausesNext = control.pausers.isEmpty
      for pauser in control.pausers.values { pauser.pause() }
    }
  }

  /// Runs a job on the thread of the scripts, in the order of the calls: immediately while they are
  /// stopped, otherwise as soon as the router's executor is free.
  ///
  /// Jobs added while the scripts are stopped run before the scripts continue. Pending jobs are
  /// dropped when the debugger detaches, and when the host is released.
  package func perform(_ job: @escaping @Sendable (ScriptInspector) -> Void) {
    let host = host.host
    let needsTurn = control.withLock { control in
      guard !control.isDetached, host != nil else { return false }
      control.jobs.append(job)
      defer { control.hasTurn = control.hasTurn || !control.isStopped }
      return !control.isStopped && !control.hasTurn
    }
    signal.signal()
    guard needsTurn, let host else { return }
    Task {
      await host.router.perform { application in
        self.control.withLock { $0.hasTurn = false }
        guard !self.isDetached else { return }
        let engine = host.engine(in: application)
        engine.beginDebugging(by: self)
        self.runJobs(ScriptInspector(engine, engine.generation, self, at: nil))
      }
    }
  }

  func tell(_ event: ScriptDebugEvent) { onEvent(event) }

  func take(_ pauser: LuaPauser, of generation: Int) {
    control.withLock { control in
      guard !control.isDetached else { return }
      control.pausers[generation] = pauser
      if control.pausesNext { pauser.pause() }
      control.pausesNext = false
    }
  }

  func drop(generation: Int) { control.withLock { $0.pausers[generation] = nil } }

  func runJobs(_ inspector: ScriptInspector) {
    while let job = control.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) {
      job(inspector)
    }
  }

  /// Blocks the thread of the scripts and runs its jobs until the debugger continues the scripts.
  func wait(at stop: ScriptStop, _ inspector: ScriptInspector) -> LuaGo {
    let isBegun = control.withLock { control in
      guard !control.isDetached else { return false }
      (control.isStopped, control.go) = (true, nil)
      return true
    }
    guard isBegun else { return .on }
    tell(.stopped(stop))
    var decided: LuaGo?
    while decided == nil {
      runJobs(inspector)
      decided = control.withLock { control in
        guard control.isDetached || control.go != nil && control.jobs.isEmpty else { return nil }
        defer { (control.isStopped, control.go) = (false, nil) }
        return control.isDetached ? .on : control.go
      }
      if decided == nil { signal.wait() }
    }
    if !isDetached { tell(.continued(thread: stop.thread)) }
    return decided ?? .on
  }
}

private struct WeakHost: Sendable {
  private(set) weak var host: ScriptHost?

  init(_ host: ScriptHost) { self.host = host }
}

extension ScriptHost {
  /// Attaches a debugger to the scripts, including scripts that are loaded later.
  ///
  /// `onEvent` is called on the thread of the event; it must not wait for the router. Throws
  /// `duplicate` if another debugger is attached, `closed` if the host is closed.
  package func attachDebugger(
    _ onEvent: @escaping @Sendable (ScriptDebugEvent) -> Void
  ) throws(ScriptProblems) -> ScriptDebugger {
    if isClosed { throw ScriptProblems.closed() }
    let fresh = ScriptDebugger(self, onEvent)
    let isFirst = attachedDebugger.withLock { debugger in
      guard debugger == nil else { return false }
      debugger = fresh
      return true
    }
    guard isFirst else {
      throw ScriptProblems(
        ScriptProblem(.duplicate, "A debugger is already attached. Detach it first.")
      )
    }
    fresh.perform { _ in }
    return fresh
  }

  func forget(_ debugger: ScriptDebugger) {
    attachedDebugger.withLock { if $0 === debugger { $0 = nil } }
  }
}
