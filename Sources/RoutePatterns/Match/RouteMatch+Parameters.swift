extension RouteMatch {
  /// The parameters of a match: names and values, from the left, made when they are read.
  public struct Parameters: Sendable {
    let match: RouteMatch

    /// The value of a parameter.
    ///
    /// - Returns: `nil` if the pattern has no such parameter, or has it in an optional part that was
    ///   left out.
    /// - Complexity: O(*n*), where *n* is the number of parameters.
    public subscript(name: String) -> ParameterValue? {
      match.value(of: name)
    }
  }
}

extension RouteMatch.Parameters: Sequence {
  /// Walks over the parameters that have a value.
  public func makeIterator() -> AnyIterator<(name: String, value: ParameterValue)> {
    var index = 0
    let names = match.names
    return AnyIterator {
      while index < names.count {
        defer { index += 1 }
        if let value = match.value(of: names[index]) { return (names[index], value) }
      }
      return nil
    }
  }

  /// The values by name.
  public var dictionary: [String: ParameterValue] {
    Dictionary(map { ($0.name, $0.value) }) { first, _ in first }
  }
}
