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

  /// The port.
  public let port: Int

  private let descriptor: Int32
  private let open = Mutex<[Int32]>([])

  /// Listens at a free port of this machine.
  ///
  /// - Parameter answers: The answer to each connection; the last one is that to all others, too.
  /// - Throws: The system's refusal.
  public init(_ answers: [Answer]) throws {
    #if canImport(Darwin)
    descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        [bind(descriptor, address, size), listen(descriptor, 8)].first { $0 != 0 }
          ?? getsockname(descriptor, address, &size)
      }
    }
    guard result == 0 else { throw RawClient.Failure(code: errno) }
    port = Int(in_port_t(bigEndian: address.sin_port))
    Thread.detachNewThread { [weak self] in
      var rest = answers
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0, let answer = rest.first else { return }
        if rest.count > 1 { rest.removeFirst() }
        self?.answer(connection, answer)
      }
    }
  }

  deinit {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
    for connection in open.withLock({ $0 }) { close(connection) }
  }

  private func answer(_ connection: Int32, _ answer: Answer) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    _ = recv(connection, &buffer, buffer.count, 0)
    let (text, isOpen) =
      switch answer {
      case .text(let text): (text, false)
      case .open(let text): (text, true)
      }
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
    if isOpen {
      open.withLock { $0.append(connection) }
    } else {
      close(connection)
    }
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
