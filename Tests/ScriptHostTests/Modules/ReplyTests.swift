import Moonroute
import Testing

@testable import ScriptHost

/// `host.replies` in `headless.lua`: its mistakes, and the calls that observers see.
@Suite struct ReplyTests {
  private static let main = """
    router.type("ticket", { match = "[0-9]+D" })
    router.route { path = "/", view = "Home" }
    """

  private func load(_ headless: String) throws -> LoadedScripts {
    try LoadedScripts(Self.main, files: ["headless.lua": headless], runsHeadless: true)
  }

  private func problems(_ headless: String) async throws -> [String] {
    let scripts = try load(headless)
    do {
      try await scripts.host.load()
      return []
    } catch {
      return error.problems.map { problem in
        (problem.site.map { "\($0): " } ?? "") + "[\(problem.code)] " + problem.message
      }
    }
  }

  struct Mistake: Sendable {
    let headless: String
    let problems: [String]
  }

  private static let unnamed =
    "headless.lua:2: [bad_argument] Name the host functions that make requests:"
    + " { functions = { http_get = 'GET' } }"

  @Test(arguments: [
    Mistake(headless: "host.replies({}, { functions = { get = 'GET' }, delay = 1 })", problems: []),
    Mistake(headless: "\nhost.replies { ['GET /shop'] = 1 }", problems: [unnamed]),
    Mistake(headless: "\nhost.replies({}, { functions = { 'http_get' } })", problems: [unnamed]),
    Mistake(
      headless: "host.replies({}, { functions = 'http_get' })",
      problems: [
        "headless.lua:1: [wrong_type] 'functions' of the options of host.replies must be a table,"
          + " not the text 'http_get'."
      ]
    ),
    Mistake(
      headless: """
        host.replies({
          ["GET /shop"] = 1,
          ["GET/a"] = 2,
          ["get /b"] = 2,
        }, { functions = { get = "GET" } })
        """,
      problems: [
        "headless.lua:3: [bad_argument] 'GET/a' is not a request. Write 'GET /a'.",
        "headless.lua:4: [bad_argument] 'get /b' is not a request. Write 'GET /b'.",
      ]
    ),
    Mistake(
      headless: """
        host.replies({
          ["GET /a/:x<ticket>"] = 1,
          ["POST /a/:x<ticket>"] = 1,
          ["GET /a/:z"] = 1,
        }, { functions = { get = "GET" } })
        host.replies {
          ["GET /a/:y<ticket>"] = 2,
          ["GET /a/:z"] = 3,
          ["GET /b/:y<tikcet>"] = 3,
        }
        """,
      problems: [
        "headless.lua:7: [duplicate] 'GET /a/:y<ticket>' already has a reply with the key"
          + " 'GET /a/:x<ticket>' (headless.lua:2). Remove one of them.",
        "headless.lua:8: [duplicate] 'GET /a/:z' already has a reply (headless.lua:4)."
          + " Remove one of them.",
        "headless.lua:9: [unknown_type] '/b/:y<tikcet>' names the unknown type 'tikcet' at byte 6."
          + " Did you mean '<ticket>'?",
      ]
    ),
    Mistake(
      headless: """
        host.replies({}, { functions = { get = "GET" } })
        host.replies({}, { functions = { post = "POST" } })
        """,
      problems: [
        "headless.lua:2: [duplicate] The functions that make requests already have names"
          + " (headless.lua:1). Name them once."
      ]
    ),
    Mistake(
      headless: "host.replies({}, { functions = { get = 'get', load = 1 } })",
      problems: ["get", "load"]
        .map { name in
          "headless.lua:1: [bad_argument] '\(name)' of 'functions' is"
            + " \(name == "get" ? "'get'" : "1"). Write name = 'GET', name = '*', or"
            + " name = function(…) return { method = …, location = … } end."
        }
    ),
  ])
  func `mistakes in headless.lua are load errors at their lines`(row: Mistake) async throws {
    #expect(try await problems(row.headless) == row.problems)
  }

  @Test func `observers of host calls see requests with their replies`() async throws {
    let scripts = try load(
      "host.replies({ ['GET /a'] = 7 }, { functions = { http_get = 'GET' }, delay = 0 })"
    )
    let calls = HostCallTests.Calls()
    let observation = scripts.host.observeHostCalls(calls.add)
    try await scripts.host.load()
    #expect(await scripts.evaluate("host.http_get('/a')") == "7")
    #expect(calls.take() == ["(eval):1: http_get(/a) = 7"])
    #expect(await scripts.evaluate("#host.requests()") == "1")
    withExtendedLifetime(observation) {}
  }

  @Test func `requests are limited to the last thousand`() async throws {
    let scripts = try load("host.replies({ ['GET /**'] = 7 }, { functions = { get = 'GET' } })")
    try await scripts.host.load()
    let line = """
      (function()
        for i = 1, 1001 do host.get("/" .. i) end
        local requests = host.requests()
        return #requests .. " " .. tostring(requests[1].location) .. " " .. requests[1000].number
      end)()
      """
    #expect(await scripts.evaluate(line) == "1000 /2 1001")
  }

  @Test func `in a program, host.replies is denied`() async throws {
    let scripts = try await LoadedScripts.load("")
    #expect(
      await scripts.evaluate("pcall(host.replies, {})")
        == "false, (eval):1: host.replies only works in headless.lua and in specs."
        + " Register the function."
    )
    #expect(await scripts.evaluate("#host.requests()") == "0")
  }
}
