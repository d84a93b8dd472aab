#if Command
import ArgumentParser
import LinkFiles
import MessageStream
import Moonroute
import RuleProof
import ScriptAnalysis
import ScriptHost
import ScriptReports
import TextTools

struct LinksCommand: LoadingCommand {
  enum ProxyClaims: String, ExpressibleByArgument, CaseIterable {
    case patterns, none
  }

  static let configuration = CommandConfiguration(
    commandName: "links",
    abstract: "Writes and checks the files that let links open an app on iOS and Android.",
    discussion: """
      Writes apple-app-site-association and assetlinks.json from the routes, with an intent filter \
      for the Android manifest. The field links of .moonroute.json names the hosts and apps. Then \
      tries sample links, and prints each link that a file and the routes treat differently.

      With --check, explains the decisions of iOS, Android and the routes about each link; '-' \
      reads links from standard input, in the formats of 'moonroute audit'. Without links, tries \
      sample links. --apple-file and --android-file check other files instead of the written \
      ones. Ends with status 1 if a system and the routes differ.
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The application (optional in its own folder), and with --check the links.",
      valueName: "links"
    ),
    completion: .file()
  )
  var names: [String] = []

  @Flag(help: "Explain the decisions of iOS, Android and the routes about links.")
  var check = false

  @Option(
    help: ArgumentHelp("Check this apple-app-site-association file.", valueName: "file"),
    completion: .file()
  )
  var appleFile: String?

  @Option(
    help: ArgumentHelp("Check this assetlinks.json file.", valueName: "file"),
    completion: .file()
  )
  var androidFile: String?

  @Option(
    help: ArgumentHelp("The text AndroidManifest.xml that limits the links.", valueName: "file"),
    completion: .file()
  )
  var manifest: String?

  @Option(
    name: .customLong("host"),
    help: ArgumentHelp(
      "A host that serves the files. May be repeated. (default: from .moonroute.json or main.lua)",
      valueName: "host"
    )
  )
  var hosts: [String] = []

  @Option(
    help: ArgumentHelp("An Apple app: its team and bundle. May be repeated.", valueName: "id")
  )
  var apple: [String] = []

  @Option(
    help: ArgumentHelp(
      "An Android app and the fingerprint of its certificate. May be repeated.",
      valueName: "package=sha256"
    )
  )
  var android: [String] = []

  @Option(help: "Whether proxies claim links: their patterns, or none.")
  var proxies = ProxyClaims.patterns

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Write the files into this folder.", valueName: "folder"),
    completion: .directory
  )
  var folder: String?

  @Flag(help: "End with status 1 if there is a warning or a difference.")
  var strict = false

  @Flag(help: "Show long lists and all links completely.")
  var all = false

  @OptionGroup var application: ApplicationOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if check, folder != nil {
      throw ValidationError("--check writes no files. Leave out --check or --output.")
    }
    if !check, appleFile != nil || androidFile != nil || manifest != nil {
      throw ValidationError("--apple-file, --android-file and --manifest are for --check. Add it.")
    }
  }

  func perform() async throws {
    let console = output.console
    let (app, links) = try places()
    let read = try read()
    let host = try await application.load(app, console: console)
    let settings = try settings(in: host)
    if !check, settings.apple.isEmpty, settings.android.isEmpty {
      throw ValidationError(
        "No app is named. Give --apple TEAM.BUNDLE or --android PACKAGE=SHA256, or write \"links\" "
          + "into \(CheckSettings.file). Try the links without an app: moonroute links --check"
      )
    }
    let (claimsProxies, isAll) = (proxies == .patterns, all)
    let isGood = try await host.router.perform { [check, strict, folder] application in
      let table = LinkTable(of: application.router.rules, claimsProxies: claimsProxies)
      let plan = LinkPlan(of: table, settings: settings)
      let checker = LinkChecker(table, plan, settings: settings, reading: read)
      let run = LinksRun(checker, plan, settings, console, showsAll: isAll)
      let isGood =
        check ? try run.check(links, warns: strict) : try run.makeFiles(in: folder)
      return isGood || !check && !strict
    }
    console.flush()
    if !isGood { throw ExitStatus.no }
  }

  /// Splits the arguments; the first is the application if it is a folder or a script.
  private func places() throws -> (app: String?, links: [String]) {
    let isApp = names.first.map { $0.hasSuffix(".lua") || ApplicationPlace.isFolder($0) } ?? false
    let links = isApp ? Array(names.dropFirst()) : names
    if !check, let link = links.first {
      throw ValidationError(
        "'\(link)' is not an application. To explain links, add --check."
      )
    }
    return (isApp ? names[0] : nil, links)
  }

  /// The files to check instead of the written ones.
  private func read() throws -> LinkChecker.Read {
    var read = LinkChecker.Read()
    if let appleFile {
      let bytes = try InputFile.bytes(of: appleFile)
      read.apple = (AppleLinkFile(reading: bytes, name: appleFile.printable), appleFile.printable)
    }
    if let androidFile {
      let bytes = try InputFile.bytes(of: androidFile)
      let name = androidFile.printable
      read.android = (AndroidLinkFile(reading: bytes, name: name), name)
    }
    if let manifest {
      let bytes = try InputFile.bytes(of: manifest)
      read.manifest = AndroidManifest(reading: bytes, name: manifest.printable)
    }
    return read
  }

  /// The settings file, with the values of the options in its place.
  private func settings(in host: ScriptHost) throws -> LinkSettings {
    var settings = try LinkSettings.read(of: host)
    var given = LinkSettings()
    do throws(LinkFileProblem) {
      for host in hosts { try given.add(host: host) }
      for id in apple { try given.add(apple: id) }
      for app in android {
        let parts = app.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let fingerprint = parts.count > 1 ? String(parts[1]) : ""
        try given.add(android: String(parts[0]), fingerprint)
      }
    } catch {
      throw ValidationError(error.description)
    }
    settings.replace(with: given)
    return settings
  }
}
#endif
