/// Watches by the notices of the system.
enum SystemWatch {
  /// Begins to watch a folder.
  ///
  /// - Returns: `nil` where the system sends no notices.
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
