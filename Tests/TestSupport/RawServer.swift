import Foundation
import Synchronization

/// A server that sends fixed bytes on each connection, regardless of the request.
///
/// It handles connections in sequence on a separate thread.
public final class RawServer: Sendable {
  /// The response on a connection.
  public enum Answer: Sendable {
    /// A text, then the end of the connection.
    case text(String)
    /// A text, and nothing more while the server lives.
    case open(String)
  }

  /// The key in the accepting thread's dictionary, because the system may set its name late.
  public static let threadMark = "raw server"

  /// The port.
  public let port: Int

  private let connections = Connections()

  /// The text of each request so far.
  public var requests: [String] { connections.requests.withLock { $0 } }

  /// Listens on a free port of this machine.
  ///
  /// - Parameters:
  ///   - answers: The response on each connection; the last one is also used for all further
  ///     connections.
  ///   - close: Closes the descriptor of the listener, on the accepting thread.
  /// - Throws: The error of the system.
  public init(
    _ answers: [Answer],
    closing close: @escaping @Sendable (Int32) -> Void = RawClient.close
  ) throws {
    let listener = try Listener(closing: close)
    port = listener.port
    Thread.detachNewThread { [connections] in listener.answer(answers, connections) }
  }

  /// Closes the connections, and wakes the thread, which closes the listener.
  ///
  /// It must not be closed here: its number could belong to another socket while `accept` still
  /// uses it.
  deinit {
    connections.end()
    _ = try? RawClient(port: port)
  }
}

/// The listening socket, until the accepting thread takes and closes it.
private final class Listener: Sendable {
  let port: Int
  private let socket: Mutex<Descriptor?>

  /// Listens on a free port of this machine.
  init(closing close: @escaping @Sendable (Int32) -> Void) throws {
    let socket = Descriptor(closing: close)
    let descriptor = socket.number
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        [bind(descriptor, address, size), listen(descriptor, 8)].first { $0 != 0 }
          ?? getsockname(descriptor, address, &size)
      }
    }
    guard result == 0 else { throw RawClient.Failure(code: errno) }
    port = Int(in_port_t(bigEndian: address.sin_port))
    self.socket = Mutex(socket)
  }

  func answer(_ answers: [RawServer.Answer], _ connections: Connections) {
    Thread.current.threadDictionary[RawServer.threadMark] = true
    guard let socket = socket.withLock({ $0.take() }) else { return }
    var rest = answers
    while true {
      let connection = accept(socket.number, nil, nil)
      guard connection >= 0 else { return }
      guard !connections.hasEnded, let answer = rest.first else {
        return RawClient.close(connection)
      }
      if rest.count > 1 { rest.removeFirst() }
      self.answer(connection, answer, connections)
    }
  }

  private func answer(_ connection: Int32, _ answer: RawServer.Answer, _ connections: Connections) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(connection, &buffer, buffer.count, 0)
    let request = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    connections.requests.withLock { $0.append(request) }
    let (text, isOpen) =
      switch answer {
      case .text(let text): (text, false)
      case .open(let text): (text, true)
      }
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
    if isOpen, connections.hold(connection) { return }
    RawClient.close(connection)
  }
}

/// The connections that stay open while their server lives.
private final class Connections: Sendable {
  private let open = Mutex<[Int32]?>([])
  let requests = Mutex<[String]>([])

  var hasEnded: Bool { open.withLock { $0 == nil } }

  /// Stores a connection; returns `false` if the server has ended.
  func hold(_ connection: Int32) -> Bool {
    open.withLock { open in
      open?.append(connection)
      return open != nil
    }
  }

  func end() {
    for connection in open.withLock({ $0.take() }) ?? [] { RawClient.close(connection) }
  }
}

extension RawServer.Answer {
  /// No bytes, while the server lives.
  public static var silence: Self { .open("") }

  /// A complete HTTP response.
  public static func http(_ status: String, _ headers: [String] = [], _ body: String = "") -> Self {
    let lines = ["HTTP/1.1 \(status)"] + headers + ["Content-Length: \(body.utf8.count)"]
    return .text(lines.joined(separator: "\r\n") + "\r\n\r\n\(body)")
  }
}
