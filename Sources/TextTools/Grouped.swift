extension Sequence {
  /// Groups elements with equal keys, ordered by first appearance.
  ///
  /// - Parameter key: Returns the key of an element.
  /// - Returns: The keys, each with its elements in their original order.
  /// - Complexity: O(*n*).
  package func grouped<Key: Hashable>(
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
