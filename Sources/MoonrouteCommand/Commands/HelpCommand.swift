#if Command
import ArgumentParser
import Book
import ScriptReports
import TextTools

struct HelpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "help",
    abstract: "Shows the book: functions, fields, error codes, guides.",
    discussion: """
      TOPIC is a page (patterns), a name (router.guard, state.params), an error code (timeout), or \
      a command (run). 'help search WORD …' finds words in the whole book. Without a topic: all \
      pages by chapter.
      Ends with status 1 if the topic does not exist or nothing is found.
      """
  )

  private static let shownHits = 12

  @Argument(help: ArgumentHelp("The topic, or 'search' and words.", valueName: "topic"))
  var topic: [String] = []

  @Option(help: ArgumentHelp("Write the pages of the Lua API into a folder.", valueName: "folder"))
  var pages: String?

  @Flag(help: "Print the manual page of the command, for 'man'.")
  var manual = false

  @Flag(help: "Print without colour. The variable NO_COLOR does the same.")
  var noColor = false

  func run() throws {
    let console = Console(allowsColour: !noColor)
    if let pages { return try write(into: pages) }
    if manual { return Console.answer(try ManualPage(of: RootCommand._dumpHelp()).text) }
    switch topic.first {
    case nil: Pager.show(overview(console.style))
    case "search": Pager.show(try found(console.style))
    default: Pager.show(try Self.lines(on: topic.joined(separator: " "), console.style))
    }
  }

  private func write(into folder: String) throws {
    for page in Book.shipped.luaPages {
      try OutputFile("\(folder)/\(page.fileName)").close(with: Array(page.text.utf8))
    }
  }

  private func overview(_ style: ReportStyle) -> [String] {
    let chapters = Book.shipped.chapters.map { chapter in
      let pages = chapter.pages.map { "| `\($0.name)` | \($0.summary) |" }
      return (["| \(chapter.title) | |", "| --- | --- |"] + pages).joined(separator: "\n")
    }
    return TerminalPage(style: style)
      .lines(
        of: """
          # moonroute help TOPIC

          \(chapters.joined(separator: "\n\n"))

          Names are topics as well: `moonroute help router.guard`, `moonroute help errors timeout`.
          `moonroute help search WORD` finds words in the book, `moonroute help run` describes a \
          command, `moonroute --help` lists them.
          """
      )
  }

  private func found(_ style: ReportStyle) throws -> [String] {
    let words = topic.dropFirst().flatMap { $0.split(separator: " ").map(String.init) }
    guard !words.isEmpty else {
      throw ValidationError("'help search' takes the words to find.")
    }
    let hits = Book.shipped.search(words)
    guard !hits.isEmpty else {
      Console.tell("moonroute: nothing in the book contains '\(words.joined(separator: " "))'.")
      throw ExitStatus.no
    }
    let page = TerminalPage(style: style)
    let lines = hits.prefix(Self.shownHits)
      .flatMap { hit in
        ["moonroute help " + style.paint(hit.topic, .strong)] + page.lines(of: "- \(hit.line)")
      }
    let rest = hits.count - Self.shownHits
    return rest > 0
      ? lines + ["", "\(rest) more sections contain these words. Add another word."] : lines
  }

  /// The help of a command, a page or a section.
  static func lines(on topic: String, _ style: ReportStyle) throws -> [String] {
    let page = TerminalPage(style: style)
    switch Book.shipped.find(topic) {
    case .page(let found): return page.lines(of: found.text)
    case .section(let section, let owner):
      guard let lines = commandHelp(topic) else { return page.lines(of: section.text) }
      return lines + ["In the book: moonroute help \(owner.name) \(section.title)"]
    case .several(let topics):
      let rows = topics.map { "  moonroute help \($0)" }
      return (commandHelp(topic) ?? []) + ["Several sections have this name:"] + rows
    case .nothing(let nearest):
      if let lines = commandHelp(topic) { return lines }
      Console.tell(
        "moonroute: there is no topic '\(topic)'."
          + NearestNames.hint(of: nearest.first)
          + " Try 'moonroute help search \(topic)'."
      )
      throw ExitStatus.no
    }
  }

  private static func commandHelp(_ name: String) -> [String]? {
    let commands = RootCommand.configuration.subcommands
    return commands.first { $0.configuration.commandName == name.lowercased() }
      .map { command in
        RootCommand.helpMessage(for: command)
          .split(separator: "\n", omittingEmptySubsequences: false)
          .map(String.init)
      }
  }
}
#endif
