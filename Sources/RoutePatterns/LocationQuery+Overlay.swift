extension LocationQuery {
  /// Answers the items with others laid over them.
  ///
  /// The others replace the items of the same name, where the first of these stood; new names
  /// follow at the end.
  ///
  /// - Parameter overlay: The items to lay over.
  /// - Returns: The items together.
  /// - Complexity: O(*n*), where *n* is the length of both queries in UTF-8 bytes.
  public func overlaid(by overlay: LocationQuery) -> LocationQuery {
    var values: [String: [Item]] = [:]
    for item in overlay { values[item.name, default: []].append(item) }
    var pending = Set(values.keys)
    var items: [Item] = []
    for item in self {
      guard let others = values[item.name] else {
        items.append(item)
        continue
      }
      if pending.remove(item.name) != nil { items.append(contentsOf: others) }
    }
    items.append(contentsOf: overlay.filter { pending.contains($0.name) })
    return LocationQuery(items)
  }
}
