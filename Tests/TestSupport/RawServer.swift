import Foundation
import Synchronization

/// A server that answers each connection with bytes as they stand, whatever it is asked.
///
/// The connections are answered one after the other, on a thread of the server's own.
public final class RawServer: Sendable {
  /// An answer to a connection.
  public enum Answer: Sendable {
    /// Some text, and the end of the connection.
    case text(String)
    /// Some text, and nothing more as long as the server lives.
    case open(String)
  }

  /// The key of the thread that accepts, in its own dictionary: the system may name it late.
  public static let threadMark = "raw server"

  /// The port.
  public let port: Int

  private let connections = Connections()

  /// Listens at a free port of this machine.
  ///
  /// - Parameters:
  ///   - answers: The answer to each connection; the last one is that to all others, too.
  ///   - close: Closes the descriptor of the listener, on the thread that accepts.
  /// - Throws: The system's refusal.
  public init(
    _ answers: [Answer],
    closing close: @escaping @Sendable (Int32) -> Void = RawClient.close
  ) throws {
    let listener = try Listener(closing: close)
    port = listener.port
    Thread.detachNewThread { [connections] in listener.answer(answers, connections) }
  }

  /// Ends the connections, and wakes the thread, which closes the listener.
  ///
  /// Here it may not be closed: its number would be another socket's while `accept` still has it.
  deinit {
    connections.end()
    _ = try? RawClient(port: port)
  }
}

/// The socket where a server listens, until the thread that accepts there takes and closes it.
private final class Listener: Sendable {
  let port: Int
  private let socket: Mutex<Descriptor?>

  /// Listens at a free port of this machine.
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

  /// Answers connections until the server ends.
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
    _ = recv(connection, &buffer, buffer.count, 0)
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

/// The connections that stay open as long as their server lives.
private final class Connections: Sendable {
  private let open = Mutex<[Int32]?>([])

  /// Whether the server has ended.
  var hasEnded: Bool { open.withLock { $0 == nil } }

  /// Holds a connection; `false` once the server has ended.
  func hold(_ connection: Int32) -> Bool {
    open.withLock { open in
      open?.append(connection)
      return open != nil
    }
  }

  /// Closes all connections.
  func end() {
    for connection in open.withLock({ $0.take() }) ?? [] { RawClient.close(connection) }
  }
}

extension RawServer.Answer {
  /// Nothing, as long as the server lives.
  public static var silence: Self { .open("") }

  /// A whole answer of HTTP.
  public static func http(_ status: String, _ headers: [String] = [], _ body: String = "") -> Self {
    let lines = ["HTTP/1.1 \(status)"] + headers + ["Content-Length: \(body.utf8.count)"]
    return .text(lines.joined(separator: "\r\n") + "\r\n\r\n\(body)")
  }
}
