#if LinkService
import Foundation
import MessageStream
import Moonroute
import ScriptHost
import ScriptReports
import TestSupport
import Testing

@testable import LinkService

@Suite(.timeLimit(.minutes(5))) struct ResolveTests {
  /// The links of the shop that need no stage.
  private static func shopLinks() throws -> [String] {
    try String(contentsOf: TestService.shop.appending(path: "links.txt"), encoding: .utf8)
      .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") && !$0.isEmpty }
  }

  /// The fields of an outcome that a service has.
  private static func fields(of json: JSON) -> JSON {
    guard case .object(let fields) = json else { return json }
    return .object(fields.filter { $0.name != "animator" && $0.name != "steps" })
  }

  @Test func `an answer has the fields of an open, for each link of the shop`() async throws {
    let source = ScriptSource.folder(TestService.shop)
    var options = TestService.patient
    options.runsActions = true
    let links = try Self.shopLinks()
    #expect(links.count > 20)
    try await TestService.run(source, options) { service in
      for link in links {
        let host = try HeadlessScripts(source).silentHost(in: try LinkRouter())
        try await host.load()
        await host.router.perform { $0.router.hooks.isUnattended = true }
        let opened = await host.router.open(link)
        let answer = try await service.resolve(link)
        #expect(answer.line == Self.fields(of: opened.json).line, "\(link)")
        await host.close()
      }
    }
  }

  private static let main = """
    local built = 0
    router.route { name = "item", path = "/item/:id<int>", view = function(state)
      error("built")
    end, animator = function() error("chosen") end }
    router.route { name = "old", path = "/old/:id<int>", redirect = "/item/:id" }
    router.route { name = "secret", path = "/secret", view = "Secret", redirect = function()
      if session.user ~= "mei" then return false, "only mei" end
      session.visits = (session.visits or 0) + 1
      return session.visits == 1 or "/item/99"
    end }
    router.route { name = "sum", path = "/sum/:a<int>", action = function(state)
      return state.params.a + (state.extra or 0)
    end }
    router.route { name = "slow", path = "/slow", view = "Slow", redirect = function()
      sleep(3600)
    end }
    router.route { name = "broken", path = "/broken", view = "B", redirect = function() error("x") end }
    """

  @Test func `guards and redirects run, but nothing is built`() async throws {
    try await TestService.run(main: Self.main) { service in
      let answer = try await service.get("/v1/resolve?link=/old/7%3Fa=1")
      #expect(answer.status == 200)
      #expect(answer.headers["content-type"] == "application/json")
      #expect(
        answer.body
          == #"{"location":"/old/7?a=1","status":"opened","name":"item","#
          + #""pattern":"/item/:id<int>","params":{"id":7},"query":{},"redirects":["/item/7"],"#
          + #""reason":null,"error":null,"value":null}"#
      )
      let steps = try await service.resolve("/item/1", ",\"steps\":true")["steps"].items
      #expect(steps.compactMap { $0["step"].text } == ["parse", "match"])
      #expect(try await service.resolve("/nowhere")["status"].text == "not_found")
      #expect(try await service.resolve("/broken")["error"]["code"].text == "script_error")
    }
  }

  @Test func `an action runs only if the options allow it`() async throws {
    try await TestService.run(main: Self.main) { service in
      let answer = try await service.resolve("/sum/2", ",\"extra\":40")
      #expect(answer["status"].text == "handled")
      #expect(answer["value"] == .null)
    }
    var options = TestService.patient
    options.runsActions = true
    try await TestService.run(main: Self.main, options) { service in
      let answer = try await service.resolve("/sum/2", ",\"extra\":40")
      #expect(answer["value"].int == 42)
    }
  }

  @Test func `a session never reaches the next request`() async throws {
    try await TestService.run(main: Self.main) { service in
      await withTaskGroup(of: Void.self) { group in
        for client in 0..<8 {
          group.addTask {
            do {
              let connection = try service.client()
              for number in 0..<50 {
                let isMei = (client + number) % 2 == 0
                let session = isMei ? ",\"session\":{\"user\":\"mei\"}" : ""
                let body = "{\"location\":\"/secret\"\(session)}"
                try await connection.send(TestService.post("/v1/resolve", body))
                let json = try JSON(reading: try await connection.answer().body)
                // A second visit in one session would redirect.
                #expect(json["status"].text == (isMei ? "opened" : "intercepted"))
                #expect(json["redirects"].items.isEmpty)
              }
            } catch {
              Issue.record("\(error)")
            }
          }
        }
      }
    }
  }

  @Test func `lines are answered in order, bad ones with an error`() async throws {
    try await TestService.run(main: Self.main) { service in
      let lines = [
        #"{"location":"/item/1"}"#, "{", #"{"location":7}"#, "", #"{"locatoin":"/"}"#,
        #"{"location":"/sum/1"}"#,
      ]
      let answer = try await service.post(
        "/v1/resolve",
        lines.joined(separator: "\r\n") + "\n",
        type: "application/x-ndjson"
      )
      #expect(answer.headers["content-type"] == "application/x-ndjson")
      let answers = try answer.body.split(separator: "\n").map { try JSON(reading: String($0)) }
      #expect(
        answers.map { $0["status"].text ?? $0["error"]["detail"].text ?? "" } == [
          "opened", "The body is invalid JSON: expected a name in quotes at byte 2.",
          "The field 'location' is not a text.", "The field 'location' is not a text.", "handled",
        ]
      )
      let many = (0..<10_000).map { "{\"location\":\"/item/\($0)\"}" }.joined(separator: "\n")
      let all = try await service.post("/v1/resolve", many, type: "application/x-ndjson")
      #expect(all.body.split(separator: "\n").count == 10_000)
      #expect(
        try JSON(reading: String(all.body.split(separator: "\n")[9_999]))["params"]["id"].int
          == 9_999
      )
    }
  }

  @Test func `a match has the fields of the command, and calls nothing`() async throws {
    try await TestService.run(main: Self.main) { service in
      let found = try await service.post("/v1/match", #"{"location":"/secret?a=1"}"#)
      let json = try JSON(reading: found.body)
      #expect(json["matched"].bool == true)
      #expect(json["name"].text == "secret")
      #expect(json["query_all"]["a"].items == [.text("1")])
      let missed = try await service.post("/v1/match", #"{"location":"/itme/7"}"#)
      #expect(try JSON(reading: missed.body)["nearest"].items == [.text("/item/:id<int>")])
    }
  }

  @Test func `a request that takes too long ends`() async throws {
    var options = TestService.patient
    options.limits.requestTime = .seconds(2)
    try await TestService.run(main: Self.main, options) { service in
      let answer = try await service.get("/v1/resolve?link=/slow")
      #expect(answer.status == 504)
      #expect(answer.headers["content-type"] == "application/problem+json")
      #expect(
        answer.body
          == #"{"type":"about:blank","title":"Gateway Timeout","status":504,"#
          + #""detail":"The request took longer than 2 seconds."}"#
      )
      // On a busy machine, a request may take too long once more.
      while try await service.get("/v1/resolve?link=/item/1").status != 200 {}
    }
  }
}
#endif
