import RoutePatterns

// An error that a handler throws fails the open with its code, so no handler needs a default.
extension RouteState {
  /// A whole number: a parameter of the pattern, or otherwise an item of the query.
  ///
  /// ```swift
  /// LinkRoute("product/:id<int>").view { state in
  ///   Screen("Product", ["title": "Product \(try state.int("id"))"])
  /// }
  /// ```
  ///
  /// - Parameter name: The name of the parameter or item.
  /// - Returns: The number.
  /// - Throws: `missing_parameter`, or `wrong_type` for a value of another type.
  public func int(_ name: String) throws(RouterError) -> Int { try value(name) }

  /// A number: a parameter of the pattern, or otherwise an item of the query.
  ///
  /// - Parameter name: The name of the parameter or item.
  /// - Returns: The number.
  /// - Throws: `missing_parameter`, or `wrong_type` for a value of another type.
  public func double(_ name: String) throws(RouterError) -> Double { try value(name) }

  /// A text: a parameter of the pattern, or otherwise an item of the query.
  ///
  /// - Parameter name: The name of the parameter or item.
  /// - Returns: The text.
  /// - Throws: `missing_parameter`, or `wrong_type` for a value of another type.
  public func text(_ name: String) throws(RouterError) -> String { try value(name) }

  /// A truth value: a parameter of the pattern, or otherwise an item of the query.
  ///
  /// - Parameter name: The name of the parameter or item.
  /// - Returns: The truth value.
  /// - Throws: `missing_parameter`, or `wrong_type` for a value of another type.
  public func bool(_ name: String) throws(RouterError) -> Bool { try value(name) }

  /// A value of a `Decodable` type: a parameter of the pattern, or otherwise an item of the query.
  ///
  /// ```swift
  /// let id = try state.value("id", as: UUID.self)
  /// let page: Int? = try state.value("page")
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the parameter or item.
  ///   - type: The type; an optional one for a value that may be missing.
  /// - Returns: The value.
  /// - Throws: `missing_parameter`, or `wrong_type` for a value of another type.
  public func value<Content: Decodable>(
    _ name: String,
    as type: Content.Type = Content.self
  ) throws(RouterError) -> Content {
    let found = match.value(of: name).map { Value($0) } ?? queryValues[name] ?? .null
    do {
      return try found.decode(type)
    } catch {
      guard !found.isNull else { throw .missing(name, of: route.label) }
      throw .wrongType(error, of: "The parameter '\(name)' of '\(route.label)'")
    }
  }

  /// The parameters of the pattern and the items of the query, as a structure.
  ///
  /// ```swift
  /// struct Sum: Codable { var a: Int, b: Int }
  /// LinkRoute("/sum/:a<int>/:b<int>").action { state in
  ///   let sum = try state.decode(Sum.self)
  ///   return .int(sum.a + sum.b)
  /// }
  /// ```
  ///
  /// - Parameter type: The type.
  /// - Returns: The structure.
  /// - Throws: `missing_parameter`, or `wrong_type` for a value of another type.
  public func decode<Content: Decodable>(
    _ type: Content.Type = Content.self
  ) throws(RouterError) -> Content {
    do {
      return try Value.table(ValueTable(fields: params)).decode(type)
    } catch {
      if case .keyNotFound(let key, _)? = error as? DecodingError {
        throw .missing(key.stringValue, of: route.label)
      }
      throw .wrongType(error, of: "A parameter of '\(route.label)'")
    }
  }
}

extension RouterError {
  fileprivate static func missing(_ name: String, of route: String) -> RouterError {
    RouterError(.missingParameter, "The parameter '\(name)' of '\(route)' is missing.")
  }

  /// The error for a value that cannot be decoded.
  static func wrongType(_ error: any Error, of subject: String) -> RouterError {
    let words = (error as? DecodingError).map(\.words) ?? "\(error)"
    return RouterError(.wrongType, "\(subject) has the wrong type: \(words)", underlying: error)
  }
}

extension DecodingError {
  /// The description of the mistake, after its place.
  package var words: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      let place = context.codingPath.map(\.stringValue).joined(separator: ".")
      return (place.isEmpty ? "" : place + ": ") + context.debugDescription
    @unknown default: return "\(self)"
    }
  }
}
