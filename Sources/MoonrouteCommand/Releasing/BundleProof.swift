#if Command && Releases
import ArgumentParser
import MessageStream
import Moonroute
import Rehearsal
import RuleProof
import ScriptAnalysis
import ScriptHost
import ScriptReports
import ScriptTesting
import TextTools

/// The checks that a bundle must pass: `check`, its specs, its access table, and a random walk.
struct BundleProof {
  /// The part of the settings file about bundles.
  struct Settings {
    var wanderSteps = 2_000
    var checks = true

    /// Reads `"release": { "wander": 0, "check": "off" }`.
    init(in folder: String?) throws {
      guard let folder else { return }
      func problem(_ reason: String) -> ValidationError {
        ValidationError("\(folder)/\(CheckSettings.file): \(reason)".printable)
      }
      let json: JSON?
      do {
        json = try CheckSettings.field("release", in: folder)
      } catch {
        throw problem("\(error)")
      }
      guard let json else { return }
      guard case .object(let fields) = json else { throw problem("'release' is not an object.") }
      for field in fields {
        switch (field.name, field.value) {
        case ("wander", .integer(let steps)) where (0...1_000_000).contains(steps):
          wanderSteps = Int(steps)
        case ("check", .text("off")): checks = false
        case ("check", .text("on")): checks = true
        case ("wander", _): throw problem("'release.wander' is a number of steps, 0 to 1000000.")
        case ("check", _): throw problem("'release.check' is 'on' or 'off'.")
        default:
          let hint = NearestNames.hint(for: field.name, among: ["check", "wander"])
          throw problem("'release.\(field.name)' is not a setting.\(hint)")
        }
      }
    }
  }

  /// A check that ran: its result in a few words, or its problems.
  struct Step {
    let name: String
    var words = ""
    var problems: [String] = []

    var json: JSON {
      .present(
        ("name", .text(name)),
        ("passed", .bool(problems.isEmpty)),
        ("result", words.isEmpty ? .null : .text(words)),
        ("problems", problems.isEmpty ? .null : .list(problems.map(JSON.text)))
      )
    }
  }

  let bundle: ScriptBundle
  /// The folder of the application.
  let folder: String
  let offers: OfferList?
  let settings: Settings
  let application: ApplicationOptions
  let style: ReportStyle

  /// Runs all steps that apply, and calls `progress` before each of them.
  func run(checking host: ScriptHost, progress: (String) -> Void) async throws -> [Step] {
    var steps: [Step] = []
    func add(_ name: String, if isWanted: Bool, _ step: () async throws -> Step) async throws {
      guard isWanted else { return }
      progress(name)
      steps.append(try await step())
    }
    try await add("check", if: settings.checks) { try await check(host) }
    for (name, folder) in zip(["smoke specs", "journeys"], ScriptBundle.specFolders) {
      try await add(name, if: bundle.hasSpecs(in: folder)) { try await specs(name, in: folder) }
    }
    let access = bundle.files[ScriptBundle.accessFile]
    try await add("access", if: access != nil) { try await self.access(access ?? []) }
    let walks = settings.wanderSteps > 0 && bundle.files[ScriptHost.invariantsFile] != nil
    try await add("wander", if: walks) { try await wander() }
    return steps
  }

  private var scripts: RehearsalScripts {
    RehearsalScripts(
      bundle.files.filter { ScriptSource.isScript($0.key) },
      makeHost: application.rehearsalHosts(of: bundle.source)
    )
  }

  private func check(_ host: ScriptHost) async throws -> Step {
    let check = ScriptCheck(host: host, offers: offers, folder: folder)
    let findings = await check.run().findings.judged(by: try CheckSettings.read(of: host))
    let bad = findings.filter { $0.problem.severity != .note }
    return Step(
      name: "check",
      words: bad.isEmpty ? "check passed" : "",
      problems: bad.map(\.problem.checkLine)
    )
  }

  private func specs(_ name: String, in folder: String) async throws -> Step {
    var specs = BundleSpecs(of: bundle)
    specs.memoryBytes = application.memory << 20
    let result = try await specs.run(in: folder)
    let count = result.summary.successes
    let what = name == "journeys" ? counted(count, "journey") : counted(count, "smoke spec")
    let time = Int((result.summary.duration.seconds * 1_000).rounded())
    return Step(
      name: name,
      words: result.failures.isEmpty ? "\(what) passed in \(time) ms" : "",
      problems: result.failures
    )
  }

  private func access(_ bytes: [UInt8]) async throws -> Step {
    let file = ScriptBundle.accessFile
    let snapshot: AccessSnapshot
    do {
      snapshot = try AccessSnapshot(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      return Step(name: "access", problems: ["\(file): \(error)"])
    }
    let difference = AccessDifference(from: snapshot, to: try await AccessRun(scripts).table())
    guard !difference.isEmpty else { return Step(name: "access", words: "access matches \(file)") }
    return Step(
      name: "access",
      problems: AccessDifferenceReport(difference).lines(style)
        + ["If this is intended: moonroute access --save \(file)"]
    )
  }

  private func wander() async throws -> Step {
    var run = WanderRun(scripts)
    run.stepCount = settings.wanderSteps
    let report = try await run.walk()
    let lines = report.found.enumerated()
      .flatMap { number, found in
        WanderText(style).lines(of: found, number: number + 1)
      }
    return Step(
      name: "wander",
      words: lines.isEmpty ? counted(report.stepCount, "wander step") : "",
      problems: lines
    )
  }
}
#endif
