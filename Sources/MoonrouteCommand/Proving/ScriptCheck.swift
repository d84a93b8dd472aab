#if Command
import ArgumentParser
import Moonroute
import ScriptAnalysis
import ScriptHost
import ScriptReports

/// The findings of `check` in the scripts of a host.
struct ScriptCheck {
  /// Findings, and the texts that were checked.
  struct Result: Sendable {
    var findings: [ScriptFinding]
    var texts: [String: [UInt8]]
  }

  let host: ScriptHost
  let offers: OfferList?
  /// The folder of the specs.
  let folder: String
  var reportsSpecs = false

  /// Loads the scripts and checks them.
  func load() async -> Result {
    do throws(ScriptProblems) {
      return await run(beside: try await host.load())
    } catch {
      let specs = SpecTexts(in: folder)
      let review = await ScriptReview(
        ofUnloaded: host,
        beside: error.problems + specs.notes + host.looks.problems,
        scripts: reportsSpecs
          ? specs.texts.map { AnalysedScript(file: $0.key, text: $0.value, isSpec: true) } : []
      )
      return Result(findings: review.findings, texts: review.scripts.mapValues(\.text))
    }
  }

  /// Checks scripts that have loaded, with some warnings.
  func run(beside warnings: [ScriptProblem] = []) async -> Result {
    let specs = SpecTexts(in: folder)
    let (host, offers, reportsSpecs) = (host, offers, reportsSpecs)
    return await host.router.perform { application in
      let review = RouteReview(of: application.router.rules).problems
      let findings = ScriptReview(
        of: host,
        beside: warnings + review + specs.notes + host.looks.problems,
        specs: specs.texts,
        offers: offers,
        reportsSpecs: reportsSpecs,
        in: application
      )
      .findings
      return Result(
        findings: findings,
        texts: host.scriptFiles(in: application).merging(specs.texts) { first, _ in first }
          .merging(host.looksText.map { [Looks.file: $0] } ?? [:]) { first, _ in first }
      )
    }
  }
}

extension CheckSettings {
  /// Reads the settings file of an application; no settings without one.
  ///
  /// - Throws: `ValidationError` for a mistake in the file.
  static func read(of host: ScriptHost) throws -> CheckSettings {
    var settings = CheckSettings()
    if let folder = host.folder, let problem = settings.read(in: folder) {
      throw ValidationError("\(folder)/\(CheckSettings.file): \(problem)")
    }
    return settings
  }
}
#endif
