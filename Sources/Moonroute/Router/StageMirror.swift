struct StageMirror {
  private struct Entry {
    weak var host: (any StageHost)?
    /// Whether it is the program's user interface; at most one entry is.
    let isInterface: Bool
  }

  private var entries: [Entry] = []

  /// Whether no host mirrors the stage and no deallocated host is still unreported.
  var isEmpty: Bool { entries.isEmpty }

  /// The hosts that still exist, in the order of their addition.
  var hosts: [any StageHost] { entries.compactMap(\.host) }

  mutating func replace(with host: (any StageHost)?) {
    entries.removeAll { $0.isInterface }
    guard let host else { return }
    remove(host)
    entries.append(Entry(host: host, isInterface: true))
  }

  /// Adds a host, unless it is already known.
  mutating func add(_ host: any StageHost) {
    guard !entries.contains(where: { $0.host === host }) else { return }
    entries.append(Entry(host: host, isInterface: false))
  }

  private mutating func remove(_ host: any StageHost) {
    entries.removeAll { $0.host === host && !$0.isInterface }
  }

  /// Returns the number of deallocated hosts.
  mutating func removeLost() -> Int {
    let count = entries.count
    entries.removeAll { $0.host == nil }
    return count - entries.count
  }

  mutating func removeAll() { entries = [] }
}
