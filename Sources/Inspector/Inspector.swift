#if Inspector
import EmbeddedFiles
package import LoopbackServer
public import Moonroute
public import ScriptHost

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The inspector of an application: a local web page that shows the application's activity and
/// controls it.
///
/// ```swift
/// #if DEBUG
/// let inspector = try await Inspector.attach(to: host)
/// print(inspector.url)
/// #endif
/// ```
///
/// The application keeps its user interface, and the page mirrors it. The inspector ends on
/// ``close()`` or when its last reference is released.
public final class Inspector: Sendable {
  /// The address of the page, including the key for browsers.
  public var url: URL {
    guard let url = URL(string: server.url) else {
      preconditionFailure("\(server.url) cannot be a URL")
    }
    return url
  }

  /// The address as text.
  package var address: String { server.url }

  package var port: Int { server.port }

  package var key: String { server.key }

  package let service: InspectorService

  private let server: LoopbackServer

  private init(_ service: InspectorService, _ server: LoopbackServer) {
    (self.service, self.server) = (service, server)
  }

  /// Attaches an inspector to a running scripted application.
  ///
  /// - Parameters:
  ///   - host: The host of the scripts.
  ///   - port: The port. Default: any free port.
  ///   - allowsRelease: Whether the inspector may also attach in a release build. Default:
  ///     `false`.
  ///   - twin: Makes another host of the same scripts in a separate application, so that the
  ///     inspector can try acts there. Default: none, which disables dry runs and returns to
  ///     earlier stages.
  ///   - picture: Takes a PNG picture of a screen, at most 2 MiB, for the page to show. `nil` if
  ///     there is none. Default: the page draws the screens itself.
  /// - Returns: The inspector.
  /// - Throws: ``InspectorError``.
  public static func attach(
    to host: ScriptHost,
    port: Int = 0,
    allowsRelease: Bool = false,
    twin: (@Sendable (LinkRouter) throws -> ScriptHost)? = nil,
    picture: ScreenPicture? = nil
  ) async throws -> Inspector {
    try check(allowsRelease)
    let inspected = InspectedApplication(host.router, host: host, makeHost: twin)
    return try await attach(to: inspected, port: port, name: host.entryFile, picture: picture)
  }

  /// Takes a PNG picture of a screen of the program.
  public typealias ScreenPicture = @Sendable (Screen) async -> Data?

  /// Attaches an inspector to a running application without scripts.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - port: The port. Default: any free port.
  ///   - allowsRelease: Whether the inspector may also attach in a release build. Default:
  ///     `false`.
  ///   - picture: Takes a PNG picture of a screen, at most 2 MiB, for the page to show. `nil` if
  ///     there is none. Default: the page draws the screens itself.
  /// - Returns: The inspector.
  /// - Throws: ``InspectorError``.
  public static func attach(
    to application: LinkRouter,
    port: Int = 0,
    allowsRelease: Bool = false,
    picture: ScreenPicture? = nil
  ) async throws -> Inspector {
    try check(allowsRelease)
    let inspected = InspectedApplication(application)
    return try await attach(to: inspected, port: port, name: "application", picture: picture)
  }

  private static func attach(
    to inspected: InspectedApplication,
    port: Int,
    name: String,
    picture: ScreenPicture?
  ) async throws -> Inspector {
    var settings = InspectorService.Settings()
    (settings.application, settings.picture) = (name, picture)
    settings.isAttached = true
    var options = ServerOptions()
    options.port = port
    return try await start(inspected, settings: settings, options: options)
  }

  /// Refuses a release build unless the caller allows it.
  package static func check(
    _ allowsRelease: Bool,
    isDebug: Bool = _isDebugAssertConfiguration()
  ) throws(InspectorError) {
    guard isDebug || allowsRelease else { throw .release }
  }

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

  /// Closes the server and all streams and detaches from the application, which continues to run.
  public func close() async {
    service.close()
    await server.close()
    await service.inspected.end()
  }

  static var page: [LoopbackServer.Asset] {
    EmbeddedFiles.page.map { LoopbackServer.Asset($0.path, Array($0.text.utf8)) }
  }
}

/// An error when attaching an inspector.
public enum InspectorError: Error, Equatable, CustomStringConvertible {
  /// The program is a release build.
  case release
  /// The server cannot listen, with the reason.
  case cannotListen(String)

  /// The human-readable message.
  public var description: String {
    switch self {
    case .release:
      "The inspector does not attach in a release build, because anyone with its address can"
        + " control the application. Attach in #if DEBUG, or pass allowsRelease: true."
    case .cannotListen(let reason): "The inspector cannot listen: \(reason)"
    }
  }
}
#else
/// Empty without the trait `Inspector`.
public enum Inspector {
  /// Unavailable without the trait `Inspector`.
  @available(
    *,
    unavailable,
    message: "Add the trait to the dependency on moonroute: traits: [\"Inspector\"]."
  )
  public static func attach(to application: some Any) {}
}
#endif
