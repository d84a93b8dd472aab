import RoutePatterns

/// The queries that the stores of events and resources make to their router.
struct StoreEnvironment {
  /// The parser of patterns and locations.
  var context: () -> PatternContext = { PatternContext(types: .builtIn, rules: .standard) }

  var describe: (AnyObject) -> String = { "\(type(of: $0))" }

  /// The screen that the running view will make.
  var viewOwner: () -> AnyObject? = { nil }

  var base: () -> Location? = { nil }

  /// The router's actor, if it is known.
  var home: () -> (any Actor)? = { nil }
}
