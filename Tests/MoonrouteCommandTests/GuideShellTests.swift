#if Command
import Foundation
import Testing

/// The shell commands in the documentation have the documented results.
struct GuideShellTests {
  private static let pages = Place.root.appendingPathComponent("Sources")

  /// The pages with shell commands.
  private static func blocks() throws -> [(page: String, block: DocumentBlock)] {
    try FileManager.default.subpathsOfDirectory(atPath: pages.path).sorted()
      .filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
      .flatMap { page in
        try DocumentBlock.all(of: pages.appendingPathComponent(page))
          .filter { $0.language == "sh" }.map { (page, $0) }
      }
  }

  /// A copy of an example as a git repository, with links that have no problems.
  private static func copy(of example: String, in scratch: Scratch) async throws -> URL {
    let folder = scratch["tabs"]
    let original = Place.root.appendingPathComponent(example)
    try FileManager.default.copyItem(at: original, to: folder)
    // Partial runs ask git for the changed files.
    let commit =
      "git init -q -b main . && git add . && git -c user.name=a -c user.email=a@b.c commit -qm a"
    #expect(try await CommandRun.shell(commit, in: folder).status == 0)
    // Some links of the example are broken on purpose.
    let links = folder.appendingPathComponent("links.txt")
    try "/\n/library\n".write(to: links, atomically: true, encoding: .utf8)
    return folder
  }

  @Test func `every shell line in a page succeeds in an application`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    var count = 0
    for (page, blocks) in Dictionary(grouping: try Self.blocks(), by: \.page)
      .sorted(by: { $0.key < $1.key })
    {
      let folder = try await Self.copy(of: "examples/tabs", in: scratch)
      defer { try? FileManager.default.removeItem(at: folder) }
      for line in blocks.flatMap(\.block.lines) where !line.isEmpty {
        #expect(line.hasPrefix("moonroute "), "\(page): \(line)")
        let run = try await CommandRun.shell(line, in: folder)
        #expect(run.status == 0, "\(page): \(line): \(run.output)\(run.errors)")
        count += 1
      }
    }
    #expect(count >= 6)
  }
}
#endif
