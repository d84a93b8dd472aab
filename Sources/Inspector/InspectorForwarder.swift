#if Inspector
package import LoopbackServer
import MessageStream
import Synchronization

/// A local page for the inspector of a remote program, such as a program on a device.
///
/// The forwarder serves the page with its own request guard and forwards the page's requests. Both
/// the forwarder and the page survive a lost connection and continue after the program is back.
package final class InspectorForwarder: Sendable {
  package let application: String

  package var url: String { server.url }

  package var port: Int { server.port }

  package var key: String { server.key }

  private let server: LoopbackServer

  private init(_ application: String, _ server: LoopbackServer) {
    (self.application, self.server) = (application, server)
  }

  package static func start(
    to address: RemoteAddress,
    options: ServerOptions = ServerOptions(),
    isReadOnly: Bool = false,
    limits: RemoteServer.Limits = RemoteServer.Limits(),
    tell: @escaping @Sendable (ForwardError?) -> Void = { _ in }
  ) async throws -> InspectorForwarder {
    var options = options
    options.isReadOnly = isReadOnly
    options.readOnlyPosts = InspectorService.readOnlyPosts
    let far = FarInspector(RemoteServer(address, limits: limits), tell)
    let hello = try await far.hello()
    do throws(ServerError) {
      let server = try await LoopbackServer.start(assets: Inspector.page, options: options) {
        await far.answer($0)
      }
      return InspectorForwarder(hello["application"].text ?? "application", server)
    } catch {
      throw InspectorError.cannotListen("\(error)")
    }
  }

  deinit { Task { [server] in await server.close() } }

  package func close() async { await server.close() }
}

private final class FarInspector: Sendable {
  private static let hello = InspectorService.root + "hello"

  private let server: RemoteServer
  private let tell: @Sendable (ForwardError?) -> Void
  /// The code of the last connection problem; `nil` while connected.
  private let problem = Mutex<String?>(nil)

  init(_ server: RemoteServer, _ tell: @escaping @Sendable (ForwardError?) -> Void) {
    (self.server, self.tell) = (server, tell)
  }

  func hello() async throws(ForwardError) -> JSON {
    guard case .content(let content) = try await server.answer(ServerRequest(.get, Self.hello))
    else { throw .notServer(place: server.address.place) }
    return try check(content)
  }

  func answer(_ request: ServerRequest) async -> ServerAnswer {
    do throws(ForwardError) {
      let answer = try await server.answer(request)
      if request.path == Self.hello, case .content(let content) = answer { _ = try check(content) }
      note(nil)
      return answer
    } catch {
      if error.isLasting { note(error) }
      return .content(error.content)
    }
  }

  /// Checks that the remote inspector has the same wire version.
  private func check(_ content: ServerContent) throws(ForwardError) -> JSON {
    let place = server.address.place
    guard content.status == 200, let hello = try? JSONParser.parse(content.bytes),
      let version = hello["protocol"]["major"].int
    else { throw .notServer(place: place) }
    guard version == InspectorService.version else {
      throw .otherVersion(place: place, theirs: version, own: InspectorService.version)
    }
    return hello
  }

  /// Calls the handler if the connection state has changed.
  private func note(_ error: ForwardError?) {
    let isNews = problem.withLock { problem in
      defer { problem = error?.code }
      return problem != error?.code
    }
    if isNews { tell(error) }
  }
}
#endif
