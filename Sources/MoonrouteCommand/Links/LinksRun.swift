#if Command
import LinkFiles
import MessageStream
import RuleProof
import ScriptReports

/// One run of `moonroute links`.
struct LinksRun {
  private let checker: LinkChecker
  private let plan: LinkPlan
  private let settings: LinkSettings
  private let console: Console
  private let report: LinksReport
  private let showsAll: Bool

  init(
    _ checker: LinkChecker,
    _ plan: LinkPlan,
    _ settings: LinkSettings,
    _ console: Console,
    showsAll: Bool
  ) {
    (self.checker, self.plan, self.settings) = (checker, plan, settings)
    (self.console, self.showsAll) = (console, showsAll)
    report = LinksReport(console.tableStyle, showsAll: showsAll)
  }

  // MARK: Writing

  /// Prints or writes the files, and prints differences and warnings; returns whether there are
  /// none.
  func makeFiles(in folder: String?) throws -> Bool {
    let different = checker.samples
      .map { links in links.map(checker.verdict).filter { !$0.agrees } }
      .filter { !$0.isEmpty }
    let written = try folder.map { try LinksFolder(path: $0).write(plan, settings) }
    if console.isJSON {
      for files in plan.files { console.print(json(of: files).line) }
      for verdict in different.joined() {
        console.print(JSON.fields(("difference", verdict.json)).line)
      }
      for warning in plan.warnings { console.print(warning.json.line) }
    } else {
      let lines = written.map { $0 + [""] } ?? plan.files.flatMap { report.lines(of: $0, settings) }
      let findings = report.lines(ofDifferences: different) + report.lines(of: plan.warnings)
      for line in lines + findings { console.print(line) }
    }
    return different.isEmpty && plan.warnings.isEmpty
  }

  private func json(of files: LinkPlan.Files) -> JSON {
    .fields(
      ("hosts", .texts(files.hosts)),
      ("apple", settings.apple.isEmpty ? .null : files.apple.json),
      ("android", settings.android.isEmpty ? .null : files.android.json),
      ("intent_filter", settings.android.isEmpty ? .null : .text(files.intentFilter))
    )
  }

  // MARK: Checking

  /// Explains links, or sample links; returns whether the systems and the table agree.
  func check(_ links: [String], warns: Bool) throws -> Bool {
    var tally = Tally()
    if links.isEmpty {
      for link in checker.samples.joined() { explain(link, isShown: showsAll, &tally) }
    }
    for link in links {
      if link == "-" {
        try explainInput(&tally)
      } else {
        explain(link, isShown: true, &tally)
      }
    }
    // With explicit links, warnings about the written files would distract.
    let problems = checker.problems
    let warnings = links.isEmpty || checker.readsFiles ? checker.warnings : []
    if console.isJSON {
      for problem in problems { console.print(JSON.fields(("problem", .text("\(problem)"))).line) }
      for warning in warnings { console.print(warning.json.line) }
      console.print(tally.json.line)
    } else {
      if tally.count > 1 { console.print(console.style.paint(tally.words, .soft)) }
      for problem in problems { console.printWrapped("problem: \(problem)") }
      for line in report.lines(of: warnings) { console.print(line) }
    }
    return tally.differentCount == 0 && !(warns && !(problems.isEmpty && warnings.isEmpty))
  }

  private func explainInput(_ tally: inout Tally) throws {
    var list = try LinkListFile("-")
    do {
      while let links = try list.next() {
        for link in links { explain(link, isShown: showsAll, &tally) }
      }
    } catch let error as LinkListError {
      Console.tell("moonroute: \(error)")
      throw ExitStatus.wrongUsage
    }
  }

  /// Prints a link if it is requested, or if a system and the table differ.
  private func explain(_ link: String, isShown: Bool, _ tally: inout Tally) {
    let verdict = checker.verdict(about: link)
    tally.add(verdict)
    guard isShown || !verdict.agrees else { return }
    if console.isJSON {
      console.print(verdict.json.line)
    } else {
      for line in report.lines(of: verdict) { console.print(line) }
    }
  }

  private struct Tally {
    private(set) var count = 0
    private(set) var differentCount = 0
    private var unclearCount = 0

    mutating func add(_ verdict: LinkVerdict) {
      count += 1
      if !verdict.agrees { differentCount += 1 }
      if verdict.systems.contains(where: { $0.decision.answer == .unclear }) { unclearCount += 1 }
    }

    var words: String {
      let unclear = unclearCount == 0 ? "" : ", \(unclearCount.grouped) unclear"
      return "\(count.grouped) links: \(differentCount.grouped) differ\(unclear)"
    }

    var json: JSON {
      .fields(
        (
          "summary",
          .fields(
            ("links", .int(count)),
            ("different", .int(differentCount)),
            ("unclear", .int(unclearCount))
          )
        )
      )
    }
  }
}
#endif
