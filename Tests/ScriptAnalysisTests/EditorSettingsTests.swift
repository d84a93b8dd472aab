import Testing

@testable import ScriptAnalysis

/// `.luarc.json`: existing settings are kept, and missing ones are added.
@Suite struct EditorSettingsTests {
  private static let whole = """
    {
      "runtime.version": "Lua 5.4",
      "runtime.path": ["?.lua", "?/init.lua"],
      "runtime.builtin": {
        "basic": "disable",
        "debug": "disable",
        "ffi": "disable",
        "io": "disable",
        "jit": "disable",
        "os": "disable",
        "package": "disable",
        "string": "disable"
      },
      "diagnostics.disable": ["await-in-sync"],
      "workspace.library": [".moonroute/types"],
      "workspace.checkThirdParty": false,
      "type.checkTableShape": true
    }

    """

  @Test func `without an existing file, all settings are written`() throws {
    #expect(try EditorSettings(nil).completed == Self.whole)
    #expect(try EditorSettings(Self.whole).completed == nil)
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let text: String
    /// Texts that the completed settings contain.
    let kept: [String]
    var testDescription: String { text }
  }

  @Test(arguments: [
    Case(
      text: #"{ "workspace.library": ["mine"], "runtime.version": "LuaJIT" }"#,
      kept: [
        #""workspace.library": ["mine", ".moonroute/types"]"#, #""runtime.version": "LuaJIT""#,
      ]
    ),
    Case(
      text: #"{ "Lua.workspace.library": ["mine"] }"#,
      kept: [#""Lua.workspace.library": ["mine", ".moonroute/types"]"#]
    ),
    Case(
      text: #"{ "workspace": { "library": { "mine": true }, "maxPreload": 7 } }"#,
      kept: [
        #""library": { "mine": true, ".moonroute/types": true }"#, #""maxPreload": 7"#,
        #""checkThirdParty": false"#,
      ]
    ),
    Case(
      text: #"{ "runtime.builtin": { "io": "enable" }, "hint.enable": true }"#,
      kept: [#""io": "enable""#, #""package": "disable""#, #""hint.enable": true"#]
    ),
    Case(
      text: #"{ "diagnostics.disable": ["lowercase-global"] }"#,
      kept: [#""diagnostics.disable": ["lowercase-global", "await-in-sync"]"#]
    ),
  ])
  func `the user's settings stay`(row: Case) throws {
    let text = try #require(try EditorSettings(row.text).completed)
    for part in row.kept { #expect(text.contains(part), "\(text)") }
    #expect(try EditorSettings(text).completed == nil)
  }

  @Test(arguments: ["[1]", "{ // a comment\n}", ""])
  func `text that is not a JSON object is refused`(text: String) {
    #expect(throws: SettingsError.self) { try EditorSettings(text) }
  }
}
