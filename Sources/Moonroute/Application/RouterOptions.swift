/// The settings of a router that are made once, when it is created.
///
/// ```swift
/// let router = try LinkRouter(options: RouterOptions(storage: MemoryResources())) {
///   LinkRoute("/", name: "home").view("Home")
/// }
/// ```
public struct RouterOptions: Sendable {
  /// A function that receives the errors of the program's handlers that no outcome contains.
  ///
  /// The occasion says where the error happened, such as `the event '/cart/changed'`.
  public typealias FailureHandler =
    @Sendable @isolated(any) (_ error: RouterError, _ occasion: String) -> Void

  /// The settings that scripts may change with `router.configure`.
  public var configuration: RouterConfiguration

  /// The storage of persistent resources; without it, resources cannot be persistent.
  public var storage: (any ResourceStorage)?

  /// The observers of every open, from start to end; the first one is the outermost.
  public var instruments: RouterInstruments

  /// Receives the errors that no outcome contains, on the actor of the closure.
  public var onFailure: FailureHandler?

  /// The clock for the wait limits of decisions.
  public var clock: any Clock<Duration>

  /// Makes the settings.
  ///
  /// - Parameters:
  ///   - configuration: The settings that scripts may change.
  ///   - animator: The animator for screens if neither the route nor the call sets one.
  ///   - storage: The storage of persistent resources.
  ///   - instruments: The observers of every open, from start to end.
  ///   - clock: The clock for the wait limits of decisions.
  ///   - onFailure: Receives the errors that no outcome contains.
  public init(
    _ configuration: RouterConfiguration = RouterConfiguration(),
    animator: Animator? = nil,
    storage: (any ResourceStorage)? = nil,
    instruments: RouterInstruments = RouterInstruments(),
    clock: any Clock<Duration> = ContinuousClock(),
    @_inheritActorContext onFailure: FailureHandler? = nil
  ) {
    self.configuration = configuration
    if let animator { self.configuration.animator = animator }
    self.storage = storage
    self.instruments = instruments
    self.clock = clock
    self.onFailure = onFailure
  }
}

extension Router {
  /// Reports the errors of handlers that no outcome contains, on the actor of the function.
  func report(to notify: @escaping RouterOptions.FailureHandler) {
    // `Handler.immediate` does the same, but only for functions with one parameter.
    let plain = unsafeBitCast(notify, to: ((RouterError, String) -> Void).self)
    let listener = Listener<(RouterError, String)>(on: notify.isolation) { plain($0.0, $0.1) }
    onHandlerFailure = { [weak self] error, occasion in
      listener.take((error, occasion), on: self?.home)
    }
  }
}
