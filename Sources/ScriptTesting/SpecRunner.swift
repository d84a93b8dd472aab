/// Runs spec files, each in a fresh state with its application loaded fresh.
///
/// ```swift
/// var runner = SpecRunner()
/// runner.selection.tags = ["quick"]
/// let summary = await runner.run(["spec/cart_spec.lua"]) { event in
///   if case .ended(let result) = event { print(result.name, result.status) }
/// }
/// ```
public struct SpecRunner: Sendable {
  /// Which tests run, and in which order.
  public var selection = SpecSelection()

  /// The bytes that the scripts of one file may hold; 64 MiB by default.
  public var memoryBytes = 64 << 20

  /// The processor time that a test may take with its hooks; 10 seconds by default.
  public var timeLimit = Duration.seconds(10)

  /// Whether the run ends at the first test that fails.
  public var failsFast = false

  /// Where modules are looked for that are not the application's, `?` standing for the name.
  ///
  /// Default: below `src`, then in the current folder.
  public var searchPath = [
    "./src/?.lua", "./src/?/?.lua", "./src/?/init.lua", "./?.lua", "./?/init.lua",
  ]

  /// Makes a runner that runs everything.
  public init() {}

  /// Runs files one after the other.
  ///
  /// - Parameters:
  ///   - files: The paths of the files.
  ///   - report: Hears what happens, when it happens.
  /// - Returns: The numbers of the run.
  public func run(
    _ files: [String],
    report: @escaping @Sendable (SpecEvent) -> Void
  ) async -> SpecSummary {
    let clock = ContinuousClock()
    let start = clock.now
    var summary = SpecSummary()
    summary.seed = selection.seed
    for file in files {
      for result in await run(file, report: report) { summary.count(result) }
      summary.files += 1
      if failsFast, !summary.isGreen { break }
    }
    summary.duration = start.duration(to: clock.now)
    return summary
  }

  private func run(
    _ file: String,
    report: @escaping @Sendable (SpecEvent) -> Void
  ) async -> [SpecResult] {
    let clock = ContinuousClock()
    let start = clock.now
    let results = SpecResults()
    report(.began(file))
    let session = SpecSession(file: file, plan: plan) { result in
      results.add(result)
      report(.ended(result))
    }
    await session.run()
    report(.finished(file, results.all, start.duration(to: clock.now)))
    return results.all
  }

  private var plan: SpecPlan {
    var plan = SpecPlan()
    plan.selection = selection
    plan.memoryBytes = memoryBytes
    plan.failsFast = failsFast
    plan.timeLimit = timeLimit
    plan.files.searchPath = searchPath
    return plan
  }
}
