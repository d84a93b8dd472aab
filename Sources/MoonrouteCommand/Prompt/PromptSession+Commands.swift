#if Command
import Book
import MessageStream
import Moonroute
import Rehearsal
import RoutePatterns
import RuleProof
import ScriptHost
import ScriptReports
import ScriptTesting
import Synchronization
import TextTools

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension PromptSession {
  func run(_ command: PromptCommand, _ rest: String) async {
    recorder?.note(command)
    switch command {
    case .open: await open(rest)
    case .back, .dismiss, .tap, .fill: await use(command, rest)
    case .advance: await advance(rest)
    case .as: await become(rest.isEmpty ? nil : rest)
    case .stage: await showStage(ifChanged: false)
    case .routes: listRoutes(with: rest)
    case .explain: await explain(rest)
    case .events: listEvents()
    case .resources: await listResources()
    case .reload: await reload()
    case .spec: await runSpecs(rest)
    case .save: await save()
    case .doc: showTopic(rest)
    case .help: showHelp()
    case .quit: break
    }
  }

  // MARK: As a person uses the application

  private func use(_ command: PromptCommand, _ rest: String) async {
    let act: Act
    switch command {
    case .back:
      guard let steps = rest.isEmpty ? 1 : Int(rest), steps > 0 else {
        return fail("':back' takes a number of steps, but got '\(rest)'.")
      }
      act = .back(steps)
    case .tap: act = .person(.tap(rest, on: nil))
    case .fill:
      let parts = rest.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(\.trimmed)
      guard parts.count == 2, !parts[0].isEmpty else { return fail("Write ':fill FIELD = TEXT'.") }
      act = .person(.fill([.init(parts[0], .text(parts[1]))], on: nil))
    default: act = .dismiss
    }
    let needsTop = command == .tap || command == .fill
    let check = "local _ = stage.top() or error('Nothing is on the stage.', 0) "
    let source = (needsTop ? check : "return ") + act.call()
    let hasEnded = await begin { [self] in
      let values = await perform(source) ?? []
      guard values.first == "false" else { return }
      fail(values.count > 1 ? Self.sentence(values[1]) : "The stage has not changed.")
    }
    recorder?.note(act, isLong: !hasEnded)
  }

  private func become(_ persona: String?) async {
    let host = host
    do {
      _ = try await host.router.perform { try await host.become(persona, in: $0) }
      recorder?.note(.become(persona))
    } catch {
      fail((error as? RouterError)?.message ?? "\(error)")
    }
    await showStage(ifChanged: true)
  }

  private func advance(_ text: String) async {
    guard let seconds = Double(text), seconds >= 0, seconds <= 3_153_600_000 else {
      return fail("':advance' takes 0 or more seconds, but got '\(text)'.")
    }
    let limit = recorder == nil ? Int.max : PromptRecorder.wakeLimit
    let isDone = await clock.advance(by: .seconds(seconds), waking: limit)
    await showStage(ifChanged: true)
    guard isDone || Task.isCancelled else {
      return fail(
        "':advance \(text)' fires timers more than \(limit) times and is not a step. Use a shorter"
          + " time."
      )
    }
    recorder?.note(.advance(seconds))
  }

  private func save() async {
    guard let recorder else { return fail("':save' is for 'moonroute record'.") }
    await recorder.save()
  }

  // MARK: Looking at it

  private func listRoutes(with word: String) {
    let index = host.router.directory.index
    guard !isJSON else { return console.print(JSON.list(index.winningRoutes.map(\.json)).line) }
    let plain = RouteTableReport(index.winningRoutes)
      .lines(ReportStyle(isColoured: false, width: console.tableStyle.width))
    let lines = RouteTableReport(index.winningRoutes).lines(console.tableStyle)
    var count = 0
    for (text, line) in zip(plain, lines) where word.isEmpty || text.contains(word) {
      console.print(line)
      count += 1
    }
    if count == 0 { console.print(word.isEmpty ? "no routes" : "no route contains '\(word)'") }
  }

  private func explain(_ link: String) async {
    let index = host.router.directory.index
    let rules = await host.router.perform { $0.router.rules.configuration.locationRules }
    let proxies = await host.router.perform { $0.router.rules.proxies(fitting: link) }
    let report = MatchReport(link, in: index, rules: rules, proxies: proxies)
    let explanation = MatchExplanation(link, in: index, rules: rules)
    guard !isJSON else { return console.print(report.json(explainedBy: explanation).line) }
    for line in report.lines(console.style) { console.print(line) }
    for line in explanation.lines(console.style) { console.print(line) }
  }

  private func listEvents() {
    let entries = events.entries
    guard !isJSON else {
      for entry in entries {
        console.print(
          JSON.fields(
            ("event", .text(entry.location)),
            ("receivers", .integer(Int64(entry.receiverCount)))
          )
          .line
        )
      }
      return
    }
    if entries.isEmpty { console.print("no events") }
    for entry in entries.suffix(20) {
      let count = counted(entry.receiverCount, "receiver")
      console.print(
        console.style.paint(entry.location, .strong) + "  " + console.style.paint(count, .soft)
      )
    }
  }

  private func listResources() async {
    let rows = await host.router.perform { application in
      application.resources.list.map { resource -> (String, String?, String, Bool) in
        let content: String
        if case .constant(let value) = resource.content {
          content = JSON(value).line
        } else {
          content = "computed at each get"
        }
        return (resource.pattern.text, resource.name, content, resource.isPersistent)
      }
    }
    guard !isJSON else {
      for (pattern, name, content, isPersistent) in rows {
        console.print(
          JSON.fields(
            ("pattern", .text(pattern)),
            ("name", .optional(name)),
            ("content", .text(content)),
            ("persistent", .bool(isPersistent))
          )
          .line
        )
      }
      return
    }
    if rows.isEmpty { console.print("no resources") }
    for (pattern, name, content, isPersistent) in rows {
      let kind = isPersistent ? "  persistent" : ""
      let named = name.map { "  " + console.style.paint($0, .target) } ?? ""
      console.print(
        console.style.paint(pattern, .strong) + named + "  " + console.style.paint(content, .plain)
          + console.style.paint(kind, .soft)
      )
    }
  }

  // MARK: The author's work

  private func reload() async {
    if await load(noticed: .now) { return }
    if !isJSON { console.print("no file has changed") }
  }

  private func runSpecs(_ path: String) async {
    let finder = SpecFinder()
    let place = path.isEmpty ? host.folder.map { $0 + "/spec" } ?? "spec" : path
    do {
      let files = try finder.files(in: [place])
      let reporter = (isJSON ? SpecFormat.json : .pretty)
        .makeReporter(isColoured: console.style.isColoured)
      let report = Mutex("")
      let printer = SpecPrinter(reporter) { text in report.withLock { $0 += text } }
      printer.begin(SpecRunInfo())
      let summary = await SpecRunner().run(files) { printer.report($0) }
      printer.end(summary)
      for line in report.withLock({ $0 }).split(separator: "\n", omittingEmptySubsequences: false)
        .dropLast()
      { console.print(String(line)) }
      if !summary.hasPassed { noteFailure() }
    } catch {
      fail("\(error)")
    }
  }

  private func showTopic(_ topic: String) {
    do {
      let lines = try HelpCommand.lines(on: topic, console.style)
      if isJSON {
        console.print(JSON.fields(("text", .text(lines.joined(separator: "\n")))).line)
      } else {
        for line in lines { console.print(line) }
      }
    } catch {
      noteFailure()
    }
  }

  private func showHelp() {
    let commands = PromptCommand.allCases.filter { !$0.isForRecording || recorder != nil }
    let rows = commands.map { command in
      (command.name + (command.parameters.isEmpty ? "" : " " + command.parameters), command.summary)
    }
    let others = [
      ("/product/7", "opens a link, with or without a scheme"),
      ("router.back()", "runs Lua; incomplete text continues on the next line"),
      ("= expression", "shows values, as does an expression by itself"),
      ("local x = 1", "exists until the scripts reload"),
    ]
    guard !isJSON else {
      for (usage, summary) in rows {
        console.print(JSON.fields(("command", .text(usage)), ("summary", .text(summary))).line)
      }
      return
    }
    let width = (rows + others).map(\.0.count).max() ?? 0
    for (usage, summary) in others + rows {
      let gap = String(repeating: " ", count: width - usage.count + 2)
      console.print(console.style.paint(usage, .strong) + gap + summary)
    }
  }
}
#endif
