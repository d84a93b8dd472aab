package import LuaRuntime
public import Moonroute
public import ScriptHost

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
  /// The choice of tests, and their order.
  public var selection = SpecSelection()

  /// The bytes that the scripts of one file may hold; 64 MiB by default.
  public var memoryBytes = HeadlessScripts.memoryBytes

  /// The processor time that a test may take with its hooks; 10 seconds by default.
  public var timeLimit = Duration.seconds(10)

  /// Whether the run ends at the first test that fails.
  public var failsFast = false

  /// The places in which specs look for modules that are not the application's.
  public var searchPath = SpecSearchPath()

  /// How much spec files share that run one after the other.
  public var isolation = SpecIsolation.full

  /// Whether specs belong to the application whose `main.lua` is above them; `nil`, the default: if
  /// it is none of another program.
  public var loadsApplications: Bool?

  /// How many files run side by side; one by default.
  public var jobs = 1

  /// The handling of snapshots that are new or differ.
  public var snapshots = SpecSnapshotMode.write

  /// Collects what of the applications was exercised; `nil`: nothing does.
  public var coverage: SpecCoverage?

  /// Notes which files each spec file was made of; `nil`: nothing does.
  public var dependencies: SpecDependencies?

  /// Whether specs and applications have all of Lua's libraries, files and processes included.
  public var isUnsafe = false

  /// The functions and values of the program, beside the ones that `headless.lua` stubs.
  public var offering: @Sendable (inout HostOffers) -> Void = { _ in }

  /// Makes the storage of persistent resources for the application of a file.
  ///
  /// Default: one in memory, which `app.reset()` empties.
  public var storage: @Sendable () -> any ResourceStorage & Sendable = { MemoryResources() }

  /// The wishes of tools that look at specs from outside.
  package var tools = SpecTools()

  /// Makes a runner that runs everything.
  public init() {}

  var files: SpecFiles {
    var files = SpecFiles()
    files.searchPath = searchPath.modules
    files.freePatterns = Set(searchPath.free)
    return files
  }

  /// The limits of a spec's state.
  ///
  /// The application computes no longer than under `run`; ``timeLimit`` is the test's own.
  package var limits: LuaLimits {
    var limits = isUnsafe ? LuaLimits.unlimited : LuaLimits()
    // The libraries are given to the environment: the runner's own Lua stays in the sandbox.
    limits.hasAllLibraries = false
    limits.names = .command
    limits.blockBytes = max(limits.blockBytes, memoryBytes / 4)
    limits.sourceBytes = max(limits.sourceBytes, SpecFiles.byteLimit)
    limits.computingTime = isUnsafe ? timeLimit : min(timeLimit, limits.computingTime)
    return limits
  }
}

/// The places in which specs look for modules that are not the application's.
public struct SpecSearchPath: Sendable {
  /// The patterns of modules in Lua, `?` standing for the name.
  ///
  /// Default: below `src`, then in the current folder.
  public var modules = [
    "./src/?.lua", "./src/?/?.lua", "./src/?/init.lua", "./?.lua", "./?/init.lua",
  ]

  /// The patterns among ``modules`` that may lead out of the project, spelt as they are there.
  ///
  /// Without ``SpecRunner/isUnsafe``, anything else is read below the application's folder, the
  /// spec's, and the current one. None by default.
  public var free: [String] = []

  /// The patterns of modules in C, where ``SpecRunner/isUnsafe`` allows them.
  ///
  /// Default: below `csrc`.
  public var native = ["./csrc/?.so", "./csrc/?/?.so"]

  /// Looks in the usual places.
  public init() {}
}

/// How much spec files share that run one after the other.
///
/// Files of different applications have nothing in common, nor do those that run side by side.
public enum SpecIsolation: Sendable {
  /// Nothing: each has a Lua state of its own.
  case full
  /// A state whose globals and loaded modules are put back behind each; an application is loaded
  /// fresh for each of its files.
  case insulated
  /// A state: what one does to globals and modules is seen by the next.
  case shared
}
