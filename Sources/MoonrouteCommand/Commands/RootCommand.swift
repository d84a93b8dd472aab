#if Command
import ArgumentParser
import ScriptHost

/// `moonroute`.
struct RootCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "moonroute",
    abstract: "Routes links by the rules of Lua scripts.",
    discussion: """
      APP is a folder with main.lua, or a single .lua file; left out, the current folder.

      Exit status: 0 done; 1 the answer is no; 2 wrong usage; 3 the scripts do not load; 4 internal, \
      or the result cannot be written.
      """,
    version: "moonroute \(Version.text) (\(ScriptHost.luaRelease))",
    subcommands: [
      RunCommand.self, MatchCommand.self, RoutesCommand.self, URLCommand.self, CheckCommand.self,
      WatchCommand.self, ReplCommand.self, NewCommand.self, TestCommand.self, TypesCommand.self,
      DocCommand.self, LspCommand.self, DebugCommand.self, HelpCommand.self,
    ]
  )
}
#endif
