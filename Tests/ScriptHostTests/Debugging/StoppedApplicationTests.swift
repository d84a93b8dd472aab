import Dispatch
import Foundation
import LuaRuntime
import Moonroute
import ScriptHost
import Synchronization
import TestSupport
import Testing

/// The work that continues while an application is stopped and its executor has its own thread.
@Suite(.serialized) struct StoppedApplicationTests {
  /// An executor that does not block a thread of the pool while it is blocked.
  private actor OwnThread {
    private final class Executor: SerialExecutor {
      private let queue = DispatchQueue(label: "stopped")

      func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
      }
    }

    private let executor = Executor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  }

  private static let main = """
    router.route { name = "a", path = "/a", action = function()
      local x = 1
      return x
    end }
    """

  /// A host whose application is stopped in an open of `/a`, with the outcome of that open.
  private static func stopped() async throws
    -> (host: ScriptHost, debugger: ScriptDebugger, open: Task<Outcome, Never>)
  {
    let host = try ScriptHost(.texts(["main.lua": main]), in: LinkRouter(isolation: OwnThread()))
    let (stops, continuation) = AsyncStream.makeStream(of: Void.self)
    let debugger = try host.attachDebugger { event in
      if case .stopped = event { continuation.yield() }
    }
    debugger.setBreakpoints([.init(line: 3)], in: "main.lua")
    try await host.load()
    let open = Task { await host.router.open("/a") }
    for await _ in stops { break }
    return (host, debugger, open)
  }

  @Test func `another application serves while one is stopped`() async throws {
    let (host, debugger, open) = try await Self.stopped()
    defer { withExtendedLifetime(host) {} }
    let other = try await LoadedScripts.load(Self.main)
    #expect(await other.open("/a") == "handled 1")
    #expect(debugger.isStopped)
    debugger.resume(.on)
    #expect(await open.value.status == .handled)
    debugger.detach()
  }

  @Test func `an application continues if its debugger disappears during a stop`() async throws {
    let (host, debugger, open) = try await Self.stopped()
    defer { withExtendedLifetime(host) {} }
    debugger.perform { _ in }
    debugger.detach()
    #expect(await open.value.status == .handled)
    #expect(!debugger.isStopped && !debugger.resume(.on))
  }

  @Test func `a stopped script can be ended`() async throws {
    let (host, debugger, open) = try await Self.stopped()
    defer { withExtendedLifetime(host) {} }
    debugger.resume(.end)
    let outcome = await open.value
    #expect(outcome.status != .handled && outcome.error?.code.rawValue == "cancelled")
    debugger.detach()
  }

  @Test func `requests are answered in order during a stop and afterwards`() async throws {
    let (host, debugger, open) = try await Self.stopped()
    defer { withExtendedLifetime(host) {} }
    let (answers, continuation) = AsyncStream.makeStream(of: String.self)
    for text in ["x", "x + 1"] {
      debugger.perform { scripts in
        let frame = scripts.threads().first.map { scripts.frames(of: $0.id) }?.frames.first?.id
        let value = try? scripts.evaluate(text, in: frame).first?.value
        continuation.yield(value ?? "nothing")
      }
    }
    debugger.resume(.on)
    _ = await open.value
    debugger.perform { scripts in
      continuation.yield((try? scripts.evaluate("1 + 1", in: nil).first?.value) ?? "nothing")
      continuation.finish()
    }
    var told: [String] = []
    for await answer in answers { told.append(answer) }
    #expect(told == ["1", "2", "2"])
    debugger.detach()
  }

  @Test func `a request about a released host is dropped, and nothing waits for it`()
    async throws
  {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let debugger = try await {
      let (host, debugger, open) = try await Self.stopped()
      debugger.resume(.on)
      _ = await open.value
      await host.close()
      return debugger
    }()
    final class Reply: Sendable {
      let end: AsyncStream<Void>.Continuation
      init(_ end: AsyncStream<Void>.Continuation) { self.end = end }
      deinit { end.finish() }
    }
    debugger.perform { [reply = Reply(end)] _ in withExtendedLifetime(reply) {} }
    for await _ in ends {}
  }
}
