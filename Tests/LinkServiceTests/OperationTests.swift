#if LinkService
import Foundation
import LinkFiles
import MessageStream
import Moonroute
import ScriptHost
import Synchronization
import TestSupport
import Testing

@testable import LinkService

@Suite(.timeLimit(.minutes(5))) struct OperationTests {
  private final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .relaxed) }

    func set() { value.store(true, ordering: .relaxed) }
  }

  private static func main(_ target: String) -> String {
    """
    router.route { name = "a", path = "/a", redirect = "/\(target)" }
    router.route { name = "\(target)", path = "/\(target)", view = "V" }
    """
  }

  @Test func `the metrics count the requests`() async throws {
    try await TestService.run(main: Self.main("b")) { service in
      for _ in 0..<5 { _ = try await service.get("/v1/resolve?link=/a") }
      for _ in 0..<3 { _ = try await service.get("/v1/resolve?link=/nowhere") }
      _ = try await service.post(
        "/v1/resolve",
        "{\"location\":\"/b\"}\n{\"location\":\"/b\"}\n",
        type: "application/x-ndjson"
      )
      let answer = try await service.get("/metrics")
      #expect(answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
      let metrics = try Self.parsed(answer.body)
      #expect(metrics[#"moonroute_opens_total{status="opened",route="b"}"#] == 7)
      #expect(metrics[#"moonroute_opens_total{status="not_found",route=""}"#] == 3)
      #expect(metrics[#"moonroute_request_seconds_count{path="/v1/resolve"}"#] == 9)
      #expect(metrics[#"moonroute_request_seconds_bucket{path="/v1/resolve",le="+Inf"}"#] == 9)
      #expect(metrics[#"moonroute_release_info{version="",digest=""}"#] == 1)
      #expect(metrics["moonroute_stale"] == 0)
      #expect(metrics["moonroute_reload_seconds", default: 0] > 0)
    }
  }

  @Test func `routes beyond the limit are counted together`() throws {
    var metrics = ServiceMetrics()
    for number in 0..<1_010 { metrics.note(.opened, route: "r\(number)") }
    metrics.note(.opened, route: "r0")
    let samples = try Self.parsed(metrics.text(ServiceFacts()))
    #expect(samples[#"moonroute_opens_total{status="opened",route="r0"}"#] == 2)
    #expect(samples[#"moonroute_opens_total{status="opened",route="other"}"#] == 10)
  }

  /// The samples of a text in the format of Prometheus.
  private static func parsed(_ text: String) throws -> [String: Double] {
    var samples: [String: Double] = [:]
    var types: Set<String> = []
    for line in text.split(separator: "\n") {
      if let match = line.wholeMatch(of: /# TYPE ([a-z_]+) (counter|gauge|histogram)/) {
        types.insert(String(match.1))
        continue
      }
      if line.hasPrefix("# HELP ") { continue }
      let match = try #require(
        line.wholeMatch(of: /([a-z_]+)(\{[a-z]+="[^"]*"(?:,[a-z]+="[^"]*")*\})? ([0-9.e+-]+)/),
        "\(line)"
      )
      let family = match.1.replacing(/_(bucket|sum|count)$/, with: "")
      #expect(types.contains(String(family)) || types.contains(String(match.1)), "\(line)")
      samples[String(match.1) + (match.2.map(String.init) ?? "")] = Double(match.3)
    }
    return samples
  }

  @Test func `a reload under load drops no request`() async throws {
    let folder = try TextFolder(["main.lua": Self.main("v0")])
    let write = { (text: String) in
      try Data(text.utf8).write(to: URL(filePath: folder("main.lua")), options: .atomic)
    }
    try await TestService.run(.folder(URL(filePath: folder.path))) { service in
      let isOver = Flag()
      await withTaskGroup(of: Int.self) { group in
        for _ in 0..<4 {
          group.addTask {
            var count = 0
            do {
              let client = try service.client()
              var last = 0
              while !isOver.isSet {
                try await client.send(TestService.get("/v1/resolve?link=/a"))
                let answer = try await client.answer()
                let json = try JSON(reading: answer.body)
                let name = try #require(json["name"].text)
                let version = try #require(Int(name.dropFirst()))
                #expect(answer.status == 200 && version >= last)
                (last, count) = (version, count + 1)
              }
            } catch {
              Issue.record("\(error)")
            }
            return count
          }
        }
        do {
          for version in 1...10 {
            try write(Self.main("v\(version)"))
            #expect(try await service.service.reload())
          }
          try write("broken(")
          await #expect(throws: ScriptProblems.self) { try await service.service.reload() }
          let release = try JSON(reading: try await service.get("/v1/release").body)
          #expect(release["generation"].int == 11)
          #expect(release["refused"].items.count == 1)
          // A mistake that is undone is not reported any longer.
          try write(Self.main("v10"))
          #expect(try await !service.service.reload())
          let undone = try JSON(reading: try await service.get("/v1/release").body)
          #expect(undone["refused"].items.isEmpty)
          #expect(try await service.resolve("/a")["name"].text == "v10")
        } catch {
          Issue.record("\(error)")
        }
        isOver.set()
        for await count in group { #expect(count > 0) }
      }
    }
  }

  @Test func `a reload that fails on one event loop changes no other`() async throws {
    let folder = try TextFolder([:])
    func write(_ text: String, _ number: Int) throws {
      let loop = URL(filePath: folder("\(number)"))
      try FileManager.default.createDirectory(at: loop, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: loop.appending(path: "main.lua"))
    }
    for number in 0..<ProcessInfo.processInfo.processorCount { try write(Self.main("v0"), number) }
    let count = Mutex(0)
    let service = try await LinkService.start(TestService.patient) { router in
      let number = count.withLock { count in
        defer { count += 1 }
        return count
      }
      return try ScriptHost(.folder(URL(filePath: folder("\(number)"))), in: router)
    }
    do {
      let last = count.withLock { $0 } - 1
      for number in 0..<last { try write(Self.main("v1"), number) }
      try write("broken(", last)
      await #expect(throws: ScriptProblems.self) { try await service.reload() }
      for _ in 0..<8 {
        #expect(try await TestService(service: service).resolve("/a")["name"].text == "v0")
      }
    } catch {
      Issue.record("\(error)")
    }
    await service.close()
  }

  @Test func `draining finishes requests, and readiness reports it first`() async throws {
    let main = """
      router.route { name = "slow", path = "/slow", view = "S", redirect = function()
        host.wait()
      end }
      """
    let (drained, resolved) = await (Gate(), Gate())
    var options = TestService.patient
    options.limits.lastTime = .seconds(3_600)
    let service = try await LinkService.start(options) { router in
      try ScriptHost(.texts(["main.lua": main]), in: router) { offers in
        offers.view("S") { _ in Screen("S") }
        offers.function("wait") { () async in await resolved.pass() }
      }
    }
    let draining = Task { await service.drain { await drained.pass() } }
    do {
      try await drain(TestService(service: service), drained, resolved)
    } catch {
      Issue.record("\(error)")
    }
    await drained.open()
    await resolved.open()
    await draining.value
  }

  private func drain(_ test: TestService, _ drained: Gate, _ resolved: Gate) async throws {
    let (waiting, slow) = (try test.client(), try test.client())
    try await waiting.send(TestService.get("/healthz"))
    #expect(try await waiting.answer().status == 200)
    await drained.reached()
    #expect(try await test.get("/readyz").status == 503)
    // Requests are still accepted, and finished.
    try await slow.send(TestService.get("/v1/resolve?link=/slow"))
    await resolved.reached()
    await drained.open()
    #expect(try await waiting.rest() == "")
    await resolved.open()
    let answer = try await slow.answer()
    #expect(answer.status == 200)
    #expect(answer.headers["connection"] == "close", "\(answer)")
  }

  @Test func `health, readiness, the release and the links files are served`() async throws {
    var links = LinkSettings()
    try links.add(host: "shop.example")
    try links.add(apple: "TEAM123456.com.example")
    let scripts = HeadlessScripts(.texts(["main.lua": Self.main("b")]))
    let service = try await LinkService.start(TestService.patient, links: links) {
      try scripts.host(in: $0)
    }
    let test = TestService(service: service)
    #expect(try await test.get("/healthz").body == "ok\n")
    #expect(try await test.get("/readyz").body == "ready\n")
    #expect(
      try await test.get("/v1/release").body
        == #"{"version":null,"channel":null,"digest":null,"generation":1,"state":"live","#
        + #""prepared":null,"refused":[],"stale":null}"#
    )
    let file = try await test.get("/.well-known/apple-app-site-association")
    #expect(file.headers["content-type"] == "application/json")
    let apple = try JSON(reading: file.body)["applinks"]["details"].items[0]
    #expect(apple["components"].items.compactMap { $0["/"].text } == ["/a", "/a/", "/b", "/b/"])
    #expect(try await test.get("/.well-known/assetlinks.json").status == 404)
    let head = try test.client()
    try await head.send("HEAD /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try await head.answer(withBody: false).headers["content-length"] == "3")
    await service.close()
  }

  @Test func `a taken port is an error`() async throws {
    try await TestService.run(main: Self.main("b")) { service in
      var options = TestService.patient
      options.port = service.service.port
      let scripts = HeadlessScripts(.texts(["main.lua": Self.main("b")]))
      let error = await #expect(throws: LinkServiceError.self) {
        _ = try await LinkService.start(options) { try scripts.host(in: $0) }
      }
      #expect(
        error?.description
          == "Another program uses 127.0.0.1:\(options.port). Choose another port, or 0 for any "
          + "free port."
      )
    }
  }

  /// Checks the parts of JSON Schema that the document uses.
  private struct Schema {
    let schemas: JSON

    func fits(_ value: JSON, _ schema: JSON) -> Bool {
      if let name = schema["$ref"].text?.split(separator: "/").last {
        return fits(value, schemas[String(name)])
      }
      if case .list(let options) = schema["anyOf"] { return options.contains { fits(value, $0) } }
      if case .list(let options) = schema["oneOf"] {
        return options.count { fits(value, $0) } == 1
      }
      if case .list(let values) = schema["enum"] { return values.contains(value) }
      let types = schema["type"].text.map { [$0] } ?? schema["type"].items.compactMap(\.text)
      guard types.isEmpty || types.contains(where: { isOfType(value, $0) }) else { return false }
      if case .list(let items) = value, schema["items"] != .null {
        return items.allSatisfy { fits($0, schema["items"]) }
      }
      guard case .object(let fields) = value, case .object(let properties) = schema["properties"]
      else { return true }
      let names = Set(fields.map(\.name))
      return schema["required"].items.allSatisfy { names.contains($0.text ?? "") }
        && fields.allSatisfy { field in
          guard let property = properties.first(where: { $0.name == field.name }) else {
            return schema["additionalProperties"].bool != false
          }
          return fits(field.value, property.value)
        }
    }

    private func isOfType(_ value: JSON, _ type: String) -> Bool {
      switch (value, type) {
      case (.null, "null"), (.bool, "boolean"), (.integer, "integer"), (.integer, "number"),
        (.number, "number"), (.text, "string"), (.list, "array"), (.object, "object"):
        true
      default: false
      }
    }
  }

  @Test func `the OpenAPI document holds for generated requests`() async throws {
    try await TestService.run(.folder(TestService.shop)) { service in
      let document = try JSON(reading: try await service.get("/openapi.json").body)
      let schema = Schema(schemas: document["components"]["schemas"])
      var count = 0
      let requests =
        ["/product/7", "/account/orders", "/nowhere", "\\u0000", "/basket/add/7?quantity=x"]
        .flatMap { link in
          [
            ("/v1/resolve", "{\"location\":\"\(link)\"}"),
            ("/v1/resolve", "{\"location\":\"\(link)\",\"steps\":true,\"extra\":[1,{}]}"),
            ("/v1/match", "{\"location\":\"\(link)\"}"),
            ("/v1/resolve", "{\"location\":[\"\(link)\"]}"), ("/v1/match", link),
          ]
        }
      for (path, body) in requests {
        let answer = try await service.post(path, body)
        let responses = document["paths"][path]["post"]["responses"]
        var response = responses["\(answer.status)"]
        if response["$ref"].text != nil {
          response = document["components"]["responses"]["Problem"]
        }
        let type = answer.headers["content-type"] ?? ""
        let expected = response["content"][type]["schema"]
        #expect(expected != .null, "\(path) \(body) \(answer.status)")
        #expect(schema.fits(try JSON(reading: answer.body), expected), "\(body): \(answer.body)")
        count += 1
      }
      #expect(count == 25)
      let release = try await service.get("/v1/release")
      #expect(
        schema.fits(try JSON(reading: release.body), document["components"]["schemas"]["Release"])
      )
    }
  }
}
#endif
