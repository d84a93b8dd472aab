import Foundation
import ScriptTesting
import TestSupport
import Testing

/// The specs that a changed file can affect.
@Suite struct ReachTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let spec: String
    var changed = "src/cart.lua"
    var remembered: Set<String>?
    let isReached: Bool
  }

  static let files = [
    "main.lua": "router.mount('/shop', 'shop')", "shop.lua": "return require 'basket'",
    "basket.lua": "return {}", "src/cart.lua": "return require('price')",
    "src/price.lua": "return 1", "src/lib/init.lua": "return 1", "src/rest.lua": "return 1",
    "helper.lua": "require 'helped'", "src/helped.lua": "return 1", "data/cart.json": "{}",
    "spec/snapshots/a_spec.lua.snap": "",
  ]

  static let cases = [
    Case(testDescription: "itself", spec: "", changed: "spec/a_spec.lua", isReached: true),
    Case(testDescription: "a module", spec: "require('cart')", isReached: true),
    Case(testDescription: "without brackets", spec: "local c = require\"cart\"", isReached: true),
    Case(testDescription: "in long brackets", spec: "require [==[cart]==]", isReached: true),
    Case(testDescription: "by pcall", spec: "pcall(require, 'cart')", isReached: true),
    Case(
      testDescription: "a module's module",
      spec: "require 'cart'",
      changed: "src/price.lua",
      isReached: true
    ),
    Case(
      testDescription: "a folder's module",
      spec: "require 'lib'",
      changed: "src/lib/init.lua",
      isReached: true
    ),
    Case(
      testDescription: "a deleted module",
      spec: "require 'gone'",
      changed: "src/gone.lua",
      isReached: true
    ),
    Case(testDescription: "the application", spec: "", changed: "main.lua", isReached: true),
    Case(testDescription: "a mounted module's", spec: "", changed: "basket.lua", isReached: true),
    Case(testDescription: "the configuration", spec: "", changed: ".busted", isReached: true),
    Case(testDescription: "the helper's", spec: "", changed: "src/helped.lua", isReached: true),
    Case(
      testDescription: "its snapshots",
      spec: "",
      changed: "spec/snapshots/a_spec.lua.snap",
      isReached: true
    ),
    Case(
      testDescription: "a file that it names",
      spec: "fixtures.load('data/cart.json')",
      changed: "data/cart.json",
      isReached: true
    ),
    Case(
      testDescription: "a module of the last run",
      spec: "local n = 'cart' require(n)",
      remembered: ["src/cart.lua"],
      isReached: true
    ),
    Case(testDescription: "a computed name", spec: "require('c' .. 'art')", isReached: true),
    Case(
      testDescription: "a computed name that a run knows",
      spec: "require('c' .. 'art')",
      changed: "src/rest.lua",
      remembered: ["src/cart.lua"],
      isReached: false
    ),
    Case(testDescription: "require under another name", spec: "local r = require", isReached: true),
    Case(testDescription: "require kept", spec: "local require = require", isReached: false),
    Case(testDescription: "another module", spec: "require('rest')", isReached: false),
    Case(testDescription: "in a comment", spec: "-- require('cart')", isReached: false),
    Case(testDescription: "in a long comment", spec: "--[[\nrequire('cart') ]]", isReached: false),
    Case(testDescription: "in a text", spec: "print 'require(\"cart\")'", isReached: false),
    Case(testDescription: "a text of that name", spec: "print 'cart'", isReached: false),
    Case(testDescription: "nothing", spec: "", changed: "README.md", isReached: false),
  ]

  @Test(arguments: cases)
  func `a change affects the specs that use the file`(row: Case) throws {
    let folder = try TextFolder(Self.files.merging(["spec/a_spec.lua": row.spec]) { $1 })
    let spec = folder("spec/a_spec.lua")
    var history = SpecHistory()
    if let remembered = row.remembered {
      let paths = Set(remembered.map { folder($0) })
      history.note(spec, [], duration: .zero, paths: paths, isWhole: true)
    }
    var reach = SpecReach(
      changed: [folder(row.changed)],
      searchPath: [folder("src/?.lua"), folder("src/?/init.lua")],
      helper: folder("helper.lua"),
      configuration: folder(".busted"),
      history: history
    )
    #expect(reach.specs(among: [spec]) == (row.isReached ? [spec] : []))
  }

  @Test func `without a change, no spec is affected`() throws {
    let folder = try TextFolder(["a_spec.lua": "require(x)"])
    var reach = SpecReach(changed: [], searchPath: [])
    #expect(reach.specs(among: [folder("a_spec.lua")]) == [])
  }

  @Test(arguments: ["require", "require(", "require('", "require[[", "--[[", "'\\", "[==["])
  func `a text that ends anywhere is read`(text: String) throws {
    let folder = try TextFolder(["spec/a_spec.lua": text])
    var reach = SpecReach(changed: ["/x.txt"], searchPath: ["?.lua"])
    #expect(reach.specs(among: [folder("spec/a_spec.lua")]) == [])
  }
}
