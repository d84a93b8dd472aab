#if SQLite
internal import Foundation
internal import GRDB
public import Moonroute

/// Values of persistent resources in one SQLite file.
///
/// ```swift
/// let storage = try SQLiteResources(path: "/var/lib/shop/resources.sqlite")
/// await application.perform { $0.resources.storage = storage }
/// ```
///
/// The file keeps a write-ahead log beside it. A call that has returned is on the disk: neither the
/// end of the process nor that of the machine loses it.
public final class SQLiteResources: ResourceStorage, Sendable {
  /// The file.
  public let path: String

  private let queue: DatabaseQueue

  /// Opens a file, made if it is not there.
  ///
  /// - Parameter path: The file.
  /// - Throws: ``SQLiteResourcesError``, such as one for a file of another program, which is left as
  ///   it is.
  public init(path: String) throws(SQLiteResourcesError) {
    self.path = path
    // SQLite would keep the values in a file without a name, and lose them.
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
  /// - Returns: The value, or `nil` when there is none.
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

  /// Writes a value in place of the one before.
  ///
  /// - Parameters:
  ///   - value: Plain data.
  ///   - key: The text of the resource's pattern.
  /// - Throws: ``SQLiteResourcesError``; the value before stays.
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

  /// Removes a value, if there is one.
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

  /// Answers whether a value may be written so that the file grows to no more than some bytes.
  ///
  /// - Parameters:
  ///   - value: Plain data.
  ///   - key: The text of the resource's pattern.
  ///   - byteLimit: What the file may take, its log aside.
  /// - Returns: Whether there is room, or the value takes no more than the one in its place.
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

  /// Reads the whole file and compares it with itself.
  ///
  /// - Throws: ``SQLiteResourcesError/corrupt(_:)`` when it does not agree.
  public func checkIntegrity() throws {
    let answer = try run { queue in
      try queue.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
    }
    guard answer == "ok" else { throw SQLiteResourcesError.corrupt(path) }
  }

  /// How many pages the file may have at most, for tests of a full disk.
  package func limitPages(to count: Int) throws {
    try run { queue in
      try queue.writeWithoutTransaction { database in
        _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(count)")
      }
    }
  }

  /// Does something in the middle of writing, for tests of a file that is in use.
  package func whileWriting(_ body: () throws -> Void) throws {
    try run { queue in try queue.write { _ in try body() } }
  }

  /// Pretends that another version wrote the file, for tests.
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
#endif
