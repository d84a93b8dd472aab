import Testing

@testable import LuaSyntax

@Suite struct RequirementTests {
  struct Case: CustomTestStringConvertible {
    let text: String
    /// The names, `?` for a computed name and `*` for a `require` that is passed on; mounts end
    /// with `!`.
    let modules: [String]
    var testDescription: String { text }
  }

  @Test(arguments: [
    Case(text: "require 'a' require('b') require[[c]]", modules: ["a", "b", "c"]),
    Case(text: "require(a) require('a' .. 'b') require()", modules: ["?", "?", "*"]),
    Case(text: "local m = require 'a'.b(require 'c')", modules: ["a", "c"]),
    Case(text: "pcall(require, 'a') xpcall(require, print, 'b')", modules: ["a", "b"]),
    Case(text: "map(names, require) t.r = require", modules: ["*", "*"]),
    Case(text: "_G.require 'a' other.require 'b'", modules: ["a"]),
    Case(text: "local require = require require 'a'", modules: ["a"]),
    Case(text: "local a, r = 1, require r 'b'", modules: ["*", "b"]),
    Case(text: "local require = 1 require 'a'", modules: []),
    Case(text: "require = nil", modules: []),
    Case(
      text: "router.mount('/a', 'a') mount('/b', 'b') s:mount('/c', c)",
      modules: ["a!", "b!", "?!"]
    ),
    Case(
      text: "router.lazy('/a', 'a') router.lazy('/:b', { x = 'c', y = d }) s.lazy('/:d', 'e.:d')",
      modules: ["a!", "c!", "?!", "e.:d!"]
    ),
    Case(text: "-- require 'a'\nprint 'require(\"a\")'", modules: []),
  ])
  func `a module is named by the argument of require`(row: Case) {
    let tree = LuaTree(Array(row.text.utf8))
    let modules = tree.requirements.map { requirement in
      (requirement.name.map { tree.string(of: $0) ?? "?" } ?? "*")
        + (requirement.isMount ? "!" : "")
    }
    #expect(modules == row.modules)
  }
}
