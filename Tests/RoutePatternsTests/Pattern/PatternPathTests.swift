import RoutePatterns
import TestSupport
import Testing

@Suite struct PatternPathTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let pattern: String
    let parameters: [String: ParameterValue]
    let segments: [String]

    init(_ pattern: String, _ parameters: [String: ParameterValue], _ segments: [String]) {
      self.pattern = pattern
      self.parameters = parameters
      self.segments = segments
    }

    var testDescription: String { "\(pattern) with \(parameters)" }
  }

  @Test(arguments: [
    Case("/", [:], []),
    Case("/user/:id", ["id": .text("a/b c")], ["user", "a/b c"]),
    Case("/user/:id", ["id": .int(7)], ["user", "7"]),
    Case("/user/:id<int>", ["id": .text("7")], ["user", "7"]),
    Case("/:x<number>", ["x": .double(1e21)], ["1000000000000000000000"]),
    Case("/:x<number>", ["x": .double(-0.00000012)], ["-0.00000012"]),
    Case("/:x<number>", ["x": .double(2)], ["2"]),
    Case("/:x<number>", ["x": .double(0.1)], ["0.1"]),
    Case("/:b<bool>", ["b": .bool(false)], ["false"]),
    Case("/:from-:to", ["from": .text("a"), "to": .text("b-c")], ["a-b-c"]),
    Case("/u(/:id(/:tab))", [:], ["u"]),
    Case("/u(/:id(/:tab))", ["id": .text("7")], ["u", "7"]),
    Case("/u(/:id(/:tab))", ["id": .text("7"), "tab": .text("x")], ["u", "7", "x"]),
    Case("/u(/edit)", [:], ["u"]),
    Case("/f/**rest", ["rest": .list(["a", "b/c"])], ["f", "a", "b/c"]),
    Case("/f/**rest", ["rest": .list([])], ["f"]),
    Case("/f/**rest", [:], ["f"]),
    Case("/f/*rest", ["rest": .list(["a", "b"])], ["f", "a", "b"]),
    Case("/@:x", ["x": .text("..")], ["@.."]),
    Case("/f/*one/x", ["one": .text("a")], ["f", "a", "x"]),
    Case("/学校/:名", ["名": .text("字")], ["学校", "字"]),
  ])
  func `parameters make a path`(_ case: Case) throws {
    let pattern = try RoutePattern(`case`.pattern)
    #expect(try pattern.path(parameters: `case`.parameters) == `case`.segments)
  }

  struct Mistake: CustomTestStringConvertible, Sendable {
    let pattern: String
    let parameters: [String: ParameterValue]
    let description: String

    init(_ pattern: String, _ parameters: [String: ParameterValue], _ description: String) {
      self.pattern = pattern
      self.parameters = parameters
      self.description = description
    }

    var testDescription: String { "\(pattern) with \(parameters)" }
  }

  @Test(arguments: [
    Mistake(
      "/user/:id",
      [:],
      "'/user/:id' has no value for its parameter 'id'. Give one."
    ),
    Mistake(
      "/u(/:a/:b)",
      ["a": .text("x")],
      "'/u(/:a/:b)' has no value for its parameter 'b'. Give one."
    ),
    Mistake(
      "/user/:id",
      ["id": .text("7"), "idd": .text("7")],
      "'/user/:id' has no parameter 'idd'. It takes id."
    ),
    Mistake("/user", ["id": .text("7")], "'/user' has no parameter 'id'. It takes none."),
    Mistake(
      "/user/:id<int>",
      ["id": .text("x")],
      "'/user/:id<int>' cannot take 'x' for its parameter 'id'. Give an integer within 64 bits."
    ),
    Mistake(
      "/user/:id<int>",
      ["id": .double(1.5)],
      "'/user/:id<int>' cannot take '1.5' for its parameter 'id'. Give an integer within 64 bits."
    ),
    Mistake(
      "/x/:x<number>",
      ["x": .double(.infinity)],
      "'/x/:x<number>' cannot take 'inf' for its parameter 'x'. Give a number."
    ),
    Mistake(
      "/user/:id",
      ["id": .list(["a"])],
      "'/user/:id' cannot take 'a list' for its parameter 'id'. Give text."
    ),
    Mistake(
      "/user/:id",
      ["id": .text("")],
      "'/user/:id' would not return '' for its parameter 'id'. Give other text."
    ),
    Mistake(
      "/user/:id",
      ["id": .text("..")],
      "'/user/:id' would not return '..' for its parameter 'id'. Give other text."
    ),
    Mistake(
      "/.:x",
      ["x": .text(".")],
      "'/.:x' would not return '.' for its parameter 'x'. Give other text."
    ),
    Mistake(
      "/:page-" + String(repeating: "é", count: 500),
      ["page": .text(String(repeating: "é", count: 3_000))],
      "'/:page-" + String(repeating: "é", count: 500)
        + "' needs too many steps to match these values. Shorten them."
    ),
    Mistake(
      "/:from-:to",
      ["from": .text("a-b"), "to": .text("c")],
      "'/:from-:to' would not return 'a-b' for its parameter 'from'. Give other text."
    ),
    Mistake(
      "/f/**rest",
      ["rest": .list(["a", ""])],
      "'/f/**rest' would not return 'a/' for its parameter 'rest'. Give other text."
    ),
    Mistake(
      "/*/x",
      [:],
      "'/*/x' has a '*' without a name, so it cannot make a location. Write '*name'."
    ),
    Mistake(
      "/:l<en|fr>",
      ["l": .text("de")],
      "'/:l<en|fr>' cannot take 'de' for its parameter 'l'. Give en or fr."
    ),
    Mistake(
      #"/:l(\d+)"#,
      ["l": .text("de")],
      #"'/:l(\d+)' cannot take 'de' for its parameter 'l'. Give text that matches '\d+'."#
    ),
  ])
  func `parameters that would not round-trip are refused`(_ mistake: Mistake) throws {
    let pattern = try RoutePattern(mistake.pattern)
    let error = #expect(throws: ParameterError.self) {
      try pattern.path(parameters: mistake.parameters)
    }
    #expect(error?.description == mistake.description)
  }

  @Test func `parameters make a host`() throws {
    let pattern = try RoutePattern("https://:tenant.example.com/u/:id")
    let parameters: [String: ParameterValue] = ["tenant": .text("acme"), "id": .text("7")]
    #expect(try pattern.host(parameters: parameters) == "acme.example.com")
    #expect(try pattern.path(parameters: parameters) == ["u", "7"])
    #expect(throws: ParameterError(.missing(name: "tenant"), pattern: pattern)) {
      try pattern.host(parameters: [:])
    }
    for label in ["a.b", "", "A", "a/b"] {
      #expect(throws: ParameterError.self) {
        try pattern.host(parameters: ["tenant": .text(label)])
      }
    }
  }

  @Test(arguments: [UInt64(1), 3_723_895_335_823_955_861, TestScale.seed])
  func `a path round-trips its parameters`(seed: UInt64) throws {
    var generator = PatternGenerator(seed: seed)
    var count = 0
    for _ in 0..<TestScale.printedPatterns {
      let pattern = try RoutePattern(generator.pattern().template)
      var parameters: [String: ParameterValue] = [:]
      for parameter in pattern.parameters where generator.chance(90) {
        let text = generator.pick(PatternGenerator.values)
        parameters[parameter.name] =
          parameter.type == .list
          ? .list((0..<generator.number(0...2)).map { _ in text }) : .text(text)
      }
      guard let segments = try? pattern.path(parameters: parameters) else { continue }
      guard let location = try? Location(segments: segments) else { continue }
      let match = try #require(
        pattern.match(try Location(parsing: location.description)),
        "seed \(seed): \(pattern) \(parameters) \(location)"
      )
      for (name, value) in parameters {
        let found: ParameterValue? =
          if case .list = value { match.params[name] } else { match[text: name].map { .text($0) } }
        #expect(
          found == canonical(value, of: name, in: pattern),
          "seed \(seed): \(pattern) \(parameters) \(location)"
        )
      }
      count += 1
    }
    #expect(count * 4 > TestScale.printedPatterns, "seed \(seed)")
  }

  /// A value as a match returns it: a UUID in lower case.
  private func canonical(
    _ value: ParameterValue,
    of name: String,
    in pattern: RoutePattern
  ) -> ParameterValue {
    guard case .text(let text) = value,
      pattern.parameters.first(where: { $0.name == name })?.type == .uuid
    else { return value }
    return .text(text.lowercased())
  }
}
