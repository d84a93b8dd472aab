extension Sequence {
  /// The elements with the same key together, in the order in which their keys come first.
  ///
  /// - Parameter key: Answers the key of an element.
  /// - Returns: The keys, each with its elements in the order in which they stand.
  /// - Complexity: O(*n*).
  func grouped<Key: Hashable>(
    by key: (Element) -> Key
  ) -> [(key: Key, elements: [Element])] {
    var groups: [(key: Key, elements: [Element])] = []
    var places: [Key: Int] = [:]
    for element in self {
      let key = key(element)
      if let place = places[key] {
        groups[place].elements.append(element)
      } else {
        places[key] = groups.count
        groups.append((key, [element]))
      }
    }
    return groups
  }
}
