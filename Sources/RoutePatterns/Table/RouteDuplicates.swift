/// Finds entries that match exactly the same locations.
enum RouteDuplicates {
  /// Finds the first entry with the same scheme, host, pattern and priority, for entries in a group
  /// with an owner.
  static func firsts(of entries: [RouteTable.Entry]) -> [Int: Int] {
    guard entries.contains(where: \.isOwned) else { return [:] }
    var groups: [Group: [Int]] = [:]
    for (index, entry) in entries.enumerated() {
      groups[Group(key: Key(entry), priority: entry.priority), default: []].append(index)
    }
    var firsts: [Int: Int] = [:]
    for indices in groups.values where indices.contains(where: { entries[$0].isOwned }) {
      for index in indices { firsts[index] = indices.first }
    }
    return firsts
  }

  /// Entries that differ at most in their owner.
  private struct Group: Hashable {
    let key: Key
    let priority: Int
  }

  struct Key: Hashable {
    private let scheme: String?
    private let host: HostPattern?
    private let isCaseSensitive: Bool
    private let shapeKey: [UInt8]

    init(_ entry: RouteTable.Entry) {
      scheme = entry.scheme
      host = entry.host
      isCaseSensitive = entry.isCaseSensitive
      shapeKey = entry.pattern.shape.bytes
    }
  }
}
