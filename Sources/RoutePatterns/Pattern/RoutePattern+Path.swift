extension RoutePattern {
  /// Makes the path of a location from parameters.
  ///
  /// An optional part is included if any of its parameters has a value. A typed parameter accepts
  /// text that matches its type. A parameter with only one value may be omitted.
  ///
  /// - Parameter parameters: Values by name.
  /// - Returns: The decoded segments.
  /// - Throws: ``ParameterError`` for a missing or unknown name, a value of the wrong type, and a
  ///   value that the location would not return.
  public func path(
    parameters: [String: ParameterValue]
  ) throws(ParameterError) -> [String] {
    let known = parameterNames
    for name in parameters.keys.sorted() where !known.contains(name) {
      throw ParameterError(.unknown(name: name, known: known), pattern: self)
    }
    var writer = PathWriter(pattern: self, parameters: parameters)
    try writer.write(items)
    try writer.checkReturn()
    return writer.segments
  }

  /// Makes the host of a location from parameters.
  ///
  /// - Parameter parameters: Values by name.
  /// - Returns: The host, or `nil` if the pattern has no host.
  /// - Throws: ``ParameterError`` for a missing name, a value that is not a host label, and a host
  ///   with `*`.
  public func host(parameters: [String: ParameterValue]) throws(ParameterError) -> String? {
    guard let host else { return nil }
    var labels: [String] = []
    for label in host.labels {
      switch label {
      case .literal(let text): labels.append(text)
      case .any: throw ParameterError(.unnamed, pattern: self)
      case .parameter(let name):
        guard let value = parameters[name] else {
          throw ParameterError(.missing(name: name), pattern: self)
        }
        guard let label = value.text, !label.isEmpty,
          !label.contains(where: { ".:/?#@[]% ".contains($0) }),
          let spelled = try? HostName.label(Substring(label)), spelled == label
        else {
          throw ParameterError(
            .notReturned(name: name, value: value.text ?? "a list"),
            pattern: self
          )
        }
        labels.append(label)
      }
    }
    return labels.joined(separator: ".")
  }
}

private struct PathWriter {
  let pattern: RoutePattern
  let parameters: [String: ParameterValue]
  private(set) var segments: [String] = []
  private var segmentCount: Int
  private var written = 0

  init(pattern: RoutePattern, parameters: [String: ParameterValue]) {
    self.pattern = pattern
    self.parameters = parameters
    segmentCount = pattern.items.segmentCount
  }

  mutating func write(_ items: [TemplateItem]) throws(ParameterError) {
    for item in items {
      switch item {
      case .segment(let segment):
        written += 1
        try write(segment, isLast: written == segmentCount)
      case .optional(let inner):
        let inside = inner.writtenOut
        if inside.contains(where: { $0.parameters.contains { parameters[$0.name] != nil } }) {
          try write(inner)
        } else {
          written += inner.segmentCount
        }
      }
    }
  }

  private mutating func write(
    _ segment: TemplateSegment,
    isLast: Bool
  ) throws(ParameterError) {
    switch segment {
    case .literal(let text): segments.append(text)
    case .parameter(let parameter): segments.append(try text(of: parameter))
    case .mixed(let pieces): segments.append(try text(of: pieces))
    case .many(let name): try writeMany(name)
    case .one(let name) where isLast: try writeMany(name)
    case .one(.none): throw ParameterError(.unnamed, pattern: pattern)
    case .one(.some(let name)):
      segments.append(try text(of: RouteParameter(name: name, type: .text)))
    }
  }

  private func text(of pieces: [TemplatePiece]) throws(ParameterError) -> String {
    var result = ""
    for piece in pieces {
      switch piece {
      case .literal(let text): result += text
      case .parameter(let parameter): result += try text(of: parameter)
      }
    }
    return result
  }

  private func text(of parameter: RouteParameter) throws(ParameterError) -> String {
    let name = parameter.name
    guard let value = parameters[name] ?? pattern.fixed[name].map(ParameterValue.text) else {
      throw ParameterError(.missing(name: name), pattern: pattern)
    }
    guard let text = value.text else {
      throw ParameterError(
        .wrongType(name: name, expected: parameter.type.indication, value: value.indication),
        pattern: pattern
      )
    }
    if text.isEmpty {
      throw ParameterError(.notReturned(name: name, value: text), pattern: pattern)
    }
    guard parameter.type.accepts(text) else {
      let expected = pattern.fixed[name] ?? parameter.type.indication
      throw ParameterError(
        .wrongType(name: name, expected: expected, value: text),
        pattern: pattern
      )
    }
    return text
  }

  private mutating func writeMany(_ name: String?) throws(ParameterError) {
    guard let name, let value = parameters[name] else { return }
    switch value {
    case .list(let list): segments += list
    default: segments.append(try text(of: RouteParameter(name: name, type: .text)))
    }
  }

  func checkReturn() throws(ParameterError) {
    let path = PathBytes(segments: segments)
    var budget = MatchBudget()
    let captures = path.bytes.withUnsafeBufferPointer {
      PatternMatcher.match(pattern.shape, $0, separator: path.separator, &budget)
    }
    if budget.isSpent { throw ParameterError(.tooManySteps, pattern: pattern) }
    for (index, parameter) in pattern.shape.slots.enumerated() {
      guard let value = parameters[parameter.name] else { continue }
      let wanted: [String] = if case .list(let list) = value { list } else { [value.text ?? ""] }
      let found = captures.map { path.segments(in: $0[index]) }
      let isKept = captures.map { $0[index].isPresent && path.isKept(around: $0[index]) } ?? false
      guard let found, isKept, found == wanted else {
        throw ParameterError(
          .notReturned(name: parameter.name, value: wanted.joined(separator: "/")),
          pattern: pattern
        )
      }
    }
  }
}
