import LuaRuntime

/// A script with a debugger that records each stop, and acts there as the test requires.
final class Debugged {
  let script: Script
  /// The stops so far: line and reason.
  var stops: [String] = []
  /// The actions at the stops, in order.
  ///
  /// After the last one, the script runs freely.
  var steps: [LuaGo]
  /// The check to run at each stop.
  var ask: (Debugged) throws -> Void = { _ in }
  private(set) var pauser: LuaPauser?
  var lastStop: LuaStop?
  var problem: (any Error)?

  /// Attaches the debugger, with breakpoints in `test.lua`.
  init(_ lines: Set<Int> = [], steps: [LuaGo] = [], limits: LuaLimits = LuaLimits()) throws {
    script = try Script(limits: limits)
    self.steps = steps
    pauser = try script.state.attachDebugger(script.environment) { [unowned self] stop in
      lastStop = stop
      stops.append("\(stop.position?.line ?? 0) \(stop.reason)")
      do { try ask(self) } catch { problem = error }
      return self.steps.isEmpty ? .on : self.steps.removeFirst()
    }
    script.state.setBreakpoints(lines, in: "test.lua")
  }

  var state: LuaState { script.state }

  /// The innermost frame of the stopped script.
  var frame: UInt32 { state.debugFrames(of: nil, count: 1).frames.first?.id ?? .max }

  /// The values of an expression in the innermost frame, or the error.
  func value(_ text: String) -> String {
    do throws(LuaError) {
      return try state.evaluate(text, in: frame).map(\.value).joined(separator: " ")
    } catch {
      return "\(error.code.rawValue): \(error.message)"
    }
  }

  /// A scope of the innermost frame, as `name = value` lines.
  func scope(_ scope: LuaScope) -> [String] {
    let variables = try? state.variables(of: scope.parent(of: frame), items: false)
    return variables?.map { "\($0.name) = \($0.value)" } ?? ["an error"]
  }

  /// Runs a script to its end.
  ///
  /// All waits end immediately without a result.
  func finish(_ source: String, _ arguments: [LuaValue] = []) throws {
    var step = state.start(try script.load(source), arguments)
    while case .suspended(let task) = step { step = state.resume(task) }
    if case .failed(let error) = step { throw error }
  }

  /// Defines `wait`, which suspends the script.
  func defineWait() throws {
    try script.define("wait", suspends: .sometimes) { _ in .suspend(.nothing) }
  }
}
