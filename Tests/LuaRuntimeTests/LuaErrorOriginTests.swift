import LuaRuntime
import Testing

/// The origin of an error, regardless of the names in it.
struct LuaErrorOriginTests {
  @Test(arguments: [
    ("plain.lua", "odd"), ("a\ntimeout", "odd"), ("\ntimeout\n", "odd"), ("0 7 timeout", "odd"),
    ("a.lua", "odd\nb.lua"), ("a.lua", "9 9 odd"), ("7 timeout", ""),
  ])
  func `a file's name or a code is not mistaken for another`(file: String, code: String) throws {
    let script = try Script()
    try script.define("fail") { _ in throw LuaError(LuaErrorCode(rawValue: code), "no") }
    let error = try #require(script.failure("\n\nfail()", name: file))
    #expect(error.code.rawValue == code)
    #expect(error.position?.file == file)
    #expect(error.position?.line == 3)
    #expect(error.message == "no")
  }
}
