#if Inspector
import TestSupport
import Testing

@testable import LoopbackServer

@Suite struct RequestGuardTests {
  /// A request, with PORT and KEY as placeholders, and the response.
  struct Case: CustomTestStringConvertible, Sendable {
    var line: String
    var headers = ["Host: 127.0.0.1:PORT", "X-Moonroute-Key: KEY"]
    var status: Int
    var says = ""

    var testDescription: String { "\(line) \(headers)" }
  }

  private static let post = [
    "Host: 127.0.0.1:PORT", "X-Moonroute-Key: KEY", "Content-Length: 2",
  ]

  static let hosts = [
    Case(line: "GET /", headers: ["Host: 127.0.0.1:PORT"], status: 200),
    Case(line: "GET /", headers: ["Host: localhost:PORT"], status: 200),
    Case(line: "GET /", headers: ["Host: LocalHost:PORT"], status: 200),
    Case(line: "GET /", headers: ["Host: [::1]:PORT"], status: 200),
    Case(
      line: "GET /",
      headers: ["Host: example.com:PORT"],
      status: 403,
      says: """
        {"error":{"code":"foreign_host","message":"This server answers only to \
        127.0.0.1:PORT and localhost:PORT."}}
        """
    ),
    Case(line: "GET /", headers: ["Host: 127.0.0.1"], status: 403, says: "foreign_host"),
    Case(line: "GET /", headers: ["Host: 127.0.0.1:1PORT"], status: 403, says: "foreign_host"),
    Case(line: "GET /", headers: ["Host: 127.0.0.2:PORT"], status: 403, says: "foreign_host"),
    Case(line: "GET /", headers: ["Host: 127.0.0.1.:PORT"], status: 403, says: "foreign_host"),
    Case(line: "GET /", headers: ["Host: "], status: 403, says: "foreign_host"),
    Case(line: "GET /", headers: [], status: 400, says: "bad_request"),
    Case(
      line: "GET /",
      headers: ["Host: 127.0.0.1:PORT", "Host: localhost:PORT"],
      status: 400,
      says: "bad_request"
    ),
  ]

  static let origins = [
    Case(line: "GET /", headers: origin("http://127.0.0.1:PORT"), status: 200),
    Case(
      line: "GET /",
      headers: origin("http://example.com"),
      status: 403,
      says: """
        {"error":{"code":"foreign_origin","message":"Only this server's own page may send requests."}}
        """
    ),
    Case(line: "GET /", headers: origin("null"), status: 403, says: "foreign_origin"),
    Case(line: "GET /", headers: origin("http://127.0.0.1"), status: 403, says: "foreign_origin"),
    Case(
      line: "GET /",
      headers: origin("https://127.0.0.1:PORT"),
      status: 403,
      says: "foreign_origin"
    ),
    // Another name of the same machine is a different origin.
    Case(
      line: "GET /api/x",
      headers: origin("http://localhost:PORT"),
      status: 403,
      says: "foreign_origin"
    ),
    Case(line: "GET /api/x", headers: site("same-origin"), status: 200),
    Case(line: "GET /api/x", headers: site("none"), status: 200),
    // A page at another port is on the same site.
    Case(line: "GET /api/x", headers: site("same-site"), status: 403, says: "foreign_origin"),
    Case(line: "GET /api/x", headers: site("cross-site"), status: 403, says: "foreign_origin"),
    // A link from another page to this one.
    Case(line: "GET /", headers: site("cross-site"), status: 200),
  ]

  private static func origin(_ origin: String) -> [String] {
    ["Host: 127.0.0.1:PORT", "X-Moonroute-Key: KEY", "Origin: \(origin)"]
  }

  private static func site(_ site: String) -> [String] {
    ["Host: 127.0.0.1:PORT", "X-Moonroute-Key: KEY", "Sec-Fetch-Site: \(site)"]
  }

  private static func given(_ headers: String...) -> [String] { ["Host: 127.0.0.1:PORT"] + headers }

  static let keys = [
    Case(line: "GET /api/x", status: 200),
    Case(line: "GET /api/x", headers: given("x-moonroute-key:  KEY "), status: 200),
    Case(
      line: "GET /api/x",
      headers: ["Host: 127.0.0.1:PORT"],
      status: 403,
      says: """
        {"error":{"code":"missing_key","message":"The header 'X-Moonroute-Key' with the key is \
        missing. Open the address that the server printed."}}
        """
    ),
    Case(
      line: "GET /api/x",
      headers: given("X-Moonroute-Key: \(String(repeating: "0", count: 32))"),
      status: 403,
      says: """
        {"error":{"code":"wrong_key","message":"The key does not belong to this server. Open the address that \
        it printed."}}
        """
    ),
    Case(line: "GET /api/x", headers: given("X-Moonroute-Key:"), status: 403, says: "wrong_key"),
    Case(
      line: "GET /api/x",
      headers: given("X-Moonroute-Key: KEY", "X-Moonroute-Key: KEY"),
      status: 403,
      says: "wrong_key"
    ),
    // A browser sends cookies to every port of the machine, where other programs can read them.
    Case(
      line: "GET /api/x",
      headers: given("Cookie: moonroute-PORT=KEY; key=KEY"),
      status: 403,
      says: "missing_key"
    ),
    Case(line: "GET /api", headers: ["Host: 127.0.0.1:PORT"], status: 403, says: "missing_key"),
    Case(line: "GET /%61pi/x", headers: ["Host: 127.0.0.1:PORT"], status: 403, says: "missing_key"),
    Case(line: "GET /api/x?key=KEY", headers: ["Host: 127.0.0.1:PORT"], status: 403),
    Case(line: "GET /?key=KEY", headers: given(), status: 200, says: "<title>page</title>"),
    Case(line: "HEAD /?key=no", headers: given(), status: 200),
  ]

  static let posts = [
    Case(
      line: "POST /api/x",
      headers: post + ["X-Moonroute: 1", "Content-Type: application/json"],
      status: 200
    ),
    Case(
      line: "POST /api/x",
      headers: post + ["X-Moonroute: 1", "Content-Type: Application/JSON ; charset=utf-8"],
      status: 200
    ),
    Case(
      line: "POST /api/x",
      headers: post + ["Content-Type: application/json"],
      status: 403,
      says: """
        {"error":{"code":"missing_header","message":"A POST needs the header 'X-Moonroute: 1'."}}
        """
    ),
    Case(
      line: "POST /api/x",
      headers: post + ["X-Moonroute: 1", "Content-Type: text/plain"],
      status: 403,
      says: """
        {"error":{"code":"not_json","message":"A POST needs a JSON body and the header 'Content-Type: \
        application/json'."}}
        """
    ),
    Case(line: "POST /api/x", headers: post + ["X-Moonroute: 1"], status: 403, says: "not_json"),
    Case(line: "POST /", headers: post, status: 405, says: "The allowed methods are GET, HEAD."),
    Case(
      line: "PUT /api/x",
      headers: post,
      status: 405,
      says: "The allowed methods are GET, POST."
    ),
    Case(line: "HEAD /api/x", status: 405),
    Case(line: "OPTIONS /api/x", status: 405, says: "wrong_method"),
  ]

  @Test(arguments: hosts + origins + keys + posts)
  func `a request is accepted if its host, its origin and its key are right`(
    row: Case
  ) async throws {
    try await TestServer.run { server in
      let filled = { (text: String) in
        text.replacing("PORT", with: "\(server.port)").replacing("KEY", with: server.key)
      }
      let client = try RawClient(port: server.port)
      let lines = ["\(row.line) HTTP/1.1"] + row.headers + ["", ""]
      let body = row.headers.contains("Content-Length: 2") ? "{}" : ""
      try await client.send(filled(lines.joined(separator: "\r\n")) + body)
      let answer = try await client.answer(withBody: !row.line.hasPrefix("HEAD"))
      #expect(answer.status == row.status)
      #expect(answer.body.contains(filled(row.says)))
      if row.says.hasPrefix("{") { #expect(answer.body == filled(row.says)) }
    }
  }

  @Test(arguments: ["GET /", "GET /index.html", "GET /api/x", "GET /api/y", "GET /?key=KEY"])
  func `the key appears only in the fragment of the address, never in an answer or a cookie`(
    line: String
  ) async throws {
    try await TestServer.run { server in
      #expect(server.url == "http://127.0.0.1:\(server.port)/#key=\(server.key)")
      for key in [server.key, "no"] {
        let client = try RawClient(port: server.port)
        try await client.send(
          "\(line.replacing("KEY", with: server.key)) HTTP/1.1\r\n"
            + "Host: 127.0.0.1:\(server.port)\r\nX-Moonroute-Key: \(key)\r\n\r\n"
        )
        let answer = try await client.answer()
        #expect(answer.headers["set-cookie"] == nil)
        #expect(!answer.headers.values.contains { $0.contains(server.key) })
        #expect(!answer.body.contains(server.key))
      }
    }
  }

  @Test(arguments: ["GET /", "GET /api/x", "GET /nothing", "PUT /api/x", "GET x"])
  func `each answer contains the browser's restrictions`(line: String) async throws {
    try await TestServer.run { server in
      let client = try RawClient(port: server.port)
      try await client.send("\(line) HTTP/1.1\r\n\(server.pass)\r\n")
      let headers = try await client.answer().headers
      #expect(
        headers["content-security-policy"] == """
          default-src 'none'; script-src 'self'; style-src 'self'; worker-src 'self'; \
          connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; \
          frame-ancestors 'none'
          """
      )
      #expect(headers["x-content-type-options"] == "nosniff")
      #expect(headers["referrer-policy"] == "no-referrer")
      #expect(headers["cross-origin-resource-policy"] == "same-origin")
      #expect(headers["cross-origin-opener-policy"] == "same-origin")
      #expect(headers["cache-control"] == (line == "GET /" ? "no-cache" : "no-store"))
      #expect(headers["access-control-allow-origin"] == nil)
    }
  }

  @Test func `a read-only server answers a POST that changes nothing`() async throws {
    var options = ServerOptions.patient
    (options.isReadOnly, options.readOnlyPosts) = (true, ["/api/match"])
    try await TestServer.run(options) { server in
      let client = try RawClient(port: server.port)
      try await client.send(server.post("/api/open", "{}") + server.post("/api/match", "{}"))
      let refused = try await client.answer()
      #expect(refused.status == 403)
      #expect(
        refused.body == """
          {"error":{"code":"read_only","message":"This server is read-only and rejects \
          changes."}}
          """
      )
      #expect(try await client.answer().status == 200)
      try await client.send(server.get("/api/x"))
      #expect(try await client.answer().status == 200)
    }
  }

  @Test func `a server on all addresses accepts every address, but no other name`() {
    var options = ServerOptions.patient
    options.host = "0.0.0.0"
    let requestGuard = RequestGuard(options: options, port: 80)
    #expect(requestGuard.url.hasPrefix("http://127.0.0.1:80/#key="))
    for host in ["192.168.1.7:80", "192.168.1.7", "LOCALHOST", "[fe80::1]:80"] {
      #expect(requestGuard.isOwnHost(host), "\(host)")
    }
    for host in [
      "example.com:80", "1.2.3.example", "256.1.1.1", "1.2.3", "[evil]:80", "1.2.3.4:81",
    ] {
      #expect(!requestGuard.isOwnHost(host), "\(host)")
    }
  }

  @Test(arguments: [("::1", "[::1]:4600"), ("mei.local", "mei.local:4600")])
  func `a server on one address accepts that address`(host: String, own: String) {
    var options = ServerOptions.patient
    options.host = host
    let requestGuard = RequestGuard(options: options, port: 4600)
    #expect(requestGuard.url == "http://\(own)/#key=\(options.key.text)")
    #expect(requestGuard.isOwnHost(own))
    #expect(!requestGuard.isOwnHost("192.168.1.7:4600"))
    #expect(!requestGuard.isOwnHost("jonas.local:4600"))
  }

  @Test func `a key has 32 hexadecimal digits, and each new one is different`() {
    #expect(ServerKey() != ServerKey())
    #expect(ServerKey(ServerKey().text) != nil)
    #expect(
      ServerKey("0123456789abcdef0123456789abcdef")?.text == "0123456789abcdef0123456789abcdef"
    )
    for text in ["", "0123456789abcdef0123456789abcde", "0123456789ABCDEF0123456789abcdef"] {
      #expect(ServerKey(text) == nil)
    }
    let key = ServerKey()
    #expect(key.isSame(as: key.text))
    #expect(!key.isSame(as: String(key.text.reversed()) + "0"))
    #expect(!key.isSame(as: String(repeating: "é", count: 16)))
  }
}
#endif
