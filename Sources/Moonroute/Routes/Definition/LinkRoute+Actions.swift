extension LinkRoute {
  private typealias Action = Handler<RouteState, ActionAnswer>

  /// Returns a value instead of showing a screen.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - body: Returns the value.
  /// - Returns: The route.
  public func action(
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (RouteState) throws -> Value
  ) -> LinkRoute {
    let site = SourceSite(file: fileID, line: line)
    let action = Action.immediate(at: site, body, reading: { $0 }, making: { .values([$0]) })
    return with(action, at: site)
  }

  /// Returns a value instead of showing a screen, and can wait.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - body: Returns the value.
  /// - Returns: The route.
  @_disfavoredOverload
  public func action(
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext _ body: @escaping @Sendable (RouteState) async throws -> Value
  ) -> LinkRoute {
    with(.waiting { .values([try await body($0)]) }, at: SourceSite(file: fileID, line: line))
  }

  /// Returns a value of an `Encodable` type instead of showing a screen.
  ///
  /// ```swift
  /// LinkRoute("/sum/:a<int>/:b<int>").action { state in try state.int("a") + state.int("b") }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - body: Returns the value.
  /// - Returns: The route.
  public func action<Output: Encodable & Sendable>(
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (RouteState) throws -> Output
  ) -> LinkRoute {
    let site = SourceSite(file: fileID, line: line)
    let action = Action.immediate(
      at: site,
      body,
      reading: { $0 },
      making: ActionAnswer.encoding
    )
    return with(action, at: site)
  }

  /// Returns a value of an `Encodable` type instead of showing a screen, and can wait.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - body: Returns the value.
  /// - Returns: The route.
  @_disfavoredOverload
  public func action<Output: Encodable & Sendable>(
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext _ body: @escaping @Sendable (RouteState) async throws -> Output
  ) -> LinkRoute {
    with(.waiting { try .encoding(await body($0)) }, at: SourceSite(file: fileID, line: line))
  }

  /// Returns a value for parameters that are decoded into a structure.
  ///
  /// ```swift
  /// struct Sum: Codable { var a: Int, b: Int }
  /// LinkRoute("/sum/:a<int>/:b<int>").action { (p: Sum) in p.a + p.b }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - body: Receives the parameters and the query items; returns the value. The open fails
  ///     with `missing_parameter` or `wrong_type` if they do not fit.
  /// - Returns: The route.
  public func action<Parameters: Decodable, Output: Encodable & Sendable>(
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (Parameters) throws -> Output
  ) -> LinkRoute {
    let site = SourceSite(file: fileID, line: line)
    let action = Action.immediate(
      at: site,
      body,
      reading: { try $0.decode() },
      making: ActionAnswer.encoding
    )
    return with(action, at: site)
  }

  /// Returns a value for parameters that are decoded into a structure, and can wait.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - body: Receives the parameters and the query items; returns the value.
  /// - Returns: The route.
  @_disfavoredOverload
  public func action<Parameters: Decodable & Sendable, Output: Encodable & Sendable>(
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext _ body: @escaping @Sendable (Parameters) async throws -> Output
  ) -> LinkRoute {
    with(
      .waiting { try .encoding(await body(try $0.decode(Parameters.self))) },
      at: SourceSite(file: fileID, line: line)
    )
  }

  /// Runs a function that returns no value, instead of showing a screen.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - body: The function.
  /// - Returns: The route.
  public func performing(
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext
    _ body: @escaping @Sendable @isolated(any) (RouteState) throws -> Void
  ) -> LinkRoute {
    let site = SourceSite(file: fileID, line: line)
    let action = Action.immediate(at: site, body, reading: { $0 }, making: { .values([]) })
    return with(action, at: site)
  }

  /// Runs a function that can wait and returns no value, instead of showing a screen.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - body: The function.
  /// - Returns: The route.
  @_disfavoredOverload
  public func performing(
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext _ body: @escaping @Sendable (RouteState) async throws -> Void
  ) -> LinkRoute {
    with(
      .waiting {
        try await body($0)
        return .values([])
      },
      at: SourceSite(file: fileID, line: line)
    )
  }

  private func with(_ action: Action, at place: SourceSite) -> LinkRoute {
    var route = self
    if route.action != nil { route.noteRepeated("action", sites.action, place) }
    route.action = action
    route.note(place, \.action)
    return route
  }
}

extension ActionAnswer {
  fileprivate static func encoding(_ content: some Encodable) throws -> ActionAnswer {
    .values([try Value(encoding: content)])
  }
}
