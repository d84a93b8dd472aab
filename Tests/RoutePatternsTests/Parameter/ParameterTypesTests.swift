import RoutePatterns
import Testing

@Suite struct ParameterTypesTests {
  @Test func `a custom type decides by its constraint and parses when read`() throws {
    var types = ParameterTypes.builtIn
    try types.define("sku", matching: Constraint(#"[A-Z]{3}\d+"#)) { text in
      Int(text.dropFirst(3))
    }
    let pattern = try RoutePattern("/item/:id<sku>", types: types)
    let table = RouteTable([.init(pattern: pattern)])
    let match = try #require(table.match(try Location(parsing: "/item/ABC42")))
    #expect(match.params["id"] == .text("ABC42"))
    #expect(match.parsed("id") as? Int == 42)
    #expect(match.parsed("other") == nil)
    #expect(table.match(try Location(parsing: "/item/abc42")) == nil)
  }

  @Test func `a custom type can be a list`() throws {
    var types = ParameterTypes.builtIn
    try types.define("size", oneOf: ["S", "M", "学"])
    let table = RouteTable([
      .init(pattern: try RoutePattern("/:s<size>", types: types)),
      .init(pattern: try RoutePattern("/x-:s<size>-:n<int>", types: types)),
    ])
    #expect(table.match(try Location(parsing: "/M"))?.params["s"] == .text("M"))
    #expect(table.match(try Location(parsing: "/XL")) == nil)
    #expect(table.match(try Location(parsing: "/x-学-7"))?[int: "n"] == 7)
    #expect(table.match(try Location(parsing: "/M"))?.parsed("s") == nil)
  }

  @Test func `a type in one list is unknown to others`() throws {
    var types = ParameterTypes.builtIn
    try types.define("sku", oneOf: ["a"])
    let error = #expect(throws: PatternError.self) { try RoutePattern("/:id<sku>") }
    #expect(error?.reason == .unknownType(name: "sku", nearest: []))
    let near = #expect(throws: PatternError.self) { try RoutePattern("/:id<skuu>", types: types) }
    #expect(near?.reason == .unknownType(name: "skuu", nearest: ["sku"]))
    let parent = try RoutePattern("/a")
    #expect(try parent.appending(":id<sku>", types: types).text == "/a/:id<sku>")
  }

  @Test func `a name is defined once and must be valid`() throws {
    var types = ParameterTypes.builtIn
    func error(_ name: String, _ values: [String] = ["a"]) -> String? {
      do {
        try types.define(name, oneOf: values)
        return nil
      } catch {
        return error.description
      }
    }
    #expect(error("int") == "The type 'int' already exists. Choose another name.")
    #expect(error("a b") == "'a b' is not a valid type name. Use letters, digits and '_'.")
    #expect(error("") == "'' is not a valid type name. Use letters, digits and '_'.")
    #expect(
      error("size", []) == "The type 'size' has an empty value. List its values."
    )
    #expect(error("size") == nil)
    #expect(error("size") == "The type 'size' already exists. Choose another name.")
  }
}
