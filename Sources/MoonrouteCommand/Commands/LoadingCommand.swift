#if Command
import ArgumentParser

/// A command that loads an application on the main actor; without other threads, it starts sooner.
protocol LoadingCommand: ParsableCommand {
  @MainActor func perform() async throws
}
#endif
