import Book
import Foundation
import Testing

/// Each fenced block of the documentation is run by a test, or has a reason not to be.
struct BlockTests {
  /// The test that runs a block.
  enum Runner: Equatable {
    /// `ExampleTests` runs the examples of the book. `ReadmeTests` runs the README and all shell
    /// blocks.
    case otherTests
    /// A test writes or compares the page: `ShippedBookTests`, `StageTableTests`.
    case generated
    /// The block is part of Swift code that this target or `UIKitStageTests` compiles and runs, or
    /// `SwiftUIStageTests` compiles.
    case compiled
    /// The page contains the reason for not running the block.
    case nobody(String)
  }

  /// The compiled files for a page with Swift code, and a package that `.ci/test-embed` builds.
  private static func sources(of page: DocumentationPage) throws -> [String] {
    let candidates = [
      "Tests/GuideTests/\(page.name)Guide.swift",
      "Tests/SwiftUIStageTests/StandIn/\(page.name)Guide.swift.txt",
      "Tests/UIKitStageTests/StandIn/\(page.name)Guide.swift.txt",
    ]
    let found = candidates.filter {
      FileManager.default.fileExists(
        atPath: DocumentationPage.root.appendingPathComponent($0).path
      )
    }
    return found.isEmpty ? [] : found + ["examples/embed/Package.swift"]
  }

  /// The test that runs a block, or `nil`.
  static func runner(
    of block: DocumentationPage.Block,
    in page: DocumentationPage
  ) throws -> Runner? {
    if let excuse = block.excuse { return .nobody(excuse) }
    if page.path == "README.md" || block.language == "sh" { return .otherTests }
    if page.path.contains("/Documentation.docc/Lua/") { return .generated }
    if page.name == "AnimatorTable" { return .generated }
    for source in try sources(of: page) {
      let text = try DocumentationPage.text(of: source).components(separatedBy: "\n")
      if DocumentationPage.stands(block.lines, in: text) { return .compiled }
    }
    let isInBook = Book.shipped.pages.contains {
      $0.text.contains("```lua\n" + block.lines.joined(separator: "\n") + "\n```")
        && !Book.isOfSwift($0)
    }
    return block.language == "lua" && isInBook ? .otherTests : nil
  }

  @Test func `every block of every page runs, or gives the reason why not`() throws {
    var counts: [String: Int] = [:]
    for page in try DocumentationPage.all() {
      for block in page.blocks {
        let runner = try Self.runner(of: block, in: page)
        #expect(runner != nil, "\(page.path):\(block.line): no test runs this \(block.language)")
        counts["\(runner.map { "\($0)".prefix { $0 != "(" } } ?? "")", default: 0] += 1
      }
    }
    #expect(counts["otherTests", default: 0] > 60)
    #expect(counts["generated", default: 0] > 400)
    #expect(counts["compiled", default: 0] > 40)
    #expect(counts["nobody", default: 0] < 6, "blocks are there to be run")
  }

  @Test func `each catalog lists exactly its articles`() throws {
    let pages = try DocumentationPage.all().filter { !$0.path.contains("/Decisions/") }
    let landings = pages.filter { $0.path.hasSuffix(".docc/Documentation.md") }
    #expect(landings.count >= 5)
    for landing in landings {
      let folder = landing.path.dropLast("Documentation.md".count)
      let articles = pages.filter { $0.path.hasPrefix(folder) && $0.path != landing.path }
        .map(\.name)
      let listed = try DocumentationPage.text(of: landing.path)
        .matches(of: #/(?m)^- <doc:(\w+)>$/#).map { String($0.output.1) }
      #expect(listed.sorted() == articles.sorted(), "\(landing.path)")
    }
  }

  @Test func `every file of guides belongs to a page`() throws {
    let names = try Set(DocumentationPage.all().map { $0.name + "Guide.swift" })
    let folder = DocumentationPage.root.appendingPathComponent("Tests/GuideTests").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix("Guide.swift") }
    #expect(files.count >= 5)
    #expect(files.filter { !names.contains($0) } == [])
  }

  /// Sample blocks, and their runners.
  static let planted: [(String, Runner?)] = [
    ("```swift\nlet notThere = 1\n```", nil),
    ("```lua\nlocal not_there = 1\n```", nil),
    ("```\nno language\n```", nil),
    ("  ```swift\n  indented()\n  ```", nil),
    ("<!-- not run: a drawing -->\n```text\n→\n```", .nobody("a drawing")),
    ("```sh\nmoonroute check .\n```", .otherTests),
    ("```swift\ntry await host.rollback()\n```", .compiled),
  ]

  @Test(arguments: planted)
  func `a block that no test runs is found`(_ text: String, _ runner: Runner?) throws {
    let page = DocumentationPage(path: "Sources/X/Documentation.docc/Embedding.md", text: text)
    let block = try #require(page.blocks.first)
    #expect(try Self.runner(of: block, in: page) == runner)
  }
}
