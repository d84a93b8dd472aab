import LuaRuntime

/// A script with a debugger that notes where it stops, and does what the test says there.
final class Debugged {
  let script: Script
  /// The stops so far: line and reason.
  var stops: [String] = []
  /// The actions at each stop, first to last; then the script goes on.
  var steps: [LuaGo]
  /// The question at each stop.
  var ask: (Debugged) throws -> Void = { _ in }
  private(set) var pauser: LuaPauser?
  var lastStop: LuaStop?
  var problem: (any Error)?

  /// Attaches, with breakpoints in `test.lua`.
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

  /// The nearest frame of the stopped script.
  var frame: UInt32 { state.debugFrames(of: nil, count: 1).frames.first?.id ?? .max }

  /// The values of a text in the nearest frame, or the error.
  func value(_ text: String) -> String {
    do throws(LuaError) {
      return try state.evaluate(text, in: frame).map(\.value).joined(separator: " ")
    } catch {
      return "\(error.code.rawValue): \(error.message)"
    }
  }

  /// A scope of the nearest frame, `name = value` for each.
  func scope(_ scope: LuaScope) -> [String] {
    let variables = try? state.variables(of: scope.parent(of: frame), items: false)
    return variables?.map { "\($0.name) = \($0.value)" } ?? ["an error"]
  }

  /// Runs a script to its end; what it waits for answers nothing at once.
  func finish(_ source: String, _ arguments: [LuaValue] = []) throws {
    var step = state.start(try script.load(source), arguments)
    while case .suspended(let task) = step { step = state.resume(task) }
    if case .failed(let error) = step { throw error }
  }

  /// Defines `wait`, which suspends.
  func defineWait() throws {
    try script.define("wait", suspends: .sometimes) { _ in .suspend(.nothing) }
  }
}
