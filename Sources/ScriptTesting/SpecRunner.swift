package import LuaRuntime
public import Moonroute
public import ScriptHost

/// Runs spec files, each in a new state with a newly loaded application.
///
/// ```swift
/// var runner = SpecRunner()
/// runner.selection.tags = ["quick"]
/// let summary = await runner.run(["spec/cart_spec.lua"]) { event in
///   if case .ended(let result) = event { print(result.name, result.status) }
/// }
/// ```
public struct SpecRunner: Sendable {
  /// The tests to run, and their order.
  public var selection = SpecSelection()

  /// The memory limit for the scripts of one file in bytes; 64 MiB by default.
  public var memoryBytes = HeadlessScripts.memoryBytes

  /// The limit on processor time for a test with its hooks; 10 seconds by default.
  public var timeLimit = Duration.seconds(10)

  /// Whether the run ends at the first failure.
  public var failsFast = false

  /// The search path for modules outside the application.
  package var searchPath = SpecSearchPath()

  /// How much consecutive spec files share.
  public var isolation = SpecIsolation.full

  /// Whether specs use the application whose `main.lua` is above them.
  ///
  /// By default, they do unless the `main.lua` belongs to another program.
  public var loadsApplications: Bool?

  /// The number of files that run in parallel; 1 by default.
  public var jobs = 1

  /// The handling of new and different snapshots.
  public var snapshots = SpecSnapshotMode.write

  /// Collects the coverage of applications, if set.
  public var coverage: SpecCoverage?

  /// Records the files that each spec file uses, if set.
  package var dependencies: SpecDependencies?

  /// Whether specs and applications can use all of Lua's libraries, including files and processes.
  public var isUnsafe = false

  /// Adds the program's functions and values to those that `headless.lua` stubs.
  public var offering: @Sendable (inout HostOffers) -> Void = { _ in }

  /// Creates the storage of persistent resources for the application of a file.
  ///
  /// Default: storage in memory, which `app.reset()` clears.
  public var storage: @Sendable () -> any ResourceStorage & Sendable = { MemoryResources() }

  package var tools = SpecTools()

  /// Creates a runner for all tests.
  public init() {}

  var files: SpecFiles {
    var files = SpecFiles()
    files.searchPath = searchPath.modules
    files.freePatterns = Set(searchPath.free)
    return files
  }

  /// The application has the same limits as under `run`; ``timeLimit`` applies only to tests.
  package var limits: LuaLimits {
    var limits = isUnsafe ? LuaLimits.unlimited : LuaLimits()
    // Only the environment gets the libraries; the runner's own Lua stays in the sandbox.
    limits.hasAllLibraries = false
    limits.names = .command
    limits.blockBytes = max(limits.blockBytes, memoryBytes / 4)
    limits.sourceBytes = max(limits.sourceBytes, SpecFiles.byteLimit)
    limits.computingTime = isUnsafe ? timeLimit : min(timeLimit, limits.computingTime)
    return limits
  }
}

/// The search path for modules outside the application.
public struct SpecSearchPath: Sendable {
  /// The patterns of Lua modules, with `?` for the name.
  ///
  /// Default: below `src`, then in the current folder.
  public var modules = [
    "./src/?.lua", "./src/?/?.lua", "./src/?/init.lua", "./?.lua", "./?/init.lua",
  ]

  /// The patterns among ``modules`` that may leave the project, as written there.
  ///
  /// Without ``SpecRunner/isUnsafe``, other patterns find files only below the folders of the
  /// application and the spec, and the current folder. Empty by default.
  public var free: [String] = []

  /// The patterns of C modules, which require ``SpecRunner/isUnsafe``.
  ///
  /// Default: below `csrc`.
  public var native = ["./csrc/?.so", "./csrc/?/?.so"]

  /// Creates the default search path.
  public init() {}
}

/// How much consecutive spec files share.
///
/// Files of different applications share nothing, nor do files that run in parallel.
public enum SpecIsolation: Sendable {
  /// Nothing: each file has its own Lua state.
  case full
  /// A state whose globals and loaded modules are restored after each file.
  ///
  /// The application loads again for each of its files.
  case insulated
  /// A state: a file sees all changes of earlier files to globals and modules.
  case shared
}
