#if SQLite
import Foundation
import Moonroute
import Testing

@testable import SQLiteResources

/// A resource file that others have changed, or use at the same time.
@Suite struct SharedFileTests {
  /// A file in a temporary folder that is removed with the test.
  private final class Place {
    let folder = NSTemporaryDirectory() + "shared-\(UUID().uuidString)"
    var file: String { folder + "/resources.sqlite" }

    init() throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    /// Opens the file and closes it.
    func open() throws { _ = try SQLiteResources(path: file) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }
  }

  @Test func `numbers keep every bit`() throws {
    let place = try Place()
    let storage = try SQLiteResources(path: place.file)
    let numbers = [
      -0.0, .nan, -.nan, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
      .ulpOfOne,
    ]
    for number in numbers {
      try storage.save([.double(number)], for: "/n")
      let stored = try SQLiteResources(path: place.file).value(for: "/n")
      guard case .double(let read)? = stored?.table?.items.first else {
        Issue.record("\(String(describing: stored)) for \(number)")
        continue
      }
      #expect(read.bitPattern == number.bitPattern)
    }
  }

  @Test func `a value of many megabytes round-trips, and one that is too deep is refused`() throws {
    let place = try Place()
    let storage = try SQLiteResources(path: place.file)
    let large = Value.table(
      ValueTable(
        items: Array(repeating: Value.text(String(repeating: "é", count: 1 << 16)), count: 64)
      )
    )
    try storage.save(large, for: "/large")
    #expect(try SQLiteResources(path: place.file).value(for: "/large") == large)
    let deep = (0..<200).reduce(Value.null) { value, _ in [value] }
    #expect(throws: SQLiteResourcesError.notPlain("/deep")) { try storage.save(deep, for: "/deep") }
    #expect(try storage.value(for: "/deep") == nil)
  }

  @Test func `applications see each other's values, and the last write wins`()
    async throws
  {
    let place = try Place()
    for (index, expected) in [("first", "default"), ("second", "first")].enumerated() {
      let application = try LinkRouter()
      let other = try LinkRouter()
      let storage = try SQLiteResources(path: place.file)
      let seen = try await application.perform { application in
        application.resources.storage = storage
        try application.resources.put("/v", value: "default", isPersistent: true)
        let seen = try await application.resources.get("/v", as: String.self)
        try application.resources.update("/v", value: expected.0)
        return seen
      }
      #expect(seen == expected.1, "\(index)")
      let late = try SQLiteResources(path: place.file)
      try await other.perform { other in
        other.resources.storage = late
        try other.resources.put("/v", value: "default", isPersistent: true)
        #expect(try await other.resources.get("/v", as: String.self) == expected.0)
      }
    }
  }

  @Test
  func `a file locked by another connection is in use, and free again afterwards`()
    throws
  {
    let place = try Place()
    let storage = try SQLiteResources(path: place.file)
    try storage.save(1, for: "/a")
    let other = try SQLiteResources(path: place.file)
    try other.whileWriting {
      #expect(throws: SQLiteResourcesError.inUse(place.file)) { try storage.save(2, for: "/a") }
      let read = try storage.value(for: "/a")
      #expect(read == 1)
      #expect(throws: SQLiteResourcesError.inUse(place.file)) { try place.open() }
    }
    try storage.save(3, for: "/a")
    #expect(try other.value(for: "/a") == 3)
  }

  @Test func `a damaged file is reported, whatever the damage`() throws {
    let place = try Place()
    do {
      let storage = try SQLiteResources(path: place.file)
      for number in 0..<200 {
        try storage.save(.text(String(repeating: "x", count: 500)), for: "/r/\(number)")
      }
    }
    let whole = try Data(contentsOf: URL(fileURLWithPath: place.file))
    for start in stride(from: 0, to: whole.count - 4_096, by: 4_096) {
      var bytes = whole
      bytes.replaceSubrange(start..<start + 4_096, with: Data(repeating: 0xA5, count: 4_096))
      try bytes.write(to: URL(fileURLWithPath: place.file))
      let expected = [
        SQLiteResourcesError.notOurs(place.file), .corrupt(place.file),
      ]
      do {
        let storage = try SQLiteResources(path: place.file)
        for number in 0..<200 { _ = try storage.value(for: "/r/\(number)") }
        try storage.checkIntegrity()
        Issue.record("page at \(start): nothing was noticed")
      } catch let error as SQLiteResourcesError {
        #expect(expected.contains(error), "page at \(start)")
      }
    }
  }

  @Test(arguments: ["/proc/resources.sqlite", "/", ""])
  func `a path that cannot be a file is reported`(path: String) throws {
    // With an empty path, SQLite would keep the values in a temporary file and lose them.
    do {
      _ = try SQLiteResources(path: path)
      Issue.record("'\(path)' was opened")
    } catch {
      guard case .cannotOpen(path, _) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }
}
#endif
