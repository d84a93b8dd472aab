/// The bytes of a path during a look-up, read eight at a time.
struct PathView {
  let bytes: UnsafePointer<UInt8>
  let count: Int
  let separators: UInt64

  @inline(__always)
  init(_ bytes: UnsafeBufferPointer<UInt8>, base: UnsafePointer<UInt8>, separator: UInt8) {
    self.bytes = base
    count = bytes.count
    separators = UInt64(separator) &* 0x0101_0101_0101_0101
  }

  /// The start of the first segment; past the end for the root, which has no segments.
  @inline(__always)
  var start: Int { count <= 1 ? count &+ 1 : 1 }

  /// Reads the eight bytes at a position; past the end they are separators.
  @inline(__always)
  func word(at position: Int) -> UInt64 {
    if position &+ 8 <= count { return plainWord(at: position) }
    return lastWord(at: position)
  }

  @inline(__always)
  func plainWord(at position: Int) -> UInt64 {
    UInt64(
      littleEndian: UnsafeRawPointer(bytes + position).loadUnaligned(as: UInt64.self)
    )
  }

  @inline(__always)
  private func lastWord(at position: Int) -> UInt64 {
    let left = count &- position
    if left <= 0 { return separators }
    let bits = UInt64(truncatingIfNeeded: left &* 8)
    if count >= 8 {
      return plainWord(at: count &- 8) &>> (64 &- bits) | separators &<< bits
    }
    return shortWord(at: position, separators &<< bits)
  }

  /// Reads the last bytes of a path with fewer than eight bytes.
  @inline(never)
  private func shortWord(at position: Int, _ rest: UInt64) -> UInt64 {
    var word = rest
    for index in position..<count {
      word |= UInt64(bytes[index]) &<< UInt64((index &- position) &* 8)
    }
    return word
  }

  /// Flags the separators of a word; only the lowest flag is reliable.
  @inline(__always)
  func separatorFlags(_ word: UInt64) -> UInt64 {
    let difference = word ^ separators
    return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
  }

  /// Finds the start of a segment by its index, counting from a known segment.
  @inline(__always)
  func start(ofSegment number: Int, from known: (segment: Int, position: Int)) -> Int {
    var (segment, position) = known
    while segment < number {
      position = segmentEnd(from: position) &+ 1
      segment &+= 1
    }
    return position
  }

  @inline(__always)
  func segmentEnd(from position: Int) -> Int {
    var position = position
    while true {
      let flags = separatorFlags(word(at: position))
      if flags != 0 { return position &+ flags.trailingZeroBitCount &>> 3 }
      position &+= 8
    }
  }
}

/// One segment during a look-up.
struct SegmentView {
  /// The first eight bytes, padded with zeros.
  var head: UInt64
  var hash: UInt64
  var end: Int

  @inline(__always)
  init(_ path: PathView, at position: Int) {
    var word = path.word(at: position)
    var flags = path.separatorFlags(word)
    if flags != 0 {
      head = word & SegmentView.mask(below: flags)
      hash = SegmentHash.mix(0, head)
      end = position &+ flags.trailingZeroBitCount &>> 3
      return
    }
    head = word
    hash = SegmentHash.mix(0, word)
    var next = position &+ 8
    while true {
      word = path.word(at: next)
      flags = path.separatorFlags(word)
      if flags != 0 { break }
      hash = SegmentHash.mix(hash, word)
      next &+= 8
    }
    hash = SegmentHash.mix(hash, word & SegmentView.mask(below: flags))
    end = next &+ flags.trailingZeroBitCount &>> 3
  }

  /// All bits of the bytes below the lowest flag.
  @inline(__always)
  private static func mask(below flags: UInt64) -> UInt64 {
    ((flags & (0 &- flags)) &>> 7) &- 1
  }
}
