/// A route that fits a location, and the values of its parameters, read when asked for.
///
/// A match is a value of its own: it keeps what it needs of its location and its pattern.
public struct RouteMatch: Sendable {
  /// The parameters of the path, one a capture; immortal, or held by the whole match.
  private let list: Unmanaged<ParameterList>
  private let body: Body
  private let entryIndex: Int32

  /// What the match keeps.
  enum Body: Sendable {
    case short(ShortMatch)
    case whole(WholeMatch)
  }

  @inline(__always)
  init(_ list: Unmanaged<ParameterList>, _ body: Body, entry: Int32) {
    self.list = list
    self.body = body
    entryIndex = entry
  }

  /// The index of the entry in its table; 0 for a pattern matched alone.
  public var entry: Int { Int(entryIndex) }

  /// The values of the parameters by name.
  public var params: Parameters { Parameters(match: self) }

  /// One parameter for each capture of the path; one without a name is empty.
  public var slots: [RouteParameter] { list._withUnsafeGuaranteedRef { $0.slots } }

  /// The decoded segments of the last catch-all; empty without one.
  public var rest: [String] {
    slots.lastIndex { $0.type == .list }.flatMap(segments) ?? []
  }

  /// The value of an integer parameter, or `nil` if there is none of this name and type.
  public subscript(int name: String) -> Int64? {
    if case .integer(let value) = params[name] { value } else { nil }
  }

  /// The value of a number or integer parameter, or `nil` if there is none of this name and type.
  public subscript(number name: String) -> Double? {
    switch params[name] {
    case .number(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }

  /// The value of a Boolean parameter, or `nil` if there is none of this name and type.
  public subscript(bool name: String) -> Bool? {
    if case .bool(let value) = params[name] { value } else { nil }
  }

  /// The decoded text of a parameter that holds one segment, whatever its type, or `nil`.
  public subscript(text name: String) -> String? {
    guard let slot = slot(of: name) else { return hostText(of: name) }
    return text(at: slot)
  }

  /// The value that a type of the application makes from its text, made at each call.
  ///
  /// - Returns: `nil` if there is no such parameter, if its type makes no values, or if the type
  ///   made none of this text.
  public func parsed(_ name: String) -> (any Sendable)? {
    guard let slot = slot(of: name), case .custom(let type) = slots[slot].type else { return nil }
    return text(at: slot).flatMap { type.parse?($0) }
  }

  /// Reads the path and the captures in place.
  ///
  /// The captures stand in the order of ``slots``; parameters of the host are not among them.
  ///
  /// - Parameter body: Receives the decoded path, its separator and the captures.
  /// - Returns: What `body` returns.
  public func withUnsafeCaptures<Result>(
    _ body: (
      _ path: UnsafeBufferPointer<UInt8>, _ separator: UInt8,
      _ captures: UnsafeBufferPointer<RouteCapture>
    ) -> Result
  ) -> Result {
    if case .whole(let match) = self.body, !list._withUnsafeGuaranteedRef({ $0.isFixed }) {
      return match.withPath { path in
        match.captures.withUnsafeBufferPointer { body(path, match.separator, $0) }
      }
    }
    return withPath { path, separator in
      list._withUnsafeGuaranteedRef { list in
        withUnsafeTemporaryAllocation(of: RouteCapture.self, capacity: list.slots.count) {
          list.captures(in: path, separator, into: $0)
          return body(path, separator, UnsafeBufferPointer($0))
        }
      }
    }
  }
}

extension RouteMatch {
  private func slot(of name: String) -> Int? {
    list._withUnsafeGuaranteedRef { $0.slot(of: name) }
  }

  private func withPath<Result>(
    _ body: (_ path: UnsafeBufferPointer<UInt8>, _ separator: UInt8) -> Result
  ) -> Result {
    switch self.body {
    case .short(let match): match.withPath { body($0, match.separator) }
    case .whole(let match): match.withPath { body($0, match.separator) }
    }
  }

  private func text(at slot: Int) -> String? {
    withUnsafeCaptures { path, _, captures in
      captures[slot].isPresent
        ? String(decoding: path[captures[slot].range], as: UTF8.self) : nil
    }
  }

  /// The segments of a catch-all, or `nil` if it is in a part that was left out.
  private func segments(at slot: Int) -> [String]? {
    withUnsafeCaptures { path, separator, captures in
      let capture = captures[slot]
      guard capture.isPresent else { return nil }
      guard capture.start <= capture.end else { return [] }
      return path[capture.range].split(separator: separator, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private func hostText(of name: String) -> String? {
    if case .whole(let match) = body { match.hostText(of: name) } else { nil }
  }

  /// The names that may have a value: those of the host first.
  var names: [String] {
    let names = slots.map(\.name)
    return if case .whole(let match) = body { match.hostNames + names } else { names }
  }

  /// The value of a parameter by name.
  func value(of name: String) -> ParameterValue? {
    guard let slot = slot(of: name) else {
      return hostText(of: name).map(ParameterValue.text)
    }
    let type = slots[slot].type
    if type == .list { return segments(at: slot).map(ParameterValue.list) }
    return text(at: slot).map(type.value)
  }
}
