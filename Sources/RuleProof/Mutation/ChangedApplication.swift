import Moonroute
import ScriptHost
import ScriptTesting

/// An application whose rules are changed, with the specs that belong to it.
struct ChangedApplication: Sendable {
  /// The folder.
  let folder: String
  /// The spec files, in their order.
  let specs: [String]
  /// The scripts, by path.
  let texts: [String: [UInt8]]
  /// The changes.
  let changes: RuleChanges

  /// Loads the application once, to see which rules it has.
  ///
  /// - Throws: What keeps it from loading.
  init(folder: String, specs: [String], _ runner: SpecRunner) async throws {
    (self.folder, self.specs) = (folder, specs)
    let world = SpecWorld()
    let application = try Application(on: SpecOwner(world.executor), clock: world.clock)
    let host = try ScriptHost(
      scripts: .folder(folder),
      in: application,
      memoryLimit: runner.memoryBytes,
      runsHeadless: true
    ) { offers in
      offers.log = { _ in }
      runner.offering(&offers)
    }
    let (texts, rules) = try await application.perform { application in
      application.resources.storage = runner.storage()
      _ = try host.load(in: application)
      return (host.scriptFiles(in: application), LoadedRules(of: application.router.rules))
    }
    await host.close()
    self.texts = texts
    changes = RuleChanges(of: texts, rules)
  }
}
