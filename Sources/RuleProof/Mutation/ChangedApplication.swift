import Moonroute
import Rehearsal
import ScriptHost
import ScriptTesting

/// An application whose rules are changed, with the specs that belong to it.
struct ChangedApplication: Sendable {
  let folder: String
  /// The spec files, in their order.
  let specs: [String]
  /// The scripts, by path.
  let texts: [String: [UInt8]]
  let changes: RuleChanges

  /// Loads the application once, to see which rules it has.
  ///
  /// - Throws: What keeps it from loading.
  init(folder: String, specs: [String], _ runner: SpecRunner) async throws {
    (self.folder, self.specs) = (folder, specs)
    let time = RehearsalTime()
    let application = try Application(on: RehearsalOwner(time.executor), clock: time.clock)
    let host = try runner.makeHost(of: folder, in: application)
    let (texts, rules) = try await application.perform { application in
      _ = try host.load(in: application, limits: runner.limits, isUnsafe: runner.isUnsafe)
      return (host.scriptFiles(in: application), LoadedRules(of: application.router.rules))
    }
    await host.close()
    self.texts = texts
    changes = RuleChanges(of: texts, rules)
  }
}
