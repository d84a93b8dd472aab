#if Command
import Foundation
import Testing

/// Habits of public suites of busted, with `--unsafe`: each spec passes in busted as well.
struct BustedSuiteTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var arguments: [String] = []
    var files: [String: String] = [:]
    let spec: String
  }

  static let rows = [
    Row(
      testDescription: "globals of .busted",
      files: [".busted": "rawset(_G, 'each', print) _TEST = true return { default = {} }"],
      spec: "it('a', function() assert.is_true(_TEST) assert.is_function(each) end)"
    ),
    Row(
      testDescription: "texts and assertions of .busted",
      files: [
        ".busted": """
        local say, assert = require('say'), require('luassert')
        say:set('assertion.even.positive', 'Expected %s to be even.')
        assert:register('assertion', 'even', function(_, arguments)
          return arguments[1] % 2 == 0
        end, 'assertion.even.positive')
        require('busted').subscribe({ 'file', 'start' }, function() FILES = (FILES or 0) + 1 end)
        return { _all = { lpath = 'lib/?.lua' } }
        """, "lib/m.lua": "return 'm'",
      ],
      spec: """
        it('a', function()
          assert.is_even(2)
          assert.has_error(function() assert.is_even(1) end, 'Expected (number) 1 to be even.')
          assert.equal('m', require('m'))
          assert.equal(1, FILES)
        end)
        """
    ),
    Row(
      testDescription: "a module named main",
      arguments: ["-m", "./lib/?.lua"],
      files: ["lib/main.lua": "return { name = 'main' }"],
      spec: "it('a', function() assert.equal('main', require('main').name) end)"
    ),
    Row(
      testDescription: "an object with __concat in __eq, __tostring and __index",
      spec: """
        local colour = setmetatable({ v = 'G' }, {
          __concat = function(a, b) return tostring(a.v or a) .. tostring(b.v or b) end,
        })
        local class = {}
        function class.__index(_, key) return key == 'late' and colour .. key or nil end
        function class.__eq() return colour .. 'x' == 'Gx' end
        function class.__tostring() return 'a ' .. (colour .. '!') end
        local function new(n) return setmetatable({ n = n }, class) end
        it('in same', function() assert.same({ new(1) }, { new(2) }) end)
        it('in a key', function() assert.same({ late = 'Glate' }, new(nil)) end)
        it('in a message', function()
          local _, problem = pcall(assert.same, { new(1) }, { 1 })
          assert.matches('G!', tostring(problem), 1, true)
          _, problem = pcall(assert.equal, new(1), 1)
          assert.matches('(table) a G!', tostring(problem), 1, true)
        end)
        """
    ),
    Row(
      testDescription: "pl with any search path",
      files: ["pl/mine.lua": "return 'pl'"],
      spec: """
        package.path, package.cpath = './nowhere/?.lua', ''
        it('a', function()
          assert.equal('pl', require('pl.mine'))
          assert.equal('./nowhere/?.lua', package.path)
          assert.is_false(pcall(require, 'mine'))
        end)
        """
    ),
    Row(
      testDescription: "the libraries in package.loaded",
      spec: """
        it('a', function()
          local names = {}
          for name in pairs(package.loaded) do names[name] = true end
          for _, name in ipairs({ '_G', 'string', 'table', 'math', 'os', 'io', 'debug' }) do
            assert.is_true(names[name], name)
            assert.equal(name == '_G' and _G or _G[name], package.loaded[name])
          end
        end)
        """
    ),
    Row(
      testDescription: "no global of an application",
      spec: """
        local words = 'every after log router stage host session json events resources reload'
          .. ' screen spawn sleep clock animator app access'
        for word in words:gmatch('%S+') do
          it(word, function() assert.is_nil(_G[word]) assert.is_nil(rawget(_G, word)) end)
        end
        it('busted', function() require('busted').sleep(0.01) end)
        """
    ),
  ]

  @Test(arguments: rows)
  func `a suite of busted runs unchanged`(row: Row) async throws {
    let files = row.files.merging(["spec/a_spec.lua": row.spec]) { $1 }
    let run = try await CommandRun.test(["--unsafe", "-o", "plain"] + row.arguments, files)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(!run.output.hasPrefix("0 successes"))
  }

  @Test func `arg names an installed Lua and the program`() async throws {
    let spec = """
      it('a', function() assert.equal(arg[-1], LUA) assert.matches('moonroute$', arg[0]) end)
      """
    let scratch = try Scratch()
    defer { scratch.remove() }
    let lua = scratch["lua"]
    try Data("#!/bin/sh\n".utf8).write(to: lua)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: lua.path)
    for (folder, value) in [(scratch.folder.path, "'\(lua.path)'"), ("/nowhere", "nil")] {
      let run = try await CommandRun.test(
        ["--unsafe", "-o", "plain", "-e", "LUA = \(value)"],
        ["spec/a_spec.lua": spec],
        environment: ["PATH": folder]
      )
      #expect(run.status == 0, "\(run.output)\(run.errors)")
    }
  }

  @Test(arguments: [true, false])
  func `a module on another file's package.path is named with the remedy`(
    isUnsafe: Bool
  ) async throws {
    let files = [
      "spec/a_spec.lua": """
      package.path = './game/?.lua;' .. package.path
      it('a', function() assert.equal(5, require 'five') end)
      """,
      "spec/b_spec.lua": "it('b', function() assert.equal(5, require 'five') end)",
      "game/five.lua": "return 5",
    ]
    let unsafe = isUnsafe ? ["--unsafe"] : []
    let run = try await CommandRun.test(unsafe + ["-o", "plain"], files)
    #expect(run.status == 1)
    let strict = isUnsafe ? ", or run with --busted-strict-compat\n" : "\n"
    #expect(
      run.output.contains(
        "game/five.lua' is on the package.path that 'spec/a_spec.lua' sets, but each file has"
          + " its own state: set it with --lpath './game/?.lua'\(strict)"
      ),
      "\(run.output)"
    )
    let remedies = [["--lpath", "./game/?.lua"]] + (isUnsafe ? [["--busted-strict-compat"]] : [])
    for remedy in remedies {
      #expect(try await CommandRun.test(unsafe + remedy, files).status == 0)
    }
  }

  @Test(arguments: ["plain", "tap", "junit", "json", "gtest", "github", "html"])
  func `suppressed pending tests are in no report`(format: String) async throws {
    let run = try await CommandRun.test(
      ["-o", format, "--suppress-pending"],
      ["spec/a_spec.lua": "it('a', function() end) pending('later') it('b', function() end)"]
    )
    #expect(run.status == 0)
    #expect(!run.output.contains("later"), "\(run.output)")
    if format == "tap" { #expect(run.output == "ok 1 - a\nok 2 - b\n1..2\n") }
  }
}
#endif
