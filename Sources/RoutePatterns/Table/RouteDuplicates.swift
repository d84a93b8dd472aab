/// Finds entries that no location can tell apart.
enum RouteDuplicates {
  /// Finds the first entry that shares scheme, host and pattern, for those whose group has an owner.
  ///
  /// - Returns: An index by entry; entries without an owner in their group are left out.
  static func firsts(of entries: [RouteTable.Entry]) -> [Int: Int] {
    guard entries.contains(where: \.isOwned) else { return [:] }
    var groups: [Key: [Int]] = [:]
    for (index, entry) in entries.enumerated() { groups[Key(entry), default: []].append(index) }
    var firsts: [Int: Int] = [:]
    for indices in groups.values where indices.contains(where: { entries[$0].isOwned }) {
      for index in indices { firsts[index] = indices.first }
    }
    return firsts
  }

  /// What two entries share that no location can tell apart.
  struct Key: Hashable {
    private let scheme: String?
    private let host: HostPattern?
    private let isCaseSensitive: Bool
    private let shape: [UInt8]

    init(_ entry: RouteTable.Entry) {
      scheme = entry.scheme
      host = entry.host
      isCaseSensitive = entry.isCaseSensitive
      shape = entry.pattern.form.bytes
    }
  }
}
