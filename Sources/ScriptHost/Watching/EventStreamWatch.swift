#if canImport(CoreServices) && os(macOS)
import CoreServices
import Dispatch
import Synchronization

/// Watches a folder through macOS's file system events.
final class EventStreamWatch: FolderWatch {
  private final class Target: Sendable {
    let notify: @Sendable () -> Void

    init(_ notify: @escaping @Sendable () -> Void) { self.notify = notify }
  }

  /// A pointer that the system owns.
  ///
  /// Invariant: it is used only inside `stream.withLock`, and released once.
  private struct Stream: @unchecked Sendable {
    var reference: FSEventStreamRef?
  }

  private let stream = Mutex(Stream())
  private let queue = DispatchQueue(label: "moonroute.events")

  /// Fails if the system cannot create a stream.
  init?(_ folder: String, notify: @escaping @Sendable () -> Void) {
    let target = Target(notify)
    var context = FSEventStreamContext(
      version: 0,
      info: Unmanaged.passUnretained(target).toOpaque(),
      retain: { info in
        info.map { UnsafeRawPointer(Unmanaged<Target>.fromOpaque($0).retain().toOpaque()) }
      },
      release: { info in info.map { Unmanaged<Target>.fromOpaque($0).release() } },
      copyDescription: nil
    )
    let flags = kFSEventStreamCreateFlagFileEvents | kFSEventStreamCreateFlagWatchRoot
    let made = FSEventStreamCreate(
      nil,
      { _, info, _, _, _, _ in
        info.map { Unmanaged<Target>.fromOpaque($0).takeUnretainedValue().notify() }
      },
      &context,
      [folder] as CFArray,
      FSEventStreamEventId(kFSEventStreamEventIdSinceNow),
      0.01,
      FSEventStreamCreateFlags(flags)
    )
    guard let made else { return nil }
    FSEventStreamSetDispatchQueue(made, queue)
    guard FSEventStreamStart(made) else {
      FSEventStreamInvalidate(made)
      FSEventStreamRelease(made)
      return nil
    }
    stream.withLock { $0.reference = made }
  }

  func stop() {
    stream.withLock { stream in
      guard let reference = stream.reference else { return }
      FSEventStreamStop(reference)
      FSEventStreamInvalidate(reference)
      FSEventStreamRelease(reference)
      stream.reference = nil
    }
  }
}
#endif
