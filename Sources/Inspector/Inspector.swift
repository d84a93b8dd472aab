#if Inspector
import EmbeddedFiles
package import LoopbackServer
public import Moonroute
public import ScriptHost

/// The inspector of an application: a page for the browser of the same machine that shows what
/// happens, and drives it.
///
/// ```swift
/// #if DEBUG
/// let inspector = try await Inspector.attach(to: host)
/// print(inspector.url)
/// #endif
/// ```
///
/// The application keeps its user interface; the page mirrors it. It ends with ``close()``, or when
/// nothing holds it any more.
public final class Inspector: Sendable {
  /// The address of the page, with the key that lets a browser in.
  public var url: String { server.url }

  package var port: Int { server.port }

  /// The key that lets a browser in.
  package var key: String { server.key }

  /// Answers the requests of the page.
  package let service: InspectorService

  private let server: LoopbackServer

  private init(_ service: InspectorService, _ server: LoopbackServer) {
    (self.service, self.server) = (service, server)
  }

  /// Attaches an inspector to a running application of scripts.
  ///
  /// - Parameters:
  ///   - host: The host of the scripts.
  ///   - port: The port. Default: any that is free.
  ///   - allowsRelease: Whether it attaches in a release build, too. Default: it refuses.
  ///   - twin: Makes another host of the same scripts in an application of the inspector's, to try
  ///     out what would happen. Default: none, so there is no dry run and no return to an earlier
  ///     stage.
  /// - Returns: The inspector.
  /// - Throws: ``InspectorError``.
  public static func attach(
    to host: ScriptHost,
    port: Int = 0,
    allowsRelease: Bool = false,
    twin: (@Sendable (Application) throws -> ScriptHost)? = nil
  ) async throws -> Inspector {
    try check(allowsRelease)
    let inspected = InspectedApplication(host.application, host: host, makeHost: twin)
    return try await attach(to: inspected, port: port, name: host.entryFile)
  }

  /// Attaches an inspector to a running application without scripts.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - port: The port. Default: any that is free.
  ///   - allowsRelease: Whether it attaches in a release build, too. Default: it refuses.
  /// - Returns: The inspector.
  /// - Throws: ``InspectorError``.
  public static func attach(
    to application: Application,
    port: Int = 0,
    allowsRelease: Bool = false
  ) async throws -> Inspector {
    try check(allowsRelease)
    return try await attach(to: InspectedApplication(application), port: port, name: "application")
  }

  private static func attach(
    to inspected: InspectedApplication,
    port: Int,
    name: String
  ) async throws -> Inspector {
    var settings = InspectorService.Settings()
    settings.application = name
    settings.isAttached = true
    var options = ServerOptions()
    options.port = port
    return try await start(inspected, settings: settings, options: options)
  }

  /// Refuses a release build, unless it is allowed.
  package static func check(
    _ allowsRelease: Bool,
    isDebug: Bool = _isDebugAssertConfiguration()
  ) throws(InspectorError) {
    guard isDebug || allowsRelease else { throw .release }
  }

  /// Serves an inspected application.
  ///
  /// - Parameters:
  ///   - inspected: The inspected application; it begins to record.
  ///   - settings: What is told about the server.
  ///   - options: Where to listen, and who is let in.
  /// - Returns: The inspector.
  /// - Throws: ``InspectorError`` when nothing can listen there.
  package static func start(
    _ inspected: InspectedApplication,
    settings: InspectorService.Settings,
    options: ServerOptions = ServerOptions()
  ) async throws(InspectorError) -> Inspector {
    var options = options
    options.isReadOnly = settings.isReadOnly
    options.readOnlyPosts = InspectorService.readOnlyPosts
    let service = InspectorService(inspected, settings: settings)
    do {
      let server = try await LoopbackServer.start(assets: page, options: options) {
        await service.answer($0)
      }
      await inspected.begin()
      return Inspector(service, server)
    } catch {
      throw .cannotListen("\(error)")
    }
  }

  deinit {
    service.close()
    Task { [server] in await server.close() }
  }

  /// Ends the server and all streams, and lets go of the application, which goes on as before.
  public func close() async {
    service.close()
    await server.close()
    await service.inspected.end()
  }

  /// The files of the page.
  static var page: [LoopbackServer.Asset] {
    EmbeddedFiles.page.map { LoopbackServer.Asset($0.path, Array($0.text.utf8)) }
  }
}

/// The reason why an inspector does not attach.
public enum InspectorError: Error, Equatable, CustomStringConvertible {
  /// It is a release build.
  case release
  /// Nothing can listen there, and why.
  case cannotListen(String)

  /// The message for people.
  public var description: String {
    switch self {
    case .release:
      "The inspector does not attach in a release build: its address lets anyone do what a person"
        + " can. Attach in #if DEBUG, or pass allowsRelease: true."
    case .cannotListen(let reason): "The inspector finds no port: \(reason)"
    }
  }
}
#endif
