import Dispatch
import MessageStream
public import ScriptHost
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Lets a debugger's client attach to the scripts of a running program.
///
/// A program that wants to be debugged makes one; nothing does by itself. The client is an editor that
/// speaks the Debug Adapter Protocol, directly to a port, or through `moonroute debug --attach` to a
/// socket. While nobody is attached the scripts run as without a server.
///
/// ```swift
/// let server = try DebugServer(for: host, at: .socket(URL(filePath: "app.sock")))
/// print("moonroute debug --attach \(server.address)")
/// // …
/// server.close()
/// ```
///
/// A client stops the scripts, and with them the executor of their application: that of the main actor
/// stops the user interface, as under any debugger. Other applications of the process go on; where they
/// share the threads of Swift's tasks, which are as many as the machine has cores, each stopped one
/// takes one. When the client disconnects or vanishes, the scripts go on.
public final class DebugServer: Sendable {
  /// The place where a server waits for a client.
  public enum Place: Sendable {
    /// A socket in the file system, which only the user of the program can reach.
    case socket(URL)
    /// A port of 127.0.0.1, which every user of the machine can reach, so that a client has to know the
    /// server's token; 0 for any free one.
    case port(UInt16)
  }

  /// The place where it waits, as `moonroute debug --attach` takes it: a path, or `127.0.0.1:PORT`.
  public let address: String

  /// The port, or `nil` at a socket.
  public let port: UInt16?

  /// The word that a client at a port gives as `token` in `attach`, new for each server; `nil` at a
  /// socket.
  public let token: String?

  private let host: ScriptHost
  private let listener: MessageListener
  private let queue = DispatchQueue(label: "moonroute.debug.accept")
  /// The sessions, or `nil` once the server is closed.
  private let sessions = Mutex<[ObjectIdentifier: DebugSession]?>([:])

  /// The clients that may be connected at once, of which one is attached.
  private static let sessionLimit = 8

  /// Begins to wait for clients.
  ///
  /// - Parameters:
  ///   - host: The host of the scripts.
  ///   - place: Where to wait.
  /// - Throws: ``DebugServerError`` when it cannot be listened there.
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

  /// Ends the server: clients are disconnected, and the scripts go on.
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

/// The reason why a debug server cannot begin.
public enum DebugServerError: Error, Hashable, CustomStringConvertible {
  /// The place is taken, or may not be used; in words.
  case cannotListen(String)

  /// The message for people.
  public var description: String {
    switch self {
    case .cannotListen(let why): "The debug server cannot begin: \(why)"
    }
  }
}
