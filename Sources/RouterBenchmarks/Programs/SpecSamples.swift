/// The specs for both test runners.
enum SpecSamples {
  static let empty = "describe(\"empty\", function() end)\n"

  static let trivial = spec("trivial", 10_000) { "assert.are.equal(\($0), \($0))" }

  static let failing = spec("failing", 1000) {
    "assert.are.same({ \($0), { a = 1, b = { 2 } } }, { \($0), { a = 1, b = { 3 } } })"
  }

  /// One of many small files.
  static let small = spec("small", 2) { "assert.are.same({ a = \($0) }, { a = \($0) })" }

  /// A suite like that of a compiler: each test computes a little, and all share loaded modules.
  static let compiler = spec("compiler", 1930) {
    """
    local words = {}
      for word in ("a = " .. \($0) .. " + b * (c - 1)"):gmatch("%S+") do words[#words + 1] = word end
      tree = { kind = "assign", words = words, above = tree and tree.kind }
      assert.are.same({ "a", "=", "\($0)" }, { words[1], words[2], words[3] })
      assert.is_true(#words == 8)

    """
  }

  /// A spec that leaves 20 MB in its globals.
  static let large = """
    local kept = {}
    for i = 1, 20 do kept[i] = string.rep(string.char(i), 1024 * 1024) end
    _G.kept = kept
    it("holds", function() assert.are.equal(20, #_G.kept) end)

    """

  /// A helper for busted that wraps each of luassert's assertions to count its calls.
  static let assertionCounter = """
    local count = 0
    for _, entry in pairs(require("luassert.namespaces").assertion) do
      local callback = entry.callback
      entry.callback = function(...)
        count = count + 1
        return callback(...)
      end
    end
    require("busted").subscribe({ "suite", "end" }, function()
      local file = assert(io.open(os.getenv("COUNT_FILE"), "w"))
      file:write(count, "\\n")
      file:close()
      return nil, true
    end)

    """

  /// Writes an application with tight loops of plain Lua, like those for measuring LuaCov.
  static func writeSorting(to folder: BenchmarkFolder) throws -> String {
    try folder.write("", to: "sorting/main.lua")
    try folder.write(sorting, to: "sorting/sorting.lua")
    try folder.write(sortingSpec, to: "sorting/spec/a_spec.lua")
    return folder.path("sorting")
  }

  private static let sorting = """
    return function(list)
      for i = 2, #list do
        local value, at = list[i], i
        while at > 1 and list[at - 1] > value do
          list[at] = list[at - 1]
          at = at - 1
        end
        list[at] = value
      end
      return list
    end

    """

  private static let sortingSpec = """
    local sort = require("sorting")

    describe("sorting", function()
      for seed = 1, 100 do
        it("holds for list " .. seed, function()
          local list = {}
          for i = 1, 400 do
            list[i] = (i * 7919 * seed) % 1009
          end
          sort(list)
          for i = 2, #list, 40 do
            assert.is_true(list[i - 1] <= list[i])
          end
        end)
      end
    end)

    """

  private static func spec(_ name: String, _ count: Int, _ body: (Int) -> String) -> String {
    let tests = (1...count).map { "  it(\"test \($0)\", function() \(body($0)) end)\n" }
    return "describe(\"\(name)\", function()\n\(tests.joined())end)\n"
  }
}
