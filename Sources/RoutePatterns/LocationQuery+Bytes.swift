extension LocationQuery {
  /// Visits every item of a name; names are compared by canonical equivalence.
  func forEachIndex(named name: String, _ body: (Index) -> Void) {
    let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
    storage.withBytes { bytes in
      var index = index(from: range.bounds.lowerBound, in: bytes)
      while index.start < range.bounds.upperBound {
        let found = UnsafeBufferPointer(rebasing: bytes[index.name])
        if found.elementsEqual(name.utf8)
          || !(isASCII && found.allSatisfy { $0 < 0x80 })
            && String(decoding: found, as: UTF8.self) == name
        {
          body(index)
        }
        index = self.index(from: index.end + 1, in: bytes)
      }
    }
  }

  /// Appends the items as a decoded query, behind those that begin at an offset.
  func appendItems(to output: inout LocationWriter, from start: Int) {
    storage.withBytes { bytes in
      var index = index(from: range.bounds.lowerBound, in: bytes)
      while index.start < range.bounds.upperBound {
        if output.count > start { output.append(LocationQuery.itemEnd) }
        output.append(contentsOf: bytes[index.name])
        output.append(LocationQuery.nameEnd)
        output.append(contentsOf: bytes[index.value])
        index = self.index(from: index.end + 1, in: bytes)
      }
    }
  }

  /// Answers whether both are the same bytes of the same form.
  func isSame(as other: LocationQuery) -> Bool {
    guard range.count == other.range.count, isDecoded == other.isDecoded else { return false }
    return storage.withBytes { left in
      other.storage.withBytes { right in
        left[range.bounds].elementsEqual(right[other.range.bounds])
      }
    }
  }
}
