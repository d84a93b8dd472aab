#if LinkService
import MessageStream
import Moonroute
import NIOHTTP1
import NIOPosix
import ScriptHost
import Synchronization
import Testing

@testable import LinkService

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
}
#endif
