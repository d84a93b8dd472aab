public import Moonroute
import TextTools

/// The result of loading the scripts of an application again.
public struct ScriptReload: Sendable {
  /// The number of the generation that is now in force, counted from 1.
  public let generation: Int

  /// The routes that were added, removed or declared differently.
  public let routes: RouteDiff

  /// The files that were added, removed or changed.
  public let files: ScriptFileDifference

  /// Warnings: code that loads but is probably a mistake.
  public let warnings: [ScriptProblem]

  /// The results for the screens on the stage that routes made.
  public internal(set) var screens: [ScreenRebuild] = []

  /// The time for reading, loading and checking, until the new rules were in force.
  public let loading: Duration

  /// The time for building the screens again after that.
  public internal(set) var rebuilding = Duration.zero
}

/// The difference of the files of two generations: their paths, sorted.
public struct ScriptFileDifference: Hashable, Sendable {
  /// The new files.
  public var added: [String] = []
  /// The removed files.
  public var removed: [String] = []
  /// The files with a changed text.
  public var changed: [String] = []

  /// Whether nothing differs.
  public var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }

  init(from old: [String: [UInt8]], to new: [String: [UInt8]]) {
    for (path, text) in new {
      guard let before = old[path] else {
        added.append(path)
        continue
      }
      if !text.hasSameBytes(as: before) { changed.append(path) }
    }
    removed = old.keys.filter { new[$0] == nil }.sorted()
    added.sort()
    changed.sort()
  }
}

/// The result of an attempt to load the scripts again, for observers.
public enum ReloadResult: Sendable {
  /// New scripts are in force.
  case reloaded(ScriptReload)
  /// The scripts do not load; the previous scripts stay in force.
  case failed(ScriptProblems)
}
