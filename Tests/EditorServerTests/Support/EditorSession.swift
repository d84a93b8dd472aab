import Foundation
import MessageStream
import Synchronization
import TestSupport

@testable import EditorServer

/// An editor that talks to a server in this process: with framed messages, no child process, no
/// real time.
final class EditorSession: Sendable {
  let folder: String
  private let server: EditorServer
  private let inbox: Inbox
  private let lastID = Mutex(0)

  /// The messages from the server.
  private final class Inbox: Sendable {
    private struct State {
      var messages: [JSON] = []
      var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func add(_ message: JSON) {
      // The message is encoded and parsed as in a real editor.
      var parser = MessageParser()
      parser.append(message.message)
      guard case .message(let read)? = try? parser.next() else { return }
      let waiting = state.withLock { state in
        state.messages.append(read)
        defer { state.waiting = [] }
        return state.waiting
      }
      for continuation in waiting { continuation.resume() }
    }

    var all: [JSON] { state.withLock { $0.messages } }

    /// Waits for a message with at least this index.
    func first(from start: Int, where fits: (JSON) -> Bool) async -> (Int, JSON) {
      var seen = start
      while true {
        let messages = all
        while seen < messages.count {
          if fits(messages[seen]) { return (seen, messages[seen]) }
          seen += 1
        }
        await withCheckedContinuation { continuation in
          let isThere = state.withLock { state in
            if state.messages.count > seen { return true }
            state.waiting.append(continuation)
            return false
          }
          if isThere { continuation.resume() }
        }
      }
    }
  }

  /// Starts a session for a folder with some files, and by default sends `initialize`.
  init(
    _ files: [String: String],
    abilities: JSON = .object([]),
    settings: JSON = .null,
    clock: any Clock<Duration> = SkippingClock(),
    begins: Bool = true,
    runSpec: EditorServer.SpecRunner? = nil,
    compare: EditorServer.Comparison? = nil
  ) async throws {
    let manager = FileManager.default
    folder = manager.temporaryDirectory.resolvingSymlinksInPath().path + "/editor-\(UUID())"
    for (path, text) in files {
      let file = "\(folder)/\(path)"
      let parent = String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)])
      try manager.createDirectory(atPath: parent, withIntermediateDirectories: true)
      try text.write(toFile: file, atomically: true, encoding: .utf8)
    }
    let inbox = Inbox()
    self.inbox = inbox
    server = EditorServer(clock: clock, runSpec: runSpec, compare: compare) { inbox.add($0) }
    guard begins else { return }
    _ = await request(
      "initialize",
      .present(("capabilities", abilities), ("initializationOptions", settings))
    )
    await notify("initialized", .object([]))
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// All messages from the server.
  var messages: [JSON] { inbox.all }

  func send(_ message: JSON) async { await server.receive(message) }

  /// Sends a request and waits for the response.
  func ask(_ method: String, _ params: JSON) async -> JSON {
    let id = lastID.withLock { id in
      id += 1
      return id
    }
    await send(
      .fields(
        ("jsonrpc", .text("2.0")),
        ("id", .int(id)),
        ("method", .text(method)),
        ("params", params)
      )
    )
    return await inbox.first(from: 0) { $0["id"].int == id && $0["method"] == .null }.1
  }

  /// Sends a request and returns the result.
  func request(_ method: String, _ params: JSON) async -> JSON {
    await ask(method, params)["result"]
  }

  /// Sends a notification.
  func notify(_ method: String, _ params: JSON) async {
    await send(
      .fields(("jsonrpc", .text("2.0")), ("method", .text(method)), ("params", params))
    )
  }

  func uri(_ path: String) -> String { FileURI.uri(ofPath: "\(folder)/\(path)") }

  func document(_ path: String) -> JSON { .fields(("uri", .text(uri(path)))) }

  /// Opens a file, with its content on disk or another text.
  func open(_ path: String, _ text: String? = nil) async throws {
    let text = try text ?? String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
    await notify(
      "textDocument/didOpen",
      .fields(
        (
          "textDocument",
          .fields(
            ("uri", .text(uri(path))),
            ("languageId", .text("lua")),
            ("version", .int(1)),
            ("text", .text(text))
          )
        )
      )
    )
  }

  /// Replaces a whole text.
  func change(_ path: String, to text: String, version: Int) async {
    await change(path, [.fields(("text", .text(text)))], version: version)
  }

  func change(_ path: String, _ changes: [JSON], version: Int) async {
    await notify(
      "textDocument/didChange",
      .fields(
        ("textDocument", .fields(("uri", .text(uri(path))), ("version", .int(version)))),
        ("contentChanges", .list(changes))
      )
    )
  }

  /// Sends a request for a position in an open text.
  func request(
    _ method: String,
    at place: (line: Int, column: Int),
    of path: String
  ) async -> JSON {
    await request(
      method,
      .fields(
        ("textDocument", document(path)),
        ("position", Self.position(place.line, place.column))
      )
    )
  }

  static func position(_ line: Int, _ column: Int) -> JSON {
    .fields(("line", .int(line)), ("character", .int(column)))
  }

  /// Waits until an application was loaded again and no load is pending.
  func settle() async { await server.settle() }

  /// The current diagnostics of a file in the editor.
  func diagnostics(_ path: String) -> [JSON] {
    messages.last {
      $0["method"].text == "textDocument/publishDiagnostics"
        && $0["params"]["uri"].text == uri(path)
    }?["params"]["diagnostics"]
    .items ?? []
  }

  /// The rules of those diagnostics, each with its line, counted from 1.
  func rules(_ path: String) -> [String] {
    diagnostics(path)
      .map { "\($0["code"].text ?? "?") \(($0["range"]["start"]["line"].int ?? -1) + 1)" }
  }
}

extension EditorSession {
  /// The position of a text in a file, plus a number of characters.
  func place(of text: String, in file: String, plus: Int = 0) throws -> (line: Int, column: Int) {
    let content = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
    return Self.place(of: text, in: content, plus: plus)
  }

  static func place(of text: String, in content: String, plus: Int = 0) -> (line: Int, column: Int)
  {
    guard let range = content.range(of: text) else { return (-1, -1) }
    let before = content[..<range.lowerBound]
    let line = before.utf8.count { $0 == 0x0A }
    let start = before.lastIndex(of: "\n").map { content.index(after: $0) } ?? content.startIndex
    return (line, content[start..<range.lowerBound].utf16.count + plus)
  }
}
