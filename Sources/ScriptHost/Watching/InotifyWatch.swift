import TextTools

#if os(Linux)
import Dispatch
import Synchronization

#if canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Watches a folder through Linux's inotify.
///
/// It watches folders, never files: a watch on a file ends when an editor replaces the file. A new
/// folder is watched first and listed afterwards, so that nothing in it is missed.
final class InotifyWatch: FolderWatch {
  private struct State {
    /// The watched folders by their descriptors.
    var folders: [Int32: String] = [:]
    var isStopped = false
  }

  private let folder: String
  private let links: FolderTree.Links
  private let descriptor: Int32
  private let notify: @Sendable () -> Void
  private let state = Mutex(State())
  // Set up once in `init`; its `cancel` may be called from any thread.
  nonisolated(unsafe) private let source: any DispatchSourceRead
  private let queue = DispatchQueue(label: "moonroute.inotify")

  /// The relevant changes of the files and folders in a folder; unfinished writes are not included.
  private static let events = UInt32(
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_DELETE_SELF
      | IN_MOVE_SELF
  )

  /// The time between two checks for a missing root.
  private static let pause = DispatchTimeInterval.milliseconds(100)

  /// Fails if the system grants no more watches.
  init?(
    _ folder: String,
    following links: FolderTree.Links,
    notify: @escaping @Sendable () -> Void
  ) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    self.folder = folder
    self.links = links
    self.descriptor = descriptor
    self.notify = notify
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setCancelHandler { close(descriptor) }
    source.setEventHandler { [weak self] in self?.readEvents() }
    source.resume()
    guard watchAll() else {
      stop()
      return nil
    }
  }

  func stop() {
    let wasStopped = state.withLock { state in
      defer { state.isStopped = true }
      return state.isStopped
    }
    if !wasStopped { source.cancel() }
  }

  /// Watches the tree, the targets of links and the parent; `false` if a watch is refused.
  @discardableResult
  private func watchAll() -> Bool {
    let tree = FolderTree(folder, following: links)
    var isComplete = true
    for path in tree.folders + tree.linkedFolders.sorted() where !watch(path) {
      isComplete = isComplete && errno != ENOSPC && errno != ENOMEM
    }
    _ = watch(folder + "/..")
    if tree.folders.isEmpty { lookForRoot() }
    return isComplete
  }

  private func watch(_ path: String) -> Bool {
    let number = inotify_add_watch(descriptor, path, Self.events | UInt32(IN_ONLYDIR))
    guard number >= 0 else { return false }
    state.withLock { $0.folders[number] = path }
    return true
  }

  /// Checks at intervals for a missing root.
  private func lookForRoot() {
    queue.asyncAfter(deadline: .now() + Self.pause) { [weak self] in
      guard let self, !state.withLock({ $0.isStopped }) else { return }
      guard access(folder + "/.", F_OK) == 0 else { return lookForRoot() }
      watchAll()
      notify()
    }
  }

  private func readEvents() {
    var matters = false
    var isChanged = false
    withUnsafeTemporaryAllocation(
      byteCount: 1 << 16,
      alignment: MemoryLayout<inotify_event>.alignment
    ) { buffer in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var offset = 0
        while offset + MemoryLayout<inotify_event>.size <= count {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let start = offset + MemoryLayout<inotify_event>.size
          let name = Self.name(in: buffer, from: start, length: Int(event.len))
          let met = take(event, name)
          matters = matters || met.matters
          isChanged = isChanged || met.isChanged
          offset = start + Int(event.len)
        }
      }
    }
    if isChanged { watchAll() }
    if matters { notify() }
  }

  private static func name(
    in buffer: UnsafeMutableRawBufferPointer,
    from start: Int,
    length: Int
  ) -> String {
    let bytes = buffer[start..<min(start + length, buffer.count)].prefix { $0 != 0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The meaning of one event: whether a file may have changed, and whether folders have.
  private func take(_ event: inotify_event, _ name: String) -> (matters: Bool, isChanged: Bool) {
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return (true, true) }
    let place = state.withLock { state in
      let place = state.folders[event.wd]
      if event.mask & UInt32(IN_IGNORED) != 0 { state.folders[event.wd] = nil }
      return place
    }
    guard let place else { return (false, false) }
    let isAbove = place == folder + "/.."
    if event.mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED) != 0 {
      return isAbove ? (false, false) : (true, true)
    }
    guard WatchedNames.matters(name) else { return (false, false) }
    if isAbove, name != folder.lastPathPart { return (false, false) }
    // A newly created file is not written yet; a new folder causes no other event.
    let isFolder = event.mask & UInt32(IN_ISDIR) != 0
    if event.mask & UInt32(IN_CREATE) != 0, !isFolder {
      // Creating a link causes no event for a finished write.
      return (true, true)
    }
    return (true, isFolder || isAbove)
  }
}
#endif
