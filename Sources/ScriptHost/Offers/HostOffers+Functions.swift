public import Moonroute

extension HostOffers {
  /// Offers a function that returns immediately.
  ///
  /// The function runs on the actor where it was written. If that is not the router's actor, the
  /// calling script has to wait, so scripts cannot call the function while they load. In this case,
  /// the log contains the line of the offer once.
  ///
  /// - Parameters:
  ///   - name: The name after `host.`.
  ///   - takes: The names and Lua types of the parameters, for editors. Default: unknown.
  ///   - answers: The Lua type of the result, for editors. Default: unknown.
  ///   - summary: A sentence that describes it, for editors. Default: none.
  ///   - fileID: The file of the call, for the log.
  ///   - line: The line of the call.
  ///   - body: Receives the arguments; its error is raised in the script.
  public mutating func function(
    _ name: String,
    takes: KeyValuePairs<String, String>? = nil,
    answers: String? = nil,
    summary: String? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext raw body: @escaping @Sendable @isolated(any) ([Value]) throws -> Value
  ) {
    offer(
      name,
      .immediate(fileID: fileID, line: line, body),
      as: HostSignature(takes: takes, answers: answers, summary: summary)
    )
  }

  /// Offers a function that may wait; scripts cannot call it while they load.
  ///
  /// - Parameters:
  ///   - name: The name after `host.`.
  ///   - takes: The names and Lua types of the parameters, for editors. Default: unknown.
  ///   - answers: The Lua type of the result, for editors. Default: unknown.
  ///   - summary: A sentence that describes it, for editors. Default: none.
  ///   - body: Receives the arguments; its error is raised in the script.
  @_disfavoredOverload
  public mutating func function(
    _ name: String,
    takes: KeyValuePairs<String, String>? = nil,
    answers: String? = nil,
    summary: String? = nil,
    @_inheritActorContext raw body: @escaping @Sendable ([Value]) async throws -> Value
  ) {
    offer(name, .waiting(body), as: HostSignature(takes: takes, answers: answers, summary: summary))
  }

  /// Offers a function of `Codable` types that returns immediately, on the actor where it was
  /// written.
  ///
  /// ```swift
  /// offers.function("discount") { (product: Product, percent: Int) in
  ///   product.reduced(by: percent)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name after `host.`.
  ///   - takes: The names and Lua types of the parameters, for editors. Default: derived from the
  ///     Swift types.
  ///   - answers: The Lua type of the result, for editors. Default: derived from the Swift types.
  ///   - summary: A sentence that describes it, for editors. Default: none.
  ///   - fileID: The file of the call, for the log.
  ///   - line: The line of the call.
  ///   - body: Receives the arguments; its error is raised in the script, and so is the error for
  ///     an argument of another type.
  public mutating func function<each Input: Decodable, Output: Encodable>(
    _ name: String,
    takes: KeyValuePairs<String, String>? = nil,
    answers: String? = nil,
    summary: String? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (repeat each Input) throws -> Output
  ) {
    offer(
      name,
      body,
      at: SourceSite(file: fileID, line: line),
      as: HostSignature(takes: takes, answers: answers, summary: summary)
    ) { try Value(encoding: $0) }
  }

  /// Offers a function of `Codable` types that returns nothing, immediately.
  ///
  /// - Parameters:
  ///   - name: The name after `host.`.
  ///   - takes: The names and Lua types of the parameters, for editors. Default: derived from the
  ///     Swift types.
  ///   - answers: The Lua type of the result, for editors. Default: derived from the Swift types.
  ///   - summary: A sentence that describes it, for editors. Default: none.
  ///   - fileID: The file of the call, for the log.
  ///   - line: The line of the call.
  ///   - body: Receives the arguments; its error is raised in the script, and so is the error for
  ///     an argument of another type.
  @_disfavoredOverload
  public mutating func function<each Input: Decodable>(
    _ name: String,
    takes: KeyValuePairs<String, String>? = nil,
    answers: String? = nil,
    summary: String? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (repeat each Input) throws -> Void
  ) {
    offer(
      name,
      body,
      at: SourceSite(file: fileID, line: line),
      as: HostSignature(takes: takes, answers: answers, summary: summary)
    ) { .null }
  }

  /// Adds a function of `Codable` types, on the actor where it was written.
  private mutating func offer<each Input: Decodable, Output>(
    _ name: String,
    _ body: @escaping @Sendable @isolated(any) (repeat each Input) throws -> Output,
    at site: SourceSite,
    as signature: HostSignature,
    encoding encode: @escaping (Output) throws -> Value
  ) {
    var inputs: [Any.Type] = []
    repeat inputs.append((each Input).self)
    let function = PlainFunction(body)
    let handler = Handler<[Value], Value>(on: body.isolation, at: site) { arguments in
      var arguments = HostArguments(arguments, of: name)
      return try encode(try function.call(repeat try arguments.next((each Input).self)))
    }
    offer(name, handler, as: signature, inputs: inputs, output: Output.self)
  }

  /// Adds a function, and the known types of its parameters and its result.
  private mutating func offer(
    _ name: String,
    _ handler: Handler<[Value], Value>,
    as signature: HostSignature,
    inputs: [Any.Type]? = nil,
    output: Any.Type? = nil
  ) {
    claim(name)
    describe(name, signature, inputs: inputs, output: output)
    functions[name] = handler
  }
}

/// A function for callers that are already on its actor.
private struct PlainFunction<each Input, Output> {
  let call: (repeat each Input) throws -> Output

  /// Removes the actor from a function, as `Handler.immediate` does.
  init(_ body: @escaping @Sendable @isolated(any) (repeat each Input) throws -> Output) {
    // Swift 6.3.1 cannot cast a function with a parameter pack directly, only a structure around
    // it.
    self = unsafeBitCast(IsolatedFunction(call: body), to: Self.self)
  }
}

private struct IsolatedFunction<each Input, Output> {
  let call: @Sendable @isolated(any) (repeat each Input) throws -> Output
}

// `@concurrent`, because Swift 6.3.1 crashes on closures for a nonsending function type with a
// pack, and does not convert nonsending functions to `@isolated(any)`.
extension HostOffers {
  /// Offers a function of `Codable` types that may wait; scripts cannot call it while they load.
  ///
  /// - Parameters:
  ///   - name: The name after `host.`.
  ///   - takes: The names and Lua types of the parameters, for editors. Default: derived from the
  ///     Swift types.
  ///   - answers: The Lua type of the result, for editors. Default: derived from the Swift types.
  ///   - summary: A sentence that describes it, for editors. Default: none.
  ///   - body: Receives the arguments; its error is raised in the script, and so is the error for
  ///     an argument of another type.
  @_disfavoredOverload
  public mutating func function<
    each Input: Decodable & Sendable,
    Output: Encodable & Sendable
  >(
    _ name: String,
    takes: KeyValuePairs<String, String>? = nil,
    answers: String? = nil,
    summary: String? = nil,
    @_inheritActorContext
    _ body: @escaping @Sendable @concurrent (repeat each Input) async throws -> Output
  ) {
    offer(
      name,
      waiting: body,
      as: HostSignature(takes: takes, answers: answers, summary: summary)
    ) { try Value(encoding: $0) }
  }

  /// Offers a function of `Codable` types that may wait and returns nothing.
  ///
  /// - Parameters:
  ///   - name: The name after `host.`.
  ///   - takes: The names and Lua types of the parameters, for editors. Default: derived from the
  ///     Swift types.
  ///   - answers: The Lua type of the result, for editors. Default: `nil`.
  ///   - summary: A sentence that describes it, for editors. Default: none.
  ///   - body: Receives the arguments; its error is raised in the script, and so is the error for
  ///     an argument of another type.
  @_disfavoredOverload
  public mutating func function<each Input: Decodable & Sendable>(
    _ name: String,
    takes: KeyValuePairs<String, String>? = nil,
    answers: String? = nil,
    summary: String? = nil,
    @_inheritActorContext
    _ body: @escaping @Sendable @concurrent (repeat each Input) async throws -> Void
  ) {
    offer(
      name,
      waiting: body,
      as: HostSignature(takes: takes, answers: answers, summary: summary)
    ) { .null }
  }

  /// Adds a function of `Codable` types that may wait.
  private mutating func offer<each Input: Decodable & Sendable, Output: Sendable>(
    _ name: String,
    waiting body: @escaping @Sendable @concurrent (repeat each Input) async throws -> Output,
    as signature: HostSignature,
    encoding encode: @escaping @Sendable (Output) throws -> Value
  ) {
    var inputs: [Any.Type] = []
    repeat inputs.append((each Input).self)
    let handler = Handler<[Value], Value>
      .waiting { arguments in
        var arguments = HostArguments(arguments, of: name)
        let inputs = (repeat try arguments.next((each Input).self))
        return try encode(try await body(repeat each inputs))
      }
    offer(name, handler, as: signature, inputs: inputs, output: Output.self)
  }
}
