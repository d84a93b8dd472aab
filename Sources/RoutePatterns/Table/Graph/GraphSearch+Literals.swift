extension GraphSearch {
  /// Finds the record of the literal child for a segment, or -1.
  @inline(__always)
  func literal(
    _ record: UnsafePointer<GraphRecord>,
    _ flags: GraphRecord.Flags,
    _ segment: SegmentView,
    at position: Int
  ) -> Int {
    var probes = flags.probes
    guard probes > 0 else { return -1 }
    if isFolded { return foldedLiteral(record, position, segment.end) }
    let length = segment.end &- position
    var index =
      Int(record.pointee.children)
      &+ Int(truncatingIfNeeded: (segment.hash &>> 1) &>> UInt64(record.pointee.shift))
    while true {
      let child = records + index
      if child.pointee.head == segment.head, Int(child.pointee.length) == length,
        length <= 8 || hasTail(child, position, length)
      {
        return index
      }
      probes &-= 1
      if probes == 0 || child.pointee.length == GraphRecord.unused { break }
      index &+= 1
    }
    return flags.contains(.hasUnicode) ? unicodeLiteral(record, position, segment.end) : -1
  }

  /// Compares the bytes of a literal after the first eight.
  @inline(__always)
  private func hasTail(
    _ child: UnsafePointer<GraphRecord>,
    _ position: Int,
    _ length: Int
  ) -> Bool {
    if length <= 16 { return path.plainWord(at: position &+ length &- 8) == child.pointee.tail }
    return hasLongTail(child, position, length)
  }

  @inline(never)
  private func hasLongTail(
    _ child: UnsafePointer<GraphRecord>,
    _ position: Int,
    _ length: Int
  ) -> Bool {
    graph._withUnsafeGuaranteedRef { graph in
      let start = Int(child.pointee.tail)
      for offset in 8..<length where graph.text[start + offset] != path.bytes[position + offset] {
        return false
      }
      return true
    }
  }

  /// Looks for a literal in another canonically equivalent spelling.
  @inline(never)
  private func unicodeLiteral(
    _ record: UnsafePointer<GraphRecord>,
    _ position: Int,
    _ end: Int
  ) -> Int {
    let segment = UnsafeBufferPointer(start: path.bytes + position, count: end - position)
    guard segment.contains(where: { $0 >= 0x80 }) else { return -1 }
    budget.pointee.spend(segment.count &* MatchBudget.unicode)
    guard let spelling = spelling(of: String(decoding: segment, as: UTF8.self)) else { return -1 }
    return find(spelling, below: record)
  }

  /// Looks for a literal that was stored lower-cased.
  @inline(never)
  private func foldedLiteral(
    _ record: UnsafePointer<GraphRecord>,
    _ position: Int,
    _ end: Int
  ) -> Int {
    let segment = UnsafeBufferPointer(start: path.bytes + position, count: end - position)
    budget.pointee.spend(segment.count)
    guard segment.contains(where: { $0 >= 0x80 }) else {
      return find(segment.lazy.map { $0.lowercasedASCII }, below: record)
    }
    budget.pointee.spend(segment.count &* MatchBudget.unicode)
    let text = String(decoding: segment, as: UTF8.self).lowercased()
    return find(spelling(of: text) ?? text, below: record)
  }

  private func spelling(of text: String) -> String? {
    graph._withUnsafeGuaranteedRef { $0.spellings.find(text) }
  }

  private func find(_ text: String, below record: UnsafePointer<GraphRecord>) -> Int {
    var text = text
    return text.withUTF8 { find($0, below: record) }
  }

  private func find(
    _ bytes: some Collection<UInt8>,
    below record: UnsafePointer<GraphRecord>
  ) -> Int {
    graph._withUnsafeGuaranteedRef { $0.child(of: record - records, bytes) } ?? -1
  }
}

extension RouteGraph {
  func child(of parent: Int, _ bytes: some Collection<UInt8>) -> Int? {
    let record = records[parent]
    let hash = SegmentHash.hash(bytes)
    let length = bytes.count
    let head = SegmentHash.word(bytes)
    let start = Int(record.children) + Int((hash &>> 1) &>> UInt64(record.shift))
    return (start..<start + record.flags.probes)
      .first { index in
        let child = records[index]
        guard child.head == head, Int(child.length) == length else { return false }
        if length <= 8 { return true }
        if length <= 16 { return SegmentHash.word(bytes.dropFirst(length - 8)) == child.tail }
        return bytes.elementsEqual(text[Int(child.tail)..<Int(child.tail) + length])
      }
  }
}

extension UInt8 {
  /// The byte, lower-cased if it is an ASCII letter.
  var lowercasedASCII: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
}
