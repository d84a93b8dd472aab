import TextTools

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Reads regular files up to a size, optionally only below some folders.
///
/// It checks a file before it reads the first byte: a huge file takes no memory, and a pipe does
/// not block the reader.
package struct FileReader: Sendable {
  package let limit: Int

  /// The folders that must contain the files, with links resolved, or `nil` for files anywhere.
  package let folders: [String]?

  /// Whether it also reads pipes, up to the limit; only for files that a person names.
  private let takesPipes: Bool

  package init(limit: Int, below folders: [String]? = nil, takesPipes: Bool = false) {
    self.limit = limit
    self.folders = folders.map(Self.outermost)
    self.takesPipes = takesPipes
  }

  /// The folders with links resolved, without those inside another one.
  private static func outermost(_ folders: [String]) -> [String] {
    let folders = Set(folders.compactMap(realPath)).sorted()
    return folders.filter { folder in
      !folders.contains { isBelow(folder, $0) && !$0.hasSameBytes(as: folder) }
    }
  }

  static func isBelow(_ path: String, _ folder: String) -> Bool {
    path.hasSameBytes(as: folder) || path.path(below: folder) != nil
  }

  /// Writes files in the same folders, and none that this reader refuses as too large.
  package var writer: FileWriter { FileWriter(inside: folders, limit: limit) }

  package func confined(to folders: [String]?) -> FileReader {
    FileReader(limit: limit, below: folders, takesPipes: takesPipes)
  }

  /// All bytes of a file, or `nil` if it does not exist.
  package func bytes(of path: String) throws(FileError) -> [UInt8]? {
    var target = path
    if folders != nil {
      guard let real = Self.realPath(path) else { return try Self.missing(path) }
      try check(real, as: path)
      target = real
    }
    let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | (folders == nil ? 0 : O_NOFOLLOW)
    let descriptor = open(target, takesPipes ? flags & ~O_NONBLOCK : flags)
    guard descriptor >= 0 else {
      // A socket and a device without a driver cannot be opened.
      if errno == ENXIO { throw .notRegular(path) }
      return try Self.missing(path)
    }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { return try Self.missing(path) }
    switch facts.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: return nil
    case S_IFIFO where takesPipes: break
    default: throw .notRegular(path)
    }
    let size = Int(facts.st_size)
    guard size <= limit else { throw .tooLarge(path, bytes: size, limit: limit) }
    return try contents(descriptor, size, path)
  }

  /// Whether a path is below the folders once links are resolved.
  package func holds(_ path: String) -> Bool {
    guard let real = Self.realPath(path) else { return false }
    do throws(FileError) {
      try check(real, as: path)
      return true
    } catch {
      return false
    }
  }

  /// Checks that a path is below the folders once links are resolved, or does not exist.
  package func checkFolder(_ path: String) throws(FileError) {
    guard folders != nil, let real = Self.realPath(path) else { return }
    try check(real, as: path)
  }

  private func check(_ real: String, as path: String) throws(FileError) {
    guard let folders else { return }
    let isBelow = folders.contains { Self.isBelow(real, $0) }
    guard isBelow else { throw .outside(path, folders: folders) }
  }

  private func contents(
    _ descriptor: Int32,
    _ size: Int,
    _ path: String
  ) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    // Reading one more byte shows whether the file has ended.
    var room = min(max(size, 0), limit) + 1
    while true {
      let count = bytes.count
      var failure: Int32 = 0
      bytes += [UInt8](unsafeUninitializedCapacity: room) { buffer, length in
        while length < buffer.count {
          let rest = UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(buffer)[length...]
          )
          let got = read(descriptor, rest.baseAddress, rest.count)
          if got < 0, errno == EINTR { continue }
          if got < 0 { failure = errno }
          guard got > 0 else { return }
          length += got
        }
      }
      guard failure == 0 else {
        throw .refused(path, reason: String(cString: strerror(failure)))
      }
      guard bytes.count <= limit else { throw .tooLarge(path, bytes: bytes.count, limit: limit) }
      if bytes.count < count + room { return bytes }
      room = min(1 << 16, limit - bytes.count + 1)
    }
  }

  /// Returns `nil` if `errno` says that a file does not exist.
  private static func missing(_ path: String) throws(FileError) -> [UInt8]? {
    switch errno {
    case ENOENT, ENOTDIR, ENAMETOOLONG: return nil
    default: throw .refused(path, reason: String(cString: strerror(errno)))
    }
  }

  /// The path without links, `.` and `..`, or `nil` if it does not exist.
  package static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
