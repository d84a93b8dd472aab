#if LinkService
import MessageStream
import Moonroute
import NIOHTTP1
import NIOPosix
import ScriptHost
import Synchronization
import Testing

@testable import LinkService

#if Observability
import InMemoryTracing
import Logging
import RouterObservability
import Tracing
#endif

/// The requests that wait for an event loop.
@Suite struct WorkerTests {
  /// Submits requests to a worker that is paused, and returns the status of each answer.
  private static func statuses(
    requestTime: Duration,
    areWanted: [Bool]
  ) async throws -> [UInt?] {
    var options = LinkServiceOptions()
    options.limits.requestTime = requestTime
    let worker = ServiceWorker(MultiThreadedEventLoopGroup.singleton.next(), options)
    let scripts = HeadlessScripts(
      .texts(["main.lua": "router.route { path = \"/a\", view = \"A\" }"])
    )
    try await worker.load { try scripts.host(in: $0) }
    await worker.pause()
    let found = Mutex<[UInt?]>(areWanted.map { _ in nil })
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    for (place, isWanted) in areWanted.enumerated() {
      let isLast = place == areWanted.count - 1
      let work = ServiceWorker.Work.match(ServiceCall(location: "/a"))
      await worker.submit(work, if: { isWanted }) { answer in
        found.withLock { $0[place] = answer.status.code }
        if isLast { end.finish() }
      }
    }
    await worker.resume()
    for await _ in ends {}
    await worker.close()
    return found.withLock { $0 }
  }

  @Test func `a request of a client that is gone is not answered`() async throws {
    let statuses = try await Self.statuses(
      requestTime: .seconds(3_600),
      areWanted: [true, false, true]
    )
    #expect(statuses == [200, nil, 200])
  }

  @Test func `a request that has waited too long gets 504`() async throws {
    let statuses = try await Self.statuses(requestTime: .zero, areWanted: [true, true])
    #expect(statuses == [504, 504])
  }

  #if Observability
  @Test func `the spans of a request continue the trace of its headers`() async throws {
    let tracer = InMemoryTracer()
    var caller = ServiceContext.topLevel
    let outer = tracer.startSpan("caller", context: caller)
    caller = outer.context
    var headers = HTTPHeaders()
    tracer.inject(caller, into: &headers, using: HeaderInjector())
    var options = LinkServiceOptions()
    options.limits.requestTime = .seconds(3_600)
    let silent = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    options.router.instruments = RouterInstruments(logger: silent, tracer: tracer)
    let worker = ServiceWorker(MultiThreadedEventLoopGroup.singleton.next(), options)
    let scripts = HeadlessScripts(
      .texts(["main.lua": "router.route { path = \"/a\", view = \"A\" }"])
    )
    try await worker.load { try scripts.host(in: $0) }
    for trace in [ServiceTrace(headers, by: tracer), ServiceTrace([:], by: tracer)] {
      let (ends, end) = AsyncStream.makeStream(of: Void.self)
      let call = ServiceCall(location: "/a")
      await worker.submit(.resolve([.success(call)], isLines: false, trace)) { _ in end.finish() }
      for await _ in ends {}
    }
    await worker.close()
    let opens = tracer.finishedSpans.filter { $0.operationName == "open" }
    #expect(opens.map { $0.parentSpanID == outer.spanID } == [true, false])
  }
  #endif
}

#if Observability
private struct HeaderInjector: Injector {
  func inject(_ value: String, forKey key: String, into headers: inout HTTPHeaders) {
    headers.add(name: key, value: value)
  }
}
#endif
#endif
