public import Moonroute

/// The functions, values and views that a program offers to its scripts, by name.
///
/// ```swift
/// var offers = HostOffers()
/// offers.function("is_staff") { arguments in .bool(arguments.first?.text == "jonas") }
/// offers.value("version", "1.4.0")
/// offers.view("Home") { state in Screen("Home") }
/// ```
public struct HostOffers: Sendable {
  /// A function of the program that scripts call as `host.name(…)`.
  public enum Function: Sendable {
    /// Answers at once.
    case immediate(@Sendable ([Value]) throws -> Value)
    /// May wait. Scripts cannot call it while they load.
    case waiting(@Sendable ([Value]) async throws -> Value)
  }

  /// The functions by name.
  public private(set) var functions: [String: Function] = [:]

  /// The values by name.
  public private(set) var values: [String: Value] = [:]

  /// The views by name.
  public private(set) var views: [String: @Sendable (RouteState) throws -> Screen?] = [:]

  /// The types whose objects scripts may hold.
  public internal(set) var types: [HostType] = []

  /// The sink of `log` and `print`.
  public var log: @Sendable (LogEntry) -> Void = { _ in }

  /// The limit of the log; `nil`: none.
  ///
  /// Lines beyond it are left out, and a line says so. Scripts without limits have none here
  /// either.
  public var logLimit: LogLimit? = LogLimit()

  /// Offers nothing.
  public init() {}

  /// Offers a function that answers at once.
  ///
  /// - Parameters:
  ///   - name: The name after `host.`.
  ///   - body: Gets the arguments; what it throws is an error in the script.
  public mutating func function(
    _ name: String,
    _ body: @escaping @Sendable ([Value]) throws -> Value
  ) {
    functions[name] = .immediate(body)
  }

  /// Offers a function that may wait.
  ///
  /// - Parameters:
  ///   - name: The name after `host.`.
  ///   - body: Gets the arguments; what it throws is an error in the script.
  @_disfavoredOverload
  public mutating func function(
    _ name: String,
    _ body: @escaping @Sendable ([Value]) async throws -> Value
  ) {
    functions[name] = .waiting(body)
  }

  /// Offers a value.
  public mutating func value(_ name: String, _ value: Value) { values[name] = value }

  /// Offers a view that routes name: `view = "Home"`.
  ///
  /// Once a program offers a view, a route that names one it does not offer is an error at load.
  public mutating func view(
    _ name: String,
    _ make: @escaping @Sendable (RouteState) throws -> Screen?
  ) {
    views[name] = make
  }
}

/// One line of the log.
public struct LogEntry: Sendable {
  /// How much it matters.
  public enum Level: String, Sendable, CaseIterable {
    /// For finding mistakes.
    case debug
    /// For all readers; `print` writes here.
    case info
    /// Something is not as it should be.
    case warn
    /// Something is broken.
    case error
  }

  /// How much it matters.
  public let level: Level

  /// The text.
  public let message: String

  /// The line of the script that wrote it.
  public let site: SourceSite?

  /// The error of an event handler, a timer, a task or a listener, with the lines around it;
  /// `nil` for what a script wrote itself.
  public internal(set) var failure: ScriptProblem?
}
