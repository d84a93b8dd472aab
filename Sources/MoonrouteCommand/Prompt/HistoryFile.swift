import LineEditing
import ScriptHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The history of the lines entered in an application, in the user's own file.
struct HistoryFile {
  private static let byteLimit = 16 << 20

  /// The user's folder for the state of programs.
  private let state: String?
  private let path: String?
  private let limit: Int

  /// Locates the file of an application: by default below `XDG_STATE_HOME` or `~/.local/state`.
  ///
  /// - Parameters:
  ///   - application: The path of the application.
  ///   - state: The user's folder for the state of programs.
  ///   - limit: The size of the largest file that is read, in bytes.
  init(of application: String, in state: String? = stateFolder, limit: Int = byteLimit) {
    (self.state, self.limit) = (state, limit)
    let place = URL(fileURLWithPath: application).resolvingSymlinksInPath().standardized
    path = state.map {
      "\($0)/moonroute/history/\(place.lastPathComponent)-\(Self.digest(of: place.path))"
    }
  }

  private static var stateFolder: String? {
    StandardStream.environment("XDG_STATE_HOME")
      ?? StandardStream.environment("HOME").map { $0 + "/.local/state" }
  }

  /// A hash of a path that is the same in every process.
  static func digest(of path: String) -> String {
    let number = path.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return String(number, radix: 16)
  }

  /// The lines, or none if the file cannot be read.
  func read() -> LineHistory {
    guard let path, let bytes = try? FileReader(limit: limit).bytes(of: path) else {
      return LineHistory()
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let history = LineHistory(lines.suffix(LineHistory.limit).map { LineHistory.decoded($0) })
    // Other sessions may have extended the file, so shorten it again.
    if lines.count > 2 * LineHistory.limit { write(history.lines) }
    return history
  }

  /// Adds a line, and removes the oldest ones if the file would be too large.
  ///
  /// A failure to write the file is ignored.
  func add(_ line: String) {
    guard let path else { return }
    do throws(FileError) {
      try writer?.append(Array((LineHistory.encoded(line) + "\n").utf8), to: path)
    } catch .tooLargeToWrite {
      write(read().lines + [line])
    } catch {}
  }

  /// Writes the newest lines, as many as fit into half of the size limit.
  private func write(_ lines: [String]) {
    guard let path else { return }
    var room = limit / 2
    let newest = lines.reversed().map { LineHistory.encoded($0) + "\n" }
      .prefix { line in
        room -= line.utf8.count
        return room >= 0
      }
    try? writer?.write(Array(newest.reversed().joined().utf8), to: path, isPrivate: true)
  }

  private var writer: FileWriter? {
    guard let state else { return nil }
    try? FileWriter.named.makeFolder(state, isPrivate: true)
    return FileWriter(below: [state], limit: limit)
  }
}
