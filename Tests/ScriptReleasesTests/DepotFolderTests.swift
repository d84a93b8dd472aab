#if Releases
import Foundation
import ReleaseTrust
import ScriptReleases
import Synchronization
import Testing

@Suite struct DepotFolderTests {
  private static let now = TrustTime(1_800_000_000)

  /// Runs a body with a new depot in a temporary folder, and the key of its channels.
  private static func run(_ body: (DepotFolder, PrivateKey) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "moonroute-depot-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let channel = PrivateKey()
    let folder = DepotFolder(path)
    try folder.create(
      DepotAuthor.create(
        app: "shop",
        root: PrivateKey(),
        releases: PrivateKey(),
        channels: channel,
        now: now
      )
    )
    try body(folder, channel)
  }

  @Test func `a new depot never replaces another one`() throws {
    try Self.run { folder, _ in
      #expect(throws: DepotFolder.Failure.self) { try folder.create([]) }
    }
  }

  @Test func `of two changes based on the same state, one wins`() throws {
    try Self.run { folder, channel in
      nonisolated(unsafe) let known = try folder.author()
      let results = Mutex<[String]>([])
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        let result: String
        do throws(DepotFolder.Failure) {
          try folder.change(since: known) { author throws(TrustError) in
            try author.renew(signer: channel, now: Self.now)
          }
          result = "published"
        } catch {
          result = "\(error)"
        }
        results.withLock { $0.append(result) }
      }
      let refused = "The depot is now at #2. Look at it and try again."
      #expect(
        results.withLock { $0.sorted() } == Array(repeating: refused, count: 7) + ["published"]
      )
      #expect(try folder.author().channelsVersion == 2)
    }
  }

  @Test func `a folder without a depot is named`() {
    let folder = DepotFolder("/nowhere")
    #expect { try folder.author() } throws: {
      "\($0)"
        == "'/nowhere' is not a depot: it has no metadata/1.root.json. 'moonroute keys new' makes one."
    }
  }
}
#endif
