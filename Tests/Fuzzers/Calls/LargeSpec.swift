import ScriptTesting
import TextTools

/// A spec with a result of a given size, or a spec that fills the memory of its file.
///
/// A part of a case is `text error 4194304`, or `full set-up 65536` for pieces of that size.
struct LargeSpec {
  /// The places of a text in a result: the spec between the first test and the last tests.
  private static let texts = [
    ("name", "it(long, function() end)"),
    ("tag", "it('#' .. long, function() end)"),
    ("row", "it.each { { long } }('row %s', function() end)"),
    ("block", "describe(long, function() it('lost', function() end) end)"),
    ("later", "pending(long)"),
    ("word", "it('attack', function() local _ = assert[long] end)"),
    ("error", "it('attack', function() error(long) end)"),
    ("pending", "it('attack', function() pending(long) end)"),
    ("message", "it('attack', function() assert.is_true(false, long) end)"),
    ("values", "it('attack', function() assert.same({ long }, { long .. 'x' }) end)"),
    (
      "raised",
      "it('attack', function() error(set({}, { __tostring = function() return long end })) end)"
    ),
    (
      "finally",
      "it('attack', function() finally(function() error(long) end) assert.equal(1, 2) end)"
    ),
    ("printed", "it('attack', function() print(long) end)"),
    (
      "hook",
      "describe('d', function() after_each(function() error(long) end) it('attack', function() end) end)"
    ),
  ]

  /// The places where the memory is filled.
  private static let fillings = [
    ("test", "it('attack', fill)"),
    ("finally", "it('attack', function() finally(fill) end)"),
    (
      "set-up",
      "describe('d', function() setup(fill) it('attack', function() end) end)"
    ),
    (
      "after",
      "describe('d', function() after_each(fill) it('attack', function() end) end)"
    ),
    (
      "raised",
      "it('attack', function() error(set({}, { __tostring = fill })) end)"
    ),
    ("body", "describe('d', function() it('attack', function() end) fill() end)"),
    ("file", "it('attack', function() end) fill()"),
  ]

  /// The longest text that a script can make with 64 MiB, minus a small reserve.
  private static let largest = (16 << 20) - 1024

  let kind: Substring
  let place: Substring
  let size: Int

  /// Reads a part of a case, or returns `nil` for a part of another kind.
  init?(_ part: String) {
    let words = part.split(separator: " ")
    guard words.count == 3, words[0] == "text" || words[0] == "full", let size = Int(words[2])
    else { return nil }
    (kind, place, self.size) = (words[0], words[1], size)
  }

  /// A random part of a case.
  static func part(_ random: inout SeededGenerator) -> String {
    if random.number(1...3) == 1 {
      return "full \(random.pick(fillings).0) \(1 << random.number(4...20))"
    }
    // All sizes, more often those near the limits of names, of texts, and of what crosses to the
    // host.
    let bound = 1 << random.pick([6, 12, 14, 16, 19, 20, 22, 24])
    let near = min(largest, max(0, bound + random.number(-64...64)))
    let size = random.number(1...2) == 1 ? near : random.number(0...largest)
    return "text \(random.pick(texts).0) \(size)"
  }

  /// Simpler parts, with a smaller size.
  var simplerForms: [String] {
    [size / 2, size - 1].filter { $0 > 0 && $0 < size }.map { "\(kind) \(place) \($0)" }
  }

  /// The text of the spec.
  var text: String {
    let attack = (Self.texts + Self.fillings).first { $0.0 == place && isKnown($0.1) }?.1 ?? ""
    return """
      local set, kept = setmetatable, {}
      local long = ("x"):rep(1024):rep(\(size / 1024)) .. ("x"):rep(\(size % 1024))
      local function fill() for i = 1, 1e9 do kept[i] = long .. i end end
      it("first", function() end)
      \(attack)
      describe("block", function() it("inner", function() end) end)
      it("last", function() end)
      """
  }

  private func isKnown(_ attack: String) -> Bool { attack.contains("fill") == (kind == "full") }

  /// The problem with the results of the file: a test with no result, or with two.
  func problem(of results: [SpecResult]) -> String? {
    var planned = ["first", "block inner", "last"]
    var plan = 4
    // When the memory is full, the remaining tests of a file cannot be listed.
    if place == "file" { (planned, plan) = (["first", "attack"], 2) }
    // A block without memory is reported itself, without its tests.
    let isUnlisted = results.contains { $0.name == "block" && $0.status == .errored }
    if place == "body", isUnlisted, !results.contains(where: { $0.name == "block inner" }) {
      (planned, plan) = (["first", "last"], 3)
    }
    for name in planned {
      let count = results.count { $0.isTest && $0.name == name }
      if count != 1 { return "lost: '\(name)' has \(count) results, with \(kind) \(place) \(size)" }
    }
    let count = results.count { $0.isTest }
    return count == plan
      ? nil : "lost: \(count) results of \(plan) tests, with \(kind) \(place) \(size)"
  }
}
