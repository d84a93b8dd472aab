import Dispatch
import Foundation
import LuaRuntime
import MessageStream
import Moonroute
import ScriptDebugging
import ScriptHost
import Synchronization

/// A debugger: its cost while detached or unrelated, and the time until a stop is shown.
enum DebuggerSubject {
  static let subject = BenchmarkSubject(
    name: "debugger",
    cases: [("debugger/guard/1", makeGuard), ("debugger/open/142", makeOpen)],
    figures: { _ in try countInstructions() + [StopTimes.measure()] }
  )

  /// A guard without a debugger, after one, with one, and with a breakpoint in another file.
  @Sendable private static func makeGuard() throws -> BenchmarkCase {
    func probe() throws -> StateProbe {
      try StateProbe(GuardSubject.reading, path: GuardSubject.path, times: 1)
    }
    let (free, gone, idle, watching) = try (probe(), probe(), probe(), probe())
    for probe in [gone, idle, watching] { try probe.attachDebugger() }
    gone.detachDebugger()
    watching.setBreakpoint(in: "elsewhere.lua")
    return BenchmarkCase(
      name: "debugger/guard/1",
      unitCount: 100,
      peers: [
        .init(name: "without a debugger") { free.ask(100) },
        .init(name: "after one has gone", goal: 1.02) { gone.ask(100) },
        .init(name: "with one, no breakpoint") { idle.ask(100) },
        .init(name: "with a breakpoint elsewhere") { watching.ask(100) },
      ]
    )
  }

  /// The same four situations for opens; the breakpoint is in a route of the same script.
  @Sendable private static func makeOpen() throws -> BenchmarkCase {
    let caller = CallerActor()
    func host() throws -> ScriptHost {
      try OpenSubject.makeHost(on: caller, "action = function(state) return true end")
    }
    let (free, gone, idle, watching) = try (host(), host(), host(), host())
    for host in [gone, idle, watching] {
      let debugger = try host.attachDebugger { _ in }
      if host === watching { debugger.setBreakpoints([.init(line: 1)], in: "main.lua") }
      settle(debugger, on: caller)
      guard host === gone else { continue }
      debugger.detach()
      _ = caller.run { _ in await host.router.perform { _ in 1 } }
    }
    func peer(_ name: String, _ host: ScriptHost, goal: Double? = nil) -> BenchmarkCase.Peer {
      .init(name: name, goal: goal) {
        OpenSubject.open(OpenSubject.count, .handled, in: host.router, on: caller)
      }
    }
    return BenchmarkCase(
      name: "debugger/open/142",
      unitCount: OpenSubject.count,
      peers: [
        peer("without a debugger", free), peer("after one has gone", gone, goal: 1.02),
        peer("with one, no breakpoint", idle),
        peer("with a breakpoint elsewhere", watching, goal: 1.3),
      ]
    )
  }

  private static func settle(_ debugger: ScriptDebugger, on caller: CallerActor) {
    _ = caller.run { _ in
      await withCheckedContinuation { continuation in
        debugger.perform { _ in continuation.resume() }
      }
      return 1
    }
  }

  /// The instructions relative to those without a debugger; empty without valgrind.
  private static func countInstructions() throws -> [BenchmarkFigure] {
    guard InstructionCount.isAvailable else { return [] }
    return try [(makeGuard, 1, nil), (makeOpen, 1, 1.3)]
      .flatMap { make, detached, goal -> [BenchmarkFigure] in
        let benchmark = try make()
        let counts = try InstructionCount.figures(benchmark).map(\.value)
        return benchmark.peers.indices.dropFirst()
          .map { index in
            BenchmarkFigure(
              name: "\(benchmark.name), instructions \(benchmark.peers[index].name)",
              // Counts are repeatable to one thousandth.
              value: (counts[index] / counts[0] * 100).rounded() / 100,
              unit: "times",
              goal: index == detached ? 1.00 : index == counts.count - 1 ? goal : nil
            )
          }
      }
  }
}

/// The time from resuming scripts until a client has the frames and locals of the next stop.
private enum StopTimes {
  private static let rounds = 101

  /// A loop at a call depth of ten, with a thousand globals and thirty locals.
  private static let script = """
    for i = 1, 1000 do _G["global" .. i] = i end
    local function deep(level, n)
      \((1...30).map { "local v\($0) = { n, \"text\", x = \($0) }" }.joined(separator: "\n"))
      if level > 0 then return (deep(level - 1, n)) end
      for i = 1, n do
        local here = i
      end
      return n
    end
    router.route { path = "/deep", action = function()
      local n = deep(9, 1000)
      return n
    end }
    """

  static func measure() throws -> BenchmarkFigure {
    let folder = FileManager.default.temporaryDirectory.path
    let socket = "\(folder)/moonroute-stop-\(getpid()).sock"
    let application = try LinkRouter()
    let host = try ScriptHost(.texts(["main.lua": script]), in: application)
    let done = DispatchSemaphore(value: 0)
    let isLoaded = Mutex(false)
    Task {
      let loaded = (try? await host.load()) != nil
      isLoaded.withLock { $0 = loaded }
      done.signal()
    }
    done.wait()
    guard isLoaded.withLock({ $0 }) else { throw BenchmarkError.wrongAnswer(path: "/deep") }
    let server = try DebugServer(for: host, at: .socket(URL(filePath: socket)))
    defer { server.close() }
    let client = Client(try MessageAddress(socket).connect())
    try client.begin(breakpoint: 35)
    Task { await host.router.open("/deep") }
    var times: [Double] = []
    var thread = try client.event("stopped")["threadId"]
    for _ in 0..<rounds {
      let start = ContinuousClock.now
      try client.ask("continue", ("threadId", thread))
      thread = try client.event("stopped")["threadId"]
      try client.show(thread)
      times.append((ContinuousClock.now - start) / .milliseconds(1))
    }
    client.end()
    return BenchmarkFigure(
      name: "debugger/stop, until its frames and locals are there",
      value: times.sorted()[rounds / 2],
      unit: "ms",
      goal: 30
    )
  }
}

/// A client that waits for each response.
private final class Client {
  private let connection: MessageConnection
  private var events: [JSON] = []
  private var count = 0

  init(_ connection: MessageConnection) { self.connection = connection }

  func begin(breakpoint line: Int) throws {
    try ask("initialize")
    try ask("attach")
    try ask(
      "setBreakpoints",
      ("source", .fields(("path", .text("main.lua")))),
      ("breakpoints", .list([.fields(("line", .int(line)))]))
    )
    try ask("configurationDone")
  }

  func show(_ thread: JSON) throws {
    try ask("threads")
    let frames = try ask("stackTrace", ("threadId", thread))["stackFrames"].items
    let scopes = try ask("scopes", ("frameId", frames.first?["id"] ?? .null))["scopes"].items
    let reference = scopes.first?["variablesReference"] ?? .null
    let locals = try ask("variables", ("variablesReference", reference))["variables"].items
    guard frames.count == 11, locals.count > 30 else {
      throw BenchmarkError.wrongAnswer(path: "\(frames.count) frames, \(locals.count) locals")
    }
  }

  @discardableResult
  func ask(_ command: String, _ arguments: (String, JSON)...) throws -> JSON {
    count += 1
    connection.send(
      .fields(
        ("seq", .int(count)),
        ("type", .text("request")),
        ("command", .text(command)),
        ("arguments", .object(arguments.map { JSON.Field($0.0, $0.1) }))
      )
    )
    while true {
      let message = try next()
      guard message["request_seq"].int == count else {
        events.append(message)
        continue
      }
      guard message["success"].bool == true else {
        throw BenchmarkError.wrongAnswer(path: message["message"].text ?? command)
      }
      return message["body"]
    }
  }

  func event(_ name: String) throws -> JSON {
    while true {
      if let index = events.firstIndex(where: { $0["event"].text == name }) {
        return events.remove(at: index)["body"]
      }
      events.append(try next())
    }
  }

  func end() { connection.close() }

  private func next() throws -> JSON {
    guard case .message(let message) = connection.receive() else {
      throw BenchmarkError.wrongAnswer(path: "the connection ended")
    }
    return message
  }
}
