import ScriptHost
import TextTools

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A record of earlier runs of spec files: how long each took, what failed, what it was made of.
///
/// It is a help and never a condition: without it, and with one that cannot be read, everything runs.
public struct SpecHistory: Sendable, Equatable {
  /// The record of one spec file.
  public struct File: Sendable, Equatable, Codable {
    /// The seconds of its last whole run, or `nil` before one.
    public var seconds: Double?
    /// The full names of the tests that failed when they last ran.
    public var failed: Set<String> = []
    /// Whether something around its tests went wrong in the last run.
    public var isBroken = false
    /// The files that it was made of when it last ran, as seen from the folder of the run.
    public var paths: Set<String> = []

    /// Remembers nothing.
    public init() {}

    /// Whether something of it failed.
    public var isWrong: Bool { isBroken || !failed.isEmpty }
  }

  private struct Stored: Codable {
    var version = SpecHistory.version
    var files: [String: File] = [:]
  }

  /// The files by their paths.
  public private(set) var files: [String: File] = [:]

  private static let version = 1

  /// The largest file that is read.
  private static let byteLimit = 32 << 20

  /// Remembers nothing.
  public init() {}

  /// Reads what a file remembers; nothing when it is not there, or is no history.
  public init(path: String) {
    guard let bytes = try? FileReader(limit: Self.byteLimit).bytes(of: path),
      let stored = try? JSONDecoder().decode(Stored.self, from: Data(bytes)),
      stored.version == Self.version
    else { return }
    files = stored.files.mapValues { file in
      var file = file
      if let seconds = file.seconds, !(seconds >= 0 && seconds < 1e6) { file.seconds = nil }
      return file
    }
  }

  /// The place of the history of a folder, or `nil` where there is no folder for caches.
  ///
  /// It lies in `$XDG_CACHE_HOME/moonroute/specs`, or in `~/.cache/moonroute/specs`, so that nothing
  /// is added to the sources.
  ///
  /// - Parameters:
  ///   - folder: The folder of the run.
  ///   - environment: Reads a variable.
  /// - Returns: The path of its file.
  public static func path(for folder: String, environment: (String) -> String?) -> String? {
    let named = environment("XDG_CACHE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment("HOME").flatMap { $0.hasPrefix("/") ? $0 + "/.cache" : nil }
    guard let cache = named ?? home else { return nil }
    let real = FileReader.realPath(folder) ?? folder
    // FNV-1a, the same on every machine.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in real.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return "\(cache)/moonroute/specs/\(String(hash, radix: 16)).json"
  }

  /// Notes the results of a file.
  ///
  /// - Parameters:
  ///   - file: The spec file.
  ///   - results: Its results.
  ///   - duration: The time that it took.
  ///   - paths: The files that it was made of, or `nil` when that is not known.
  ///   - isWhole: Whether all of its tests ran.
  public mutating func note(
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
    }
    known.isBroken = results.contains { $0.isWrong && !$0.isTest }
    known.failed.subtract(results.filter(\.isTest).map(\.name))
    known.failed.formUnion(results.filter { $0.isTest && $0.isWrong }.map(\.name))
    if let paths { known.paths = paths }
    files[file] = known
  }

  /// Puts what is remembered of some files into the history at a path, which others may have written
  /// meanwhile; spec files that are gone are forgotten.
  ///
  /// - Returns: Whether that was possible.
  @discardableResult
  public func save(_ changed: Set<String>, to path: String) -> Bool {
    var stored = Stored()
    stored.files = SpecHistory(path: path).files
      .merging(files.filter { changed.contains($0.key) }) { $1 }
      .filter { FileManager.default.fileExists(atPath: $0.key) }
    let folder = path.folderOfPath.map { String($0.dropLast()) } ?? "."
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(stored), data.count <= Self.byteLimit else { return false }
    do throws(FileError) {
      try FileWriter.named.makeFolder(folder)
      try FileWriter(below: [folder]).write(Array(data), to: path)
      return true
    } catch {
      return false
    }
  }

  /// The names of the failed tests of each file in which something failed; no names: all its tests.
  public var failedTests: [String: [String]] {
    files.filter(\.value.isWrong).mapValues { $0.isBroken ? [] : $0.failed.sorted() }
  }

  /// The seconds that each file took.
  public var seconds: [String: Double] { files.compactMapValues(\.seconds) }
}
