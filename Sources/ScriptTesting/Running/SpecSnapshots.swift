import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The snapshots of one spec file, kept beside it in the folder `snapshots`.
///
/// Each begins with a line `## name`, then its text, every line after two spaces.
final class SpecSnapshots: Sendable {
  private struct State {
    var known: [String: String] = [:]
    var used: Set<String> = []
    var isChanged = false
  }

  private let path: String
  private let mode: SpecSnapshotMode
  private let state: Mutex<State>

  /// Reads the snapshots of a spec file.
  init(of spec: String, mode: SpecSnapshotMode) {
    let slash = spec.lastIndex(of: "/").map(spec.index(after:)) ?? spec.startIndex
    path = "\(spec[..<slash])snapshots/\(spec[slash...]).snap"
    self.mode = mode
    let text = FileManager.default.contents(atPath: path)
      .map { String(decoding: $0, as: UTF8.self) }
    state = Mutex(State(known: Self.parse(text ?? "")))
  }

  /// Compares a value with its snapshot.
  ///
  /// - Returns: The snapshot when it differs, or `nil` when all is well.
  func compare(_ name: String, _ text: String) -> String? {
    state.withLock { state in
      state.used.insert(name)
      if let known = state.known[name] {
        guard known != text else { return nil }
        guard mode == .update else { return known }
      } else if mode == .compare {
        return "(no snapshot)"
      }
      state.known[name] = text
      state.isChanged = true
      return nil
    }
  }

  /// Writes what has changed.
  ///
  /// - Parameter isWhole: Whether every test ran, so that what nobody asked for is not needed.
  /// - Returns: Whether the file could be written.
  func save(isWhole: Bool) -> Bool {
    let text = state.withLock { state -> String? in
      if isWhole, mode == .update {
        let unused = state.known.keys.filter { !state.used.contains($0) }
        for name in unused { state.known[name] = nil }
        state.isChanged = state.isChanged || !unused.isEmpty
      }
      return state.isChanged ? Self.print(state.known) : nil
    }
    guard let text else { return true }
    let manager = FileManager.default
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    try? manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return manager.createFile(atPath: path, contents: Data(text.utf8))
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
