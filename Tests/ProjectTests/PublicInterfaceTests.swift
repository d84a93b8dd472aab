#if os(Linux)
import Foundation
import TestSupport
import Testing

/// The public declarations of each library, as the folder `interface` lists them.
///
/// A change of the lists affects programs, so it has to be visible in a review. `make interface`
/// writes the lists.
@Suite struct PublicInterfaceTests {
  private static let libraries =
    [
      "Inspector", "Moonroute", "RoutePatterns", "RouterObservability", "ScriptDebugging",
      "ScriptHost", "ScriptTesting", "SQLiteResources", "SwiftUIStage",
    ] + served + released

  /// The library of the trait LinkService; without the trait it is empty.
  private static var served: [String] {
    #if LinkService
    ["LinkService"]
    #else
    []
    #endif
  }

  /// The libraries of the trait Releases; without the trait they are empty.
  private static var released: [String] {
    #if NATS
    ["Fleet", "NATSFleet", "ReleaseHTTP", "ReleaseSpecs", "ScriptReleases"]
    #elseif Releases
    ["Fleet", "ReleaseHTTP", "ReleaseSpecs", "ScriptReleases"]
    #else
    []
    #endif
  }

  private static let products = Bundle.main.bundleURL

  private static let isWriting =
    ProcessInfo.processInfo.environment["MOONROUTE_WRITE_INTERFACE"] != nil

  /// The parts of a symbol graph that the test reads.
  private struct Graph: Decodable {
    struct Symbol: Decodable {
      struct Fragment: Decodable { let spelling: String }

      let pathComponents: [String]
      let declarationFragments: [Fragment]

      var line: String {
        let words = declarationFragments.map(\.spelling).joined()
          .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // A dictionary literal makes `Value` an associated type too. Whole modules print it.
        let declaration = words.replacing("ValueTable.Value", with: "Value")
          .replacing("Value.Value", with: "Value")
        return "\(pathComponents.joined(separator: ".")): \(declaration)"
      }
    }

    let symbols: [Symbol]
  }

  /// The C modules that the libraries import.
  private static let moduleMaps: [String] = {
    let builds = try? FileManager.default.contentsOfDirectory(atPath: products.path)
    let own = (builds ?? []).filter { $0.hasSuffix(".build") }
      .map { products.appending(path: "\($0)/module.modulemap").path }
    let checkouts = Project.root.appending(path: ".build/checkouts").path
    return
      (own + [
        Project.root.appending(path: "Sources/CNATS/module.modulemap").path,
        "\(checkouts)/GRDB.swift/Sources/GRDBSQLite/module.modulemap",
        "\(checkouts)/swift-atomics/Sources/_AtomicsShims/include/module.modulemap",
        "\(checkouts)/swift-nio/Sources/CNIOWindows/include/module.modulemap",
        "\(checkouts)/swift-system/Sources/CSystem/include/module.modulemap",
        "\(checkouts)/swift-numerics/Sources/_NumericsShims/include/module.modulemap",
      ])
      .filter { FileManager.default.fileExists(atPath: $0) }
  }()

  private static func interface(of library: String) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "interface-\(library)-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    #if arch(arm64)
    let target = "aarch64-unknown-linux-gnu"
    #else
    let target = "x86_64-unknown-linux-gnu"
    #endif
    let run = try ProgramRun(
      tool: "swift",
      [
        "symbolgraph-extract", "-module-name", library, "-target", target,
        "-I", products.appending(path: "Modules").path, "-minimum-access-level", "public",
        "-skip-synthesized-members", "-output-dir", folder.path,
      ] + moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    )
    try #require(run.status == 0, "\(run.output)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return
      try files.flatMap { file in
        let data = try Data(contentsOf: folder.appending(path: file))
        return try JSONDecoder().decode(Graph.self, from: data).symbols.map(\.line)
      }
      .sorted()
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: products.path + "/Modules")),
    arguments: libraries
  )
  func `the public interface is the one that was reviewed`(library: String) async throws {
    let lines = try await onOwnThread { try Self.interface(of: library) }
    #expect(!lines.isEmpty)
    let list = "interface/\(library).txt"
    guard !Self.isWriting else {
      let text = lines.joined(separator: "\n") + "\n"
      return try Data(text.utf8).write(to: Project.root.appending(path: list))
    }
    let reviewed = try Project.text(list).split(separator: "\n").map(String.init)
    let changes = lines.difference(from: reviewed)
      .map { change in
        switch change {
        case .insert(_, let line, _): "+ \(line)"
        case .remove(_, let line, _): "- \(line)"
        }
      }
    #expect(
      changes.isEmpty,
      "\(changes.joined(separator: "\n"))\nIf this is intended, run 'make interface'."
    )
  }
}
#endif
