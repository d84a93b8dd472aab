extension ScriptHost {
  /// The folder of the scripts as it was named, or `nil` for texts in memory.
  package var scriptFolder: String? { setup.source.watchedFolder }

  /// The source of the scripts, or `nil` for texts in memory, which never change.
  package var watchedSource: ScriptSource? { scriptFolder == nil ? nil : setup.source }

  /// Hands every line of the scripts' log to an observer, too.
  ///
  /// - Parameter observer: Called on the thread where the scripts run; it must not wait for them.
  /// - Returns: What keeps the observer.
  package func observeLog(_ observer: @escaping @Sendable (LogEntry) -> Void) -> LogObservation {
    LogObservation(logObservers, observer)
  }

  /// Tells an observer of every call of a function of the program, or of what stands in for it.
  ///
  /// A script that took a function out of `host` while there was no observer calls it unseen, so
  /// observe before the scripts are loaded.
  ///
  /// - Parameter observer: Called on the thread where the scripts run, once a call has ended; it must
  ///   not wait for them.
  /// - Returns: What keeps the observer.
  package func observeHostCalls(
    _ observer: @escaping @Sendable (HostCall) -> Void
  ) -> ScriptObservation<HostCall> {
    ScriptObservation(setup.hostCalls, observer)
  }
}
