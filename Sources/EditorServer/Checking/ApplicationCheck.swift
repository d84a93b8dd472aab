import Moonroute
import ScriptAnalysis
import ScriptHost
import ScriptReports

/// Loads an application with the editor's unsaved texts, and reviews it.
struct ApplicationCheck: Sendable {
  struct Result: Sendable {
    /// The loaded application, or `nil` if it does not load.
    let model: ApplicationModel?
    /// The reviewed scripts.
    let scripts: [String: AnalysedScript]
    let findings: [ScriptFinding]
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
    do throws(ScriptProblems) {
      return try await host.router.perform { application throws(ScriptProblems) in
        try load(in: application)
      }
    } catch {
      let (scripts, notes) = beside(open)
      let review = await ScriptReview(
        ofUnloaded: host,
        beside: error.problems + notes,
        scripts: Array(scripts.values)
      )
      return Result(model: nil, scripts: review.scripts, findings: judged(review.findings))
    }
  }

  private func load(in application: isolated LinkRouter) throws(ScriptProblems) -> Result {
    // As for any other command, the application starts with empty storage.
    (application.resources.storage as? MemoryResources)?.removeAll()
    let warnings = try host.load(over: texts, in: application)
    var loaded = open
    for (file, text) in host.scriptFiles(in: application) where loaded[file] == nil {
      loaded[file] = script(file, text)
    }
    let (scripts, notes) = beside(loaded)
    let review = RouteReview(of: application.router.rules).problems
    let (offers, problems) = offers()
    let findings = ScriptReview(
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
    return Result(
      model: ApplicationModel(of: host, offers: offers, in: application),
      scripts: scripts,
      findings: judged(findings)
    )
  }

  /// The scripts and the specs, each parsed once, and notes about specs that were skipped.
  private func beside(
    _ scripts: [String: AnalysedScript]
  ) -> ([String: AnalysedScript], [ScriptProblem]) {
    let specs = SpecTexts(in: folder) { scripts[$0] != nil }
    let parsed = specs.texts.map { ($0.key, script($0.key, $0.value)) }
    return (scripts.merging(parsed) { first, _ in first }, specs.notes)
  }

  private func script(_ file: String, _ text: [UInt8]) -> AnalysedScript {
    if let known = known[file], known.text == text { return known }
    return AnalysedScript(file: file, text: text, isSpec: AnalysedScript.isSpec(file))
  }

  private func offers() -> (OfferList?, [ScriptProblem]) {
    do throws(OfferError) {
      return (try OfferList.list(in: "\(folder)/\(OfferList.file)"), [])
    } catch {
      let site = SourceSite(file: OfferList.file, line: 1)
      return (nil, [ScriptProblem(.badSource, error.description, at: site)])
    }
  }

  /// The findings by the settings next to `main.lua`, if those are valid.
  private func judged(_ findings: [ScriptFinding]) -> [ScriptFinding] {
    var settings = CheckSettings()
    return settings.read(in: folder) == nil ? findings.judged(by: settings) : findings
  }
}
