#if SQLite
import Foundation
import Moonroute
import Testing

@testable import SQLiteResources

/// Persistent resources in a file.
@Suite struct SQLiteResourcesTests {
  /// A folder that is removed with the test.
  private final class Folder {
    let path = NSTemporaryDirectory() + "resources-\(UUID().uuidString)"

    init() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var file: String { path + "/resources.sqlite" }
  }

  static let values: [Value] = [
    .null, true, false, 0, .int(.min), .int(.max), 0.5, .double(.infinity), "", "日本\0x",
    [], [1, [2, ["a"]]], ["a": 1, "b": ["c": nil]],
    .table(ValueTable(items: [1, .null, 3], fields: ["k": "v"])),
  ]

  @Test(arguments: values)
  func `every plain value round-trips`(value: Value) throws {
    let folder = try Folder()
    try SQLiteResources(path: folder.file).save(value, for: "/a/:id")
    #expect(try SQLiteResources(path: folder.file).value(for: "/a/:id") == value)
    #expect(ValueBytes.bytes(of: value).flatMap(ValueBytes.value) == value)
  }

  private static func resources(_ folder: Folder) throws -> ResourceStore {
    let resources = Router().resources
    resources.storage = try SQLiteResources(path: folder.file)
    return resources
  }

  @Test func `a stored session survives, and no resource has its key`() throws {
    let folder = try Folder()
    let session: Value = ["version": 2, "fields": ["user": ["name": "Ada"], "seen": []]]
    let resources = try Self.resources(folder)
    try resources.storeSession(session)
    #expect(resources.list.isEmpty)
    let later = try Self.resources(folder)
    #expect(try later.storedSession() == session)
    try later.storeSession(nil)
    #expect(try SQLiteResources(path: folder.file).value(for: "?session") == nil)
  }

  @Test func `bytes that are not a value are refused`() {
    for value in Self.values {
      let bytes = ValueBytes.bytes(of: value) ?? []
      for count in 0..<bytes.count {
        #expect(ValueBytes.value(of: Array(bytes.prefix(count))) == nil)
      }
      #expect(ValueBytes.value(of: bytes + [0]) == nil)
    }
    #expect(ValueBytes.value(of: [6] + Array(repeating: 0xFF, count: 16)) == nil)
  }

  @Test func `a resource survives the application`() async throws {
    let folder = try Folder()
    for expected in ["light", "dark"] {
      let storage = try SQLiteResources(path: folder.file)
      let application = try LinkRouter()
      let seen = try await application.perform { application in
        application.resources.storage = storage
        try application.resources.put("/theme", value: "light", isPersistent: true)
        let seen = try await application.resources.get("/theme", as: String.self)
        try application.resources.update("/theme", value: "dark")
        return seen
      }
      #expect(seen == expected)
    }
  }

  @Test func `another program's file is refused and unchanged`() throws {
    let folder = try Folder()
    let text = Data("this is no database, but somebody's letter, and a long one\n".utf8)
    let letter = Data(Array(repeating: text, count: 100).joined())
    try letter.write(to: URL(fileURLWithPath: folder.file))
    #expect(throws: SQLiteResourcesError.notOurs(folder.file)) {
      try SQLiteResources(path: folder.file)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file)) == letter)
  }

  @Test func `a newer version is refused`() throws {
    let folder = try Folder()
    try SQLiteResources(path: folder.file).setVersion(9)
    #expect(throws: SQLiteResourcesError.newerVersion(folder.file, found: 9, known: 1)) {
      try SQLiteResources(path: folder.file)
    }
  }

  @Test func `a full disk is reported, and nothing is lost`() throws {
    let folder = try Folder()
    let storage = try SQLiteResources(path: folder.file)
    try storage.save("small", for: "/a")
    try storage.limitPages(to: 4)
    let large = Value.text(String(repeating: "x", count: 1 << 20))
    #expect(throws: SQLiteResourcesError.diskFull(folder.file)) {
      try storage.save(large, for: "/a")
    }
    #expect(try storage.value(for: "/a") == "small")
    try storage.checkIntegrity()
  }

  @Test func `a missing folder is reported`() {
    #expect(throws: SQLiteResourcesError.self) {
      try SQLiteResources(path: "/nowhere/at/all/resources.sqlite")
    }
  }

  @Test func `a file reports whether a value fits into a number of bytes`() throws {
    let folder = try Folder()
    let storage = try SQLiteResources(path: folder.file)
    let value = Value.text(String(repeating: "x", count: 100_000))
    var count = 0
    while try storage.hasRoom(for: value, at: "/r/\(count)", within: 1 << 20) {
      try storage.save(value, for: "/r/\(count)")
      count += 1
      try #require(count < 20)
    }
    #expect((8...10).contains(count))
    #expect(try storage.hasRoom(for: value, at: "/r/0", within: 1 << 20), "in place of another")
    #expect(
      try !storage.hasRoom(
        for: .table(ValueTable(items: [value, value])),
        at: "/r/0",
        within: 1 << 20
      )
    )
    try storage.remove("/r/0")
    #expect(try storage.hasRoom(for: value, at: "/r/\(count)", within: 1 << 20))
  }
}
#endif
