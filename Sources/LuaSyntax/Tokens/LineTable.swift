/// The lines of a text, as Lua counts them: `\n`, `\r`, `\r\n` or `\n\r` ends a line.
package struct LineTable: Sendable {
  private let starts: [Int]
  private let length: Int

  package init(_ text: [UInt8]) {
    var starts = [0]
    text.withUnsafeBufferPointer { bytes in
      var at = 0
      while at < bytes.count {
        let byte = bytes[at]
        at += 1
        guard byte == 0x0A || byte == 0x0D else { continue }
        if at < bytes.count, bytes[at] == 0x0A || bytes[at] == 0x0D, bytes[at] != byte { at += 1 }
        starts.append(at)
      }
    }
    self.starts = starts
    length = text.count
  }

  /// The number of lines, including the one after the last line break.
  package var count: Int { starts.count }

  /// The line of an offset, counted from 1.
  package func line(of offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// The column of an offset in its line, counted from 1 in bytes.
  package func column(of offset: Int) -> Int { offset - starts[line(of: offset) - 1] + 1 }

  /// The offset of a line's first byte, counted from 1; for a line after the last, the end of the
  /// text.
  package func start(ofLine line: Int) -> Int {
    line > starts.count ? length : starts[max(1, line) - 1]
  }
}
