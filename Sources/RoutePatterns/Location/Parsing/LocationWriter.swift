/// Appends bytes to a fixed-size buffer.
///
/// The creator of the buffer knows the maximum length. The writer drops any byte beyond it and
/// never writes past the end.
struct LocationWriter {
  private let buffer: UnsafeMutableBufferPointer<UInt8>

  private(set) var count = 0

  init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
    self.buffer = buffer
  }

  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: buffer[..<count])
  }

  var last: UInt8? { count == 0 ? nil : buffer[count - 1] }

  subscript(index: Int) -> UInt8 {
    get { bytes[index] }
    set {
      assert(index < count)
      if index < count { buffer[index] = newValue }
    }
  }

  mutating func append(_ byte: UInt8) {
    assert(count < buffer.count)
    guard count < buffer.count else { return }
    buffer[count] = byte
    count += 1
  }

  mutating func append(contentsOf bytes: some Sequence<UInt8>) {
    for byte in bytes { append(byte) }
  }

  mutating func remove(from start: Int) {
    count = min(count, max(start, 0))
  }

  /// Finds the last occurrence of a byte, searching back to an offset.
  func lastIndex(of byte: UInt8, from start: Int) -> Int? {
    var index = count - 1
    while index >= start {
      if buffer[index] == byte { return index }
      index -= 1
    }
    return nil
  }
}
