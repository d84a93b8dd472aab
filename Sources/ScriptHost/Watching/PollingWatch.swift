import Dispatch
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Compares the size, time and identity of every file of a folder at intervals.
final class PollingWatch: FolderWatch {
  private struct FileStamp: Equatable {
    let size: UInt64
    let time: Double
    let identity: UInt64
  }

  private let folder: String
  private let links: FolderTree.Links
  private let timer: any PollingTimer
  private let notify: @Sendable () -> Void
  private let seen = Mutex<[String: FileStamp]>([:])

  /// Checks a folder at every tick of a timer.
  init(
    _ folder: String,
    following links: FolderTree.Links,
    at timer: any PollingTimer,
    notify: @escaping @Sendable () -> Void
  ) {
    self.folder = folder
    self.links = links
    self.timer = timer
    self.notify = notify
    seen.withLock { $0 = Self.stamps(of: folder, links) }
    timer.start { [weak self] in self?.look() }
  }

  func stop() { timer.stop() }

  private func look() {
    let stamps = Self.stamps(of: folder, links)
    let differs = seen.withLock { seen in
      defer { seen = stamps }
      return seen != stamps
    }
    if differs { notify() }
  }

  private static func stamps(of folder: String, _ links: FolderTree.Links) -> [String: FileStamp] {
    var stamps: [String: FileStamp] = [:]
    for file in FolderTree(folder, following: links).files {
      guard let facts = try? FileManager.default.attributesOfItem(atPath: file) else { continue }
      stamps[file] = FileStamp(
        size: (facts[.size] as? UInt64) ?? 0,
        time: (facts[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0,
        identity: (facts[.systemFileNumber] as? UInt64) ?? 0
      )
    }
    return stamps
  }
}

/// A timer that triggers the checks.
protocol PollingTimer: Sendable {
  /// Begins to call a function, never twice at the same time.
  func start(_ tick: @escaping @Sendable () -> Void)

  func stop()
}

final class IntervalTimer: PollingTimer {
  // Its handler is set once, before it is resumed; its `cancel` may be called from any thread.
  nonisolated(unsafe) private let source: any DispatchSourceTimer

  /// Ticks with a pause of at least 10 milliseconds.
  init(every interval: Duration) {
    source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "moonroute.polling"))
    let (seconds, attoseconds) = interval.components
    let pause = max(0.01, Double(seconds) + Double(attoseconds) / 1e18)
    source.schedule(deadline: .now() + pause, repeating: pause)
  }

  func start(_ tick: @escaping @Sendable () -> Void) {
    source.setEventHandler(handler: tick)
    source.resume()
  }

  func stop() { source.cancel() }
}
