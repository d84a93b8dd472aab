import Moonroute
import TestSupport

extension LinkRouter {
  /// An application with decisions that can wait as long as a busy machine needs.
  ///
  /// With the default limit of ten seconds, a slow machine would change the result of an open.
  static func patient(
    clock: any Clock<Duration> = SkippingClock(),
    storage: (any ResourceStorage)? = nil
  ) throws -> LinkRouter {
    var configuration = RouterConfiguration()
    configuration.waitLimit = .seconds(3_600)
    return try LinkRouter(options: RouterOptions(configuration, storage: storage, clock: clock))
  }
}
