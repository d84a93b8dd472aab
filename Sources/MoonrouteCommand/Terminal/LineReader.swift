import TextTools

/// Reads standard input line by line, as arbitrary bytes; it stores one block and one line.
struct LineReader {
  /// A location may have 64 KiB, so a longer line is rejected as a location.
  static let lineLimit = 1 << 20

  private static let blockBytes = 1 << 16

  private var block = [UInt8](repeating: 0, count: blockBytes)
  private var start = 0
  private var end = 0
  private var line: [UInt8] = []
  private var isInLine = false
  private var isCut = false
  private var isAtEnd = false

  /// The number of lines that exceeded ``lineLimit``.
  private(set) var cutCount = 0

  private(set) var failure: String?

  /// Reads the available lines without their ends, at least one except at the end of the input.
  mutating func batch(limit: Int) async -> [String] {
    var lines: [String] = []
    while lines.count < limit {
      if let line = takeLine() {
        lines.append(line)
      } else if isAtEnd || !lines.isEmpty {
        break
      } else {
        await fill()
      }
    }
    return lines
  }

  /// The next line, if its end is in the block or the input has ended.
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
    if bytes.count > room, !isCut {
      isCut = true
      cutCount += 1
    }
    line += bytes.prefix(room)
  }

  private mutating func finishLine() -> String {
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    defer {
      line.removeAll(keepingCapacity: line.capacity <= Self.blockBytes)
      isInLine = false
      isCut = false
    }
    return RawText.text(line)
  }

  private mutating func fill() async {
    start = 0
    (block, end, failure) = await Self.read(into: block)
    isAtEnd = end == 0
  }

  /// Waits for input on another thread, so that the scripts' timers and tasks continue.
  @concurrent
  private static func read(
    into block: consuming [UInt8]
  ) async -> (block: [UInt8], count: Int, failure: String?) {
    let count = block.withUnsafeMutableBytes { StandardStream.input.read(into: $0) }
    guard count < 0 else { return (block, count, nil) }
    return (block, 0, StandardStream.lastError)
  }
}
