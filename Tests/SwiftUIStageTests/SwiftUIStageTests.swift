import Foundation
import TestSupport
import Testing

/// Compiles the code for Apple's systems and the applications of `examples/ios` with mock
/// declarations.
@Suite struct SwiftUIStageTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
  private static let root = tests.deletingLastPathComponent().deletingLastPathComponent()

  /// The build folder of these tests.
  private static let products = Bundle.main.bundleURL

  /// The Swift features of the package; the example applications do not enable them.
  private static let features = [
    "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
    "NonisolatedNonsendingByDefault",
  ]
  .flatMap { ["-enable-upcoming-feature", $0] }

  /// The settings of a new target in Xcode 26.
  private static let newTarget =
    ["-default-isolation", "MainActor"]
    + ["InferIsolatedConformances", "MemberImportVisibility", "NonisolatedNonsendingByDefault"]
    .flatMap { ["-enable-upcoming-feature", $0] }

  /// Runs the compiler.
  ///
  /// - Returns: The compiler's output; empty on success.
  private static func compile(_ arguments: [String]) async throws -> String {
    let options = ["-swift-version", "6", "-warnings-as-errors"] + arguments
    let run = try await onOwnThread { try ProgramRun(tool: "swiftc", options) }
    return run.status == 0 ? run.output : "status \(run.status): \(run.output)"
  }

  private static func swiftFiles(in folder: String) throws -> [String] {
    let folder = root.appending(path: folder)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0).path }
  }

  /// Compiles code that uses every public name, and SwiftUI's in the same file; and the guide.
  private func checkPrograms(in work: URL, _ modules: [String]) async throws {
    let text = """
      import Moonroute
      import SwiftUI
      import SwiftUIStage

      @MainActor func makeRouter() throws -> LinkRouter {
        try LinkRouter {
          LinkRoute.shell { LinkRoute("/", name: "home").view("Home") }
        }
      }
      let preferences: ValueTable = ValueTable(fields: ["size": 12, "theme": "dark"])
      let changes: [StageTransition] = []
      struct Page: View {
        @Environment(\\.moonroute) private var router
        let title = "Home"

        var body: some View {
          Text("\\(preferences.items)\\(changes)")
          Button("Back") { Task { await router?.back() } }
          RouterLink("Home", to: "home")
          RouterLink(title, to: "product", ["id": 1])
          RouterLink(to: "/") { Text(title) }
          RouterLink(to: "product", ["id": 1]) { Text(title) }
          if let location = try? router?.location(to: "home") {
            RouterLink(to: location) { Text(title) }
          }
        }
      }
      struct Tabs: View {
        let router: LinkRouter

        var body: some View {
          TabView {
            RouterStack(router, branch: "home") { screens in
              screens.screen("Home") { _ in Page() }
              screens.presentation { style, content in
                content.presentationDetents(
                  style.options["position"] == "bottom" ? [.medium] : [.large]
                )
              }
            }
            .tabItem { Text("Home") }
            Page().tabItem { Text("Other") }
          }
        }
      }

      """
    let file = work.appending(path: "Names.swift")
    try Data(text.utf8).write(to: file)
    let guide = work.appending(path: "Guide.swift")
    let name = "StandIn/GettingStartedWithSwiftUIGuide.swift.txt"
    try FileManager.default.copyItem(at: Self.tests.appending(path: name), to: guide)
    let options = ["-typecheck", "-parse-as-library", "-module-name", "Names"] + modules
    for file in [file, guide] { #expect(try await Self.compile(options + [file.path]) == "") }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: products.path + "/Modules")))
  func `the stages and the example applications compile against substitutes`() async throws {
    let work = FileManager.default.temporaryDirectory.appending(path: "SwiftUIStage-\(UUID())")
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: work) }
    // The mock modules shadow the module of this build, which has no views.
    let modules = ["-I", work.path, "-I", Self.products.path + "/Modules"]
    func module(_ name: String, _ files: [String], _ settings: [String] = []) async throws {
      let path = work.appending(path: "\(name).swiftmodule").path
      let options =
        Self.features + settings + ["-emit-module", "-parse-as-library", "-module-name", name]
        // SwiftPM names a package after its folder.
        + ["-package-name", Self.root.lastPathComponent.lowercased()]
      #expect(
        try await Self.compile(options + ["-emit-module-path", path] + modules + files) == ""
      )
    }
    try await module("os", Self.swiftFiles(in: "Tests/RouterObservabilityTests/StandIn"))
    try await module("RouterObservability", Self.swiftFiles(in: "Sources/RouterObservability"))
    let shop = Self.root.appending(path: "examples/ios/Shop.swift").path
    let pairs = [
      ("SwiftUI", "SwiftUIStage", "Tests/SwiftUIStageTests/StandIn", "examples/ios/SwiftUI"),
      ("UIKit", "UIKitStage", "Tests/UIKitStageTests/StandIn", "examples/ios/UIKit"),
    ]
    for (framework, stage, standIn, example) in pairs {
      try await module(framework, Self.swiftFiles(in: standIn))
      // Debug builds show problems that release builds log.
      for settings in [["-D", "DEBUG"], []] {
        try await module(stage, Self.swiftFiles(in: "Sources/\(stage)"), settings)
      }
      let files = try Self.swiftFiles(in: example) + [shop]
      let options = ["-typecheck", "-parse-as-library", "-module-name", "Example"]
      #expect(try await Self.compile(options + modules + files) == "")
      #expect(try await Self.compile(options + Self.newTarget + modules + files) == "")
      if framework == "SwiftUI" { try await checkPrograms(in: work, modules) }
      // The modules that the next step must not find.
      for name in [framework, stage] {
        try FileManager.default.removeItem(at: work.appending(path: "\(name).swiftmodule"))
      }
    }
  }
}
