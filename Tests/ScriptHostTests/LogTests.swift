import Moonroute
import Synchronization
import Testing

@testable import ScriptHost

/// A large number of log lines.
@Suite struct LogTests {
  private final class Lines: Sendable {
    let all = Mutex<[String]>([])
    let time = Mutex(Duration.zero)
  }

  @Test func `lines over the limit per second are dropped and reported`() {
    let lines = Lines()
    let limiter = LogRateLimiter(
      to: { entry in lines.all.withLock { $0.append("\(entry.level): \(entry.message)") } },
      limit: LogLimit(lines: 3, bytes: 10),
      elapsed: { lines.time.withLock { $0 } }
    )
    func write(_ texts: [String]) -> [String] {
      for text in texts { limiter.write(LogEntry(level: .info, message: text, site: nil)) }
      return lines.all.withLock { all in
        defer { all = [] }
        return all
      }
    }
    let full =
      "warn: The log is limited to 3 lines and 10 bytes per second. Further lines are dropped."
    #expect(
      write(["a", "b", "c", "d", "e"]) == ["info: a", "info: b", "info: c", full]
    )
    lines.time.withLock { $0 = .seconds(1) }
    #expect(
      write(["f"]) == ["warn: 2 lines of the log were dropped.", "info: f"]
    )
    lines.time.withLock { $0 = .milliseconds(2_500) }
    #expect(write(["12345", "123456", "x"]) == ["info: 12345", full])
    lines.time.withLock { $0 = .seconds(9) }
    #expect(write(["x"]) == ["warn: 2 lines of the log were dropped.", "info: x"])
  }

  @Test func `no value of a link is in the message of an error`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.unmatched(function(outcome)
        local at = tostring(outcome.location)
        error(("no place for %s: %s, %s"):format(at, at:match("token=([^#]*)"), at:match("/lost/(%w+)")))
      end)
      router.on_error(function(outcome) error("cannot help " .. outcome.location) end)
      router.route { path = "/broken/:id", action = function() error("x") end }
      events.on("/seek/:at", function(event)
        error("lost at " .. event.params.at .. " of " .. event.location .. ", S3CRET")
      end)
      """
    )
    _ = await scripts.open("/lost/s3cret?token=s3cret#s3cret")
    _ = await scripts.open("/broken/s3cret?token=s3cret#s3cret")
    _ = await scripts.evaluate(
      "after(0, function() error('late for /x/s3cret?token=s3cret') end)"
    )
    _ = try await scripts.router.perform {
      try $0.events.emit("/seek/s3cret?token=s3cret#s3cret")
    }
    while scripts.log.messages.count < 5 { await Task.yield() }
    let messages = scripts.log.messages
    #expect(
      messages.map(\.shown).sorted() == [
        "late for …", "on_error: cannot help …", "on_error: cannot help …",
        "the event '/seek/:at?token': lost at … of …, …",
        "unmatched: no place for …: …, …",
      ]
    )
    #expect(messages.allSatisfy { $0.whole.contains("/s3cret?token=s3cret") })
  }

  @Test func `a line has its time on the application's clock, and its open`()
    async throws
  {
    let scripts = try LoadedScripts(
      """
      router.route { path = "/", redirect = function() sleep(0.5) log.info("in") return true end,
        view = function() return screen { "Home" } end }
      """
    )
    let told = Lines()
    let observation = scripts.host.observeLog { entry in
      let place = entry.place.map { "open \($0.open) at \($0.step)" } ?? "no open"
      let time = entry.time / .milliseconds(1)
      told.all.withLock { $0.append("\(entry.message): \(place), \(time) ms") }
    }
    try await scripts.host.load()
    await scripts.router.perform { $0.router.hooks.stopwatch = { .zero } }
    _ = await scripts.open("/")
    _ = await scripts.evaluate("print('out')")
    #expect(told.all.withLock { $0 } == ["in: open 1 at 2, 500.0 ms", "out: no open, 500.0 ms"])
    withExtendedLifetime(observation) {}
  }

  @Test func `a script that floods the log does not fill it`() async throws {
    let scripts = try await LoadedScripts.load("", logLimit: LogLimit(lines: 5))
    _ = await scripts.evaluate("(function() for i = 1, 1000 do print(i) log.warn(i) end end)()")
    #expect(scripts.log.lines.count < 1_000)
    #expect(scripts.log.lines.contains { $0.contains("dropped") })
  }
}
