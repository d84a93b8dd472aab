import Moonroute
import ScriptAnalysis
import ScriptHost
import ScriptReports

/// A load of an application with the texts of the editor over its files, and the rules over it.
struct ApplicationCheck: Sendable {
  /// The knowledge that a load brings which goes well.
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
  /// The texts that the editor has open, by path.
  let open: [String: AnalysedScript]
  /// The bytes of those that a load may need: specs are read, never run.
  let texts: [String: [UInt8]]
  /// The scripts that were read before; one whose text is the same is not read again.
  let known: [String: AnalysedScript]

  /// Loads and looks.
  func run() async -> Result {
    await host.application.perform { application in run(in: application) }
  }

  /// Loads and looks, for callers on the application's executor.
  func run(in application: isolated Application) -> Result {
    // As for any other command, nothing is stored yet.
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
      // A lens tells how many specs open a route.
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

  /// The scripts that were loaded, and the specs, each read once, with notes of those that are not.
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

  /// The list of the program beside `main.lua`, and its mistakes.
  private func offers() -> (OfferList?, [ScriptProblem]) {
    do throws(OfferError) {
      return (try OfferList.list(in: "\(folder)/\(OfferList.file)"), [])
    } catch {
      let site = SourceSite(file: OfferList.file, line: 1)
      return (nil, [ScriptProblem(.badSource, error.description, at: site)])
    }
  }

  /// The settings beside `main.lua`, or `nil` when there are none that can be read.
  private func settings() -> CheckSettings? {
    var settings = CheckSettings()
    return settings.read(in: folder) == nil ? settings : nil
  }
}
