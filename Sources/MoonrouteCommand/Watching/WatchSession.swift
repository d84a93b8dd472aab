import MessageStream
import Moonroute
import ScriptHost
import ScriptReports

/// A running application that is loaded again whenever its files change.
struct WatchSession {
  private let host: ScriptHost
  private let console: Console
  private let isJSON: Bool
  private var links: LinkSession

  /// The problems that keep the scripts from loading at the moment.
  private var problems: [ScriptProblem] = []
  private var hasLoaded = false

  /// The locations to open once the scripts load.
  private var waiting: [String] = []

  /// The stage as it was shown last.
  private var shown: StageTree?

  /// Begins with nothing loaded.
  init(host: ScriptHost, console: Console, isJSON: Bool, showsTimes: Bool) {
    self.host = host
    self.console = console
    self.isJSON = isJSON
    links = LinkSession(host: host, console: console, isJSON: isJSON, showsTimes: showsTimes)
  }

  /// Loads the scripts for the first time, and opens locations as soon as they load.
  ///
  /// - Parameters:
  ///   - locations: The locations.
  ///   - source: What is watched, in the words of the person.
  @MainActor
  mutating func begin(with locations: [String], watching source: String) async {
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

  /// Reacts to something.
  @MainActor
  mutating func take(_ event: WatchEvent) async {
    switch event {
    case .changed(let change): await load(noticed: change.noticed)
    case .typed(let lines):
      let locations = LinkSession.links(in: lines)
      if !locations.isEmpty { await open(locations) }
    }
    console.flush()
  }

  /// Loads what has changed.
  @MainActor
  private mutating func load(noticed: ContinuousClock.Instant) async {
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
      await refreshTypes()
      await openWaiting()
    } catch {
      problems = error.all
      showProblems()
    }
  }

  /// Writes the definitions for editors anew, where `moonroute types` has written some.
  @MainActor
  private func refreshTypes() async {
    guard let folder = host.folder, DefinitionFolder.exists(in: folder) else { return }
    // A mistake in offers.json or .luarc.json is told by that command.
    let offers = try? OfferOptions.list(nil, in: folder)
    let files = await DefinitionFolder(folder, of: host, offers: offers ?? nil)
    if let stale = try? files.stale() { try? files.write(stale) }
  }

  /// Opens what could not be opened before the scripts loaded.
  @MainActor
  private mutating func openWaiting() async {
    let locations = waiting
    waiting = []
    if !locations.isEmpty { await open(locations) }
  }

  /// Draws the stage.
  ///
  /// - Parameter ifChanged: Whether that is only done when it differs from what was drawn last.
  @MainActor
  private mutating func showStage(ifChanged: Bool) async {
    let tree = await host.application.perform { $0.stage.tree }
    defer { shown = tree }
    if ifChanged, tree.description == (shown ?? StageTree()).description { return }
    guard !isJSON else { return console.print(tree.json.line) }
    for line in StageReport(tree).lines(console.style) { console.print(line) }
  }

  @MainActor
  private func show(_ reload: ScriptReload, time: Duration) {
    let report = ReloadReport(reload, time: time)
    guard !isJSON else { return console.print(JSON.fields(("reload", report.json)).line) }
    console.print(report.line(console.style))
    for line in report.staleLines(console.style) { console.print(line) }
    for warning in reload.warnings { console.report(warning) }
  }

  /// The files are again what is in force.
  @MainActor
  private func sayAllIsWell() {
    guard !isJSON else {
      return console.print(JSON.fields(("problems", .list([]))).line)
    }
    console.print(console.style.paint("✓ the scripts are again what is running", .good))
  }

  @MainActor
  private func showProblems() {
    guard !isJSON else {
      return console.print(JSON.fields(("problems", .list(problems.map(\.json)))).line)
    }
    for problem in problems { console.report(problem) }
    let state = hasLoaded ? "what was loaded before goes on" : "nothing is loaded yet"
    console.say(console.errorStyle.paint("✗ \(count); \(state)", .bad))
  }

  /// Opens locations, and says that the scripts are not the newest while they are not.
  @MainActor
  private mutating func open(_ locations: [String]) async {
    await links.open(locations)
    await showStage(ifChanged: false)
    guard !isJSON, let first = problems.first else { return }
    let place = first.site.map { "\($0): " } ?? ""
    console.say(console.errorStyle.paint("✗ \(count): \(place)\(first.message)", .bad))
  }

  private var count: String {
    let errors = problems.count { $0.severity == .error }
    return errors == 1 ? "1 problem" : "\(errors) problems"
  }
}
