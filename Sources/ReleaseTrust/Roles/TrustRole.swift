#if Releases
package import MessageStream

/// The signed value of a metadata file.
package protocol TrustRole: Sendable, Equatable {
  /// The field `_type`.
  static var type: String { get }

  var version: Int64 { get }
  var expires: TrustTime { get }
  /// The fields that other roles do not have.
  var ownFields: [(String, JSON)] { get }
}

extension TrustRole {
  static var specification: String { "1.0.31" }

  package var json: JSON {
    let common: [(String, JSON)] = [
      ("_type", .text(Self.type)),
      ("expires", .text(expires.description)),
      ("spec_version", .text(Self.specification)),
      ("version", .integer(version)),
    ]
    return .object((common + ownFields).map { JSON.Field($0.0, $0.1) })
  }

  /// Returns the metadata file: the canonical value with the signatures.
  package func signed(by signers: [any ReleaseSigner]) throws(TrustError) -> [UInt8] {
    let bytes = CanonicalJSON.bytes(json)
    var signatures: [JSON] = []
    for signer in signers {
      let signature = try signer.sign(bytes)
      guard signer.key.verifies(signature, of: bytes) else {
        throw TrustError(
          "the key \(signer.key.id.prefix(8))",
          .signerFailed("it made a wrong signature")
        )
      }
      signatures.append(
        .fields(("keyid", .text(signer.key.id)), ("sig", .text(Hex.text(signature))))
      )
    }
    return CanonicalJSON.bytes(.fields(("signatures", .list(signatures)), ("signed", json)))
  }

  func expect(notExpiredAt now: TrustTime, file: String) throws(TrustError) {
    guard expires > now else { throw TrustError(file, .expired(expires.description)) }
  }
}

/// The fields that all roles have.
struct RoleHead {
  let version: Int64
  let expires: TrustTime

  init(_ fields: FieldReader, type: String) throws(TrustError) {
    let found = try fields.text("_type")
    guard found == type else {
      throw TrustError(fields.file, .wrongType(found: found, expected: type))
    }
    let specification = try fields.text("spec_version")
    guard specification.hasPrefix("1.") else {
      throw TrustError(fields.file, .otherSpecification(specification))
    }
    version = try fields.integer("version")
    guard let time = TrustTime(try fields.text("expires")) else {
      throw fields.problem("expires", "a time such as 2030-01-31T12:00:00Z")
    }
    expires = time
  }
}
#endif
