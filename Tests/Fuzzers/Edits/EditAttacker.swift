import Moonroute
import RoutePatterns
import ScriptHost
import TestSupport
import TextTools

/// Edits script files at random while the application runs.
///
/// The rules are always those before or those after an edit, never a mixture, and equal the rules
/// of a new application with the same files.
///
/// Each part of a case is an edit: a file, a position, a number of bytes to remove, and new text.
struct EditAttacker: Attacker {
  static let name = "edits"
  static let round = 130

  private static let pieces = [
    "", "\n", " ", "end ", "x", "(", ")", "{", "}", "'", "nil", "= 2", "VERSION = 9 ",
    "error('no') ",
    "router.route { path = '/new', action = function() return VERSION end } ", "return nil ",
    "router.route { path = '/one' } ", "while true do end ", "require('b') ", "--", "if nil then ",
    "session.n = function() end ", "router.guard('/**', function() return false end) ", "local ",
    "setmetatable(_G, nil) ", "reload.keep('k', function() return {} end) ", "7", "\0",
    "router.type('odd', { match = 'a' }) ", "router.scheme('odd', {}) ",
    "events.on('/e', function() end) ",
  ]

  private static let links = ["/one", "/two/7", "/three", "/new", "/wait", "/redirect", "/guarded"]

  /// A route that checks whether the rules change while it waits.
  private static let waiting = """
    router.route { name = "wait", path = "/wait", action = function()
      local before = VERSION
      sleep(0)
      return before == VERSION and "same" or "half"
    end }
    """

  private static let files = [
    "main.lua": """
    VERSION = 1
    session.n = session.n or 0
    local b = require("b")
    router.route { name = "one", path = "/one", meta = { v = VERSION }, action = function()
      return VERSION
    end }
    router.route { name = "redirect", path = "/redirect", redirect = b.target }
    router.route { name = "guarded", path = "/guarded", meta = { v = VERSION }, view = "Guarded" }
    router.guard("guarded", function() return b.allows, "no" end)
    require("c")
    """,
    "b.lua": "return { target = \"/two/1\", allows = true }\n",
    "c.lua": """
    router.route { name = "two", path = "/two/:n<int>", meta = { v = VERSION }, action = function(state)
      return VERSION + state.params.n
    end }
    router.route { name = "three", path = "/three", meta = { v = VERSION }, view = function()
      return screen { "Three", title = tostring(VERSION) }
    end }
    \(waiting)
    """,
  ]

  func makeCase(_ random: inout SeededGenerator) -> AttackCase {
    let names = Self.files.keys.sorted()
    return AttackCase(
      (0..<random.number(1...10))
        .map { _ in
          let name = random.pick(names)
          let place = random.next(below: 700)
          let count = random.chance(50) ? 0 : random.number(1...30)
          return "\(name) \(place) \(count) " + AttackCase.part(random.pick(Self.pieces).utf8)
        }
    )
  }

  func problem(of attack: AttackCase) async throws -> String? {
    var files = Self.files
    let scripts = try Self.application(files)
    try await scripts.host.load()
    // `nil` if the answers of the scripts depend on the number of calls.
    var rules: [String]? = await Self.rules(of: scripts)
    for part in attack.parts {
      let before = files
      Self.edit(&files, part)
      let waiting = Task { await scripts.open("/wait") }
      await Task.yield()
      let isLoaded = (try? await scripts.host.load(from: .texts(files))) != nil
      let waited = await waiting.value
      // An edit may have changed the function completely.
      if waited == "handled half", Self.isWhole(before), Self.isWhole(files) {
        return "half: an open saw two versions, after \(part)"
      }
      let now = await Self.rules(of: scripts)
      if isLoaded {
        let fresh = try Self.application(files)
        // Scripts that depend on kept values may only load here.
        guard (try? await fresh.host.load()) != nil else {
          rules = nil
          continue
        }
        let wanted = await Self.rules(of: fresh)
        let isSteady = Self.isSame(await Self.rules(of: fresh), wanted)
        rules = isSteady ? wanted : nil
      }
      if let rules, !Self.isSame(now, rules) {
        let how = isLoaded ? "half" : "half: a failed reload changed"
        return "\(how): \(Self.difference(now, rules)), after \(part)"
      }
    }
    return nil
  }

  private static func isWhole(_ files: [String: String]) -> Bool {
    files["c.lua"]?.contains(waiting) == true
  }

  private static func application(_ files: [String: String]) throws -> FuzzedApplication {
    try FuzzedApplication(
      files["main.lua"] ?? "",
      files: files,
      computingTime: .milliseconds(40)
    )
  }

  private static func edit(_ files: inout [String: String], _ part: String) {
    let words = part.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard words.count == 4, let place = Int(words[1]), let count = Int(words[2]),
      let text = files[String(words[0])]
    else { return }
    var bytes = Array(text.utf8)
    let start = place % (bytes.count + 1)
    bytes.replaceSubrange(
      start..<min(start + count, bytes.count),
      with: AttackCase.bytes(of: words[3])
    )
    files[String(words[0])] = String(decoding: bytes, as: UTF8.self)
  }

  /// The listed routes, and the result of each link.
  private static func rules(of scripts: FuzzedApplication) async -> [String] {
    var rules = scripts.host.router.directory.index.routes
      .map { "\($0.label) \($0.pattern.text) \($0.meta["v"])" }
    for link in links { rules.append("\(link) \(await scripts.open(link))") }
    return rules
  }

  /// Whether the listed rules are the same, and the links have the same results.
  ///
  /// On a busy machine, a link may exceed the time limit. Such a link is removed from both lists.
  private static func isSame(_ one: [String], _ other: [String]) -> Bool {
    let late = links.filter { link in
      (one + other).contains { $0.hasPrefix(link + " ") && $0.contains("timeout") }
    }
    let counted = { (lines: [String]) in
      lines.filter { line in !late.contains { line.hasPrefix($0 + " ") } }
    }
    return counted(one) == counted(other)
  }

  private static func difference(_ one: [String], _ other: [String]) -> String {
    let gone = other.filter { !one.contains($0) }
    let new = one.filter { !other.contains($0) }
    return "\(new.prefix(3)) instead of \(gone.prefix(3))"
  }
}
