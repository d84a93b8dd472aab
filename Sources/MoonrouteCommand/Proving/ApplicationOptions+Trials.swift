#if Command
import Moonroute
import RuleProof
import ScriptHost

extension ApplicationOptions {
  /// Makes hosts of the same scripts for trials, with the same limits; their log is not printed.
  ///
  /// - Parameter path: The folder or file. Default: the current folder.
  /// - Throws: `ScriptProblems` when there is no such application.
  func makeHost(of path: String?) throws -> TrialScripts.MakeHost {
    let source = try ScriptSource.at(path ?? ".")
    let (memory, computing, unsafe) = (memory << 20, Duration.milliseconds(cpu), unsafe)
    return { application in
      try ScriptHost(
        scripts: source,
        in: application,
        memoryLimit: memory,
        computingTime: computing,
        isUnsafe: unsafe,
        runsHeadless: true
      ) { $0.log = { _ in } }
    }
  }
}
#endif
