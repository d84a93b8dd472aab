public import RoutePatterns

extension LinkRouter {
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

  /// Runs the guards of all screens on the stage again, from the root up.
  ///
  /// - Returns: The outcome of a guard's redirect, or `nil`.
  @discardableResult
  public func revalidate() async -> Outcome? { await router.revalidate() }

  /// The outcomes of all opens from now on, including cancelled ones.
  ///
  /// - Parameter count: The number of outcomes that are buffered for a slow reader; beyond that,
  ///   the oldest are dropped.
  /// - Returns: The outcomes. The observation ends when the stream is dropped.
  public func outcomes(bufferingNewest count: Int = 100) -> AsyncStream<Outcome> {
    router.outcomes(bufferingNewest: count)
  }

  /// The events from now on: the start and end of opens, and every change of the stage.
  ///
  /// - Parameter count: The number of events that are buffered for a slow reader; beyond that, the
  ///   oldest are dropped.
  /// - Returns: The events. The observation ends when the stream is dropped.
  public func updates(bufferingNewest count: Int = 100) -> AsyncStream<RouterUpdate> {
    router.updates(bufferingNewest: count)
  }

  /// The location of a named route.
  ///
  /// Can be called from any thread.
  ///
  /// - Parameters:
  ///   - name: The route's name.
  ///   - params: A value for each of its parameters.
  ///   - query: The query items, in order.
  ///   - fragment: The fragment.
  /// - Returns: The location.
  /// - Throws: See ``Router/location(to:_:query:fragment:scheme:host:)``.
  public nonisolated func location(
    to name: String,
    _ params: [String: Value] = [:],
    query: KeyValuePairs<String, String> = [:],
    fragment: String? = nil
  ) throws(RouterError) -> Location {
    try directory.location(to: name, params, query: query, fragment: fragment)
  }
}
