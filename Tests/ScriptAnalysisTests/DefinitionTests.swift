import EmbeddedFiles
import Foundation
import LuaSyntax
import Moonroute
import ScriptHost
import Testing

@testable import ScriptAnalysis

/// The definitions that editors read for an application.
@Suite struct DefinitionTests {
  private func definitions(
    _ main: String,
    offers: OfferList? = nil,
    files: [String: String] = [:],
    specs: [String: String] = [:]
  ) async throws -> EditorDefinitions {
    let files = files.merging(["main.lua": main]) { $1 }
    let host = try ScriptHost(
      .texts(files),
      options: ScriptOptions(runsHeadless: true, loadsParts: true)
    )
    try await host.load()
    return await host.router.perform { application in
      EditorDefinitions(
        of: host,
        offers: offers,
        specs: specs.mapValues { Array($0.utf8) },
        in: application
      )
    }
  }

  private static let shop = """
    router.type("size", { match = { "s", "m" } })
    router.type("day", { match = [[\\d+]], parse = tonumber })
    router.route { name = "home", path = "/", view = "Home", tags = { "main" } }
    router.route { name = "order.tracking", path = "/orders/:order<int>(/:parcel)/**rest", view = "T" }
    router.route { name = "shirt", path = "/:lang<en|fr>/:size<size>/:day<day>", view = "S" }
    router.route { path = "/unnamed", view = "U" }
    events.declare { name = "seek", path = "/seek/:at<number>" }
    resources.put { name = "price", path = "/price/:sku", value = 1 }
    """

  @Test func `a declared session has classes`() async throws {
    let files = try await definitions(
      """
      router.type("size", { match = { "s", "m" } })
      session.declare {
        user = { name = "string", role = "passenger|inspector", age = "int?" },
        basket = { "[]", sku = "size", amount = "int" }, words = "a|b[]", stock = "int{}",
        notes = "any", home = { "?", ["a b"] = { on = "bool" } },
      }
      """
    )
    .files
    let text = try #require(files["app.lua"])
    let start = try #require(text.firstRange(of: "---@class session"))
    #expect(
      text[start.lowerBound...] == """
        ---@class session
        ---@field basket? session.basket[]
        ---@field home? session.home
        ---@field notes? any
        ---@field stock? table<string, integer>
        ---@field user? session.user
        ---@field words? ("a"|"b")[]

        ---@class (exact) session.basket
        ---@field amount integer
        ---@field sku "s"|"m"

        ---@class (exact) session.home
        ---@field ["a b"] session.home.a_b

        ---@class (exact) session.home.a_b
        ---@field on boolean

        ---@class (exact) session.user
        ---@field age? integer
        ---@field name string
        ---@field role "passenger"|"inspector"

        """
    )
    #expect(files["data.lua"]?.contains("[string] any") == false)
    let open = try await definitions("").files
    #expect(open["data.lua"]?.contains("---@field [string] any") == true)
    #expect(open["app.lua"]?.contains("class session") == false)
  }

  private static let shopNames = """
    ---@meta _
    -- Written by `moonroute types`: a change here is lost.

    --- The name of a route.
    ---@alias router.RouteName
    ---| "home" # /, main.lua:3
    ---| "order.tracking" # /orders/:order<int>(/:parcel)/**rest, main.lua:4
    ---| "shirt" # /:lang<en|fr>/:size<size>/:day<day>, main.lua:5

    --- A tag of routes.
    ---@alias router.Tag
    ---| "main"

    --- The name of an event.
    ---@alias events.Name
    ---| "seek" # /seek/:at<number>

    --- The name of a resource.
    ---@alias resources.Name
    ---| "price" # /price/:sku

    ---@class (exact) route.params.order.tracking
    ---@field order integer
    ---@field parcel? string
    ---@field rest? string[]

    ---@class route.state.order.tracking: router.State
    ---@field params route.params.order.tracking

    ---@class (exact) route.params.shirt
    ---@field lang "en"|"fr"
    ---@field size "s"|"m"
    ---@field day any

    ---@class route.state.shirt: router.State
    ---@field params route.params.shirt

    ---@class (exact) event.params.seek
    ---@field at number

    ---@class event.seek: events.Event
    ---@field params event.params.seek

    --- Makes the location of a named route; raises an error for an unknown name or an invalid parameter.
    ---@overload fun(name: "home", params?: table<string, nil>, query?: router.Query, \
    options?: router.ToOptions): router.Location
    ---@overload fun(name: "order.tracking", params: route.params.order.tracking, \
    query?: router.Query, options?: router.ToOptions): router.Location
    ---@overload fun(name: "shirt", params: route.params.shirt, query?: router.Query, \
    options?: router.ToOptions): router.Location
    ---@param name router.RouteName
    ---@return router.Location
    function router.to(name) end

    --- Registers a decision about a named route and its children, or about every location of a pattern.
    ---@overload fun(key: "order.tracking", decision: async fun(state: \
    route.state.order.tracking, target: router.State): (answer: router.Answer, reason: \
    string?)): router.Registration
    ---@overload fun(key: "order.tracking", decision: async fun(state: \
    route.state.order.tracking, target: router.State): (answer: router.Answer, reason: \
    string?), options: router.AttachOptions): router.Registration
    ---@overload fun(key: "shirt", decision: async fun(state: route.state.shirt, target: \
    router.State): (answer: router.Answer, reason: string?)): router.Registration
    ---@overload fun(key: "shirt", decision: async fun(state: route.state.shirt, target: \
    router.State): (answer: router.Answer, reason: string?), options: \
    router.AttachOptions): router.Registration
    ---@param key router.RouteName|string a route's name, or a pattern
    ---@param decision string|router.Location|router.Redirect text may use the pattern's parameters
    ---@param options? router.AttachOptions
    ---@return router.Registration
    function router.guard(key, decision, options) end

    --- Listens to a pattern, to a name, or to a pattern with a new name: { name, path }.
    ---@overload fun(key: "seek", fn: async fun(event: event.seek)): router.Registration
    ---@overload fun(key: "seek", fn: async fun(event: event.seek), options: \
    events.ListenOptions): router.Registration
    ---@param key events.Name|string|events.Target a pattern, a name, or both
    ---@param fn function
    ---@param options? events.ListenOptions
    ---@return router.Registration subscription cancel it to stop listening
    function events.on(key, fn, options) end

    """

  @Test func `an application's names are in app.lua with their parameters`() async throws {
    let text = try #require(try await definitions(Self.shop).files["app.lua"])
    #expect(
      text == Self.shopNames
    )
  }

  private static let offered = OfferTexts.whole

  @Test func `the program's offers are in host.lua`() async throws {
    let offers = try OfferList(reading: Self.offered)
    let files = try await definitions(
      "router.route { path = '/', view = 'Home' }",
      offers: offers
    )
    .files
    let text = try #require(files["host.lua"])
    #expect(!text.contains("[string] any"))
    #expect(text.contains("---@class host\n---@field version string\nhost = {}\n"))
    let end = try #require(text.range(of: "--- The name of a transition"))
    #expect(
      text[end.lowerBound...] == """
        --- The name of a transition that the program registers.
        ---@alias animator.Transition
        ---| "flip"

        --- The name of a view that the program offers.
        ---@alias router.ViewName
        ---| "Home"
        ---| "Product"

        ---@async
        ---@param ... any
        ---@return any ...
        function host.login(...) end

        --- Pieces left.
        ---@param id integer
        ---@param size? string
        ---@return integer
        function host.stock(id, size) end

        ---@class Cart
        ---@field count integer
        local Type1 = {}

        function Type1:add() end

        """
    )
    let all = files.values.joined(separator: "\n")
    #expect(all.ranges(of: "---@alias router.ViewName").count == 1)
  }

  @Test func `without a list of offers, the stubs of headless.lua and specs are used`()
    async throws
  {
    let files = try await definitions(
      "router.route { path = '/', view = 'Home' }",
      files: [
        "headless.lua": "host.stub('track', function() end)"
          + " host.replies({}, { functions = { http_get = 'GET' } })"
      ],
      specs: ["spec/a_spec.lua": "stub(host, 'flag').returns(true) stub(other, 'x')"]
    )
    .files
    let text = try #require(files["host.lua"])
    #expect(text.contains("function host.track(...) end"))
    #expect(text.contains("function host.flag(...) end"))
    #expect(text.contains("function host.http_get(...) end"))
    #expect(!text.contains("function host.x("))
    let plain = try await definitions("router.route { path = '/', view = 'Home' }").files
    #expect(plain["host.lua"]?.contains("---@field [string] any") == true)
  }

  @Test func `names that are added later, or fit no annotation, leave the list open`()
    async throws
  {
    let late = """
      local function home()
        router.route { name = "late", path = "/late", view = "L" }
        return screen "A"
      end
      router.route { name = "a", path = "/", view = home }
      """
    let text = try #require(try await definitions(late).files["app.lua"])
    #expect(text.contains("---| \"late\" # registered later\n---| string #"))
    #expect(text.contains("function router.to(name, params, query, options) end"))
    let odd = #"router.route { name = 'q"x', path = "/q", view = "Q" }"#
    let open = try #require(try await definitions(odd).files["app.lua"])
    #expect(open.contains("---@alias router.RouteName string\n"))
    #expect(!open.contains("q\"x"))
  }

  @Test func `a name that a spec registers is known, and leaves the list closed`() async throws {
    let spec = """
      it("opens", function() router.route { name = 'own', path = '/own', view = 'O' } end)
      """
    let files = try await definitions(
      "router.route { name = 'a', path = '/', view = 'A' }",
      specs: ["spec/a_spec.lua": spec]
    )
    .files
    let text = try #require(files["app.lua"])
    #expect(text.contains("---| \"own\" # registered later\n\n"))
    #expect(text.contains("---@overload fun(name: \"own\", params?: table<string, any>,"))
  }

  @Test func `text of a script cannot escape from its comment or its type`() async throws {
    let files = try await definitions(
      #"router.route { name = "a|b # c", path = "/x/:p<a|b--c>", view = "X", tags = "t\nos.exit()" }"#
    )
    .files
    let text = try #require(files["app.lua"])
    for line in text.split(separator: "\n") {
      #expect(line.hasPrefix("--") || line.hasPrefix("function "), "\(line)")
    }
    #expect(text.contains("---@class (exact) route.params.a_b___c\n"))
  }

  @Test(arguments: ["\\r", "\\r\\n", "\\n\\r", "\\n", "\\u2028", "\\u000b"])
  func `the program's description stays in its comment`(end: String) async throws {
    let offers = try OfferList(
      reading: #"{ "functions": [{ "name": "pay", "summary": "Pays.\#(end)os.exit()" }] }"#
    )
    let files = try await definitions("router.route { path = '/', view = 'A' }", offers: offers)
      .files
    let text = try #require(files["host.lua"])
    let tree = LuaTree(Array(text.utf8))
    #expect(tree.problems.isEmpty)
    let calls = tree.nodes(from: tree.root).filter { tree.kind(of: $0) == .call }
    #expect(calls.isEmpty, "\(text)")
  }

  @Test func `every function and every name of a type is defined once`() async throws {
    let files = try await definitions(Self.shop, offers: try OfferList(reading: Self.offered)).files
    let lines = files.values.flatMap { $0.split(separator: "\n") }
    for (start, end) in [("function ", "("), ("---@alias ", " "), ("---@class ", " :")] {
      let names = lines.filter { $0.hasPrefix(start) }
        .map { line in
          line.dropFirst(start.count).replacing("(exact) ", with: "").prefix { !end.contains($0) }
        }
      let twice = Dictionary(grouping: names) { $0 }.filter { $1.count > 1 }.keys
      #expect(twice.isEmpty, "\(twice)")
    }
  }

  @Test func `an annotation of a route's name has the type of these names`() {
    let words = ["name of a route", "name of the route", "name of its route"]
    for path in ScriptLibrary.paths where path.hasPrefix("types/") {
      for line in (ScriptLibrary.text(of: path) ?? "").split(separator: "\n")
      where line.hasPrefix("---@") && words.contains(where: { line.contains($0) }) {
        #expect(line.contains("router.RouteName") || line.contains("router.Target"), "\(line)")
      }
    }
    let types = DeclaredTypes.api
    #expect(types.type(ofPath: "assert.is_not.opened")?.parameter(1)?.slot == .route)
    #expect(types.type(ofPath: "router.tagged")?.parameter(3)?.slot == .tag)
    #expect(types.type(ofPath: "router.own")?.parameter(0)?.slot == .location)
  }

  @Test func `each name in an annotation is defined`() async throws {
    let files = try await definitions(Self.shop).files
    let text = files.values.joined(separator: "\n")
    var defined: Set<Substring> = []
    for match in text.matches(of: #/---@(?:class|alias) (?:\(exact\) )?([\w.]+)/#) {
      defined.insert(match.output.1)
    }
    let used = text.matches(
      of:
        #/[ |:(\[]((?:router|screen|stage|animator|events|resources|testing|reload|route|event)\.[A-Za-z][\w.]*)/#
    )
    for match in used {
      let start = text[..<match.range.lowerBound].lastIndex(of: "\n") ?? text.startIndex
      let line = text[start...].dropFirst().prefix { $0 != "\n" }
      guard line.hasPrefix("---@"), match.output.1.contains(where: \.isUppercase) else { continue }
      #expect(defined.contains(match.output.1), "\(line)")
    }
  }
}
