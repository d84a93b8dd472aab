import MessageStream
import Moonroute
import Testing

@testable import ScriptHost

@Suite struct ScriptJSONTests {
  @Test(arguments: [
    ScriptCase(
      "decode: up to the depth limit, whatever is inside",
      "#json.decode(('['):rep(64) .. '1' .. (']'):rep(64))",
      "1"
    ),
    ScriptCase("nil", "json.encode(nil)", "null"),
    ScriptCase("true", "json.encode(true)", "true"),
    ScriptCase("a whole number", "json.encode(7)", "7"),
    ScriptCase("a number", "json.encode(1.5)", "1.5"),
    ScriptCase("text", #"json.encode('a"b\\c\n\t\1é')"#, #""a\"b\\c\n\t\u0001é""#),
    ScriptCase("a list", "json.encode({ 1, { 2 }, 'x' })", #"[1,[2],"x"]"#),
    ScriptCase(
      "an object, by name",
      "json.encode({ b = 1, a = { c = true } })",
      #"{"a":{"c":true},"b":1}"#
    ),
    ScriptCase("an empty table", "json.encode({})", "{}"),
    ScriptCase("a location", "json.encode({ to = router.location('/a?b') })", #"{"to":"/a?b"}"#),
    ScriptCase("decode: an object", #"json.decode('{"a":[1,2.5,"x",true,null]}').a[2]"#, "2.5"),
    ScriptCase("decode: null in an object is absent", #"next(json.decode('{"a":null}'))"#, "nil"),
    ScriptCase(
      "decode: whole numbers stay whole",
      "math.type(json.decode('7')), math.type(json.decode('7.0'))",
      "integer, float"
    ),
    ScriptCase(
      "decode: a number beyond 64 bits",
      "math.type(json.decode('123456789012345678901'))",
      "float"
    ),
    ScriptCase(
      "decode: escapes",
      #"json.decode('"\\u00e9\\ud83d\\ude00\\/\\n"') == "é😀/\n""#,
      "true"
    ),
    ScriptCase(
      "decode: half a surrogate",
      #"json.decode('"\\ud83dx\\ud83d\\u0041"')"#,
      "\u{FFFD}x\u{FFFD}A"
    ),
    ScriptCase("decode: white space", #"json.decode(' [ 1 , 2 ] ')[2]"#, "2"),
    ScriptCase("decode: the later of two names", #"json.decode('{"a":1,"a":2}').a"#, "2"),
    ScriptCase(
      "a round trip",
      """
      (function()
        local text = '{"a":[1,2,{"b":"x"}],"c":-1.5e-07,"d":"\\\\u0000","e":false}'
        return json.encode(json.decode(text)) == json.encode(json.decode(json.encode(json.decode(text))))
      end)()
      """,
      "true"
    ),
    ScriptCase("deep lists", "#json.decode(('['):rep(60) .. (']'):rep(60))", "1"),
  ])
  func `json round-trips`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load("")
    let got = await scripts.evaluate(row.script)
    #expect(got == row.expected)
  }

  @Test(arguments: [
    ScriptCase(
      "a function",
      "json.encode({ f = print })",
      "bad argument #1 to 'json.encode' (JSON cannot represent a function)"
    ),
    ScriptCase(
      "infinity",
      "json.encode(1/0)",
      "bad argument #1 to 'json.encode' (JSON cannot represent inf)"
    ),
    ScriptCase(
      "not a number",
      "json.encode(0/0)",
      "bad argument #1 to 'json.encode' (JSON cannot represent nan)"
    ),
    ScriptCase(
      "a list with names",
      "json.encode({ 1, a = 2 })",
      "bad argument #1 to 'json.encode' (a table with list items and named fields cannot be JSON)"
    ),
    ScriptCase(
      "names that are not text",
      "json.encode({ [7] = 1 })",
      "bad argument #1 to 'json.encode' (the names in a JSON object must be text)"
    ),
    ScriptCase(
      "bytes",
      #"json.encode("\xff")"#,
      "bad argument #1 to 'json.encode' (JSON cannot represent bytes that are not UTF-8)"
    ),
    ScriptCase(
      "a table that contains itself",
      "(function() local t = {} t.t = t return json.encode(t) end)()",
      "a table that contains itself cannot be passed"
    ),
    ScriptCase(
      "decode: nothing",
      "json.decode('')",
      "bad argument #1 to 'json.decode' (invalid JSON: expected a value at byte 1)"
    ),
    ScriptCase(
      "decode: more than one value",
      "json.decode('1 2')",
      "bad argument #1 to 'json.decode' (invalid JSON: expected the end at byte 3)"
    ),
    ScriptCase(
      "decode: an open list",
      "json.decode('[1')",
      "bad argument #1 to 'json.decode' (invalid JSON: expected ',' or ']' at byte 3)"
    ),
    ScriptCase(
      "decode: an extra comma",
      "json.decode('[1,]')",
      "bad argument #1 to 'json.decode' (invalid JSON: expected a value at byte 4)"
    ),
    ScriptCase(
      "decode: a name without quotes",
      "json.decode('{a:1}')",
      "bad argument #1 to 'json.decode' (invalid JSON: expected a name in quotes at byte 2)"
    ),
    ScriptCase(
      "decode: a leading zero",
      "json.decode('01')",
      "bad argument #1 to 'json.decode' (invalid JSON: expected a value at byte 3)"
    ),
    ScriptCase(
      "decode: a signed escape",
      #"json.decode('"\\u+123"')"#,
      "bad argument #1 to 'json.decode' (invalid JSON: expected four hexadecimal digits at byte 4)"
    ),
    ScriptCase(
      "decode: a control character",
      "json.decode('\"\\n\"')",
      "bad argument #1 to 'json.decode' (invalid JSON: expected an escape instead of a control character at byte 3)"
    ),
    ScriptCase(
      "decode: beyond the depth limit",
      "json.decode(('['):rep(5000))",
      "bad argument #1 to 'json.decode' (invalid JSON: expected at most 64 levels of lists and objects at byte 65)"
    ),
    ScriptCase(
      "decode: not text",
      "json.decode(7)",
      "bad argument #1 to 'json.decode' (string expected, got number)"
    ),
  ])
  func `invalid JSON is refused with these messages`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load("")
    let got = await scripts.evaluate(row.script)
    #expect(got == "(eval):1: " + row.expected)
  }

  @Test func `reading a text that takes too long is stopped early`() async throws {
    let text = "[" + String(repeating: "[],", count: 100_000) + "0]"
    var count = 0
    #expect(throws: JSONParser.SyntaxError.self) {
      try JSONParser.parse(text) {
        count += 1
        return count == 100
      }
    }
    #expect(count == 100)
    count = 0
    _ = try JSONParser.parse(text) {
      count += 1
      return false
    }
    #expect(count > 300)
  }

  @Test func `a script that parses JSON for too long is stopped, and the next one is not`()
    async throws
  {
    let scripts = try await LoadedScripts.load(
      """
      router.route { path = "/read", action = function()
        local text = "[" .. ("[],"):rep(130000) .. "0]"
        while true do pcall(json.decode, text) end
      end }
      """,
      computingTime: .milliseconds(50)
    )
    #expect(await scripts.open("/read").hasPrefix("failed timeout: main.lua:"))
    #expect(await scripts.evaluate("json.decode('[1,2]')[2]") == "2")
  }
}
