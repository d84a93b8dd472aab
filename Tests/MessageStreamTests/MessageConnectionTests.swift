import Foundation
import Testing

@testable import MessageStream

@Suite struct MessageConnectionTests {
  /// The path of a nonexistent socket, short enough for sockets.
  private static func path() -> String { "/tmp/moonroute-\(UUID().uuidString.prefix(8)).sock" }

  /// The two ends of a connection: the program's and the client's.
  private static func pair(
    at address: MessageAddress
  ) throws -> (server: MessageConnection, client: MessageConnection, listener: MessageListener) {
    let listener = try MessageListener(at: address)
    let client = try listener.address.connect()
    let server = try #require(listener.accept())
    return (server, client, listener)
  }

  static let addresses = [MessageAddress.socket(path()), .port(0)]

  @Test(arguments: addresses)
  func `messages travel in both directions in order`(address: MessageAddress) async throws {
    let (server, client, listener) = try Self.pair(at: address)
    defer { listener.close() }
    for number in 0..<200 { client.send(.int(number)) }
    for number in 0..<200 { #expect(server.receive() == .message(.int(number))) }
    server.send(.text(String(repeating: "x", count: 300_000)))
    let answer = await client.next()
    #expect(answer == .message(.text(String(repeating: "x", count: 300_000))))
  }

  @Test func `closing one side closes the other`() async throws {
    let (server, client, listener) = try Self.pair(at: .port(0))
    defer { listener.close() }
    server.send(.bool(true))
    await server.finish()
    #expect(client.receive() == .message(.bool(true)))
    #expect(client.receive() == .end(nil))
    #expect(server.receive() == .end(nil))
  }

  @Test func `a waiting reader is notified when its own side ends`() async throws {
    let (server, client, listener) = try Self.pair(at: .port(0))
    defer { listener.close() }
    async let end = server.next()
    server.close()
    #expect(await end == .end(nil))
    server.send(.null)
    #expect(client.receive() == .end(nil))
  }

  @Test(arguments: [
    (
      "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
      MessageError.unknownHeader("POST / HTTP/1.1")
    ),
    ("Content-Length: 7\r\n\r\n{}", .cutShort),
    ("Content-Length: x\r\n\r\n{}", .badLength("x")),
    ("", nil),
  ])
  func `a stream ends with the reason`(text: String, problem: MessageError?) async throws {
    let (input, output) = (Pipe(), Pipe())
    let connection = try MessageConnection(
      reading: System.copy(input.fileHandleForReading.fileDescriptor),
      writing: System.copy(output.fileHandleForWriting.fileDescriptor)
    )
    connection.send(.bool(true))
    input.fileHandleForWriting.write(Data("Content-Length: 2\r\n\r\n{}\(text)".utf8))
    input.fileHandleForWriting.closeFile()
    #expect(connection.receive() == .message(.object([])))
    #expect(connection.receive() == .end(problem))
    await connection.finish()
    let written = output.fileHandleForReading.availableData
    #expect(String(decoding: written, as: UTF8.self) == "Content-Length: 4\r\n\r\ntrue")
  }

  @Test func `a side that does not read is dropped, and its sender never waits`() throws {
    let (input, output) = (Pipe(), Pipe())
    let connection = try MessageConnection(
      reading: System.copy(input.fileHandleForReading.fileDescriptor),
      writing: System.copy(output.fileHandleForWriting.fileDescriptor),
      queueLimit: 300_000
    )
    let large = JSON.text(String(repeating: "x", count: 100_000))
    for _ in 0..<20 where connection.problem == nil { connection.send(large) }
    guard case .notRead = connection.problem else {
      Issue.record("\(String(describing: connection.problem))")
      return
    }
    #expect(connection.receive() == .end(connection.problem))
    withExtendedLifetime(output) {}
  }

  @Test func `a socket's file belongs only to its user, and disappears with the listener`() throws {
    let path = Self.path()
    let listener = try MessageListener(at: .socket(path))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    #expect(
      throws: MessageError.system("a program already listens at '\(path)'. Choose another path.")
    ) {
      _ = try MessageListener(at: .socket(path))
    }
    listener.close()
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(listener.accept() == nil)
  }

  @Test func `a listener survives a moment without descriptors`() async {
    // In a separate process, because it uses up all descriptors.
    await #expect(processExitsWith: .success) {
      let listener = try MessageListener(at: .socket(Self.path()))
      defer { listener.close() }
      let client = try listener.address.connect()
      defer { client.close() }
      var taken: [Int32] = []
      while case let copy = dup(0), copy >= 0 { taken.append(copy) }
      let accepting = Task.detached {
        defer { withExtendedLifetime(client) {} }
        return listener.accept() != nil
      }
      await Task.yield()
      for copy in taken { close(copy) }
      #expect(await accepting.value)
    }
  }

  @Test func `a file that is not a socket stays`() throws {
    let path = Self.path()
    try Data("text".utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(
      throws: MessageError.system(
        "'\(path)' already exists and is not a socket. Choose another path."
      )
    ) { _ = try MessageListener(at: .socket(path)) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "text")
  }

  @Test(arguments: [
    ("/tmp/" + String(repeating: "x", count: 200), "is not a valid socket path"),
    ("", "is not a valid socket path"),
    ("/tmp/no-such-folder/a.sock", "no program listens at"),
  ])
  func `an address without a listener is reported`(path: String, words: String) throws {
    let problem = #expect(throws: MessageError.self) {
      _ = try MessageAddress(path).connect()
    }
    #expect(problem?.description.contains(words) == true)
  }

  @Test func `a relay works in both directions and ends with either side`() async throws {
    let (program, there, one) = try Self.pair(at: .port(0))
    let (here, editor, other) = try Self.pair(at: .port(0))
    defer {
      one.close()
      other.close()
    }
    async let end = MessageRelay.run(here, there)
    editor.send(.int(1))
    #expect(await program.next() == .message(.int(1)))
    program.send(.int(2))
    #expect(await editor.next() == .message(.int(2)))
    program.send(.int(3))
    await program.finish()
    #expect(await editor.next() == .message(.int(3)))
    #expect(await editor.next() == .end(nil))
    #expect(await end == nil)
  }
}
