#if SQLite
internal import GRDB

/// The reason why a resource file cannot be used.
public enum SQLiteResourcesError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file belongs to another program.
  case notOurs(String)
  /// A newer version of this program has written the file.
  case newerVersion(String, found: Int, known: Int)
  /// The disk is full.
  case diskFull(String)
  /// The file is damaged.
  case corrupt(String)
  /// Another process has locked the file.
  case inUse(String)
  /// The file cannot be opened or written.
  case cannotOpen(String, reason: String)
  /// A value that is not plain data, or tables that are nested too deeply.
  case notPlain(String)
  /// Any other SQLite error.
  case other(String, reason: String)

  /// The problem and the correction.
  public var description: String {
    switch self {
    case .notOurs(let path):
      "'\(path)' belongs to another program. It was not changed; choose another file."
    case .newerVersion(let path, let found, let known):
      "'\(path)' has version \(found), but this program only supports versions up to \(known). Update the program."
    case .diskFull(let path):
      "The disk is full, so '\(path)' was not changed. Free some space and try again."
    case .corrupt(let path):
      "'\(path)' is damaged. Remove it, or restore a backup."
    case .inUse(let path):
      "'\(path)' is in use by another process. Use a separate file for each application."
    case .cannotOpen(let path, let reason):
      "'\(path)' cannot be opened or written: \(reason)."
    case .notPlain(let key):
      "'\(key)' contains a function, an object, or tables nested deeper than 128 levels. Store plain data."
    case .other(let path, let reason):
      "'\(path)': \(reason)."
    }
  }

  init(_ error: any Error, path: String) {
    if let known = error as? SQLiteResourcesError {
      self = known
      return
    }
    guard let error = error as? DatabaseError else {
      self = .other(path, reason: "\(error)")
      return
    }
    let reason = error.message ?? "\(error.resultCode)"
    switch error.resultCode {
    case .SQLITE_FULL: self = .diskFull(path)
    case .SQLITE_NOTADB: self = .notOurs(path)
    case .SQLITE_CORRUPT: self = .corrupt(path)
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .inUse(path)
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_IOERR:
      self = .cannotOpen(path, reason: reason)
    default: self = .other(path, reason: reason)
    }
  }
}
#endif
