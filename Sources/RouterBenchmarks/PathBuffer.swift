/// Consecutive paths in one block of memory, as in a network buffer.
final class PathBuffer {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  let paths: [UnsafeBufferPointer<UInt8>]

  init(_ texts: [String]) {
    let all = texts.flatMap { Array($0.utf8) }
    bytes = .allocate(capacity: max(all.count, 1))
    _ = bytes.initialize(from: all)
    var start = 0
    paths = texts.map { [bytes] text in
      let end = start + text.utf8.count
      defer { start = end }
      return UnsafeBufferPointer(rebasing: bytes[start..<end])
    }
  }

  deinit {
    bytes.deallocate()
  }
}
