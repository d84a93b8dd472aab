#if Command
import ArgumentParser
import MessageStream
import Moonroute
import ScriptAnalysis
import ScriptHost
import ScriptReports
import TextTools

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
    print(findings.shown().judged(by: settings), in: checked.texts, on: console, host)
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

  private func checked(_ host: ScriptHost, _ offers: OfferList?) async -> ScriptCheck.Result {
    await ScriptCheck(
      host: host,
      offers: offers,
      folder: folder(of: host),
      reportsSpecs: check.specs
    )
    .load()
  }

  private func settings(in host: ScriptHost) throws -> CheckSettings {
    var settings = try CheckSettings.read(of: host)
    for id in check.allow { settings.allow(id) }
    for id in check.deny { settings.deny(id) }
    return settings
  }

  // MARK: Printing

  private func print(
    _ findings: [ScriptFinding],
    in texts: [String: [UInt8]],
    on console: Console,
    _ host: ScriptHost
  ) {
    let folder = host.folder.map { $0 == "." ? "" : $0 + "/" } ?? ""
    switch output.json ? .json : check.format {
    case .json: for finding in findings { console.print(finding.json.line) }
    case .github: for finding in findings { console.print(finding.githubLine(in: folder)) }
    case .sarif:
      console.print(ScriptFinding.sarif(findings, in: folder, version: Version.text).line)
    case .text:
      for finding in findings {
        guard console.style.isColoured else {
          console.printWrapped(finding.problem.checkLine.printable)
          continue
        }
        console.print(finding.problem, frame: finding.frame(in: texts))
      }
      if findings.isEmpty {
        let count = host.router.directory.index.routes.count
        console.print("no problems in \(counted(count, "route"))")
      }
    }
  }
}

extension ScriptFinding {
  /// The lines around the finding, or an empty text if its script is unknown.
  fileprivate func frame(in texts: [String: [UInt8]]) -> String {
    guard problem.frame.isEmpty, let site = problem.site, let text = texts[site.file] else {
      return problem.frame
    }
    let column = problem.column ?? 1
    let end = endLine == site.line ? endColumn ?? column + 1 : column + 1
    return CodeFrame.text(of: text, line: site.line, column: column, length: end - column)
  }
}
#endif
