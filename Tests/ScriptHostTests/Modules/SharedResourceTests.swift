import Moonroute
import ScriptHost
import Testing

/// Shared resources without a fleet, where the application is the only host.
@Suite struct SharedResourceTests {
  private static let main = """
    resources.put { name = "stock", path = "/stock", value = 3, shared = true }
    resources.put { name = "own", path = "/own", value = 1 }
    """

  @Test(arguments: [
    ("resources.update('stock', 1)", "denied"),
    ("resources.delete('/stock')", "denied"),
    ("resources.put { path = '/stock', value = 1, combine = function() return 2 end }", "denied"),
    ("resources.put { path = '/own', value = 1, shared = true, combine = math.max }", "denied"),
    ("resources.put { path = '/a/:b', value = 1, shared = true }", "bad_pattern"),
    ("resources.put { path = '/a/**', value = 1, shared = true }", "bad_pattern"),
    ("resources.put { path = 'app://a', value = 1, shared = true }", "bad_pattern"),
    ("resources.put { path = '/a', shared = true }", "wrong_type"),
    ("resources.put { path = '/a', value = print, shared = true }", "wrong_type"),
    ("resources.put { path = '/a', value = { print }, shared = true }", "wrong_type"),
    ("resources.put { path = '/a', value = 1, shared = 1 }", "wrong_type"),
    ("resources.change('own', print)", "denied"),
    ("resources.change('none', print)", "unknown_name"),
    ("resources.change('/none', print)", "not_found"),
    ("resources.change('stock', function() return print end)", "wrong_type"),
    ("resources.change('stock', function() return 1 / 0 end)", "wrong_type"),
    ("resources.change('stock')", "bad_argument"),
  ])
  func `a shared resource is only changed as a whole fleet can`(
    line: String,
    code: String
  ) async throws {
    let host = try ScriptHost(.texts(["main.lua": Self.main]))
    try await host.load()
    let found = try await host.evaluate("select(2, pcall(function() \(line) end)).code")
    #expect(found == [code])
    #expect(try await host.evaluate("resources.get('stock')") == ["3"])
  }

  @Test func `the error of a function ends a change`() async throws {
    let host = try ScriptHost(.texts(["main.lua": Self.main]))
    try await host.load()
    let found = try await host.evaluate(
      "pcall(resources.change, 'stock', function() error('sold', 0) end)"
    )
    #expect(found == ["false", "sold"])
    #expect(try await host.evaluate("resources.get('stock')") == ["3"])
  }
}
