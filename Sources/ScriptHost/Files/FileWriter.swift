import Synchronization
import TextTools

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Writes and removes files; everything in the product that writes files uses it.
///
/// Below the given folders, below the current folder, and below the folder of any application, no
/// part of a path may be a link: an untrusted application must not redirect a write to another
/// place. Each folder is opened relative to the one before it, so that no link can appear between
/// the check and the write.
package struct FileWriter: Sendable {
  /// The folders that must contain the files, with links resolved; `nil`: anywhere.
  private let folders: [String]?

  /// The size of the largest file that it writes, in bytes.
  private let limit: Int

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - folders: The folders that must contain the files.
  ///   - limit: The size of the largest file that is read again, in bytes.
  package init(below folders: [String], limit: Int) {
    self.init(inside: folders.compactMap(FileReader.realPath), limit: limit)
  }

  init(inside folders: [String]?, limit: Int) { (self.folders, self.limit) = (folders, limit) }

  /// A writer of the files that an argument names, anywhere, and that no command reads.
  ///
  /// Outside the current folder and applications it follows links and replaces their targets; it
  /// also writes into devices and pipes.
  package static let named = FileWriter(inside: nil, limit: .max)

  /// Replaces a file in one step: it is never half written, and other hard links keep their bytes.
  ///
  /// If `isPrivate`, only its owner may read the file and the created folders.
  package func write(
    _ bytes: [UInt8],
    to path: String,
    makingFolders makesFolders: Bool = true,
    isPrivate: Bool = false
  ) throws(FileError) {
    try checkSize(bytes.count, path)
    let place = try place(of: path)
    guard !place.isOpaque else { return try fill(Self.openOpaque(path), bytes, path) }
    let folderMode: mode_t? = makesFolders ? (isPrivate ? 0o700 : 0o777) : nil
    let walk = try FolderWalk(to: place, as: path, makesFolders: folderMode)
    let known = try walk.facts(path)
    switch known.map({ $0 & S_IFMT }) {
    case S_IFREG? where !place.isLinked: break
    case nil: break
    case S_IFREG?: return try fill(walk.open(O_WRONLY | O_TRUNC), bytes, path)
    case S_IFDIR?: throw .refused(path, reason: String(cString: strerror(EISDIR)))
    default:
      guard folders == nil else { throw .notRegular(path) }
      return try fill(walk.open(O_WRONLY), bytes, path)
    }
    let mode = known.map { $0 & 0o777 } ?? (isPrivate ? 0o600 : nil)
    try replace(walk, bytes, isPrivate ? 0o600 : mode, path)
  }

  /// Appends bytes to a file, which is created if necessary.
  package func append(_ bytes: [UInt8], to path: String) throws(FileError) {
    try checkSize(bytes.count, path)
    let place = try place(of: path)
    let walk = try FolderWalk(to: place, as: path, makesFolders: 0o700)
    if let known = try walk.facts(path), known & S_IFMT != S_IFREG { throw .notRegular(path) }
    let descriptor = walk.open(O_WRONLY | O_APPEND | O_CREAT, 0o600)
    var facts = stat()
    // Another hard link to the file may be anywhere.
    if descriptor >= 0, fstat(descriptor, &facts) == 0 {
      do throws(FileError) {
        guard facts.st_nlink <= 1 else {
          throw .refused(path, reason: "another hard link to it exists")
        }
        try checkSize(Int(facts.st_size) + bytes.count, path)
      } catch {
        close(descriptor)
        throw error
      }
    }
    try fill(descriptor, bytes, path)
  }

  /// Removes a file, a link or an empty folder, unless it is already gone.
  package func remove(_ path: String) throws(FileError) {
    let place = try place(of: path)
    guard !place.isOpaque else { throw .link(path) }
    let walk = try FolderWalk(to: place, as: path, makesFolders: nil)
    if unlinkat(walk.folder, walk.name, 0) == 0 || errno == ENOENT { return }
    guard errno == EISDIR || errno == EPERM,
      unlinkat(walk.folder, walk.name, AT_REMOVEDIR) == 0
    else { throw Self.refused(path) }
  }

  /// Creates a folder and its parents; if `isPrivate`, only their owner may read them.
  package func makeFolder(_ path: String, isPrivate: Bool = false) throws(FileError) {
    // The place is found as for a file in the folder, which is not written.
    var place = try place(of: path)
    guard !place.isOpaque else { throw .link(path) }
    place.append("file")
    do throws(FileError) {
      _ = try FolderWalk(to: place, as: path + "/file", makesFolders: isPrivate ? 0o700 : 0o777)
    } catch {
      guard case .refused(_, let reason) = error else { throw error }
      throw .refused(path, reason: reason)
    }
  }

  /// Checks that a file can be written into its folder, before its bytes exist; creates nothing.
  package func check(_ path: String) throws(FileError) {
    let place = try place(of: path)
    guard !place.isOpaque else { return }
    let walk = try FolderWalk(to: place, as: path, makesFolders: nil)
    guard let known = try walk.facts(path) else { return try walk.checkFolder(path) }
    switch known & S_IFMT {
    case S_IFDIR: throw .refused(path, reason: String(cString: strerror(EISDIR)))
    case S_IFREG: if !place.isLinked { try walk.checkFolder(path) }
    default: if folders != nil { throw .notRegular(path) }
    }
  }

  // MARK: Steps

  private func checkSize(_ size: Int, _ path: String) throws(FileError) {
    guard size <= limit else { throw .tooLargeToWrite(path, bytes: size, limit: limit) }
  }

  private func place(of path: String) throws(FileError) -> WritePlace {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .refused(path, reason: String(cString: strerror(EINVAL)))
    }
    let place = WritePlace(of: path, roots: folders ?? [])
    if let folders, !place.isConfined { throw .outside(path, folders: folders) }
    guard !place.names.isEmpty else {
      throw .refused(path, reason: String(cString: strerror(EISDIR)))
    }
    return place
  }

  private static func openOpaque(_ path: String) -> Int32 {
    open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0o666)
  }

  private static let count = Atomic(0)

  private func replace(
    _ walk: borrowing FolderWalk,
    _ bytes: [UInt8],
    _ mode: mode_t?,
    _ path: String
  ) throws(FileError) {
    let number = Self.count.add(1, ordering: .relaxed).newValue
    let part = ".moonroute-\(getpid())-\(number).tmp"
    // Left over from a process with the same number.
    unlinkat(walk.folder, part, 0)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = openat(walk.folder, part, flags, mode ?? 0o666)
    guard descriptor >= 0 else { throw Self.refused(path) }
    do throws(FileError) {
      try fill(descriptor, bytes, path, mode: mode, isSynced: true)
      guard renameat(walk.folder, part, walk.folder, walk.name) == 0 else {
        throw Self.refused(path)
      }
    } catch {
      unlinkat(walk.folder, part, 0)
      throw error
    }
    // After this, the new name survives a loss of power if the system guarantees that.
    fsync(walk.folder)
  }

  /// Writes bytes into an open file, and closes it.
  private func fill(
    _ descriptor: Int32,
    _ bytes: [UInt8],
    _ path: String,
    mode: mode_t? = nil,
    isSynced: Bool = false
  ) throws(FileError) {
    guard descriptor >= 0 else { throw Self.refused(path) }
    var isWritten = mode.map { fchmod(descriptor, $0) == 0 } ?? true
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while isWritten, !rest.isEmpty {
        let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress
        let count = writeRaw(descriptor, start, rest.count)
        if count < 0, errno == EINTR { continue }
        isWritten = count > 0
        rest = rest.dropFirst(max(0, count))
      }
    }
    if isWritten, isSynced { isWritten = fsync(descriptor) == 0 }
    let problem = errno
    let isClosed = close(descriptor) == 0
    guard isWritten, isClosed else {
      if !isWritten { errno = problem }
      throw Self.refused(path)
    }
  }

  static func refused(_ path: String) -> FileError {
    .refused(path, reason: String(cString: strerror(errno)))
  }
}

// The system's function under another name, because the method above hides it.
private func writeRaw(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, start, count)
}
