import Foundation
import Moonroute
import ScriptHost
import ScriptTesting
import Synchronization

/// `.busted` files: each is read, or rejected with a problem.
struct ConfigurationSubject: ByteSubject {
  static let name = "busted"

  let pieces = [
    "return { ", "}", "_all = {", "default = {", "},", "ROOT = { 'spec' },", "pattern = '_spec',",
    "jobs = 4", ",", "[1] = ", "[{}] = ", "verbose = true", "while true do end ",
    "f = function() end",
    "('x'):rep(1e9)", "local t = {} t.t = t return t ", "return ", "error({})", "\0", "\u{1B}Lua",
    "setmetatable({}, { __index = error, __pairs = error })", "coroutine.yield()", "1", "'a'", "\n",
    " ",
    "{", "((((((((", "0/0", "2^63",
  ]

  func problem(of bytes: [UInt8]) throws -> String? {
    let folder = try FuzzedFolder([:])
    defer { folder.remove() }
    try folder.write(bytes, to: ".busted")
    guard let read = try? BustedConfiguration(path: folder(".busted")) else { return nil }
    let again = try? BustedConfiguration(path: folder(".busted"))
    let names = ["ROOT", "pattern", "jobs", "verbose", "f"]
    let texts = [read, again]
      .map { configuration in
        names.map { try? configuration?.task(named: nil).texts($0) }
      }
    return texts[0] == texts[1] ? nil : "twice: the same file is read as something else"
  }
}

/// Snapshots: the text written is the text compared.
struct SnapshotSubject: ByteSubject {
  static let name = "snapshot"

  let pieces = [
    "## a\n", "## b\n", "  one\n", "  two", "\n", "##", "  ", "\r\n", "\0", "\u{FF}", "## \n",
    "  ## a\n",
    "x\n", "\u{2028}", "## a 2\n", " ",
  ]

  func problem(of bytes: [UInt8]) async throws -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    let folder = try FuzzedFolder([
      "spec/a_spec.lua": """
      local text = "\(text.escapedForLua)"
      it("a", function() assert.snapshot(text) end)
      it(text:sub(1, 4096), function() assert.snapshot({ text }) end)
      """
    ])
    defer { folder.remove() }
    try folder.write(bytes, to: "spec/snapshots/a_spec.lua.snap")
    _ = await folder.run(.update)
    let results = await folder.run(.compare).map(\.status.rawValue)
    return results == ["success", "success"] ? nil : "twice: compared as \(results)"
  }
}

extension FuzzedFolder {
  /// Runs the spec, and returns the results.
  func run(_ mode: SpecSnapshotMode) async -> [SpecResult] {
    var runner = SpecRunner()
    runner.snapshots = mode
    let results = Mutex<[SpecResult]>([])
    _ = await runner.run([self("spec/a_spec.lua")]) { event in
      if case .ended(let result) = event { results.withLock { $0.append(result) } }
    }
    return results.withLock { $0 }
  }
}

/// Reports: no name and no message can pass for another line, or reverse the text of a terminal.
struct ReportSubject: ByteSubject {
  static let name = "report"

  let pieces = [
    "a", "\n", "\r", "\u{1B}[31m", "\u{9B}", "\u{202E}", "\u{2028}", "::error::", "ok 1 - x",
    "not ok 2",
    "# TODO", "#", "\\", "\"", "'", "<", "]]>", "&", "\0", "\u{85}", "%", "%0A", "1..9", "\t",
    "{\"a\":1}",
    "[  PASSED  ]", "##[error]", "é",
  ]

  /// Each text becomes three names and two messages in every format, and a script of four times its
  /// size.
  let counts = [2, 40, 70, 600, 2_000]

  func problem(of bytes: [UInt8]) async throws -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    let folder = try FuzzedFolder([
      "spec/a_spec.lua": """
      local text = "\(text.escapedForLua)"
      it("x" .. text, function() end)
      it("y" .. text, function() error(text, 0) end)
      it("z" .. text, function() pending(text) end)
      """
    ])
    defer { folder.remove() }
    let results = await folder.run(.write)
    let plain = results.map { result in
      var plain = SpecResult(file: result.file, name: "n", status: result.status)
      plain.message = result.message == nil ? nil : "m"
      return plain
    }
    for format in SpecFormat.allCases {
      let written = Self.report(results, as: format)
      let harmful = written.unicodeScalars.first { scalar in
        (scalar.value < 0x20 && scalar != "\n" && scalar != "\t")
          || (0x7F..<0xA0).contains(scalar.value) || (0x2028...0x202E).contains(scalar.value)
      }
      if let harmful { return "\(format): holds \(harmful.value)" }
      let marks = ["ok ", "not ok ", "::", "[ ", "1..", "##["]
      let one = Self.lines(of: written, marks)
      let other = Self.lines(of: Self.report(plain, as: format), marks)
      let isForged = format != .pretty && format != .plain && one != other
      if isForged { return "\(format): \(one) marked lines instead of \(other)" }
    }
    return nil
  }

  /// The number of lines that begin with marks that a program reads.
  private static func lines(of text: String, _ marks: [String]) -> Int {
    text.split(separator: "\n").count { line in marks.contains { line.hasPrefix($0) } }
  }

  private static func report(_ results: [SpecResult], as format: SpecFormat) -> String {
    var reporter = format.makeReporter()
    var text = reporter.begin(SpecRunInfo()) + reporter.begin(file: "a_spec.lua")
    for result in results { text += reporter.add(result) }
    text += reporter.end(file: "a_spec.lua", results: results, duration: .zero)
    return text
  }
}

/// Scripts as files: each is loaded, or rejected with problems, and the application keeps running.
struct ScriptSubject: ByteSubject {
  static let name = "script"

  let pieces = [
    "\u{1B}Lua", "T\0\u{19}\r\n", "return ", "router.route {", "path = '/x'", ", view = 'V'", "}",
    "{{{{{{{{",
    "((((((((", "require('a')", "require('main')", "--[[", "]]", "[==[", "'", "\"", "\0", "\\",
    "goto x",
    "::x::", "local a <close> = ", "function f() ", " end ", "0x", "1e", "...", "\u{FEFF}",
    "#!/bin/sh\n",
    "\n", " ", "error({})", "while true do end ", "router.guard('/**', ", "nil)", "..", "-", "not ",
    "~",
  ]

  func problem(of bytes: [UInt8]) async throws -> String? {
    let folder = try FuzzedFolder(["a.lua": "return require('b')", "b.lua": "return require('a')"])
    defer { folder.remove() }
    let scripts = try FuzzedApplication(
      "router.route { path = '/safe', view = 'Safe', animator = 'root' }",
      computingTime: .milliseconds(20)
    )
    try await scripts.host.load()
    try folder.write(bytes, to: "main.lua")
    do {
      try await scripts.host.load(from: .folder(folder.path))
      return nil
    } catch {
      if error.problems.isEmpty { return "silent: refused without a problem" }
      let safe = await scripts.open("/safe")
      return safe == "opened Safe" ? nil : "stuck: '/safe' ended as \(safe)"
    }
  }
}

extension String {
  /// The text between Lua quotes, with each byte escaped.
  fileprivate var escapedForLua: String {
    utf8.map { byte in
      let digits = String(byte)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
    .joined()
  }
}
