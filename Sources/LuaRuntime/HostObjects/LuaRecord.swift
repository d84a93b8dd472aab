internal import CLua

/// The content of one record, held until a script first gets it.
///
/// In Lua a record is a read-only value that owns a copy of its bytes and builds its tables when
/// they are first read. It holds nothing of the host and stays valid as long as a script keeps it.
/// This object is the host's side of it: created once and reused for one open after another.
///
/// ```swift
/// let record = LuaRecord(in: state)
/// record.begin(shape, text: Array("/user/42".utf8), ranges: [6..<8])
/// let decision = state.decide(guardFunction, record)
/// record.end()
/// ```
public final class LuaRecord {
  let spec: UnsafeMutablePointer<clua_RecordSpec>
  let stateHandle: StateHandle
  // Each is read or written in one step; no other code runs meanwhile.
  @exclusivity(unchecked) private var shape: LuaRecordShape?
  /// Whether it has begun with a shape of its state.
  @exclusivity(unchecked) private(set) var isReady = false
  @exclusivity(unchecked) private var bytes: UnsafeMutableRawPointer
  @exclusivity(unchecked) private var capacity = 256
  private let block = LuaWriter(capacity: 64)
  @exclusivity(unchecked) private var fieldCount = 0

  /// Makes an empty record.
  public init(in state: LuaState) {
    stateHandle = state.stateHandle
    spec = .allocate(capacity: 1)
    spec.initialize(to: clua_RecordSpec())
    bytes = .allocate(byteCount: capacity, alignment: 8)
  }

  deinit {
    if spec.pointee.place > 0 { stateHandle.release(record: spec.pointee.place) }
    spec.deallocate()
    bytes.deallocate()
  }

  /// Begins a new record, and ends the previous one.
  ///
  /// - Parameters:
  ///   - shape: Its shape.
  ///   - text: The text that contains the parameters; it is copied.
  ///   - ranges: For each parameter the offsets of its first byte and of the byte after its last,
  ///     as two `UInt32`; both `.max` for an absent one, the end before the start for an empty
  ///     list. They are copied.
  ///   - separator: The byte between the parts of a list.
  ///   - tag: A number of the host's own that identifies the record when a script passes it back.
  /// - Complexity: O(*n*) in the number of bytes.
  public func begin(
    _ shape: LuaRecordShape,
    text: UnsafeRawBufferPointer,
    ranges: UnsafeRawBufferPointer,
    separator: UInt8 = UInt8(ascii: "/"),
    tag: UInt64 = 0
  ) {
    end()
    reserve(ranges.count + text.count)
    if let base = ranges.baseAddress { bytes.copyMemory(from: base, byteCount: ranges.count) }
    if let base = text.baseAddress {
      (bytes + ranges.count).copyMemory(from: base, byteCount: text.count)
    }
    let start = UnsafeRawPointer(bytes)
    spec.pointee.point(
      at: UnsafeRawBufferPointer(start: start + ranges.count, count: text.count),
      UnsafeRawBufferPointer(start: start, count: ranges.count),
      separator
    )
    spec.pointee.tag = tag
    take(shape)
  }

  private func take(_ shape: LuaRecordShape) {
    guard self.shape !== shape else { return }
    self.shape = shape
    spec.pointee.shape = shape.number
    isReady = shape.stateHandle === stateHandle
  }

  /// Begins a new record from arrays.
  ///
  /// - Parameters:
  ///   - shape: Its shape.
  ///   - text: The text that contains the parameters.
  ///   - ranges: The part of each parameter, nil for an absent one.
  ///   - separator: The byte between the parts of a list.
  ///   - tag: A number of the host's own.
  public func begin(
    _ shape: LuaRecordShape,
    text: [UInt8],
    ranges: [Range<Int>?],
    separator: UInt8 = UInt8(ascii: "/"),
    tag: UInt64 = 0
  ) {
    let pairs = ranges.flatMap { range -> [UInt32] in
      guard let range = range?.clamped(to: 0..<text.count) else { return [.max, .max] }
      return [UInt32(range.lowerBound), UInt32(range.upperBound)]
    }
    text.withUnsafeBytes { text in
      pairs.withUnsafeBytes { pairs in
        begin(shape, text: text, ranges: pairs, separator: separator, tag: tag)
      }
    }
  }

  /// Sets a field of the record.
  ///
  /// Scripts must not have seen the record yet.
  ///
  /// - Throws: ``LuaErrorCode/misuse`` if a script has received the record, or the reason why the
  ///   value cannot be passed.
  public func set(_ field: String, to value: LuaValue) throws(LuaError) {
    guard let state = stateHandle.state else {
      throw LuaError(.closed, "this record belonged to \(stateHandle.label)")
    }
    guard spec.pointee.place == 0 else {
      throw LuaError(.misuse, "a script already holds the record, so it cannot change")
    }
    if fieldCount == 0 { block.put(raw: UInt32(0)) }
    block.put(field)
    try block.put(value, for: state, depth: 0)
    fieldCount += 1
    block.patch(raw: UInt32(truncatingIfNeeded: fieldCount * 2), at: 0)
    spec.pointee.block = block.written
    spec.pointee.eager = block.hasReferences
  }

  /// Ends the record for the host.
  ///
  /// Scripts that hold the record can still read it.
  public func end() {
    if fieldCount > 0 {
      block.reset()
      fieldCount = 0
      spec.pointee.block = clua_Bytes()
      spec.pointee.eager = false
    }
    if spec.pointee.place > 0 {
      if let pointer = stateHandle.pointer { clua_drop_record(pointer, spec.pointee.place) }
      spec.pointee.place = 0
    }
  }

  private func reserve(_ count: Int) {
    guard count > capacity else { return }
    capacity = max(count, capacity * 2)
    bytes.deallocate()
    bytes = .allocate(byteCount: capacity, alignment: 8)
  }
}

extension clua_RecordSpec {
  /// Sets the addresses of the record's bytes.
  @inline(__always)
  mutating func point(
    at text: UnsafeRawBufferPointer,
    _ ranges: UnsafeRawBufferPointer,
    _ separator: UInt8
  ) {
    self.separator = separator
    self.ranges = ranges.baseAddress?.assumingMemoryBound(to: clua_Range.self)
    range_count = UInt32(truncatingIfNeeded: ranges.count / MemoryLayout<clua_Range>.size)
    self.text = clua_Bytes(
      bytes: text.baseAddress?.assumingMemoryBound(to: UInt8.self),
      length: text.count
    )
  }
}
