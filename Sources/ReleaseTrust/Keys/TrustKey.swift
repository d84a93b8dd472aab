#if Releases
import Crypto
package import MessageStream

/// A public Ed25519 key.
package struct TrustKey: Sendable, Hashable {
  package let bytes: [UInt8]

  /// `nil` unless there are 32 bytes.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  init(_ fields: FieldReader) throws(TrustError) {
    for name in ["keytype", "scheme"] where try fields.text(name) != "ed25519" {
      throw fields.problem(name, "'ed25519'")
    }
    bytes = try fields.object("keyval").hex("public", count: 32)
  }

  /// The key as metadata contains it.
  package var json: JSON {
    .fields(
      ("keytype", .text("ed25519")),
      ("keyval", .fields(("public", .text(Hex.text(bytes))))),
      ("scheme", .text("ed25519"))
    )
  }

  /// The SHA-256 of the canonical JSON, in hexadecimal digits.
  package var id: String { Digest.sha256(CanonicalJSON.bytes(json)) }

  package func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: self.bytes) else {
      return false
    }
    return key.isValidSignature(signature, for: bytes)
  }
}

package enum Digest {
  /// The SHA-256 of bytes, in hexadecimal digits.
  package static func sha256(_ bytes: [UInt8]) -> String { Hex.text(SHA256.hash(data: bytes)) }
}
#endif
