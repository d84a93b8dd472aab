import Moonroute
import ScriptAnalysis
import ScriptHost
import ScriptReports

/// Loads an application with the editor's unsaved texts, and reviews it.
struct ApplicationCheck: Sendable {
  struct Loaded: Sendable {
    let model: ApplicationModel
    let scripts: [String: AnalysedScript]
    let findings: [ScriptFinding]
  }

  enum Result: Sendable {
    case loaded(Loaded)
    case failed([ScriptProblem])
  }

  let host: ScriptHost
  let folder: String
  /// The texts that are open in the editor, by path.
  let open: [String: AnalysedScript]
  /// The bytes of the open texts that a load may need: specs are parsed, never run.
  let texts: [String: [UInt8]]
  /// The previously parsed scripts; a script with the same text is not parsed again.
  let known: [String: AnalysedScript]

  func run() async -> Result {
    await host.application.perform { application in run(in: application) }
  }

  /// Loads and reviews the application, for callers on its executor.
  func run(in application: isolated Application) -> Result {
    // As for any other command, the application starts with empty storage.
    (application.resources.storage as? MemoryResources)?.removeAll()
    do throws(ScriptProblems) {
      let warnings = try host.load(over: texts, in: application)
      let (scripts, notes) = scripts(in: application)
      let review = RouteReview(of: application.router.rules).problems
      let (offers, problems) = offers()
      let all = ScriptReview(
        of: host,
        beside: warnings + review + problems + notes,
        scripts: Array(scripts.values),
        offers: offers,
        reportsSpecs: true,
        in: application
      )
      .findings
      // A code lens shows how many specs open a route.
      .filter { $0.problem.code.rawValue != "unopened_route" }
      return .loaded(
        Loaded(
          model: ApplicationModel(of: host, offers: offers, in: application),
          scripts: scripts,
          findings: settings().map { all.judged(by: $0) } ?? all
        )
      )
    } catch {
      return .failed(error.all)
    }
  }

  /// The loaded scripts and the specs, each parsed once, and notes about files that were skipped.
  private func scripts(
    in application: isolated Application
  ) -> ([String: AnalysedScript], [ScriptProblem]) {
    var scripts = open
    for (file, text) in host.scriptFiles(in: application) where scripts[file] == nil {
      scripts[file] = script(file, text)
    }
    let specs = SpecTexts(in: folder) { scripts[$0] != nil }
    for (file, text) in specs.texts { scripts[file] = script(file, text) }
    return (scripts, specs.notes)
  }

  private func script(_ file: String, _ text: [UInt8]) -> AnalysedScript {
    if let known = known[file], known.text == text { return known }
    return AnalysedScript(file: file, text: text, isSpec: ScriptReview.isSpec(file))
  }

  private func offers() -> (OfferList?, [ScriptProblem]) {
    do throws(OfferError) {
      return (try OfferList.list(in: "\(folder)/\(OfferList.file)"), [])
    } catch {
      let site = SourceSite(file: OfferList.file, line: 1)
      return (nil, [ScriptProblem(.badSource, error.description, at: site)])
    }
  }

  /// The settings next to `main.lua`, or `nil` if they are missing or invalid.
  private func settings() -> CheckSettings? {
    var settings = CheckSettings()
    return settings.read(in: folder) == nil ? settings : nil
  }
}
