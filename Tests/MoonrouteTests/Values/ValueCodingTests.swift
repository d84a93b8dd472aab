import Foundation
import Moonroute
import Testing

/// Conversion between values and the types of a program.
@Suite struct ValueCodingTests {
  struct Product: Codable, Hashable, Sendable {
    enum Kind: String, Codable { case lamp, chair }
    var id: Int
    var name: String
    var price: Double?
    var kinds: [Kind]?
    var sizes: [String: [Int]]?
  }

  static let lamp = Product(id: 7, name: "Lamp", price: 9.5, kinds: [.lamp], sizes: ["s": [1, 2]])

  @Test func `a structure converts to a record and back`() throws {
    let value = try Value(encoding: Self.lamp)
    #expect(
      value == [
        "id": 7, "name": "Lamp", "price": 9.5, "kinds": ["lamp"], "sizes": ["s": [1, 2]],
      ]
    )
    #expect(try value.decode(Product.self) == Self.lamp)
    #expect(value.cast(to: Product.self) == Self.lamp)
    #expect(try Value(encoding: [nil, 3] as [Int?]) == [nil, 3])
    #expect(try Value(encoding: Int?.none) == .null)
  }

  struct Wrong: CustomTestStringConvertible, Sendable {
    let value: Value
    let problem: String
    var testDescription: String { problem }
  }

  @Test(arguments: [
    Wrong(value: ["name": "x"], problem: "There is no field 'id'."),
    Wrong(value: ["id": "7"], problem: "'Int' was expected, and this is text."),
    Wrong(
      value: ["id": 7.5],
      problem: "'Int' was expected, and this is the number 7.5."
    ),
    Wrong(value: [1], problem: "'ValueTable' was expected, and this is a list."),
  ])
  func `a type mismatch is reported with its place`(row: Wrong) {
    do {
      _ = try row.value.decode(Product.self)
      Issue.record("decoded")
    } catch let error as DecodingError {
      switch error {
      case .keyNotFound(_, let context), .typeMismatch(_, let context):
        #expect(context.debugDescription == row.problem)
      default: Issue.record("\(error)")
      }
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test(
    arguments: [
      .null, true, 7, 2.5, "text", [1, [2, nil]], ["a": ["b": [1.5, false]]],
      .table(ValueTable(items: [1, 2], fields: ["name": "both"])), ["1": "a field"],
    ] as [Value]
  )
  func `a value survives a round trip through JSON`(value: Value) throws {
    let data = try JSONEncoder().encode([value])
    #expect(try JSONDecoder().decode([Value].self, from: data) == [value])
  }

  @Test func `an object has no plain form`() throws {
    let value = Value.reference(Value.ObjectReference(Self.lamp, id: 1, kind: "Product"))
    #expect(throws: EncodingError.self) { try JSONEncoder().encode([value]) }
    #expect(try value.decode(Product.self) == Self.lamp)
  }

  @Test func `get returns the value of put`() async throws {
    let application = try LinkRouter()
    func check<Content: Equatable & Sendable>(_ content: Content) async throws {
      try await application.put("/x", value: content).cancel()
      let registration = try await application.put("/x", value: content)
      #expect(try await application.get("/x", as: Content.self) == content)
      registration.cancel()
    }
    try await check([[1, 2], []])
    try await check([1, 2] as [Int32])
    try await check([1, nil, 3] as [Int?])
    try await check(["a": [1], "b": []])
    try await check([1.5, 2] as [Float])
    try await check(["a": ["b": true]])
    try await check([] as [UInt8])
    try await check(Self.lamp)
    try await check([Self.lamp])
    try await check(Int?.none)
  }

  @Test func `a script's table is read as a structure`() async throws {
    let application = try LinkRouter()
    try await application.put("/lamp", value: try Value(encoding: Self.lamp))
    #expect(try await application.get("/lamp", as: Product.self) == Self.lamp)
    let error = await #expect(throws: RouterError.self) {
      try await application.get("/lamp", as: [Int].self)
    }
    #expect(error?.code == .valueType)
  }

  @Test(
    arguments: [
      (.null, "nil"), (7, "7"), (2.5, "2.5"), (true, "true"), ("text", "text"),
      ([1, "a", ["b": 2]], "[1, \"a\", [\"b\": 2]]"),
      (["b": 1, "a": "x"], "[\"a\": \"x\", \"b\": 1]"),
      (.table(ValueTable(items: [1], fields: ["n": 2])), "[1, \"n\": 2]"), ([], "[]"),
      (.reference(Value.ObjectReference(1, id: 1, kind: "Profile")), "<Profile>"),
    ] as [(Value, String)]
  )
  func `a value is formatted as in Swift`(value: Value, text: String) {
    #expect("\(value)" == text)
  }

  @Test func `subscripts and interpolation`() {
    var value: Value = ["user": ["name": "Ada", "tags": ["a", "b"]]]
    #expect(value["user"]["name"] == "Ada")
    #expect(value["user"]["tags"][1] == "b")
    #expect(value["user"]["tags"][2] == .null)
    #expect(value["missing"]["name"] == .null)
    value["user"]["name"] = "Eve"
    value["new"]["field"] = 1
    #expect(value["user"]["name"] == "Eve")
    #expect(value["new"] == ["field": 1])
    let count = 3
    let text: Value = "\(count) items"
    #expect(text == "3 items")
  }

  @Test func `an integer of the program is a whole number`() {
    let names = ["a", "b"]
    let value: Value = ["count": .int(names.count), "sum": .int(Int64(7))]
    #expect(value == ["count": 2, "sum": 7])
    #expect(names.map(\.count).map(Value.int) == [1, 1])
  }

  @Test func `properties of one program type are written unchanged`() {
    let (title, count) = ("Lamp", 3)
    let screen = Screen("Product", ["title": title])
    #expect(screen["title"] == "Lamp")
    #expect(screen.caption == "Lamp")
    #expect(screen.payload([String: String].self) == ["title": "Lamp"])
    #expect(Screen("Cart", ["count": count])["count"] == 3)
    #expect(Screen("Cart", ["big": UInt64.max, "small": 1]).props == ["small": 1])
    #expect(
      Screen("Plain", ["title": "Lamp"]).payload([String: String].self) == ["title": "Lamp"]
    )
  }

  @Test func `a screen carries a payload`() async throws {
    let application = try LinkRouter {
      LinkRoute("/lamp")
        .view { _ in Screen("Product", Self.lamp) }
        .animator(.root)
      LinkRoute("/fields").view { _ in Screen("Product", ["id": 7, "name": "Lamp"]) }
    }
    let screen = try #require(await application.open("/lamp").screen)
    #expect(screen.payload(Product.self) == Self.lamp)
    #expect(screen.payload(String.self) == nil)
    #expect(await application.top?.payload(Product.self) == Self.lamp)
    let fields = try await application.build("/fields")
    #expect(fields.payload(Product.self) == Product(id: 7, name: "Lamp"))
  }

  @Test func `a saved stage is encoded and restored in one line`() async throws {
    let application = try LinkRouter {
      LinkRoute("/", name: "home")
        .view("Home")
        .animator(.root(wrap: .stack))
        .children {
          LinkRoute("page/:id<int>", name: "page")
            .view("Page")
            .animator(.push)
        }
    }
    _ = await application.open("/")
    _ = await application.open("/page/7?a=1")
    let data = try JSONEncoder().encode(await application.restorationState)
    let tree = await application.tree
    _ = await application.open("/", options: .fresh)
    try await application.restore(from: JSONDecoder().decode(Value.self, from: data))
    #expect(await application.tree.screens.map(\.location) == tree.screens.map(\.location))
  }
}
