package import ScriptHost
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The journeys of an application, which are specs in its folder `spec/journeys`.
package struct JourneyFolder: Sendable {
  /// The largest number of journeys.
  package static let limit = 64

  package static let place = "spec/journeys"

  package static let ending = "_spec.lua"
  private static let nameBytes = 60
  /// The same limit as for specs in `check`.
  package static let byteLimit = 512 << 10

  /// The application's folder with links resolved.
  package let root: String

  /// The memory limit for the scripts of a journey in bytes; 64 MiB by default.
  package var memoryBytes = HeadlessScripts.memoryBytes

  /// The limit on processor time for a journey; 10 s by default.
  package var timeLimit = Duration.seconds(10)

  /// Finds the journeys of an application.
  ///
  /// - Parameter host: The application's scripts.
  /// - Throws: An error if the scripts are not in a folder.
  package init(of host: ScriptHost?) throws(JourneyError) {
    guard let folder = host?.folder, let root = FileReader.realPath(folder) else {
      throw .noFolder
    }
    self.root = root
  }

  private var folder: String { "\(root)/\(Self.place)" }

  package var reader: FileReader { FileReader(limit: Self.byteLimit, below: [root]) }

  /// Turns a name into a file name without its ending: letters, digits and `_`.
  package static func fileName(of name: String) -> String {
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      switch byte {
      case 0x30...0x39, 0x61...0x7A: bytes.append(byte)
      case 0x41...0x5A: bytes.append(byte | 0x20)
      default: if bytes.last != 0x5F, !bytes.isEmpty { bytes.append(0x5F) }
      }
    }
    var safe = bytes.prefix(nameBytes)
    while safe.last == 0x5F { safe.removeLast() }
    return safe.isEmpty ? "journey" : String(decoding: safe, as: UTF8.self)
  }

  package static func path(of name: String) -> String { "\(place)/\(name)\(ending)" }

  package var isThere: Bool { FileReader.realPath(folder) != nil }

  package var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    // Compare bytes: an accent after a letter can join two characters across the ending.
    return files.map { Array($0.utf8) }
      .filter { $0.ends(with: Self.ending) && $0.first != UInt8(ascii: ".") }
      .map { String(decoding: $0.dropLast(Self.ending.utf8.count), as: UTF8.self) }
      .sorted()
  }

  /// The bytes of all readable journeys by name.
  package var texts: [String: [UInt8]] {
    var texts: [String: [UInt8]] = [:]
    for name in names.prefix(Self.limit) {
      texts[name] = try? reader.bytes(of: "\(root)/\(Self.path(of: name))")
    }
    return texts
  }

  // MARK: Writing

  /// Writes a journey to a file with a name from ``fileName(of:)``.
  package func write(
    _ text: String,
    as name: String,
    replacing replaces: Bool
  ) throws(JourneyError) {
    guard text.utf8.count <= Self.byteLimit else { throw .tooLong }
    try Self.writing.withLock { _ throws(JourneyError) in
      try checkRoom(for: name, replacing: replaces)
      do throws(FileError) {
        try reader.writer.write(Array(text.utf8), to: "\(root)/\(Self.path(of: name))")
      } catch .outside, .link {
        throw .outside
      } catch .tooLargeToWrite {
        throw .tooLong
      } catch {
        throw .refused("\(error)")
      }
    }
  }

  /// Checks that a journey can be written, without creating anything.
  ///
  /// - Parameters:
  ///   - name: The name of its file.
  ///   - replaces: Whether to replace an existing journey.
  /// - Throws: The reason why it cannot be written.
  package func check(_ name: String, replacing replaces: Bool) throws(JourneyError) {
    try checkRoom(for: name, replacing: replaces)
    for path in [folder, "\(root)/spec", root] {
      do throws(FileError) {
        try reader.checkFolder(path)
      } catch {
        throw .outside
      }
    }
    // Missing folders are created in the nearest existing one.
    let nearest = [folder, "\(root)/spec"].first { kind(of: $0) != nil } ?? root
    guard let real = FileReader.realPath(nearest), kind(of: real) == .typeDirectory else {
      throw .refused("'\(nearest)' is not a folder. Replace it with one.")
    }
    guard FileManager.default.isWritableFile(atPath: nearest) else {
      throw .refused("'\(nearest)' cannot be written. Allow it, or copy the application.")
    }
  }

  /// Serializes the check for a file and the write that follows.
  private static let writing = Mutex(())

  /// Throws if the path must not be overwritten.
  private func checkRoom(
    for name: String,
    replacing replaces: Bool
  ) throws(JourneyError) {
    let path = Self.path(of: name)
    guard let kind = kind(of: "\(root)/\(path)") else {
      guard names.count < Self.limit else { throw .tooMany }
      return
    }
    guard replaces else { throw .exists(path) }
    // A link points to another file, which is not a journey.
    guard kind == .typeRegular else { throw .notOrdinary(path) }
  }

  /// The kind of the item at a path without following links, or `nil` if there is none.
  private func kind(of path: String) -> FileAttributeType? {
    let facts = try? FileManager.default.attributesOfItem(atPath: path)
    return facts.map { $0[.type] as? FileAttributeType ?? .typeUnknown }
  }
}

extension [UInt8] {
  fileprivate func ends(with text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}
