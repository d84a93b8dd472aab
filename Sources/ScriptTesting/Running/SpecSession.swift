import LuaRuntime
import Moonroute
import ScriptHost

/// One spec file in a fresh state, with its application loaded fresh.
struct SpecSession: Sendable {
  let file: String
  let runner: SpecRunner
  let report: @Sendable (SpecResult) -> Void
  private let world = SpecWorld()
  private let output = SpecOutput()
  private let lines = SpecLines()
  private let snapshots: SpecSnapshots
  private let files: SpecFiles

  /// Makes the session of a file.
  init(file: String, runner: SpecRunner, report: @escaping @Sendable (SpecResult) -> Void) {
    self.file = file
    self.runner = runner
    self.report = report
    let files = runner.files
    self.files =
      runner.isUnsafe ? files : files.confined(to: file, SpecFinder.application(above: file))
    snapshots = SpecSnapshots(of: file, mode: runner.snapshots, reader: self.files.reader)
  }

  /// Runs the file to its end.
  func run() async {
    do {
      let host = try makeHost()
      await withTaskExecutorPreference(world.executor) {
        await host.application.perform { application in
          await run(host, in: application)
        }
      }
    } catch {
      report(problem("\(error)"))
    }
    if let refusal = snapshots.save(isWhole: !runner.selection.isChoosy && !runner.failsFast) {
      report(problem("The snapshots of '\(file)' cannot be written. \(refusal)"))
    }
  }

  /// The folder of the application, or `nil` without one.
  private var folder: String? { SpecFinder.application(above: file) }

  private func makeHost() throws -> ScriptHost {
    try ScriptHost(
      scripts: folder.map(ScriptSource.folder) ?? .files(["main.lua": ""]),
      in: try Application(on: SpecOwner(world.executor), clock: world.clock),
      memoryLimit: runner.memoryBytes,
      runsHeadless: true
    ) { offers in
      offers.log = { [output] in output.add($0.message) }
      offers.logLimit = nil
      runner.offering(&offers)
    }
  }

  private func run(_ host: ScriptHost, in application: isolated Application) async {
    application.resources.storage = runner.storage()
    do {
      _ = try host.load(
        in: application,
        limits: runner.limits,
        isUnsafe: runner.isUnsafe,
        countsLines: runner.coverage != nil
      )
    } catch {
      var result = problem("The application does not load.\n\(error)")
      result.diagnostics.trace = error.all.compactMap { $0.site.map { "\($0)" } }
      report(result)
      noteEverything()
      return
    }
    do {
      guard let driver = try SpecDriver(of: host, in: application) else { return }
      let library = SpecLibrary(
        file: file,
        driver: driver,
        files: files,
        world: world,
        lines: lines,
        snapshots: snapshots
      )
      try await run(try library.load(), driver)
    } catch {
      report(problem("\(error)"))
      noteEverything()
    }
  }

  private func run(_ functions: SpecLibrary.Functions, _ driver: SpecDriver) async throws {
    let opens = SpecOpens()
    let covered = runner.coverage.map { SpecCoverage.Collector($0, folder: folder ?? "") }
    driver.observeOutcomes { outcome in
      opens.add(outcome)
      covered?.add(outcome)
    }
    _ = try driver.state.computing(for: runner.timeLimit) { () throws(LuaError) in
      try driver.state.call(functions.begin, [.string(file), runner.selection.lua])
    }
    while let result = try await next(functions, driver, opens) {
      report(result)
      if runner.failsFast, result.isWrong { break }
    }
    covered?.finish(driver.routes, lineCounts(driver))
    runner.dependencies?.note(file, paths(driver))
  }

  /// How often lines ran, but for those of the spec itself and of texts that a test put over files.
  private func lineCounts(_ driver: SpecDriver) -> [String: [Int: Int]] {
    let folder = (folder ?? "") + "/"
    let counts = driver.state.lineCounts { name, text in
      (files.text(of: folder + name) ?? files.text(of: name)) == text
    }
    var cleaned: [String: [Int: Int]] = [:]
    for (name, counts) in counts where SpecFiles.cleaned(name) != file {
      cleaned[SpecFiles.cleaned(name), default: [:]].merge(counts, uniquingKeysWith: +)
    }
    return cleaned
  }

  /// Notes that any file of the application, or a new one, may make the spec run.
  private func noteEverything() {
    guard let dependencies = runner.dependencies else { return }
    let folder = folder ?? ""
    dependencies.note(file, SpecFiles.scripts(below: folder).union([file]))
  }

  /// The files that this one is made of: itself, the beginnings of its application, its modules.
  private func paths(_ driver: SpecDriver) -> Set<String> {
    let folders = driver.folders.map { $0 + "/" }
    var paths: Set = [file]
    for folder in folders { paths.formUnion([folder + "main.lua", folder + "headless.lua"]) }
    let patterns = folders.flatMap { [$0 + "?.lua", $0 + "?/init.lua"] }
    for name in driver.loadedModuleNames {
      let path = name.split(separator: ".").joined(separator: "/")
      for pattern in files.searchPath + patterns {
        if let found = try? files.module(pattern, path) { paths.insert(found.path) }
      }
    }
    return paths
  }

  /// The next result, or `nil` at the end of the file.
  private func next(
    _ functions: SpecLibrary.Functions,
    _ driver: SpecDriver,
    _ opens: SpecOpens
  ) async throws -> SpecResult? {
    let clock = ContinuousClock()
    let reader = SpecReader(file: file, files: files, driver: driver, lines: lines)
    while true {
      let start = clock.now
      world.executor.meter.begin(limit: runner.timeLimit)
      switch await driver.run(
        functions.step,
        computing: runner.timeLimit,
        perform: { try await SpecOperation(world: world).run($0) }
      ) {
      case .success(let values):
        guard var result = reader.result(values) else { return nil }
        result.duration = start.duration(to: clock.now)
        result.output = output.take()
        result.diagnostics.opens = opens.take(asTexts: result.isWrong)
        return result
      case .failure(let error):
        try giveUp(error, functions, driver)
      }
    }
  }

  /// Counts out what was running when Lua was stopped.
  private func giveUp(
    _ error: LuaError,
    _ functions: SpecLibrary.Functions,
    _ driver: SpecDriver
  ) throws {
    guard !driver.state.isPoisoned else { throw error }
    driver.state.collect()
    let trace = error.traceback.map { "\($0.position)" }
    let places = (trace.isEmpty ? error.position.map { ["\($0)"] } ?? [] : trace)
      .joined(separator: "\n")
    let message = error.message.replacing("(--cpu)", with: "(--timeout)")
    _ = try driver.state.computing(for: runner.timeLimit) { () throws(LuaError) in
      try driver.state.call(functions.giveUp, [.string(message), .string(places)])
    }
  }

  private func problem(_ message: String) -> SpecResult {
    var result = SpecResult(file: file, name: file, status: .error)
    result.isTest = false
    result.message = message
    return result
  }
}
