/// A pattern that fits a location, and the values of its parameters, read when asked for.
public struct RouteMatch: Sendable {
  /// The index of the entry in its table; 0 for a pattern matched alone.
  public let entry: Int
  /// The pattern that fits.
  public let pattern: RoutePattern
  let path: [UInt8]
  let separator: UInt8
  let host: String
  let captures: [RouteCapture]

  init?(
    _ pattern: RoutePattern,
    entry: Int = 0,
    location: Location,
    isCaseSensitive: Bool,
    host hostPattern: HostPattern?
  ) {
    let path = PathBytes(location)
    var captures: [RouteCapture] = []
    let host = location.host ?? ""
    if let hostPattern {
      guard let found = hostPattern.match(host) else { return nil }
      captures = found.map { part in
        let start = host.utf8.distance(from: host.startIndex, to: part.startIndex)
        return RouteCapture(start..<start + part.utf8.count)
      }
    }
    guard let found = pattern.matcher.match(path, isCaseSensitive: isCaseSensitive) else {
      return nil
    }
    self.entry = entry
    self.host = host
    self.pattern = pattern
    self.path = path.bytes
    separator = path.separator
    self.captures = captures + found
  }

  /// The values of the parameters by name.
  public var params: Parameters { Parameters(match: self) }

  /// The decoded segments of the last catch-all; empty without one.
  public var rest: [String] {
    guard let index = pattern.matcher.restCapture else { return [] }
    return segments(of: captures[captures.count - pattern.matcher.captureCount + index])
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
    guard let index = pattern.parameterNames.firstIndex(of: name) else { return nil }
    return text(at: index)
  }

  /// Reads path and captures in place, without copies.
  ///
  /// - Parameter body: Receives the bytes of the path, those of the host, and one capture for each
  ///   of the pattern's parameters.
  /// - Returns: What `body` returns.
  public func withUnsafeCaptures<Result>(
    _ body: (
      _ path: UnsafeBufferPointer<UInt8>, _ host: UnsafeBufferPointer<UInt8>,
      _ captures: UnsafeBufferPointer<RouteCapture>
    ) -> Result
  ) -> Result {
    var host = self.host
    return host.withUTF8 { host in
      path.withUnsafeBufferPointer { path in
        captures.withUnsafeBufferPointer { captures in
          body(path, host, UnsafeBufferPointer(rebasing: captures.prefix(pattern.parameters.count)))
        }
      }
    }
  }
}

extension RouteMatch {
  private var hostParameterCount: Int {
    captures.count - pattern.matcher.captureCount
  }

  func text(at index: Int) -> String? {
    let capture = captures[index]
    guard capture.isPresent, capture.start <= capture.end else { return nil }
    let range = Int(capture.start)..<Int(capture.end)
    return index < hostParameterCount
      ? String(decoding: Array(host.utf8)[range], as: UTF8.self)
      : String(decoding: path[range], as: UTF8.self)
  }

  func segments(of capture: RouteCapture) -> [String] {
    guard capture.isPresent, capture.start <= capture.end else { return [] }
    let range = Int(capture.start)..<Int(capture.end)
    return path[range].split(separator: separator, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  func value(at index: Int) -> ParameterValue? {
    let capture = captures[index]
    guard capture.isPresent else { return nil }
    let type = pattern.parameters[index].type
    if type == .list { return .list(segments(of: capture)) }
    guard let text = text(at: index) else { return nil }
    switch type {
    case .integer: return ParameterType.integer(Array(text.utf8)[...]).map(ParameterValue.integer)
    case .number: return Double(text).map(ParameterValue.number)
    case .bool: return .bool(text == "true")
    case .uuid: return .text(text.lowercased())
    default: return .text(text)
    }
  }
}
