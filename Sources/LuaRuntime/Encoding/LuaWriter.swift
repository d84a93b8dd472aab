internal import CLua

/// A buffer into which values are written for Lua.
///
/// It is raw memory with a fixed address while C reads it.
final class LuaWriter {
  private var bytes: UnsafeMutableRawPointer
  private var capacity: Int
  private(set) var count = 0

  /// Whether the buffer refers to a value that stays in Lua.
  var hasReferences = false

  init(capacity: Int = 1024) {
    self.capacity = capacity
    bytes = .allocate(byteCount: capacity, alignment: 8)
  }

  deinit {
    bytes.deallocate()
  }

  /// The bytes written so far, readable until the next change.
  var written: clua_Bytes {
    clua_Bytes(bytes: UnsafePointer(bytes.assumingMemoryBound(to: UInt8.self)), length: count)
  }

  func reset() {
    count = 0
    hasReferences = false
  }

  /// Replaces a number written before.
  func patch(raw number: UInt32, at offset: Int) {
    bytes.storeBytes(of: number, toByteOffset: offset, as: UInt32.self)
  }

  func put(byte: UInt8) {
    reserve(1)
    bytes.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  func put(tag: clua_Tag) {
    put(byte: UInt8(truncatingIfNeeded: tag.rawValue))
  }

  func put<Number: BitwiseCopyable>(raw number: Number) {
    let size = MemoryLayout<Number>.size
    reserve(size)
    bytes.storeBytes(of: number, toByteOffset: count, as: Number.self)
    count += size
  }

  func put(bytes more: UnsafeRawBufferPointer) {
    reserve(more.count)
    if let base = more.baseAddress {
      (bytes + count).copyMemory(from: base, byteCount: more.count)
    }
    count += more.count
  }

  private func reserve(_ more: Int) {
    guard capacity - count < more else { return }
    let larger = max(capacity * 2, count + more)
    let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 8)
    moved.copyMemory(from: bytes, byteCount: count)
    bytes.deallocate()
    bytes = moved
    capacity = larger
  }
}
