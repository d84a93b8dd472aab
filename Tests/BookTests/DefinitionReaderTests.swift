import Book
import Testing

struct DefinitionReaderTests {
  private func only(_ text: String) throws -> LuaDefinition {
    let definitions = DefinitionReader.definitions(in: text, file: "x.lua")
    try #require(definitions.count == 1)
    return definitions[0]
  }

  @Test
  func `a function has a description, parameters and results`() throws {
    let function = try only(
      """
      ---@meta _

      --- Makes a location.
      ---
      --- Raises for a name that there is not.
      ---@async
      ---@param name string a route's name
      ---@param query? table<string, fun(a: string): any, string> values
      ---@return router.Location location
      ---@return "closed" | "dismissed" how it left
      function router.to(name, query) end
      """
    )
    #expect(function.name == "router.to")
    #expect(function.kind == .function)
    #expect(function.words == "Makes a location.\n\nRaises for a name that there is not.")
    #expect(function.mayWait)
    #expect(function.line == 11)
    #expect(function.parameters.map(\.name) == ["name", "query"])
    #expect(function.parameters.map(\.isOptional) == [false, true])
    #expect(function.parameters[1].type == "table<string, fun(a: string): any, string>")
    #expect(function.parameters[1].words == "values")
    #expect(function.results.map(\.type) == ["router.Location", "\"closed\" | \"dismissed\""])
    #expect(function.results.map(\.name) == ["location", "how"])
    #expect(function.results[1].words == "it left")
  }

  @Test
  func `a class has its fields, its base class and its call signatures`() throws {
    let table = try only(
      """
      --- How it went.
      ---@class (exact) router.Outcome: router.Part
      ---@field ok? boolean true when it went well
      ---@field [string] any more
      ---@overload fun(a: any): any
      """
    )
    #expect(table.name == "router.Outcome")
    #expect(table.kind == .table)
    #expect(table.base == "router.Part")
    #expect(table.members.map(\.name) == ["ok", "[string]"])
    #expect(table.members.map(\.type) == ["boolean", "any"])
    #expect(table.overloads == ["fun(a: any): any"])
  }

  @Test
  func `the methods of a local table belong to its class`() {
    let text = """
      ---@class router.Handle
      local Handle = {}

      --- Waits.
      function Handle:result() end
      """
    let names = DefinitionReader.definitions(in: text, file: "x.lua").map(\.name)
    #expect(names == ["router.Handle", "router.Handle:result"])
  }

  @Test
  func `an alias has its choices, and a value has its type`() throws {
    let alias = try only(
      "---@alias router.Status\n---| \"opened\" # it is on the stage\n---| \"failed\"\n"
    )
    #expect(alias.members.map(\.name) == ["\"opened\"", "\"failed\""])
    #expect(alias.members.map(\.words) == ["it is on the stage", ""])
    let value = try only("--- Declines.\n---@type any\nrouter.decline = nil\n")
    #expect(value.kind == .value)
    #expect(value.base == "any")
  }

  @Test
  func `a release next to the meta mark applies to all names without one`() {
    let text = """
      ---@meta _
      ---@since 0.1.0

      --- Goes.
      function go() end

      --- Comes.
      ---@since 0.2.0
      function come() end
      """
    let releases = DefinitionReader.definitions(in: text, file: "x.lua").map(\.since)
    #expect(releases == ["0.1.0", "0.2.0"])
  }

  @Test
  func `examples are the Lua blocks in the description`() throws {
    let function = try only(
      "--- Goes.\n---\n--- ```lua\n--- go()\n---   go()\n--- ```\nfunction go() end\n"
    )
    #expect(function.examples == ["go()\n  go()"])
  }

  @Test
  func `comments without a declaration define nothing`() {
    #expect(
      DefinitionReader.definitions(in: "--- Words of the file.\n\nlocal x = {}\n", file: "x")
        .isEmpty
    )
  }
}
