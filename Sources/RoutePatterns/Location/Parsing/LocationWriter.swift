/// Appends bytes to a buffer of fixed size.
///
/// The maker of the buffer knows how much can come; a byte beyond that would be dropped, never
/// written behind the end.
struct LocationWriter {
  private let buffer: UnsafeMutableBufferPointer<UInt8>

  /// How many bytes there are.
  private(set) var count = 0

  /// Begins with an empty buffer.
  init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
    self.buffer = buffer
  }

  var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: buffer[..<count])
  }

  /// The last byte, or `nil` if there is none.
  var last: UInt8? { count == 0 ? nil : buffer[count - 1] }

  /// A byte that was appended.
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

  /// Takes back all bytes from an offset on.
  mutating func remove(from start: Int) {
    count = min(count, max(start, 0))
  }

  /// Finds the last byte of its kind, down to an offset.
  func lastIndex(of byte: UInt8, from start: Int) -> Int? {
    var index = count - 1
    while index >= start {
      if buffer[index] == byte { return index }
      index -= 1
    }
    return nil
  }
}
