#if Inspector
import Moonroute
import RuleProof
import ScriptHost
import ScriptTesting
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The result of a journey.
struct JourneyResult: Sendable, Equatable {
  /// The ends of a journey.
  enum Status: String, Sendable {
    case passed, failed, new
  }

  var status: Status
  /// The line of the step that went wrong.
  var line: Int?
  /// That line's text.
  var step: String?
  /// The failure.
  var message: String?
  /// How often it came to each route.
  var hits = RouteHits()
}

/// The journeys of an application: specs in its folder `spec/journeys`.
struct JourneyFolder: Sendable {
  /// The journeys that there may be.
  static let limit = 64

  private static let ending = "_spec.lua"
  private static let nameBytes = 60
  private static let byteLimit = 1 << 20

  /// The application's folder, links resolved.
  private let root: String

  /// The journeys of a world.
  ///
  /// - Throws: When its scripts do not lie in a folder.
  init(of world: World) throws(WireError) {
    guard let folder = world.host?.folder, let root = FileReader.realPath(folder) else {
      throw WireError(
        422,
        .missingFile,
        "The scripts lie in no folder, where a journey could be kept."
      )
    }
    self.root = root
  }

  /// The path of the journeys below the application's folder.
  static let place = "spec/journeys"

  private var folder: String { "\(root)/\(Self.place)" }

  /// The name of a journey's file without its ending: letters, digits and `_`.
  static func fileName(of name: String) -> String {
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
  static func path(of name: String) -> String { "\(place)/\(name)\(ending)" }

  /// The names of the journeys, sorted.
  var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(Self.ending) && !$0.hasPrefix(".") }
      .map { String($0.dropLast(Self.ending.count)) }
      .sorted()
  }

  /// Writes a journey.
  ///
  /// - Parameters:
  ///   - text: The spec.
  ///   - name: The name of its file, as ``fileName(of:)`` makes it.
  ///   - replaces: Whether one that is there is replaced.
  /// - Throws: That there is one, or too many, or what the system says.
  func write(_ text: String, as name: String, replacing replaces: Bool) throws(WireError) {
    try Self.writing.withLock { _ throws(WireError) in
      try checkRoom(for: name, replacing: replaces)
      let reader = FileReader(limit: Self.byteLimit, below: [root])
      do throws(FileRefusal) {
        try makeFolder("spec", reader)
        try FileWriter.write(
          Array(text.utf8),
          to: "\(root)/\(Self.path(of: name))",
          allowedBy: reader
        )
      } catch .outside {
        throw WireError(
          422,
          .denied,
          "'spec/journeys' leads out of the application. Put a folder itself there."
        )
      } catch {
        throw WireError(422, .denied, "\(error)")
      }
    }
  }

  /// Two that look for the same file and write it do so one after the other.
  private static let writing = Mutex(())

  /// Refuses to write over what must not be written over.
  private func checkRoom(for name: String, replacing replaces: Bool) throws(WireError) {
    let path = Self.path(of: name)
    guard let kind = kind(of: "\(root)/\(path)") else {
      guard names.count < Self.limit else {
        throw WireError(
          422,
          .valueTooLarge,
          "There are \(Self.limit) journeys already. Remove one from 'spec/journeys'."
        )
      }
      return
    }
    guard replaces else {
      throw WireError(
        409,
        .duplicate,
        "There is a journey '\(path)' already. Replace it, or choose another name."
      )
    }
    // A link leads to another file, which is no journey.
    guard kind == .typeRegular else {
      throw WireError(
        422,
        .denied,
        "'\(path)' is no ordinary file. Remove it, or choose another name."
      )
    }
  }

  /// The kind of what lies at a path, links not followed; `nil`: nothing.
  private func kind(of path: String) -> FileAttributeType? {
    let facts = try? FileManager.default.attributesOfItem(atPath: path)
    return facts.map { $0[.type] as? FileAttributeType ?? .typeUnknown }
  }

  /// Makes a folder below the application's, unless it is there.
  private func makeFolder(_ name: String, _ reader: FileReader) throws(FileRefusal) {
    let path = "\(root)/\(name)"
    if FileReader.realPath(path) == nil {
      try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    try reader.checkFolder(path)
  }

  /// Runs a journey as `moonroute test` would.
  func run(_ name: String) async -> JourneyResult {
    let reader = FileReader(limit: Self.byteLimit, below: [root])
    let file = "\(root)/\(Self.path(of: name))"
    guard reader.holds(file) else {
      return JourneyResult(status: .failed, message: "There is no file '\(Self.path(of: name))'.")
    }
    var runner = SpecRunner()
    runner.tools.access = .run
    runner.loadsApplications = true
    runner.snapshots = .compare
    let coverage = SpecCoverage()
    runner.coverage = coverage
    let results = Mutex<[SpecResult]>([])
    _ = await runner.run([file]) { event in
      if case .ended(let result) = event { results.withLock { $0.append(result) } }
    }
    var result = result(of: results.withLock { $0 }, file, reader)
    result.hits = RouteHits(coverage, of: root)
    return result
  }

  private func result(
    of all: [SpecResult],
    _ file: String,
    _ reader: FileReader
  ) -> JourneyResult {
    guard let wrong = all.first(where: \.isWrong) else {
      guard all.contains(where: { $0.isTest && $0.status == .success }) else {
        return JourneyResult(status: .failed, message: "The file has no test that runs.")
      }
      return JourneyResult(status: .passed)
    }
    let place = wrong.diagnostics.trace.first { $0.contains(Self.ending + ":") }
    let line = place?.split(separator: ":").last.flatMap { Int($0) }
    return JourneyResult(
      status: .failed,
      line: line ?? (wrong.line > 0 ? wrong.line : nil),
      step: line.flatMap { step(at: $0, of: file, reader) } ?? wrong.diagnostics.code,
      message: wrong.message
    )
  }

  /// A line of a journey.
  private func step(at line: Int, of file: String, _ reader: FileReader) -> String? {
    guard let bytes = try? reader.bytes(of: file) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1) else { return nil }
    return String(lines[line - 1].drop { $0 == " " })
  }
}
#endif
