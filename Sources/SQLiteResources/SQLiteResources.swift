#if SQLite
internal import GRDB
public import Moonroute

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Stores persistent resources in one SQLite file.
///
/// ```swift
/// let storage = try SQLiteResources(file: folder.appending(path: "resources.sqlite"))
/// let router = try LinkRouter(options: RouterOptions(storage: storage))
/// ```
///
/// The file has a write-ahead log next to it. When a call returns, its change is on disk, and
/// survives a crash of the process and a power failure.
public final class SQLiteResources: ResourceStorage, Sendable {
  /// The path of the file.
  package let path: String

  private let queue: DatabaseQueue

  /// Opens a file, and creates it if it does not exist.
  ///
  /// - Parameter file: The file.
  /// - Throws: ``SQLiteResourcesError``, for example for a file of another program, which is not
  ///   changed.
  public convenience init(file: URL) throws(SQLiteResourcesError) {
    try self.init(path: file.path(percentEncoded: false))
  }

  package init(path: String) throws(SQLiteResourcesError) {
    self.path = path
    // SQLite would use a temporary file without a name, and lose the values.
    guard !path.isEmpty else { throw .cannotOpen(path, reason: "the path is empty") }
    do {
      queue = try DatabaseQueue(path: path)
      try queue.write { try ResourceSchema.prepare($0, path: path) }
      try queue.writeWithoutTransaction { database in
        _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
        try database.execute(sql: "PRAGMA synchronous = FULL")
      }
    } catch {
      throw SQLiteResourcesError(error, path: path)
    }
  }

  /// Reads a value.
  ///
  /// - Parameter key: The text of the resource's pattern.
  /// - Returns: The value, or `nil`.
  /// - Throws: ``SQLiteResourcesError``.
  public func value(for key: String) throws -> Value? {
    let bytes = try run { queue in
      try queue.read {
        try Data.fetchOne(
          $0,
          sql: "SELECT value FROM resource WHERE pattern = ?",
          arguments: [key]
        )
      }
    }
    guard let bytes else { return nil }
    guard let value = ValueBytes.value(of: Array(bytes)) else {
      throw SQLiteResourcesError.corrupt(path)
    }
    return value
  }

  /// Writes a value, and replaces an existing one.
  ///
  /// - Parameters:
  ///   - value: Plain data.
  ///   - key: The text of the resource's pattern.
  /// - Throws: ``SQLiteResourcesError``; the previous value is kept.
  public func save(_ value: Value, for key: String) throws {
    guard let bytes = ValueBytes.bytes(of: value) else { throw SQLiteResourcesError.notPlain(key) }
    try run { queue in
      try queue.write { database in
        try database.execute(
          sql: "INSERT OR REPLACE INTO resource (pattern, value) VALUES (?, ?)",
          arguments: [key, Data(bytes)]
        )
      }
    }
  }

  /// Removes a value if it exists.
  ///
  /// - Parameter key: The text of the resource's pattern.
  /// - Throws: ``SQLiteResourcesError``.
  public func remove(_ key: String) throws {
    try run { queue in
      try queue.write { database in
        try database.execute(sql: "DELETE FROM resource WHERE pattern = ?", arguments: [key])
      }
    }
  }

  /// Returns whether a value can be written without exceeding a file size.
  ///
  /// - Parameters:
  ///   - value: Plain data.
  ///   - key: The text of the resource's pattern.
  ///   - byteLimit: The maximum size of the file in bytes, without its log.
  /// - Returns: Whether there is space, or the value is at most as large as its predecessor.
  /// - Throws: ``SQLiteResourcesError``.
  public func hasRoom(for value: Value, at key: String, within byteLimit: Int) throws -> Bool {
    guard let bytes = ValueBytes.bytes(of: value) else { throw SQLiteResourcesError.notPlain(key) }
    return try run { queue in
      try queue.read { database in
        let known = try Int.fetchOne(
          database,
          sql: "SELECT length(value) FROM resource WHERE pattern = ?",
          arguments: [key]
        )
        if let known, bytes.count <= known { return true }
        let used = try ResourceSchema.usedBytes(database)
        return used + bytes.count + key.utf8.count - (known ?? 0) <= byteLimit
      }
    }
  }

  /// Checks the integrity of the whole file.
  ///
  /// - Throws: ``SQLiteResourcesError/corrupt(_:)`` if the file is damaged.
  public func checkIntegrity() throws {
    let answer = try run { queue in
      try queue.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
    }
    guard answer == "ok" else { throw SQLiteResourcesError.corrupt(path) }
  }

  /// Limits the number of pages in the file, for tests of a full disk.
  package func limitPages(to count: Int) throws {
    try run { queue in
      try queue.writeWithoutTransaction { database in
        _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(count)")
      }
    }
  }

  /// Runs a closure inside a write transaction, for tests of a file that is in use.
  package func whileWriting(_ body: () throws -> Void) throws {
    try run { queue in try queue.write { _ in try body() } }
  }

  /// Changes the version of the file, for tests.
  package func setVersion(_ version: Int) throws {
    try run { queue in
      try queue.write { try $0.execute(sql: "PRAGMA user_version = \(version)") }
    }
  }

  private func run<Answer>(_ body: (DatabaseQueue) throws -> Answer) throws -> Answer {
    do {
      return try body(queue)
    } catch {
      throw SQLiteResourcesError(error, path: path)
    }
  }
}
#else
/// Empty without the trait `SQLite`.
public struct SQLiteResources {
  /// Unavailable without the trait `SQLite`.
  @available(
    *,
    unavailable,
    message: "Add the trait to the dependency on moonroute: traits: [\"SQLite\"]."
  )
  public init(file: some Any) {}
}
#endif
