public import RoutePatterns

extension LinkRouter {
  /// Runs the action of a location and returns its first value as a `Decodable` type; guards run,
  /// and nothing is shown.
  ///
  /// ```swift
  /// let sum = try await application.fetch("/sum/40/2", as: Int.self)
  /// ```
  ///
  /// - Parameters:
  ///   - text: The location.
  ///   - type: The type; an optional one for an action that may return nothing.
  /// - Returns: The value.
  /// - Throws: The outcome's error if no action completes, or `wrong_type` for a value of another
  ///   type.
  public func fetch<Content: Decodable & Sendable>(
    _ text: String,
    as type: Content.Type
  ) async throws(RouterError) -> Content {
    let value = try await fetch(text).first ?? .null
    do {
      return try value.decode(type)
    } catch {
      throw .wrongType(error, of: "The value of '\(text)'")
    }
  }

  /// The location of a named route, with a structure as its parameters.
  ///
  /// Can be called from any thread.
  ///
  /// ```swift
  /// try application.location(to: "sum", Sum(a: 1, b: 2))  // /sum/1/2
  /// ```
  ///
  /// - Parameters:
  ///   - name: The route's name.
  ///   - params: A structure with a property for each parameter.
  ///   - query: The query items, in order.
  ///   - fragment: The fragment.
  /// - Returns: The location.
  /// - Throws: `wrong_type` for a value that is not a structure; otherwise see
  ///   ``Router/location(to:_:query:fragment:scheme:host:)``.
  @_disfavoredOverload
  public nonisolated func location(
    to name: String,
    _ params: some Encodable,
    query: KeyValuePairs<String, String> = [:],
    fragment: String? = nil
  ) throws(RouterError) -> Location {
    let value: Value
    do { value = try Value(encoding: params) } catch {
      throw .wrongType(error, of: "A parameter for '\(name)'")
    }
    guard case .table(let table) = value, table.items.isEmpty else {
      let message =
        "The parameters for '\(name)' are not a structure. Pass one with a property for each."
      throw RouterError(.wrongType, message)
    }
    return try location(to: name, table.fields, query: query, fragment: fragment)
  }
}
