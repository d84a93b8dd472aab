import RoutePatterns
import ScriptHost
import Synchronization
import TextTools

/// The snapshots of one spec file, in the folder `snapshots` next to it.
///
/// Each starts with a line `## name`, followed by its text with two spaces before every line.
final class SpecSnapshots: Sendable {
  /// The reason why a value has no snapshot to compare with.
  enum Problem: Error {
    case unreadable(FileError)
    case damaged(path: String, line: Int)
    case missing(path: String)
  }

  private struct State {
    var known: [String: String] = [:]
    var used: Set<String> = []
    var isChanged = false
  }

  private let path: String
  private let mode: SpecSnapshotMode
  private let writer: FileWriter
  /// The reason why an existing file cannot be read.
  private let refusal: Problem?
  private let state: Mutex<State>

  init(of spec: String, mode: SpecSnapshotMode, files: SpecFiles) {
    path = Self.path(of: spec)
    self.mode = mode
    writer = files.reader.writer
    do throws(FileError) {
      let text = try files.reader.bytes(of: path).map { String(decoding: $0, as: UTF8.self) }
      let (known, damage) = Self.parse(text ?? "")
      state = Mutex(State(known: known))
      refusal = damage.map { [path] in .damaged(path: path, line: $0) }
    } catch {
      state = Mutex(State())
      refusal = .unreadable(error)
    }
  }

  /// Whether to replace an unreadable file: only if it is too large or damaged.
  private var isReplaced: Bool {
    guard mode == .update else { return false }
    switch refusal {
    case .damaged, .unreadable(.tooLarge): return true
    default: return false
    }
  }

  /// The text for the file, with control characters escaped.
  private static func lines(of text: String) -> String {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).printed(as: .tabbedLine) }
      .joined(separator: "\n")
  }

  static func path(of spec: String) -> String {
    "\(spec.folderOfPath ?? "")snapshots/\(spec.lastPathPart).snap"
  }

  /// Returns the snapshot if it differs, otherwise `nil`.
  ///
  /// - Throws: The reason for a missing snapshot.
  func compare(_ name: String, _ text: String) throws(Problem) -> String? {
    // The name must fit in one line.
    let name = name.printable
    if let refusal, !isReplaced { throw refusal }
    let text = Self.lines(of: text)
    return try state.withLock { state throws(Problem) in
      state.used.insert(name)
      if let known = state.known[name] {
        guard Self.lines(of: known) != text else { return nil }
        guard mode == .update else { return known }
      } else if mode == .compare {
        throw .missing(path: path)
      }
      state.known[name] = text
      state.isChanged = true
      return nil
    }
  }

  /// Writes changed snapshots, and removes unused ones if every test ran.
  ///
  /// - Returns: The reason why they are not written, or `nil`.
  func save(isWhole: Bool) -> String? {
    let text = state.withLock { state -> String? in
      if isWhole, mode == .update {
        let unused = state.known.keys.filter { !state.used.contains($0) }
        for name in unused { state.known[name] = nil }
        state.isChanged = state.isChanged || !unused.isEmpty
      }
      return state.isChanged || isReplaced ? Self.print(state.known) : nil
    }
    guard let text else { return nil }
    if let refusal, !isReplaced { return "\(refusal)" }
    do throws(FileError) {
      try writer.write(Array(text.utf8), to: path)
      return nil
    } catch {
      return "\(error)"
    }
  }

  private static func print(_ snapshots: [String: String]) -> String {
    snapshots.sorted { $0.key < $1.key }
      .map { name, text in
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return "## \(name)\n" + lines.map { "  \($0)\n" }.joined()
      }
      .joined(separator: "\n")
  }

  /// The snapshots in a text, and the first line that belongs to none.
  private static func parse(_ text: String) -> (known: [String: String], damage: Int?) {
    var snapshots: [String: [Substring]] = [:]
    var name: String?
    var damage: Int?
    var emptyCount = 0
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.hasPrefix("## "), snapshots[String(line.dropFirst(3))] == nil {
        name = String(line.dropFirst(3))
        name.map { snapshots[$0] = [] }
      } else if line.hasPrefix("  "), let name {
        // Some editors remove the spaces of an empty line.
        snapshots[name]?.append(contentsOf: Array(repeating: "", count: emptyCount))
        snapshots[name]?.append(line.dropFirst(2))
      } else if !line.isEmpty, damage == nil {
        damage = index + 1
      }
      emptyCount = line.isEmpty ? emptyCount + 1 : 0
    }
    return (snapshots.mapValues { $0.joined(separator: "\n") }, damage)
  }
}

extension SpecSnapshots.Problem: CustomStringConvertible {
  var description: String {
    switch self {
    case .unreadable(let error): "\(error)"
    case .damaged(let path, let line):
      "'\(path)' is damaged: line \(line) belongs to no snapshot. Repair it, or write it again with"
        + " --update-snapshots."
    case .missing(let path):
      "'\(path)' has no snapshot of this value, and this run writes none, because CI is set or"
        + " --no-new-snapshots is given. Run the test without them, and commit the file."
    }
  }
}

/// The handling of new and different snapshots.
public enum SpecSnapshotMode: Sendable {
  /// Writes new snapshots and fails on differences.
  case write
  /// Writes new snapshots, replaces different ones and removes unused ones.
  case update
  /// Fails on new and different snapshots, as build servers should.
  case compare
}
