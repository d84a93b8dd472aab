#if Command
import ArgumentParser
import MessageStream
import Rehearsal
import RuleProof
import ScriptHost
import TextTools

struct DiffCommand: LoadingCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, markdown, json
  }

  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Reports the effects of a change on links and people.",
    discussion: """
      Compares two versions of an application: a commit (anything that git rev-parse accepts; \
      main... is where the current branch left main), a folder, a .lua file or a bundle. By default it \
      compares HEAD with the current files. git:NAME is a commit even if there is a file with this \
      name. It opens every route as every persona, and the links of samples, specs, links.txt and \
      --links, in both versions. With --strict it ends with status 1 if a link dies, an old name \
      is still in use or a door opens, unless a comment at the rule allows it (-- moonroute: \
      allow door_opens). Status 2: a version cannot be read or loaded.
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The application (optional in its own folder), the old version and the new one.",
      valueName: "versions"
    ),
    completion: .file()
  )
  var names: [String] = []

  @Option(
    help: ArgumentHelp(
      "A further list of links, as 'audit' reads it. May be repeated.",
      valueName: "file"
    ),
    completion: .file()
  )
  var links: [String] = []

  @Option(
    help: ArgumentHelp(
      "Try only this persona. May be repeated. (default: all)",
      valueName: "name"
    )
  )
  var persona: [String] = []

  @Option(
    help: ArgumentHelp(
      "Show only these kinds of differences, separated by commas, such as door_opens,link_dies.",
      valueName: "kinds"
    )
  )
  var only: String?

  @Flag(help: "End with status 1 if something breaks or a door opens.")
  var strict = false

  @Flag(help: "Show long lists completely.")
  var all = false

  @Option(help: "The format: text, markdown (for a pull request) or json.")
  var format = Format.text

  @OptionGroup var application: ApplicationOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if output.json, format != .text {
      throw ValidationError("--json and --format both choose the format. Give only one.")
    }
    for word in kindWords where DiffKind(rawValue: word) == nil {
      let nearest = NearestNames.hint(for: word, among: DiffKind.allCases.map(\.rawValue))
      throw ValidationError("--only takes kinds of differences, but got '\(word)'.\(nearest)")
    }
    if only != nil, kindWords.isEmpty {
      throw ValidationError("--only takes kinds of differences. Leave it out for all.")
    }
    try application.validateRehearsal(by: "diff", which: "opens everything many times")
  }

  private var kindWords: [String] { (only ?? "").split(separator: ",").map(String.init) }

  func perform() async throws {
    let console = Console(allowsColour: !output.noColor, isJSON: isJSON)
    let versions = try versions
    let reader = SideReader(versions.application)
    let before = try reader.read(versions.before)
    let after = try versions.after.map(reader.read) ?? reader.current()
    tell(before.leftOut, of: before.side.name)
    tell(after.leftOut, of: after.side.name)
    var diff = try await diff(before, after)
    if only != nil { diff = diff.only(Set(kindWords.compactMap(DiffKind.init))) }
    let title = versions.after.map { "\(versions.before) and \($0)" }
    let report = DiffReport(
      diff,
      title: title ?? reader.title(from: versions.before),
      showsAll: all
    )
    switch isJSON ? .json : format {
    case .json: for value in report.json { console.print(value.line) }
    case .markdown: console.printText(report.markdown)
    case .text: for line in report.lines(console.style) { console.print(line) }
    }
    console.flush()
    if diff.files != nil { throw ExitStatus.wrongUsage }
    if strict, diff.isBad { throw ExitStatus.no }
  }

  private var isJSON: Bool { output.json || format == .json }

  /// Splits the arguments: the first is the application if it exists.
  private var versions: (application: String, before: String, after: String?) {
    get throws {
      let isApplication = names.first.map { SideReader.isPath($0) } ?? false
      let rest = isApplication ? names.dropFirst() : names[...]
      guard rest.count <= 2 else {
        throw ValidationError(
          "diff takes an application and two versions, but got \(names.count) arguments."
        )
      }
      let application = isApplication ? names[0] : "."
      return (application, rest.first ?? "HEAD", rest.count == 2 ? rest.last : nil)
    }
  }

  private func diff(_ before: SideReader.Found, _ after: SideReader.Found) async throws -> RuleDiff
  {
    if let tree = before.tree, tree == after.tree { return .same }
    let application = application
    do {
      return try await RuleDiff(
        from: before.side,
        to: after.side,
        as: persona.isEmpty ? nil : persona,
        lists: try links.map { ($0, try Self.links(of: $0)) },
        makingHosts: { application.rehearsalHosts(of: $0) }
      )
    } catch let problem as AccessError {
      throw ValidationError("\(problem)".printable)
    } catch let problem as LinkListError {
      throw ValidationError("\(problem)".printable)
    }
  }

  private static func links(of path: String) throws -> [String] {
    var list = try LinkListFile(path)
    var all: [String] = []
    while let links = try list.next() { all += links }
    return all
  }

  private func tell(_ leftOut: [String], of name: String) {
    let shown = leftOut.prefix(20)
    for words in shown { Console.tell("moonroute: left out of \(name): \(words)") }
    if leftOut.count > shown.count {
      Console.tell("moonroute: left out of \(name): \(leftOut.count - shown.count) more")
    }
  }
}
#endif
