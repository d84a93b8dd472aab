import Foundation
import Testing

/// One type writes files and one reads them, so that links and sizes are checked in one place each.
@Suite struct WritingTests {
  // For `NSRegularExpression`, because `Regex` takes 14 seconds for all files.
  private static let writing = [
    #"\.(?:createDirectory|createFile|createSymbolicLink|linkItem|copyItem|moveItem)\("#,
    #"\.(?:replaceItem\w*|removeItem|trashItem|setAttributes|createTemporary\w*)\("#,
    #"\.write\(to(?:File|Path)?: (?!encoder)"#,
    #"FileHandle\(for(?:Writing|Updating)|OutputStream\("#,
    #"O_(?:WRONLY|RDWR|CREAT|APPEND|TRUNC)"#,
    #"(?<!\w|func )(?:fopen|freopen|creat|mkstemp|mkdtemp|truncate|ftruncate)\("#,
    #"(?<!\w|func )(?:mkfifo|mkfifoat|mknod)\("#,
    #"(?<![\w.]|func )(?:unlink|unlinkat|rmdir|renameat|mkdir|mkdirat|symlink|linkat)\("#,
    #"(?<![\w.]|func )(?:rename|chmod|fchmod|chown|lchown|utimes)\("#,
    #"(?:Glibc|Darwin|Musl)\.(?:open|openat|unlink|rename|remove|link|mkdir|rmdir)\("#,
  ]

  private static let reading = [
    #"contents\(atPath: |(?:Data|String)\(contentsOf|FileHandle\(forReading|InputStream\("#
  ]

  /// Lines that access files directly, with the reason why that is safe.
  private static let allowed = [
    "Sources/MoonrouteCommand/Terminal/StandardStream.swift":
      ["\"/dev/null\"": "A closed standard stream is given an end."],
    "Sources/MoonrouteCommand/Terminal/ChildProcess.swift":
      ["\"/dev/null\"": "The errors of a child go there."],
    "Sources/MessageStream/Connection/MessageListener.swift":
      [
        "unlink(path)": "The socket that an argument names, when no program listens there.",
        "chmod(path, 0o600)": "The same socket, once it is made.",
      ],
    "Sources/EditorServer/Requests/EditorServer+Requests.swift":
      ["rename(params)": "A request of the protocol."],
    "Sources/Moonroute/Resources/ResourceStore+Put.swift":
      ["rename(known, at: place)": "The name of a resource."],
  ]

  /// The code of the product, without the type that writes and the type that reads.
  private static let files: [String] = {
    let others = ["RouterBenchmarks", "BenchmarkBaselines", "SiteBuilder", "ScriptHost/Files"]
    return Project.files(below: ["Sources", "CLua"], extensions: ["swift", "c", "h"])
      .filter { path in !others.contains { path.hasPrefix("Sources/\($0)/") } }
  }()

  /// The lines of a text that match some patterns, without comments.
  private static func lines(
    of text: String,
    doing patterns: [String]
  ) throws -> [(number: Int, text: Substring)] {
    let pattern = try NSRegularExpression(pattern: patterns.joined(separator: "|"))
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { ($0.offset + 1, $0.element) }
      .filter { _, line in
        // Each pattern contains one of these characters.
        guard line.utf8.contains(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "_") })
        else { return false }
        let code = line.drop { $0 == " " }
        guard !code.hasPrefix("//"), !code.hasPrefix("*"), !code.hasPrefix("/*") else {
          return false
        }
        let range = NSRange(location: 0, length: code.utf16.count)
        return pattern.firstMatch(in: String(code), range: range) != nil
      }
  }

  @Test func `only FileWriter changes files, and only FileReader reads them`()
    throws
  {
    #expect(Self.files.count > 600)
    var used: Set<String> = []
    for file in Self.files {
      for line in try Self.lines(of: Project.text(file), doing: Self.writing + Self.reading) {
        let reasons = Self.allowed[file] ?? [:]
        guard let words = reasons.keys.first(where: line.text.contains) else {
          Issue.record("\(file):\(line.number): use FileWriter or FileReader:\(line.text)")
          continue
        }
        used.insert("\(file) \(words)")
      }
    }
    // An unused exception must be removed.
    #expect(used.count == Self.allowed.values.reduce(0) { $0 + $1.count }, "\(used.sorted())")
  }

  @Test(arguments: [
    "try Data(text.utf8).write(to: file)", "try? text.write(toFile: path, atomically: true)",
    "try FileManager.default.createDirectory(atPath: folder)", "manager.removeItem(at: url)",
    "try files.createSymbolicLink(", "let file = FileHandle(forWritingAtPath: path)",
    "let d = open(path, O_WRONLY | O_TRUNC)", "let d = open(path, O_RDWR)", "  unlink(path)",
    "guard rename(old, new) == 0", "if mkdir(folder, 0o777) != 0 {", "Glibc.unlink(path)",
    "FILE *file = fopen(path, \"w\");", "_ = rmdir(folder)", "let stream = OutputStream(url: url)",
    "try manager.moveItem(at: a, to: b)", "chmod(path, 0o600)", "let d = creat(path, 0o600)",
  ])
  func `a line that writes is found`(line: String) throws {
    #expect(try Self.lines(of: "let a = 1\n\(line)\n", doing: Self.writing).map(\.number) == [2])
  }

  @Test(arguments: [
    "let data = FileManager.default.contents(atPath: path)", "try Data(contentsOf: url)",
    "try String(contentsOfFile: path, encoding: .utf8)", "FileHandle(forReadingAtPath: path)",
  ])
  func `a line that reads a whole file is found`(line: String) throws {
    #expect(try Self.lines(of: "let a = 1\n\(line)\n", doing: Self.reading).map(\.number) == [2])
  }

  @Test(arguments: [
    "/// try offers.write(to: \"offers.json\")",
    "case .table(let table): try table.write(to: encoder)",
    "func rename(_ entry: Entry) {", "store.rename(entry)", "try writer.write(bytes, to: path)",
    "try FileReader(limit: 1).bytes(of: path)",
  ])
  func `other lines are ignored`(line: String) throws {
    #expect(try Self.lines(of: line, doing: Self.writing + Self.reading).isEmpty)
  }
}
