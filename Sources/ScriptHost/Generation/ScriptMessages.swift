import LuaRuntime
import Moonroute

/// The messages that scripts send and receive: from screens, their openers and their turns.
final class ScriptMessages {
  private let calls: ScriptCalls
  private let bridge: LuaBridge

  /// Whether a running script is sending a message, and the functions to notify of it.
  private var isSending = false
  private var isNotifying = false
  private var pending: [(function: LuaFunction, arguments: [LuaValue], bytes: MemoryCharge)] = []

  init(calls: ScriptCalls, bridge: LuaBridge) {
    self.calls = calls
    self.bridge = bridge
  }

  /// Whether functions of the scripts still receive messages.
  var isHearing: () -> Bool { { [weak self] in self?.calls.scope.phase == .running } }

  func listener(_ function: LuaFunction) -> (Value) -> Void {
    { [weak self] value in self?.notify(function) { [try $0.lua(value)] } }
  }

  /// Runs a function of the scripts because something has happened.
  ///
  /// No caller waits for it; its error goes to the log. Functions of a replaced generation are not
  /// called. While a script sends a message, its listeners wait until the script suspends or ends.
  func notify(_ function: LuaFunction, _ arguments: (LuaBridge) throws -> [LuaValue]) {
    guard calls.scope.phase == .running else { return }
    do {
      let arguments = try arguments(bridge)
      guard isSending else { return try notify(function, arguments) }
      let bytes = arguments.reduce(0) { $0 + $1.hostBytes }
      pending.append((function, arguments, bridge.memory.count(.messages, bytes)))
      guard !isNotifying else { return }
      isNotifying = true
      calls.timers.notifySoon()
    } catch {
      calls.log.write(error)
    }
  }

  /// Sends a message for a running script; returns the number of listeners.
  func send(_ name: String, _ value: Value, from screen: Screen.ID) -> Int {
    isSending = true
    defer { isSending = false }
    return calls.scope.router.send(name, value, from: screen)
  }

  /// Notifies the listeners of sent messages, in order.
  func notifyPending() async {
    defer { isNotifying = false }
    while !pending.isEmpty {
      let batch = pending
      pending = []
      for entry in batch {
        await calls.scheduler.acquireTurn()
        do {
          if calls.scope.phase == .running { try notify(entry.function, entry.arguments) }
        } catch {
          calls.log.write(error)
        }
        calls.scheduler.releaseTurn()
      }
    }
  }

  private func notify(_ function: LuaFunction, _ arguments: [LuaValue]) throws {
    guard !calls.breaker.isOpen(for: function),
      case .later(let rest) = try calls.beginInBackground(function, arguments, { _ in })
    else { return }
    calls.timers.finish(rest)
  }
}
