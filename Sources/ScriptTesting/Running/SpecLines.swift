import Synchronization
import TextTools

/// The lines of files, with a cache.
final class SpecLines: Sendable {
  private let known = Mutex<[String: [ArraySlice<UInt8>]]>([:])

  /// Clears the cache, because the files may have changed.
  func forget() { known.withLock { $0 = [:] } }

  /// One line, counted from 1, without surrounding white space; `nil` if it does not exist.
  func line(_ number: Int, of path: String, _ read: () -> [UInt8]?) -> String? {
    known.withLock { known in
      if known[path] == nil {
        known[path] =
          read()?.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) ?? []
      }
      guard let lines = known[path], lines.indices.contains(number - 1) else { return nil }
      return String(decoding: lines[number - 1].trimming { $0 <= 0x20 }, as: UTF8.self)
    }
  }
}
