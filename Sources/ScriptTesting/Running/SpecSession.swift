import LuaRuntime
import Moonroute
import ScriptHost
import Synchronization

/// One spec file in a fresh state, with its application loaded fresh.
struct SpecSession: Sendable {
  let file: String
  let plan: SpecPlan
  let report: @Sendable (SpecResult) -> Void
  private let world = SpecWorld()

  init(file: String, plan: SpecPlan, report: @escaping @Sendable (SpecResult) -> Void) {
    self.file = file
    self.plan = plan
    self.report = report
  }

  /// What the scripts printed and nobody has taken yet.
  private final class Output: Sendable {
    private let lines = Mutex<[String]>([])

    func add(_ line: String) { lines.withLock { $0.append(line) } }

    func take() -> [String] {
      lines.withLock { lines in
        defer { lines = [] }
        return lines
      }
    }
  }

  /// Runs the file to its end.
  func run() async {
    let output = Output()
    do {
      let host = try makeHost(output)
      await withTaskExecutorPreference(world.executor) {
        await host.application.perform { application in
          await run(host, in: application, output)
        }
      }
    } catch {
      report(problem("\(error)"))
    }
  }

  private func makeHost(_ output: Output) throws -> ScriptHost {
    let folder = SpecFinder.application(above: file)
    return try ScriptHost(
      scripts: folder.map(ScriptSource.folder) ?? .files(["main.lua": ""]),
      in: try Application(on: SpecOwner(world.executor), clock: world.clock),
      memoryLimit: plan.memoryBytes,
      runsHeadless: true
    ) { offers in
      offers.log = { output.add($0.message) }
    }
  }

  private func run(
    _ host: ScriptHost,
    in application: isolated Application,
    _ output: Output
  ) async {
    do {
      _ = try host.load(in: application, limits: plan.limits)
    } catch {
      var result = problem("The application does not load.\n\(error)")
      result.trace = error.all.compactMap { $0.site.map { "\($0)" } }
      report(result)
      return
    }
    guard let bench = ScriptBench(of: application) else { return }
    do {
      let functions = try SpecLibrary(bench: bench, files: plan.files, world: world).load()
      try await run(functions, bench, output)
    } catch {
      report(problem("\(error)"))
    }
  }

  private func run(
    _ functions: SpecLibrary.Functions,
    _ bench: ScriptBench,
    _ output: Output
  ) async throws {
    let clock = ContinuousClock()
    let opens = SpecOpens()
    let watch = bench.watchOutcomes { opens.add($0) }
    defer { watch.cancel() }
    _ = try bench.state.call(functions.begin, [.string(file), plan.selection.lua])
    while true {
      let start = clock.now
      switch await bench.run(functions.step, wait: { try await SpecWait(world: world).wait($0) }) {
      case .success(let values):
        guard var result = SpecReader(file: file, files: plan.files, bench: bench).result(values)
        else { return }
        result.duration = start.duration(to: clock.now)
        result.output = output.take()
        let isWrong = result.status == .failure || result.status == .error
        result.opens = opens.take(telling: isWrong)
        report(result)
        if plan.failsFast, isWrong { return }
      case .failure(let error):
        guard !bench.state.isPoisoned else { throw error }
        bench.state.collect()
        let frames = error.traceback.map(\.position)
        let places = frames.isEmpty ? [error.position].compactMap(\.self) : frames
        let trace = places.map { LuaValue.string("\($0)") }
        _ = try bench.state.call(
          functions.giveUp,
          [.string(error.message), .table(LuaTable(trace))]
        )
      }
    }
  }

  private func problem(_ message: String) -> SpecResult {
    var result = SpecResult(file: file, name: file, status: .error)
    result.isTest = false
    result.message = message
    return result
  }
}
