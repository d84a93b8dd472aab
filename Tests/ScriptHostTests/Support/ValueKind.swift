import Moonroute
import RoutePatterns
import ScriptHost
import Testing

/// One kind of value: how each language creates it, and how each language displays it.
struct ValueKind: Sendable, CustomTestStringConvertible {
  /// The way a value is stored at a pattern.
  enum Shape: String, CaseIterable, Sendable {
    /// A constant value.
    case constant
    /// A value created by a function.
    case made
    /// A value created by a suspending function.
    case waiting
  }

  let name: String
  /// The expression that creates it in Lua, or `nil` if scripts cannot create one.
  let lua: String?
  /// The type that scripts request.
  let type: String
  /// The text for the value in scripts.
  let shownInLua: String
  /// The text for the value in the program.
  let shownInSwift: String
  /// Whether a script's constant of this kind is called, and thus is not a constant.
  var isCalled = false
  /// Puts the value into a store: the store, a pattern, a name, and the shape.
  let put: @Sendable (ResourceStore, String, String, Shape) async throws -> Void
  /// Reads it as its type, as the optional of its type, or as a different type.
  let read: @Sendable (ResourceStore, String, [String: ParameterValue]) async throws -> String
  let readOptional: @Sendable (ResourceStore, String) async throws -> String
  /// Converts the value to the extra of an event, and back.
  let value: @Sendable (ResourceStore) async throws -> Value
  let show: @Sendable (Value) async -> String

  var testDescription: String { name }
}

extension ValueKind {
  /// A kind of value created by the program.
  private static func made<Content: Sendable>(
    _ name: String,
    _ content: Content,
    lua: String?,
    _ type: String,
    _ shownInLua: String,
    _ shownInSwift: String? = nil,
    show: @escaping @Sendable (Content) async -> String = { "\($0)" }
  ) -> ValueKind {
    ValueKind(
      name: name,
      lua: lua,
      type: type,
      shownInLua: shownInLua,
      shownInSwift: shownInSwift ?? shownInLua,
      put: { store, path, name, shape in
        switch shape {
        case .constant: try store.put(path, name: name, value: content)
        case .made: try store.put(path, name: name) { _ in content }
        case .waiting:
          try store.put(path, name: name) { _ in
            await Task.yield()
            return content
          }
        }
      },
      read: { store, key, params in
        await show(try await store.get(key, as: Content.self, params: params))
      },
      readOptional: { store, key in
        guard let content = try await store.get(key, as: Content?.self) else { return "nil" }
        return await show(content)
      },
      value: { _ in Value(object: content) },
      show: { value in
        guard let content = value.cast(to: Content.self) else { return "another type" }
        return await show(content)
      }
    )
  }

  /// A function of a script, which the program only passes on.
  private static let scriptFunction = ValueKind(
    name: "function of a script",
    lua: "function() return 'called' end",
    type: "function",
    shownInLua: "function: called",
    shownInSwift: "function",
    isCalled: true,
    put: { store, path, name, shape in
      let function = try await store.value("/a/function")
      switch shape {
      case .constant: try store.put(path, name: name, value: function)
      case .made: try store.put(path, name: name) { _ in function }
      case .waiting:
        try store.put(path, name: name) { _ in
          await Task.yield()
          return function
        }
      }
    },
    read: { try await $0.get($1, as: Value.ObjectReference.self, params: $2).kind },
    readOptional: { try await $0.get($1, as: Value.ObjectReference?.self)?.kind ?? "nil" },
    value: { try await $0.value("/a/function") },
    show: { $0.cast(to: Value.ObjectReference.self)?.kind ?? "another type" }
  )

  /// The absence of a value, accepted only by an optional type.
  private static let nothing = ValueKind(
    name: "nothing",
    lua: "nil",
    type: "integer",
    shownInLua: "nil",
    shownInSwift: "nil",
    put: made("", Int?.none, lua: nil, "", "").put,
    read: { "\(try await $0.get($1, as: Int.self, params: $2))" },
    readOptional: { try await $0.get($1, as: Int?.self).map { "\($0)" } ?? "nil" },
    value: { _ in .null },
    show: { $0.isNull ? "nil" : "another type" }
  )

  /// A protocol used as the type of a value.
  protocol Greeter: Sendable {
    func greet(_ greeting: String) -> String
  }

  struct Profile: Greeter {
    let name: String

    func greet(_ greeting: String) -> String { "\(greeting) \(name)" }
  }

  struct Guest: Greeter {
    func greet(_ greeting: String) -> String { "\(greeting) guest" }
  }

  /// A type that is not offered to scripts.
  struct Secret: Sendable {
    let number: Int
  }

  @MainActor final class Window {
    var title = "main"

    nonisolated init() {}
  }

  /// The types offered to scripts.
  static func offer(_ offers: inout HostOffers) {
    offers.type("Profile", Profile.self, methods: ["greet": greet])
    offers.type("Greeter", (any Greeter).self, methods: ["greet": greet])
    offers.type("Window", Window.self)
  }

  private static func greet(_ object: some Greeter, _ arguments: [Value]) -> Value {
    .text(object.greet(arguments.first?.text ?? ""))
  }

  private static func greet(_ object: any Greeter, _ arguments: [Value]) -> Value {
    .text(object.greet(arguments.first?.text ?? ""))
  }

  /// All kinds.
  static let all: [ValueKind] = [
    made("whole number", 42, lua: "42", "integer", "42"),
    made("least whole number", Int64.min, lua: "math.mininteger", "integer", "\(Int64.min)"),
    made("number", 2.5, lua: "2.5", "number", "2.5"),
    made("whole number as a number", 7, lua: "7", "number", "7"),
    made("text", "日本\0x", lua: "'日本\\0x'", "string", "日本\0x"),
    made("truth", true, lua: "true", "boolean", "true"),
    nothing,
    made("list", [1, 2], lua: "{ 1, 2 }", "table", "{1, 2}", "[1, 2]"),
    made("record", ["a": "x"], lua: "{ a = 'x' }", "table", "{a = x}") { "{a = \($0["a"] ?? "")}" },
    made(
      "nested table",
      Value.table(ValueTable(items: [1, [true]], fields: ["b": ["c": "d"]])),
      lua: "{ 1, { true }, b = { c = 'd' } }",
      "table",
      "{1, {true}, b = {c = d}}",
      show: { $0.summary }
    ),
    scriptFunction,
    made("object", Profile(name: "ann"), lua: nil, "Profile", "Profile: hi ann", "hi ann") {
      $0.greet("hi")
    },
    made(
      "object by its protocol",
      Guest() as any Greeter,
      lua: nil,
      "Greeter",
      "Greeter: hi guest",
      "hi guest"
    ) { $0.greet("hi") },
    made("object of the main actor", Window(), lua: nil, "Window", "Window", "main") { window in
      await MainActor.run { window.title }
    },
    made("object without a type", Secret(number: 5), lua: nil, "Secret", "Secret", "5") {
      "\($0.number)"
    },
    made(
      "function of the program",
      { @Sendable in 5 },
      lua: nil,
      "@Sendable () -> Int",
      "@Sendable () -> Int",
      "5"
    ) { (function: @Sendable () -> Int) in "\(function())" },
  ]
}
