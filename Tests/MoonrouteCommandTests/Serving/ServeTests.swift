#if Command && Inspector
import Foundation
import MessageStream
import TestSupport
import Testing

/// `moonroute serve`: an application in the browser.
@Suite(.timeLimit(.minutes(10))) struct ServeTests {
  private static let main = """
    router.route { name = "home", path = "/", view = function()
      return screen { "Home", title = "One" } end }
    """

  private static let app = Place.fixtures.appendingPathComponent("plain").path

  private func write(_ text: String, to file: URL) throws {
    try Data(text.utf8).write(to: file, options: .atomic)
  }

  /// A running server, with the line that it printed.
  struct Served {
    let run: WatchRun
    let port: Int
    let key: String
    let url: String

    /// Starts the command on any free port, and reads the line of JSON.
    init(
      _ arguments: [String],
      port: String = "0",
      environment: [String: String] = [:]
    ) async throws {
      run = try WatchRun(
        ["--port", port, "--json"] + arguments,
        of: "serve",
        in: Place.fixtures,
        environment: environment
      )
      let line = try #require(await run.line(with: "{\"url\""))
      let fields = try JSON(reading: line)
      self.port = try #require(fields["port"].int)
      key = try #require(fields["key"].text)
      url = try #require(fields["url"].text)
    }

    /// Sends a request with the key.
    func get(_ path: String) async throws -> JSON { try await ask("GET", path, "") }

    /// Sends JSON with the key.
    func post(_ path: String, _ body: String) async throws -> JSON {
      try await ask("POST", path, body)
    }

    private func ask(_ method: String, _ path: String, _ body: String) async throws -> JSON {
      let client = try RawClient(port: port)
      try await client.send(
        """
        \(method) /api/v1/\(path) HTTP/1.1\r
        Host: 127.0.0.1:\(port)\r
        X-Moonroute-Key: \(key)\r
        X-Moonroute: 1\r
        Content-Type: application/json\r
        Content-Length: \(body.utf8.count)\r
        \r
        \(body)
        """
      )
      return try JSON(reading: await client.answer().body)
    }

    /// Repeats a request until the answer satisfies a condition.
    func wait(
      for path: String,
      _ isReached: (JSON) -> Bool
    ) async throws -> JSON {
      while true {
        let answer = try await get(path)
        if isReached(answer) { return answer }
      }
    }
  }

  @Test func `the address is printed for people, and the page works with its key`() async throws {
    let run = try WatchRun(["plain", "--port", "0"], of: "serve", in: Place.fixtures)
    let line = try #require(await run.line(with: "moonroute: "))
    let parts = try #require(
      line.wholeMatch(of: /moonroute: plain at http:\/\/127\.0\.0\.1:(\d+)\/#key=[0-9a-f]{32}/)
    )
    let client = try RawClient(port: try #require(Int(parts.1)))
    try await client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(parts.1)\r\n\r\n")
    #expect(try await client.answer().body.contains("<!doctype html>"))
    #expect(await run.interrupt() == 0)
  }

  @Test(arguments: [false, true])
  func `a signal ends the server in order`(isTermination: Bool) async throws {
    let served = try await Served(["plain"])
    #expect(served.url == "http://127.0.0.1:\(served.port)/#key=\(served.key)")
    #expect(await served.run.interrupt(isTermination: isTermination) == 0)
    #expect(throws: RawClient.Failure.self) { try RawClient(port: served.port) }
  }

  @Test func `the scripts are served, and links open as on the command line`() async throws {
    let served = try await Served(["plain"])
    let hello = try await served.wait(for: "hello") { $0["generation"].int == 1 }
    #expect(hello["application"].text == "plain")
    #expect(hello["server"].text?.hasPrefix("moonroute ") == true)
    #expect(hello["folder"].text == Self.app)
    #expect(hello["editor"].text == "vscode")
    #expect(hello["attached"].bool == false)
    let table = try await CommandRun.moonroute(["routes", "plain", "--json"])
    let count = try JSON(reading: table.output).items.count
    #expect(try await served.get("routes")["routes"].items.count == count)
    let opened = try await served.post("open", #"{"location":"/page/1"}"#)
    #expect(opened["outcome"]["status"].text == "opened")
    #expect(await served.run.interrupt() == 0)
  }

  @Test(arguments: [("none", nil), ("zed", "zed")])
  func `without an editor, places have no links`(editor: String, told: String?) async throws {
    let served = try await Served(["plain/main.lua", "--editor", editor])
    let hello = try await served.get("hello")
    #expect(hello["application"].text == "main.lua")
    #expect(hello["editor"].text == told)
    #expect(hello["folder"].text == told.map { _ in Self.app })
    #expect(await served.run.interrupt() == 0)
  }

  @Test(arguments: [([], "/"), (["--no-start"], nil)])
  func `the first screen is named unless it is turned off`(
    options: [String],
    start: String?
  ) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try write(Self.main, to: scratch["main.lua"])
    let served = try await Served([scratch.folder.path] + options)
    let hello = try await served.wait(for: "hello") { $0["generation"] != .null }
    #expect(hello["start"].text == start)
    #expect(await served.run.interrupt() == 0)
  }

  @Test(arguments: [[], ["--poll"]])
  func `scripts that do not load are shown, and load after they are fixed`(
    options: [String]
  ) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let main = scratch["main.lua"]
    try write("router.route {", to: main)
    let served = try await Served([scratch.folder.path] + options)
    #expect(await served.run.line(with: "main.lua") != nil)
    let hello = try await served.get("hello")
    #expect(hello["generation"] == .null)
    try write(Self.main, to: main)
    let mended = try await served.wait(for: "hello") { $0["generation"] != .null }
    #expect(mended["generation"].int == 1)
    #expect(try await served.get("routes")["routes"].items.count == 1)
    #expect(await served.run.interrupt() == 0)
  }

  @Test func `each start has a new key, and no key is stored`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let state = ["XDG_STATE_HOME": scratch["state"].path, "HOME": scratch["home"].path]
    let port = "\(OwnPort.next())"
    let first = try await Served(["plain"], port: port, environment: state)
    #expect(try await first.get("hello")["application"].text == "plain")
    #expect(await first.run.interrupt() == 0)
    let second = try await Served(["plain"], port: port, environment: state)
    #expect(second.key != first.key)
    let client = try RawClient(port: second.port)
    try await client.send(
      "GET /api/v1/hello HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
        + "X-Moonroute-Key: \(first.key)\r\n\r\n"
    )
    let refused = try await client.answer()
    #expect(refused.status == 403)
    #expect(try JSON(reading: refused.body)["error"]["code"].text == "wrong_key")
    #expect(await second.run.interrupt() == 0)
    for folder in ["state", "home"] {
      #expect(!FileManager.default.fileExists(atPath: scratch[folder].path))
    }
  }

  @Test func `an explicit port that is in use is reported`() async throws {
    let served = try await Served(["plain"])
    let run = try await CommandRun.moonroute(["serve", "plain", "--port", "\(served.port)"])
    #expect(run.status == 4)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("Another program uses 127.0.0.1:\(served.port)."))
    #expect(await served.run.interrupt() == 0)
  }

  @Test func `the default port is 4600 or the next free one`() async throws {
    let first = try WatchRun(["plain", "--json"], of: "serve", in: Place.fixtures)
    let second = try WatchRun(["plain", "--json"], of: "serve", in: Place.fixtures)
    var ports: [Int] = []
    for run in [first, second] {
      let line = try #require(await run.line(with: "{\"url\""))
      ports.append(try #require(try JSON(reading: line)["port"].int))
    }
    #expect(ports.allSatisfy { (4600..<4700).contains($0) })
    #expect(ports[0] != ports[1])
    for run in [first, second] { #expect(await run.interrupt() == 0) }
  }

  @Test(arguments: [false, true])
  func `a page for other machines is read-only unless an option allows control`(
    control: Bool
  ) async throws {
    let served = try await Served(["plain", "--host", "0.0.0.0"] + (control ? ["--control"] : []))
    let warning = try #require(await served.run.line(with: "other machines can open"))
    #expect(
      warning == """
        moonroute: other machines can open this page at port \(served.port), over a connection \
        that is not encrypted.
        """
    )
    let rule = try #require(await served.run.line(with: "anyone with the address"))
    #expect(
      rule
        == (control
          ? "moonroute: anyone with the address can control the application."
          : "moonroute: anyone with the address can see the application, and control it with"
            + " --control.")
    )
    let opened = try await served.post("open", #"{"location":"/page/1"}"#)
    #expect(opened["error"]["code"].text == (control ? nil : "read_only"))
    _ = try await served.wait(for: "hello") { $0["generation"].int == 1 }
    let matched = try await served.post("match", #"{"location":"/page/1"}"#)
    #expect(matched["error"] == .null)
    #expect(await served.run.interrupt() == 0)
  }

  @Test func `the console exists only with its option`() async throws {
    let closed = try await Served(["plain"])
    #expect(try await !closed.get("hello")["features"].items.contains(.text("console")))
    let refused = try await closed.post("console", #"{"text":"1 + 1"}"#)
    #expect(refused["error"]["code"].text == "not_found")
    #expect(await closed.run.interrupt() == 0)
    let open = try await Served(["plain", "--console"])
    _ = try await open.wait(for: "hello") { $0["generation"].int == 1 }
    #expect(try await open.post("console", #"{"text":"1 + 1"}"#)["values"].line == #"["2"]"#)
    #expect(await open.run.interrupt() == 0)
  }

  @Test(arguments: [
    (["--port", "70000"], 2, "--port takes 0 to 65535, but got 70000."),
    (
      ["--console", "--host", "0.0.0.0"], 2,
      "A page for other machines has no console. Leave out --console."
    ),
    (
      ["--console", "--host", "0.0.0.0", "--control"], 2,
      "A page for other machines has no console. Leave out --console."
    ),
    (
      ["--console", "--unsafe"], 2,
      "--console with --unsafe would let the browser run programs. Leave one of them out, or enter"
    ),
    (["--editor", "ed"], 2, "'ed'"), (["--host", "192.0.2.1", "--port", "0"], 4, "192.0.2.1:0"),
  ])
  func `an invalid call is reported`(options: [String], status: Int32, words: String) async throws {
    let run = try await CommandRun.moonroute(["serve", "plain"] + options)
    #expect(run.status == status)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(words), "\(run.errors)")
  }

  @Test func `a path without an application is reported`() async throws {
    let run = try await CommandRun.moonroute(["serve", "nowhere"])
    #expect(run.status == 3)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("There is no file or folder 'nowhere'."))
  }
}
#elseif Command
import Testing

struct ServeTests {
  @Test func `without the trait Inspector, the command does not exist`() async throws {
    let run = try await CommandRun.moonroute(["serve", "plain"])
    #expect(run.status == 2)
    #expect(run.errors.contains("serve"))
  }
}
#endif
