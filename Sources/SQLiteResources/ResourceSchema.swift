#if SQLite
internal import GRDB

/// The tables of a resource file, and the migrations from older versions.
enum ResourceSchema {
  /// The SQLite application ID of our files: `Moon` in ASCII.
  static let applicationID = 0x4D6F_6F6E

  /// The migrations, each from one version to the next.
  private static let steps = [
    "CREATE TABLE resource (pattern TEXT NOT NULL PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID"
  ]

  static var version: Int { steps.count }

  static func usedBytes(_ database: Database) throws -> Int {
    let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
    let free = try Int.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0
    return (pages - free) * (try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0)
  }

  /// Checks that the file is ours, and migrates it to the current version in one transaction.
  static func prepare(_ database: Database, path: String) throws {
    let id = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
    let isNew = id == 0 && found == 0 && tables == 0
    guard isNew || id == applicationID else { throw SQLiteResourcesError.notOurs(path) }
    guard found <= version else {
      throw SQLiteResourcesError.newerVersion(path, found: found, known: version)
    }
    guard found < version else { return }
    for step in steps[max(found, 0)...] { try database.execute(sql: step) }
    try database.execute(sql: "PRAGMA user_version = \(version)")
    try database.execute(sql: "PRAGMA application_id = \(applicationID)")
  }
}
#endif
