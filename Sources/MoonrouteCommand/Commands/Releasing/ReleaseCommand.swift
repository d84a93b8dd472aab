#if Command && Releases
import ArgumentParser
import MessageStream
import Rehearsal
import ReleaseTrust
import RuleProof
import ScriptHost
import ScriptReleases
import ScriptReports
import TextTools

struct ReleaseCommand: LoadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "release",
    abstract: "Admits a bundle to a depot.",
    discussion: """
      Compares the access table of the bundle with that of the newest admitted bundle. A door is a \
      person and a location that opens now and did not before. If the bundle opens doors, the \
      command lists them and ends with status 1, unless --opens gives their exact number. With \
      --shadow it also opens the links of logs, sitemaps or lists with the old and the new rules: \
      links that opened before and are dead now need --shadow-dead with their number. An admitted \
      bundle reaches no host before 'moonroute channel publish'.
      """
  )

  @Argument(help: "The bundle.", completion: .file(extensions: ["tar"]))
  var bundle: String

  @OptionGroup var depot: DepotOptions

  @Option(help: ArgumentHelp("Approve this number of opened doors.", valueName: "n"))
  var opens = 0

  @Option(
    help: ArgumentHelp(
      "A list of links, as 'audit' reads it, to open with the old and the new rules. May be repeated.",
      valueName: "file"
    ),
    completion: .file()
  )
  var shadow: [String] = []

  @Option(help: ArgumentHelp("Approve this number of dead links.", valueName: "n"))
  var shadowDead = 0

  @Flag(help: "Show a link for each change of --shadow, and all changes.")
  var all = false

  @OptionGroup var application: ApplicationOptions
  @OptionGroup var printing: OutputOptions

  func validate() throws {
    guard opens >= 0 else { throw ValidationError("--opens takes a number of doors.") }
    guard shadowDead >= 0 else { throw ValidationError("--shadow-dead takes a number of links.") }
    guard !shadow.isEmpty || shadowDead == 0 && !all else {
      throw ValidationError("--shadow-dead and --all belong to --shadow. Give it a list of links.")
    }
    try application.validateRehearsal(by: "release", which: "opens everything many times")
  }

  func perform() async throws {
    let console = printing.console
    let bytes = try BundleFile.bytes(of: bundle)
    let new = try BundleFile.read(bundle)
    let author = try changingDepot { () throws(DepotFolder.Failure) in try depot.folder.author() }
    let signer = try depot.signer(for: author.releaseKeys, named: "releases")
    let base = try newest(of: author, before: new)
    let (doors, run) = try await changes(from: base, to: new, on: console)
    let report = ReleaseReport(
      bundle: new,
      base: base?.version,
      doors: doors,
      shadow: run,
      showsAll: all
    )
    guard doors.count == opens, run?.deadCount ?? 0 == shadowDead else {
      report.print(on: console)
      throw ExitStatus.no
    }
    let target = BundleTarget(
      name: "bundles/\(new.fileName)",
      length: bytes.count,
      sha256: Digest.sha256(bytes),
      custom: Self.custom(new, base, doors.count)
    )
    let file = DepotFile(path: target.path, bytes: bytes)
    try changingDepot { () throws(DepotFolder.Failure) in
      try depot.folder.change(since: author, adding: [file]) { now throws(TrustError) in
        try now.admit(target, signer: signer, now: .now)
      }
    }
    report.print(admitted: target, on: console)
  }

  /// The doors that the bundle opens, and the links that end differently.
  private func changes(
    from base: ScriptBundle?,
    to new: ScriptBundle,
    on console: Console
  ) async throws -> (doors: [OpenedDoors.Door], shadow: ShadowRun?) {
    guard let base else { return ([], nil) }
    let (before, after) = (scripts(of: base), scripts(of: new))
    let opened = try await OpenedDoors(from: before, to: after)
    if !opened.hasPersonas {
      console.say("moonroute: without personas.lua, only the doors of anybody are counted")
    }
    guard !shadow.isEmpty else { return (opened.doors, nil) }
    var run = try await ShadowRun(from: before, to: after)
    do {
      for path in shadow {
        var list = try LinkListFile(path)
        var count = 0
        while let links = try list.next() {
          count += links.count
          await run.open(links)
        }
        guard count > 0 else {
          throw ValidationError(
            "'\(path.printable)' contains no link. Give --shadow a list of links, a log or a sitemap."
          )
        }
      }
    } catch let error as LinkListError {
      await run.end()
      throw ValidationError("\(error)".printable)
    } catch {
      await run.end()
      throw error
    }
    await run.end()
    return (opened.doors, run)
  }

  /// The newest admitted bundle of another version, or `nil` for the first one.
  private func newest(of author: DepotAuthor, before new: ScriptBundle) throws -> ScriptBundle? {
    let others = author.bundles.filter { ($0.version ?? 0) != new.version }
    guard let target = others.max(by: { ($0.version ?? 0) < ($1.version ?? 0) }) else { return nil }
    return try depot.folder.bundle(target)
  }

  private func scripts(of bundle: ScriptBundle) -> RehearsalScripts {
    RehearsalScripts(
      bundle.files.filter { ScriptSource.isScript($0.key) },
      makeHost: application.rehearsalHosts(of: bundle.source)
    )
  }

  private static func custom(_ bundle: ScriptBundle, _ base: ScriptBundle?, _ doors: Int) -> JSON {
    guard let base, case .object(let fields) = bundle.summary else { return bundle.summary }
    let access = JSON.fields(("base", .int(base.version)), ("opened", .int(doors)))
    return .object(fields + [JSON.Field("access", access)])
  }
}

extension DepotFolder {
  /// Reads an admitted bundle.
  func bundle(_ target: BundleTarget) throws -> ScriptBundle {
    let found = try changingDepot { () throws(Failure) -> [UInt8]? in
      try bytes(of: target.path, limit: target.length)
    }
    guard let bytes = found else {
      throw ValidationError("The depot lacks the file '\(target.path)'. Restore it.".printable)
    }
    do {
      try target.check(bytes)
      return try ScriptBundle(bytes)
    } catch {
      throw ValidationError("\(error)".printable)
    }
  }
}
#endif
