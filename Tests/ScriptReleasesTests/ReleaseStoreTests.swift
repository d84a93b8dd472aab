#if Releases
import Foundation
import Moonroute
import ReleaseTrust
import ScriptHost
import ScriptReleases
import Testing

/// A host that starts again with the state in its store.
@Suite struct ReleaseStoreTests {
  private static let whole = ChannelRecord.Offer.whole

  /// A follower of a depot in a program that cannot use some versions.
  private static func follower(
    of depot: MemoryDepot,
    in path: String,
    failing: Set<Int> = [],
    _ program: TestProgram
  ) throws -> ReleaseFollower {
    program.with { $0.unusable = failing }
    return try program.follower(of: depot, in: path)
  }

  @Test func `a host starts with its last release, without the depot`() async throws {
    try await TestFolder.run { path in
      let depot = try MemoryDepot.with(1)
      try depot.publish([(1, Self.whole)])
      try await Self.follower(of: depot, in: path, TestProgram()).look(now: MemoryDepot.start)
      let uses = TestProgram()
      let status = try await Self.follower(of: depot, in: path, uses).start()
      #expect(uses.uses == [1])
      #expect(status.active?.version == 1)
    }
  }

  @Test func `an older state of the depot is refused after a restart`() async throws {
    try await TestFolder.run { path in
      let depot = try MemoryDepot.with(1, 2)
      try depot.publish([(1, Self.whole)])
      let old = depot[DepotPath.timestamp]
      try depot.publish([(2, Self.whole)])
      try await Self.follower(of: depot, in: path, TestProgram()).look(now: MemoryDepot.start)
      depot[DepotPath.timestamp] = old
      let uses = TestProgram()
      let follower = try Self.follower(of: depot, in: path, uses)
      await follower.start()
      let status = await follower.look(now: MemoryDepot.start)
      #expect(status.problem != nil)
      #expect(uses.uses == [2])
    }
  }

  @Test func `a refusal outlives a restart`() async throws {
    try await TestFolder.run { path in
      let depot = try MemoryDepot.with(1, 2)
      try depot.publish([(2, Self.whole), (1, Self.whole)])
      let first = try Self.follower(of: depot, in: path, failing: [2], TestProgram())
      await first.look(now: MemoryDepot.start)
      let uses = TestProgram()
      let second = try Self.follower(of: depot, in: path, uses)
      await second.start()
      let status = await second.look(now: MemoryDepot.start)
      #expect(uses.uses == [1])
      #expect(status.refused.map(\.reason) == ["the scripts do not load"])
    }
  }

  @Test func `a new version of the program may offer the names that the old one lacked`()
    async throws
  {
    try await TestFolder.run { path in
      let depot = try MemoryDepot()
      try depot.admit(try MemoryDepot.bundle(1, needs: .init(views: ["Cart"])))
      try depot.publish(1)
      let (old, new) = (TestProgram(), TestProgram())
      old.with { $0.lacking.views = ["Cart"] }
      let status = try await old.follower(of: depot, in: path).look(now: MemoryDepot.start)
      #expect(status.refused.map(\.version) == [1])
      try await new.follower(of: depot, in: path).look(now: MemoryDepot.start)
      #expect(old.uses == [])
      #expect(new.uses == [1])
    }
  }

  @Test func `a release that cannot be used at the start gives way to the previous one`()
    async throws
  {
    try await TestFolder.run { path in
      let depot = try MemoryDepot.with(1, 2)
      let program = TestProgram()
      let follower = try Self.follower(of: depot, in: path, program)
      for version in [1, 2] {
        try depot.publish([(version, Self.whole)])
        await follower.look(now: MemoryDepot.start)
        program.wait()
      }
      let uses = TestProgram()
      let status = try await Self.follower(of: depot, in: path, failing: [2], uses).start()
      #expect(uses.uses == [1])
      #expect(status.active?.version == 1)
      #expect(status.problem == "the scripts do not load")
    }
  }

  @Test func `a kill between two writes leaves the old or the new release`() async throws {
    try await TestFolder.run { path in
      let depot = try MemoryDepot.with(1, 2)
      let follower = try Self.follower(of: depot, in: path, TestProgram())
      try depot.publish([(1, Self.whole)])
      await follower.look(now: MemoryDepot.start)
      let old = try Self.files(path)
      try depot.publish([(2, Self.whole)])
      await follower.look(now: MemoryDepot.start)
      let new = try Self.files(path)
      // The files of the new state arrive in any order, and its state file last.
      let names = Set(old.keys).union(new.keys).subtracting(["state.json"]).sorted()
      for count in 0...names.count {
        var files = old
        for name in names.prefix(count) { files[name] = new[name] ?? old[name] }
        if count == names.count { files = old.merging(new) { $1 } }
        let copy = path + "-\(count)"
        defer { try? FileManager.default.removeItem(atPath: copy) }
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
        for (name, bytes) in files { try bytes.write(to: URL(filePath: "\(copy)/\(name)")) }
        let uses = TestProgram()
        try await Self.follower(of: depot, in: copy, uses).start()
        #expect(uses.uses == [count == names.count ? 2 : 1])
      }
    }
  }

  @Test func `a damaged store never traps, and uses nothing that was changed`() async throws {
    try await TestFolder.run { path in
      let depot = try MemoryDepot.with(1)
      try depot.publish([(1, Self.whole)])
      try await Self.follower(of: depot, in: path, TestProgram()).look(now: MemoryDepot.start)
      let whole = try Self.files(path)
      for (name, bytes) in whole {
        for place in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 40)) {
          var changed = bytes
          changed[place] ^= 1
          // The start before has stored its number.
          try whole["state.json"]?.write(to: URL(filePath: "\(path)/state.json"))
          try changed.write(to: URL(filePath: "\(path)/\(name)"))
          let uses = TestProgram()
          let follower = try Self.follower(of: depot, in: path, uses)
          await follower.start()
          #expect(uses.uses == [] || uses.uses == [1])
          if bytes.count > 5_000 { #expect(uses.uses == [], "\(name) \(place)") }
        }
        try bytes.write(to: URL(filePath: "\(path)/\(name)"))
      }
    }
  }

  @Test func `a host with a damaged state says what it no longer knows`() async throws {
    try await TestFolder.run { path in
      let depot = try MemoryDepot.with(1)
      try depot.publish([(1, Self.whole)])
      let first = try Self.follower(of: depot, in: path, TestProgram())
      #expect(await first.start().problem == nil)
      await first.look(now: MemoryDepot.start)
      try Data("{\"x".utf8).write(to: URL(filePath: "\(path)/state.json"))
      let status = await (try Self.follower(of: depot, in: path, TestProgram())).start()
      #expect(
        status.problem
          == "'\(path)/state.json' is damaged, so the host starts from scratch: it no longer knows which"
          + " releases it refused or which versions it has seen."
      )
    }
  }

  @Test func `the largest state can be read again`() async throws {
    try await TestFolder.run { path in
      let bytes = try MemoryDepot.bundle(1).bytes
      var state = ReleaseStore.State()
      state.bundles = [.init(name: "bundles/shop-1.tar", bytes: bytes)]
      var opens = OpenCounts()
      for number in 1_000..<2_000 {
        let route = String(repeating: "\"", count: 252) + "\(number)"
        opens.note(.failed, route: route, count: 1_000_000_000)
      }
      state.trial = ReleaseTrial(of: Digest.sha256(bytes), before: opens, starts: 2)
      state.refused = (0..<100)
        .map { number in
          .init(
            name: "bundles/shop-\(number).tar",
            version: number,
            digest: Digest.sha256([UInt8(number)]),
            reason: String(repeating: "\"", count: 2_050),
            channelsVersion: 1 << 53
          )
        }
      let store = ReleaseStore(path)
      try store.save(state)
      #expect(store.load() == state)
    }
  }

  @Test func `a store that cannot be written activates nothing new`() async throws {
    try await TestFolder.run { path in
      try Data().write(to: URL(filePath: path))
      let depot = try MemoryDepot.with(1)
      try depot.publish([(1, Self.whole)])
      let uses = TestProgram()
      let status = try await Self.follower(of: depot, in: path, uses).look(now: MemoryDepot.start)
      #expect(uses.uses == [])
      #expect(status.problem?.hasPrefix("The store cannot be written: ") == true)
    }
  }

  @Test func `files that are no longer needed are removed`() async throws {
    try await TestFolder.run { path in
      let depot = try MemoryDepot.with(1, 2, 3)
      let program = TestProgram()
      let follower = try Self.follower(of: depot, in: path, program)
      for version in [1, 2, 3] {
        try depot.publish([(version, Self.whole)])
        await follower.look(now: MemoryDepot.start)
        program.wait()
      }
      let bundles = try Self.files(path).values.filter { $0.count > 5_000 }
      #expect(bundles.count == 2)
    }
  }

  private static func files(_ path: String) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    return try Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, try Data(contentsOf: URL(filePath: "\(path)/\($0)")))
      }
    )
  }
}
#endif
