#if Command
import RoutePatterns
import ScriptReports
import ScriptTesting
import TextTools

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Runs the selected specs and reports their results.
struct TestSession {
  let settings: TestSettings

  static func run(_ settings: TestSettings) async throws {
    var settings = settings
    do {
      try settings.readConfiguration()
      let passed = try await TestSession(settings: settings).run()
      if !passed { throw ExitStatus.no }
    } catch let problem as SpecProblem {
      Console.tell("moonroute: \(problem)")
      if case .notFile = problem { throw ExitStatus.wrongUsage }
      throw ExitStatus.no
    }
  }

  /// Returns whether tests were selected and none failed.
  func run() async throws -> Bool {
    var runner = try settings.runner()
    let memory = TestMemory()
    runner.selection.order.seconds = memory.history.seconds
    let narrowing = TestNarrowing(
      options: settings.narrowing,
      configuration: settings.files.configFile ?? ".busted",
      memory: memory
    )
    sayMisnamedSpecs()
    let all = try settings.specs(seed: runner.selection.order.seed)
    let files = try narrowing.files(of: all, &runner)
    if settings.narrowing.failedFirst {
      runner.selection.order.firstTests = memory.history.unsteadyTests
    }
    guard !settings.tests.list else {
      return await list(settings.narrowing.failedFirst ? memory.failedFirst(files) : files, runner)
    }
    if settings.mutation.isWanted {
      let sink = try TestSink(path: settings.output.outputFile)
      let style = ReportStyle(isColoured: isColoured(sink), width: 96)
      return try await TestMutation(options: settings.mutation, format: format(sink), style: style)
        .run(files, runner, sink)
    }
    if settings.run.unsafe {
      Console.say(
        "moonroute: UNSAFE: the scripts may read and write files, start programs, and use any"
      )
      Console.say("moonroute: UNSAFE: amount of memory. Use this only with your own scripts.")
    }
    if settings.run.autoInsulate == false, runner.jobs > 1 {
      Console.say("moonroute: with --jobs, each file has its own globals")
    }
    let run = runner
    sayApplications(files, runner)
    guard settings.run.watch else {
      runner.dependencies = memory.isThere ? SpecDependencies() : nil
      return try await self.run(files, runner, [memory])
    }
    var watch = TestWatch()
    return try await watch.run(specs: { try settings.specs(seed: run.selection.order.seed) }) {
      files,
      failed,
      watched in
      var runner = run
      runner.dependencies = watched.dependencies
      if let failed { runner.selection.namesByFile = failed }
      return try await self.run(files, runner, [memory, watched.memory])
    }
  }

  /// Prints the files that contain tests but do not run.
  private func sayMisnamedSpecs() {
    for path in settings.misnamedSpecs {
      let name = path.lastPathPart.dropLast(".lua".count)
      Console.say(
        "moonroute: '\(path.printable)' has tests but does not run. Name it"
          + " '\(String(name).printable)_spec.lua', or give its name with --pattern."
      )
    }
  }

  /// Prints the applications that are loaded with full access, and each `main.lua` that is not an
  /// application.
  private func sayApplications(_ files: [String], _ runner: SpecRunner) {
    var said: Set<String> = []
    for file in files {
      guard runner.loadsApplications != false,
        let folder = SpecFinder.application(above: file), said.insert(folder).inserted
      else { continue }
      let path = "\(folder)/main.lua".printable
      if runner.application(above: file) == nil {
        Console.say(
          "moonroute: '\(path)' belongs to another program: specs run without it (or --app)"
        )
      } else if runner.isUnsafe {
        Console.say("moonroute: the application is '\(path)' (--no-app runs specs without it)")
      }
    }
  }

  private func run(
    _ files: [String],
    _ runner: SpecRunner,
    _ memories: [TestMemory]
  ) async throws -> Bool {
    let files = settings.narrowing.failedFirst ? memories[0].failedFirst(files) : files
    let sink = try TestSink(path: settings.output.reportFile)
    let printer = SpecPrinter(try makeReporter(sink)) { sink.write($0) }
    let log = try settings.output.logSuccess.map { try TestSink(path: $0) }
    var isGreen = true
    var (count, flakyCount) = (0, 0)
    var runner = runner
    runner.selection.preparation.runCount = settings.order.repeat ?? 1
    for number in 1...(settings.order.repeat ?? 1) {
      var info = SpecRunInfo()
      runner.selection.preparation.run = number
      info.number = number
      info.count = settings.order.repeat ?? 1
      if runner.selection.order.shuffles || settings.order.shufflesFiles {
        info.seed = runner.selection.order.seed
      }
      printer.begin(info)
      let progress = progress(files, sink)
      let ticks = progress.map { Self.draw($0, sink) }
      let summary = await runner.run(files) { event in
        printer.report(event)
        log?.note(event)
        for memory in memories { memory.note(event) }
        progress?.note(event)
      }
      ticks?.cancel()
      await ticks?.value
      for memory in memories { memory.save(runner) }
      printer.end(summary)
      sink.flush()
      isGreen = isGreen && summary.hasPassed
      count += summary.testCount
      flakyCount += summary.flaky
      if runner.failsFast, !isGreen { break }
    }
    if let coverage = runner.coverage, let format = settings.output.coverageReport {
      try report(coverage, as: format, sink)
    }
    try log?.close()
    try sink.close()
    let isNarrowed = files.isEmpty && settings.narrowing.isNarrowing
    guard count > 0 || isNarrowed || settings.tests.passesWithNoTests else {
      Console.say("moonroute: no test was selected. --pass-with-no-tests allows that.")
      return false
    }
    return isGreen && isSteady(flakyCount) && isCovered(runner.coverage)
  }

  /// Whether no test is flaky, if that is required.
  private func isSteady(_ flakyCount: Int) -> Bool {
    guard settings.run.failOnFlaky, flakyCount > 0 else { return true }
    Console.say("moonroute: --fail-on-flaky: \(counted(flakyCount, "test")) passed only on a retry")
    return false
  }

  /// Whether enough lines ran, if a share is required.
  private func isCovered(_ coverage: SpecCoverage?) -> Bool {
    guard let coverage, let threshold = settings.output.coverageThreshold else { return true }
    let (reached, all) = coverage.lineCounts
    let percent = Int(exactly: threshold).map(String.init) ?? "\(threshold)"
    guard Double(reached * 100) < threshold * Double(all) || all == 0 else { return true }
    Console.say(
      all == 0
        ? "moonroute: --coverage-threshold: no line of a script was counted"
        : "moonroute: --coverage-threshold: \(reached) of \(all) lines ran"
          + " (\(reached * 100 / all) %), less than \(percent) %"
    )
    return false
  }

  private func progress(_ files: [String], _ sink: TestSink) -> TestProgress? {
    let output = settings.output.output
    guard sink.isTerminal, [.pretty, .plain].contains(format(sink)),
      output.map(TestOutputOptions.isHandler) != true,
      StandardStream.environment("TERM") != "dumb", let columns = StandardStream.output.columns
    else { return nil }
    return TestProgress(fileCount: files.count, columns: columns, start: .now)
  }

  /// Draws the line repeatedly until it is cancelled.
  private static func draw(_ progress: TestProgress, _ sink: TestSink) -> Task<Void, Never> {
    Task.detached {
      while (try? await Task.sleep(for: TestProgress.interval)) != nil {
        sink.draw(progress.picture(at: .now))
      }
    }
  }

  private func report(_ coverage: SpecCoverage, as format: CoverageFormat, _ sink: TestSink) throws
  {
    let named = settings.output.coverageFile
    let path = named ?? (format == .text ? nil : "coverage.\(format.ending)")
    guard let path else {
      let text = format.text(of: coverage)
      let isForPeople = [.pretty, .plain].contains(self.format(sink))
      if !text.isEmpty { isForPeople ? sink.write("\n" + text) : Console.say(text) }
      return
    }
    let file = try TestSink(path: path)
    file.write(format.text(of: coverage))
    try file.close()
    Console.tell("moonroute: the coverage is in '\(path)'")
  }

  private func format(_ sink: TestSink) -> SpecFormat {
    let named = settings.output.output.flatMap(SpecFormat.init(named:))
    return named ?? (settings.output.json ? .json : sink.isTerminal ? .pretty : .plain)
  }

  private func makeReporter(_ sink: TestSink) throws(SpecProblem) -> any SpecReporter {
    if let path = settings.output.output, TestOutputOptions.isHandler(path) {
      return try ScriptReporter(
        path: path,
        words: TestSettings.pieces(settings.output.outputWords),
        isVerbose: settings.output.verbose ?? false,
        hidesPending: settings.output.suppressPending ?? false
      )
    }
    return format(sink)
      .makeReporter(
        isColoured: isColoured(sink),
        isVerbose: settings.output.verbose ?? false,
        hidesPending: settings.output.suppressPending ?? false,
        slowestCount: settings.output.slowest
      )
  }

  private func isColoured(_ sink: TestSink) -> Bool {
    settings.output.outputWords.contains("--color")
      || sink.isTerminal && !settings.output.noColor
        && !settings.output.outputWords.contains("--plain")
        && StandardStream.environment("NO_COLOR") == nil
  }

  private func list(_ files: [String], _ runner: SpecRunner) async -> Bool {
    let sink = TestSink.standard
    let summary = await runner.run(files) { event in
      guard case .ended(let result) = event else { return }
      sink.write("\(result.place): \(result.name)".printable + "\n")
    }
    sink.flush()
    return summary.hasPassed
      && (summary.testCount > 0 || settings.tests.passesWithNoTests
        || files.isEmpty && settings.narrowing.isNarrowing)
  }
}
#endif
