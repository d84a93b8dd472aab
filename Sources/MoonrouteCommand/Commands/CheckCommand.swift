#if Command
import ArgumentParser
import Foundation
import MessageStream
import Moonroute
import ScriptAnalysis
import ScriptHost
import ScriptReports
import TextTools

struct CheckCommand: LoadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Finds mistakes without opening a location.",
    discussion: """
      Prints each finding as file:line:column: severity: message [rule], and ends with status 1 if \
      there are any. Notes do not change the status unless --strict is given. The file \
      .moonroute.json next to main.lua sets rules: { "check": { "shadowed": "off" } }. A comment \
      on the same line, or by itself on the line above, allows a finding: -- moonroute: allow \
      shadowed
      """
  )

  @Argument(help: .application, completion: .file())
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
    var checked = await checked(host, list)
    var findings = checked.findings.judged(by: settings)
    var fixes = FindingFixes(below: folder(of: host), of: host)
    if check.fix { fixes.write(findings, in: checked.texts) }
    if fixes.count > 0 {
      checked = await self.checked(try await application.host(of: app, console: console), list)
      findings = checked.findings.judged(by: settings)
    }
    print(findings.shown().judged(by: settings), on: console, host)
    console.flush()
    if !fixes.problems.isEmpty {
      for problem in fixes.problems { Console.tell("moonroute: \(problem)") }
      throw ExitStatus.internalError
    }
    let counts = findings.contains { check.strict || $0.problem.severity != .note }
    if counts { throw ExitStatus.no }
  }

  // MARK: Finding

  /// The folder of the application, or the folder of its only file.
  private func folder(of host: ScriptHost) -> String {
    host.folder ?? DefinitionFolder.folder(ofFile: app ?? ".")
  }

  /// Findings, and the texts that were checked.
  private struct Checked: Sendable {
    var findings: [ScriptFinding]
    var texts: [String: [UInt8]]
  }

  private func checked(_ host: ScriptHost, _ offers: OfferList?) async -> Checked {
    do throws(ScriptProblems) {
      let warnings = try await host.load()
      let specs = SpecTexts(in: folder(of: host))
      let reportsSpecs = check.specs
      return await host.router.perform { application in
        let review = RouteReview(of: application.router.rules).problems
        let findings = ScriptReview(
          of: host,
          beside: warnings + review + specs.notes,
          specs: specs.texts,
          offers: offers,
          reportsSpecs: reportsSpecs,
          in: application
        )
        .findings
        return Checked(
          findings: findings,
          texts: host.scriptFiles(in: application).merging(specs.texts) { first, _ in first }
        )
      }
    } catch {
      let specs = SpecTexts(in: folder(of: host))
      let review = await ScriptReview(
        ofUnloaded: host,
        beside: error.problems + specs.notes,
        scripts: check.specs
          ? specs.texts.map { AnalysedScript(file: $0.key, text: $0.value, isSpec: true) } : []
      )
      return Checked(findings: review.findings, texts: review.scripts.mapValues(\.text))
    }
  }

  private func settings(in host: ScriptHost) throws -> CheckSettings {
    var settings = CheckSettings()
    if let folder = host.folder, let problem = settings.read(in: folder) {
      throw ValidationError("\(folder)/\(CheckSettings.file): \(problem)")
    }
    for id in check.allow { settings.allow(id) }
    for id in check.deny { settings.deny(id) }
    return settings
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
      for finding in findings { console.printWrapped(finding.problem.checkLine.printable) }
      if findings.isEmpty {
        let count = host.router.directory.index.routes.count
        console.print("no problems in \(counted(count, "route"))")
      }
    }
  }
}
#endif
