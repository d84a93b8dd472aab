/// Reads standard input line by line, whatever its bytes are.
///
/// Holds one block and one line, never the whole input.
struct LineReader {
  /// The bytes of a line that are kept.
  ///
  /// A location may have 64 KiB; what is longer is refused by it.
  static let lineLimit = 1 << 20

  private static let blockBytes = 1 << 16

  private var block = [UInt8](repeating: 0, count: blockBytes)
  private var start = 0
  private var end = 0
  private var line: [UInt8] = []
  private var isInLine = false
  private var isAtEnd = false

  /// The number of lines that were longer than ``lineLimit``.
  private(set) var cutCount = 0

  /// Whether reading failed; then `errno` says why.
  private(set) var hasFailed = false

  /// Reads some lines: those that are there, and at least one.
  ///
  /// - Parameter limit: The most lines.
  /// - Returns: The lines without their ends; none at the end of the input.
  mutating func batch(limit: Int) -> [String] {
    var lines: [String] = []
    while lines.count < limit {
      if let line = takeLine() {
        lines.append(line)
      } else if isAtEnd || !lines.isEmpty {
        break
      } else {
        fill()
      }
    }
    return lines
  }

  /// The next line, when its end is in the block or the input is over.
  private mutating func takeLine() -> String? {
    if start < end {
      isInLine = true
      let newline = block[start..<end].firstIndex(of: UInt8(ascii: "\n"))
      keep(block[start..<(newline ?? end)])
      start = (newline ?? (end - 1)) + 1
      return newline == nil ? nil : finishLine()
    }
    return isAtEnd && isInLine ? finishLine() : nil
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    let room = Self.lineLimit - line.count
    if bytes.count > room, room > 0 { cutCount += 1 }
    line += bytes.prefix(max(0, room))
  }

  private mutating func finishLine() -> String {
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    defer {
      line.removeAll(keepingCapacity: line.capacity <= Self.blockBytes)
      isInLine = false
    }
    return RawText.text(line)
  }

  private mutating func fill() {
    start = 0
    let count = block.withUnsafeMutableBytes { StandardStream.input.read(into: $0) }
    end = max(0, count)
    isAtEnd = count <= 0
    hasFailed = count < 0
  }
}
