import TextTools

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Writes whole files.
package enum FileWriter {
  /// Puts bytes into a file, its folder made if need be.
  ///
  /// An ordinary file is replaced at once, so that it is never half written. What a link leads to
  /// is written in its place, and the link stays; so does a device.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - path: The file.
  ///   - reader: Says below which folders it must lie once links are resolved.
  /// - Throws: Why that is not done.
  package static func write(
    _ bytes: [UInt8],
    to path: String,
    allowedBy reader: FileReader
  ) throws(FileRefusal) {
    let folder = path.folderOfPath.map(String.init) ?? "."
    if FileReader.realPath(folder) == nil, mkdir(folder, 0o777) != 0, errno != EEXIST {
      throw refused(path)
    }
    try reader.checkFolder(folder)
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return try replace(path, bytes, mode: nil) }
    if facts.st_mode & S_IFMT == S_IFREG, facts.st_nlink == 1 {
      return try replace(path, bytes, mode: facts.st_mode & 0o777)
    }
    guard FileReader.realPath(path) != nil else { throw refused(path) }
    try reader.checkFolder(path)
    try fill(path, O_WRONLY | O_TRUNC, bytes)
  }

  private static func replace(
    _ path: String,
    _ bytes: [UInt8],
    mode: mode_t?
  ) throws(FileRefusal) {
    let part = "\(path).\(getpid()).tmp"
    unlink(part)
    do throws(FileRefusal) {
      try fill(part, O_WRONLY | O_CREAT | O_EXCL, bytes)
      if let mode, chmod(part, mode) != 0 { throw refused(path) }
      guard rename(part, path) == 0 else { throw refused(path) }
    } catch {
      unlink(part)
      guard case .refused(_, let reason) = error else { throw error }
      throw .refused(path, reason: reason)
    }
  }

  private static func fill(
    _ path: String,
    _ flags: Int32,
    _ bytes: [UInt8]
  ) throws(FileRefusal) {
    let descriptor = open(path, flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0o666)
    guard descriptor >= 0 else { throw refused(path) }
    var isWritten = true
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while isWritten, !rest.isEmpty {
        let count = Self.write(
          descriptor,
          UnsafeRawBufferPointer(rebasing: rest).baseAddress,
          rest.count
        )
        if count < 0, errno == EINTR { continue }
        isWritten = count > 0
        rest = rest.dropFirst(max(0, count))
      }
    }
    let problem = errno
    let isClosed = close(descriptor) == 0
    guard isWritten, isClosed else {
      if !isWritten { errno = problem }
      throw refused(path)
    }
  }

  private static func refused(_ path: String) -> FileRefusal {
    .refused(path, reason: String(cString: strerror(errno)))
  }

  // The system's function, under a name that the method above does not hide.
  #if canImport(Darwin)
  private static let write = Darwin.write
  #elseif canImport(Musl)
  private static let write = Musl.write
  #else
  private static let write = Glibc.write
  #endif
}
