public import RoutePatterns

extension LinkRouter {
  /// Opens a link: shows a screen or runs an action, after all guards have allowed it.
  ///
  /// - Parameters:
  ///   - link: The link.
  ///   - options: The options of this open, such as ``OpenOptions/switching``.
  /// - Returns: The outcome.
  @discardableResult
  public func open(
    _ link: some LinkConvertible,
    options: OpenOptions = OpenOptions()
  ) async -> Outcome {
    if options.isFresh { return await router.reset(to: link.linkText, options: options) }
    return await router.open(link.linkText, options: options)
  }

  /// Opens a route by its name.
  ///
  /// ```swift
  /// await router.go(to: "product", ["id": 7], query: ["from": "mail"])
  /// ```
  ///
  /// - Parameters:
  ///   - name: The route's name.
  ///   - params: A value for each of its parameters.
  ///   - query: The query items, in order.
  ///   - options: The options of this open.
  /// - Returns: The outcome. It failed with `unknown_name`, `missing_parameter`,
  ///   `unknown_parameter` or `wrong_type` if the link cannot be made.
  @discardableResult
  public func go(
    to name: String,
    _ params: LinkParams = [:],
    query: KeyValuePairs<String, String> = [:],
    options: OpenOptions = OpenOptions()
  ) async -> Outcome {
    do throws(RouterError) {
      return await open(try location(to: name, params, query: query), options: options)
    } catch {
      return .failed(error, text: name)
    }
  }

  /// Opens a link and pushes its screen.
  @discardableResult
  public func push(
    _ link: some LinkConvertible,
    options: OpenOptions = OpenOptions()
  ) async -> Outcome {
    await router.push(link.linkText, options: options)
  }

  /// Opens a link and presents its screen.
  @discardableResult
  public func present(
    _ link: some LinkConvertible,
    options: OpenOptions = OpenOptions()
  ) async -> Outcome {
    await router.present(link.linkText, options: options)
  }

  /// Opens a link and replaces the top screen.
  @discardableResult
  public func replace(
    _ link: some LinkConvertible,
    options: OpenOptions = OpenOptions()
  ) async -> Outcome {
    await router.replace(link.linkText, options: options)
  }

  /// Opens a link and waits for the result of its screen.
  ///
  /// - Parameters:
  ///   - link: The link.
  ///   - options: The options of this open.
  /// - Returns: The answer: the result, and the reason why the screen was removed.
  public func ask(
    _ link: some LinkConvertible,
    options: OpenOptions = OpenOptions()
  ) async -> ScreenAnswer {
    await router.ask(link.linkText, options: options)
  }

  /// Runs the action of a link and decodes its value, without showing a screen.
  ///
  /// ```swift
  /// let sum = try await router.fetch("/sum/1/2", as: Int.self)
  /// ```
  ///
  /// - Parameters:
  ///   - link: The link.
  ///   - type: The type of the value.
  /// - Returns: The first value of the action.
  /// - Throws: The error of the open, or `wrong_type`.
  public func fetch<Content: Decodable & Sendable>(
    _ link: some LinkConvertible,
    as type: Content.Type = Content.self
  ) async throws(RouterError) -> Content {
    let value = try await fetchValues(link).first ?? .null
    do {
      return try value.decode(type)
    } catch {
      throw .wrongType(error, of: "The value of '\(link.linkText)'")
    }
  }

  /// Runs the action of a link and returns its values, without showing a screen.
  ///
  /// - Parameters:
  ///   - link: The link.
  ///   - options: The options of this open.
  /// - Returns: The values, any number.
  /// - Throws: The error of the open.
  public func fetchValues(
    _ link: some LinkConvertible,
    options: OpenOptions = OpenOptions()
  ) async throws(RouterError) -> [Value] {
    try await router.fetch(link.linkText, options: options)
  }

  /// Makes the screen of a link without showing it.
  ///
  /// - Parameters:
  ///   - link: The link.
  ///   - options: The options of this open.
  /// - Returns: The screen.
  /// - Throws: The error of the open.
  public func build(
    _ link: some LinkConvertible,
    options: OpenOptions = OpenOptions()
  ) async throws(RouterError) -> Screen {
    try await router.build(link.linkText, options: options)
  }

  /// Finds the end of a link: it calls proxies, guards and redirects as an open does, but no
  /// animator, leave guard or view, and shows nothing.
  ///
  /// ```swift
  /// let outcome = await router.resolve("/item/7")
  /// outcome.name  // "product"
  /// ```
  ///
  /// - Parameters:
  ///   - link: The link.
  ///   - options: The options of this open.
  /// - Returns: The outcome: `opened` for a route with a view, `handled` for a route with an action,
  ///   which does not run.
  public func resolve(
    _ link: some LinkConvertible,
    options: OpenOptions = OpenOptions()
  ) async -> Outcome {
    await router.resolve(link.linkText, options: options)
  }
}

extension LinkRouter {
  /// The location of a named route.
  ///
  /// ```swift
  /// try router.location(to: "user", ["id": 7], query: ["tab": "posts"])  // /user/7?tab=posts
  /// ```
  ///
  /// Can be called from any thread.
  ///
  /// - Parameters:
  ///   - name: The route's name.
  ///   - params: A value for each of its parameters.
  ///   - query: The query items, in order.
  ///   - fragment: The fragment.
  /// - Returns: The location, which opens the route with these parameters.
  /// - Throws: `unknown_name`, `missing_parameter`, `unknown_parameter`, `wrong_type`, or
  ///   `bad_location` for a value that does not survive a round trip.
  public nonisolated func location(
    to name: String,
    _ params: LinkParams = [:],
    query: KeyValuePairs<String, String> = [:],
    fragment: String? = nil
  ) throws(RouterError) -> Location {
    try directory.location(to: name, params, query: query, fragment: fragment)
  }

  /// The location of a named route, with the properties of a structure as parameters.
  ///
  /// ```swift
  /// try router.location(to: "sum", Sum(a: 1, b: 2))  // /sum/1/2
  /// ```
  ///
  /// - Parameters:
  ///   - name: The route's name.
  ///   - params: A structure with a property for each of its parameters.
  ///   - query: The query items, in order.
  ///   - fragment: The fragment.
  /// - Returns: The location.
  /// - Throws: The errors of ``location(to:_:query:fragment:)`` with a dictionary.
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

  /// Returns the location of a link if it belongs to this router and a route matches it.
  ///
  /// Use it for links from outside the program.
  ///
  /// - Parameter link: The link, such as a `back` in the query. A relative link is resolved against
  ///   the top of the stage.
  /// - Returns: The location without reserved query keys, or `nil`.
  public func recognize(_ link: some LinkConvertible) -> Location? {
    router.recognize(link.linkText)
  }
}
