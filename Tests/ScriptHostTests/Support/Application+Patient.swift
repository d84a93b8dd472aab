import Moonroute
import TestSupport

extension Application {
  /// An application whose decisions may wait as long as a busy machine needs.
  ///
  /// With the usual ten seconds a machine that stalls would change how an open ends.
  static func patient(
    clock: any Clock<Duration> = SkippingClock()
  ) throws -> Application {
    var configuration = RouterConfiguration()
    configuration.waitLimit = .seconds(3_600)
    return try Application(configuration: configuration, clock: clock)
  }
}
