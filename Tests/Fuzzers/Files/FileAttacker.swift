import Foundation
import ScriptHost
import Synchronization
import TextTools

/// Writes, adds and removes files of an application while symbolic links exist at any place.
///
/// Nothing outside the folder may change, even while a folder becomes a link and a folder again.
///
/// Each part begins with a verb. Some verbs make the folder, the others are actions of a writer.
struct FileAttacker: Attacker {
  static let name = "files"
  static let round = 300

  private static let making = ["folder", "file", "link", "link", "link", "hard", "swap"]
  private static let acting = ["write", "write", "save", "append", "remove", "make", "check"]
  private static let names = ["a", "b", "c", "deep", "main.lua"]
  private static let odd = ["..", ".", "", "../out", "../out/kept", "\\x00"]
  private static let targets = [
    "OUT", "OUT/kept", "OUT/new", "OUT/inner", "OUT/inner/x", "../out", "../out/kept", "a", "b",
    ".", "nowhere", "main.lua",
  ]
  private static let bytes = Array("new".utf8)

  func makeCase(_ random: inout SeededGenerator) -> AttackCase {
    var parts = (0..<random.number(1...6))
      .map { _ in
        let verb = random.pick(Self.making)
        let path = Self.path(&random, odd: 0)
        return verb == "link" ? "link \(path) \(random.pick(Self.targets))" : "\(verb) \(path)"
      }
    parts += (0..<random.number(1...8))
      .map { _ in "\(random.pick(Self.acting)) \(Self.path(&random, odd: 10))" }
    return AttackCase(parts)
  }

  private static func path(_ random: inout SeededGenerator, odd percent: Int) -> String {
    (0..<random.number(1...3))
      .map { _ in random.chance(percent) ? random.pick(odd) : random.pick(names) }
      .joined(separator: "/")
  }

  func problem(of attack: AttackCase) async throws -> String? {
    let folder = try FuzzedFolder([
      "app/main.lua": "own", "out/kept": "kept", "out/inner/x": "kept", "out/main.lua": "kept",
    ])
    defer { folder.remove() }
    let parts = attack.parts.map { part in
      part.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    }
    // Without main.lua the folder is not an application, and a path from an argument may follow
    // links.
    let endsApplication = parts.contains { words in
      ["remove", "swap"].contains(words[0]) && words.count > 1 && words[1].hasSuffix("main.lua")
    }
    var swaps: [FolderSwap] = []
    for words in parts where words.count > 1 && Self.making.contains(words[0]) {
      // A second swap would move files through the link of the first.
      if words[0] == "swap", !swaps.isEmpty { continue }
      if let swap = Self.make(words, folder) { swaps.append(swap) }
    }
    let before = Self.tree(folder("out"))
    for swap in swaps { swap.start() }
    var lost: String?
    for words in parts where words.count > 1 && Self.acting.contains(words[0]) {
      if words[0] == "save", endsApplication { continue }
      let path = String(decoding: AttackCase.bytes(of: words[1]), as: UTF8.self)
      let isDone = Self.act(words[0], path, folder("app"))
      let isWhole = !swaps.isEmpty || Self.isWritten(path, folder("app"))
      if isDone, ["write", "save"].contains(words[0]), !isWhole { lost = path }
    }
    for swap in swaps { swap.stop() }
    let after = Self.tree(folder("out"))
    if after != before {
      let changed = Set(after.keys).union(before.keys).filter { after[$0] != before[$0] }
      return "outside: \(changed.sorted())"
    }
    if let lost { return "lost: '\(lost)' does not have the written text" }
    let rests = Self.tree(folder("app")).keys.filter { $0.hasSuffix(".tmp") }
    return rests.isEmpty ? nil : "rest: \(rests.sorted())"
  }

  // MARK: Preparation

  private static func make(_ words: [String], _ folder: FuzzedFolder) -> FolderSwap? {
    let path = folder("app/" + words[1])
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let files = FileManager.default
    try? files.createDirectory(atPath: parent, withIntermediateDirectories: true)
    switch words[0] {
    case "folder": try? files.createDirectory(atPath: path, withIntermediateDirectories: true)
    case "file": _ = files.createFile(atPath: path, contents: Data("own".utf8))
    case "hard": try? files.linkItem(atPath: folder("out/kept"), toPath: path)
    case "swap":
      // Behind a link, the swap would change files outside the folder.
      let app = FileReader.realPath(folder("app"))
      let real = FileReader.realPath(parent)
      guard let app, let real, real == app || real.path(below: app) != nil else { return nil }
      return FolderSwap(at: path, target: folder("out"))
    default:
      let target = words.count > 2 ? words[2].replacing("OUT", with: folder("out")) : "."
      try? files.createSymbolicLink(atPath: path, withDestinationPath: target)
    }
    return nil
  }

  // MARK: Actions

  /// Performs an action, and returns whether that was possible.
  private static func act(_ verb: String, _ path: String, _ app: String) -> Bool {
    let writer = FileWriter(below: [app], limit: .max)
    let whole = "\(app)/\(path)"
    do throws(FileError) {
      switch verb {
      case "write": try writer.write(bytes, to: whole)
      // A file named by an argument may be anywhere. This one stays in the application.
      case "save":
        guard !path.pathParts.contains("..") else { return false }
        try FileWriter.named.write(bytes, to: whole)
      case "append": try writer.append(bytes, to: whole)
      case "remove": try writer.remove(whole)
      case "make": try writer.makeFolder(whole)
      default: try writer.check(whole)
      }
      return true
    } catch {
      return false
    }
  }

  /// Whether a file of the application contains the last text written.
  private static func isWritten(_ path: String, _ app: String) -> Bool {
    var names: [Substring] = []
    for part in path.pathParts where part != "." {
      if part != ".." { names.append(part) } else if !names.isEmpty { names.removeLast() }
    }
    let file = app + "/" + names.joined(separator: "/")
    return FileManager.default.contents(atPath: file) == Data(bytes)
  }

  /// Everything below a folder: the bytes of files and the targets of links.
  private static func tree(_ folder: String) -> [String: Data] {
    let files = FileManager.default
    var tree: [String: Data] = [:]
    for path in (try? files.subpathsOfDirectory(atPath: folder)) ?? [] {
      let whole = "\(folder)/\(path)"
      if let target = try? files.destinationOfSymbolicLink(atPath: whole) {
        tree[path] = Data(target.utf8)
      } else {
        tree[path] = files.contents(atPath: whole) ?? Data()
      }
    }
    return tree
  }
}

/// A path that alternates between a folder and a link until stopped.
private final class FolderSwap: Sendable {
  private let path: String
  private let isStopped = Atomic(false)
  private let end = DispatchSemaphore(value: 0)

  init(at path: String, target: String) {
    self.path = path
    let files = FileManager.default
    try? files.createDirectory(atPath: path + ".0", withIntermediateDirectories: true)
    try? files.createSymbolicLink(atPath: path + ".1", withDestinationPath: target)
  }

  func start() {
    Thread.detachNewThread { [self] in
      while !isStopped.load(ordering: .relaxed) {
        for other in [".0", ".1"] {
          rename(path + other, path)
          rename(path, path + other)
        }
      }
      end.signal()
    }
  }

  func stop() {
    isStopped.store(true, ordering: .relaxed)
    end.wait()
  }
}
