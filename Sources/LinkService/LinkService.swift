#if LinkService
package import LinkFiles
public import Moonroute
import NIOCore
import NIOHTTP1
import NIOPosix
public import ScriptHost

/// A service that resolves links over HTTP by the rules of scripts.
///
/// Each event loop has a router of its own, which runs on the loop. The service has no login and no
/// encryption: a proxy in front of it provides them.
///
/// ```swift
/// let service = try await LinkService.start { router in
///   try ScriptHost(.folder("Rules"), in: router)
/// }
/// print(service.port)
/// await service.drain()
/// ```
public final class LinkService: Sendable {
  /// Makes the scripts of one router, without loading them.
  public typealias MakeHost = @Sendable (LinkRouter) throws -> ScriptHost

  /// The port that the service listens on.
  public let port: Int

  private let listener: any Channel
  private let core: ServiceCore

  private init(_ listener: any Channel, _ core: ServiceCore, port: Int) {
    (self.listener, self.core, self.port) = (listener, core, port)
  }

  /// Loads the rules and begins to answer.
  ///
  /// - Parameters:
  ///   - options: The address and the limits.
  ///   - makeHost: Makes the scripts of each router; it is called once for each event loop.
  /// - Returns: The service.
  /// - Throws: The problems of the scripts, or ``LinkServiceError``.
  public static func start(
    _ options: LinkServiceOptions = LinkServiceOptions(),
    makeHost: @escaping MakeHost
  ) async throws -> LinkService {
    try await start(options, links: nil, makeHost: makeHost)
  }

  /// Also serves the links files for some settings.
  package static func start(
    _ options: LinkServiceOptions,
    links: LinkSettings?,
    makeHost: @escaping MakeHost
  ) async throws -> LinkService {
    // The process-wide pool outlives the service, so late work of a router still has its loop.
    let workers = MultiThreadedEventLoopGroup.singleton.makeIterator()
      .map { ServiceWorker($0, options) }
    let core = ServiceCore(options, workers, links)
    do {
      try await core.load(makeHost)
      let listener = try await listen(core, workers, options)
      core.begin()
      return LinkService(listener, core, port: listener.localAddress?.port ?? options.port)
    } catch {
      await core.close()
      throw error
    }
  }

  private static func listen(
    _ core: ServiceCore,
    _ workers: [ServiceWorker],
    _ options: LinkServiceOptions
  ) async throws -> any Channel {
    let byLoop = Dictionary(
      workers.map { (ObjectIdentifier($0.loop), $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: 1_024)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          guard let worker = byLoop[ObjectIdentifier(channel.eventLoop)] else {
            throw ChannelError.eof
          }
          var heads = NIOHTTPDecoderLimitConfiguration()
          heads.maxHeaderFieldSize = options.limits.headBytes
          heads.maxHeaderListSize = options.limits.headBytes
          let decoder = HTTPRequestDecoder(
            leftOverBytesStrategy: .dropBytes,
            limitConfiguration: heads
          )
          try channel.pipeline.syncOperations.addHandlers([
            HTTPResponseEncoder(), ByteToMessageHandler(decoder), HTTPServerPipelineHandler(),
            ServiceConnection(core, worker),
          ])
        }
      }
    do {
      return try await bootstrap.bind(host: options.host, port: options.port).get()
    } catch {
      throw LinkServiceError(error, host: options.host, port: options.port)
    }
  }

  /// Loads changed scripts on all event loops, and uses them for new requests.
  ///
  /// - Returns: Whether anything changed.
  /// - Throws: The problems of the scripts; the previous ones stay in force.
  @discardableResult
  public func reload() async throws(ScriptProblems) -> Bool { try await core.reload() }

  /// Loads scripts from another source, such as a release, on all event loops.
  ///
  /// - Parameter source: The source of the scripts from now on.
  /// - Throws: The problems of the scripts; the previous ones stay in force.
  public func load(from source: ScriptSource) async throws(ScriptProblems) {
    try await core.load(from: source)
  }

  /// Notes the release that the rules come from, for answers and metrics.
  package func note(_ release: ServiceRelease) { core.note(release) }

  /// Also resolves a share of the links, from 0 to 1, with other rules, and counts differences.
  ///
  /// It happens after the answer, and without actions. `nil` ends it.
  package func shadow(_ source: ScriptSource?, share: Double) async throws {
    try await core.shadow(source, share: share)
  }

  /// The numbers of resolved links since the start.
  package func opens() async -> [ServiceOpen: Int] { await core.metrics().opens }

  /// The numbers of links with a different result under the shadow rules since the start, by route.
  package func shadowDifferences() async -> [String: Int] {
    await core.metrics().shadowDifferences
  }

  /// The routers of the event loops.
  package var routers: [LinkRouter] { get async { await core.routers } }

  /// The number of successful loads.
  package var generation: Int { core.generation }

  /// Stops accepting requests after the drain time, finishes the running ones, and closes.
  ///
  /// `/readyz` reports immediately that the service is shutting down.
  public func drain() async {
    await drain { [time = core.options.drainTime] in try? await Task.sleep(for: time) }
  }

  /// Stops accepting requests after a wait.
  package func drain(after wait: @Sendable () async -> Void) async {
    core.drain()
    await wait()
    await close()
  }

  /// Stops accepting requests, finishes the running ones, and closes.
  public func close() async {
    core.stop()
    try? await listener.close().get()
    await core.finishConnections()
    await core.close()
  }
}
#else
/// Unavailable without the trait `LinkService`.
@available(
  *,
  unavailable,
  message: "Add the trait to the dependency on moonroute: traits: [\"LinkService\"]."
)
public enum LinkService {
  /// Unavailable without the trait.
  public static func start() {}
}
#endif
