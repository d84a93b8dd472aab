import LuaRuntime
package import Moonroute
import RoutePatterns

/// Reads the state of the scripts, on their thread.
///
/// Valid only inside its job. While scripts run, only waiting threads have frames.
package final class ScriptInspector {
  let engine: ScriptEngine
  let generation: Generation?
  let debugger: ScriptDebugger
  /// Where a script has stopped; `nil` while none has.
  let stop: LuaStop?
  /// The failed open, if that is the reason for the stop.
  var failed: Outcome?
  /// The objects behind the numbers of variables.
  private var parents: [Parent] = []

  private enum Parent {
    /// A scope of a frame, or a value, and the text that evaluates to it.
    case lua(UInt32, expression: String?)
    /// Variables that the host provides.
    case told([ScriptVariable])
  }

  init(
    _ engine: ScriptEngine,
    _ generation: Generation?,
    _ debugger: ScriptDebugger,
    at stop: LuaStop?
  ) {
    (self.engine, self.generation, self.debugger, self.stop) = (engine, generation, debugger, stop)
  }

  // MARK: Threads and frames

  /// The running script, if any, and each waiting one.
  package func threads() -> [ScriptThread] {
    guard let generation, let debugging = engine.debugging else { return [] }
    var threads: [ScriptThread] = []
    if stop != nil || failed != nil {
      let number = debugging.number(of: stop?.task, in: generation.number)
      threads.append(ScriptThread(id: number, name: stoppedName, isWaiting: false))
    }
    for run in generation.state.waitingRuns where run != stop?.task {
      let number = debugging.number(of: run, in: generation.number)
      let name = debugging.words(for: run, in: generation.number) ?? baseName(of: run)
      threads.append(ScriptThread(id: number, name: name, isWaiting: true))
    }
    return threads
  }

  private var stoppedName: String {
    if let failed { return "open of \(failed.text)" }
    if let words = engine.debugging?.occasion?.words { return words }
    if let run = stop?.task, let number = generation?.number,
      let words = engine.debugging?.words(for: run, in: number)
    {
      return words
    }
    return baseName(of: nil)
  }

  /// The function that a run began with.
  private func baseName(of run: UInt64?) -> String {
    guard let state = generation?.state else { return "script" }
    let total = state.debugFrames(of: run, count: 0).total
    let last = state.debugFrames(of: run, first: max(0, total - 1), count: 1).frames.first
    guard let last else { return "script" }
    if last.definedLine == 0 { return last.position.file }
    return "function at \(last.position.file):\(last.definedLine)"
  }

  /// The calls of a thread, without the product's own Lua.
  package func frames(of thread: Int, first: Int = 0, count: Int = .max) -> ScriptFrames {
    let none = ScriptFrames(frames: [], total: 0)
    guard let generation, let debugging = engine.debugging else { return none }
    let isStopped =
      stop != nil
      && debugging.number(of: stop?.task, in: generation.number) == thread
    let run = isStopped ? nil : debugging.run(of: thread, in: generation.number)
    guard isStopped || run != nil else { return none }
    let (frames, total) = generation.state.debugFrames(of: run, first: first, count: count)
    return ScriptFrames(frames: frames, total: total)
  }

  // MARK: Variables

  package func scopes(of frame: UInt32) -> [ScriptScope] {
    guard let generation else { return [] }
    func scope(_ name: String, _ parent: Parent, isExpensive: Bool = false) -> ScriptScope {
      ScriptScope(name: name, id: number(of: parent), isExpensive: isExpensive)
    }
    var scopes = [
      scope("Locals", .lua(LuaScope.locals.parent(of: frame), expression: "")),
      scope("Upvalues", .lua(LuaScope.upvalues.parent(of: frame), expression: "")),
    ]
    if let open = openVariables { scopes.append(scope("Open", .told(open))) }
    let session = generation.state.shownNumber(of: generation.keep.session)
    if session != 0 { scopes.append(scope("Session", .lua(session, expression: "session"))) }
    let globals = LuaScope.globals.parent(of: frame)
    scopes.append(scope("Globals", .lua(globals, expression: ""), isExpensive: true))
    return scopes
  }

  /// The open of the stopped script: its location, and its steps so far.
  private var openVariables: [ScriptVariable]? {
    if let failed {
      return variables(of: failed.text, at: failed.location?.description, failed.steps)
    }
    guard let occasion = engine.debugging?.occasion else { return nil }
    return variables(of: occasion.text, at: occasion.location?.description, occasion.steps)
  }

  private func variables(
    of text: String,
    at location: String?,
    _ steps: [OutcomeStep]
  ) -> [ScriptVariable] {
    let rows = steps.enumerated()
      .map { index, step in
        told("[\(index + 1)]", "\(step.kind.rawValue) \(step.name ?? ""): \(step.answer)", "step")
      }
    var shown = [told("text", text, "string")]
    if let location { shown.append(told("location", location, "location")) }
    let id = rows.isEmpty ? 0 : number(of: .told(rows))
    shown.append(told("steps", "\(rows.count)", "list", id: id, itemCount: rows.count))
    return shown
  }

  private func told(
    _ name: String,
    _ value: String,
    _ typeName: String,
    id: Int = 0,
    itemCount: Int = 0
  ) -> ScriptVariable {
    ScriptVariable(
      name: name,
      value: value,
      typeName: typeName,
      id: id,
      itemCount: itemCount,
      expression: nil
    )
  }

  /// The variables of a scope, or the content of a value.
  ///
  /// `first` counts from 0 within the part. An error while reading becomes a single variable.
  package func variables(
    of parent: Int,
    part: ScriptPart = .all,
    first: Int = 0,
    count: Int = .max
  ) -> [ScriptVariable] {
    guard let state = generation?.state, parent > 0, parent <= parents.count, count > 0 else {
      return []
    }
    switch parents[parent - 1] {
    case .told(let variables):
      return Array(variables.dropFirst(max(0, first)).prefix(count))
    case .lua(let number, let expression):
      do throws(LuaError) {
        var names: [LuaVariable] = []
        if part != .items {
          names = try state.variables(of: number, items: false)
          let isScope = expression == "" && number & 0x8000_0003 != LuaScope.globals.parent(of: 0)
          if !isScope { names.sort { $0.name < $1.name } }
        }
        let start = max(0, first)
        var shown = names.dropFirst(start).prefix(count)
          .map { variable($0, expression) }
        if part != .names, shown.count < count {
          let items = try state.variables(
            of: number,
            items: true,
            first: max(0, start - names.count),
            count: count - shown.count
          )
          shown += items.map { variable($0, expression) }
        }
        return shown
      } catch {
        return [told("(error)", error.message, error.code.rawValue)]
      }
    }
  }

  private func number(of parent: Parent) -> Int {
    parents.append(parent)
    return parents.count
  }

  private func variable(_ variable: LuaVariable, _ parent: String?) -> ScriptVariable {
    let isField = variable.name.hasPrefix("[")
    let expression = parent.flatMap { parent -> String? in
      if parent.isEmpty { return isField || variable.name.hasPrefix("...") ? nil : variable.name }
      return isField ? parent + variable.name : "\(parent).\(variable.name)"
    }
    return ScriptVariable(
      name: variable.name,
      value: generation?.state.preview(of: variable) ?? variable.value,
      typeName: variable.typeName,
      id: variable.id == 0 ? 0 : number(of: .lua(variable.id, expression: expression)),
      itemCount: variable.itemCount,
      expression: expression
    )
  }

  // MARK: Evaluating

  /// Evaluates Lua in the scope of a frame; `nil`: with only the globals.
  ///
  /// It can assign locals, upvalues and globals; it has the script's rights and 250 ms. A call that
  /// would wait raises `cannot_await`.
  package func evaluate(
    _ text: String,
    in frame: UInt32?
  ) throws(RouterError) -> [ScriptVariable] {
    let generation = try loaded()
    do throws(LuaError) {
      let values = try generation.state.evaluate(text, in: frame)
      let expression = values.count == 1 ? "(\(text))" : nil
      return values.map { value in
        ScriptVariable(
          name: value.name,
          value: generation.state.preview(of: value),
          typeName: value.typeName,
          id: value.id == 0 ? 0 : number(of: .lua(value.id, expression: expression)),
          itemCount: value.itemCount,
          expression: expression
        )
      }
    } catch {
      throw generation.functions.explained(error)
    }
  }

  /// Sets a variable to the value of `text`, evaluated in the frame of the parent.
  package func setVariable(
    _ name: String,
    of parent: Int,
    to text: String
  ) throws(RouterError) -> ScriptVariable {
    let generation = try loaded()
    guard parent > 0, parents.indices.contains(parent - 1),
      case .lua(let number, let expression) = parents[parent - 1]
    else {
      throw RouterError(RouterError.Code(rawValue: "denied"), "'\(name)' cannot be changed.")
    }
    do throws(LuaError) {
      let value = try generation.state.setVariable(name, of: number, to: text)
      return variable(value, expression)
    } catch {
      throw generation.functions.explained(error)
    }
  }

  private func loaded() throws(RouterError) -> Generation {
    guard let generation else {
      throw RouterError(.scriptError, "No scripts are loaded yet. Load them first.")
    }
    return generation
  }
}
