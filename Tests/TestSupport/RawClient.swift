import Foundation
import Synchronization

/// An HTTP client that sends bytes unchanged, and reads the responses.
///
/// Each call blocks a thread of the client, because the server uses the threads of the tests.
public final class RawClient: Sendable {
  /// A failed attempt to connect, send or read.
  public struct Failure: Error { let code: Int32 }

  private let socket: Descriptor
  private let queue = DispatchQueue(label: "raw client")
  private let unread = Mutex(Unread())

  private var descriptor: Int32 { socket.number }

  /// Connects to a port of this machine.
  ///
  /// - Parameters:
  ///   - port: The port.
  ///   - close: Closes the descriptor when the client ends or cannot connect.
  /// - Throws: The error of the system.
  public init(
    port: Int,
    closing close: @escaping @Sendable (Int32) -> Void = RawClient.close
  ) throws {
    socket = Descriptor(closing: close)
    let descriptor = socket.number
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    guard result == 0 else { throw Failure(code: errno) }
    // A hanging server must fail the test instead of blocking it.
    var time = timeval(tv_sec: 600, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    #if canImport(Darwin)
    var one: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  /// Closes a descriptor.
  public static func close(_ descriptor: Int32) { Foundation.close(descriptor) }

  private func onQueue<Value: Sendable>(
    _ call: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try call() }) }
    }
  }

  // MARK: Sending

  /// Sends text, and ignores errors if the server no longer reads.
  public func send(_ text: String) async throws { try await send(Array(text.utf8)) }

  /// Sends bytes.
  public func send(_ bytes: [UInt8]) async throws {
    try await onQueue { [self] in sendAtOnce(bytes) }
  }

  /// Sends a text that fits into the system's buffer, without switching threads.
  ///
  /// A server with a short time limit for requests receives it together with the connection, even
  /// on a busy machine.
  public func sendAtOnce(_ text: String) { sendAtOnce(Array(text.utf8)) }

  private func sendAtOnce(_ bytes: [UInt8]) {
    #if canImport(Darwin)
    let flags: Int32 = 0
    #else
    let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, flags)
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Closes the sending side.
  public func endInput() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Disconnects immediately.
  public func vanish() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  // MARK: Reading

  /// Reads more bytes.
  ///
  /// - Returns: Whether there were any bytes before the end.
  private func readMore() async throws -> Bool {
    let more = try await onQueue { [self] in
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
      // A server that closes the connection while the client sends resets it.
      if count < 0, errno != ECONNRESET { throw Failure(code: errno) }
      return buffer.prefix(max(count, 0))
    }
    unread.withLock { $0.bytes += more }
    return !more.isEmpty
  }

  /// Reads up to a text and no further.
  public func text(upTo end: String) async throws -> String {
    let end = Array(end.utf8)
    var searchedCount = 0
    while true {
      let found = unread.withLock { unread -> String? in
        let count = unread.count(upTo: end, after: searchedCount)
        searchedCount = unread.count
        return count.map { unread.take($0) }
      }
      if let found { return found }
      guard try await readMore() else { throw Failure(code: 0) }
    }
  }

  /// Reads until the server closes the connection.
  public func rest() async throws -> String {
    while try await readMore() {}
    return unread.withLock { $0.take($0.count) }
  }

  /// Reads one complete response.
  public func answer(withBody: Bool = true) async throws -> RawAnswer {
    var answer = try RawAnswer(head: await text(upTo: "\r\n\r\n"))
    guard withBody, let count = answer.headers["content-length"].flatMap({ Int($0) }) else {
      return answer
    }
    while unread.withLock({ $0.count }) < count {
      guard try await readMore() else { throw Failure(code: 0) }
    }
    answer.body = unread.withLock { $0.take(count) }
    return answer
  }

  /// Reads a stream's chunks until they contain a text, or the stream ends.
  public func chunks(upTo end: String) async throws -> String {
    var text = ""
    while !text.hasSuffix(end) {
      let chunk = try await chunk()
      guard !chunk.isEmpty else { return "\(text)END" }
      text += chunk
    }
    return text
  }

  /// Reads one chunk of a stream; the last one is empty.
  public func chunk() async throws -> String {
    let size = try await text(upTo: "\r\n")
    let count = Int(size.dropLast(), radix: 16) ?? 0
    while unread.withLock({ $0.count }) < count + 2 {
      guard try await readMore() else { throw Failure(code: 0) }
    }
    return unread.withLock { unread in
      defer { _ = unread.take(2) }
      return unread.take(count)
    }
  }
}

/// A socket that is closed once, when its owner ends.
///
/// If an initializer of a class throws after all properties are set, `deinit` runs as well. If both
/// closed the descriptor, the second close could hit a descriptor of another thread.
struct Descriptor: ~Copyable, Sendable {
  /// The descriptor of the system.
  let number: Int32
  private let close: @Sendable (Int32) -> Void

  /// Creates a socket.
  init(closing close: @escaping @Sendable (Int32) -> Void = RawClient.close) {
    #if canImport(Darwin)
    number = socket(AF_INET, SOCK_STREAM, 0)
    #else
    number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    self.close = close
  }

  deinit { close(number) }
}

/// Received bytes that are not read yet.
private struct Unread {
  var bytes: [UInt8] = []
  private var start = 0

  var count: Int { bytes.count - start }

  mutating func take(_ count: Int) -> String {
    defer {
      start += count
      // Not every time, because it moves the remaining bytes.
      if start == bytes.count || start > 1 << 20 {
        bytes.removeFirst(start)
        start = 0
      }
    }
    return String(decoding: bytes[start..<start + count], as: UTF8.self)
  }

  /// The number of bytes up to and including a text, where some bytes were already searched.
  func count(upTo end: [UInt8], after searchedCount: Int) -> Int? {
    guard let last = end.last else { return 0 }
    return bytes.withUnsafeBytes { all in
      var place = max(start + end.count - 1, start + searchedCount)
      while place < all.count, let base = all.baseAddress {
        guard let found = memchr(base + place, Int32(last), all.count - place) else { return nil }
        let next = base.distance(to: UnsafeRawPointer(found)) + 1
        if all[(next - end.count)..<next].elementsEqual(end) { return next - start }
        place = next
      }
      return nil
    }
  }
}

/// A response as received.
public struct RawAnswer: Sendable {
  /// The status.
  public let status: Int
  /// The headers, with names in lower case.
  public let headers: [String: String]
  /// The body.
  public internal(set) var body = ""

  init(head: String) throws {
    let lines = head.components(separatedBy: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count > 1, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
      throw RawClient.Failure(code: -1)
    }
    self.status = status
    var headers: [String: String] = [:]
    for line in lines.dropFirst() where !line.isEmpty {
      let parts = line.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased()] = parts.last?.trimmingCharacters(in: .whitespaces)
    }
    self.headers = headers
  }
}
