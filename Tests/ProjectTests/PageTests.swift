import Foundation
import Testing

/// The pages that guide new maintainers through the code.
struct PageTests {
  private static let guides = "Sources/Moonroute/Documentation.docc/Guides"

  /// The texts in backquotes in a page.
  private static func quoted(in page: String) throws -> [String] {
    try Project.text("\(guides)/\(page)").matches(of: /`([^`\n]+)`/).map { String($0.1) }
  }

  /// Every name that Swift, C and Lua files declare or use.
  private static let words: Set<Substring> = {
    let files =
      Project.files(
        below: ["Sources", "CLua", "scripts", "Tests"],
        extensions: ["swift", "c", "h", "lua"]
      )
      .filter { !$0.hasPrefix("Tests/ProjectTests/") }
    var words: Set<Substring> = []
    for file in files {
      guard let text = try? Project.text(file) else { continue }
      for word in text.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }) {
        words.insert(word)
      }
    }
    return words
  }()

  @Test(arguments: ["Words.md", "TheWayOfALink.md"])
  func `every file that a page names exists`(page: String) throws {
    let paths = try Self.quoted(in: page)
      .filter { $0.contains("/") && !$0.hasPrefix("/") && !$0.contains(" ") }
    #expect(paths.count > 10)
    for path in paths {
      let url = Project.root.appending(path: path)
      #expect(FileManager.default.fileExists(atPath: url.path), "\(page): \(path)")
    }
  }

  @Test(arguments: ["Words.md", "TheWayOfALink.md"])
  func `every type and function that a page names exists`(page: String) throws {
    let names = try Self.quoted(in: page)
      .filter { $0.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*([.:(][A-Za-z0-9_.:()]*)?/) != nil }
    #expect(names.count > 10)
    for name in names {
      for word in name.split(whereSeparator: { ".:()".contains($0) }) {
        #expect(Self.words.contains(word), "\(page): \(name)")
      }
    }
  }
}
