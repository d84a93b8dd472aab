import LuaRuntime
import ScriptHost

/// The settings of all files of a run.
struct SpecPlan: Sendable {
  var selection = SpecSelection()
  var files = SpecFiles()
  var memoryBytes = 64 << 20
  var failsFast = false
  var snapshotMode = SpecSnapshotMode.write
  var coverage: SpecCoverage?
  var dependencies: SpecDependencies?
  var isUnsafe = false
  var offering: @Sendable (inout HostOffers) -> Void = { _ in }
  var timeLimit = Duration.seconds(10)

  /// The limits of a spec's state: higher than an application's, since a spec may be long.
  var limits: LuaLimits {
    var limits = isUnsafe ? LuaLimits.unlimited : LuaLimits()
    // The libraries are given to the environment: the runner's own Lua stays in the sandbox.
    limits.hasAllLibraries = false
    limits.blockBytes = max(limits.blockBytes, memoryBytes / 4)
    limits.sourceBytes = max(limits.sourceBytes, SpecFiles.byteLimit)
    limits.computingTime = timeLimit
    return limits
  }
}
