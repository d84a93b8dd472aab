import Moonroute
import Rehearsal
import ScriptHost
import ScriptTesting

struct ChangedApplication: Sendable {
  let folder: String
  let specs: [String]
  let texts: [String: [UInt8]]
  let changes: RuleChanges

  /// Loads the application once to determine its rules.
  init(folder: String, specs: [String], _ runner: SpecRunner) async throws {
    (self.folder, self.specs) = (folder, specs)
    let time = RehearsalTime()
    let application = try LinkRouter(
      isolation: RehearsalOwner(time.executor),
      options: RouterOptions(clock: time.clock)
    )
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
