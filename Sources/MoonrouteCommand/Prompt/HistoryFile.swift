import Foundation
import LineEditing
import ScriptHost

/// The lines that were entered before in an application, in a file of the person's own.
struct HistoryFile {
  /// The largest file that is read.
  private static let byteLimit = 16 << 20

  /// The folder for what programs keep of their user.
  private let state: String?
  private let path: String?

  /// Finds the file of an application: below `XDG_STATE_HOME`, else below `.local/state` at home.
  ///
  /// - Parameter application: The path of the application.
  init(of application: String) {
    let home = StandardStream.environment("HOME").map { $0 + "/.local/state" }
    let state = StandardStream.environment("XDG_STATE_HOME") ?? home
    self.state = state
    let place = URL(fileURLWithPath: application).resolvingSymlinksInPath().standardized
    path = state.map {
      "\($0)/moonroute/history/\(place.lastPathComponent)-\(Self.digest(of: place.path))"
    }
  }

  /// A number for a path that is the same in every process.
  static func digest(of path: String) -> String {
    let number = path.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return String(number, radix: 16)
  }

  /// The lines; none where they cannot be read.
  func read() -> LineHistory {
    guard let path, let bytes = try? FileReader(limit: Self.byteLimit).bytes(of: path) else {
      return LineHistory()
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let history = LineHistory(lines.suffix(LineHistory.limit).map { LineHistory.decoded($0) })
    // The file is made short again where sessions have added to it.
    if lines.count > 2 * LineHistory.limit { write(history.lines) }
    return history
  }

  /// Adds a line; a file that cannot be written is no reason to stop.
  func add(_ line: String) {
    guard let path else { return }
    try? writer?.append(Array((LineHistory.encoded(line) + "\n").utf8), to: path)
  }

  private func write(_ lines: [String]) {
    guard let path else { return }
    let text = lines.map { LineHistory.encoded($0) + "\n" }.joined()
    try? writer?.write(Array(text.utf8), to: path, isPrivate: true)
  }

  /// Writes below the folder for what programs keep.
  private var writer: FileWriter? {
    guard let state else { return nil }
    try? FileWriter.named.makeFolder(state, isPrivate: true)
    return FileWriter(below: [state])
  }
}
