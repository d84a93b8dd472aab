#if Releases
import Foundation
import MessageStream
import Testing

@testable import ReleaseTrust

private let peerFolder = ProcessInfo.processInfo.environment["MOONROUTE_PEER"]
  .map { URL(filePath: $0) }

/// Depots for other programs, and depots that they wrote; `.ci/test-releases` runs these tests.
@Suite(.enabled(if: peerFolder != nil)) struct PeerTests {
  private let now = TrustTime(Int64(Date().timeIntervalSince1970))

  @Test func `three depots are written for another client`() throws {
    let folder = try #require(peerFolder).appending(path: "ours")
    var depot = try TestDepot(now: now)
    try depot.admit(1)
    try depot.publish([1])
    try Self.write(depot.files, to: folder.appending(path: "1"))
    try depot.admit(2)
    try depot.publish([2, 1])
    try Self.write(depot.files, to: folder.appending(path: "2"))
    try depot.rotate(seed: 10)
    try depot.publish([2])
    try Self.write(depot.files, to: folder.appending(path: "3"))
    let foreign = try #require(peerFolder).appending(path: "openssl.pem")
    let key = try PrivateKey(
      pem: String(contentsOf: foreign, encoding: .utf8),
      file: "openssl.pem"
    )
    try Self.write(
      ["key.pem": Array(PrivateKey().pem.utf8), "openssl.pem": Array(key.pem.utf8)],
      to: folder
    )
  }

  @Test func `our client follows three depots of another author`() throws {
    let folder = try #require(peerFolder).appending(path: "theirs")
    func bytes(_ path: String, of number: Int) -> [UInt8]? {
      (try? Data(contentsOf: folder.appending(path: "\(number)/\(path)"))).map(Array.init)
    }
    let root = try #require(bytes("metadata/1.root.json", of: 1))
    var trusted = TrustedFiles()
    for (number, versions) in [(1, [1]), (2, [2, 1]), (3, [2])] {
      var client = try TrustClient(app: "shop", channel: "stable", root: root, stored: trusted)
      client.begin(now: now)
      while let request = client.request {
        try client.receive(bytes(request.path, of: number))
      }
      #expect(client.state == .fresh)
      #expect(client.record == TestDepot.record(versions))
      for version in versions {
        let name = TestDepot.name(version)
        let request = try client.bundleRequest(name)
        try client.verifyBundle(try #require(bytes(request.path, of: number)), named: name)
        #expect(client.bundle(named: name) == TestDepot.bundle(version))
      }
      trusted = client.trusted
      let findings = DepotVerifier.findings(root: root, now: now) { bytes($0, of: number) }
      #expect(findings.allSatisfy { $0.isGood }, "\(findings)")
    }
  }

  private static func write(_ files: [String: [UInt8]], to folder: URL) throws {
    for (path, bytes) in files {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(bytes).write(to: file)
    }
  }
}
#endif
