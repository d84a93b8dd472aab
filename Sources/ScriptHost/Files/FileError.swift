/// The reason why an existing file cannot be read or written.
package enum FileError: Error, Hashable, Sendable {
  /// It is a pipe, a device or a socket.
  case notRegular(String)
  case tooLarge(String, bytes: Int, limit: Int)
  /// It would be larger than its reader allows.
  case tooLargeToWrite(String, bytes: Int, limit: Int)
  /// It is outside the folders that may be read, by its path or because of a link.
  case outside(String, folders: [String])
  /// It, or a folder in its path, is a link, and it would be written.
  case link(String)
  case refused(String, reason: String)
}

extension FileError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notRegular(let path):
      "'\(path)' is a pipe, a device or a socket. Put a regular file there."
    case .tooLarge(let path, let bytes, let limit):
      "'\(path)' has \(bytes) bytes; at most \(limit) are allowed. Make it smaller."
    case .tooLargeToWrite(let path, let bytes, let limit):
      "'\(path)' is not written: it would have \(bytes) bytes, and at most \(limit) can be read"
        + " again. Make it smaller."
    case .outside(let path, let folders):
      "'\(path)' is outside \(folders.map { "'\($0)'" }.joined(separator: " and "))."
        + " Put the file itself there, or run with --unsafe."
    case .link(let path):
      "'\(path)' is a symbolic link, and files are not written through links. Put a regular file"
        + " or folder there."
    case .refused(let path, let reason): "'\(path)' cannot be used: \(reason)."
    }
  }
}
