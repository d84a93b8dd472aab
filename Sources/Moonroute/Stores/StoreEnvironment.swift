import RoutePatterns

/// The questions that the stores of events and resources ask of their router.
struct StoreEnvironment {
  /// How patterns and locations are read.
  var context: () -> PatternContext = { PatternContext(types: .builtIn, rules: .standard) }

  /// An owner in words.
  var describe: (AnyObject) -> String = { "\(type(of: $0))" }

  /// The screen that a running view is about to make.
  var viewOwner: () -> AnyObject? = { nil }

  /// The current location, against which relative ones are read.
  var base: () -> Location? = { nil }
}
