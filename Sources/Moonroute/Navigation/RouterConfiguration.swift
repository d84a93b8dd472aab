public import RoutePatterns

/// What holds for every open of a router.
public struct RouterConfiguration {
  /// The number of redirects one open may follow.
  ///
  /// At least 1. Default: 5.
  public var redirectLimit = 5

  /// How locations are read.
  public var locationRules = LocationRules.standard

  /// The animator of routes that name none.
  ///
  /// Default: automatic.
  public var animator = Animator.automatic

  /// The time one decision may wait.
  ///
  /// Default: 10 seconds.
  public var waitLimit = Duration.seconds(10)

  /// What is done with an older open that is still deciding.
  ///
  /// Default: the newest wins.
  public var overlap = OpenOptions.Overlap.newest

  /// Makes the default configuration.
  public init() {}
}
