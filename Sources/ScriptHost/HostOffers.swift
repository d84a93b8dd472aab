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

  /// The views that may wait, by name.
  public private(set) var waitingViews: [String: @Sendable (RouteState) async throws -> Screen?] =
    [:]

  /// The names of the transitions that the user interface has, for ``write(to:)``.
  public var transitions: Set<String> = []

  /// What is known of the arguments and the answers of functions, by name.
  public internal(set) var signatures: [String: HostSignature] = [:]

  /// The types whose objects scripts may hold.
  public internal(set) var types: [HostType] = []

  /// The mistakes: ``ScriptHost`` refuses offers that have any.
  public internal(set) var problems: [RouterError] = []

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
  ///   - takes: The names and Lua types of the arguments, for editors. Default: not known.
  ///   - answers: The Lua type of the answer, for editors. Default: not known.
  ///   - summary: A sentence about it, for editors. Default: none.
  ///   - body: Gets the arguments; what it throws is an error in the script.
  public mutating func function(
    _ name: String,
    takes: KeyValuePairs<String, String>? = nil,
    answers: String? = nil,
    summary: String? = nil,
    _ body: @escaping @Sendable ([Value]) throws -> Value
  ) {
    claim(name)
    describe(name, HostSignature(takes: takes, answers: answers, summary: summary))
    functions[name] = .immediate(body)
  }

  /// Offers a function that may wait.
  ///
  /// - Parameters:
  ///   - name: The name after `host.`.
  ///   - takes: The names and Lua types of the arguments, for editors. Default: not known.
  ///   - answers: The Lua type of the answer, for editors. Default: not known.
  ///   - summary: A sentence about it, for editors. Default: none.
  ///   - body: Gets the arguments; what it throws is an error in the script.
  @_disfavoredOverload
  public mutating func function(
    _ name: String,
    takes: KeyValuePairs<String, String>? = nil,
    answers: String? = nil,
    summary: String? = nil,
    _ body: @escaping @Sendable ([Value]) async throws -> Value
  ) {
    claim(name)
    describe(name, HostSignature(takes: takes, answers: answers, summary: summary))
    functions[name] = .waiting(body)
  }

  /// Offers a function of types that are `Codable`, which answers at once.
  ///
  /// ```swift
  /// offers.function("discount") { (product: Product, percent: Int) in
  ///   product.reduced(by: percent)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name after `host.`.
  ///   - takes: The names and Lua types of the arguments, for editors. Default: what the types of Swift tell.
  ///   - answers: The Lua type of the answer, for editors. Default: what the types of Swift tell.
  ///   - summary: A sentence about it, for editors. Default: none.
  ///   - body: Gets the arguments; what it throws is an error in the script, and so is an argument
  ///     that does not fit.
  public mutating func function<each Input: Decodable & Sendable, Output: Encodable & Sendable>(
    _ name: String,
    takes: KeyValuePairs<String, String>? = nil,
    answers: String? = nil,
    summary: String? = nil,
    _ body: @escaping @Sendable (repeat each Input) throws -> Output
  ) {
    claim(name)
    var inputs: [Any.Type] = []
    repeat inputs.append((each Input).self)
    describe(
      name,
      HostSignature(takes: takes, answers: answers, summary: summary),
      inputs: inputs,
      output: Output.self
    )
    functions[name] = .immediate { arguments in
      var arguments = HostArguments(arguments, of: name)
      return try Value(encoding: try body(repeat try arguments.next((each Input).self)))
    }
  }

  // One for each number of arguments: Swift 6.3.1 crashes on an asynchronous closure with a pack.

  /// Offers a function of types that are `Codable`, which may wait.
  ///
  /// - Parameters:
  ///   - name: The name after `host.`.
  ///   - takes: The names and Lua types of the arguments, for editors. Default: what the types of Swift tell.
  ///   - answers: The Lua type of the answer, for editors. Default: what the types of Swift tell.
  ///   - summary: A sentence about it, for editors. Default: none.
  ///   - body: Gets nothing; what it throws is an error in the script.
  @_disfavoredOverload
  public mutating func function<Output: Encodable & Sendable>(
    _ name: String,
    takes: KeyValuePairs<String, String>? = nil,
    answers: String? = nil,
    summary: String? = nil,
    _ body: @escaping @Sendable () async throws -> Output
  ) {
    claim(name)
    describe(
      name,
      HostSignature(takes: takes, answers: answers, summary: summary),
      inputs: [],
      output: Output.self
    )
    functions[name] = .waiting { _ in try Value(encoding: try await body()) }
  }

  /// Offers a function of types that are `Codable`, which may wait.
  ///
  /// - Parameters:
  ///   - name: The name after `host.`.
  ///   - takes: The names and Lua types of the arguments, for editors. Default: what the types of Swift tell.
  ///   - answers: The Lua type of the answer, for editors. Default: what the types of Swift tell.
  ///   - summary: A sentence about it, for editors. Default: none.
  ///   - body: Gets the argument; what it throws is an error in the script, and so is an argument that does not fit.
  @_disfavoredOverload
  public mutating func function<First: Decodable & Sendable, Output: Encodable & Sendable>(
    _ name: String,
    takes: KeyValuePairs<String, String>? = nil,
    answers: String? = nil,
    summary: String? = nil,
    _ body: @escaping @Sendable (First) async throws -> Output
  ) {
    claim(name)
    describe(
      name,
      HostSignature(takes: takes, answers: answers, summary: summary),
      inputs: [First.self],
      output: Output.self
    )
    functions[name] = .waiting { arguments in
      var arguments = HostArguments(arguments, of: name)
      let first = try arguments.next(First.self)
      return try Value(encoding: try await body(first))
    }
  }

  /// Offers a function of types that are `Codable`, which may wait.
  ///
  /// - Parameters:
  ///   - name: The name after `host.`.
  ///   - takes: The names and Lua types of the arguments, for editors. Default: what the types of Swift tell.
  ///   - answers: The Lua type of the answer, for editors. Default: what the types of Swift tell.
  ///   - summary: A sentence about it, for editors. Default: none.
  ///   - body: Gets the arguments; what it throws is an error in the script, and so is an argument that does not fit.
  @_disfavoredOverload
  public mutating func function<
    First: Decodable & Sendable,
    Second: Decodable & Sendable,
    Output: Encodable & Sendable
  >(
    _ name: String,
    takes: KeyValuePairs<String, String>? = nil,
    answers: String? = nil,
    summary: String? = nil,
    _ body: @escaping @Sendable (First, Second) async throws -> Output
  ) {
    claim(name)
    describe(
      name,
      HostSignature(takes: takes, answers: answers, summary: summary),
      inputs: [First.self, Second.self],
      output: Output.self
    )
    functions[name] = .waiting { arguments in
      var arguments = HostArguments(arguments, of: name)
      let first = try arguments.next(First.self)
      let second = try arguments.next(Second.self)
      return try Value(encoding: try await body(first, second))
    }
  }

  /// Offers a function of types that are `Codable`, which may wait.
  ///
  /// - Parameters:
  ///   - name: The name after `host.`.
  ///   - takes: The names and Lua types of the arguments, for editors. Default: what the types of Swift tell.
  ///   - answers: The Lua type of the answer, for editors. Default: what the types of Swift tell.
  ///   - summary: A sentence about it, for editors. Default: none.
  ///   - body: Gets the arguments; what it throws is an error in the script, and so is an argument that does not fit.
  @_disfavoredOverload
  public mutating func function<
    First: Decodable & Sendable,
    Second: Decodable & Sendable,
    Third: Decodable & Sendable,
    Output: Encodable & Sendable
  >(
    _ name: String,
    takes: KeyValuePairs<String, String>? = nil,
    answers: String? = nil,
    summary: String? = nil,
    _ body: @escaping @Sendable (First, Second, Third) async throws -> Output
  ) {
    claim(name)
    describe(
      name,
      HostSignature(takes: takes, answers: answers, summary: summary),
      inputs: [First.self, Second.self, Third.self],
      output: Output.self
    )
    functions[name] = .waiting { arguments in
      var arguments = HostArguments(arguments, of: name)
      let first = try arguments.next(First.self)
      let second = try arguments.next(Second.self)
      let third = try arguments.next(Third.self)
      return try Value(encoding: try await body(first, second, third))
    }
  }

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
    _ make: @escaping @Sendable (RouteState) throws -> Screen?
  ) {
    claim(view: name)
    views[name] = make
  }

  /// Offers a view that may wait.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - make: Makes the screen.
  @_disfavoredOverload
  public mutating func view(
    _ name: String,
    _ make: @escaping @Sendable (RouteState) async throws -> Screen?
  ) {
    claim(view: name)
    waitingViews[name] = make
  }

  /// The names of all views, sorted.
  var viewNames: [String] { (Array(views.keys) + Array(waitingViews.keys)).sorted() }
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
