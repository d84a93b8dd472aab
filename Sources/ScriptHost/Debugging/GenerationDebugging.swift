import LuaRuntime
import Moonroute
import Synchronization

/// The debugger of one generation, on the router's executor.
final class GenerationDebugging {
  let debugger: ScriptDebugger
  let engine: EngineDebugging
  /// The generation owns it; not to be used in deinit.
  private unowned let generation: Generation
  /// The generation's number, for use after its end.
  private let number: Int

  /// Attaches a debugger, with all breakpoints, before anything of the generation runs.
  init(
    _ generation: Generation,
    by debugger: ScriptDebugger,
    _ engine: EngineDebugging
  ) throws(LuaError) {
    self.generation = generation
    number = generation.number
    self.debugger = debugger
    self.engine = engine
    let pauser = try generation.state.attachDebugger(generation.environment) { [weak self] stop in
      self?.wait(at: stop) ?? .on
    }
    debugger.take(pauser, of: generation.number)
    applyExceptions()
    for file in debugger.stops.withLock({ $0.allFiles }).sorted() { placeBreakpoints(in: file) }
  }

  deinit { debugger.drop(generation: number) }

  func end() { generation.state.detachDebugger() }

  func noteAdoption() {
    placeFunctionBreakpoints()
    let files = generation.sources.files.keys.sorted()
    debugger.tell(.loaded(generation: generation.number, files: files))
  }

  func applyExceptions() {
    let exceptions = debugger.stops.withLock { $0.exceptions }
    generation.state.stopAtErrors(
      raised: exceptions.contains(.raised),
      uncaught: exceptions.contains(.uncaught)
    )
  }

  /// Sets the breakpoints of a file, moved to lines that have code.
  func placeBreakpoints(in file: String) {
    let lines = generation.activeLines(of: file)
    let (changed, all) = debugger.stops.withLock { stops in
      (stops.place(in: file, on: lines), stops.lines(in: file))
    }
    generation.state.setBreakpoints(all, in: file)
    for entry in changed { debugger.tell(.breakpoint(entry.breakpoint)) }
  }

  /// Sets the breakpoints on the functions of routes, once these exist.
  func placeFunctionBreakpoints() {
    let functions = debugger.stops.withLock { $0.functions }
    var files = debugger.stops.withLock { $0.allFiles }
    for entry in functions {
      let place = entry.function.flatMap(generation.site(ofFunction:))
      let found = place.flatMap { site -> (file: String, line: Int, definedLine: Int)? in
        let line = generation.compiled(site.file)?.firstLines[site.line]
        return line.map { (site.file, $0, site.line) }
      }
      if let changed = debugger.stops.withLock({ $0.place(function: entry.id, at: found) }) {
        debugger.tell(.breakpoint(changed.breakpoint))
      }
    }
    files.formUnion(debugger.stops.withLock { $0.allFiles })
    for file in files { placeBreakpoints(in: file) }
  }

  // MARK: Waiting

  func noteWait(of run: UInt64) { engine.noteWait(of: run, in: number) }

  func forget(run: UInt64) { engine.forget(run: run, in: number) }

  // MARK: Stopping

  /// Stops, unless the breakpoints of the line continue.
  private func wait(at stop: LuaStop) -> LuaGo {
    var reached: [ScriptStops.Entry] = []
    if stop.reason == .breakpoint {
      reached = reachedBreakpoints(at: stop)
      guard !reached.isEmpty else { return .pass }
    }
    let shown = ScriptStop(
      reason: reason(of: stop, reached),
      thread: engine.number(of: stop.task, in: generation.number),
      position: stop.position,
      breakpoints: reached.map(\.id),
      error: stop.error.map { generation.functions.explained($0) }
    )
    let inspector = ScriptInspector(engine.engine, generation, debugger, at: stop)
    let clock = generation.router.clock
    clock.pause()
    defer { clock.resume() }
    return debugger.wait(at: shown, inspector)
  }

  private func reason(of stop: LuaStop, _ reached: [ScriptStops.Entry]) -> ScriptStop.Reason {
    switch stop.reason {
    case .breakpoint:
      reached.allSatisfy { $0.function != nil } ? .functionBreakpoint : .breakpoint
    case .step: .step
    case .pause: .pause
    case .raised: .exception(.raised)
    case .uncaught: .exception(.uncaught)
    }
  }

  /// The breakpoints that stop here; logpoints write and do not stop.
  private func reachedBreakpoints(at stop: LuaStop) -> [ScriptStops.Entry] {
    guard let position = stop.position else { return [] }
    let entries = debugger.stops.withLock { $0.entries(at: position.line, in: position.file) }
    let frame = generation.state.debugFrames(of: nil, count: 1).frames.first
    return entries.filter { entry in
      if let definedLine = entry.definedLine, definedLine != frame?.definedLine { return false }
      guard holds(entry.request.condition, in: frame?.id) else { return false }
      guard entry.request.isDue(at: debugger.stops.withLock { $0.count(entry) }) else {
        return false
      }
      guard entry.request.log != nil else { return true }
      debugger.tell(.output(logText(of: entry.request, in: frame?.id), position))
      return false
    }
  }

  /// A condition that raises an error counts as true, so that its author sees the mistake.
  private func holds(_ condition: String?, in frame: UInt32?) -> Bool {
    guard let condition, !condition.allSatisfy(\.isWhitespace) else { return true }
    guard let values = try? generation.state.evaluate(condition, in: frame) else { return true }
    // The text is not enough: a table may have the text 'false'.
    return values.first
      .map { value in
        value.typeName != "nil" && !(value.typeName == "boolean" && value.value == "false")
      } ?? false
  }

  private func logText(of request: ScriptBreakpoint.Request, in frame: UInt32?) -> String {
    request.logParts
      .map { text, isExpression in
        guard isExpression else { return text }
        do throws(LuaError) {
          let state = generation.state
          return try state.evaluate(text, in: frame)
            .map { $0.isPlainTable ? state.preview(of: $0) : $0.plainText }
            .joined(separator: " ")
        } catch {
          return "{\(error.message)}"
        }
      }
      .joined()
  }
}

extension Generation {
  /// The place of a function such as `guard product`; `product` means the first function called.
  func site(ofFunction name: String) -> SourceSite? {
    let parts = name.split(separator: " ", maxSplits: 1).map(String.init)
    if parts.count == 2 {
      let sites = scope.rules.handlerSites(ofRouteNamed: parts[1])
      if let found = sites.first(where: { $0.role == parts[0] }) { return found.site }
    }
    return scope.rules.handlerSites(ofRouteNamed: name).first?.site
  }

  /// The lines of a file that have code, or `nil` if it does not exist or compile.
  func activeLines(of file: String) -> [Int]? {
    compiled(file)?.activeLines
  }

  func compiled(_ file: String) -> LuaCompiledScript? {
    guard let text = sources[file] else { return nil }
    let chunk = try? state.load(text, name: file, environment: environment, countsLines: false)
    return chunk?.compiled(name: file)
  }
}
