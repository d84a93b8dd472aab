import LuaRuntime
import Moonroute
import TextTools

/// The texts of the scripts, each read once.
final class ScriptTexts {
  private let source: ScriptSource
  private let access: ScriptAccess
  private let reader: FileReader
  private var known: [String: [UInt8]] = [:]
  private var knownLines: [String: ScriptLines] = [:]
  /// The last requested lines: most look-ups stay in one file.
  private var lastLines: (path: String, lines: ScriptLines)?
  /// The functions that run files, for generations that share a Lua state.
  private var chunks: [String: LuaFunction] = [:]
  private var added: Set<String> = []

  /// The start files that did not exist when the scripts were loaded first.
  private var absent: Set<String> = []

  /// The reasons why existing files were not read, by path.
  private var refusals: [String: FileError] = [:]

  /// The reason why files are missing, or `nil` if none are.
  private(set) var folderProblem: String?

  private init(_ source: ScriptSource, _ access: ScriptAccess) {
    self.source = source
    self.access = access
    reader = source.reader(limit: access.fileBytes, staysInside: access.staysInside)
  }

  /// Reads all files of a source, and files outside it that the previous generation had read.
  convenience init(
    collecting source: ScriptSource,
    _ access: ScriptAccess,
    before: ScriptTexts?
  ) {
    self.init(source, access)
    let (paths, problem) = source.paths(staysInside: access.staysInside)
    folderProblem = problem
    var byteCount = 0
    for path in Set(paths).union(before.map { Array($0.files.keys) } ?? []).sorted() {
      guard let text = self[path] else { continue }
      byteCount += text.count
      guard byteCount <= access.allBytes else {
        folderProblem =
          "The scripts have more than \(access.allBytes) bytes together. Move other files"
          + " elsewhere."
        return
      }
      guard let old = before?.known[path], old.hasSameBytes(as: text) else { continue }
      share(path, old, of: before)
    }
  }

  /// All users of a text share one copy, with its lines found once.
  private func share(_ path: String, _ text: [UInt8], of before: ScriptTexts?) {
    known[path] = text
    knownLines[path] = before?.knownLines[path]
    chunks[path] = before?.chunks[path]
  }

  /// Reads all files of a source, with texts that replace or add files.
  convenience init(
    collecting source: ScriptSource,
    _ access: ScriptAccess,
    before: ScriptTexts?,
    over texts: [String: [UInt8]]
  ) {
    self.init(collecting: source, access, before: before)
    for (path, text) in texts {
      refusals[path] = nil
      let text = Self.withoutPreamble(text)
      if let old = before?.known[path], old.hasSameBytes(as: text) {
        share(path, old, of: before)
      } else {
        known[path] = text
        (chunks[path], knownLines[path]) = (nil, nil)
      }
    }
    added = Set(texts.keys)
  }

  /// Holds one text, such as a file that a generation does not contain.
  convenience init(of text: [UInt8], at path: String) {
    let access = ScriptAccess(fileBytes: text.count, allBytes: text.count, staysInside: true)
    self.init(.texts([path: text], entry: path), access)
  }

  func copy() -> ScriptTexts {
    let copy = ScriptTexts(source, access)
    copy.known = files
    copy.added = added
    return copy
  }

  /// The files that were read, by path, without texts that are not files.
  var files: [String: [UInt8]] { known.filter { !$0.key.hasPrefix("(") } }

  func hasSameFiles(as other: ScriptTexts) -> Bool {
    let (own, others) = (files, other.files)
    return own.count == others.count
      && own.allSatisfy { others[$0.key]?.hasSameBytes(as: $0.value) == true }
  }

  var entry: String { source.entry }

  subscript(path: String) -> [UInt8]? {
    if let text = known[path] { return text }
    do throws(FileError) {
      guard let text = try source.read(path, by: reader).map(Self.withoutPreamble) else {
        return nil
      }
      known[path] = text
      return text
    } catch {
      refusals[path] = error
      return nil
    }
  }

  /// Whether a file exists, even if it cannot be read.
  func has(_ path: String) -> Bool { self[path] != nil || refusals[path] != nil }

  func lines(of path: String) -> ScriptLines? {
    if let lastLines, lastLines.path == path { return lastLines.lines }
    guard let lines = knownLines[path] ?? self[path].map(ScriptLines.init) else { return nil }
    knownLines[path] = lines
    lastLines = (path, lines)
    return lines
  }

  /// The place where a function returned a kind of value: the line of the only `return` that can
  /// have done so, otherwise the function's first line.
  func site(of function: LuaFunction, answering kind: LuaReturn.Kind) -> SourceSite? {
    guard let start = function.definedAt else { return nil }
    let text = self[start.file]
    let line = text.flatMap { LuaReturn.line(of: kind, inFunctionAt: start.line, of: $0) }
    return SourceSite(file: start.file, line: line ?? start.line)
  }

  /// The lines around a place, with the place highlighted, or an empty text.
  func frame(at site: SourceSite) -> String {
    let highlight = ScriptLines.Highlight(line: site.line, column: nil, length: 0)
    return lines(of: site.file).map { CodeFrame.text(of: $0, at: highlight) } ?? ""
  }

  /// Adds a text that is not a file, such as a line to evaluate.
  func add(_ text: String, as path: String) {
    known[path] = Array(text.utf8)
    (knownLines[path], chunks[path], lastLines) = (nil, nil, nil)
  }

  /// The function that runs a file, or `nil` if the file does not exist.
  ///
  /// A file that ran in this state before is not loaded again, and a text that this process has
  /// compiled before is not compiled again.
  func chunk(
    of path: String,
    in state: LuaState,
    _ environment: LuaEnvironment
  ) throws(LuaError) -> LuaFunction? {
    guard !absent.contains(path) else { return nil }
    guard let text = self[path] else {
      if let refusal = refusals[path] { throw LuaError(refusal, in: path) }
      if ScriptSource.startFiles.contains(path) { absent.insert(path) }
      return nil
    }
    let earlier = chunks[path]
    if let earlier, try state.move(earlier, to: environment) { return earlier }
    let chunk = try CompiledTexts.load(text, name: path, in: state, environment, after: earlier)
    chunks[path] = chunk
    return chunk
  }

  /// The paths of all scripts, sorted, without specs.
  var paths: [String] {
    let paths = source.paths(staysInside: access.staysInside).paths
    return added.isEmpty ? paths : added.union(paths).sorted()
  }

  /// A text without a byte order mark, and with its `#!` line emptied, as Lua itself reads files.
  static func withoutPreamble(_ text: [UInt8]) -> [UInt8] {
    guard text.first == 0xEF || text.first == UInt8(ascii: "#") else { return text }
    var text = text[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    if text.first == UInt8(ascii: "#") { text = text.drop { $0 != UInt8(ascii: "\n") } }
    return Array(text)
  }
}

/// Which files of a source may be read.
struct ScriptAccess {
  var fileBytes: Int
  /// The most bytes of all files together.
  var allBytes: Int
  /// Whether links out of the application's folder are rejected.
  var staysInside: Bool
}

extension LuaError {
  /// The error for a script that cannot be read.
  init(_ refusal: FileError, in path: String) {
    var message = refusal.description
    if case .tooLarge(_, let bytes, let limit) = refusal {
      message = "the script has \(bytes) bytes; at most \(limit) are allowed"
    }
    self.init(.badSource, message, position: LuaPosition(file: path, line: 1))
  }
}
