/// A route that matches a location, and the values of its parameters, which are read on demand.
///
/// A match is an independent value: it keeps everything that it needs from its location and its
/// pattern.
public struct RouteMatch: Sendable {
  /// The parameters of the path, one for each capture; never freed, or retained by the routes or
  /// the pattern.
  @usableFromInline let list: Unmanaged<ParameterList>
  @usableFromInline let compact: CompactCaptures
  /// The bytes of the location; `nil` if the compact captures contain its short path.
  @usableFromInline let storage: LocationStorage?
  @usableFromInline let owner: MatchOwner?
  @usableFromInline let entryIndex: Int32

  // Inlined into its callers, which then omit the fields that they do not read.
  /// Makes a match from a table's answer, and retains location and owner if the compact captures
  /// need them.
  @inlinable
  init(
    _ answer: RouteAnswer,
    _ compact: CompactCaptures,
    of owner: MatchOwner,
    _ location: Location
  ) {
    list = answer.list
    self.compact = compact
    storage = compact.isShort ? nil : location.storage
    self.owner = compact.isShort ? nil : owner
    entryIndex = answer.entry
  }

  /// Makes a match of one pattern, which retains its location and its pattern.
  init(
    _ pattern: RoutePattern,
    _ location: Location,
    _ captures: [RouteCapture],
    isCaseSensitive: Bool = true
  ) {
    list = Unmanaged.passUnretained(pattern.list)
    compact = CompactCaptures(InlineCaptures(captures), in: location.layout)
    storage = location.storage
    owner = MatchOwner([RouteTable.Entry(pattern: pattern, isCaseSensitive: isCaseSensitive)])
    entryIndex = 0
  }

  /// The match with its location; `nil` if it only has a short path.
  private var full: Captures? {
    guard let storage, let owner else { return nil }
    return Captures(storage, compact, owner.entries[entry])
  }

  /// The index of the entry in its table; 0 for a match of a single pattern.
  @inlinable public var entry: Int { Int(entryIndex) }

  /// The values of the parameters by name, read again at each call.
  ///
  /// - Complexity: O(*n*), where *n* is the number of parameters.
  public var params: [String: ParameterValue] {
    Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
  }

  /// One parameter for each capture of the path; unnamed catch-alls have an empty name.
  package var slots: [RouteParameter] { list._withUnsafeGuaranteedRef { $0.slots } }

  /// The decoded segments of the last catch-all; empty without a catch-all.
  public var rest: [String] {
    let slot = list._withUnsafeGuaranteedRef { $0.restSlot }
    return slot < 0 ? [] : segments(at: slot) ?? []
  }

  /// The value of an integer parameter, or `nil` if no parameter has this name and type.
  public subscript(int name: String) -> Int? {
    if case .int(let value) = value(of: name) { Int(exactly: value) } else { nil }
  }

  /// The value of a number or integer parameter, or `nil` if no parameter has this name and type.
  public subscript(double name: String) -> Double? {
    switch value(of: name) {
    case .double(let value): value
    case .int(let value): Double(value)
    default: nil
    }
  }

  /// The value of a Boolean parameter, or `nil` if no parameter has this name and type.
  public subscript(bool name: String) -> Bool? {
    if case .bool(let value) = value(of: name) { value } else { nil }
  }

  /// The decoded text of a parameter of any type with one segment, or `nil`; for a UUID in lower
  /// case, as in ``params``.
  public subscript(text name: String) -> String? {
    guard let slot = slot(of: name) else { return hostText(of: name) }
    return slots[slot].type == .uuid ? text(at: slot)?.lowercased() : text(at: slot)
  }

  /// Converts a parameter's text to a value of the application's type, at each call.
  ///
  /// - Returns: `nil` if no parameter has this name, if its type does not convert values, or if the
  ///   type rejects this text.
  public func parsed(_ name: String) -> (any Sendable)? {
    guard let slot = slot(of: name), case .custom(let type) = slots[slot].type else { return nil }
    return text(at: slot).flatMap { type.parse?($0) }
  }

  /// Reads the path, its separator and the captures in place.
  ///
  /// The captures are in the order of ``slots``; parameters of the host are not included.
  @inlinable
  package func withUnsafeCaptures<Result>(
    _ body: (
      _ path: UnsafeBufferPointer<UInt8>, _ separator: UInt8,
      _ captures: UnsafeBufferPointer<RouteCapture>
    ) -> Result
  ) -> Result {
    // Avoids a generic call into this module, which would look up types at run time.
    withUnsafeTemporaryAllocation(of: Result.self, capacity: 1) { answer in
      visitCaptures { answer.initializeElement(at: 0, to: body($0, $1, $2)) }
      return answer.moveElement(from: 0)
    }
  }

  @usableFromInline
  func visitCaptures(
    _ body: (UnsafeBufferPointer<UInt8>, UInt8, UnsafeBufferPointer<RouteCapture>) -> Void
  ) {
    // No closure captures the match itself: copying its fields would cost more than the search.
    let (list, compact) = (list, compact)
    if compact.isShort, list._withUnsafeGuaranteedRef({ $0.isFixed }) {
      return compact.withShortPath { path in
        list._withUnsafeGuaranteedRef { $0.visitCaptures(in: path, compact.separator, body) }
      }
    }
    visitFull(body)
  }

  private func visitFull(
    _ body: (UnsafeBufferPointer<UInt8>, UInt8, UnsafeBufferPointer<RouteCapture>) -> Void
  ) {
    if !list._withUnsafeGuaranteedRef({ $0.isFixed }), let full {
      return full.withPath { path in
        full.withCaptures { body(path, compact.separator, $0) }
      }
    }
    withPath { path, separator in
      list._withUnsafeGuaranteedRef { $0.visitCaptures(in: path, separator, body) }
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
    if compact.isShort { return compact.withShortPath { body($0, compact.separator) } }
    return withFullPath(body)
  }

  private func withFullPath<Result>(
    _ body: (_ path: UnsafeBufferPointer<UInt8>, _ separator: UInt8) -> Result
  ) -> Result {
    (storage ?? .bytes([]))
      .withBytes { bytes in
        body(UnsafeBufferPointer(rebasing: bytes[compact.key.bounds]), compact.separator)
      }
  }

  private func text(at slot: Int) -> String? {
    if list._withUnsafeGuaranteedRef({ $0.isFixed }), slots[slot].type != .list {
      return withPath { path, separator in
        list._withUnsafeGuaranteedRef { $0.capture(of: slot, in: path, separator) }
          .map { String(decoding: path[$0], as: UTF8.self) }
      }
    }
    return withUnsafeCaptures { path, _, captures in
      captures[slot].isPresent
        ? String(decoding: path[captures[slot].range], as: UTF8.self) : nil
    }
  }

  /// The segments of a catch-all, or `nil` if its optional part was left out.
  private func segments(at slot: Int) -> [String]? {
    withUnsafeCaptures { path, separator, captures in
      captures[slot].isPresent ? Self.segments(path, separator, captures[slot]) : nil
    }
  }

  private func hostText(of name: String) -> String? {
    full?.hostText(of: name)
  }

  /// The parameters that have a value, from the left, starting with those of the host.
  package var pairs: [(name: String, value: ParameterValue)] {
    let hostNames = full?.hostNames ?? []
    var pairs = hostNames.compactMap { name in hostText(of: name).map { (name, $0) } }
      .map { (name: $0.0, value: ParameterValue.text($0.1)) }
    let slots = slots
    visitCaptures { path, separator, captures in
      for (slot, capture) in zip(slots, captures) where !slot.name.isEmpty && capture.isPresent {
        pairs.append((slot.name, Self.value(slot.type, path, separator, capture)))
      }
    }
    return pairs
  }

  private static func value(
    _ type: ParameterType,
    _ path: UnsafeBufferPointer<UInt8>,
    _ separator: UInt8,
    _ capture: RouteCapture
  ) -> ParameterValue {
    guard type == .list else {
      return type.value(String(decoding: path[capture.range], as: UTF8.self))
    }
    return .list(segments(path, separator, capture))
  }

  private static func segments(
    _ path: UnsafeBufferPointer<UInt8>,
    _ separator: UInt8,
    _ capture: RouteCapture
  ) -> [String] {
    guard capture.start <= capture.end else { return [] }
    return path[capture.range].split(separator: separator, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The value of one parameter.
  ///
  /// - Returns: `nil` if the pattern has no such parameter, or its optional part was left out.
  package func value(of name: String) -> ParameterValue? {
    guard let slot = slot(of: name) else {
      return hostText(of: name).map(ParameterValue.text)
    }
    let type = slots[slot].type
    if type == .list { return segments(at: slot).map(ParameterValue.list) }
    return text(at: slot).map(type.value)
  }
}

/// The entries of a table, retained by the table and by the matches that need them.
@usableFromInline
final class MatchOwner: Sendable {
  let entries: [RouteTable.Entry]

  init(_ entries: [RouteTable.Entry]) {
    self.entries = entries
  }
}
