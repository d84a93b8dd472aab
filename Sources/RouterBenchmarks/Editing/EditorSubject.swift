import Dispatch
import EditorServer
import Foundation
import MessageStream
import Synchronization

/// The language server for an application of 1,000 routes.
enum EditorSubject {
  static let subject = BenchmarkSubject(
    name: "editor",
    figures: { _ in try EditorTimes.measure() }
  )
}

private enum EditorTimes {
  private static let rounds = 21
  private static let file = "routes/m7.lua"

  static func measure() throws -> [BenchmarkFigure] {
    let folder = FileManager.default.temporaryDirectory.path + "/moonroute-editor-\(getpid())"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let files = ScriptSamples.linked(modules: 50)
    for (name, text) in files { try BenchmarkFolder(root: folder).write(text, to: name) }
    let times = Mutex<(diagnostics: [Double], completion: [Double], symbols: [Double])>(
      ([], [], [])
    )
    let done = DispatchSemaphore(value: 0)
    Task {
      defer { done.signal() }
      let editor = Editor(folder: folder)
      await editor.begin(file, files[file] ?? "")
      for round in 1...rounds {
        let text =
          (files[file] ?? "") + "-- \(round)\nfunction _G.later() return router.to('') end\n"
        let diagnostics = await editor.diagnostics(file, text, version: round + 1)
        let line = text.utf8.count { $0 == 0x0A } - 1
        let place = JSON.fields(("line", .int(line)), ("character", .int(38)))
        let completion = await editor.time("textDocument/completion", file, ("position", place))
        let references = await editor.time("textDocument/references", file, ("position", place))
        times.withLock {
          $0.diagnostics.append(diagnostics)
          $0.completion.append(completion)
          $0.symbols.append(references)
        }
      }
    }
    done.wait()
    let found = times.withLock { $0 }
    return [
      figure("diagnostics after the pause, 1000 routes in 51 files", found.diagnostics, goal: 20),
      figure("completion among 1000 names", found.completion, goal: 10),
      figure("references in 51 files after a change", found.symbols),
    ]
    .compactMap(\.self)
  }

  private static func figure(
    _ name: String,
    _ times: [Double],
    goal: Double? = nil
  ) -> BenchmarkFigure? {
    let sorted = times.sorted()
    guard !sorted.isEmpty else { return nil }
    return BenchmarkFigure(
      name: "editor/" + name,
      value: sorted[sorted.count / 2],
      unit: "ms",
      goal: goal
    )
  }
}

/// An editor that waits for each response and encodes it as for the connection.
private actor Editor {
  private let folder: String
  private let server: EditorServer
  private let messages: AsyncStream<JSON>
  private var lastID = 0

  init(folder: String) {
    self.folder = folder
    let (stream, sender) = AsyncStream.makeStream(of: JSON.self)
    messages = stream
    server = EditorServer(pause: .zero) { message in
      // An editor also waits for the encoding of the message.
      _ = message.message.count
      sender.yield(message)
    }
  }

  private func uri(_ file: String) -> JSON { .text("file://\(folder)/\(file)") }

  func begin(_ file: String, _ text: String) async {
    await server.receive(
      .fields(("id", .int(0)), ("method", .text("initialize")), ("params", .object([])))
    )
    _ = await next { $0["id"].int == 0 }
    await server.receive(
      .fields(
        ("method", .text("textDocument/didOpen")),
        (
          "params",
          .fields(
            (
              "textDocument",
              .fields(("uri", uri(file)), ("version", .int(1)), ("text", .text(text)))
            )
          )
        )
      )
    )
    for _ in 0..<2 { _ = await next { $0["params"]["version"].int == 1 } }
  }

  /// Changes a text, and returns the milliseconds from the end of the pause to the last
  /// diagnostics.
  func diagnostics(_ file: String, _ text: String, version: Int) async -> Double {
    await server.receive(
      .fields(
        ("method", .text("textDocument/didChange")),
        (
          "params",
          .fields(
            ("textDocument", .fields(("uri", uri(file)), ("version", .int(version)))),
            ("contentChanges", .list([.fields(("text", .text(text)))]))
          )
        )
      )
    )
    _ = await next { $0["params"]["version"].int == version }
    let start = ContinuousClock.now
    _ = await next { $0["params"]["version"].int == version }
    return (ContinuousClock.now - start) / .milliseconds(1)
  }

  /// The milliseconds from a request to its response.
  func time(_ method: String, _ file: String, _ more: (String, JSON)) async -> Double {
    lastID += 1
    let id = lastID
    let params = JSON.fields(("textDocument", .fields(("uri", uri(file)))), more)
    let start = ContinuousClock.now
    await server.receive(
      .fields(("id", .int(id)), ("method", .text(method)), ("params", params))
    )
    _ = await next { $0["id"].int == id }
    return (ContinuousClock.now - start) / .milliseconds(1)
  }

  private func next(where fits: (JSON) -> Bool) async -> JSON? {
    // Each iteration resumes after the last returned message.
    for await message in messages where fits(message) { return message }
    return nil
  }
}
