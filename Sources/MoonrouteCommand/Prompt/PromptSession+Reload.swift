#if Command
import MessageStream
import Moonroute
import RuleProof
import ScriptHost
import ScriptReports

extension PromptSession {
  /// Loads the scripts for the first time, and opens locations once they load.
  func beginWatching(_ source: String, opening locations: [String]) async {
    waiting = locations
    if !isJSON {
      console.print(
        console.style.paint(
          "watching \(source): change a file, or type a location. Ctrl-C ends it.",
          .soft
        )
      )
      console.flush()
    }
    await load(noticed: .now)
    console.flush()
  }

  /// Loads changed scripts, and returns whether there was a change.
  @discardableResult
  func load(noticed: ContinuousClock.Instant) async -> Bool {
    var isNew = true
    do throws(ScriptProblems) {
      let reload = try await host.reload()
      let isFixed = !problems.isEmpty
      problems = []
      hasLoaded = true
      if let reload {
        show(reload, time: .now - noticed - reload.rebuilding)
        await showStage(ifChanged: true)
      } else if isFixed {
        sayAllIsWell()
      }
      isNew = reload != nil || isFixed
      if isNew { journeys?.begin() } else { journeys?.beginIfChanged() }
      if isNew { await loaded?(host) }
      await refreshTypes()
      await openWaiting()
    } catch {
      problems = error.problems
      // Without a successful load, every journey would report the same problem.
      journeys?.cancel()
      showProblems()
    }
    console.flush()
    return isNew
  }

  /// Rewrites the definitions for editors, if `moonroute types` has created them.
  private func refreshTypes() async {
    guard let folder = host.folder, DefinitionFolder.exists(in: folder) else { return }
    // `moonroute types` reports a problem in offers.json or .luarc.json.
    let offers = try? OfferOptions.list(nil, in: folder)
    let files = await DefinitionFolder(folder, of: host, offers: offers ?? nil)
    if let stale = try? files.stale() { try? files.write(stale) }
  }

  /// Opens the locations that have waited for a successful load.
  private func openWaiting() async {
    let locations = waiting
    waiting = []
    for location in locations { await open(location) }
  }

  private func show(_ reload: ScriptReload, time: Duration) {
    let report = ReloadReport(reload, time: time)
    guard !isJSON else { return console.print(JSON.fields(("reload", report.json)).line) }
    console.print(report.line(console.style))
    for line in report.staleLines(console.style) { console.print(line) }
    for warning in reload.warnings { console.report(warning) }
  }

  func show(_ round: JourneyRound) {
    let report = JourneyReport(round)
    if isJSON {
      for value in report.json { console.print(value.line) }
    } else {
      for line in report.lines(console.style) { console.print(line) }
    }
    console.flush()
  }

  /// Reports that the files match the running scripts again.
  private func sayAllIsWell() {
    guard !isJSON else {
      return console.print(JSON.fields(("problems", .list([]))).line)
    }
    console.print(console.style.paint("✓ the files match the running scripts again", .good))
  }

  private func showProblems() {
    guard !isJSON else {
      return console.print(JSON.fields(("problems", .list(problems.map(\.json)))).line)
    }
    for problem in problems { console.report(problem) }
    let state = hasLoaded ? "the previous scripts keep running" : "nothing is loaded yet"
    console.say(console.errorStyle.paint("✗ \(problemCount); \(state)", .bad))
  }
}
#endif
