#if LinkService
import Foundation
import MessageStream
import TestSupport
import Testing

@testable import LinkService

@Suite(.timeLimit(.minutes(5))) struct BoundTests {
  private static let main = #"router.route { name = "a", path = "/a", view = "A" }"#

  @Test func `an invalid request after HEAD gets an answer with its body`() async throws {
    try await TestService.run(main: Self.main) { service in
      let client = try service.client()
      try await client.send("HEAD /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.answer(withBody: false).status == 200)
      try await client.send("nonsense\r\n\r\n")
      let answer = try await client.answer()
      #expect(answer.status == 400 && !answer.body.isEmpty)
    }
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\nHost: x\r\n\r\n", 404, "There is nothing at '/'. See /openapi.json."),
    (
      TestService.get("/v1/resolve"), 400,
      "The query must be one 'link' and nothing more. Request /v1/resolve?link=… with an encoded link."
    ),
    (
      TestService.get("/v1/resolve?link=/search%3Fq=a&utm=2"), 400,
      "The query must be one 'link' and nothing more. Request /v1/resolve?link=… with an encoded link."
    ),
    (
      TestService.get("/v1/match"), 405, "'/v1/match' accepts only POST."
    ),
    (
      TestService.post("/metrics", "{}"), 405, "'/metrics' accepts only GET."
    ),
    (
      TestService.post("/v1/resolve", "{}", type: "text/plain"), 415,
      "The body is neither JSON nor lines of JSON. Send the header 'Content-Type: "
        + "application/json' or 'application/x-ndjson'."
    ),
    (
      TestService.post("/v1/resolve", "["), 400,
      "The body is invalid JSON: expected a value at byte 2."
    ),
    (TestService.post("/v1/resolve", "[]"), 400, "The body is not a JSON object."),
    (
      TestService.post("/v1/resolve", String(repeating: "[", count: 1_000)), 400,
      "The body is invalid JSON: expected at most 64 levels of lists and objects at byte 65."
    ),
    (
      TestService.post("/v1/resolve", #"{"location":"/a","x":1}"#), 400,
      "'x' is not a field of a request. The fields are location, persona, session, extra and steps."
    ),
    (
      TestService.post("/v1/resolve", #"{"location":"/a","session":3}"#), 400,
      "The field 'session' is not an object."
    ),
    (
      TestService.post("/v1/resolve", #"{"location":"/a","persona":"mei"}"#), 400,
      "There is no persona 'mei'. Add it to personas.lua, next to main.lua."
    ),
    (
      TestService.post(
        "/v1/resolve",
        "{\"location\":\"/\(String(repeating: "a", count: 65_536))\"}"
      ),
      400, "A location has at most 65536 bytes."
    ),
    (
      "POST /v1/resolve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        + "Content-Length: 99999999999\r\n\r\n", 413, "A body has at most 16777216 bytes."
    ),
    (
      "GET /a HTTP/1.1\r\nHost: x\r\nX: \(String(repeating: "a", count: 20_000))\r\n\r\n", 431,
      "The first line and the headers have at most 16384 bytes."
    ),
    (
      "nonsense\r\n\r\n", 400,
      "This is not an HTTP/1.1 request with a path that begins with '/'."
    ),
    (
      "GET /metrics HTTP/1.1\r\nHost: x\r\nExpect: magic\r\n\r\n", 417,
      "The only supported expectation is '100-continue'."
    ),
  ])
  func `a bad request gets a problem with its remedy`(
    request: String,
    status: Int,
    detail: String
  ) async throws {
    try await TestService.run(main: Self.main) { service in
      let answer = try await service.answer(request)
      #expect(answer.status == status)
      #expect(answer.headers["content-type"] == "application/problem+json")
      let json = try JSON(reading: answer.body)
      #expect(json["detail"].text == detail)
      #expect(json["status"].int == status)
      // The service still answers.
      #expect(try await service.get("/v1/resolve?link=/a").status == 200)
    }
  }

  @Test func `a body with too many lines is refused`() async throws {
    var options = TestService.patient
    options.limits.lines = 10
    try await TestService.run(main: Self.main, options) { service in
      let lines = String(repeating: "{\"location\":\"/a\"}\n", count: 11)
      let answer = try await service.post("/v1/resolve", lines, type: "application/x-ndjson")
      #expect(answer.status == 413)
      #expect(try JSON(reading: answer.body)["detail"].text == "A body has at most 10 lines.")
    }
  }

  @Test func `a slow sender is disconnected, and others are answered meanwhile`() async throws {
    var options = TestService.patient
    options.limits.requestTime = .seconds(3)
    try await TestService.run(main: Self.main, options) { service in
      let silent = try service.client()
      let slow = try service.client()
      try await slow.send("POST /v1/resolve HTTP/1.1\r\nContent-Length: 10\r\n\r\n{")
      #expect(try await silent.rest() == "")
      #expect(try await slow.rest() == "")
      #expect(try await service.get("/readyz").status == 200)
    }
  }

  @Test func `connections beyond the limit are closed`() async throws {
    var options = TestService.patient
    options.limits.connections = 20
    try await TestService.run(main: Self.main, options) { service in
      var clients: [RawClient] = []
      for _ in 0..<20 {
        let client = try service.client()
        try await client.send(TestService.get("/readyz"))
        #expect(try await client.answer().status == 200)
        clients.append(client)
      }
      let further = try service.client()
      #expect(try await further.rest() == "")
      try await clients[0].send(TestService.get("/readyz"))
      #expect(try await clients[0].answer().status == 200)
    }
  }

  @Test func `requests beyond the waiting limit get 503 and Retry-After`() async throws {
    var options = TestService.patient
    options.limits.waitingRequests = 0
    try await TestService.run(main: Self.main, options) { service in
      let answer = try await service.get("/v1/resolve?link=/a")
      #expect(answer.status == 503)
      #expect(answer.headers["retry-after"] == "1")
      #expect(
        try JSON(reading: answer.body)["detail"].text == "Too many requests are waiting."
      )
    }
  }

  @Test func `pipelined requests are answered in order`() async throws {
    try await TestService.run(main: Self.main) { service in
      let client = try service.client()
      let requests = (0..<200).map { TestService.get("/v1/resolve?link=/a%3Fn=\($0)") }
      try await client.send(requests.joined())
      for number in 0..<200 {
        let answer = try await client.answer()
        #expect(answer.body.contains("\"location\":\"/a?n=\(number)\""))
      }
    }
  }
}
#endif
