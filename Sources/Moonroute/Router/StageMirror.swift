/// The hosts that mirror a stage: the user interface, and those beside it.
struct StageMirror {
  private struct Entry {
    weak var host: (any StageHost)?
    /// Whether it is the program's user interface, of which there is one.
    let isInterface: Bool
  }

  private var entries: [Entry] = []

  /// Whether nothing mirrors the stage, and nothing is gone of which was not told.
  var isEmpty: Bool { entries.isEmpty }

  /// The hosts that are there, in the order in which they came.
  var hosts: [any StageHost] { entries.compactMap(\.host) }

  /// Takes a user interface in place of the one before.
  mutating func replace(with host: (any StageHost)?) {
    entries.removeAll { $0.isInterface }
    guard let host else { return }
    remove(host)
    entries.append(Entry(host: host, isInterface: true))
  }

  /// Takes one more host; one that is known stays as it is.
  mutating func add(_ host: any StageHost) {
    guard !entries.contains(where: { $0.host === host }) else { return }
    entries.append(Entry(host: host, isInterface: false))
  }

  /// Lets go of a host beside the user interface.
  mutating func remove(_ host: any StageHost) {
    entries.removeAll { $0.host === host && !$0.isInterface }
  }

  /// Lets go of the hosts that are gone.
  ///
  /// - Returns: How many there were.
  mutating func removeLost() -> Int {
    let count = entries.count
    entries.removeAll { $0.host == nil }
    return count - entries.count
  }

  /// Lets go of all.
  mutating func removeAll() { entries = [] }
}
