/// Finds the name that was probably meant.
enum NearestName {
  /// Finds the name with the fewest differences, or nil if all differ too much.
  ///
  /// - Complexity: O(*n* · *m* · *k*) for *k* names of *m* bytes and a name of *n* bytes.
  static func find(_ name: String, in names: [String]) -> String? {
    guard name.utf8.count <= 64 else { return nil }
    let wanted = Array(name.utf8)
    var best: (name: String, distance: Int)?
    for candidate in names.sorted() where candidate.utf8.count <= 64 {
      let distance = distance(wanted, Array(candidate.utf8))
      let allowed = max(1, min(wanted.count, candidate.utf8.count) / 3)
      if distance <= allowed, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// The number of bytes to insert, remove, replace or swap with a neighbour.
  private static func distance(_ one: [UInt8], _ two: [UInt8]) -> Int {
    var beforeLast = [Int](repeating: 0, count: two.count + 1)
    var last = Array(0...two.count)
    for i in one.indices {
      var row = [i + 1]
      for j in two.indices {
        var cost = min(row[j], last[j + 1]) + 1
        cost = min(cost, last[j] + (one[i] == two[j] ? 0 : 1))
        if i > 0, j > 0, one[i] == two[j - 1], one[i - 1] == two[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[two.count]
  }
}
