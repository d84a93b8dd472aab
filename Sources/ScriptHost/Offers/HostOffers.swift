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
  var functions: [String: Handler<[Value], Value>] = [:]

  private(set) var values: [String: Value] = [:]

  private(set) var views: [String: Handler<RouteState, Screen?>] = [:]

  /// The names of the transitions that the user interface has, for ``write(to:)``.
  public var transitions: Set<String> = []

  /// The arguments and the answers of functions as far as they are known, by name.
  public internal(set) var signatures: [String: HostSignature] = [:]

  /// The types whose objects scripts may hold.
  var types: [HostType] = []

  /// The mistakes: ``ScriptHost`` refuses offers that have any.
  var problems: [RouterError] = []

  /// The sink of `log` and `print`.
  public var log: @Sendable (LogEntry) -> Void = { _ in }

  /// The limit of the log; `nil`: none.
  ///
  /// Lines beyond it are left out, and a line says so. Scripts without limits have none here
  /// either.
  public var logLimit: LogLimit? = LogLimit()

  /// Offers nothing.
  public init() {}

  /// Offers a value.
  ///
  /// Scripts cannot change a table; it is made once for each load.
  public mutating func value(_ name: String, _ value: Value) {
    claim(name)
    values[name] = value
  }

  /// Offers a value of a type that is `Encodable`, such as a structure.
  ///
  /// - Parameters:
  ///   - name: The name after `host.`.
  ///   - content: The value; one that cannot be encoded is a problem of the offers.
  @_disfavoredOverload
  public mutating func value(_ name: String, _ content: some Encodable) {
    do {
      value(name, try Value(encoding: content))
    } catch {
      let message = "The value '\(name)' cannot be offered to scripts: \(error)"
      problems.append(RouterError(.wrongType, message, underlying: error))
    }
  }

  /// Offers a view that routes name: `view = "Home"`.
  ///
  /// Once a program offers a view, a route that names one it does not offer is an error at load.
  public mutating func view(
    _ name: String,
    @_inheritActorContext _ make: @escaping Handler<RouteState, Screen?>.Function
  ) {
    claim(view: name)
    views[name] = .immediate(make)
  }

  /// Offers a view that may wait.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - make: Makes the screen.
  @_disfavoredOverload
  public mutating func view(
    _ name: String,
    @_inheritActorContext _ make: @escaping Handler<RouteState, Screen?>.WaitingFunction
  ) {
    claim(view: name)
    views[name] = .waiting(make)
  }

  var viewNames: [String] { views.keys.sorted() }
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

  /// When it was written, on the application's clock.
  package internal(set) var time = Duration.zero

  /// The open and the step of it inside which it was written, if it was inside one.
  package internal(set) var place: OpenPlace?
}
