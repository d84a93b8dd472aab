import RoutePatterns
import ScriptHost
import Synchronization
import TextTools

/// The snapshots of one spec file, in the folder `snapshots` next to it.
///
/// Each starts with a line `## name`, followed by its text with two spaces before every line.
final class SpecSnapshots: Sendable {
  private struct State {
    var known: [String: String] = [:]
    var used: Set<String> = []
    var isChanged = false
  }

  private let path: String
  private let mode: SpecSnapshotMode
  private let writer: FileWriter
  /// The reason why an existing file cannot be read.
  private let refusal: FileError?
  private let state: Mutex<State>

  init(of spec: String, mode: SpecSnapshotMode, files: SpecFiles) {
    path = Self.path(of: spec)
    self.mode = mode
    writer = files.reader.writer
    do throws(FileError) {
      let text = try files.reader.bytes(of: path).map { String(decoding: $0, as: UTF8.self) }
      state = Mutex(State(known: Self.parse(text ?? "")))
      refusal = nil
    } catch {
      state = Mutex(State())
      refusal = error
    }
  }

  /// Whether to replace an unreadable file: only if it is too large.
  private var isReplaced: Bool {
    guard mode == .update, case .tooLarge = refusal else { return false }
    return true
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
  func compare(_ name: String, _ text: String) -> String? {
    // The name must fit in one line.
    let name = name.printable
    if let refusal, !isReplaced { return "(\(refusal))" }
    let text = Self.lines(of: text)
    return state.withLock { state in
      state.used.insert(name)
      if let known = state.known[name] {
        guard Self.lines(of: known) != text else { return nil }
        guard mode == .update else { return known }
      } else if mode == .compare {
        return "(no snapshot)"
      }
      state.known[name] = text
      state.isChanged = true
      return nil
    }
  }

  /// Writes changed snapshots, and removes unused ones if every test ran.
  func save(isWhole: Bool) -> FileError? {
    let text = state.withLock { state -> String? in
      if isWhole, mode == .update {
        let unused = state.known.keys.filter { !state.used.contains($0) }
        for name in unused { state.known[name] = nil }
        state.isChanged = state.isChanged || !unused.isEmpty
      }
      return state.isChanged ? Self.print(state.known) : nil
    }
    guard let text else { return nil }
    if let refusal, !isReplaced { return refusal }
    do throws(FileError) {
      try writer.write(Array(text.utf8), to: path)
      return nil
    } catch {
      return error
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

  private static func parse(_ text: String) -> [String: String] {
    var snapshots: [String: [Substring]] = [:]
    var name: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("## ") {
        name = String(line.dropFirst(3))
        name.map { snapshots[$0] = [] }
      } else if line.hasPrefix("  "), let name {
        snapshots[name]?.append(line.dropFirst(2))
      }
    }
    return snapshots.mapValues { $0.joined(separator: "\n") }
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
