#if Command
import ArgumentParser
import TextTools

/// One run of the command, from its arguments to its exit status.
enum Invocation {
  @MainActor
  static func run() async -> Never {
    let arguments = RawArguments.all.dropFirst().map(RawText.text)
    guard !arguments.isEmpty else {
      Console.say(RootCommand.helpMessage())
      ExitStatus.wrongUsage.exit()
    }
    if let first = arguments.first, let words = RootCommand.refusal(of: first) {
      Console.tell("Error: \(words)\n  See 'moonroute --help' for more information.")
      ExitStatus.wrongUsage.exit()
    }
    do {
      var command = try RootCommand.parsed(TestCommand.readable(arguments))
      if let loading = command as? any LoadingCommand {
        try await perform(loading)
      } else {
        try command.run()
      }
      ExitStatus.done.exit()
    } catch let status as ExitStatus {
      status.exit()
    } catch {
      end(with: error)
    }
  }

  /// Runs a command; a usage error refers to the command's help.
  @MainActor
  private static func perform(_ command: some LoadingCommand) async throws {
    do {
      try await command.perform()
    } catch let error as ValidationError {
      let name = RootCommand.path(of: type(of: command)) ?? ""
      Console.tell(
        "Error: \(error.message)\n  See 'moonroute \(name) --help' for more information."
      )
      throw ExitStatus.wrongUsage
    }
  }

  /// Prints the parser's output and exits; a request for help is not an error.
  private static func end(with error: any Error) -> Never {
    let message = RootCommand.fullMessage(for: error)
    switch RootCommand.exitCode(for: error) {
    case .success:
      Console.answer(message)
      ExitStatus.done.exit()
    case .validationFailure:
      Console.tell(message)
      ExitStatus.wrongUsage.exit()
    default:
      Console.tell(message)
      ExitStatus.internalError.exit()
    }
  }
}
#endif
