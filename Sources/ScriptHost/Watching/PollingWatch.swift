import Dispatch
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Looks at size, time and identity of every file of a folder again and again.
final class PollingWatch: FolderWatch {
  private struct FileStamp: Equatable {
    let size: UInt64
    let time: Double
    let identity: UInt64
  }

  private let folder: String
  private let links: FolderTree.Links
  private let notify: @Sendable () -> Void
  private let seen = Mutex<[String: FileStamp]>([:])
  // Set up once in `init`; its `cancel` may be called from any thread.
  nonisolated(unsafe) private let timer: any DispatchSourceTimer

  /// Looks at a folder, links followed.
  init(
    _ folder: String,
    following links: FolderTree.Links,
    every interval: Duration,
    notify: @escaping @Sendable () -> Void
  ) {
    self.folder = folder
    self.links = links
    self.notify = notify
    let queue = DispatchQueue(label: "moonroute.polling")
    timer = DispatchSource.makeTimerSource(queue: queue)
    seen.withLock { $0 = Self.stamps(of: folder, links) }
    let (seconds, attoseconds) = interval.components
    let pause = max(0.01, Double(seconds) + Double(attoseconds) / 1e18)
    timer.schedule(deadline: .now() + pause, repeating: pause)
    timer.setEventHandler { [weak self] in self?.look() }
    timer.resume()
  }

  func stop() { timer.cancel() }

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
