import Foundation
import TestSupport
import Testing

/// Compiles UIKitStage with mock declarations of UIKit, and runs it.
@Suite struct UIKitStageTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
  private static let root = tests.deletingLastPathComponent().deletingLastPathComponent()

  /// The build folder of these tests.
  private static let products = Bundle.main.bundleURL

  private static func swiftFiles(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0).path }
  }

  /// The object files of the core, as linked into these tests.
  ///
  /// The build folder may also contain outdated object files.
  private static func objects() throws -> [String] {
    let list = products.appending(path: "moonroutePackageTests.product/Objects.LinkFileList")
    return try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
      .filter { path in
        ["Moonroute", "RoutePatterns", "TextTools"].contains { path.contains("/\($0).build/") }
      }
      .map { String($0.filter { $0 != "'" }) }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: products.path + "/Modules")))
  func `over a substitute for UIKit, the stage conforms to the suite`() async throws {
    try await onOwnThread { try Self.check() }
  }

  private static func check() throws {
    let work = FileManager.default.temporaryDirectory.appending(path: "UIKitStage-\(UUID())")
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: work) }
    let standIn = tests.appending(path: "StandIn")
    let language = [
      "-swift-version", "6", "-enable-upcoming-feature", "ExistentialAny",
      "-enable-upcoming-feature", "InternalImportsByDefault",
      "-enable-upcoming-feature", "MemberImportVisibility",
      "-enable-upcoming-feature", "NonisolatedNonsendingByDefault",
    ]
    let library = try ProgramRun(
      tool: "swiftc",
      language + [
        "-emit-module", "-emit-library", "-static", "-parse-as-library", "-module-name", "UIKit",
        "-emit-module-path", work.appending(path: "UIKit.swiftmodule").path,
        "-o", work.appending(path: "libUIKit.a").path,
        standIn.appending(path: "UIKit.swift").path,
      ]
    )
    #expect(library.output == "")
    try #require(library.status == 0)
    // The conformance suite, and the code of `GettingStartedWithUIKit.md`.
    let programs = try ["main", "GettingStartedWithUIKitGuide"]
      .map { name in
        let file = work.appending(path: name + ".swift")
        try FileManager.default.copyItem(at: standIn.appending(path: name + ".swift.txt"), to: file)
        return file.path
      }
    let sources = try swiftFiles(in: root.appending(path: "Sources/UIKitStage"))
    let built = try ProgramRun(
      tool: "swiftc",
      language + [
        "-D", "DEBUG", "-warnings-as-errors", "-I", work.path, "-I",
        products.path + "/Modules",
      ]
        + ["-package-name", root.lastPathComponent.lowercased()]
        + ["-module-name", "Check", "-o", work.appending(path: "check").path] + programs + sources
        + [work.appending(path: "libUIKit.a").path]
        + (try objects())
    )
    #expect(built.output == "")
    try #require(built.status == 0)
    let checked = try ProgramRun(work.appending(path: "check"))
    #expect(checked.output == "42 scenarios, 0 problems\n")
    #expect(checked.status == 0)
  }
}
