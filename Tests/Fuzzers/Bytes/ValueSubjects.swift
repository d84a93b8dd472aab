import Foundation
import Moonroute
import ScriptHost
import Synchronization
import TextTools

/// JSON: scripts write parsed values with the same meaning, and a second parser confirms it.
struct JSONSubject: ByteSubject {
  static let name = "json"

  let pieces = [
    "{", "}", "[", "]", ",", ":", "\"a\"", "\"b\"", "\"\"", "1", "0", "-1", "1.5", "1e3", "1E-3",
    "-0",
    "01", "1e400", "9007199254740993", "9223372036854775807", "9223372036854775808", "true",
    "false",
    "\"\\u0041\"", "\"\\ud83d\\ude00\"", "\"\\ud800\"", "\"\\n\\\\\\\"\"", "\"\\x\"",
    "\"é\u{202E}\"",
    "\"\u{7F}\\u0000\"", " ", "\n", "[1,2]", "{\"k\":1}", "{\"a\":{\"b\":[true,\"x\"]}}", "[[",
    "]]",
    "{\"a\":", "\"k\":", "[[1],[\"x\",false]]", ",\"z\":0.1", "\"", "tru", "/**/", "NaN",
  ]

  let frames = [
    #"{"a":[1,"x",true],"b":{"c":-1.5}}"#, #"[12345678901234567,"\u00e9"]"#, "[]", #""text""#, "1",
  ]

  private static let atoms = [
    "0", "-1", "1.5", "1e3", "9007199254740993", "-9223372036854775807", "9223372036854775807",
    "12345678901234567", "0.1", "1e-7", "true", "false", "\"\"", "\"a\"", "\"\\u0041\"",
    "\"\\ud83d\\ude00\"", "\"é\u{202E}\"", "\"\\n\\\\\\\"/\"", "[]",
  ]

  func makeWhole(_ random: inout SeededGenerator) -> String? { Self.value(&random, depth: 3) }

  private static func value(_ random: inout SeededGenerator, depth: Int) -> String {
    guard depth > 0, random.chance(60) else { return random.pick(atoms) }
    let values = (0..<random.number(1...4)).map { _ in value(&random, depth: depth - 1) }
    if random.chance(50) { return "[" + values.joined(separator: ",") + "]" }
    let fields = values.enumerated().map { "\"k\($0)\":\($1)" }
    return "{" + fields.joined(separator: ",") + "}"
  }

  func problem(of bytes: [UInt8]) async throws -> String? {
    let scripts = try await FuzzedHosts.shared.value()
    let text = String(decoding: bytes, as: UTF8.self)
    await FuzzedHosts.shared.hand(text)
    let line = "pcall(function() return json.encode(json.decode(host.text())) end)"
    let answer = await scripts.answer(of: line)
    guard answer.count == 2, answer[0] == "true" else { return nil }
    await FuzzedHosts.shared.hand(answer[1])
    let again = await scripts.answer(of: line)
    if again != answer { return "twice: '\(answer[1])' becomes '\(again.last ?? "")'" }
    guard let wanted = Self.read(text), let written = Self.read(answer[1]) else { return nil }
    return written.isEqual(wanted) ? nil : "lost: '\(text)' becomes '\(answer[1])'"
  }

  /// The value that the second parser reads from a text.
  ///
  /// Lua does not distinguish empty lists and objects.
  private static func read(_ text: String) -> NSObject? {
    // Foundation keeps more digits of a number with a decimal point than a float has.
    guard !text.contains("null"), !text.contains("9223372036854775808"), !text.contains("e400"),
      !text.contains(/[0-9]{16}[.eE]/)
    else {
      return nil
    }
    let value = try? JSONSerialization.jsonObject(
      with: Data(text.utf8),
      options: [.fragmentsAllowed]
    )
    return value.map(same)
  }

  private static func same(_ value: Any) -> NSObject {
    switch value {
    case let list as [Any]: NSArray(array: list.map(same))
    case let object as [String: Any]:
      object.isEmpty ? NSArray() : NSDictionary(dictionary: object.mapValues(same))
    case let number as NSNumber:
      // Lua reads an integer of more than 64 bits as a float. Foundation's own conversion rounds
      // twice.
      (Int64("\(number)").map { "\($0)" } ?? "\(Double("\(number)") ?? .nan)") as NSString
    default: "text \(value)" as NSString
    }
  }
}

/// Saved stages: a restored stage is complete, or nothing changes.
///
/// No screen shows a guarded page.
struct StageSubject: ByteSubject {
  static let name = "stage"

  private static let kinds = ["stack", "tabs", "split", "screen", "window", "odd"]

  let pieces =
    kinds.map { "{\"kind\":\"\($0)\",\"children\":[" }
    + ["/page/1", "/secret", "/%73ecret", "/elsewhere", "/nowhere", ""]
    .map { "{\"kind\":\"screen\",\"location\":\"\($0)\"}" } + [
      "]}", "]},", ",", "],\"selected\":2}", "],\"selected\":-9e99}",
      "{\"name\":\"a\",\"children\":[",
      "],\"presented\":{\"animator\":\"sheet\",\"node\":", "}}", "],\"options\":{\"wrap\":1}}", "7",
      "true",
    ]

  func problem(of bytes: [UInt8]) async throws -> String? {
    let scripts = try await FuzzedHosts.shared.value()
    // Closes the open brackets, so that the text is read to its end.
    let inner = String(decoding: bytes, as: UTF8.self)
    var open: [Character] = []
    for character in inner {
      if character == "{" { open.append("}") } else if character == "[" { open.append("]") }
      if character == open.last { open.removeLast() }
    }
    let text = "{\"kind\":\"window\",\"children\":[" + inner + String(open.reversed()) + "]}"
    await FuzzedHosts.shared.hand(text)
    _ = await scripts.open("/page/0")
    let line = """
      (function()
        local before = json.encode(stage.save())
        local ok, saved = pcall(json.decode, host.text())
        if not ok then return "no" end
        local restored = pcall(stage.restore, saved)
        local after = json.encode(stage.save())
        if not restored and before ~= after then return "half: restoring failed and changed the stage" end
        for _, one in ipairs(stage.screens()) do
          if one.view == "Secret" then return "guard: a screen that a guard stops is restored" end
        end
        if not pcall(stage.restore, stage.save()) then return "twice: the saved value is refused" end
        if json.encode(stage.save()) ~= after then return "twice: the saved value differs" end
        return "well"
      end)()
      """
    let answer = await scripts.answer(of: line).first ?? "nothing"
    if ["no", "well"].contains(answer) { return nil }
    let isWhole = await scripts.open("/page/0").hasPrefix("opened")
    if answer.hasPrefix("half:") || answer.hasPrefix("guard:") || answer.hasPrefix("twice:") {
      return answer
    }
    return isWhole ? nil : "stuck: \(answer)"
  }
}

/// The application that reads values, created once per process.
actor FuzzedHosts {
  static let shared = FuzzedHosts()

  private var scripts: FuzzedApplication?

  func value() async throws -> FuzzedApplication {
    if let scripts { return scripts }
    let made = try FuzzedApplication(
      """
      router.route { path = "/page/:n", view = "Page", animator = animator.root { wrap = "stack" } }
      router.route { name = "secret", path = "/secret", view = "Secret", animator = "push" }
      router.guard("secret", function() return false end)
      router.route { path = "/elsewhere", redirect = "/page/2" }
      """
    )
    try await made.host.load()
    scripts = made
    return made
  }

  /// Sets the text that `host.text` returns.
  func hand(_ text: String) { FuzzedApplication.text.withLock { $0 = text } }
}

extension FuzzedApplication {
  /// The results of a line of Lua, each as text.
  func answer(of line: String) async -> [String] {
    do {
      return try await host.evaluate(line)
    } catch {
      return ["error", error.problems.map(\.message).joined(separator: "; ")]
    }
  }
}
