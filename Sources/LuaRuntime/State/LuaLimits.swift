/// The limits of a Lua state.
public struct LuaLimits: Hashable, Sendable {
  /// The bytes that scripts may hold, 32 MiB by default.
  public var memoryBytes: Int
  /// The bytes beyond ``memoryBytes`` that values from the host may take, 4 MiB by default.
  public var reserveBytes: Int
  /// The largest single block that a script may allocate, 512 KiB by default.
  ///
  /// It limits strings, tables and stacks, and therefore the time that one instruction can take.
  public var blockBytes: Int
  /// The processor time that one call may compute, over all its waits, 250 ms by default.
  ///
  /// It is the time of the thread that runs the script, host functions included.
  public var computingTime: Duration
  /// The largest script that can be loaded, 256 KiB by default.
  public var sourceBytes: Int
  /// The largest list of values that can be passed in one crossing, 4 MiB by default.
  public var valueBytes: Int
  /// The deepest nesting of tables that can be passed, 16 by default and at most 64.
  public var valueDepth: Int
  /// Whether scripts get all of Lua's libraries, including `io` and `debug`, instead of a sandbox.
  public var hasAllLibraries = false
  /// The names of the limits in errors; the names in a Swift program by default.
  public var names = Names.program

  /// The names of limits in errors.
  public struct Names: Hashable, Sendable {
    /// The name of the memory limit.
    public let memory: String
    /// The name of the computing time.
    public let time: String

    /// The names in a Swift program.
    public static let program = Names(memory: "memoryLimit", time: "computingTime")
    /// The names on the command line.
    public static let command = Names(memory: "--memory", time: "--cpu")
  }

  /// No limits and no sandbox, for scripts that are trusted like the program itself.
  public static var unlimited: LuaLimits {
    var limits = LuaLimits(
      memoryBytes: .max / 4,
      reserveBytes: 0,
      blockBytes: .max / 4,
      computingTime: .seconds(Int64.max),
      sourceBytes: .max,
      valueBytes: 1 << 30,
      valueDepth: 64
    )
    limits.hasAllLibraries = true
    return limits
  }

  /// Makes limits; an omitted limit has its default.
  public init(
    memoryBytes: Int = 32 << 20,
    reserveBytes: Int = 4 << 20,
    blockBytes: Int = 512 << 10,
    computingTime: Duration = .milliseconds(250),
    sourceBytes: Int = 256 << 10,
    valueBytes: Int = 4 << 20,
    valueDepth: Int = 16
  ) {
    self.memoryBytes = memoryBytes
    self.reserveBytes = reserveBytes
    self.blockBytes = blockBytes
    self.computingTime = computingTime
    self.sourceBytes = sourceBytes
    self.valueBytes = valueBytes
    self.valueDepth = valueDepth
  }
}

extension Duration {
  /// The whole nanoseconds: 0 for a negative duration, and the maximum for a very long one.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (product, isTooLong) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return isTooLong ? .max : product &+ UInt64(attoseconds) / 1_000_000_000
  }

  /// The form `250 ms` or `2 s`.
  var brief: String {
    let milliseconds = nanoseconds / 1_000_000
    return milliseconds.isMultiple(of: 1000) ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }
}
