/// Replaces several files, all or none.
package struct FileChanges: Sendable {
  /// A failed write, after which the files were restored.
  package struct Failure: Error, CustomStringConvertible {
    package let reason: FileError
    /// The files that keep their new text, because restoring them failed too.
    package let unrestored: [String]

    package var description: String {
      guard !unrestored.isEmpty else { return "\(reason) Nothing was changed." }
      return "\(reason) These files are changed and could not be restored:"
        + " \(unrestored.map { "'\($0)'" }.joined(separator: ", "))."
    }
  }

  package typealias Read = (_ path: String) throws(FileError) -> [UInt8]?
  package typealias Write = (_ bytes: [UInt8], _ path: String) throws(FileError) -> Void

  /// The new texts by path.
  private let texts: [String: [UInt8]]
  /// The texts as they were read before.
  private let known: [String: [UInt8]]

  package init(_ texts: [String: [UInt8]], over known: [String: [UInt8]]) {
    (self.texts, self.known) = (texts, known)
  }

  /// Writes the files, unless one of them has changed since it was read.
  package func write(reading read: Read, writing write: Write) throws(Failure) {
    var written: [String] = []
    do throws(FileError) {
      let paths = texts.keys.sorted()
      for path in paths where try read(path) != known[path] {
        throw .refused(path, reason: "it has changed meanwhile; try again")
      }
      for path in paths {
        written.append(path)
        try write(texts[path] ?? [], path)
      }
    } catch {
      let unrestored = written.filter { !isRestored($0, read, write) }
      throw Failure(reason: error, unrestored: unrestored)
    }
  }

  private func isRestored(_ path: String, _ read: Read, _ write: Write) -> Bool {
    do throws(FileError) {
      let now = try read(path)
      if let text = known[path], now != text { try write(text, path) }
      return true
    } catch {
      return false
    }
  }
}
