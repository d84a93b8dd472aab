import RoutePatterns
import Testing

/// The query items that a route expects.
@Suite struct QueryParameterTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let type: String
    let query: String
    let expected: String

    init(_ type: String, _ query: String, _ expected: String) {
      (self.type, self.query, self.expected) = (type, query, expected)
    }

    var testDescription: String { "\(type) of ?\(query)" }
  }

  static let cases: [Case] = [
    Case("int", "x=7", "one(int(7))"),
    Case("int", "x=1&x=2", "one(int(2))"),
    Case("int", "", "missing: an integer within 64 bits"),
    Case("int", "x=", "missing: an integer within 64 bits"),
    Case("int", "x", "missing: an integer within 64 bits"),
    Case("int", "x=seven", "'seven' is not an integer within 64 bits"),
    Case("int", "x=1&x=seven", "'seven' is not an integer within 64 bits"),
    Case("int?", "", "nil"),
    Case("int?", "x=", "nil"),
    Case("int?", "x=-3", "one(int(-3))"),
    Case("int?", "x=seven", "'seven' is not an integer within 64 bits"),
    Case("int[]", "", "list([])"),
    Case("int[]", "x=1&y=9&x=2", "list([int(1), int(2)])"),
    Case("int[]", "x=1&x=b", "'b' is not an integer within 64 bits"),
    Case("string", "x=a%20b", "one(text(\"a b\"))"),
    Case("string", "x=", "one(text(\"\"))"),
    Case("string", "", "missing: text"),
    Case("string?", "", "nil"),
    Case("string[]", "x=&x=b", "list([text(\"\"), text(\"b\")])"),
    Case("number", "x=1.5", "one(double(1.5))"),
    Case("bool", "x=true", "one(bool(true))"),
    Case("bool", "x=yes", "'yes' is not true or false"),
    Case(
      "uuid",
      "x=3F2504E0-4F89-11D3-9A0C-0305E82C3301",
      #"one(text("3f2504e0-4f89-11d3-9a0c-0305e82c3301"))"#
    ),
    Case("new|old", "x=old", "one(text(\"old\"))"),
    Case("new|old", "x=odd", "'odd' is not new or old"),
    Case("new|old?", "", "nil"),
    Case(#"(\d{2})?"#, "x=42", "one(text(\"42\"))"),
    Case(#"(\d{2})"#, "x=421", #"'421' is not text that matches '\d{2}'"#),
    Case("sku", "x=ABC1", "one(text(\"ABC1\"))"),
    Case("sku", "x=abc", "'abc' is not text that matches the type 'sku'"),
  ]

  @Test(arguments: cases)
  func `a query is parsed by the type of an item`(row: Case) throws {
    var types = ParameterTypes.builtIn
    try types.define("sku", matching: Constraint(#"[A-Z]{3}\d+"#))
    let parameter = try QueryParameter("x", row.type, types: types)
    let location = try Location(parsing: "/?\(row.query)")
    do {
      let value = try parameter.value(in: location.query)
      #expect(
        value.map { "\($0)".replacing("RoutePatterns.ParameterValue.", with: "") } ?? "nil"
          == row.expected
      )
    } catch {
      switch error {
      case .missing(_, let expected): #expect("missing: \(expected)" == row.expected)
      case .wrongType(_, let expected, let value):
        #expect("'\(value)' is not \(expected)" == row.expected)
      }
    }
  }

  @Test(arguments: [
    ("x", "integer", "'x' in the query has the unknown type 'integer'. Did you mean 'int'?"),
    (
      "x", "zzz",
      "'x' in the query has the unknown type 'zzz'. Write 'string', 'int' or another parameter"
        + " type. Add '?' if the item is optional, or '[]' if it has several values."
    ),
    (
      "x", "a||b",
      "'a||b' is not a type for 'x' in the query. Write 'string', 'int' or another parameter"
        + " type. Add '?' if the item is optional, or '[]' if it has several values."
    ),
    ("", "int", "'int' in the query has no name. Write name = 'int'."),
  ])
  func `an invalid type is reported`(name: String, type: String, message: String) {
    let error = #expect(throws: QueryParameterError.self) { try QueryParameter(name, type) }
    #expect(error?.description == message)
  }

  @Test(arguments: ["", "?", "[]", "(", "int>", "int)/x", "(a)b", "int??", "<int>", ":x"])
  func `other text is not a type`(type: String) {
    #expect(throws: QueryParameterError.self) { try QueryParameter("x", type) }
  }
}
