extension LuaCompiledScript {
  /// The lines that have code, sorted, which breakpoints can use; `nil` if the bytes are not in the
  /// format of Lua 5.4.
  ///
  /// Only the compiler knows them: for a statement over several lines, it may be any of these.
  ///
  /// - Complexity: O(*n*) in the size of the script.
  package var activeLines: [Int]? {
    var reader = CompiledReader(bytes)
    guard reader.skipHeader(), reader.readFunction() else { return nil }
    return reader.lines.sorted()
  }

  /// The first line with code of each function, by the line where the function begins.
  package var firstLines: [Int: Int] {
    var reader = CompiledReader(bytes)
    guard reader.skipHeader(), reader.readFunction() else { return [:] }
    return reader.firstLines
  }
}

/// Reads the binary format of Lua 5.4 for compiled functions.
private struct CompiledReader {
  private let bytes: [UInt8]
  private var offset = 0
  private(set) var lines: Set<Int> = []
  private(set) var firstLines: [Int: Int] = [:]

  /// Replaces a line difference: the line is in the list of absolute lines.
  private static let absolute = Int8.min
  /// Signature, version, format, check bytes, three sizes, an integer and a number.
  private static let headerLength = 31

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func skipHeader() -> Bool {
    guard bytes.starts(with: [0x1B, 0x4C, 0x75, 0x61, 0x54, 0]) else { return false }
    return skip(Self.headerLength) && skip(1)
  }

  mutating func readFunction() -> Bool {
    guard skipString(), let start = number(), number() != nil, skip(1), let variadic = byte(),
      skip(1), let code = number(), skip(4 * code), skipConstants(),
      let upvalues = number(), skip(3 * upvalues), let inner = number()
    else { return false }
    for _ in 0..<inner { guard readFunction() else { return false } }
    return readLines(from: start, isVariadic: variadic != 0)
  }

  private mutating func skipConstants() -> Bool {
    guard let count = number() else { return false }
    for _ in 0..<count {
      guard let kind = byte() else { return false }
      switch kind {
      case 0x13, 0x03: guard skip(8) else { return false }
      case 0x04, 0x14: guard skipString() else { return false }
      case 0x00, 0x01, 0x11: break
      default: return false
      }
    }
    return true
  }

  private mutating func readLines(from start: Int, isVariadic: Bool) -> Bool {
    guard let count = number() else { return false }
    let first = offset
    guard skip(count), let known = number() else { return false }
    var absolute: [Int: Int] = [:]
    for _ in 0..<known {
      guard let place = number(), let line = number() else { return false }
      absolute[place] = line
    }
    var line = start
    for place in 0..<count {
      let step = Int8(bitPattern: bytes[first + place])
      line = step == Self.absolute ? absolute[place] ?? line : line + Int(step)
      // The first instruction of a variadic function only prepares its arguments.
      guard place > 0 || !isVariadic else { continue }
      lines.insert(line)
      if firstLines[start] == nil { firstLines[start] = line }
    }
    return skipNames()
  }

  private mutating func skipNames() -> Bool {
    guard let locals = number() else { return false }
    for _ in 0..<locals {
      guard skipString(), number() != nil, number() != nil else { return false }
    }
    guard let upvalues = number() else { return false }
    for _ in 0..<upvalues { guard skipString() else { return false } }
    return true
  }

  private mutating func skip(_ count: Int) -> Bool {
    guard count >= 0, bytes.count - offset >= count else { return false }
    offset += count
    return true
  }

  private mutating func byte() -> UInt8? {
    guard offset < bytes.count else { return nil }
    defer { offset += 1 }
    return bytes[offset]
  }

  /// Seven bits per byte, the highest first; the last byte is marked.
  private mutating func number() -> Int? {
    var value = 0
    while let byte = byte() {
      value = value << 7 | Int(byte & 0x7F)
      if byte & 0x80 != 0 { return value }
      if value > Int.max >> 8 { return nil }
    }
    return nil
  }

  private mutating func skipString() -> Bool {
    guard let size = number() else { return false }
    return size == 0 || skip(size - 1)
  }
}
