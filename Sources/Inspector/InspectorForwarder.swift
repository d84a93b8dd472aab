#if Inspector
package import LoopbackServer
import MessageStream
import Synchronization

/// The page for an inspector that is attached to a program elsewhere, such as on a device.
///
/// It serves the page here, with a request guard of its own, and hands on all that the page asks. It goes on
/// when the program is gone, and so does the page once the program is back.
package final class InspectorForwarder: Sendable {
  /// The application, as the program calls it.
  package let application: String

  /// The address of the page, with the key that lets a browser in.
  package var url: String { server.url }

  package var port: Int { server.port }

  /// The key that lets a browser in.
  package var key: String { server.key }

  private let server: LoopbackServer

  private init(_ application: String, _ server: LoopbackServer) {
    (self.application, self.server) = (application, server)
  }

  /// Serves the page for a program that is there.
  ///
  /// - Parameters:
  ///   - address: The address that its inspector printed.
  ///   - options: Where to listen, and who is let in.
  ///   - isReadOnly: Whether everything that changes something is refused here already.
  ///   - limits: How much is taken of the program.
  ///   - tell: Is told that the program is gone, and why, and with `nil` that it is back.
  /// - Returns: The forwarder.
  /// - Throws: ``ForwardError`` when no inspector answers there, and ``InspectorError`` when nothing can
  ///   listen here.
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

  /// Ends the server and all streams; the program goes on as before.
  package func close() async { await server.close() }
}

/// The inspector of a program elsewhere.
private final class FarInspector: Sendable {
  private static let hello = InspectorService.root + "hello"

  private let server: RemoteServer
  private let tell: @Sendable (ForwardError?) -> Void
  /// The code of the reason why it is gone.
  private let problem = Mutex<String?>(nil)

  init(_ server: RemoteServer, _ tell: @escaping @Sendable (ForwardError?) -> Void) {
    (self.server, self.tell) = (server, tell)
  }

  /// The greeting of the inspector there.
  func hello() async throws(ForwardError) -> JSON {
    guard case .content(let content) = try await server.answer(ServerRequest(.get, Self.hello))
    else { throw .notServer(place: server.address.place) }
    return try check(content)
  }

  /// Hands a request on.
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

  /// Makes sure that it speaks this version.
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

  /// Tells whether it is there, where that is news.
  private func note(_ error: ForwardError?) {
    let isNews = problem.withLock { problem in
      defer { problem = error?.code }
      return problem != error?.code
    }
    if isNews { tell(error) }
  }
}
#endif
