import Synchronization
import TextTools

/// The lines of files, each file read and split once.
final class SpecLines: Sendable {
  private let known = Mutex<[String: [ArraySlice<UInt8>]]>([:])

  /// Forgets all lines, when the files may have others.
  func forget() { known.withLock { $0 = [:] } }

  /// One line, without the white space around it.
  ///
  /// - Parameters:
  ///   - number: The line, counted from 1.
  ///   - path: The file.
  ///   - read: Reads it.
  /// - Returns: The line, or `nil` when there is none.
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
