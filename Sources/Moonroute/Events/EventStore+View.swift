package import RoutePatterns

extension EventStore {
  /// How a key sees events, whether anybody listens to it or not.
  ///
  /// - Parameters:
  ///   - key: The name of an event, a pattern, or a location.
  ///   - context: How patterns are read.
  /// - Returns: A function that answers the event of a location, or `nil` when it does not fit.
  /// - Throws: `unknown_name`, or `bad_pattern` for what is no location either.
  package func view(
    of key: String,
    _ context: PatternContext
  ) throws(RouterError) -> (Location, Value) -> Event? {
    guard StoreKey.isLocation(key) else { return Self.view(through: try channel(named: key)) }
    do throws(RouterError) {
      return Self.view(through: EventChannel(try context.pattern(key), name: nil))
    } catch {
      // What is no pattern may be a location with a query.
      guard let wanted = try? location(of: StoreRequest(key)) else { throw error }
      let any = Self.view(through: EventChannel(try context.pattern("/**"), name: nil))
      return { $0 == wanted ? any($0, $1) : nil }
    }
  }

  private static func view(through channel: EventChannel) -> (Location, Value) -> Event? {
    let isOwn = channel.pattern.scheme == EventScope.ownScheme
    return { location, extra in
      guard isOwn == (location.scheme == EventScope.ownScheme),
        let match = channel.pattern.match(location)
      else { return nil }
      return Event(channel.route, match: match, location: location, extra: extra)
    }
  }
}
