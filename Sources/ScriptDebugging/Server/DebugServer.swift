import Dispatch
import MessageStream
public import ScriptHost
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Lets a debugging client attach to the scripts of a running program.
///
/// A program that supports debugging creates a server. The client is an editor that speaks the
/// Debug Adapter Protocol, directly to a port, or through `moonroute debug --attach` to a socket.
/// Without an attached client the scripts run as usual.
///
/// ```swift
/// let server = try DebugServer(for: host, at: .socket(URL(filePath: "app.sock")))
/// print("moonroute debug --attach \(server.address)")
/// // …
/// server.close()
/// ```
///
/// A client stops the scripts, and with them the executor of their application; if that is the main
/// actor, the user interface also stops. Other applications of the process continue. Applications
/// that use the threads of Swift's tasks share as many threads as the machine has cores, and each
/// stopped application blocks one of them. When the client disconnects, the scripts continue.
public final class DebugServer: Sendable {
  /// The address at which a server waits for a client.
  public enum Place: Sendable {
    /// A socket in the file system, which only the user of the program can access.
    case socket(URL)
    /// A port of 127.0.0.1, which every user of the machine can access, so that a client needs the
    /// server's token; 0 for any free port.
    case port(UInt16)
  }

  /// The address, as an argument of `moonroute debug --attach`: a path, or `127.0.0.1:PORT`.
  public let address: String

  /// The port, or `nil` for a socket.
  public let port: UInt16?

  /// The secret that a client at a port passes as `token` in `attach`, new for each server; `nil`
  /// for a socket.
  public let token: String?

  private let host: ScriptHost
  private let listener: MessageListener
  private let queue = DispatchQueue(label: "moonroute.debug.accept")
  /// The sessions, or `nil` after the server was closed.
  private let sessions = Mutex<[ObjectIdentifier: DebugSession]?>([:])

  /// The maximum number of connected clients; one of them can be attached.
  private static let sessionLimit = 8

  /// Starts waiting for clients.
  ///
  /// - Parameters:
  ///   - host: The host of the scripts.
  ///   - place: The address to listen at.
  /// - Throws: ``DebugServerError`` if it cannot listen there.
  public init(for host: ScriptHost, at place: Place) throws(DebugServerError) {
    self.host = host
    let wanted: MessageAddress =
      switch place {
      case .socket(let url): .socket(url.path)
      case .port(let port): .port(port)
      }
    do throws(MessageError) {
      listener = try MessageListener(at: wanted)
    } catch {
      throw DebugServerError.cannotListen("\(error)")
    }
    address = "\(listener.address)"
    if case .port(let port) = listener.address {
      self.port = port
      var random = SystemRandomNumberGenerator()
      let words = (0..<2).map { _ in random.next() as UInt64 }
      token = words.map { String($0 | 1 << 63, radix: 16) }.joined()
    } else {
      (port, token) = (nil, nil)
    }
    queue.async { [weak self, listener] in
      while let connection = listener.accept() {
        guard let self else { return connection.close() }
        begin(connection)
      }
    }
  }

  deinit { close() }

  /// Closes the server: clients are disconnected, and the scripts continue.
  public func close() {
    listener.close()
    let open = sessions.withLock { sessions in
      defer { sessions = nil }
      return sessions ?? [:]
    }
    for session in open.values { session.close() }
  }

  private func begin(_ connection: MessageConnection) {
    let session = DebugSession(
      over: connection,
      debugging: AttachedProgram(host: host, token: token)
    )
    let id = ObjectIdentifier(session)
    let isWelcome = sessions.withLock { sessions in
      guard let count = sessions?.count, count < Self.sessionLimit else { return false }
      sessions?[id] = session
      return true
    }
    guard isWelcome else { return connection.close() }
    session.start()
    session.whenOver { [weak self] _ in self?.sessions.withLock { $0?[id] = nil } }
  }
}

/// The reason why a debug server cannot start.
public enum DebugServerError: Error, Hashable, CustomStringConvertible {
  /// The address is in use or not allowed, with a description.
  case cannotListen(String)

  /// The error message.
  public var description: String {
    switch self {
    case .cannotListen(let why): "The debug server cannot start: \(why)"
    }
  }
}
