import MessageStream
package import ScriptHost
import ScriptReports
import TextTools

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A record of earlier runs of spec files: durations, failures and used files.
///
/// Runs do not depend on it: if it is missing or unreadable, everything runs.
package struct SpecHistory: Sendable, Equatable {
  /// The record of one spec file.
  package struct File: Sendable, Equatable {
    /// The seconds of its last complete run, or `nil` if there was none.
    package var seconds: Double?
    /// The full names of the tests that failed in their last run.
    package var failed: Set<String> = []
    /// The full names of the tests that passed only on a retry in their last run, if any.
    var flaky: Set<String>?
    /// Whether a failure outside of tests occurred in the last run.
    package var isBroken = false
    /// The files that it used in its last run, relative to the folder of the run.
    package var paths: Set<String> = []

    /// Creates an empty record.
    package init() {}

    /// Whether any part of the file failed.
    package var hasFailed: Bool { isBroken || !failed.isEmpty }
  }

  /// The files by their paths.
  package private(set) var files: [String: File] = [:]

  private static let version = 1

  private static let byteLimit = 32 << 20

  /// Creates an empty history.
  package init() {}

  /// Reads a history.
  ///
  /// A missing or invalid file gives an empty one.
  package init(path: String) {
    guard let bytes = try? FileReader(limit: Self.byteLimit).bytes(of: path),
      let json = try? JSONParser.parse(bytes), json["version"].int == Self.version,
      case .object(let fields) = json["files"]
    else { return }
    for field in fields {
      guard let file = File(field.value) else {
        files = [:]
        return
      }
      files[field.name] = file
    }
  }

  /// The path of the history for a folder, or `nil` if the system has no folder for caches.
  ///
  /// The file is in `$XDG_CACHE_HOME/moonroute/specs` or `~/.cache/moonroute/specs`, which keeps
  /// the sources clean.
  ///
  /// - Parameters:
  ///   - folder: The folder of the run.
  ///   - environment: Reads a variable.
  /// - Returns: The path of the file.
  package static func path(for folder: String, environment: (String) -> String?) -> String? {
    let named = environment("XDG_CACHE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment("HOME").flatMap { $0.hasPrefix("/") ? $0 + "/.cache" : nil }
    guard let cache = named ?? home else { return nil }
    let real = FileReader.realPath(folder) ?? folder
    // FNV-1a, the same on every machine.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in real.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return "\(cache)/moonroute/specs/\(String(hash, radix: 16)).json"
  }

  /// Records the results of a file.
  ///
  /// - Parameters:
  ///   - file: The spec file.
  ///   - results: Its results.
  ///   - duration: The time that it took.
  ///   - paths: The files that it used, or `nil` if they are unknown.
  ///   - isWhole: Whether all of its tests ran.
  package mutating func note(
    _ file: String,
    _ results: [SpecResult],
    duration: Duration,
    paths: Set<String>?,
    isWhole: Bool
  ) {
    var known = files[file] ?? File()
    let isWhole = isWhole && !results.contains(where: \.isOnly)
    if isWhole {
      known.seconds = duration.seconds
      known.failed = []
      known.flaky = nil
    }
    known.isBroken = results.contains { $0.hasFailed && !$0.isTest }
    let tests = results.filter(\.isTest)
    known.failed.subtract(tests.map(\.name))
    known.failed.formUnion(tests.filter(\.hasFailed).map(\.name))
    let flaky = (known.flaky ?? []).subtracting(tests.map(\.name))
      .union(tests.filter(\.isFlaky).map(\.name))
    known.flaky = flaky.isEmpty ? nil : flaky
    if let paths { known.paths = paths }
    files[file] = known
  }

  /// Merges the records of some files into the history at a path, which other processes may have
  /// changed since.
  ///
  /// Drops spec files that no longer exist.
  ///
  /// - Returns: Whether the write succeeded.
  @discardableResult
  package func save(_ changed: Set<String>, to path: String) -> Bool {
    do throws(FileError) {
      try write(changed, to: path)
      return true
    } catch {
      return false
    }
  }

  /// Saves the history like ``save(_:to:)``.
  ///
  /// - Throws: The reason why the history is not written.
  package func write(_ changed: Set<String>, to path: String) throws(FileError) {
    let stored = SpecHistory(path: path).files
      .merging(files.filter { changed.contains($0.key) }) { $1 }
      .filter { FileManager.default.fileExists(atPath: $0.key) }
    let folder = path.folderOfPath.map { String($0.dropLast()) } ?? "."
    let records = stored.sorted { $0.key < $1.key }.map { JSON.Field($0.key, $0.value.json) }
    let json = JSON.fields(("version", .int(Self.version)), ("files", .object(records)))
    try FileWriter.named.makeFolder(folder)
    try FileWriter(below: [folder], limit: Self.byteLimit).write(Array(json.line.utf8), to: path)
  }

  /// The failed tests of each file with failures.
  ///
  /// An empty list means all tests of the file.
  package var failedTests: [String: [String]] {
    files.filter(\.value.hasFailed).mapValues { $0.isBroken ? [] : $0.failed.sorted() }
  }

  /// The failed tests of each file, and the tests that passed only on a retry.
  ///
  /// An empty list means all tests of the file.
  package var unsteadyTests: [String: [String]] {
    files.filter { $0.value.hasFailed || $0.value.flaky != nil }
      .mapValues { $0.isBroken ? [] : $0.failed.union($0.flaky ?? []).sorted() }
  }

  /// The seconds that each file took.
  package var seconds: [String: Double] { files.compactMapValues(\.seconds) }
}

extension SpecHistory.File {
  /// Reads a record, without an impossible duration; `nil` if it is invalid.
  fileprivate init?(_ json: JSON) {
    guard let isBroken = json["isBroken"].bool, let failed = Self.texts(json["failed"]),
      let paths = Self.texts(json["paths"])
    else { return nil }
    (self.isBroken, self.failed, self.paths) = (isBroken, failed, paths)
    if json["flaky"] != .null {
      guard let flaky = Self.texts(json["flaky"]) else { return nil }
      self.flaky = flaky
    }
    if let seconds = json["seconds"].double, (0..<1e6).contains(seconds) { self.seconds = seconds }
  }

  private static func texts(_ json: JSON) -> Set<String>? {
    guard case .list(let items) = json else { return nil }
    let texts = items.compactMap(\.text)
    return texts.count == items.count ? Set(texts) : nil
  }

  fileprivate var json: JSON {
    .present(
      ("seconds", seconds.map(JSON.number) ?? .null),
      ("failed", .texts(failed.sorted())),
      ("flaky", flaky.map { .texts($0.sorted()) } ?? .null),
      ("isBroken", .bool(isBroken)),
      ("paths", .texts(paths.sorted()))
    )
  }
}
