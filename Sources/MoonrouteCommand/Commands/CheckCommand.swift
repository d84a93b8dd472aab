#if Command
import ArgumentParser
import Foundation
import MessageStream
import Moonroute
import ScriptAnalysis
import ScriptHost
import ScriptReports
import TextTools

/// `moonroute check`.
struct CheckCommand: LoadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Finds the mistakes that can be known without opening a location.",
    discussion: """
      Prints each as file:line:column: severity: message [rule], and ends with status 1 if there \
      is one; notes leave the status alone unless --strict is given. The file .moonroute.json beside \
      main.lua sets rules: { "check": { "shadowed": "off" } }. A comment allows one on its line, \
      or alone on the line above: -- moonroute: allow shadowed
      """
  )

  @Argument(
    help: ArgumentHelp("The application.", valueName: "app"),
    completion: .file()
  )
  var app: String?

  @OptionGroup var check: CheckOptions
  @OptionGroup var offers: OfferOptions
  @OptionGroup var application: ApplicationOptions
  @OptionGroup var output: OutputOptions

  func perform() async throws {
    let console = output.console
    let host = try await application.host(of: app, console: console)
    let settings = try settings(in: host)
    let list = try offers.list(in: folder(of: host))
    var findings = await findings(of: host, list).judged(by: settings)
    if check.fix, fix(findings, in: host) > 0 {
      let again = try await application.host(of: app, console: console)
      findings = await self.findings(of: again, list).judged(by: settings)
    }
    print(findings, on: console, host)
    console.flush()
    let counts = findings.contains { check.strict || $0.problem.severity != .note }
    if counts { throw ExitStatus.no }
  }

  // MARK: Finding

  /// The folder of the application, or that of its only file.
  private func folder(of host: ScriptHost) -> String {
    host.folder ?? DefinitionFolder.folder(ofFile: app ?? ".")
  }

  private func findings(of host: ScriptHost, _ offers: OfferList?) async -> [ScriptFinding] {
    do throws(ScriptProblems) {
      let warnings = try await host.load()
      let specs = DefinitionFolder.specs(in: folder(of: host))
      let reportsSpecs = check.specs
      return await host.application.perform { application in
        let review = RouteReview(of: application.router.rules).problems
        return ScriptReview(
          of: host,
          beside: warnings + review,
          specs: specs,
          offers: offers,
          reportsSpecs: reportsSpecs,
          in: application
        )
        .findings
      }
    } catch {
      return await findings(beside: error.all, ofTextsOf: host)
    }
  }

  /// The findings of scripts that do not load: what loading says, and what the texts tell.
  private func findings(
    beside problems: [ScriptProblem],
    ofTextsOf host: ScriptHost
  ) async -> [ScriptFinding] {
    // A host without scripts knows what the scripts would have had.
    guard
      let empty = try? HeadlessScripts(.files(["main.lua": ""])).silentHost(in: Application()),
      (try? await empty.load()) != nil
    else { return problems.map { ScriptFinding($0) } }
    return await empty.application.perform { application in
      ScriptReview(
        unloaded: host.entryFile,
        beside: problems,
        globalsOf: empty,
        in: application,
        reading: { host.scriptText(of: $0) }
      )
      .findings
    }
  }

  private func settings(in host: ScriptHost) throws -> CheckSettings {
    var settings = CheckSettings()
    let path = host.folder.map { $0 + "/.moonroute.json" }
    if let path, let data = FileManager.default.contents(atPath: path),
      let problem = settings.read(String(decoding: data, as: UTF8.self))
    {
      throw ValidationError("\(path): \(problem)")
    }
    for id in check.allow { settings.allow(id) }
    for id in check.deny { settings.deny(id) }
    return settings
  }

  /// Writes what settles findings into their files, and answers how many files changed.
  private func fix(_ findings: [ScriptFinding], in host: ScriptHost) -> Int {
    guard let folder = host.folder else { return 0 }
    var count = 0
    for (file, found) in Dictionary(grouping: findings, by: { $0.problem.site?.file }) {
      let path = folder + "/" + (file ?? "")
      guard found.contains(where: { $0.fix != nil }),
        let data = FileManager.default.contents(atPath: path)
      else { continue }
      let text = found.fixed(Array(data))
      guard text != Array(data), (try? Data(text).write(to: URL(fileURLWithPath: path))) != nil
      else { continue }
      count += 1
    }
    return count
  }

  // MARK: Printing

  private func print(_ findings: [ScriptFinding], on console: Console, _ host: ScriptHost) {
    let folder = host.folder.map { $0 == "." ? "" : $0 + "/" } ?? ""
    switch output.json ? .json : check.format {
    case .json: for finding in findings { console.print(finding.json.line) }
    case .github: for finding in findings { console.print(finding.githubLine(in: folder)) }
    case .sarif:
      console.print(ScriptFinding.sarif(findings, in: folder, version: Version.text).line)
    case .text:
      for finding in findings { console.print(finding.problem.checkLine.printable) }
      if findings.isEmpty {
        let count = host.application.directory.index.routes.count
        console.print("no problems in \(count) \(count == 1 ? "route" : "routes")")
      }
    }
  }
}
#endif
