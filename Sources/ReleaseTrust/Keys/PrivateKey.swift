#if Releases
import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A private Ed25519 key in memory.
package struct PrivateKey: ReleaseSigner, Sendable {
  /// The beginning of a PKCS#8 file of an Ed25519 key (RFC 8410); the 32 bytes of the key follow.
  private static let header: [UInt8] = [
    0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
  ]
  private static let firstLine = "-----BEGIN PRIVATE KEY-----"
  private static let lastLine = "-----END PRIVATE KEY-----"

  private let key25519: Curve25519.Signing.PrivateKey
  package let key: TrustKey

  /// Makes a random key.
  package init() { self.init(Curve25519.Signing.PrivateKey()) }

  /// Reads a file as `openssl genpkey -algorithm ed25519` writes it.
  ///
  /// - Parameters:
  ///   - pem: The content of the file.
  ///   - file: The name of the file, for errors.
  /// - Throws: ``TrustError`` if it contains anything other than one Ed25519 key.
  package init(pem: String, file: String) throws(TrustError) {
    let lines = pem.split { $0.isNewline || $0 == " " || $0 == "\t" }.joined(separator: " ")
    guard !lines.contains("ENCRYPTED") else { throw TrustError(file, .encryptedKey) }
    guard lines.hasPrefix(Self.firstLine), lines.hasSuffix(Self.lastLine),
      lines.utf8.count > Self.firstLine.utf8.count + Self.lastLine.utf8.count,
      let bytes = Data(
        base64Encoded: lines.dropFirst(Self.firstLine.count).dropLast(Self.lastLine.count)
          .filter { $0 != " " }
      ),
      bytes.count == Self.header.count + 32, bytes.starts(with: Self.header),
      let key = try? Curve25519.Signing.PrivateKey(
        rawRepresentation: Array(bytes.dropFirst(Self.header.count))
      )
    else { throw TrustError(file, .notAKey) }
    self.init(key)
  }

  /// A key from 32 bytes, for tests.
  init?(seed: [UInt8]) {
    guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed) else { return nil }
    self.init(key)
  }

  private init(_ key: Curve25519.Signing.PrivateKey) {
    key25519 = key
    // A public key always has 32 bytes.
    guard let publicKey = TrustKey(Array(key.publicKey.rawRepresentation)) else {
      preconditionFailure("The public key has an unexpected length.")
    }
    self.key = publicKey
  }

  /// The key as a PKCS#8 PEM file, which `openssl pkey` reads.
  package var pem: String {
    let text = Data(Self.header + key25519.rawRepresentation).base64EncodedString()
    return "\(Self.firstLine)\n\(text)\n\(Self.lastLine)\n"
  }

  package func sign(_ bytes: [UInt8]) throws(TrustError) -> [UInt8] {
    do {
      return Array(try key25519.signature(for: bytes))
    } catch {
      throw TrustError("the key \(key.id.prefix(8))", .signerFailed("\(error)"))
    }
  }
}
#endif
