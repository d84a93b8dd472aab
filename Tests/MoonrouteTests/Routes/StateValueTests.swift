import Moonroute
import RoutePatterns
import TestSupport
import Testing

/// Parameters and results as Swift types: a wrong or missing one ends the open with its code.
@Suite struct StateValueTests {
  private struct Sum: Codable, Sendable {
    var a: Int
    var b: Int
    var note: String?
  }

  private enum Colour: String, Codable {
    case red, green
  }

  private func application() throws -> LinkRouter {
    try LinkRouter(options: RouterOptions(clock: SteppedClock())) {
      LinkRoute("/int/:id<int>").action { .int(try $0.int("id")) }
      LinkRoute("/untyped/:id").action { .int(try $0.int("id")) }
      LinkRoute("/absent/:id<int>").action { .int(try $0.int("no")) }
      LinkRoute("/double/:x<number>").action { .double(try $0.double("x")) }
      LinkRoute("/bool/:on<bool>").action { .bool(try $0.bool("on")) }
      LinkRoute("/text/:name").action { .text(try $0.text("name")) }
      LinkRoute("/colour/:it").action { .text(try $0.value("it", as: Colour.self).rawValue) }
      LinkRoute("/list/*all").action { .int(try $0.value("all", as: [String].self).count) }
      LinkRoute("/page").action { .int(try $0.value("page", as: String?.self)?.count ?? 0) }
      LinkRoute("/sum/:a<int>/:b<int>", name: "sum")
        .action { state in
          let sum = try state.decode(Sum.self)
          return .int(sum.a + sum.b + (sum.note?.count ?? 0))
        }
      LinkRoute("/half/:a<int>").action { .int(try $0.decode(Sum.self).a) }
      LinkRoute("/words/:a/:b").action { .int(try $0.decode(Sum.self).a) }
      LinkRoute("/nothing").action { _ in .null }
    }
  }

  @Test(
    arguments: [
      ("/int/7", 7), ("/double/1.5", 1.5), ("/double/2", .double(2)), ("/bool/true", true),
      ("/text/a%20b", "a b"), ("/text/7", "7"), ("/colour/red", "red"), ("/list/a/b/c", 3),
      ("/page", 0), ("/page?page=12", 2), ("/sum/40/2", 42), ("/sum/40/2?note=abc", 45),
    ] as [(String, Value)]
  )
  func `a value has the type that the handler reads`(link: String, value: Value) async throws {
    #expect(try await application().fetch(link, as: Value.self) == value)
  }

  @Test(arguments: [
    ("/untyped/7", "wrong_type", "The parameter 'id' of '/untyped/:id' has the wrong type: "),
    ("/absent/7", "missing_parameter", "The parameter 'no' of '/absent/:id<int>' is missing."),
    ("/colour/blue", "wrong_type", "The parameter 'it' of '/colour/:it' has the wrong type: "),
    ("/half/1", "missing_parameter", "The parameter 'b' of '/half/:a<int>' is missing."),
    ("/words/1/2", "wrong_type", "A parameter of '/words/:a/:b' has the wrong type: a: "),
  ])
  func `a wrong or missing value ends the open with its code`(
    link: String,
    code: String,
    message: String
  ) async throws {
    let outcome = try await application().open(link)
    #expect(outcome.status == .failed)
    #expect(outcome.error?.code.rawValue == code)
    #expect(outcome.error?.message.hasPrefix(message) == true, "\(outcome.error?.message ?? "")")
    #expect(outcome.error?.site?.file == #fileID)
  }

  @Test func `structures are parameters and results`() async throws {
    let application = try application()
    #expect(try application.location(to: "sum", Sum(a: 1, b: 2)).description == "/sum/1/2")
    #expect(try application.location(to: "sum", ["a": 1, "b": 2]).description == "/sum/1/2")
    #expect(try await application.fetch("/sum/40/2", as: Int.self) == 42)
    #expect(try await application.fetch("/nothing", as: Int?.self) == nil)
    let wrong = await #expect(throws: RouterError.self) {
      try await application.fetch("/text/x", as: Int.self)
    }
    #expect(wrong?.code == .wrongType)
    let list = #expect(throws: RouterError.self) { try application.location(to: "sum", [1, 2]) }
    #expect(list?.code == .wrongType)
  }
}
