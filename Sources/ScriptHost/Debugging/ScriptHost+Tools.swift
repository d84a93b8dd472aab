extension ScriptHost {
  /// The folder of the scripts as given, or `nil` for texts in memory.
  package var scriptFolder: String? { setup.source.watchedFolder }

  /// The source of the scripts, or `nil` for texts in memory, which never change.
  package var watchedSource: ScriptSource? { scriptFolder == nil ? nil : setup.source }

  /// Passes every line of the scripts' log to an observer as well.
  ///
  /// - Parameter observer: Called on the thread of the scripts; it must not wait for them.
  /// - Returns: An object that keeps the observer.
  package func observeLog(_ observer: @escaping @Sendable (LogEntry) -> Void) -> LogObservation {
    LogObservation(logObservers, observer)
  }

  /// Notifies an observer of every call of a function of the program, or of its replacement.
  ///
  /// If a script copied a function out of `host` while no observer existed, its calls are not
  /// observed, so observe before the scripts are loaded.
  ///
  /// - Parameter observer: Called on the thread of the scripts, after a call has ended; it must not
  ///   wait for them.
  /// - Returns: An object that keeps the observer.
  package func observeHostCalls(
    _ observer: @escaping @Sendable (HostCall) -> Void
  ) -> ScriptObservation<HostCall> {
    ScriptObservation(setup.hostCalls, observer)
  }
}
