extension LinkRouter {
  /// Stores a value under a pattern, for all locations that match it.
  ///
  /// - Parameters:
  ///   - path: The pattern.
  ///   - name: An additional name.
  ///   - value: The value, any `Sendable`.
  ///   - isPersistent: Whether it is written to ``RouterOptions/storage``; only for plain data.
  ///   - isShared: Whether all hosts of a fleet have the value, which ``change(_:as:_:)`` changes;
  ///     only for plain data, and for a pattern without parameters.
  ///   - owner: An object, held weakly, that ends the resource when it is deallocated.
  /// - Returns: A registration to remove the resource.
  /// - Throws: `resource_exists`, `bad_pattern`, `duplicate`, `wrong_type` or `storage_failed`.
  @discardableResult
  public func put(
    _ path: String,
    name: String? = nil,
    value: some Sendable,
    isPersistent: Bool = false,
    isShared: Bool = false,
    owner: AnyObject? = nil
  ) throws(RouterError) -> Registration {
    try resources.put(
      ResourcePut(
        path: path,
        name: name,
        content: .constant(Value(object: value)),
        isPersistent: isPersistent,
        isShared: isShared,
        owner: owner ?? router.viewOwner
      )
    )
  }

  /// Stores a function that makes a value for each read.
  ///
  /// - Parameters:
  ///   - path: The pattern.
  ///   - name: An additional name.
  ///   - owner: An object, held weakly, that ends the resource when it is deallocated.
  ///   - fileID: The file of the call, for the log.
  ///   - line: The line of the call.
  ///   - make: Makes the value, any `Sendable`, for the requested location.
  /// - Returns: A registration to remove the resource.
  /// - Throws: `resource_exists`, `bad_pattern` or `duplicate`.
  @discardableResult
  public func put<Content: Sendable>(
    _ path: String,
    name: String? = nil,
    owner: AnyObject? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext
    _ make: @escaping @Sendable @isolated(any) (RouteState) throws -> Content
  ) throws(RouterError) -> Registration {
    let site = SourceSite(file: fileID, line: line)
    let handler = Handler<RouteState, Value>
      .immediate(at: site, make, reading: { $0 }, making: { Value(object: $0) })
    handler.reportHops(from: router.home)
    return try put(path, name, owner, handler)
  }

  /// Stores a function that makes a value for each read, and can wait.
  ///
  /// - Parameters:
  ///   - path: The pattern.
  ///   - name: An additional name.
  ///   - owner: An object, held weakly, that ends the resource when it is deallocated.
  ///   - make: Makes the value, any `Sendable`, for the requested location.
  /// - Returns: A registration to remove the resource.
  /// - Throws: `resource_exists`, `bad_pattern` or `duplicate`.
  @_disfavoredOverload
  @discardableResult
  public func put<Content: Sendable>(
    _ path: String,
    name: String? = nil,
    owner: AnyObject? = nil,
    @_inheritActorContext _ make: @escaping @Sendable (RouteState) async throws -> Content
  ) throws(RouterError) -> Registration {
    try put(path, name, owner, .waiting { Value(object: try await make($0)) })
  }

  private func put(
    _ path: String,
    _ name: String?,
    _ owner: AnyObject?,
    _ handler: Handler<RouteState, Value>
  ) throws(RouterError) -> Registration {
    let owner = owner ?? router.viewOwner
    let new = ResourcePut(path: path, name: name, content: .made(handler), owner: owner)
    return try resources.put(new)
  }

  /// Replaces the value of a resource.
  ///
  /// - Parameters:
  ///   - key: A location, or the resource's name or pattern.
  ///   - value: The new value, any `Sendable`.
  /// - Throws: `not_found`, `bad_location` or `storage_failed`.
  public func update(_ key: String, value: some Sendable) throws(RouterError) {
    try resources.update(key, value: value)
  }

  /// Removes a resource.
  ///
  /// - Parameter key: A location, or the resource's name or pattern.
  /// - Throws: `not_found`, `bad_location` or `storage_failed`.
  public func delete(_ key: String) throws(RouterError) { try resources.delete(key) }

  /// Whether a resource exists.
  ///
  /// - Parameter key: A location, or the resource's name or pattern.
  /// - Returns: Whether it exists.
  public func has(_ key: String) -> Bool { resources.has(key) }

  /// Reads a resource.
  ///
  /// - Parameters:
  ///   - key: A location, or the resource's name or pattern.
  ///   - type: The type of the value.
  ///   - params: A value for each parameter of the pattern.
  ///   - extra: A value for a function that makes the resource.
  /// - Returns: The value.
  /// - Throws: `not_found`, `value_type`, or the error of the function that makes it.
  public func get<Content: Sendable>(
    _ key: String,
    as type: Content.Type = Content.self,
    params: LinkParams = [:],
    extra: Value = .null
  ) async throws -> Content {
    let params = try ParameterValue.all(of: params, for: key)
    return try await resources.get(key, as: type, params: params, extra: extra)
  }
}

extension LinkRouter {
  /// The number of tries of a change while other hosts change the value too, as in `resources.lua`.
  private static let changeTries = 8

  /// Changes a shared resource on all hosts of a fleet.
  ///
  /// Without a `FleetMember`, it changes the value of this host.
  ///
  /// ```swift
  /// let left = try await router.change("stock") { (count: Int) in count > 0 ? count - 1 : nil }
  /// ```
  ///
  /// - Parameters:
  ///   - key: A location, or the resource's name or pattern.
  ///   - type: The type of the value.
  ///   - next: Returns the next value, or `nil` to change nothing. It may be called several times.
  /// - Returns: The new value, or `nil` if nothing was changed.
  /// - Throws: `offline` or `conflict`, after which nothing is changed; `unknown`, after which it
  ///   may be; `denied` for a resource that is not shared, `value_type`, or the error of `next`.
  public func change<Content: Sendable>(
    _ key: String,
    as type: Content.Type = Content.self,
    _ next: @Sendable (Content) throws -> Content?
  ) async throws -> Content? {
    for _ in 0..<Self.changeTries {
      do {
        let context = resources.environment.context()
        let known = try await resources.beginChange(key, with: resources.scripts, context)
        guard let content = known.value.cast(to: type) else {
          throw RouterError.valueType(
            of: key,
            expected: "\(type)",
            actual: known.value.typeName
          )
        }
        guard let new = try next(content) else { return nil }
        try await resources.endChange(
          key,
          Value(object: new),
          after: known.revision,
          with: resources.scripts,
          context
        )
        return new
      } catch let problem as SharingProblem {
        if problem != .conflict { throw RouterError.unchanged(key, problem) }
      }
    }
    throw RouterError.unchanged(key, .conflict)
  }
}

extension LinkRouter {
  /// Takes a value of the fleet; ``RouterOptions/onFailure`` is called if it cannot be stored.
  package func takeShared(_ value: Value, at key: String) {
    do throws(RouterError) {
      try resources.take(value, at: key)
    } catch {
      router.onHandlerFailure(error, "the shared resource '\(key)'")
    }
  }
}
