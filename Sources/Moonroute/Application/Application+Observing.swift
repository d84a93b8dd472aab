public import RoutePatterns

extension Application {
  /// Opens a location with `push`.
  public func push(
    _ text: String,
    options: OpenOptions = OpenOptions()
  ) async -> Outcome {
    await router.push(text, options: options)
  }

  /// Opens a location with `present`.
  public func present(
    _ text: String,
    options: OpenOptions = OpenOptions()
  ) async -> Outcome {
    await router.present(text, options: options)
  }

  /// Runs the guards of what is on the stage again, from the root up.
  ///
  /// - Returns: The outcome of the location that a guard led to, or `nil`.
  @discardableResult
  public func recheck() async -> Outcome? { await router.recheck() }

  /// The outcomes of all opens from now on, cancelled ones included.
  ///
  /// - Parameter count: The number of outcomes kept for a reader that is behind; of more, the
  ///   oldest are dropped. Default: 100.
  /// - Returns: The outcomes. Observing ends when the stream is dropped.
  public func outcomes(bufferingNewest count: Int = 100) -> AsyncStream<Outcome> {
    router.outcomes(bufferingNewest: count)
  }

  /// The events from now on: opens before and after, and every change of the stage.
  ///
  /// - Parameter count: The number of events kept for a reader that is behind; of more, the oldest
  ///   are dropped. Default: 100.
  /// - Returns: The events. Observing ends when the stream is dropped.
  public func happenings(bufferingNewest count: Int = 100) -> AsyncStream<RouterEvent> {
    router.happenings(bufferingNewest: count)
  }

  /// The location of a named route.
  ///
  /// May be asked from any thread.
  ///
  /// - Parameters:
  ///   - name: The route's name.
  ///   - params: A value for each of its parameters.
  ///   - query: Query items in order. Default: none.
  ///   - fragment: The fragment. Default: none.
  /// - Returns: The location.
  /// - Throws: As ``Router/location(to:_:query:fragment:scheme:host:)``.
  public nonisolated func location(
    to name: String,
    _ params: [String: Value] = [:],
    query: KeyValuePairs<String, String> = [:],
    fragment: String? = nil
  ) throws(RouterError) -> Location {
    try directory.location(to: name, params, query: query, fragment: fragment)
  }
}
