#if Releases
import MessageStream
import Testing

@testable import ReleaseTrust

struct KeyTests {
  /// Written by `openssl genpkey -algorithm ed25519`.
  private static let pem = """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEIHHVI+iNXZLOBjriVgqPWJ8ZR1HkLql8DWfStTku3vwY
    -----END PRIVATE KEY-----

    """

  @Test func `a key of OpenSSL is read, and ours has the same form`() throws {
    let key = try PrivateKey(pem: Self.pem, file: "a.pem")
    #expect(key.pem == Self.pem)
    #expect(try PrivateKey(pem: PrivateKey().pem, file: "b.pem").pem != Self.pem)
    let crlf = Self.pem.split(separator: "\n").joined(separator: "\r\n")
    #expect(try PrivateKey(pem: crlf, file: "a.pem").key == key.key)
  }

  @Test func `the id of a key is that of python-tuf`() throws {
    // The first test vector of RFC 8032.
    let bytes = try #require(
      Hex.bytes("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
    )
    let key = try #require(TrustKey(bytes))
    #expect(key.id == "74c181c7ad8a0855d4b55e44d2ba87aabdddb196832571f15f92fece332e4916")
    let seed = try #require(
      Hex.bytes("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    )
    let signer = try #require(PrivateKey(seed: seed))
    #expect(signer.key == key)
    #expect(key.verifies(try signer.sign([]), of: []))
    #expect(!key.verifies(try signer.sign([]), of: [1]))
    #expect(!key.verifies([], of: []))
    #expect(TrustKey([1, 2, 3]) == nil)
  }

  @Test(arguments: [
    "", "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n",
    // Another header, and a key with 31 bytes.
    pem.replacingText("MC4C", "MC4D"), pem.replacingText("vwY\n", "\n"),
    pem.replacingText("vwY", "v=="), pem.replacingText("PRIVATE", "PUBLIC"), pem + pem,
    pem.replacingText("vwY\n", "vwYAAAA\n"), "-----BEGIN PRIVATE KEY-----END PRIVATE KEY-----",
  ])
  func `other files are not keys`(pem: String) {
    #expect(throws: TrustError("a.pem", .notAKey)) { try PrivateKey(pem: pem, file: "a.pem") }
  }

  @Test func `an encrypted key is refused`() {
    let pem = Self.pem.replacingText("PRIVATE", "ENCRYPTED PRIVATE")
    #expect(throws: TrustError("a.pem", .encryptedKey)) {
      try PrivateKey(pem: pem, file: "a.pem")
    }
  }

  @Test func `a signer with a wrong signature is found`() throws {
    struct Liar: ReleaseSigner {
      let key: TrustKey
      func sign(_ bytes: [UInt8]) throws(TrustError) -> [UInt8] {
        Array(repeating: 0, count: 64)
      }
    }
    let liar = Liar(key: try PrivateKey.test(1).key)
    let author = try TestDepot(releasing: 1).author
    #expect(throws: TrustError.self) {
      try author.admit(TestDepot.bundle(2), signer: liar, now: TestDepot.now)
    }
    let channels = Liar(key: try PrivateKey.test(3).key)
    #expect(
      throws: TrustError(
        "the key \(channels.key.id.prefix(8))",
        .signerFailed("it made a wrong signature")
      )
    ) { try author.renew(signer: channels, now: TestDepot.now) }
  }
}

extension String {
  func replacingText(_ old: String, _ new: String) -> String {
    split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}

struct TimeTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2026-11-27T06:48:21Z", 1_795_762_101),
    ("2000-02-29T23:59:59Z", 951_868_799), ("1969-12-31T23:59:59Z", -1),
    ("2100-03-01T00:00:00Z", 4_107_542_400), ("9999-12-31T23:59:59Z", 253_402_300_799),
  ])
  func `a time is read and written`(text: String, seconds: Int64) {
    #expect(TrustTime(text) == TrustTime(seconds))
    #expect(TrustTime(seconds).description == text)
  }

  @Test(arguments: [
    "", "2026-11-27", "2026-11-27T06:48:21+00:00", "2026-11-27T06:48:21.0Z", "2026-13-01T00:00:00Z",
    "2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-11-27T24:00:00Z",
    "2026-11-27T06:60:00Z", "2026-11-27T06:48:60Z", "2026-00-01T00:00:00Z", "2026-11-00T00:00:00Z",
    "2026-11-27t06:48:21z", "10000-01-01T00:00:00Z", "999999999999-01-01T00:00:00Z",
    "-2026-11-27T06:48:21Z",
    "+2026-11-27T06:48:21Z", "20261127T064821Z", "2026-W48-5T06:48:21Z", "2026-331T06:48:21Z",
    "2026-11-27T06:48:21Z ", " 2026-11-27T06:48:21Z", "2026-11-27T06:48Z", "2026-11-27 06:48:21Z",
    "2026-11-27T06:48:21", "026-11-27T06:48:21Z", "٢026-11-27T06:48:21Z",
  ])
  func `another form of a time is refused`(text: String) {
    #expect(TrustTime(text) == nil)
  }
}
#endif
