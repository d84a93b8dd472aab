import TextTools

extension ScriptReload {
  /// The difference of the files of two generations: their paths, sorted.
  public struct Files: Hashable, Sendable {
    /// The new files.
    public var added: [String] = []
    /// The removed files.
    public var removed: [String] = []
    /// The files with a changed text.
    public var changed: [String] = []

    /// Whether nothing differs.
    public var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }

    package init(from old: [String: [UInt8]], to new: [String: [UInt8]]) {
      for (path, text) in new {
        guard let before = old[path] else {
          added.append(path)
          continue
        }
        if !text.hasSameBytes(as: before) { changed.append(path) }
      }
      removed = old.keys.filter { new[$0] == nil }.sorted()
      added.sort()
      changed.sort()
    }
  }
}
