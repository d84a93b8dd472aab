import Dispatch
import Synchronization

/// Notifies when the files of an application may have changed.
///
/// It only checks names, and may notify without a real change: compare before you load, as
/// ``ScriptHost/reload()`` does. Changes close together are combined: it notifies when nothing has
/// happened for 20 milliseconds, and at most 100 milliseconds after the first change.
///
/// ```swift
/// let watcher = try ScriptWatcher(.folder("Scripts"))
/// await host.reload(on: watcher.changes)
/// ```
public final class ScriptWatcher: Sendable {
  /// The changes; an unread change represents all later ones.
  public let changes: AsyncStream<ScriptChange>

  private let watch: any FolderWatch
  private let continuation: AsyncStream<ScriptChange>.Continuation

  /// The ways of watching files.
  public enum Method: Sendable {
    /// By notifications of the system, or by polling where these are not available.
    case automatic
    /// By comparing the size, time and identity of every file at intervals.
    ///
    /// For file systems that send no notifications, such as network file systems.
    case polling(every: Duration)
  }

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - source: The source of the scripts. Texts in memory never change.
  ///   - method: The way of watching. Default: by notifications of the system.
  ///   - followsLinks: Whether to follow links out of the folder, which only scripts without a
  ///     sandbox are read through. Default: no.
  public convenience init(
    _ source: ScriptSource,
    by method: Method = .automatic,
    followsLinks: Bool = false
  ) {
    let links: FolderTree.Links = followsLinks ? .all : .inside
    self.init(source) { folder, notify in
      switch method {
      case .automatic:
        SystemWatch.make(folder, following: links, notify: notify)
          ?? PollingWatch(
            folder,
            following: links,
            at: IntervalTimer(every: .milliseconds(300)),
            notify: notify
          )
      case .polling(let interval):
        PollingWatch(folder, following: links, at: IntervalTimer(every: interval), notify: notify)
      }
    }
  }

  /// Begins to watch a folder, if the source is one.
  init(
    _ source: ScriptSource,
    _ makeWatch: (String, @escaping @Sendable () -> Void) -> any FolderWatch
  ) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ScriptChange.self,
      bufferingPolicy: .bufferingOldest(1)
    )
    changes = stream
    self.continuation = continuation
    let debouncer = Debouncer { continuation.yield(ScriptChange(noticed: $0)) }
    guard let folder = source.watchedFolder else {
      watch = NoWatch()
      return
    }
    watch = makeWatch(folder, debouncer.note)
    continuation.onTermination = { [weak watch] _ in watch?.stop() }
  }

  deinit { stop() }

  /// Stops watching; the changes end.
  public func stop() {
    watch.stop()
    continuation.finish()
  }
}

protocol FolderWatch: AnyObject, Sendable {
  /// Stops watching; more calls do nothing.
  func stop()
}

/// A watch that never notifies.
private final class NoWatch: FolderWatch {
  func stop() {}
}

/// Combines changes that are close together.
final class Debouncer: Sendable {
  private static let quiet = DispatchTimeInterval.milliseconds(20)
  private static let longest = Duration.milliseconds(100)

  private struct State {
    var first: ContinuousClock.Instant?
    var turn: UInt64 = 0
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "moonroute.changes")
  private let notify: @Sendable (ContinuousClock.Instant) -> Void

  init(_ notify: @escaping @Sendable (ContinuousClock.Instant) -> Void) { self.notify = notify }

  func note() {
    let now = ContinuousClock.now
    let (turn, isLate) = state.withLock { state in
      let first = state.first ?? now
      state.first = first
      state.turn += 1
      return (state.turn, now - first >= Self.longest)
    }
    if isLate { return speak(turn) }
    queue.asyncAfter(deadline: .now() + Self.quiet) { self.speak(turn) }
  }

  /// Notifies, unless something happened since that turn.
  private func speak(_ turn: UInt64) {
    let first = state.withLock { state -> ContinuousClock.Instant? in
      guard state.turn == turn else { return nil }
      defer { state.first = nil }
      return state.first
    }
    if let first { notify(first) }
  }
}

/// A possible change of the files of an application.
public struct ScriptChange: Sendable {
  /// The time when it was first noticed.
  public let noticed: ContinuousClock.Instant

  /// Records a change.
  ///
  /// - Parameter noticed: The time. Default: now.
  public init(noticed: ContinuousClock.Instant = .now) { self.noticed = noticed }
}

enum SystemWatch {
  /// Begins to watch a folder, or returns `nil` if the system sends no notifications.
  static func make(
    _ folder: String,
    following links: FolderTree.Links,
    notify: @escaping @Sendable () -> Void
  ) -> (any FolderWatch)? {
    #if os(Linux)
    InotifyWatch(folder, following: links, notify: notify)
    #elseif canImport(CoreServices) && os(macOS)
    EventStreamWatch(folder, notify: notify)
    #else
    nil
    #endif
  }
}
