#if Inspector
import MessageStream
import TestSupport
import Testing

@testable import LoopbackServer

@Suite struct RequestTests {
  @Test(arguments: [
    ("/", "text/html; charset=utf-8", "<title>page</title>"),
    ("/index.html", "text/html; charset=utf-8", "<title>page</title>"),
    ("/style.css?v=1", "text/css; charset=utf-8", "a {}"),
    ("/app.js", "text/javascript; charset=utf-8", "1"),
    ("/icon%2Esvg", "image/svg+xml", "<svg/>"),
  ])
  func `the page needs no key, and is sent again only after a change`(
    path: String,
    type: String,
    text: String
  ) async throws {
    try await TestServer.run { server in
      let client = try RawClient(port: server.port)
      let host = "Host: 127.0.0.1:\(server.port)\r\n"
      try await client.send("GET \(path) HTTP/1.1\r\n\(host)\r\n")
      let answer = try await client.answer()
      #expect(answer.status == 200)
      #expect(answer.body == text)
      #expect(answer.headers["content-type"] == type)
      let tag = try #require(answer.headers["etag"])
      try await client.send("HEAD \(path) HTTP/1.1\r\n\(host)\r\n")
      let head = try await client.answer(withBody: false)
      #expect(head.status == 200)
      #expect(head.headers == answer.headers)
      for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
        try await client.send("GET \(path) HTTP/1.1\r\n\(host)If-None-Match: \(known)\r\n\r\n")
        let same = try await client.answer(withBody: false)
        #expect(same.status == 304)
        #expect(same.headers["etag"] == tag)
      }
      try await client.send("GET \(path) HTTP/1.1\r\n\(host)If-None-Match: \"x\"\r\n\r\n")
      #expect(try await client.answer().body == text)
    }
  }

  @Test func `files with different content have different tags`() {
    let files = StaticFiles([
      LoopbackServer.Asset("/a", Array("one".utf8)), LoopbackServer.Asset("/b", Array("two".utf8)),
      LoopbackServer.Asset("/c", Array("one".utf8)),
    ])
    #expect(files["/a"]?.tag != files["/b"]?.tag)
    #expect(files["/a"]?.tag == files["/c"]?.tag)
    #expect(files["/"] == nil)
  }

  @Test func `the page requests its files at immutable addresses`() throws {
    func files(_ script: String) -> StaticFiles {
      StaticFiles([
        LoopbackServer.Asset("/index.html", Array(#"<script src="/a.js">"/b.js""#.utf8)),
        LoopbackServer.Asset("/a.js", Array(script.utf8)),
      ])
    }
    let (old, new) = (files("one"), files("two"))
    #expect(old.fixed != new.fixed)
    let page = try #require(old["/"]).content.bytes
    #expect(String(decoding: page, as: UTF8.self) == "<script src=\"\(old.fixed)/a.js\">\"/b.js\"")
    #expect(old["/"]?.isFixed == false)
    #expect(old["/"]?.tag != new["/"]?.tag)
    #expect(old[old.fixed + "/a.js"]?.isFixed == true)
    // A page of the previous server gets the current file, which its browser does not cache.
    #expect(new[old.fixed + "/a.js"]?.isFixed == false)
    #expect(new[old.fixed + "/a.js"]?.content.bytes == Array("two".utf8))
    for rest in ["", "/", "/b.js", old.fixed + "/a.js"] { #expect(old[old.fixed + rest] == nil) }
    for path in ["/-", "/-/", "/-/x"] {
      #expect(old[path] == nil)
    }
  }

  @Test func `a browser caches files with immutable addresses, and revalidates the page`()
    async throws
  {
    try await TestServer.run { server in
      let client = try RawClient(port: server.port)
      let fixed = StaticFiles(TestServer.page).fixed
      try await client.send(server.get("/"))
      #expect(try await client.answer().headers["cache-control"] == "no-cache")
      try await client.send(server.get(fixed + "/app.js"))
      #expect(try await client.answer().headers["cache-control"] == "max-age=31536000, immutable")
      try await client.send(server.get("/-/0123456789abcdef/app.js"))
      let other = try await client.answer()
      #expect(other.status == 200)
      #expect(other.headers["cache-control"] == "no-cache")
    }
  }

  @Test(arguments: ["/nothing", "/../index.html", "//", "/index.html/", "/%2e%2e/index.html"])
  func `only the page is served`(path: String) async throws {
    try await TestServer.run { server in
      let client = try RawClient(port: server.port)
      try await client.send(server.get(path))
      let answer = try await client.answer()
      #expect(answer.status == 404)
      #expect(
        answer.body.hasPrefix(#"{"error":{"code":"not_found","message":"There is nothing at '"#)
      )
    }
  }

  @Test(arguments: [
    ("/api/a%20b%2Fc?x=1&y=%C3%BC+z&x=2&w&=v", #"{"":"v","w":"","x":"2","y":"ü z"}"#, "/api/a b/c"),
    ("/api/?a=b=c&&", #"{"a":"b=c"}"#, "/api/"),
    ("/api/a+b", "{}", "/api/a+b"),
  ])
  func `path and query arrive decoded`(target: String, query: String, path: String) async throws {
    try await TestServer.run { server in
      let client = try RawClient(port: server.port)
      try await client.send(server.get(target))
      let answer = try await client.answer()
      #expect(answer.headers["content-type"] == "application/json")
      #expect(answer.body == #"{"method":"GET","path":"\#(path)","query":\#(query),"body":""}"#)
    }
  }

  @Test(arguments: ["", "a", "*", "http://x/", "/%", "/%4", "/%zz", "/%ff", "/a?b=%00", "/a?%c3=1"])
  func `a target with an invalid escape is refused`(text: String) {
    #expect(RequestTarget(text) == nil)
  }

  @Test func `a body arrives complete, in one piece or in chunks`() async throws {
    try await TestServer.run { server in
      let client = try RawClient(port: server.port)
      let body = #"{"a":"ü"}"#
      try await client.send(server.post("/api/x", body))
      let whole = try await client.answer()
      #expect(whole.status == 200)
      #expect(try JSON(reading: whole.body)["body"].text == body)
      let fields =
        "X-Moonroute: 1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n"
      try await client.send("POST /api/x HTTP/1.1\r\n\(server.pass)\(fields)\r\n2\r\n{\"\r\n")
      try await client.send("4;x=y\r\na\":1\r\n1\r\n}\r\n0\r\nTrailer: x\r\n\r\n")
      let pieces = try await client.answer().body
      #expect(try JSON(reading: pieces)["body"].text == #"{"a":1}"#)
    }
  }

  @Test func `a client that expects 100-continue gets it, or the refusal`() async throws {
    try await TestServer.run { server in
      let head = server.post("/api/x", "{}").replacing("\r\n\r\n{}", with: "\r\n")
      let client = try RawClient(port: server.port)
      try await client.send("\(head)Expect: 100-Continue\r\n\r\n")
      #expect(try await client.text(upTo: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
      try await client.send("{}")
      #expect(try await client.answer().status == 200)

      try await client.send("\(head)Expect: tea\r\n\r\n")
      let refused = try await client.answer()
      #expect(refused.status == 417)
      #expect(refused.body.contains("The only supported expectation is '100-continue'."))
      #expect(try await client.rest().isEmpty)

      let other = try RawClient(port: server.port)
      try await other.send(head.replacing(server.key, with: "x") + "Expect: 100-continue\r\n\r\n")
      #expect(try await other.answer().status == 403)
      #expect(try await other.rest().isEmpty)
    }
  }

  @Test func `pipelined requests are answered in order`() async throws {
    let gate = await Gate()
    let answer: LoopbackServer.Answer = { request in
      if request.path == "/api/slow" { await gate.pass() }
      return await TestServer.echo(request)
    }
    try await TestServer.run(answer: answer) { server in
      let client = try RawClient(port: server.port)
      try await client.send(server.get("/api/slow") + server.get("/app.js") + server.get("/api/2"))
      await gate.reached()
      await gate.open()
      #expect(try await client.answer().body.contains("/api/slow"))
      #expect(try await client.answer().body == "1")
      #expect(try await client.answer().body.contains("/api/2"))
    }
  }

  @Test func `thousands of pipelined requests are answered one after the other`() async throws {
    try await TestServer.run { server in
      let client = try RawClient(port: server.port)
      let request = "GET /app.js HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\r\n"
      try await client.send(String(repeating: request, count: 2_000))
      for _ in 0..<2_000 {
        let answer = try await client.answer()
        guard answer.status == 200, answer.body == "1" else {
          Issue.record("an answer is \(answer)")
          return
        }
      }
    }
  }

  @Test(arguments: [
    ("HTTP/1.1", "", false), ("HTTP/1.1", "Connection: keep-alive\r\n", false),
    ("HTTP/1.1", "Connection: close\r\n", true), ("HTTP/1.0", "", true),
    ("HTTP/1.0", "Connection: keep-alive\r\n", true),
    ("HTTP/1.1", "Connection: upgrade\r\nUpgrade: websocket\r\n", true),
  ])
  func `a connection stays open for the next request unless the client refuses`(
    version: String,
    header: String,
    isLast: Bool
  ) async throws {
    try await TestServer.run { server in
      let client = try RawClient(port: server.port)
      let request = "GET /app.js \(version)\r\nHost: localhost:\(server.port)\r\n\(header)\r\n"
      try await client.send(request)
      let answer = try await client.answer()
      #expect(answer.body == "1")
      #expect(answer.headers["connection"] == (isLast ? "close" : nil))
      if isLast {
        #expect(try await client.rest().isEmpty)
      } else {
        try await client.send(request)
        #expect(try await client.answer().status == 200)
      }
    }
  }

  @Test func `the last of several pipelined requests can close the connection`() async throws {
    try await TestServer.run { server in
      let client = try RawClient(port: server.port)
      let last = "GET /api/2 HTTP/1.1\r\n\(server.pass)Connection: close\r\n\r\n"
      try await client.send(server.get("/api/1") + last + server.get("/api/3"))
      #expect(try await client.answer().body.contains("/api/1"))
      #expect(try await client.answer().body.contains("/api/2"))
      #expect(try await client.rest().isEmpty)
    }
  }

  @Test func `a client that closes its sending side still gets its answers`() async throws {
    try await TestServer.run { server in
      let client = try RawClient(port: server.port)
      try await client.send(server.get("/api/1") + server.get("/api/2"))
      client.endInput()
      #expect(try await client.answer().body.contains("/api/1"))
      #expect(try await client.answer().body.contains("/api/2"))
      #expect(try await client.rest().isEmpty)
    }
  }
}
#endif
