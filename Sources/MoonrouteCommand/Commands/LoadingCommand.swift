#if Command
import ArgumentParser

/// A command that loads an application.
///
/// The command and the application run on the main actor. The process needs no other thread, so the
/// command starts sooner.
protocol LoadingCommand: ParsableCommand {
  /// Runs the command.
  ///
  /// - Throws: ``ExitStatus``, or an error for the parser to print.
  @MainActor func perform() async throws
}
#endif
