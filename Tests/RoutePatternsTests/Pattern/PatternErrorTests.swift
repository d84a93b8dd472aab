import Testing

@testable import RoutePatterns

/// The exact message of every mistake, and the position of the caret.
@Suite struct PatternErrorTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let template: String
    let description: String

    init(_ template: String, _ description: String) {
      self.template = template
      self.description = description
    }

    var testDescription: String { template }
  }

  @Test(arguments: [
    Case(
      "",
      """
      '' is empty at byte 0. Write '/' for the root.

      ^
      """
    ),
    Case(
      "   ",
      """
      '   ' is empty at byte 3. Write '/' for the root.
         \("")
         ^
      """
    ),
    Case(
      "/users/:",
      """
      '/users/:' has a parameter with no name at byte 7. Write ':name', or '%3A' for a literal colon.
      /users/:
             ^
      """
    ),
    Case(
      "/:id/x/:id",
      """
      '/:id/x/:id' uses the parameter name 'id' twice at byte 7. Give each parameter of a branch its own name.
      /:id/x/:id
             ^
      """
    ),
    Case(
      "/a/<int:id>",
      """
      '/a/<int:id>' has a '<' that does not follow a parameter at byte 3. Write ':id<int>', or '%3C' for a literal '<'.
      /a/<int:id>
         ^
      """
    ),
    Case(
      "/:id<ints>",
      """
      '/:id<ints>' names the unknown type 'ints' at byte 5. Did you mean '<int>'?
      /:id<ints>
           ^
      """
    ),
    Case(
      "/:id<whatever>",
      """
      '/:id<whatever>' names the unknown type 'whatever' at byte 5. The types are alpha, bool, date, hex, int, number, slug, uuid. Define it first.
      /:id<whatever>
           ^
      """
    ),
    Case(
      "/:id<int",
      """
      '/:id<int' has a type without a closing '>' at byte 4. Write ':name<type>', or '%3C' for a literal '<'.
      /:id<int
          ^
      """
    ),
    Case(
      "/:id<a||b>",
      """
      '/:id<a||b>' has an empty value in a list at byte 4. Write ':name<one|two>'.
      /:id<a||b>
          ^
      """
    ),
    Case(
      #"/学/:id(\d+(?=x))"#,
      #"""
      '/学/:id(\d+(?=x))' has a constraint with '(?=' at byte 12. Use characters, classes such as '[a-z]' or '\d', groups, '|' and repetition.
      /学/:id(\d+(?=x))
                ^
      """#
    ),
    Case(
      "/a(/b",
      """
      '/a(/b' has an unbalanced parenthesis at byte 2. Write '%28' or '%29' for a literal parenthesis.
      /a(/b
        ^
      """
    ),
    Case(
      "/a)",
      """
      '/a)' has an unbalanced parenthesis at byte 2. Write '%28' or '%29' for a literal parenthesis.
      /a)
        ^
      """
    ),
    Case(
      "/a(b)",
      """
      '/a(b)' has a misplaced parenthesis at byte 2. Write ':name(constraint)', '(/optional)' before a '/' or the end, or '%28' for a literal '('.
      /a(b)
        ^
      """
    ),
    Case(
      "/a(/b)c",
      """
      '/a(/b)c' has a misplaced parenthesis at byte 5. Write ':name(constraint)', '(/optional)' before a '/' or the end, or '%28' for a literal '('.
      /a(/b)c
           ^
      """
    ),
    Case(
      "/a(/)",
      """
      '/a(/)' has an empty optional part at byte 2. Write '(/segment)'.
      /a(/)
        ^
      """
    ),
    Case(
      "/a?b=1",
      """
      '/a?b=1' has a '?' at byte 2. A pattern has no query; write '%3F' for a literal '?', or '(/part)' for an optional part.
      /a?b=1
        ^
      """
    ),
    Case(
      "/a#top",
      """
      '/a#top' has a '#' at byte 2. A pattern has no fragment; write '%23' for a literal '#'.
      /a#top
        ^
      """
    ),
    Case(
      "/:a:b",
      """
      '/:a:b' has two adjacent parameters at byte 3. Put literal text between them, such as ':from-:to'.
      /:a:b
         ^
      """
    ),
    Case(
      "/files/*.jpg",
      """
      '/files/*.jpg' has a '*' inside a segment at byte 8. Write '*' as a whole segment, or '%2A' for a literal star.
      /files/*.jpg
              ^
      """
    ),
    Case(
      "/a/../b",
      """
      '/a/../b' has a '.' or '..' segment, which locations never keep, at byte 3. Leave it out.
      /a/../b
         ^
      """
    ),
    Case(
      "/%FF",
      """
      '/%FF' has escapes that are not UTF-8 at byte 1. Write the text itself, or its UTF-8 escapes.
      /%FF
       ^
      """
    ),
    Case(
      "https://a..b/x",
      """
      'https://a..b/x' has a host label that is not a name at byte 10. Write a label such as 'example', '*' or ':name'.
      https://a..b/x
                ^
      """
    ),
    Case(
      "https://%61b.example/x",
      """
      'https://%61b.example/x' has a host label that is not a name at byte 8. Write a label such as 'example', '*' or ':name'.
      https://%61b.example/x
              ^
      """
    ),
  ])
  func `an error contains the place, the problem and a correction`(_ case: Case) throws {
    let error = #expect(throws: PatternError.self) { try RoutePattern(`case`.template) }
    #expect(error?.description == `case`.description)
  }

  @Test(arguments: [
    Case(
      "/edit",
      """
      '/edit' is a child's path and starts with '/' at byte 0. Remove the '/': a child's path is below its parent's.
      /edit
      ^
      """
    ),
    Case(
      "shop://edit",
      """
      'shop://edit' is a child's path and names a scheme at byte 0. Name the scheme on the outermost route.
      shop://edit
      ^
      """
    ),
    Case(
      ":id",
      """
      ':id' uses the parameter name 'id' twice at byte 0. Give each parameter of a branch its own name.
      :id
      ^
      """
    ),
  ])
  func `an error in a child shows the child`(_ case: Case) throws {
    let parent = try RoutePattern("/user/:id")
    let error = #expect(throws: PatternError.self) { try parent.appending(`case`.template) }
    #expect(error?.description == `case`.description)
  }

  @Test func `a pattern has at most 256 segments and 64 nested parts`() throws {
    _ = try RoutePattern(String(repeating: "/a", count: 256))
    let long = #expect(throws: PatternError.self) {
      try RoutePattern(String(repeating: "/a", count: 257))
    }
    #expect(long?.reason == .tooLong)
    _ = try RoutePattern(String(repeating: "(/a", count: 64) + String(repeating: ")", count: 64))
    let deep = #expect(throws: PatternError.self) {
      try RoutePattern(String(repeating: "(/a", count: 100_000))
    }
    #expect(deep?.reason == .tooLong)
    #expect(
      deep?.message
        .hasSuffix(
          "has too many segments, parameters or nested parts at byte 192. "
            + "Use at most 256 segments, 256 parameters and 64 nested parts."
        ) == true
    )
  }

  @Test func `a joined pattern has at most 256 segments`() throws {
    let parent = try RoutePattern(String(repeating: "/a", count: 200))
    let error = #expect(throws: PatternError.self) {
      try parent.appending("b" + String(repeating: "/b", count: 56))
    }
    #expect(error?.reason == .tooLong)
  }

  @Test func `a pattern has at most 256 parameters`() throws {
    func segments(_ count: Int) -> String {
      (0..<count).map { "/:a\($0)-:b\($0)" }.joined()
    }
    let most = try RoutePattern(segments(128))
    let error = #expect(throws: PatternError.self) { try RoutePattern(segments(128) + "/:c") }
    #expect(error?.reason == .tooLong)
    let last = #expect(throws: PatternError.self) { try RoutePattern(segments(128) + "/**c") }
    #expect(last?.reason == .tooLong)
    let joined = #expect(throws: PatternError.self) { try most.appending(":c") }
    #expect(joined?.reason == .tooLong)
    #expect(try most.appending("c").parameters.count == 256)
  }

  @Test func `a segment of literal text and parameters has a limit of bytes and of states`()
    throws
  {
    func reason(_ template: String) -> PatternError.Reason? {
      do {
        _ = try RoutePattern(template)
        return nil
      } catch {
        return error.reason
      }
    }
    let half = String(repeating: "-", count: 512)
    #expect(reason("/\(half):x\(half)") == nil)
    #expect(reason("/\(half):x\(half)b") == .tooMuchText)
    func constrained(_ count: Int) -> String {
      "/" + (0..<count).map { ":a\($0)(a{300})" }.joined(separator: "-")
    }
    #expect(reason(constrained(50)) == nil)
    #expect(reason(constrained(70)) == .tooManyStates)
    #expect(reason("/" + (0..<4).map { ":n\($0)<int>" }.joined(separator: "-")) == nil)
    // Next to literal text an automaton reads a list, and would only accept part of it.
    let list = (0..<2_000).map { "\($0)xyz" }.joined(separator: "|")
    #expect(reason("/:x<\(list)>") == nil)
    #expect(reason("/-:x<\(list)>") == .tooManyStates)
    let error = #expect(throws: PatternError.self) { try RoutePattern("/-:x<\(list)>") }
    #expect(
      error?.message
        .hasSuffix(
          "has a segment with constraints that are too large together at byte 1. "
            + "Repeat less, use fewer parameters in it, or check values in a guard."
        ) == true
    )
  }

  @Test func `a child of a pattern that ends in an empty segment also has one`() throws {
    let child = try RoutePattern("/a//").appending("b")
    #expect(child.text == "/a//b")
    #expect(try child.match(Location(parsing: "/a//b")) != nil)
    #expect(try child.match(Location(parsing: "/a/b")) == nil)
  }

  @Test(arguments: ["/a//", "(/a)//", "///", "/a///", "shop://a//"])
  func `a pattern that ends in an empty segment differs from the one without`(
    template: String
  ) throws {
    let pattern = try RoutePattern(template)
    let shorter = try RoutePattern(String(template.dropLast()))
    #expect(pattern != shorter)
    #expect(try RoutePattern(pattern.text).text == pattern.text)
    #expect(try pattern.appending("b").text == pattern.text.dropLast() + "/b")
  }

  @Test(arguments: ["shop:////a", "shop://///a", "shop:////:x", "https:////a"])
  func `an error shows a pattern that begins with an empty segment unchanged`(
    template: String
  ) throws {
    let pattern = try RoutePattern(template)
    #expect(pattern.text == template)
    #expect(try RoutePattern(pattern.text) == pattern)
    let location = template.replacing(":x", with: "7")
    #expect(try pattern.match(Location(parsing: location)) != nil)
    #expect(
      try RoutePattern(template.replacing("////", with: "///")) != pattern
    )
  }

  @Test func `the number of permanent parameter lists is limited`() async {
    // In a separate process, because the lists of the other tests must stay alive.
    await #expect(processExitsWith: .success) {
      var bytes = 0
      for number in 0..<600 {
        let name = String(repeating: "n", count: 30_000)
        let list = try RoutePattern("/:\(name)\(number)").list
        if list.isImmortal { bytes += list.slots.reduce(0) { $0 + $1.name.utf8.count } }
      }
      #expect((1 << 20...ParameterList.byteLimit).contains(bytes))
    }
  }

  @Test(arguments: [
    ("/<id>", ":id"), ("/<string:id>", ":id"), ("/<float:x>", ":x<number>"),
    ("/<path:rest>", "**rest"), ("/x<uuid:u>y", ":u<uuid>"), ("/<slug:名字>", ":名字<slug>"),
    ("/<sku:id>", ":id<type>"), ("/<a:b:c>", ":name<type>"), ("/<", ":name<type>"),
    ("/<a b>", ":name<type>"),
  ])
  func `a parameter in another router's syntax is refused with the correct pattern`(
    template: String,
    suggestion: String
  ) {
    #expect {
      try RoutePattern(template)
    } throws: { error in
      (error as? PatternError)?.reason == .misplacedType(suggestion: suggestion)
    }
  }

  @Test func `an escaped bracket is literal text`() throws {
    let pattern = try RoutePattern("/%3Cint:id>")
    #expect(pattern.match(try Location(parsing: "/<int7>"))?[text: "id"] == "7")
  }

  @Test func `templates and literals have a limit of bytes`() throws {
    func problem(_ template: String) -> PatternError.Reason? {
      do {
        _ = try RoutePattern(template)
        return nil
      } catch {
        return error.reason
      }
    }
    let literal = String(repeating: "\u{130}", count: 8_192)
    #expect(problem("/" + literal) == nil)
    #expect(problem("/" + literal + "x") == .tooMuchText)
    #expect(problem("/:a-" + literal + "x") == .tooMuchText)
    #expect(problem(String(repeating: "/:a" + literal, count: 5)) == .tooMuchText)
    let table = RouteTable([
      .init(pattern: try RoutePattern("/" + literal), isCaseSensitive: false)
    ])
    #expect(table.match(try Location(parsing: "/" + literal)) != nil)
  }

  @Test func `an error in a long template shows only the text around it`() {
    let template =
      String(repeating: "/abcd", count: 40) + "/:" + String(repeating: "/efgh", count: 40)
    #expect {
      try RoutePattern(template)
    } throws: { error in
      let lines = "\(error)".split(separator: "\n")
      let around = String(repeating: "/abcd", count: 20).dropFirst()
      return lines.count == 3
        && lines[1] == "…\(around)/:" + String(repeating: "/efgh", count: 20).prefix(99) + "…"
        && lines[2] == String(repeating: " ", count: 101) + "^"
    }
  }
}
