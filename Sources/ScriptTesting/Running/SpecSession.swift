import LuaRuntime
import Moonroute
import Rehearsal
import ScriptHost

/// Spec files in a new state, usually one, with a newly loaded application.
struct SpecSession: Sendable {
  /// A file and its tests to run.
  struct Spec: Sendable {
    let file: String
    let selection: SpecSelection

    init(_ file: String, _ selection: SpecSelection) {
      self.file = file
      self.selection = selection
    }
  }

  let specs: [Spec]
  let runner: SpecRunner
  let told: @Sendable (SpecEvent) -> Void
  let results = SpecResults()
  let plan = SpecPlan()
  private let time: RehearsalTime
  private let output = SpecOutput()
  private let lines = SpecLines()
  let files: SpecFiles

  let folder: String?

  init(specs: [Spec], runner: SpecRunner, report: @escaping @Sendable (SpecEvent) -> Void) {
    self.specs = specs
    self.runner = runner
    time = RehearsalTime(runner.tools.start)
    told = report
    folder = specs.first.flatMap { runner.application(above: $0.file) }
    let files = runner.files
    self.files = runner.isUnsafe ? files : files.confined(to: specs.map(\.file), folder)
  }

  func run() async {
    do {
      let host = try makeHost()
      if specs.contains(where: { !$0.selection.lists }) { runner.tools.whenMade?(host) }
      await withTaskExecutorPreference(time.executor) {
        await host.router.perform { application in
          await run(host, in: application)
        }
      }
    } catch {
      giveUpAll("\(error)")
    }
  }

  /// Reports for each file that it cannot run.
  private func giveUpAll(
    _ message: String,
    trace: [String] = [],
    cause: SpecResult.Cause? = nil
  ) {
    for spec in specs {
      told(.began(spec.file))
      var result = problem(message, in: spec.file)
      result.cause = cause
      result.diagnostics.trace = trace
      report(result)
      noteEverything(for: spec.file)
      told(.finished(spec.file, results.take(), .zero))
    }
  }

  func report(_ result: SpecResult) {
    results.add(result)
    told(.ended(result))
  }

  private func makeHost() throws -> ScriptHost {
    let application = try LinkRouter(
      isolation: RehearsalOwner(time.executor),
      options: RouterOptions(clock: time.clock)
    )
    // With all parts, the lines of a part that no spec opens count as not covered.
    let loadsParts = runner.coverage != nil
    return try runner.makeHost(of: folder, in: application, loadsParts: loadsParts) { [output] in
      output.add($0.message)
    }
  }

  private func run(_ host: ScriptHost, in application: isolated LinkRouter) async {
    do {
      _ = try host.load(
        in: application,
        limits: runner.limits,
        isUnsafe: runner.isUnsafe,
        hasModules: folder != nil || !runner.isUnsafe,
        countsLines: runner.coverage != nil || runner.tools.footprints != nil,
        standIns: runner.tools.standIns
      )
    } catch {
      let places = error.problems.compactMap { $0.site.map { "\($0)" } }
      return giveUpAll(
        "The application does not load.\n\(error)",
        trace: places,
        cause: .unloaded
      )
    }
    do {
      guard let driver = try SpecDriver(of: host, in: application), let first = specs.first else {
        return giveUpAll("The application has no active scripts.")
      }
      defer { driver.end() }
      let current = SpecCurrentFile(first.file, snapshots(of: first.file))
      let opens = SpecOpens()
      let library = SpecLibrary(
        current: current,
        driver: driver,
        runner: runner,
        files: files,
        time: time,
        lines: lines,
        opens: opens,
        plan: plan,
        nativeSearchPath: runner.searchPath.native
      )
      await run(current, try library.load(), driver, opens)
    } catch {
      giveUpAll("\(error)")
    }
  }

  private func snapshots(of file: String) -> SpecSnapshots {
    SpecSnapshots(of: file, mode: runner.snapshots, files: files)
  }

  /// Runs all files, or stops at the first failure if the runner fails fast.
  private func run(
    _ current: SpecCurrentFile,
    _ functions: SpecLibrary.Functions,
    _ driver: SpecDriver,
    _ opens: SpecOpens
  ) async {
    let covered = runner.coverage.map { SpecCoverage.Collector($0, folder: folder ?? "") }
    driver.observeOutcomes { outcome in
      opens.add(outcome)
      covered?.add(outcome)
    }
    for (index, spec) in specs.enumerated() {
      let clock = ContinuousClock()
      let (start, before) = (clock.now, time.executor.meter.total)
      current.move(to: spec.file, snapshots(of: spec.file))
      plan.begin()
      told(.began(spec.file))
      var end: EarlyEnd?
      do {
        try await run(spec, functions, driver, opens)
        let isOver = runner.failsFast && results.all.contains(where: \.hasFailed)
        if isOver || index == specs.count - 1 {
          try await finish(functions, driver, opens, in: spec.file)
        }
      } catch {
        end = EarlyEnd(error)
        noteEverything(for: spec.file)
      }
      await reportMissing(of: spec, end)
      runner.tools.footprints?.note(time.executor.meter.total - before, of: spec.file)
      saveSnapshots(current, spec.selection)
      let isWrong = results.all.contains(where: \.hasFailed)
      told(.finished(spec.file, results.take(), start.duration(to: clock.now)))
      if runner.failsFast && isWrong { break }
      if let end, driver.state.isPoisoned {
        await reportSkipped(specs[(index + 1)...], after: spec.file, end)
        break
      }
    }
    covered?.finish(driver.routes, lineCounts(driver))
  }

  private func run(
    _ spec: Spec,
    _ functions: SpecLibrary.Functions,
    _ driver: SpecDriver,
    _ opens: SpecOpens
  ) async throws {
    var selection = spec.selection.lua.table ?? LuaTable()
    selection["insulates"] = .boolean(runner.isolation == .insulated)
    try call(functions.begin, [.string(spec.file), .table(selection)], driver)
    var ran = SpecFootprints.Difference()
    let footprints = runner.tools.footprints
    var fullCount = 0
    footprints?.note(loaded: ran.lines(lineCounts(driver)), of: spec.file)
    while let (result, number) = try await next(functions, driver, opens, in: spec.file) {
      plan.settle(number)
      report(result)
      footprints?
        .note(
          SpecFootprints.Test(
            file: spec.file,
            line: result.line,
            name: result.name,
            lines: ran.lines(lineCounts(driver)),
            opened: opens.takeRoutes(),
            place: "\(result.file):\(result.line)"
          )
        )
      if runner.failsFast, result.hasFailed { try call(functions.skip, [], driver) }
      fullCount = result.hasFailed && isFull(driver.state) ? fullCount + 1 : 0
      // Each further test would need several full collections and then fail.
      guard fullCount < Self.fullTests else {
        throw LuaError(
          .memoryLimit,
          "the tests of this file keep too much in memory; keep less, or raise --memory"
        )
      }
    }
    runner.dependencies?.note(spec.file, paths(spec.file, driver))
  }

  /// The number of consecutive tests with full memory after which the file ends.
  private static let fullTests = 3

  /// Whether the scripts hold too much memory for another test.
  private func isFull(_ state: LuaState) -> Bool {
    let limit = state.limits.memoryBytes - Self.reserveBytes
    guard state.memoryInUse > limit else { return false }
    state.collect()
    return state.memoryInUse > limit
  }

  /// Notifies all parts of the end of the last file.
  private func finish(
    _ functions: SpecLibrary.Functions,
    _ driver: SpecDriver,
    _ opens: SpecOpens,
    in file: String
  ) async throws {
    _ =
      try await driver.run(functions.finish, computing: runner.timeLimit) {
        try await SpecOperation(time: time, waits: driver.waits).run($0)
      }
      .get()
    while let (result, _) = try await next(functions, driver, opens, in: file) { report(result) }
  }

  private func saveSnapshots(_ current: SpecCurrentFile, _ selection: SpecSelection) {
    // A list runs no test, so it uses no snapshot.
    guard !selection.lists else { return }
    let isWhole = !selection.isChoosy && !runner.failsFast
    guard let refusal = current.snapshots.save(isWhole: isWhole) else { return }
    report(
      problem("The snapshots of '\(current.file)' cannot be written. \(refusal)", in: current.file)
    )
  }

  /// The next result with its number in the plan, or `nil` at the end of the file.
  ///
  /// - Throws: An error after which the file cannot continue.
  private func next(
    _ functions: SpecLibrary.Functions,
    _ driver: SpecDriver,
    _ opens: SpecOpens,
    in file: String
  ) async throws -> (SpecResult, Int)? {
    let clock = ContinuousClock()
    let reader = SpecReader(file: file, files: files, driver: driver, lines: lines)
    var hasTimedOut = false
    let start = clock.now
    var limit = try timeLeft()
    time.executor.meter.begin(limit: limit)
    defer { driver.state.limitMemory(toBytes: driver.state.limits.memoryBytes) }
    for attempt in 1... {
      switch await driver.run(
        functions.step,
        computing: limit,
        perform: { try await SpecOperation(time: time, waits: driver.waits).run($0) }
      ) {
      case .success(let values):
        guard let (made, number) = reader.result(values) else { return nil }
        var result = made
        result.duration = start.duration(to: clock.now)
        result.output = output.take()
        if result.hasFailed, hasTimedOut || opens.hasTimedOut { result.cause = .timedOut }
        result.diagnostics.opens = opens.take(asTexts: result.hasFailed, frame: driver.frame)
        return (result, number)
      case .failure(let error):
        hasTimedOut = hasTimedOut || error.code == .timeout
        // After the last attempt, the result has only short texts. If it still fails, no retry
        // helps.
        guard attempt < Self.attempts else { throw error }
        try giveUp(error, timeUsed(limit, error), functions, driver)
        limit = min(limit, .seconds(1))
      }
    }
    return nil
  }

  /// The number of attempts to transfer a result: in full, shortened, and minimal.
  private static let attempts = 3

  /// Extra memory in bytes that lets the runner end a test that has filled its memory.
  private static let reserveBytes = 1 << 20

  /// The processor time left for the next test.
  ///
  /// - Throws: ``SpecTimeError`` if the tests of the file have used up their time.
  private func timeLeft() throws(SpecTimeError) -> Duration {
    guard let limit = runner.tools.fileTimeLimit else { return runner.timeLimit }
    let left = limit - time.executor.meter.total
    guard left > .zero else { throw SpecTimeError(limit: limit) }
    return min(left, runner.timeLimit)
  }

  /// The error for a file whose tests together have used up their time.
  private func timeUsed(_ limit: Duration, _ error: LuaError) -> SpecTimeError? {
    guard let all = runner.tools.fileTimeLimit, limit < runner.timeLimit, error.code == .timeout
    else { return nil }
    // Lua's clock and the meter differ slightly: charge the limit, so that no time is left.
    _ = time.executor.meter.add(limit)
    return SpecTimeError(limit: all)
  }

  /// Ends the test that was running when Lua stopped.
  private func giveUp(
    _ error: LuaError,
    _ end: SpecTimeError?,
    _ functions: SpecLibrary.Functions,
    _ driver: SpecDriver
  ) throws {
    guard !driver.state.isPoisoned else { throw error }
    driver.state.collect()
    driver.state.limitMemory(toBytes: driver.state.limits.memoryBytes + Self.reserveBytes)
    let trace = error.traceback.map { "\($0.position)" }
    let places = (trace.isEmpty ? error.position.map { ["\($0)"] } ?? [] : trace)
      .joined(separator: "\n")
    let words = error.message.replacing(
      "raise \(runner.limits.names.time)",
      with: "allow more (--timeout)"
    )
    let message = end?.description ?? words
    try call(functions.giveUp, [.string(message), .string(places)], driver)
  }

  /// Calls a function of the library with the time limit of a test.
  private func call(
    _ function: LuaFunction,
    _ arguments: [LuaValue],
    _ driver: SpecDriver
  ) throws(LuaError) {
    _ = try driver.state.computing(for: runner.timeLimit) { () throws(LuaError) in
      try driver.state.call(function, arguments)
    }
  }

  func problem(_ message: String, in file: String) -> SpecResult {
    var result = SpecResult(file: file, name: file, status: .errored)
    result.isTest = false
    result.message = message
    return result
  }
}
