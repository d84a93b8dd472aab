#if Command && Releases
import ArgumentParser
import MessageStream
import ReleaseTrust
import ScriptAnalysis
import ScriptHost
import ScriptReports
import TextTools

struct BundleCommand: LoadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "bundle",
    abstract: "Packs an application into one file, and proves it.",
    discussion: """
      The bundle is a tar archive with the scripts, access.snap, and the specs in spec/smoke and \
      spec/journeys. Equal files give equal bytes. Before it writes the bundle, the command runs \
      check, the smoke specs and the journeys from the packed files alone, compares the access \
      table with access.snap if there is one, and takes 2,000 steps of wander if there are \
      invariants. It writes nothing and ends with status 1 if one of them fails. The file \
      .moonroute.json changes this: { "release": { "wander": 0, "check": "off" } }.
      """
  )

  @Argument(help: .application, completion: .file())
  var app: String?

  @Option(help: ArgumentHelp("The version: 1, 2, 3 and so on.", valueName: "n"))
  var version: Int

  @Option(help: "The name of the application. (default: the name of its folder)")
  var name: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write. (default: NAME-VERSION.tar)", valueName: "file"),
    completion: .file(extensions: ["tar"])
  )
  var output: String?

  @Option(help: ArgumentHelp("Where the scripts come from, such as a commit.", valueName: "text"))
  var source: String?

  @OptionGroup var offers: OfferOptions
  @OptionGroup var application: ApplicationOptions
  @OptionGroup var printing: OutputOptions

  func validate() throws {
    try application.validateRehearsal(by: "bundle", which: "runs everything in a sandbox")
  }

  func perform() async throws {
    let console = printing.console
    let host = try await application.load(app, console: console)
    let place = ApplicationPlace(try .at(app ?? "."))
    let builder = BundleBuilder(
      path: app ?? ".",
      app: try name ?? Self.name(of: place),
      version: version,
      origin: source
    )
    let bundle = try await builder.bundle(of: host)
    let proof = BundleProof(
      bundle: bundle,
      folder: place.folder,
      offers: try offers.list(in: place.folder),
      settings: try BundleProof.Settings(in: host.folder),
      application: application,
      style: console.style
    )
    let path = output ?? bundle.fileName
    let file = try OutputFile(path)
    let steps = try await proof.run(checking: host) { console.say("moonroute: \($0) …") }
    let isProven = steps.allSatisfy(\.problems.isEmpty)
    let bytes = bundle.bytes
    if isProven { try file.close(with: bytes) }
    report(bundle, bytes, steps, path, on: console)
    console.flush()
    if !isProven { throw ExitStatus.no }
  }

  /// The name of the folder, or of the script without its ending.
  private static func name(of place: ApplicationPlace) throws -> String {
    let name = place.name.hasSuffix(".lua") ? String(place.name.dropLast(4)) : place.name
    guard ScriptBundle.isAppName(name) else {
      throw ValidationError(
        "The folder's name '\(name.printable)' cannot name the application. Give a --name of a-z,"
          + " 0-9 and '-'."
      )
    }
    return name
  }

  private func report(
    _ bundle: ScriptBundle,
    _ bytes: [UInt8],
    _ steps: [BundleProof.Step],
    _ path: String,
    on console: Console
  ) {
    let digest = Digest.sha256(bytes)
    let isProven = steps.allSatisfy(\.problems.isEmpty)
    guard !printing.json else {
      console.print(
        JSON.fields(
          ("app", .text(bundle.app)),
          ("version", .int(bundle.version)),
          ("path", isProven ? .text(path) : .null),
          ("sha256", .text(digest)),
          ("files", .int(bundle.files.count)),
          ("bytes", .int(bytes.count)),
          ("needs", bundle.summary["needs"]),
          ("proof", .list(steps.map(\.json)))
        )
        .line
      )
      return
    }
    for step in steps where !step.problems.isEmpty {
      console.print(console.style.paint("\(step.name) failed", .bad))
      for line in step.problems { console.print("  \(line)") }
    }
    guard isProven else {
      console.print("no bundle was written")
      return
    }
    let size = "\(counted(bundle.files.count, "file")), \((bytes.count + 1_023) / 1_024) kB"
    let needs = [
      (bundle.needs.views.count, "view"), (bundle.needs.functions.count, "function"),
      (bundle.needs.values.count, "value"),
    ]
    .filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
    let facts =
      [size] + steps.map(\.words)
      + (needs.isEmpty ? [] : ["needs " + needs.joined(separator: ", ")])
    console.printWrapped(
      "\(path.printable)  \(bundle.app) \(bundle.version)  \(digest.prefix(8))  "
        + facts.joined(separator: " · ")
    )
  }
}
#endif
