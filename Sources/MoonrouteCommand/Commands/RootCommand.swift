#if Command
import ArgumentParser
import ScriptHost
import TextTools

struct RootCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "moonroute",
    abstract: "Routes links by the rules of Lua scripts.",
    discussion: """
      APP is a folder with main.lua, or a single .lua file. Default: the current folder.

      Exit status: 0 done; 1 the answer is no; 2 wrong usage; 3 the scripts do not load; 4 \
      internal, or the result cannot be written.
      """,
    version: "moonroute \(Version.text) (\(ScriptHost.luaRelease))",
    subcommands: [
      RunCommand.self, MatchCommand.self, RoutesCommand.self, URLCommand.self, CheckCommand.self,
      WatchCommand.self, AccessCommand.self, WanderCommand.self, AuditCommand.self,
      DiffCommand.self, RenameCommand.self, LinksCommand.self,
    ] + inspecting + hosting + releasing + [
      ReplCommand.self, RecordCommand.self, NewCommand.self, TestCommand.self, TypesCommand.self,
      DocCommand.self, LspCommand.self, DebugCommand.self, HelpCommand.self,
    ]
  )

  /// Parses a command line.
  ///
  /// A command first parses its arguments alone, because parsing them below the root takes twice as
  /// long. The root reports errors and shows help, because only it knows the whole command line.
  static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    let command = configuration.subcommands.first {
      $0.configuration.commandName == arguments.first && $0.configuration.subcommands.isEmpty
    }
    if let command = try? command?.parseAsRoot(Array(arguments.dropFirst())) { return command }
    return try parseAsRoot(arguments)
  }

  /// The words that call a command, such as `channel publish`.
  static func path(of command: any ParsableCommand.Type) -> String? {
    func path(below parent: any ParsableCommand.Type) -> String? {
      for child in parent.configuration.subcommands {
        let name = child.configuration.commandName ?? ""
        if child == command { return name }
        if let rest = path(below: child) { return "\(name) \(rest)" }
      }
      return nil
    }
    return path(below: Self.self)
  }

  /// The error for a first argument that is not a command; `nil` for a command or an option.
  static func refusal(of argument: String) -> String? {
    let names = configuration.subcommands.compactMap { $0.configuration.commandName }
    guard !argument.hasPrefix("-"), !names.contains(argument) else { return nil }
    #if !Inspector
    if argument == "serve" {
      return "This moonroute was built without 'serve'. Build it with 'make install' or swift build"
        + " --traits Command,Inspector."
    }
    #endif
    #if !LinkService
    if argument == "host" {
      return "This moonroute was built without 'host'. Build it with 'make install' or swift build"
        + " --traits Command,LinkService."
    }
    #endif
    #if !Releases
    if ["bundle", "channel", "keys", "release", "verify"].contains(argument) {
      return "This moonroute was built without '\(argument)'. Build it with 'make install' or swift"
        + " build --traits Command,Releases."
    }
    #endif
    let nearest = NearestNames.of(argument, among: names).first
    return "There is no command '\(argument.printable)'."
      + (nearest.map { " Did you mean '\($0)'?" } ?? " Available: \(names.joined(separator: ", ")).")
  }

  /// The commands that require the trait LinkService.
  private static var hosting: [any ParsableCommand.Type] {
    #if LinkService
    [HostCommand.self]
    #else
    []
    #endif
  }

  /// The commands that require the trait Releases.
  private static var releasing: [any ParsableCommand.Type] {
    #if Releases
    [
      BundleCommand.self, KeysCommand.self, ReleaseCommand.self, ChannelCommand.self,
      VerifyCommand.self,
    ]
    #else
    []
    #endif
  }

  /// The commands that require the trait Inspector.
  private static var inspecting: [any ParsableCommand.Type] {
    #if Inspector
    [ServeCommand.self]
    #else
    []
    #endif
  }
}
#endif
