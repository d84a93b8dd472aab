#if SQLite
internal import GRDB

/// Why a file of resources cannot be used.
public enum SQLiteResourcesError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is there and belongs to another program.
  case notOurs(String)
  /// A newer version of this program wrote the file.
  case newerVersion(String, found: Int, known: Int)
  /// There is no room for more.
  case diskFull(String)
  /// The file is damaged.
  case corrupt(String)
  /// Another process holds the file.
  case inUse(String)
  /// The file cannot be opened or written.
  case cannotOpen(String, reason: String)
  /// A value that is no plain data, or tables within tables beyond every measure.
  case notPlain(String)
  /// Anything else that SQLite says.
  case other(String, reason: String)

  /// The mistake and its remedy.
  public var description: String {
    switch self {
    case .notOurs(let path):
      "'\(path)' belongs to another program. It was left as it is; name another file."
    case .newerVersion(let path, let found, let known):
      "'\(path)' has version \(found), and this program knows up to \(known). Update the program."
    case .diskFull(let path):
      "There is no room for '\(path)'. Nothing was changed; make room and try again."
    case .corrupt(let path):
      "'\(path)' is damaged. Take it away, or put back a copy."
    case .inUse(let path):
      "'\(path)' is in use by another process. One application has one file."
    case .cannotOpen(let path, let reason):
      "'\(path)' cannot be opened or written: \(reason)."
    case .notPlain(let key):
      "'\(key)' holds a function, an object, or tables in more than 128 levels. Store plain data."
    case .other(let path, let reason):
      "'\(path)': \(reason)."
    }
  }

  /// The meaning of an error of SQLite for a file.
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
