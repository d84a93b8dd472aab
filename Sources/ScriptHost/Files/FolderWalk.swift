import TextTools

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The open folder of a file, reached from a trusted folder without a link.
struct FolderWalk: ~Copyable {
  let folder: Int32
  /// The name of the file in it.
  let name: String

  /// Opens folder after folder, never through a link; `mode` creates missing ones, `nil` none.
  init(
    to place: WritePlace,
    as path: String,
    makesFolders mode: mode_t?
  ) throws(FileError) {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    name = place.names.last ?? "."
    var descriptor = openat(AT_FDCWD, place.folder, flags)
    guard descriptor >= 0 else { throw FileWriter.refused(path) }
    for (index, part) in place.names.dropLast().enumerated() {
      var next = openat(descriptor, part, flags)
      if next < 0, errno == ENOENT, let mode {
        if mkdirat(descriptor, part, mode) == 0 || errno == EEXIST {
          next = openat(descriptor, part, flags)
        }
      }
      let problem = errno
      let isLink = next < 0 && Self.mode(of: part, in: descriptor).map(Self.isLink) == true
      close(descriptor)
      guard next >= 0 else {
        if isLink { throw .link(Self.path(path, without: place.names[(index + 1)...])) }
        errno = problem
        throw FileWriter.refused(path)
      }
      descriptor = next
    }
    folder = descriptor
  }

  deinit { close(folder) }

  /// The mode of the file, or `nil` if it does not exist; throws if it must not be written.
  func facts(_ path: String) throws(FileError) -> mode_t? {
    guard let mode = Self.mode(of: name, in: folder) else { return nil }
    guard !Self.isLink(mode) else { throw .link(path) }
    guard faccessat(folder, name, W_OK, AT_EACCESS) == 0 else { throw FileWriter.refused(path) }
    return mode
  }

  func checkFolder(_ path: String) throws(FileError) {
    guard faccessat(folder, ".", W_OK | X_OK, AT_EACCESS) == 0 else {
      throw FileWriter.refused(path)
    }
  }

  func open(_ flags: Int32, _ mode: mode_t = 0o666) -> Int32 {
    openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, mode)
  }

  private static func mode(of name: String, in folder: Int32) -> mode_t? {
    var facts = stat()
    return fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 ? facts.st_mode : nil
  }

  private static func isLink(_ mode: mode_t) -> Bool { mode & S_IFMT == S_IFLNK }

  /// The path up to a part before its last one.
  private static func path(_ path: String, without rest: ArraySlice<String>) -> String {
    let end = "/" + rest.joined(separator: "/")
    return path.hasSuffix(end) ? String(path.dropLast(end.count)) : path
  }
}
