/// Writes the manual page of the command for `man`, from the parser's description.
struct ManualPage {
  private let root: ToolDescription.Command
  private let commands: [ToolDescription.Command]
  /// The options that most commands share, described once.
  private let common: [ToolDescription.Argument]

  /// An option of at least this number of commands is described once for all of them.
  private static let commonCount = 4

  init(of json: String) throws {
    root = try ToolDescription(json: json).command
    var commands: [ToolDescription.Command] = []
    for command in root.subcommands ?? []
    where !commands.contains(where: { $0.commandName == command.commandName }) {
      commands.append(command)
    }
    self.commands = commands
    var common: [ToolDescription.Argument] = []
    for option in commands.flatMap(\.options) where !common.contains(option) {
      let count = commands.count { $0.options.contains(option) }
      if count >= Self.commonCount { common.append(option) }
    }
    self.common = common
  }

  var text: String {
    var page = ManualText()
    page.title("MOONROUTE", release: "moonroute \(Version.text)")
    page.section("NAME")
    page.line("moonroute \\- routes links by the rules of Lua scripts")
    writeSynopsis(to: &page)
    page.section("DESCRIPTION")
    page.paragraphs(Self.description)
    page.section("COMMANDS")
    for command in commands { write(command, to: &page) }
    page.section("OPTIONS OF SEVERAL COMMANDS")
    page.paragraphs(
      "Commands that load an application take these options. Each command above names its own."
    )
    for option in common + root.shown { write(option, to: &page) }
    for (title, rows) in Self.tables {
      page.section(title)
      for (name, words) in rows { page.entry(name, words) }
    }
    page.section("EXAMPLES")
    for (words, line) in Self.examples { page.example(words, line) }
    page.section("SEE ALSO")
    page.paragraphs(
      "'moonroute help' shows the book, offline: every function of the Lua API, patterns, error "
        + "codes and guides; 'moonroute help search WORD' finds words in it."
    )
    return page.text
  }

  private func writeSynopsis(to page: inout ManualText) {
    page.section("SYNOPSIS")
    for command in commands { page.usage(command.commandName, of: usage(of: command)) }
    page.usage("--version", of: [])
  }

  private func usage(of command: ToolDescription.Command) -> [ManualText.Word] {
    let arguments = command.shown.filter { $0.kind == "positional" }
      .map { argument in
        ManualText.Word(
          text: argument.valueName ?? "argument",
          isOptional: argument.isOptional,
          isRepeating: argument.isRepeating
        )
      }
    return [ManualText.Word(text: "options", isOptional: true, isRepeating: false)] + arguments
  }

  private func write(_ command: ToolDescription.Command, to page: inout ManualText) {
    page.subsection("moonroute \(command.commandName)")
    page.paragraphs(
      [command.abstract, command.discussion].compactMap { $0 }.joined(separator: "\n")
    )
    for argument in command.shown where argument.kind == "positional" {
      page.entry(argument: argument.valueName ?? "argument", argument.abstract ?? "")
    }
    var section: String?
    for option in command.options where !common.contains(option) {
      if let title = option.sectionTitle, title != section { page.paragraphs("\(title):") }
      section = option.sectionTitle
      write(option, to: &page)
    }
    let shared = command.options.filter(common.contains).flatMap { $0.names ?? [] }
    guard !shared.isEmpty else { return }
    page.paragraphs("Also takes: \(shared.map(\.spelling).joined(separator: ", ")).")
  }

  private func write(_ option: ToolDescription.Argument, to page: inout ManualText) {
    let names = (option.names ?? []).sorted { $0.spelling.count < $1.spelling.count }
    let value = option.kind == "option" ? option.valueName : nil
    var words = option.abstract ?? ""
    if let standard = option.defaultValue, option.kind == "option", !words.contains("(default") {
      words += " (default: \(standard))"
    }
    page.entry(option: names.map(\.spelling), value: value, words)
  }
}

extension ManualPage {
  private static let description = """
    Moonroute is an application router whose rules are scripts in Lua 5.4. This command runs such \
    an application without a user interface: it opens links, shows their results and the stage, \
    finds mistakes, and runs specs.
    APP is a folder with main.lua, or a single .lua file. Default: the current folder. Standard \
    output carries the result, standard error the log and problems. With --json each line of the \
    result is one JSON value.
    """

  private static let tables = [
    (
      "EXIT STATUS",
      [
        ("0", "Done."),
        (
          "1",
          "The answer is no: no match, a location that did not open, a failed test, a problem found."
        ),
        ("2", "Wrong usage."),
        ("3", "The scripts do not load."),
        ("4", "An internal error, or the result cannot be written."),
      ]
    ),
    (
      "ENVIRONMENT",
      [
        ("NO_COLOR", "If set, there are no colours, as with --no-color."),
        ("COLUMNS", "The width of tables and wrapped text where there is no terminal."),
        ("PAGER", "Shows long pages of 'moonroute help' on a terminal. Default: less -R."),
        ("CI", "If set, 'moonroute test' does not write missing snapshots."),
        ("XDG_CACHE_HOME", "Where runs of specs store times and failures. Default: ~/.cache."),
      ]
    ),
    (
      "FILES",
      [
        ("main.lua", "The rules of an application. Its modules are in the same folder."),
        ("headless.lua", "Replaces the functions of the program if there is none."),
        ("personas.lua", "The personas that links and specs can use."),
        ("invariants.lua", "The rules that must always hold; 'moonroute wander' checks them."),
        ("looks.lua", "How the views look in the inspector."),
        ("spec/", "The specs of the application, in files whose names end in _spec.lua."),
        (".busted", "Options of 'moonroute test', as busted reads them."),
        ("~/.cache/moonroute/specs", "The history of earlier runs of specs. May be deleted."),
      ]
    ),
  ]

  private static let examples = [
    ("Open two links, and see every step:", "moonroute run app / shop://product/7"),
    (
      "See which route matches a link, and why the others do not:",
      "moonroute match app /product/7 --explain"
    ),
    ("Find mistakes without opening anything:", "moonroute check app"),
    (
      "Run the specs of an application, as continuous integration does:",
      "moonroute test --format github"
    ),
    ("Look something up:", "moonroute help router.guard"),
  ]
}
