#if Command
import ArgumentParser

/// A command that loads an application.
///
/// All of it runs on the main actor, the application too: nothing has to wait for another thread
/// to be made, and the command starts sooner.
protocol LoadingCommand: ParsableCommand {
  /// Does what the command is for.
  ///
  /// - Throws: ``ExitStatus``, or what the parser has to say.
  @MainActor func perform() async throws
}
#endif
