import RoutePatterns
import TestSupport
import Testing

@testable import Moonroute

/// The values that a program puts, and the types it reads them as.
@MainActor @Suite struct ResourceValueTests {
  protocol Greeter: Sendable { func greet() -> String }

  struct Person: Greeter, Equatable {
    let name: String

    func greet() -> String { "hello \(name)" }
  }

  @MainActor final class Window {
    let title = "main"

    static func makeTitle() -> String { Window().title }
  }

  /// Puts a value and reads it as a type, or returns the code of the error.
  private func cross<Answer>(_ value: some Sendable, as type: Answer.Type) async throws -> Answer? {
    let store = try Router.make {}.resources
    try store.put("/v", value: value)
    do {
      return try await store.get("/v", as: type)
    } catch let error as RouterError {
      #expect(error.code == .valueType)
      return nil
    }
  }

  @Test func `plain values round-trip unchanged`() async throws {
    #expect(try await cross(7, as: Int.self) == 7)
    #expect(try await cross(Int64(7), as: Int.self) == 7)
    #expect(try await cross(UInt8(7), as: UInt8.self) == 7)
    #expect(try await cross(300, as: UInt8.self) == nil)
    #expect(try await cross(2.5, as: Double.self) == 2.5)
    #expect(try await cross(2, as: Double.self) == 2)
    #expect(try await cross(2.5, as: Int.self) == nil)
    #expect(try await cross(true, as: Bool.self) == true)
    #expect(try await cross(1, as: Bool.self) == nil)
    #expect(try await cross("x", as: String.self) == "x")
    #expect(try await cross("7", as: Int.self) == nil)
    #expect(try await cross(["a", "b"], as: [String].self) == ["a", "b"])
    #expect(try await cross([1, 2], as: [Int].self) == [1, 2])
    #expect(try await cross(["a": 1], as: [String: Int].self) == ["a": 1])
    #expect(try await cross(["a": [true]] as Value, as: Value.self) == ["a": [true]])
    #expect(try await cross([1, 2], as: [String].self) == nil)
  }

  @Test func `nil is valid only for an optional type`() async throws {
    #expect(try await cross(Int?.none, as: Int?.self) == .some(nil))
    #expect(try await cross(Int?.none, as: Int.self) == nil)
    #expect(try await cross(Int?.some(3), as: Int.self) == 3)
    #expect(try await cross(3, as: Int?.self) == 3)
    #expect(try await cross("x", as: Int?.self) == nil)
  }

  @Test func `any object is read as its type, as its protocol, and on its actor`() async throws {
    let person = Person(name: "Ada")
    #expect(try await cross(person, as: Person.self) == person)
    #expect(try await cross(Optional(person), as: Person.self) == person)
    #expect(try await cross(person, as: (any Greeter).self)?.greet() == "hello Ada")
    #expect(try await cross(person, as: Int.self) == nil)
    let window = Window()
    #expect(try await cross(window, as: Window.self) === window)
    #expect(Value(object: window) == Value(object: window))
    #expect(try await cross({ @Sendable in 5 }, as: (@Sendable () -> Int).self)?() == 5)
  }

  @Test func `a function of the main actor makes a value there`() async throws {
    let application = try LinkRouter(options: RouterOptions(clock: SteppedClock()))
    _ = try await application.perform { application in
      try application.resources.put("/window") { _ in await Window.makeTitle() }
    }
    let title = try await application.perform {
      try await $0.resources.get("/window", as: String.self)
    }
    #expect(title == "main")
  }
}
