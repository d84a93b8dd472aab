import Foundation
import LineEditing
import ScriptHost

/// The history of the lines entered in an application, in the user's own file.
struct HistoryFile {
  private static let byteLimit = 16 << 20

  /// The user's folder for the state of programs.
  private let state: String?
  private let path: String?

  /// Locates the file of an application below `XDG_STATE_HOME`, by default `~/.local/state`.
  init(of application: String) {
    let home = StandardStream.environment("HOME").map { $0 + "/.local/state" }
    let state = StandardStream.environment("XDG_STATE_HOME") ?? home
    self.state = state
    let place = URL(fileURLWithPath: application).resolvingSymlinksInPath().standardized
    path = state.map {
      "\($0)/moonroute/history/\(place.lastPathComponent)-\(Self.digest(of: place.path))"
    }
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
    guard let path, let bytes = try? FileReader(limit: Self.byteLimit).bytes(of: path) else {
      return LineHistory()
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let history = LineHistory(lines.suffix(LineHistory.limit).map { LineHistory.decoded($0) })
    // Other sessions may have extended the file, so shorten it again.
    if lines.count > 2 * LineHistory.limit { write(history.lines) }
    return history
  }

  /// Adds a line; a failure to write the file is ignored.
  func add(_ line: String) {
    guard let path else { return }
    try? writer?.append(Array((LineHistory.encoded(line) + "\n").utf8), to: path)
  }

  private func write(_ lines: [String]) {
    guard let path else { return }
    let text = lines.map { LineHistory.encoded($0) + "\n" }.joined()
    try? writer?.write(Array(text.utf8), to: path, isPrivate: true)
  }

  private var writer: FileWriter? {
    guard let state else { return nil }
    try? FileWriter.named.makeFolder(state, isPrivate: true)
    return FileWriter(below: [state])
  }
}
