public import Moonroute
import TextTools

/// The result of loading the scripts again.
public struct ScriptReload: Sendable {
  /// The number of the generation that is now in force, counted from 1.
  public let generation: Int

  /// The routes that were added, removed or declared differently.
  public let routes: RouteDiff

  /// The files that were added, removed or changed.
  public let files: Files

  /// Warnings: code that loads but is probably a mistake.
  public let warnings: [ScriptProblem]

  /// The results for the screens on the stage that routes made.
  package internal(set) var screens: [ScreenRebuild] = []

  /// The time for reading, loading and checking, until the new rules were in force.
  public let loading: Duration

  /// The time for building the screens again after that.
  public internal(set) var rebuilding = Duration.zero
}

/// The result of an attempt to load the scripts again, for observers.
public enum ReloadResult: Sendable {
  /// New scripts are in force.
  case reloaded(ScriptReload)
  /// The scripts do not load; the previous scripts stay in force.
  case failed(ScriptProblems)
}
