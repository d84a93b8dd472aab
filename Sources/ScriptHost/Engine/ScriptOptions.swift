/// The settings of a host that are made once, when it is created.
public struct ScriptOptions: Sendable {
  /// The maximum memory of the scripts in bytes.
  ///
  /// The default is 64 MiB.
  public var memoryLimit: Int

  /// The processor time that each decision or handler may use, over all its waits.
  ///
  /// The default is 250 ms.
  public var computingTime: Duration

  /// Whether the scripts get all of Lua's libraries and no limits at all.
  ///
  /// The default is `false`. Use it only in tools, for scripts that you trust like the program.
  public var isUnsafe: Bool

  /// Whether `headless.lua` runs first, as if no program embedded the scripts.
  ///
  /// The default is `false`. With it, `math.random` returns the same numbers after each load, and
  /// persistent resources are kept in memory unless the router has a storage.
  public var runsHeadless: Bool

  /// Whether the modules of `router.lazy` are loaded with the other scripts.
  ///
  /// The default is `false`: a module is loaded when a location or a name first needs it. Until then,
  /// calls from other threads, such as `LinkRouter.canOpen`, do not know its routes.
  public var loadsParts: Bool

  /// Receives the lines of the scripts' log, on any thread.
  ///
  /// By default, they are dropped.
  public var log: @Sendable (LogEntry) -> Void

  /// The most lines and bytes of the log for each second, or `nil` for no limit.
  public var logLimit: LogLimit?

  /// Makes the settings.
  ///
  /// - Parameters:
  ///   - memoryLimit: The maximum memory of the scripts in bytes.
  ///   - computingTime: The processor time that each decision or handler may use.
  ///   - isUnsafe: Whether the scripts get all of Lua's libraries and no limits at all.
  ///   - runsHeadless: Whether `headless.lua` runs first.
  ///   - loadsParts: Whether the modules of `router.lazy` are loaded with the other scripts.
  ///   - logLimit: The most lines and bytes of the log for each second, or `nil` for no limit.
  ///   - log: Receives the lines of the scripts' log, on any thread.
  public init(
    memoryLimit: Int = 64 << 20,
    computingTime: Duration = .milliseconds(250),
    isUnsafe: Bool = false,
    runsHeadless: Bool = false,
    loadsParts: Bool = false,
    logLimit: LogLimit? = LogLimit(),
    log: @escaping @Sendable (LogEntry) -> Void = { _ in }
  ) {
    self.memoryLimit = memoryLimit
    self.computingTime = computingTime
    self.isUnsafe = isUnsafe
    self.runsHeadless = runsHeadless
    self.loadsParts = loadsParts
    self.logLimit = logLimit
    self.log = log
  }
}
