import Dispatch
import ScriptHost
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

enum PromptEvent: Sendable {
  case changed(ScriptChange)
  /// Lines were read without a terminal.
  case lines([String])
  /// A terminal has sent bytes.
  case bytes([UInt8])
  /// No further byte arrived for a moment.
  case paused
  /// The terminal has another size, or the process continues after a stop.
  case redrawn
  case closed
}

/// All events that a prompt handles, in order.
// Invariant: the sources are only cancelled, which any thread may do.
final class PromptEvents: @unchecked Sendable {
  let stream: AsyncStream<PromptEvent>

  private let continuation: AsyncStream<PromptEvent>.Continuation
  private let tasks = Mutex<[Task<Void, Never>]>([])
  private let sources: [any DispatchSourceSignal]

  init(watcher: ScriptWatcher?, isTerminal: Bool) {
    let (stream, continuation) = AsyncStream.makeStream(of: PromptEvent.self)
    (self.stream, self.continuation) = (stream, continuation)
    sources = (isTerminal ? [SIGWINCH, SIGCONT] : [])
      .map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { continuation.yield(.redrawn) }
        source.resume()
        return source
      }
    var tasks = [Task { await Self.read(isTerminal: isTerminal, into: continuation) }]
    if let watcher {
      tasks.append(
        Task {
          for await change in watcher.changes { continuation.yield(.changed(change)) }
        }
      )
    }
    self.tasks.withLock { $0 = tasks }
  }

  private static func read(
    isTerminal: Bool,
    into continuation: AsyncStream<PromptEvent>.Continuation
  ) async {
    var reader = LineReader()
    while true {
      if isTerminal {
        let bytes = await readBytes()
        guard !bytes.isEmpty else { break }
        continuation.yield(.bytes(bytes))
      } else {
        let lines = await reader.batch(limit: 64)
        guard !lines.isEmpty else { break }
        continuation.yield(.lines(lines))
      }
    }
    continuation.yield(.closed)
  }

  /// Waits for bytes on another thread.
  @concurrent
  private static func readBytes() async -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
      count = max(0, StandardStream.input.read(into: UnsafeMutableRawBufferPointer(buffer)))
    }
  }

  func pause(for duration: Duration) {
    let continuation = continuation
    let task = Task {
      guard (try? await Task.sleep(for: duration)) != nil else { return }
      continuation.yield(.paused)
    }
    tasks.withLock { $0.append(task) }
  }

  func end() {
    for task in tasks.withLock({ $0 }) { task.cancel() }
    for source in sources { source.cancel() }
    continuation.finish()
  }
}

/// The current work, which Ctrl-C cancels.
final class RunningWork: Sendable {
  private struct State {
    var task: Task<Bool, Never>?
    var isInterrupted = false
  }

  private let state = Mutex(State())

  func run(_ body: @escaping @MainActor @Sendable () async -> Bool) async -> Bool {
    let task = Task { @MainActor in await body() }
    state.withLock { $0 = State(task: task) }
    defer { state.withLock { $0 = State() } }
    return await task.value
  }

  /// Cancels the current work, and returns whether there was any that was not cancelled yet.
  func interrupt() -> Bool {
    let task = state.withLock { state -> Task<Bool, Never>? in
      guard let task = state.task, !state.isInterrupted else { return nil }
      state.isInterrupted = true
      return task
    }
    task?.cancel()
    return task != nil
  }
}
