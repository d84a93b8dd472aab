extension ScriptHost {
  /// The folder of the scripts as given, or `nil` for texts in memory.
  package var scriptFolder: String? { setup.source.watchedFolder }

  /// The source of the scripts, or `nil` for texts in memory, which never change.
  package var watchedSource: ScriptSource? { scriptFolder == nil ? nil : setup.source }

  /// The observer gets every line on the thread of the scripts; it must not wait for them.
  package func observeLog(_ observer: @escaping @Sendable (LogEntry) -> Void) -> LogObservation {
    LogObservation(logObservers, observer)
  }

  /// Notifies an observer of every call of a function of the program, or of its replacement.
  ///
  /// The observer runs on the scripts' thread after a call; it must not wait. Observe before the
  /// scripts load: calls of a function copied out of `host` earlier are not observed.
  package func observeHostCalls(
    _ observer: @escaping @Sendable (HostCall) -> Void
  ) -> ScriptObservation<HostCall> {
    ScriptObservation(setup.hostCalls, observer)
  }

  /// Notifies an observer of the beginning of each call that ``observeHostCalls(_:)`` reports.
  package func observeBegunHostCalls(
    _ observer: @escaping @Sendable (HostCall) -> Void
  ) -> ScriptObservation<HostCall> {
    ScriptObservation(setup.begunHostCalls, observer)
  }
}
