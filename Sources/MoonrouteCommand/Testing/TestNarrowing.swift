#if Command
import ScriptTesting
import TextTools

/// Excludes the spec files that the options do not select.
struct TestNarrowing {
  let options: TestNarrowingOptions
  let configuration: String
  let memory: TestMemory

  /// Selects the shard first, by names only, so that all shards together contain every file.
  func files(of all: [String], _ runner: inout SpecRunner) throws(ExitStatus) -> [String] {
    var files = all
    if let shard = options.shard.flatMap({ SpecShard($0) }) {
      files = shard.files(of: files)
      Console.say(
        "moonroute: shard \(shard.number) of \(shard.count): \(Self.count(files, of: all))"
      )
    }
    if let commit = options.changed { files = try changed(since: commit, files, runner) }
    if options.rerun == .failed { files = try failed(files, &runner) }
    return files
  }

  private func changed(
    since commit: String,
    _ files: [String],
    _ runner: SpecRunner
  ) throws(ExitStatus) -> [String] {
    let changes: GitChanges
    do throws(GitChanges.GitError) {
      changes = try GitChanges(since: commit)
    } catch {
      Console.tell("moonroute: \(error)")
      throw .no
    }
    var reach = SpecReach(
      changed: changes.paths,
      searchPath: runner.searchPath.modules,
      helper: runner.selection.preparation.helper,
      configuration: configuration,
      history: memory.history
    )
    let reached = reach.specs(among: files)
    Console.tell(
      "moonroute: changed since \(commit): \(Self.count(reached, of: files)) can be affected"
    )
    return reached
  }

  private func failed(
    _ files: [String],
    _ runner: inout SpecRunner
  ) throws(ExitStatus) -> [String] {
    let history = memory.history
    guard files.isEmpty || files.contains(where: { history.files[$0] != nil }) else {
      Console.say(
        "moonroute: --rerun failed: no earlier run of these specs is known. Run them once."
      )
      throw .no
    }
    let failed = history.unsteadyTests
    runner.selection.namesByFile = failed
    let chosen = files.filter { failed[$0] != nil }
    Console.say(
      chosen.isEmpty
        ? "moonroute: nothing failed when these specs last ran"
        : "moonroute: failed last time: \(Self.count(chosen, of: files))"
    )
    return chosen
  }

  private static func count(_ some: [String], of all: [String]) -> String {
    "\(some.count) of \(counted(all.count, "spec file"))"
  }
}
#endif
