#if Command
import Foundation
import Testing

<<<<<<< HEAD
/// The shell commands in the documentation have the documented results.
struct GuideShellTests {
  private static let pages = Place.root.appendingPathComponent("Sources")

  /// The pages with shell commands.
=======
/// The shell lines in the pages of the documentation have their described effects.
struct GuideShellTests {
  private static let pages = Place.root.appendingPathComponent("Sources")

  /// The pages with shell lines.
>>>>>>> e94abd91 (tests: plainer comments after a second reading of all suites)
  private static func blocks() throws -> [(page: String, block: DocumentBlock)] {
    try FileManager.default.subpathsOfDirectory(atPath: pages.path).sorted()
      .filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
      .flatMap { page in
        try DocumentBlock.all(of: pages.appendingPathComponent(page))
          .filter { $0.language == "sh" }.map { (page, $0) }
      }
  }

<<<<<<< HEAD
  /// A copy of an example as a git repository, with links that have no problems.
=======
  /// A git repository with a copy of an example and only working links.
>>>>>>> e94abd91 (tests: plainer comments after a second reading of all suites)
  private static func copy(of example: String, in scratch: Scratch) async throws -> URL {
    let folder = scratch["tabs"]
    let original = Place.root.appendingPathComponent(example)
    try FileManager.default.copyItem(at: original, to: folder)
<<<<<<< HEAD
    // Partial runs ask git for the changed files.
=======
    // Narrowed runs ask git for the changed files.
>>>>>>> e94abd91 (tests: plainer comments after a second reading of all suites)
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
