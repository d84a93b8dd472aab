public import Moonroute

/// The functions, values and views that a program offers to its scripts, by name.
///
/// ```swift
/// var offers = HostOffers()
/// offers.function("is_staff") { (name: String) in name == "jonas" }
/// offers.value("version", "1.4.0")
/// offers.view("Home") { state in Screen("Home") }
/// ```
public struct HostOffers: Sendable {
  var functions: [String: Handler<[Value], Value>] = [:]

  private(set) var values: [String: Value] = [:]

  private(set) var views: [String: Handler<RouteState, Screen?>] = [:]

  /// The names of the transitions that the user interface has, for ``write(to:)``.
  public var transitions: Set<String> = []

  /// The known parameters and results of functions, by name.
  public internal(set) var signatures: [String: HostSignature] = [:]

  var types: [HostType] = []

  /// The mistakes: ``ScriptHost`` rejects offers that have any.
  var problems: [RouterError] = []

  /// Creates empty offers.
  public init() {}

  /// Offers a value.
  ///
  /// Scripts cannot change a table; it is made once for each load.
  public mutating func value(_ name: String, _ value: Value) {
    claim(name)
    values[name] = value
  }

  /// Offers a value of an `Encodable` type, such as a structure.
  ///
  /// - Parameters:
  ///   - name: The name after `host.`.
  ///   - content: The value; if it cannot be encoded, the offers have a problem.
  @_disfavoredOverload
  public mutating func value(_ name: String, _ content: some Encodable) {
    do {
      value(name, try Value(encoding: content))
    } catch {
      let message = "The value '\(name)' cannot be offered to scripts: \(error)"
      problems.append(RouterError(.wrongType, message, underlying: error))
    }
  }

  /// Offers a view for routes: `view = "Home"`.
  ///
  /// Once a program offers a view, a route with a view that it does not offer is an error at load.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - fileID: The file of the call, for the log.
  ///   - line: The line of the call.
  ///   - make: Makes the screen and returns immediately.
  public mutating func view(
    _ name: String,
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext _ make: @escaping @Sendable @isolated(any) (RouteState) throws -> Screen?
  ) {
    claim(view: name)
    views[name] = .immediate(fileID: fileID, line: line, make)
  }

  /// Offers a view that may wait.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - make: Makes the screen.
  @_disfavoredOverload
  public mutating func view(
    _ name: String,
    @_inheritActorContext _ make: @escaping @Sendable (RouteState) async throws -> Screen?
  ) {
    claim(view: name)
    views[name] = .waiting(make)
  }

  var viewNames: [String] { views.keys.sorted() }
}

/// One line of the log.
public struct LogEntry: Sendable {
  /// The importance of a line.
  public enum Level: String, Sendable, CaseIterable {
    /// For finding mistakes.
    case debug
    /// For all readers; `print` uses this level.
    case info
    /// Something is not as it should be.
    case warn
    /// Something is broken.
    case error
  }

  /// The importance of the line.
  public let level: Level

  /// The text; in an error, `…` replaces each word that is, or may be, part of a link.
  public let message: String

  /// The line of the script that wrote it.
  public let site: SourceSite?

  /// The error of an event handler, a timer, a task or a listener, with the lines around it; `nil`
  /// for a line that a script wrote itself.
  ///
  /// Its message may quote a whole link, with a password or a name.
  public internal(set) var failure: ScriptProblem?

  /// The text with the values of links, for the author of the scripts.
  package var wholeMessage: String { failure?.message ?? message }

  /// The time when it was written, on the router's clock.
  package internal(set) var time = Duration.zero

  /// The open and its step that wrote it, if any.
  package internal(set) var place: OpenPlace?
}
