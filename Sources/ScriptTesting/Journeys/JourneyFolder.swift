package import ScriptHost
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The journeys of an application: specs in its folder `spec/journeys`.
package struct JourneyFolder: Sendable {
  /// The journeys that there may be.
  package static let limit = 64

  /// The path of the journeys below the application's folder.
  package static let place = "spec/journeys"

  /// The ending of their files.
  package static let ending = "_spec.lua"
  private static let nameBytes = 60
  private static let byteLimit = 1 << 20

  /// The application's folder, links resolved.
  package let root: String

  /// The bytes that the scripts of a journey may hold; 64 MiB by default.
  package var memoryBytes = HeadlessScripts.memoryBytes

  /// The processor time that a journey may take.
  ///
  /// Default: 10 s.
  package var timeLimit = Duration.seconds(10)

  /// The journeys of an application.
  ///
  /// - Parameter host: Its scripts.
  /// - Throws: When they do not lie in a folder.
  package init(of host: ScriptHost?) throws(JourneyProblem) {
    guard let folder = host?.folder, let root = FileReader.realPath(folder) else {
      throw .noFolder
    }
    self.root = root
  }

  private var folder: String { "\(root)/\(Self.place)" }

  /// Reads what lies in the application.
  package var reader: FileReader { FileReader(limit: Self.byteLimit, below: [root]) }

  /// The name of a journey's file without its ending: letters, digits and `_`.
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

  /// The path of a journey below the application's folder.
  package static func path(of name: String) -> String { "\(place)/\(name)\(ending)" }

  package var isThere: Bool { FileReader.realPath(folder) != nil }

  /// The names of the journeys, sorted.
  package var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    // A character may reach over the border of the ending, where an accent follows a letter.
    return files.map { Array($0.utf8) }
      .filter { $0.ends(with: Self.ending) && $0.first != UInt8(ascii: ".") }
      .map { String(decoding: $0.dropLast(Self.ending.utf8.count), as: UTF8.self) }
      .sorted()
  }

  /// The bytes of the journeys, by name: those that can be read.
  package var texts: [String: [UInt8]] {
    var texts: [String: [UInt8]] = [:]
    for name in names.prefix(Self.limit) {
      texts[name] = try? reader.bytes(of: "\(root)/\(Self.path(of: name))")
    }
    return texts
  }

  // MARK: Writing

  /// Writes a journey.
  ///
  /// - Parameters:
  ///   - text: The spec.
  ///   - name: The name of its file, as ``fileName(of:)`` makes it.
  ///   - replaces: Whether one that is there is replaced.
  /// - Throws: That there is one, or too many, or what the system says.
  package func write(
    _ text: String,
    as name: String,
    replacing replaces: Bool
  ) throws(JourneyProblem) {
    guard text.utf8.count <= Self.byteLimit else { throw .tooLong }
    try Self.writing.withLock { _ throws(JourneyProblem) in
      try checkRoom(for: name, replacing: replaces)
      do throws(FileError) {
        try FileWriter(below: [root])
          .write(Array(text.utf8), to: "\(root)/\(Self.path(of: name))")
      } catch .outside, .link {
        throw .outside
      } catch {
        throw .refused("\(error)")
      }
    }
  }

  /// Checks that a journey can be written, before it is there; nothing is made.
  ///
  /// - Parameters:
  ///   - name: The name of its file.
  ///   - replaces: Whether one that is there is replaced.
  /// - Throws: Why it cannot.
  package func check(_ name: String, replacing replaces: Bool) throws(JourneyProblem) {
    try checkRoom(for: name, replacing: replaces)
    for path in [folder, "\(root)/spec", root] {
      do throws(FileError) {
        try reader.checkFolder(path)
      } catch {
        throw .outside
      }
    }
    // The nearest that is there holds what has to be made.
    let nearest = [folder, "\(root)/spec"].first { kind(of: $0) != nil } ?? root
    guard let real = FileReader.realPath(nearest), kind(of: real) == .typeDirectory else {
      throw .refused("'\(nearest)' is no folder. Put one there.")
    }
    guard FileManager.default.isWritableFile(atPath: nearest) else {
      throw .refused("'\(nearest)' cannot be written. Allow it, or copy the application.")
    }
  }

  /// Two that look for the same file and write it do so one after the other.
  private static let writing = Mutex(())

  /// Refuses to write over what must not be written over.
  private func checkRoom(
    for name: String,
    replacing replaces: Bool
  ) throws(JourneyProblem) {
    let path = Self.path(of: name)
    guard let kind = kind(of: "\(root)/\(path)") else {
      guard names.count < Self.limit else { throw .tooMany }
      return
    }
    guard replaces else { throw .exists(path) }
    // A link leads to another file, which is no journey.
    guard kind == .typeRegular else { throw .notOrdinary(path) }
  }

  /// The kind of what lies at a path, links not followed; `nil`: nothing.
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
