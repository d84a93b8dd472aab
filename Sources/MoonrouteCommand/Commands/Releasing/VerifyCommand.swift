#if Command && Releases
import ArgumentParser
import MessageStream
import ReleaseTrust
import ScriptHost
import ScriptReleases
import ScriptReports
import ScriptTesting
import TextTools

struct VerifyCommand: LoadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks a whole depot as a host would.",
    discussion: """
      Checks each role, each admitted bundle and each channel record from the given root, and runs \
      the smoke specs of every bundle that a channel offers. Ends with status 1 at a problem.
      """
  )

  @Argument(help: "The folder of the depot.", completion: .directory)
  var depot: String

  @Option(
    help: ArgumentHelp("The root that programs contain.", valueName: "file"),
    completion: .file(extensions: ["json"])
  )
  var root: String

  @OptionGroup var printing: OutputOptions

  func perform() async throws {
    let console = printing.console
    guard FileReader.realPath(depot) != nil else {
      throw ValidationError(
        "'\(depot.printable)' does not exist. Give the folder that contains 'metadata'."
      )
    }
    let folder = DepotFolder(depot)
    let trusted = try RootFile.root(at: root).bytes
    let findings = DepotVerifier.findings(root: trusted, now: .now) { path in
      try? folder.bytes(of: path, limit: TrustLimit.bundleBytes)
    }
    var isGood = true
    var offered: [BundleTarget] = []
    for finding in findings {
      isGood = isGood && finding.isGood
      if case .channel(_, let targets) = finding {
        offered += targets.filter { !offered.contains($0) }
      }
      print(finding.isGood, finding.description, on: console)
    }
    for target in offered {
      let (count, problems) = try await proof(of: target, in: folder)
      isGood = isGood && problems.isEmpty
      let word = count == 0 ? "has no smoke specs" : "smoke specs passed"
      let lines = problems.isEmpty ? ["✓ \(target.name): \(word)"] : problems
      for line in lines { print(problems.isEmpty, line, on: console) }
    }
    console.flush()
    if !isGood { throw ExitStatus.no }
  }

  /// The number of smoke specs of a bundle, and its problems.
  private func proof(
    of target: BundleTarget,
    in folder: DepotFolder
  ) async throws -> (count: Int, problems: [String]) {
    let bundle: ScriptBundle
    do {
      bundle = try folder.bundle(target)
      try bundle.expect(app: bundle.app, target.custom)
    } catch {
      return (0, ["✗ \(target.name): \(error)"])
    }
    let result = try await BundleSpecs(of: bundle).run(in: ScriptBundle.specFolders[0])
    return (
      result.summary.testCount, result.failures.map { "✗ \(target.name): \($0.onOneLine)" }
    )
  }

  private func print(_ isGood: Bool, _ line: String, on console: Console) {
    if printing.json {
      let words = String(line.drop { "✓✗ ".contains($0) })
      console.print(JSON.fields(("good", .bool(isGood)), ("finding", .text(words))).line)
    } else {
      console.print(console.style.paint(line, isGood ? .plain : .bad))
    }
  }
}
#endif
